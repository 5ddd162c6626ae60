package ui

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"lengthwise/internal/app"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// How much the page of racks shows at once.
const (
	racksAPage  = 12  // of a row, one face of each
	shownNearby = 200 // links of the selected device
)

// faces are the words of ?face= in the order they are offered; one rack shows
// both faces unless asked otherwise, a row the fronts.
var faces = []struct {
	word, text string
	faces      drawing.Faces
}{
	{"both", "front and rear", drawing.Both},
	{"front", "front", drawing.Fronts},
	{"rear", "rear", drawing.Rears},
}

// racks draws racks to scale: ?rack= one of them, ?row= a part of a row from
// ?from=, and ?device= what stands out, its links beside. A device alone shows
// its rack.
func (u *UI) racks(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	e, err := newElevations(o, r)
	if err != nil {
		return err
	}
	var p templates.RacksPage
	switch {
	case len(e.hall.Places()) == 0:
		p.Empty = "The plan has no rack yet. Write racks and devices into the document to see them here."
	case e.rack != "":
		p = e.oneRack()
	default:
		p, err = e.partOfRow()
	}
	if err != nil {
		return err
	}
	f, h := u.planFrame(r, o, "racks", "Racks")
	return write(r.Context(), w, http.StatusOK, templates.Racks(f, h, p))
}

// elevations are a request for racks.
type elevations struct {
	o    *opened
	view view
	hall *drawing.Hall

	rack, row, device string
	missing           string // why the device is not drawn
	face              string // one of faces, worked out
	from              int    // first rack of the row, from 1
}

func newElevations(o *opened, r *http.Request) (*elevations, error) {
	asked := r.URL.Query()
	e := &elevations{
		o: o, view: view{o: o, name: "racks", asked: asked}, hall: drawing.NewHall(o.checked.Document, o.result),
		rack: asked.Get("rack"), row: asked.Get("row"), device: asked.Get("device"), face: asked.Get("face"),
	}
	if e.rack != "" && e.hall.Find(e.rack) < 0 {
		return nil, fmt.Errorf("rack %q of plan %s: %w", clip(e.rack), o.revision.Name, app.ErrNotFound)
	}
	e.findDevice()
	if places := e.hall.Places(); e.rack == "" && len(places) == 1 {
		e.rack = places[0].Name
	}
	if e.face == "" {
		e.face = "both"
		if e.rack == "" {
			e.face = "front"
		}
	}
	if !slices.ContainsFunc(faces, func(f struct {
		word, text string
		faces      drawing.Faces
	}) bool {
		return f.word == e.face
	}) {
		return nil, badRequest("face %q is not known; the faces are front, rear and both", clip(e.face))
	}
	var err error
	e.from, err = whole("from", asked.Get("from"), len(e.hall.Places()))
	return e, err
}

// findDevice finds the rack of the selected device where none is asked for, or
// says why it is not drawn.
func (e *elevations) findDevice() {
	if e.device == "" {
		return
	}
	rack := e.hall.RackOf(e.device)
	switch {
	case !e.o.hasDevice(e.device):
		e.missing = fmt.Sprintf("The plan has no device %q.", clip(e.device))
	case rack == "":
		e.missing = fmt.Sprintf("%s stands in no rack, so it is not drawn.", e.device)
	case e.rack == "" && e.row == "":
		e.rack = rack
	case e.rack != "" && e.rack != rack:
		e.missing = fmt.Sprintf("%s stands in rack %s.", e.device, rack)
	}
}

func (e *elevations) faces() drawing.Faces {
	for _, f := range faces {
		if f.word == e.face {
			return f.faces
		}
	}
	return drawing.Both
}

// options are how racks are drawn: devices and racks lead to themselves.
func (e *elevations) options() drawing.Options {
	return drawing.Options{
		Faces: e.faces(), Chosen: e.device, Legend: true,
		DeviceHref: func(name string) string { return e.view.with("device", name, "rack", e.rack, "row", e.row) },
		RackHref: func(name string) string {
			if name == e.rack {
				return ""
			}
			return e.rackURL(name)
		},
	}
}

// rackURL is the page of one rack; the selected device stays selected.
func (e *elevations) rackURL(name string) string {
	return e.view.with("rack", name, "row", "", "from", "", "face", "")
}

