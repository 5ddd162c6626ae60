// Package formats lists what a plan and its result can be written as, so that
// the command line and the API offer the same formats under the same names.
// Each format is a package of its own; they do not know each other.
package formats

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/bomcsv"
	"lengthwise/internal/formats/cablescsv"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/findingscsv"
	"lengthwise/internal/formats/generationscsv"
	"lengthwise/internal/formats/generationsjson"
	"lengthwise/internal/formats/linkscsv"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/formats/orderxlsx"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/formats/sarif"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// An Input is what a format is written from. Result may be nil for a format
// that does not need it.
type Input struct {
	Document *plan.Document
	Result   *planner.Result
	Catalog  *catalog.Catalog // the result was planned with
	Version  string           // of the program
	Artifact string           // name of the document as its author knows it
}

// Options say how. A format ignores what does not concern it.
type Options struct {
	CSV        csvtext.Options
	Incomplete bool   // an order although the plan is not ok
	By         string // an order divided by fabric, rack or group; empty: whole
	Fabric     string // which one is drawn; empty: the only one

	Before     *planner.Result // what an order is compared with; nil: nothing
	BeforeName string          // of Before: "revision 3"
}

func (o Options) order() ordercsv.Options {
	return ordercsv.Options{Options: o.CSV, Incomplete: o.Incomplete, By: o.By, Before: o.Before, BeforeName: o.BeforeName}
}

// A Format is one way to write a plan or its result.
type Format struct {
	Name         string // what people ask for, and the name of the file: "order.csv"
	MediaType    string
	For          string // what it is for, a few words
	NeedsOK      bool   // refused while the plan is not ok, unless Incomplete; the error is a *Refused
	DocumentOnly bool   // written from the document alone; Result may be nil
	OfFabric     bool   // of one fabric; refused by Ready where it is not known which
	Encode       func(w io.Writer, in Input, o Options) error
}

// Ready says why a format cannot be written from a result, before anything is:
// the fabric that is asked for is not there. Nil: it can.
func (f Format) Ready(in Input, o Options) error {
	if !f.OfFabric {
		return nil
	}
	_, err := svg.FabricOf(in.Result, o.Fabric)
	return err
}

// Refused says that the plan is not ok and so has no order.
type Refused = ordercsv.Refused

// The media types of formats.
const (
	mediaCSV  = "text/csv; charset=utf-8"
	mediaJSON = "application/json"
)

var all = []Format{
	{
		Name: "order.csv", MediaType: mediaCSV, For: "procurement: what to buy, decisions first", NeedsOK: true,
		Encode: func(w io.Writer, in Input, o Options) error {
			return ordercsv.Encode(w, in.Result, o.order())
		},
	},
	{
		Name: "order.xlsx", MediaType: orderxlsx.MediaType, For: "procurement: the same as a workbook", NeedsOK: true,
		Encode: func(w io.Writer, in Input, o Options) error {
			return orderxlsx.Encode(w, in.Result, o.order())
		},
	},
	{Name: "bom.csv", MediaType: mediaCSV, For: "bill of materials: a row a product", Encode: table(bomcsv.Encode)},
	{Name: "cables.csv", MediaType: mediaCSV, For: "cable schedule: a row for each pair of cable ends", Encode: table(cablescsv.Encode)},
	{Name: "links.csv", MediaType: mediaCSV, For: "links: run, limit, medium and reason of each", Encode: table(linkscsv.Encode)},
	{Name: "findings.csv", MediaType: mediaCSV, For: "findings: what is wrong and the way out", Encode: table(findingscsv.Encode)},
	{
		Name: "findings.sarif", MediaType: sarif.MediaType, For: "findings as annotations of a code review",
		Encode: func(w io.Writer, in Input, _ Options) error {
			return sarif.Encode(w, in.Result, sarif.Options{Version: in.Version, Artifact: in.Artifact})
		},
	},
	{
		Name: "result.json", MediaType: mediaJSON, For: "the whole result, for scripts",
		Encode: func(w io.Writer, in Input, _ Options) error {
			return resultjson.Encode(w, in.Result, resultjson.Options{Version: in.Version})
		},
	},
	{
		Name: "generations.csv", MediaType: mediaCSV, For: "InfiniBand links at EDR, HDR, NDR and XDR: by what, how far copper goes, watts, cost",
		Encode: func(w io.Writer, in Input, o Options) error { return generationscsv.Encode(w, compared(in), o.CSV) },
	},
	{
		Name: "generations.json", MediaType: mediaJSON, For: "the same for scripts, with every part and source",
		Encode: func(w io.Writer, in Input, _ Options) error {
			return generationsjson.Encode(w, compared(in), in.Version)
		},
	},
	{
		Name: "generations.svg", MediaType: svg.MediaType, For: "the same as a chart",
		Encode: func(w io.Writer, in Input, _ Options) error {
			return svg.EncodeChart(w, drawing.NewChart(compared(in)), svg.Options{Standalone: true})
		},
	},
	{Name: "elevation.svg", MediaType: svg.MediaType, For: "drawing: front and rear of every rack, to scale", Encode: elevation},
	{Name: "floor.svg", MediaType: svg.MediaType, For: "drawing: the hall from above, racks and trays to scale", Encode: floor},
	{
		Name: "fabric.svg", MediaType: svg.MediaType, For: "drawing: one fabric, its tiers and links", OfFabric: true,
		Encode: func(w io.Writer, in Input, o Options) error { return svg.EncodeFabric(w, in.Result, o.Fabric) },
	},
	{Name: "plan.yaml", MediaType: string(planfile.YAML), For: "the document as YAML", DocumentOnly: true, Encode: document(planfile.YAML)},
	{Name: "plan.json", MediaType: string(planfile.JSON), For: "the document as JSON", DocumentOnly: true, Encode: document(planfile.JSON)},
}

func table(encode func(io.Writer, *planner.Result, csvtext.Options) error) func(io.Writer, Input, Options) error {
	return func(w io.Writer, in Input, o Options) error { return encode(w, in.Result, o.CSV) }
}

func compared(in Input) *planner.Generations {
	return planner.CompareGenerations(in.Result, in.Document, in.Catalog)
}

func elevation(w io.Writer, in Input, _ Options) error {
	return svg.EncodePlan(w, in.Document, in.Result)
}

func floor(w io.Writer, in Input, _ Options) error {
	return svg.EncodeFloor(w, in.Document, in.Result)
}

func document(mt planfile.MediaType) func(io.Writer, Input, Options) error {
	return func(w io.Writer, in Input, _ Options) error { return planfile.Encode(w, in.Document, mt) }
}

// All are the formats in the order they are documented.
func All() []Format { return slices.Clone(all) }

// Find is the format of a name. The error lists the names there are.
func Find(name string) (Format, error) {
	var names []string
	for _, f := range all {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("format %q does not exist; the formats are %s", name, strings.Join(names, ", "))
}

// FileName is what a file of the format is called: its name, and for an
// incomplete order the mark that it is.
func (f Format) FileName(incomplete bool) string {
	if f.NeedsOK && incomplete {
		return ordercsv.IncompleteName(f.Name)
	}
	return f.Name
}
