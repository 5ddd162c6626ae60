package cli

import "io"

type templateCommand struct {
	Name string `arg:"" optional:"" help:"The template; without it, all are listed."`
	Out  string `short:"o" placeholder:"PATH" help:"File to write; without it, or with -, standard output."`
}

// Run writes a template, or lists them.
func (c *templateCommand) Run(r *run) error {
	if c.Name == "" {
		p := newPage(r.io.Out, r.io.Env)
		t := table{header: []string{"template", "what it shows"}, right: make([]bool, 2)}
		for _, x := range r.app.Templates() {
			t.add(x.Name, x.Description)
		}
		t.print(p)
		return r.write(c.Out, p.writeTo)
	}
	x, err := r.app.Template(c.Name)
	if err != nil {
		return err
	}
	return r.write(c.Out, func(w io.Writer) error {
		_, err := w.Write(x.Text)
		return err
	})
}
