package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/formats"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/planner"
)

type exportCommand struct {
	Plan       string `arg:"" help:"The plan, YAML or JSON; - is standard input."`
	As         string `required:"" placeholder:"FORMAT" help:"What to write: ${formats}."`
	Out        string `short:"o" placeholder:"PATH" help:"File to write; without it, or with -, standard output."`
	Incomplete bool   `help:"Write the order of a plan that is not ok, with a row for each group of links without a cable; the file's name ends in -INCOMPLETE."`
	By         string `placeholder:"WHAT" help:"Divide an order for split deliveries: fabric, rack or group."`
	Fabric     string `placeholder:"NAME" help:"Which fabric fabric.svg draws, where the plan has several."`
	Raw        bool   `help:"CSV: no apostrophe before cells a spreadsheet would run."`
	Excel      bool   `help:"CSV: begin with the byte-order mark Excel wants."`
	Delimiter  string `help:"CSV: , or ; or tab." default:","`
}

// Run plans the document and writes it in a format.
func (c *exportCommand) Run(r *run) error {
	options, err := c.options()
	if err != nil {
		return err
	}
	src, err := r.source(c.Plan)
	if err != nil {
		return err
	}
	export, err := r.app.Export(r.ctx, app.ExportRequest{
		Source: src, Format: c.As, Incomplete: c.Incomplete, By: c.By, Fabric: c.Fabric, CSV: options,
	})
	if err != nil {
		return err
	}
	if res := export.Checked.Result; res != nil && !res.OK {
		fmt.Fprintf(r.io.Err, "server: the plan is not ok; see server check %s\n", c.Plan)
	}
	return r.write(c.path(), export.Write)
}

// options are those of a table; flags that mean nothing to the format are a
// wrong command line.
func (c *exportCommand) options() (csvtext.Options, error) {
	format, err := formats.Find(c.As)
	if err != nil {
		return csvtext.Options{}, UsageError(err.Error())
	}
	if c.Incomplete && !format.NeedsOK {
		return csvtext.Options{}, UsageError("--incomplete is for orders; " + c.As + " is written whether the plan is ok or not")
	}
	if c.Fabric != "" && !format.OfFabric {
		return csvtext.Options{}, UsageError("--fabric is for fabric.svg; " + format.Name + " is of the whole plan")
	}
	if c.By != "" && !format.NeedsOK {
		return csvtext.Options{}, UsageError("--by is for orders; " + c.As + " is none")
	}
	if c.By != "" && !slices.Contains(planner.Deliveries, c.By) {
		return csvtext.Options{}, UsageError("--by " + c.By + " is not known; write fabric, rack or group")
	}
	delimiter, err := csvtext.ParseDelimiter(c.Delimiter)
	if err != nil {
		return csvtext.Options{}, UsageError("--" + err.Error())
	}
	if !strings.HasPrefix(format.MediaType, "text/csv") && (c.Raw || c.Excel || delimiter != ',') {
		return csvtext.Options{}, UsageError("--raw, --excel and --delimiter are for CSV; " + c.As + " is none")
	}
	return csvtext.Options{Raw: c.Raw, Excel: c.Excel, Delimiter: delimiter}, nil
}

// path is where to write: as asked, with the mark of an incomplete order.
func (c *exportCommand) path() string {
	if c.Incomplete && c.Out != "" && c.Out != "-" {
		return ordercsv.IncompleteName(c.Out)
	}
	return c.Out
}

// write writes to a file and says so, or to standard output.
func (r *run) write(path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return write(r.io.Out)
	}
	if err := writeFile(path, write); err != nil {
		return err
	}
	fmt.Fprintf(r.io.Err, "wrote %s\n", path)
	return nil
}
