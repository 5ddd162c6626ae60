// Package cablescsv is the cable schedule: a row for each pair of cable ends,
// which is one row for a straight cable and one for each leg of a splitter,
// with its hub as a. Lengths are whole millimetres, what is ordered rounded
// down, what is needed rounded up. It promises to read back what it wrote and
// to stream: memory does not grow with the rows.
package cablescsv

import (
	"io"
	"iter"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

var header = []string{
	"cable_id", "label", "medium", "product", "length_mm", "required_mm",
	"a_rack", "a_u", "a_device", "a_ports", "b_rack", "b_u", "b_device", "b_ports", "modules",
}

// An End is one plug and where it goes; U is 0 and Rack empty where that is not
// known. Of the hub of a splitter Ports are those the row's leg serves.
type End struct {
	Rack   string
	U      units.RackUnits
	Device string
	Ports  []string
}

// A Row is one pair of ends. Product is a SKU or an id "spec:…". RequiredMM is
// that of the leg, or of the longest link of a straight cable; empty where the
// run is not known. Modules are the SKUs of the transceivers the two ends plug
// into, that of a first; a transceiver stands in the row of every cable it
// serves, so they are counted in the bill of materials, not here.
type Row struct {
	CableID, Label       string
	Medium, Product      string
	LengthMM, RequiredMM csvtext.Int
	A, B                 End
	Modules              []string
}

// Rows are the cables of a result in its order, the legs of each in order.
func Rows(r *planner.Result) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range r.Cables {
			if !cableRows(r, &r.Cables[i], yield) {
				return
			}
		}
	}
}

// cableRows gives the rows of one cable: its first end with each other.
func cableRows(r *planner.Result, c *planner.Cable, yield func(Row) bool) bool {
	row := Row{CableID: c.ID, Label: c.Label, Medium: string(c.Medium)}
	if !c.Part.Nil() {
		row.Product = c.Part.ID()
	}
	if c.Length > 0 {
		row.LengthMM = csvtext.Some(c.Length.FloorMM())
	}
	for _, l := range c.Links {
		if r.Links[l].RunKnown {
			row.RequiredMM = csvtext.Some(c.Required)
		}
	}
	if len(c.Ends) == 0 {
		return yield(row)
	}
	hub := &c.Ends[0]
	row.A = endOf(hub)
	if len(c.Ends) == 1 {
		row.Modules = modules(r, hub)
		return yield(row)
	}
	for i := 1; i < len(c.Ends); i++ {
		leg, row := &c.Ends[i], row
		row.B = endOf(leg)
		row.Modules = modules(r, hub, leg)
		if leg.Link >= 0 {
			l := &r.Links[leg.Link]
			row.A.Ports = []string{hubPort(l, leg)}
			row.RequiredMM = csvtext.Int{}
			if l.RunKnown {
				row.RequiredMM = csvtext.Some(l.Required)
			}
			if l.Label != "" {
				row.Label = l.Label
			}
		}
		if !yield(row) {
			return false
		}
	}
	return true
}

// hubPort is the port at the other end of a leg's link.
func hubPort(l *planner.Link, leg *planner.CableEnd) string {
	for _, port := range leg.Ports {
		if l.A.Device.Name == leg.Device.Name && l.A.Port == port {
			return l.B.Port
		}
	}
	return l.A.Port
}

func endOf(e *planner.CableEnd) End {
	if e.Device == nil {
		return End{Ports: e.Ports}
	}
	return End{Rack: e.Device.Rack, U: e.Device.U, Device: e.Device.Name, Ports: e.Ports}
}

func modules(r *planner.Result, ends ...*planner.CableEnd) []string {
	var skus []string
	for _, e := range ends {
		if e.Module >= 0 {
			skus = append(skus, r.Modules[e.Module].Product.SKU)
		}
	}
	return skus
}

// Encode writes cables.csv.
func Encode(w io.Writer, r *planner.Result, o csvtext.Options) error {
	return Write(w, Rows(r), o)
}

// Write writes a table of the given rows.
func Write(w io.Writer, rows iter.Seq[Row], o csvtext.Options) error {
	return csvtext.Write(w, header, rows, o, func(w *csvtext.Writer, row *Row) {
		w.Text(row.CableID)
		w.Text(row.Label)
		w.Text(row.Medium)
		w.Text(row.Product)
		w.Int(row.LengthMM)
		w.Int(row.RequiredMM)
		for _, e := range []*End{&row.A, &row.B} {
			w.Text(e.Rack)
			w.Halves(int(e.U))
			w.Text(e.Device)
			w.List(e.Ports)
		}
		w.List(row.Modules)
	})
}

// Decode reads what Encode wrote, in any delimiter. Errors name the line.
func Decode(r io.Reader, o csvtext.Options) ([]Row, error) {
	return csvtext.Read(r, header, o, func(r *csvtext.Reader) Row {
		row := Row{
			CableID:    r.Text(),
			Label:      r.Text(),
			Medium:     r.Text(),
			Product:    r.Text(),
			LengthMM:   r.Int(),
			RequiredMM: r.Int(),
		}
		for _, e := range []*End{&row.A, &row.B} {
			*e = End{Rack: r.Text(), U: units.RackUnits(r.Halves()), Device: r.Text(), Ports: r.List()}
		}
		row.Modules = r.List()
		return row
	})
}
