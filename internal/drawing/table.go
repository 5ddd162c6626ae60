package drawing

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/units"
)

// A Row says in words what the drawing shows of one device, or of units that
// are free front and rear (Device is empty).
type Row struct {
	Units       string          // "1–8", "12.5", "0U left"; empty: it has no unit yet
	U           units.RackUnits // the lowest of them; 0: beside the units or not known
	Marked      string          // the figures on the rack where they are others; empty: the same
	Device      string
	Href        string
	Type        string // slug; as written where it is unknown
	Known       bool   // the type is one of the catalog, not of the document
	Kind        string // in words
	Face        string // rack face its front looks out of; empty: not known
	PortSide    string // rack face its ports look out of; empty: not known
	Airflow     string // through the rack: "front to rear"; empty: not known
	Ports, Used int    // of the type; with a link
	Links       [Error + 1]int
	Power       units.Power // at most; 0: not known
	Weight      units.Mass  // 0: not known
	Status      Status
	Verdict     string   // "2 links with errors, 6 links ok"
	Notes       []string // what else is to know: findings, why it is not drawn
	Chosen      bool
}

// rowOf are the facts of a device as a row.
func (p *Place) rowOf(f *facts) Row {
	r := Row{Device: f.dev.Name, Type: f.typeName, Kind: f.kind(), Face: f.dev.Face, Links: f.links, Status: f.status,
		Verdict: f.verdict(), Notes: slices.Clone(f.findings), Chosen: f.chosen, Ports: len(f.ports), Used: f.used()}
	switch {
	case f.beside():
		r.Units = "0U " + sideOf(f)
		if f.side == "" {
			r.Notes = append(r.Notes, "side not written, drawn on the left")
		}
		if f.from == nil || f.to == nil {
			r.Notes = append(r.Notes, "heights from and to not written, drawn over the whole rack")
		}
	case f.dev.U == 0:
		r.Notes = append(r.Notes, "no unit yet, so not drawn")
	default:
		r.U, r.Units = f.dev.U, spanText(f.dev.U, f.height())
		r.Marked = p.markedText(f.dev.U, f.height())
		if half, left := f.half(); half {
			r.Units += halfText(left != f.rear())
		}
		if from, to := p.cells(f); from == to {
			r.Notes = append(r.Notes, "outside the rack, so not drawn")
		}
	}
	if t := f.dev.Type; t != nil {
		r.Type, r.Known, r.Power, r.Weight = t.Slug, !t.Local, t.PowerMax, t.Weight
		r.PortSide, r.Airflow = portSide(f), airWords(f)
		if f.stands() && !f.beside() && t.PortSide == "" && len(t.Ports) > 0 {
			r.Notes = append(r.Notes, "port side not known, ports drawn at both faces")
		}
	}
	return r
}

// halfText is the slot as one looks at the device's own front.
func halfText(left bool) string {
	if left {
		return ", left half"
	}
	return ", right half"
}

// sideOf is the side a 0U device hangs at, seen from the rear of the rack.
func sideOf(f *facts) string {
	if f.side == "right" {
		return "right"
	}
	return "left"
}

func portSide(f *facts) string {
	switch {
	case !f.stands() || f.dev.Type.PortSide == "":
		return ""
	case f.portsAt(true):
		return "rear"
	}
	return "front"
}

func airWords(f *facts) string {
	switch f.air(false) {
	case AirIn:
		return "front to rear"
	case AirOut:
		return "rear to front"
	case AirEither:
		return "either way"
	}
	return ""
}

// spanText is the units something takes: "12", "1–8", "12.5", "12.5, 1.5 U
// high".
func spanText(u, height units.RackUnits) string {
	switch {
	case height == units.U(1) && u%2 == 0 || height == 1 && u%2 != 0:
		return u.String()
	case u%2 == 0 && height%2 == 0:
		return u.String() + "–" + (u + height - units.U(1)).String()
	}
	return fmt.Sprintf("%s, %s U high", u, height)
}

// markedText is spanText in the figures on the rack; empty where those are the
// same.
func (p *Place) markedText(u, height units.RackUnits) string {
	if p.asMarked() {
		return ""
	}
	low, high := int(u)/2, int(u+height-1)/2
	if low == high {
		return fmt.Sprint(p.Marked(low))
	}
	return fmt.Sprintf("%d–%d", p.Marked(low), p.Marked(high))
}

// unitWords is how a label says where a device stands.
func (p *Place) unitWords(f *facts) string {
	if f.beside() {
		return "beside the units, " + sideOf(f) + " seen from the rear"
	}
	words := "U" + strings.Replace(spanText(f.dev.U, f.height()), "–", " to ", 1)
	if half, left := f.half(); half {
		words += halfText(left != f.rear())
	}
	if m := p.markedText(f.dev.U, f.height()); m != "" {
		words += " (marked " + strings.Replace(m, "–", " to ", 1) + ")"
	}
	return words
}

// label is what a reader hears of a device.
func (p *Place) label(f *facts) string {
	kind := f.kind()
	if f.dev.Type == nil {
		kind += " " + f.typeName
	}
	return strings.Join([]string{f.dev.Name, p.unitWords(f), kind, f.verdict()}, ", ")
}

// table are the rows of a rack: devices and free units from the top, then what
// stands beside the units, then what has no unit.
func (p *Place) table(all []*facts, o *Options) []Row {
	taken := make([]bool, 2*p.Units)
	var stand, beside, nowhere []*facts
	for _, f := range all {
		switch {
		case f.beside():
			beside = append(beside, f)
		case f.dev.U == 0:
			nowhere = append(nowhere, f)
		default:
			stand = append(stand, f)
			from, to := p.cells(f)
			for i := from; i < to; i++ {
				taken[i] = true
			}
		}
	}
	slices.SortStableFunc(stand, func(a, b *facts) int {
		return int(b.dev.U+b.height()) - int(a.dev.U+a.height())
	})
	rows := make([]Row, 0, len(all)+4)
	add := func(f *facts) {
		r := p.rowOf(f)
		r.Href = o.device(f.dev.Name)
		rows = append(rows, r)
	}
	free := p.freeSpans(taken)
	for _, f := range stand {
		for len(free) > 0 && free[0].u > f.dev.U {
			rows, free = append(rows, p.freeRow(free[0])), free[1:]
		}
		add(f)
	}
	for _, g := range free {
		rows = append(rows, p.freeRow(g))
	}
	for _, f := range slices.Concat(beside, nowhere) {
		add(f)
	}
	return rows
}

// A gap is units that are free front and rear.
type gap struct{ u, height units.RackUnits }

// freeSpans are the free units from the top.
func (p *Place) freeSpans(taken []bool) []gap {
	var out []gap
	for i := len(taken) - 1; i >= 0; {
		if taken[i] {
			i--
			continue
		}
		top := i
		for i >= 0 && !taken[i] {
			i--
		}
		out = append(out, gap{units.U(1) + units.RackUnits(i+1), units.RackUnits(top - i)})
	}
	return out
}

func (p *Place) freeRow(g gap) Row {
	return Row{U: g.u, Units: spanText(g.u, g.height), Marked: p.markedText(g.u, g.height), Verdict: g.height.String() + " U free"}
}

// cells are the half units of the rack a device covers, cut to the rack.
func (p *Place) cells(f *facts) (from, to int) {
	from = int(f.dev.U - units.U(1))
	to = from + int(f.height())
	return min(max(from, 0), 2*p.Units), min(max(to, 0), 2*p.Units)
}