// oneRack is the page of one rack with its devices.
func (e *elevations) oneRack() templates.RacksPage {
	places := e.hall.Places()
	at := e.hall.Find(e.rack)
	place := places[at]
	p := e.draw([]drawing.Line{{Racks: []string{e.rack}}})
	p.Title = "Rack " + e.rack
	if place.Row != "" {
		p.Where = fmt.Sprintf("row %s, position %d", place.Row, place.Position)
	}
	if at > 0 {
		p.Prev = templates.Neighbour{Text: places[at-1].Name, URL: e.view.with("rack", places[at-1].Name, "device", "")}
	}
	if at+1 < len(places) {
		p.Next = templates.Neighbour{Text: places[at+1].Name, URL: e.view.with("rack", places[at+1].Name, "device", "")}
	}
	if len(places) > 1 {
		p.Said = fmt.Sprintf("rack %s of %s", number(at+1), number(len(places)))
		row := templates.Tab{Text: "racks in no row", URL: e.o.to("racks", "row", noRow)}
		if place.Row != "" {
			row = templates.Tab{Text: "row " + place.Row, URL: e.o.to("racks", "row", place.Row)}
		}
		p.Choices = append([]templates.Choices{{Name: "All of", All: []templates.Tab{row}}}, p.Choices...)
	}
	return p
}

// noRow is the word of ?row= for racks that stand in no row; a row called so
// comes first.
const noRow = "-"

// partOfRow is the page of racks side by side.
func (e *elevations) partOfRow() (templates.RacksPage, error) {
	lines := e.hall.Lines(e.faces())
	name := func(l drawing.Line) string {
		if l.Row == "" {
			return noRow
		}
		return l.Row
	}
	at := 0
	if e.row != "" {
		if at = slices.IndexFunc(lines, func(l drawing.Line) bool { return name(l) == e.row }); at < 0 {
			return templates.RacksPage{}, fmt.Errorf("row %q of plan %s: %w", clip(e.row), e.o.revision.Name, app.ErrNotFound)
		}
	}
	line := lines[at]
	n := len(line.Racks)
	first := min(max(e.from-1, 0), n-1)
	first -= first % racksAPage
	last := min(first+racksAPage, n)
	e.row = name(line)
	shown := line
	shown.Racks = line.Racks[first:last]
	p := e.draw([]drawing.Line{shown})
	p.Title = line.Caption
	p.Said = fmt.Sprintf("racks %s to %s of %s, left to right", number(first+1), number(last), number(n))
	page := func(from int) string { return e.view.with("row", e.row, "from", strconv.Itoa(from+1)) }
	if first > 0 {
		p.Prev = templates.Neighbour{Text: line.Racks[first-racksAPage] + " …", URL: page(first - racksAPage)}
	}
	if last < n {
		p.Next = templates.Neighbour{Text: line.Racks[last] + " …", URL: page(last)}
	}
	if len(lines) > 1 {
		rows := templates.Choices{Name: "Rows"}
		for i, l := range lines[:min(len(lines), maxChoices)] {
			text := l.Row
			if text == "" {
				text = "in no row"
			}
			rows.All = append(rows.All, templates.Tab{Text: text, URL: e.view.with("row", name(l), "from", "", "device", ""), Current: i == at})
		}
		p.Choices = append([]templates.Choices{rows}, p.Choices...)
	}
	return p, nil
}

// draw is what both kinds of the page have in common.
func (e *elevations) draw(lines []drawing.Line) templates.RacksPage {
	drawn := e.hall.Elevation(lines, e.options())
	p := templates.RacksPage{
		Drawing: string(svg.Bytes(drawn, svg.Options{})), Missing: e.missing,
		Download: templates.Download{Name: "elevation.svg", URL: e.o.to("export/elevation.svg"), For: "all racks"},
	}
	which := templates.Choices{Name: "Face"}
	for _, f := range faces {
		which.All = append(which.All, templates.Tab{Text: f.text, URL: e.view.with("face", f.word, "from", ""), Current: f.word == e.face})
	}
	p.Choices = append(p.Choices, which)
	devices := 0
	for i := range drawn.Racks {
		k := &drawn.Racks[i]
		p.Uses = append(p.Uses, e.o.rackRow(k.Use))
		if len(drawn.Racks) == 1 {
			p.Mark, p.Word = markOf(k.Status), k.Words
			if k.Words == "" {
				p.Mark = ""
			}
		}
		for _, n := range k.Notes {
			p.Notes = append(p.Notes, templates.Place{Mark: markOf(n.Status), At: "rack " + k.Name, Message: n.Message})
		}
		for _, row := range k.Rows {
			if row.Device != "" {
				devices++
			}
			p.Devices = append(p.Devices, e.deviceRow(k.Name, &row))
			if row.Chosen {
				p.Chosen = e.chosen(&row)
			}
		}
	}
	p.Caption = counted(devices, "device") + ", from the top; U1 is at the bottom"
	return p
}

