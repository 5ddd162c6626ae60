package ui

import (
	"fmt"
	"net/http"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// pullsAPart is how many cables one installer pack holds; a pair of racks stays
// whole.
const pullsAPart = 2_000

// printInstaller prints what is pulled between each pair of racks: ?rack=,
// ?row= and ?group= say which, ?part= which part of many.
func (u *UI) printInstaller(w http.ResponseWriter, r *http.Request) error {
	s, err := u.newSheaf(r, "installer")
	if err != nil {
		return err
	}
	pairs, err := s.o.checked.RackPairs(app.PairQuery{Rack: s.doc.Rack, Row: s.doc.Row, Group: s.doc.Group})
	if err != nil {
		return err
	}
	starts, pulls := packs(pairs)
	part, err := whole("part", s.asked.Get("part"), max(1, len(starts)))
	if err != nil {
		return err
	}
	part = max(1, part)
	s.parts(part, len(starts))
	s.doc.Said = fmt.Sprintf("%s between %s.", counted(pulls, "pull"), counted(len(pairs), "pair")+" of racks")
	from, to := 0, len(pairs)
	if len(starts) > 1 {
		from = starts[part-1]
		if part < len(starts) {
			to = starts[part]
		}
		s.doc.Said += fmt.Sprintf(" This is part %d of %d: pairs %s to %s. The other parts are printed by themselves.", part, len(starts), number(from+1), number(to))
	}
	if n := s.o.result.Summary.Existing; n > 0 {
		s.doc.Said += " " + upperFirst(counted(n, "cable")) + " there already " + verb(n, "is", "are") + " not listed."
	}
	s.doc.Empty = "Nothing is to be pulled there."
	x := installer{o: s.o, routes: map[*planner.Route]string{}}
	var sheets []templates.PairSheet
	for i := from; i < to; i++ {
		sheets = append(sheets, x.pair(&pairs[i], i+1, len(pairs)))
	}
	return write(r.Context(), w, http.StatusOK, templates.PrintInstaller(u.printFrame(r, s), s.doc, sheets))
}

// packs are the first pairs of each part, and how many pulls all of them hold.
func packs(pairs []app.RackPair) (starts []int, pulls int) {
	in := 0
	for i := range pairs {
		n := len(pairs[i].Pulls)
		if pulls += n; i == 0 || in+n > pullsAPart {
			starts, in = append(starts, i), 0
		}
		in += n
	}
	return starts, pulls
}

// An installer words what is pulled.
type installer struct {
	o      *opened
	routes map[*planner.Route]string
}

func rackWords(rack string) string {
	if rack == "" {
		return "outside"
	}
	return rack
}

func (x *installer) pair(p *app.RackPair, n, of int) templates.PairSheet {
	sheet := templates.PairSheet{A: rackWords(p.A), B: rackWords(p.B), Said: counted(len(p.Pulls), "pull") + ", pair " + number(n) + " of " + number(of)}
	sheet.Title = sheet.A + " ↔ " + sheet.B
	if p.A == p.B {
		sheet.Title = "Inside " + sheet.A
	}
	for _, pull := range p.Pulls {
		sheet.Rows = append(sheet.Rows, x.row(pull))
	}
	return sheet
}

func (x *installer) row(p app.Pull) templates.PullRow {
	c := &x.o.result.Cables[p.Cable]
	a, b := &c.Ends[p.A], &c.Ends[p.B]
	row := templates.PullRow{A: x.end(c, a), B: x.end(c, b), Length: "–", Medium: mediumWord[string(c.Medium)], Part: "none", Color: c.Color}
	row.A.Label, row.B.Label = x.o.result.EndLabels(c, int(p.A), int(p.B))
	if c.Length > 0 {
		row.Length = c.Length.Metres()
		row.Length = strings.TrimSuffix(row.Length, " m")
	}
	if !c.Part.Nil() {
		row.Part = c.Part.ID()
	}
	if len(c.Ends) > 2 {
		leg := a.Leg + b.Leg // one of the two is the hub, 0
		row.Leg = fmt.Sprintf("leg %d of %d", leg, len(c.Ends)-1)
	}
	link := c.Links[0]
	for _, e := range []*planner.CableEnd{a, b} {
		if e.Link >= 0 {
			link = e.Link
		}
	}
	row.Route = x.route(&x.o.result.Links[link])
	return row
}

// end is one end of a pull.
func (x *installer) end(c *planner.Cable, e *planner.CableEnd) templates.PullEnd {
	at := x.o.end(e.Device, e.Cage)
	end := templates.PullEnd{U: at.U, Device: e.Device.Name, Port: e.Cage}
	if len(e.Ports) == 1 {
		end.Port = e.Ports[0]
	}
	if e.Module >= 0 {
		end.Module = x.o.result.Modules[e.Module].Product.SKU
	}
	if len(c.Ends) > 2 && e.Leg == 0 {
		end.Hub = "hub"
	}
	return end
}

// withinRack reports whether a part of a route is one every cable has at its
// ends: out of the port, up or down, into the tray.
func withinRack(segment string) bool {
	for _, start := range []string{"exit, end", "tray entry, end", "up in rack", "down in rack"} {
		if strings.HasPrefix(segment, start) {
			return true
		}
	}
	return false
}

// route is the way a cable lies in a few words: the trays and passes it goes
// along, with the length of each.
func (x *installer) route(l *planner.Link) string {
	if l.Route == nil || !l.Route.Known {
		return "not known"
	}
	if words, ok := x.routes[l.Route]; ok {
		return words
	}
	var parts []string
	for _, s := range l.Route.Segments() {
		if s.MM > 0 && !withinRack(s.Name) {
			parts = append(parts, s.Name+" "+metres(s.MM))
		}
	}
	words := strings.Join(parts, ", ")
	if words == "" {
		words = "inside the rack"
	}
	x.routes[l.Route] = words
	return words
}
