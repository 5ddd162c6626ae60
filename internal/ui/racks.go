package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/web/templates"
)

// How much the page of racks shows at once.
const (
	racksAPage  = 12  // of a row: drawn with the page, their devices listed
	racksOfARow = 200 // have a place in the drawing of a row; those not drawn yet are drawn as they come into view
	shownLinks  = 200 // of the selected device
	shownIdle   = 60  // devices that stand in no rack
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

// racksRoutes are the racks and what changes them.
func (u *UI) racksRoutes(r chi.Router) {
	r.Get("/racks", u.page(u.racks))
	r.Get("/racks/tile", u.page(u.rackTile))
	for path, h := range map[string]handler{
		"/racks/device": u.changeDevice, "/racks/place": u.placeDevices, "/racks/take": u.takeDevice,
		"/racks/rack": u.changeRack, "/racks/add": u.addRacks, "/racks/remove": u.removeRack,
	} {
		r.Post(path, u.page(h))
		r.Get(path, func(w http.ResponseWriter, r *http.Request) { to(planURL(chi.URLParam(r, "id"))+"/racks")(w, r) })
	}
}

// racks draws racks to scale: ?rack= one of them, ?row= a row from ?from=, and
// ?device= what stands out, its links beside. A device alone shows its rack.
// ?form= opens a form: place or rack.
func (u *UI) racks(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	return u.showRacks(w, r, o, r.URL.Query(), nil)
}

// showRacks answers with the page; with a form that has problems, they are the
// answer to it.
func (u *UI) showRacks(w http.ResponseWriter, r *http.Request, o *opened, asked url.Values, wrong *templates.RackForm) error {
	e, err := newElevations(o, asked)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if wrong != nil {
		e.wrong, status = wrong, http.StatusBadRequest
	}
	p, err := e.page()
	if err != nil {
		return err
	}
	f, h := u.planFrame(r, o, "racks", "Racks")
	if partial(r) {
		return write(r.Context(), w, status, templates.RacksSelection(p))
	}
	return write(r.Context(), w, status, templates.Racks(f, h, p))
}

// rackTile draws one rack of a row, as it comes into view.
func (u *UI) rackTile(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	e, err := newElevations(o, r.URL.Query())
	if err != nil {
		return err
	}
	if e.rack == "" {
		return badRequest("no rack is named; say which with rack=")
	}
	among := []string{e.rack}
	if e.row != "" {
		line, _, _, err := e.line()
		if err != nil {
			return err
		}
		among = window(line.Racks, e.from)
	}
	name := e.rack
	e.rack = ""
	drawn := e.tiles(among).Draw([]string{name})
	if len(drawn) == 0 {
		return fmt.Errorf("rack %q of row %s: %w", clip(name), clip(e.row), app.ErrNotFound)
	}
	return write(r.Context(), w, http.StatusOK, templates.RackTileDrawing(string(svg.Bytes(drawn[0], svg.Options{Movable: e.editable()}))))
}

// elevations are a request for racks.
type elevations struct {
	o    *opened
	view view
	hall *drawing.Hall

	rack, row, device string
	missing           string // why the device is not drawn
	face              string // one of faces, worked out
	form              string // that is open
	from              int    // first rack of the row, from 1
	all               bool   // every rack of the row is drawn
	wrong             *templates.RackForm
}

func newElevations(o *opened, query url.Values) (*elevations, error) {
	asked := url.Values{}
	for key, values := range query {
		if key != doneKey && key != "rev" {
			asked[key] = values
		}
	}
	if o.older {
		asked.Set("rev", strconv.Itoa(o.revision.Number))
	}
	e := &elevations{
		o: o, view: view{o: o, name: "racks", asked: asked}, hall: drawing.NewHall(o.checked.Document, o.result),
		rack: asked.Get("rack"), row: asked.Get("row"), device: asked.Get("device"), face: asked.Get("face"), form: asked.Get("form"), all: asked.Get("draw") == "all",
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
		if e.rack == "" || e.row != "" {
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
	if e.form != "" && e.form != formPlace && e.form != formRack {
		return nil, badRequest("form %q is not known; the forms are %s and %s", clip(e.form), formPlace, formRack)
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

// editable reports whether what is shown can be changed: the newest revision of
// a plan that is not deleted.
func (e *elevations) editable() bool { return !e.o.older && e.o.plan.Deleted.IsZero() }

func (e *elevations) faces() drawing.Faces {
	for _, f := range faces {
		if f.word == e.face {
			return f.faces
		}
	}
	return drawing.Both
}

// options are how racks are drawn: devices and racks lead to themselves, free
// units to where a device is placed at them.
func (e *elevations) options() drawing.Options {
	o := drawing.Options{
		Faces: e.faces(), Chosen: e.device,
		DeviceHref: func(name string) string { return e.plain("device", name) },
		RackHref: func(name string) string {
			if name == e.rack {
				return ""
			}
			return e.rackURL(name)
		},
	}
	if e.editable() {
		o.SlotHref = func(rack string, unit int, rear bool) string {
			face := "front"
			if rear {
				face = "rear"
			}
			return e.placeURL(rack, strconv.Itoa(unit), face)
		}
	}
	return o
}

// tiles are racks side by side.
func (e *elevations) tiles(racks []string) *drawing.Tiles { return e.hall.Tiles(racks, e.options()) }

// plain is the address of what is shown with pairs changed, without an open form.
func (e *elevations) plain(pairs ...string) string {
	return e.view.with(append([]string{"form", "", "in", "", "u", "", "at", "", "rack", e.rack, "row", e.row}, pairs...)...)
}

// placeURL opens the form that places a device, where one is said at a unit.
func (e *elevations) placeURL(rack, unit, face string) string {
	return e.plain("form", formPlace, "device", "", "in", rack, "u", unit, "at", face)
}

// rackURL is the page of one rack; the selected device stays selected.
func (e *elevations) rackURL(name string) string {
	return e.plain("rack", name, "row", "", "from", "", "face", "", "draw", "")
}

// page is the page for what is asked.
func (e *elevations) page() (templates.RacksPage, error) {
	var p templates.RacksPage
	switch {
	case len(e.hall.Places()) == 0:
		p.Empty = "The plan has no rack yet. Add the first ones here, or write racks and devices into the document."
		e.form = formRack
	case e.rack != "" && e.row == "":
		p = e.oneRack()
	default:
		var err error
		if p, err = e.wholeRow(); err != nil {
			return p, err
		}
	}
	e.side(&p)
	return p, nil
}

// oneRack is the page of one rack with its devices.
func (e *elevations) oneRack() templates.RacksPage {
	places := e.hall.Places()
	at := e.hall.Find(e.rack)
	place := places[at]
	t := e.tiles([]string{e.rack})
	drawn := t.Draw([]string{e.rack})
	p := e.described(drawn, t)
	p.One, p.Title = true, "Rack "+e.rack
	if place.Row != "" {
		p.Where = fmt.Sprintf("row %s, position %d", place.Row, place.Position)
	}
	p.Line.Tiles = []templates.RackTile{{ID: tileID(e.rack), Name: e.rack, Drawing: e.print(drawn[0])}}
	if at > 0 {
		p.Prev = templates.Neighbour{Text: places[at-1].Name, URL: e.plain("rack", places[at-1].Name, "device", "")}
	}
	if at+1 < len(places) {
		p.Next = templates.Neighbour{Text: places[at+1].Name, URL: e.plain("rack", places[at+1].Name, "device", "")}
	}
	if len(places) > 1 {
		p.Said = fmt.Sprintf("rack %s of %s", number(at+1), number(len(places)))
		row := templates.Tab{Text: "racks in no row", URL: e.o.to("racks", "row", noRow)}
		if place.Row != "" {
			row = templates.Tab{Text: "row " + place.Row, URL: e.o.to("racks", "row", place.Row)}
		}
		p.Choices = append([]templates.Choices{{Name: "All of", All: []templates.Tab{row}}}, p.Choices...)
	}
	if e.editable() && e.form != formRack { // one form of a rack at a time
		p.Change = e.rackForms(e.rack)
	}
	return p
}

// tileID is the id of the drawing of a rack.
func tileID(rack string) string { return "rack-" + rack }

func (e *elevations) print(drawn *drawing.Elevation) string {
	return string(svg.Bytes(drawn, svg.Options{Movable: e.editable()}))
}

// noRow is the word of ?row= for racks that stand in no row; a row called so
// comes first.
const noRow = "-"

// line is the row asked for, its place among all, and those.
func (e *elevations) line() (line drawing.Line, at int, all []drawing.Line, err error) {
	all = e.hall.Lines(e.faces())
	if e.row != "" {
		if at = slices.IndexFunc(all, func(l drawing.Line) bool { return rowWord(l) == e.row }); at < 0 {
			return drawing.Line{}, 0, nil, fmt.Errorf("row %q of plan %s: %w", clip(e.row), e.o.revision.Name, app.ErrNotFound)
		}
	}
	return all[at], at, all, nil
}

func rowWord(l drawing.Line) string {
	if l.Row == "" {
		return noRow
	}
	return l.Row
}

// window are the racks of a row that have a place in its drawing, for a page
// that begins at a rack.
func window(racks []string, from int) []string {
	first := max(from-1, 0) / racksOfARow * racksOfARow
	if first >= len(racks) {
		first = 0
	}
	return racks[first:min(first+racksOfARow, len(racks))]
}