// markOf is the mark of a status of a drawing; empty: none.
func markOf(s drawing.Status) templates.Mark {
	if s == drawing.None {
		return ""
	}
	return templates.Mark(s.String())
}

func (e *elevations) deviceRow(rack string, row *drawing.Row) templates.RackDevice {
	d := templates.RackDevice{
		Rack: rack, RackURL: e.rackURL(rack), U: row.Units, Marked: row.Marked, Free: row.Device == "", Name: row.Device, URL: row.Href,
		Type: row.Type, Kind: row.Kind, Face: row.Face, Ports: row.PortSide, Airflow: row.Airflow, Mark: markOf(row.Status), Word: row.Verdict,
		Notes: row.Notes, Chosen: row.Chosen, Power: "–", Weight: "–",
	}
	if d.Free {
		return d
	}
	if row.Known {
		d.TypeURL = "/catalog/types/" + row.Type
	}
	d.Used = number(row.Used) + " of " + number(row.Ports)
	if row.Power > 0 {
		d.Power = thousandth(int64((row.Power + units.Watt - 1) / units.Watt))
	}
	if row.Weight > 0 {
		d.Weight = grouped(row.Weight.Kilograms())
	}
	if row.Links != [drawing.Error + 1]int{} {
		d.LinksURL = e.o.to("links", "device", row.Device)
	}
	return d
}

// chosen is the selected device with its links, errors first.
func (e *elevations) chosen(row *drawing.Row) *templates.ChosenDevice {
	d := e.deviceRow("", row)
	c := &templates.ChosenDevice{
		Name: row.Device, Mark: d.Mark, Word: row.Verdict, Notes: row.Notes, LinksURL: e.o.to("links", "device", row.Device),
		CloseURL: e.view.with("device", "", "rack", e.rack, "row", e.row),
	}
	add := func(name, value string) {
		if value != "" && value != "–" {
			c.Facts = append(c.Facts, templates.Pair{Name: name, Value: value})
		}
	}
	add("Type", row.Type+", "+row.Kind)
	add("U", row.Units)
	add("Marked", row.Marked)
	add("Front looks out of", row.Face)
	add("Ports look out of", row.PortSide)
	add("Air", row.Airflow)
	add("Ports used", d.Used)
	add("Power at most, kW", d.Power)
	add("Weight, kg", d.Weight)
	if c.Mark == "" {
		c.Mark = "neutral"
	}
	if at := e.hall.Device(row.Device); at != nil {
		if line := e.o.lineOf(at.Path); line > 0 {
			c.SourceURL = e.o.lineURL(line)
		}
	}
	page, err := e.o.checked.Links(app.LinkQuery{Device: row.Device, Limit: shownNearby})
	if err != nil { // a name that reads as a range of others
		return c
	}
	for _, i := range page.Links {
		c.Links = append(c.Links, e.near(&e.o.result.Links[i], row.Device))
	}
	if page.Total > len(page.Links) {
		c.More = "All " + counted(page.Total, "link")
	}
	return c
}

// near is a link as seen from one of its devices.
func (e *elevations) near(l *planner.Link, device string) templates.NearLink {
	here, far := l.A, l.B
	if here.Device.Name != device {
		here, far = far, here
	}
	row := e.o.linkRow(l, 0)
	n := templates.NearLink{
		URL: row.URL, Mark: row.Mark, Word: row.Word, Port: here.Port, Far: e.o.end(far.Device, far.Port), Medium: row.Medium, Length: row.Length,
	}
	if far.Device.Rack != "" {
		n.FarURL = e.view.with("rack", far.Device.Rack, "device", far.Device.Name, "row", "", "from", "")
	}
	if l.Status != planner.StatusOK {
		n.Reason = l.Reason
	}
	return n
}
