package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/template"
)

type templateCommand struct {
	Name   string            `arg:"" optional:"" help:"The template; without it, all are listed."`
	Out    string            `short:"o" placeholder:"PATH" help:"File to write; without it, or with -, standard output."`
	Params bool              `help:"Print what the template asks, with defaults and limits, and write nothing."`
	Set    map[string]string `placeholder:"NAME=VALUE" mapsep:"none" help:"A parameter; may be given more than once. Every parameter has a flag of its own too."`

	Plan templateFlags `embed:"" group:"Parameters; what a template asks, server template NAME --params says"`
}

// templateFlags are the parameters of all templates as flags. They are texts:
// the template says what is wrong with one, all at once.
type templateFlags struct {
	PlanName         string `name:"name" placeholder:"TEXT" help:"What the plan is called."`
	Units            string `param:"units" placeholder:"N" help:"Scalable units."`
	K                string `param:"k" placeholder:"N" help:"Ports of a fat tree's switches."`
	Hosts            string `param:"hosts" placeholder:"N" help:"How many hosts."`
	Host             string `param:"host" placeholder:"TYPE" help:"Device type of the hosts."`
	HostsPerUnit     string `param:"hosts_per_unit" placeholder:"N" help:"Hosts in a unit."`
	HostsPerLeaf     string `param:"hosts_per_leaf" placeholder:"N" help:"Hosts on a leaf."`
	HostsPerRack     string `param:"hosts_per_rack" placeholder:"N" help:"Hosts in a rack."`
	StorageServers   string `param:"storage_servers" placeholder:"N" help:"Storage servers."`
	HeadServers      string `param:"head_servers" placeholder:"N" help:"Head servers."`
	Speed            string `param:"speed" placeholder:"RATE" help:"What the hosts' ports run at: ndr, 400gbe ..."`
	Homing           string `param:"homing" placeholder:"WORD" help:"single or dual."`
	Oversubscription string `param:"oversubscription" placeholder:"RATIO" help:"Bandwidth down to bandwidth up."`
	RackKW           string `name:"rack-kw" placeholder:"KW" help:"Power of a rack."`
	RowRacks         string `param:"row_racks" placeholder:"N" help:"Racks in a row."`
	Network          string `param:"network" placeholder:"WORD" help:"Where network racks stand in a row: middle or end."`
	CrossTrays       string `param:"cross_trays" placeholder:"WORD" help:"Where trays join rows: ends or network."`
	SidePass         string `param:"side_pass" placeholder:"N" help:"Racks a cable may go straight through."`
}

// values are the parameters that were given.
func (c *templateCommand) values() map[string]string {
	f := &c.Plan
	values := map[string]string{}
	for name, value := range map[string]string{
		"name": f.PlanName, "units": f.Units, "k": f.K, "hosts": f.Hosts, "host": f.Host, "hosts_per_unit": f.HostsPerUnit,
		"hosts_per_leaf": f.HostsPerLeaf, "hosts_per_rack": f.HostsPerRack, "storage_servers": f.StorageServers, "head_servers": f.HeadServers,
		"speed": f.Speed, "homing": f.Homing, "oversubscription": f.Oversubscription, "rack_kw": f.RackKW, "row_racks": f.RowRacks,
		"network": f.Network, "cross_trays": f.CrossTrays, "side_pass": f.SidePass,
	} {
		if value != "" {
			values[name] = value
		}
	}
	for name, value := range c.Set {
		values[strings.ReplaceAll(name, "-", "_")] = value
	}
	return values
}

// Run writes a template, lists them all, or prints what one asks.
func (c *templateCommand) Run(r *run) error {
	values := c.values()
	switch {
	case c.Name == "" && (c.Params || len(values) > 0):
		return UsageError("name a template; server template lists them")
	case c.Name == "":
		return r.write(c.Out, templateList(r).writeTo)
	}
	x, err := r.app.Template(c.Name)
	if err != nil {
		return err
	}
	if c.Params {
		return r.write(c.Out, templateParams(r, x).writeTo)
	}
	src, err := r.app.FromTemplate(c.Name, values)
	if invalid := (*app.Invalid)(nil); errors.As(err, &invalid) {
		return parameterFault(c.Name, invalid)
	}
	if err != nil {
		return err
	}
	return r.write(c.Out, func(w io.Writer) error {
		_, err := w.Write(src.Text)
		return err
	})
}

// parameterFault says every parameter that is wrong, a line each.
func parameterFault(name string, invalid *app.Invalid) error {
	var lines []string
	for _, p := range invalid.Problems.List {
		lines = append(lines, p.Message)
	}
	return UsageError(strings.Join(lines, "\nserver: ") + "\nsee server template " + name + " --params")
}

// templateList lists the templates, each with the parameters it asks.
func templateList(r *run) *page {
	p := newPage(r.io.Out, r.io.Env)
	t := table{header: []string{"template", "asks", "what it makes"}, right: make([]bool, 3)}
	for _, x := range r.app.Templates() {
		t.add(x.Name, asks(x), x.Description)
	}
	t.print(p)
	return p
}

// asks names the first few parameters of a template.
func asks(x app.Template) string {
	const shown = 3
	var names []string
	for _, p := range x.Params {
		if p.Name != "name" {
			names = append(names, p.Name)
		}
	}
	if more := len(names) - shown; more > 0 {
		return strings.Join(names[:shown], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}

// templateParams prints what a template asks.
func templateParams(r *run, x app.Template) *page {
	p := newPage(r.io.Out, r.io.Env)
	p.line(p.styled(bold, x.Name))
	p.wrapped("", "", x.Description)
	if len(x.Params) == 0 {
		p.line("an example as it stands; it takes --name and nothing else")
		return p
	}
	p.line()
	t := table{header: []string{"parameter", "default", "takes", "what it is"}, right: make([]bool, 4)}
	for _, q := range x.Params {
		t.add("--"+strings.ReplaceAll(q.Name, "_", "-"), q.Default, takes(q), q.Label+". "+q.Help)
	}
	t.print(p)
	return p
}

// takes is what values a parameter may have.
func takes(q template.Param) string {
	switch q.Kind {
	case template.Int:
		return fmt.Sprintf("%d to %d", q.Least, q.Most)
	case template.Choice:
		return strings.Join(q.Choices, ", ")
	}
	return fmt.Sprintf("at most %d characters", q.Most)
}
