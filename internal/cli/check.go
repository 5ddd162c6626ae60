package cli

import (
	"io"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/findingscsv"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/formats/sarif"
)

type checkCommand struct {
	Plan   string `arg:"" help:"The plan, YAML or JSON; - is standard input."`
	Format string `help:"How to print what came of it: ${enum}." enum:"text,json,csv,sarif" default:"text"`
	FailOn string `help:"Exit 1 when a finding is this bad, or a link is unknown: ${enum}." enum:"never,error,warning" default:"error"`
}

// Run plans the document and prints what came of it.
func (c *checkCommand) Run(r *run) error {
	src, err := r.source(c.Plan)
	if err != nil {
		return err
	}
	checked, err := r.app.Check(r.ctx, app.CheckRequest{Source: src})
	if err != nil {
		return err
	}
	if err := r.print(src.Name, checked, c.Format); err != nil {
		return err
	}
	if checked.Fails(app.FailOn(c.FailOn)) {
		return status(exitFails)
	}
	return nil
}

func (r *run) print(name string, checked *app.Checked, format string) error {
	switch format {
	case "json":
		return resultjson.Encode(r.io.Out, checked.Result, resultjson.Options{Version: checked.Version})
	case "csv":
		return findingscsv.Encode(r.io.Out, checked.Result, csvtext.Options{})
	case "sarif":
		return sarif.Encode(r.io.Out, checked.Result, sarif.Options{Version: checked.Version, Artifact: name})
	}
	p := newPage(r.io.Out, r.io.Env)
	p.result(name, checked.Result)
	return p.writeTo(r.io.Out)
}

// writeTo prints the page.
func (p *page) writeTo(w io.Writer) error {
	_, err := io.WriteString(w, p.b.String())
	return err
}
