package app

import (
	"context"
	"fmt"
	"io"

	"lengthwise/internal/formats"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/linkscsv"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/planner"
)

// Formats are what a plan can be exported as, in the order they are documented.
func (a *App) Formats() []formats.Format { return formats.All() }

// An ExportRequest asks for a plan in one format. CSV concerns tables only;
// Incomplete asks for an order although the plan is not ok.
type ExportRequest struct {
	Source
	Format     string
	Incomplete bool
	By         string // an order divided by fabric, rack or group; empty: whole
	Since      int    // of a stored plan: the revision an order is compared with; 0: none
	Fabric     string // of a drawing of one fabric; empty: the only one
	CSV        csvtext.Options
	Links      *LinkQuery // of links.csv: those that match, in their order; nil: all
}

// An Export is a plan that is ready to be written in a format. Checked has no
// Result where the format needs none.
type Export struct {
	Format  formats.Format
	Name    string // what its file is called
	Checked *Checked

	input   formats.Input
	options formats.Options
	links   []int32 // of links.csv; nil: all
}

// Export plans a document for one format. The error is *Invalid when the
// document cannot be read, *formats.Refused when it asks for the order of a plan
// that is not ok, *Invalid when it asks for a fabric the plan lacks, and wraps ErrNotFound when there is no such format.
func (a *App) Export(ctx context.Context, req ExportRequest) (*Export, error) {
	format, err := formats.Find(req.Format)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	plan := a.Check
	if format.DocumentOnly {
		plan = a.read
	}
	checked, err := plan(ctx, CheckRequest{Source: req.Source})
	if err != nil {
		return nil, err
	}
	return a.export(checked, format, req, ordercsv.Options{})
}

// export is a checked plan in a format; order holds what an order is compared
// with.
func (a *App) export(checked *Checked, format formats.Format, req ExportRequest, order ordercsv.Options) (*Export, error) {
	if err := checkDivision(req.By); err != nil {
		return nil, err
	}
	if r := checked.Result; format.NeedsOK && !r.OK && !req.Incomplete {
		return nil, &formats.Refused{Errors: r.Summary.Errors, Unknown: r.Summary.LinksByStatus[planner.StatusUnknown]}
	}
	e := &Export{
		Format: format, Name: format.FileName(req.Incomplete), Checked: checked,
		input: formats.Input{Document: checked.Document, Result: checked.Result, Catalog: checked.Catalog, Version: a.version, Artifact: req.Name},
		options: formats.Options{
			CSV: req.CSV, Incomplete: req.Incomplete, By: req.By, Fabric: req.Fabric, Before: order.Before, BeforeName: order.BeforeName,
		},
	}
	if err := format.Ready(e.input, e.options); err != nil {
		return nil, fault("fabric", "%s", err)
	}
	if req.Links != nil && format.Name == linksFile {
		links, err := checked.AllLinks(*req.Links)
		if err != nil {
			return nil, err
		}
		e.links = append([]int32{}, links...)
	}
	return e, nil
}

// linksFile is the format a LinkQuery selects the rows of.
const linksFile = "links.csv"

// Write writes the export; its rows are streamed.
func (e *Export) Write(w io.Writer) error {
	if e.links != nil {
		return linkscsv.Write(w, linkscsv.Some(e.input.Result, e.links), e.options.CSV)
	}
	return e.Format.Encode(w, e.input, e.options)
}
