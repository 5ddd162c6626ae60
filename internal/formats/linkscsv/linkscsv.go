// Package linkscsv is the table of links: a row a link, in the order of the
// result, with what it needs, what its medium can do and why that was chosen.
// Lengths are whole millimetres. It promises to read back what it wrote and to
// stream: memory does not grow with the rows.
package linkscsv

import (
	"io"
	"iter"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

var header = []string{
	"link_id", "a_device", "a_port", "a_rack", "a_u", "b_device", "b_port", "b_rack", "b_u", "speed", "fabric", "group",
	"run_mm", "required_mm", "limit_mm", "headroom_mm", "spare_mm", "medium", "cables", "status", "reason",
}

// An End is a port and where its device stands; U is 0 and Rack empty where
// that is not known.
type End struct {
	Device, Port, Rack string
	U                  units.RackUnits
}

// A Row is one link. A number is empty where it is not known: the run of a
// device without a place, the limit where none could be worked out and with it
// the headroom, the spare length of a link without a cable.
type Row struct {
	LinkID               string
	A, B                 End
	Speed, Fabric, Group string
	RunMM, RequiredMM    csvtext.Int
	LimitMM, HeadroomMM  csvtext.Int
	SpareMM              csvtext.Int
	Medium               string
	Cables               []string // ids, none or one; two fibres of one link
	Status, Reason       string
}

// Rows are the links of a result, in its order.
func Rows(r *planner.Result) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range r.Links {
			if !yield(rowOf(r, &r.Links[i])) {
				return
			}
		}
	}
}

// Some are some of the links of a result, by their indexes, in the order given.
func Some(r *planner.Result, links []int32) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for _, i := range links {
			if !yield(rowOf(r, &r.Links[i])) {
				return
			}
		}
	}
}

func rowOf(r *planner.Result, l *planner.Link) Row {
	row := Row{
		LinkID: l.ID, A: endOf(l.A), B: endOf(l.B), Speed: l.Speed, Fabric: l.Fabric, Group: l.Group,
		Medium: string(l.Medium), Status: string(l.Status), Reason: l.Reason,
	}
	if l.RunKnown {
		row.RunMM, row.RequiredMM = csvtext.Some(l.Run.CeilMM()), csvtext.Some(l.Required)
	}
	if l.Limit >= 0 {
		row.LimitMM = csvtext.Some(l.Limit)
		if l.RunKnown {
			row.HeadroomMM = csvtext.Some(l.Limit - l.Required)
		}
	}
	if l.HasCable && l.RunKnown {
		row.SpareMM = csvtext.Some(l.Spare)
	}
	for _, c := range l.Cables {
		if c >= 0 {
			row.Cables = append(row.Cables, r.Cables[c].ID)
		}
	}
	return row
}

func endOf(e planner.End) End {
	return End{Device: e.Device.Name, Port: e.Port, Rack: e.Device.Rack, U: e.Device.U}
}

// Encode writes links.csv.
func Encode(w io.Writer, r *planner.Result, o csvtext.Options) error {
	return Write(w, Rows(r), o)
}

// Write writes a table of the given rows.
func Write(w io.Writer, rows iter.Seq[Row], o csvtext.Options) error {
	return csvtext.Write(w, header, rows, o, func(w *csvtext.Writer, row *Row) {
		w.Text(row.LinkID)
		for _, e := range []*End{&row.A, &row.B} {
			w.Text(e.Device)
			w.Text(e.Port)
			w.Text(e.Rack)
			w.Halves(int(e.U))
		}
		w.Text(row.Speed)
		w.Text(row.Fabric)
		w.Text(row.Group)
		w.Int(row.RunMM)
		w.Int(row.RequiredMM)
		w.Int(row.LimitMM)
		w.Int(row.HeadroomMM)
		w.Int(row.SpareMM)
		w.Text(row.Medium)
		w.List(row.Cables)
		w.Text(row.Status)
		w.Text(row.Reason)
	})
}

// Decode reads what Encode wrote, in any delimiter. Errors name the line.
func Decode(r io.Reader, o csvtext.Options) ([]Row, error) {
	return csvtext.Read(r, header, o, func(r *csvtext.Reader) Row {
		end := func() End {
			return End{Device: r.Text(), Port: r.Text(), Rack: r.Text(), U: units.RackUnits(r.Halves())}
		}
		return Row{
			LinkID:     r.Text(),
			A:          end(),
			B:          end(),
			Speed:      r.Text(),
			Fabric:     r.Text(),
			Group:      r.Text(),
			RunMM:      r.Int(),
			RequiredMM: r.Int(),
			LimitMM:    r.Int(),
			HeadroomMM: r.Int(),
			SpareMM:    r.Int(),
			Medium:     r.Text(),
			Cables:     r.List(),
			Status:     r.Text(),
			Reason:     r.Text(),
		}
	})
}
