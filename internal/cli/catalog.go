package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

type catalogCommand struct {
	List  listCommand  `cmd:"" help:"List products, or device types."`
	Show  showCommand  `cmd:"" help:"Show one product or device type: facts, sources, what it fits."`
	Reach reachCommand `cmd:"" help:"How far does each medium go? With a speed and a length: what does it?"`
	Lint  lintCommand  `cmd:"" help:"Check every row of the product data."`
	Diff  diffCommand  `cmd:"" help:"Compare the product data of two releases, cell by cell."`

	ImportType importTypeCommand `cmd:"" help:"Turn a device type of the NetBox library into one of a plan; say what was guessed."`
}

type listCommand struct {
	Text       string `arg:"" optional:"" help:"Beginning of a part number, dashes and case do not matter; or words of the description."`
	Medium     string `placeholder:"MEDIUM" enum:",dac,acc,aec,aoc,transceiver,fibre,twisted-pair" default:"" help:"dac, acc, aec, aoc, transceiver, fibre or twisted-pair."`
	Generation string `placeholder:"GEN" enum:",${classes}" default:"" help:"${classes}."`
	Form       string `placeholder:"FORM" help:"A plug or cage (osfp-finned-2): products it takes."`
	Min        string `placeholder:"LENGTH" help:"At least this long (2m)."`
	Max        string `placeholder:"LENGTH" help:"At most this long (5m)."`
	Devices    bool   `help:"List device types instead of products."`
}

// Run lists what fits the filters.
func (c *listCommand) Run(r *run) error {
	p := newPage(r.io.Out, r.io.Env)
	if c.Devices {
		if c.Medium+c.Generation+c.Form+c.Min+c.Max != "" {
			return UsageError("device types are listed by their text only; leave the other filters out")
		}
		p.types(r.app.Types(c.Text))
		return p.writeTo(r.io.Out)
	}
	q := app.ProductQuery{Text: c.Text, Medium: catalog.Medium(c.Medium), Generation: c.Generation, Form: c.Form}
	var err error
	if q.Min, err = parseLength("--min", c.Min); err != nil {
		return err
	}
	if q.Max, err = parseLength("--max", c.Max); err != nil {
		return err
	}
	products, err := r.app.Products(q)
	if err != nil {
		return err
	}
	p.products(products)
	return p.writeTo(r.io.Out)
}

// parseLength reads a flag; empty is 0.
func parseLength(flag, text string) (units.Length, error) {
	if text == "" {
		return 0, nil
	}
	l, err := units.ParseLength(text)
	if err != nil {
		return 0, UsageError(flag + ": " + err.Error())
	}
	if l <= 0 {
		return 0, UsageError(fmt.Sprintf("%s: length %q is not above 0", flag, text))
	}
	return l, nil
}

// products lists parts, shortest facts only.
func (p *page) products(all []*catalog.Product) {
	t := table{
		header: []string{"part", "medium", "length", "speed", "ends", "lifecycle", "evidence", "chosen", "description"},
		right:  []bool{false, false, true, false, false, false, false, false, false},
	}
	for _, x := range all {
		chosen := "by pin"
		if x.Automatic {
			chosen = "yes"
		}
		t.add(x.SKU, string(x.Medium), span(x), speeds(x.Speeds), ends(x), string(x.Lifecycle), string(x.Evidence), chosen, x.Description)
	}
	t.print(p)
	p.line(count(len(all), "product"))
}

// span is a product's length, of a module "to" its reach.
func span(x *catalog.Product) string {
	switch {
	case x.Span() == 0:
		return ""
	case x.Medium == catalog.Transceiver:
		return "to " + x.Span().Metres()
	}
	return x.Span().Metres()
}

func speeds(all []*catalog.Speed) string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Name
	}
	return strings.Join(names, " ")
}

// ends is the plug of a module, or both ends of a cable with its shape.
func ends(x *catalog.Product) string {
	a, b := plug(x.EndA), plug(x.EndB)
	switch {
	case b == "":
		return a
	case x.Legs > 1:
		return fmt.Sprintf("%s to %d x %s", a, x.Legs, b)
	}
	return a + " to " + b
}

func plug(f *catalog.FormFactor) string {
	if f == nil {
		return ""
	}
	return f.Name
}

// types lists device types.
func (p *page) types(all []*catalog.DeviceType) {
	t := table{header: []string{"type", "kind", "height", "model", "ports"}, right: []bool{false, false, true, false, false}}
	for _, x := range all {
		height := "part"
		if x.Rackable {
			height = x.Height.String() + "U"
		}
		t.add(x.Slug, x.Kind, height, x.Model, groups(x))
	}
	t.print(p)
	p.line(count(len(all), "device type"))
}

// groups is "32 osfp-finned-2 of 2 ports, 1 rj45".
func groups(x *catalog.DeviceType) string {
	var all []string
	for _, g := range x.Groups {
		s := fmt.Sprintf("%d %s", g.CageCount, g.Form.Name)
		if g.PortsPerCage > 1 {
			s += fmt.Sprintf(" of %d ports", g.PortsPerCage)
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

type lintCommand struct {
	Folder string `arg:"" optional:"" help:"Folder with the CSV files; without it, the built-in data."`
}

// Run holds product data to every rule and lists the rows that break one.
func (c *lintCommand) Run(r *run) error {
	cat, name := r.app.Catalog(), "built-in data"
	if c.Folder != "" {
		info, err := os.Stat(c.Folder)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return fmt.Errorf("%s is no folder; name the folder that holds the CSV files", c.Folder)
		}
		cat, err = r.app.LintCatalog(os.DirFS(c.Folder))
		if problems := (*catalog.Problems)(nil); errors.As(err, &problems) {
			fmt.Fprintln(r.io.Out, problems.Error())
			fmt.Fprintf(r.io.Out, "%s: %s\n", c.Folder, count(len(problems.List), "bad row"))
			return status(exitFails)
		}
		if err != nil {
			return err
		}
		name = c.Folder
	}
	_, err := fmt.Fprintf(r.io.Out, "%s: no bad row (%s, %s, %s, %s); revision %s\n", name,
		count(len(cat.Products), "product"), count(len(cat.Specifications), "specification"),
		count(len(cat.Types), "device type"), count(len(cat.Sources), "source"), cat.Revision)
	return err
}
