package ui

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// The words of ?form=.
const (
	formPlace = "place"
	formRack  = "rack"
)

// Ids of what fields suggest.
const (
	listTypes = "racks-types"
	listRacks = "racks-racks"
)

// lists are what fields suggest: the types of the plan and of the catalog, and
// the racks.
func (e *elevations) lists() []templates.RackList {
	types := templates.RackList{ID: listTypes}
	add := func(t *catalog.DeviceType) {
		if !t.Rackable {
			return
		}
		words := t.Model
		if t.Maker != "" && t.Maker != "generic" {
			words = t.Maker + " " + words
		}
		if words += ", " + t.Height.String() + " U"; t.Height == 0 {
			words = strings.TrimSuffix(words, ", 0 U") + ", beside the units"
		}
		types.Values = append(types.Values, templates.Option{Value: t.Slug, Text: words})
	}
	for _, t := range e.o.checked.Document.DeviceTypes {
		add(t)
	}
	for _, t := range e.o.checked.Catalog.Types {
		add(t)
	}
	racks := templates.RackList{ID: listRacks}
	for i := range e.hall.Places() {
		if p := &e.hall.Places()[i]; i < maxChoices {
			racks.Values = append(racks.Values, templates.Option{Value: p.Name, Text: p.Row})
		}
	}
	return []templates.RackList{types, racks}
}

// typeOf is a type by its slug, of the plan before the catalog's; nil: there is
// none.
func (e *elevations) typeOf(slug string) *catalog.DeviceType {
	for _, t := range e.o.checked.Document.DeviceTypes {
		if t.Slug == slug {
			return t
		}
	}
	return e.o.checked.Catalog.Type(slug)
}

// newForm is what all forms have in common.
func (e *elevations) newForm(id, title, action string) templates.RackForm {
	return templates.RackForm{
		ID: id, Title: title, Action: e.o.url + "/racks/" + action, Button: "Preview", Save: "Save",
		Hidden: []templates.Pair{{Name: "base", Value: strconv.Itoa(e.o.plan.Revision)}, {Name: "back", Value: e.back()}},
	}
}

// selectOf are the choices of a select: pairs of value and text.
func selectOf(chosen string, pairs ...string) []templates.Option {
	var out []templates.Option
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, templates.Option{Value: pairs[i], Text: pairs[i+1], Chosen: pairs[i] == chosen})
	}
	return out
}

// placeForm places new devices.
func (e *elevations) placeForm() templates.RackForm {
	f := e.newForm("place-form", "Add a device", "place")
	f.Button, f.CancelURL = "Preview", e.back()
	asked := e.view.asked
	f.Fields = []templates.Field{
		{Name: "type", Label: "Type", Need: true, List: listTypes, Value: asked.Get("type"), Help: "a type of the catalog or of this plan; type a part of its name or maker"},
		{Name: "name", Label: "Name", Need: true, Value: asked.Get("name"), Help: "a name such as leaf-05, or a range such as leaf-[05-08]"},
		{Name: "count", Label: "How many", Value: first(asked.Get("count"), "1"), Help: "more than one are numbered on from the name, each above the one before"},
		{Name: "rack", Label: "Rack", List: listRacks, Value: first(asked.Get("in"), e.rack), Help: "empty: not placed yet"},
		{Name: "u", Label: "U", Value: asked.Get("u"), Help: "lowest unit, U1 at the bottom; top or bottom packs it"},
		{Name: "face", Label: "Front looks out of", Options: selectOf(asked.Get("at"), "front", "front of the rack", "rear", "rear of the rack")},
		{Name: "slot", Label: "Half of the unit", Help: "half-width devices only", Options: selectOf("", "", "–", "left", "left", "right", "right")},
		{Name: "side", Label: "Side", Help: "devices beside the units only, seen from the rear", Options: selectOf("", "", "–", "left", "left", "right", "right")},
	}
	return f
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// entryOf is the entry of the document that writes a device.
func (e *elevations) entryOf(d *planner.Device) *plan.Device {
	at, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(d.Path, "devices["), "]"))
	if err != nil || at < 0 || at >= len(e.o.checked.Document.Devices) {
		return &plan.Device{}
	}
	return &e.o.checked.Document.Devices[at]
}

// changeForm moves a device and changes what it is.
func (e *elevations) changeForm() templates.RackForm {
	f := e.newForm("change-form", "Move or change "+e.device, "device")
	f.Hidden = append(f.Hidden, templates.Pair{Name: "device", Value: e.device})
	f.Folded = true
	d := e.hall.Device(e.device)
	entry := e.entryOf(d)
	u := ""
	if d.U > 0 {
		u = d.U.String()
	}
	f.Fields = []templates.Field{
		{Name: "rack", Label: "Rack", List: listRacks, Value: d.Rack},
		{Name: "u", Label: "U", Value: u, Help: "lowest unit; top or bottom packs it"},
		{Name: "face", Label: "Front looks out of", Options: selectOf(first(d.Face, "front"), "front", "front of the rack", "rear", "rear of the rack")},
	}
	switch t := d.Type; {
	case t != nil && t.Width == "half":
		f.Fields = append(f.Fields, templates.Field{Name: "slot", Label: "Half of the unit", Options: selectOf(first(entry.Slot, "left"), "left", "left", "right", "right")})
	case t != nil && t.Rackable && t.Height == 0:
		f.Fields[1] = templates.Field{Name: "side", Label: "Side, seen from the rear", Options: selectOf(first(entry.Side, "left"), "left", "left", "right", "right")}
		f.Fields = append(f.Fields,
			templates.Field{Name: "from", Label: "Lower end", Value: lengthText(entry.From), Help: "height above the floor, as 0.2m"},
			templates.Field{Name: "to", Label: "Upper end", Value: lengthText(entry.To)})
	}
	f.Fields = append(f.Fields,
		templates.Field{Name: "type", Label: "Type", List: listTypes, Value: entry.Type},
		templates.Field{Name: "name", Label: "Name", Value: e.device, Help: "links, overrides and fabrics follow"})
	return f
}

func lengthText(l *units.Length) string {
	if l == nil {
		return ""
	}
	return l.String()
}

// takeForm takes a device out, and says in numbers what goes with it.
func (e *elevations) takeForm() templates.RackForm {
	f := e.newForm("take-form", "Take out "+e.device, "take")
	f.Folded, f.Button, f.Save = true, "Preview", "Take out"
	f.Hidden = append(f.Hidden, templates.Pair{Name: "device", Value: e.device})
	change := e.o.checked.TakeOut([]string{e.device}, true)
	f.Facts = []string{"It has " + goesWith(&change) + "."}
	f.Facts = append(f.Facts, change.Notes...)
	f.Checks = []templates.RackCheck{{Name: "links", Label: "with its links and what is written about them; without, they stay and become errors", On: true}}
	return f
}

// goesWith is what hangs on devices, in numbers.
func goesWith(c *app.DeviceChange) string {
	var parts []string
	if c.Links > 0 {
		parts = append(parts, counted(c.Links, "written link"))
	}
	if c.Generated > 0 {
		parts = append(parts, counted(c.Generated, "link")+" of fabrics")
	}
	if c.Overrides > 0 {
		parts = append(parts, "overrides of "+counted(c.Overrides, "link"))
	}
	if len(parts) == 0 {
		return "no links"
	}
	return strings.Join(parts, ", ")
}

// rackEntry is the entry of the document that writes a rack.
func (e *elevations) rackEntry(name string) *plan.Rack {
	for i := range e.o.checked.Document.Racks {
		r := &e.o.checked.Document.Racks[i]
		if n, err := plan.ParseNames(r.Name); err == nil && n.Index(name) >= 0 {
			return r
		}
	}
	return &plan.Rack{}
}

// rackForms change a rack or take it out.
func (e *elevations) rackForms(name string) []templates.RackForm {
	f := e.newForm("rack-form", "Change rack "+name, "rack")
	f.Folded = true
	f.Hidden = append(f.Hidden, templates.Pair{Name: "was", Value: name})
	f.Fields = e.rackFields(name)
	out := e.newForm("remove-form", "Take out rack "+name, "remove")
	out.Folded, out.Save = true, "Take out"
	out.Hidden = append(out.Hidden, templates.Pair{Name: "was", Value: name})
	inside := e.o.checked.DevicesIn(name)
	change := e.o.checked.TakeOut(inside, true)
	out.Facts = []string{fmt.Sprintf("It holds %s with %s.", counted(len(inside), "device"), goesWith(&change))}
	out.Facts = append(out.Facts, change.Notes...)
	if len(inside) > 0 {
		out.Checks = []templates.RackCheck{{Name: "devices", Label: "with its devices and their links; without, the devices stand in no rack that exists, which is an error"}}
	}
	return []templates.RackForm{f, out}
}

// addRackForm adds racks.
func (e *elevations) addRackForm() templates.RackForm {
	f := e.newForm("add-rack-form", "Add racks", "add")
	f.Fields = e.rackFields("")
	f.CancelURL = e.back()
	if len(e.hall.Places()) == 0 {
		f.CancelURL = ""
	}
	return f
}

// rackFields are the fields of a rack; of one that stands already with what the
// document says of it.
func (e *elevations) rackFields(name string) []templates.Field {
	doc := e.o.checked.Document
	r := plan.Rack{}
	position := ""
	if name != "" {
		r = *e.rackEntry(name)
		if at := e.hall.Find(name); at >= 0 && e.hall.Places()[at].Position > 0 {
			position = strconv.Itoa(e.hall.Places()[at].Position)
		}
	}
	rows := []string{"", "in no row"}
	for i := range doc.Site.Rows {
		rows = append(rows, doc.Site.Rows[i].Name, "row "+doc.Site.Rows[i].Name)
	}
	kw, kg := "", ""
	if r.Power != nil {
		kw = thousandthsOf(int64(*r.Power / units.Watt))
	}
	if r.MaxWeight != nil {
		kg = r.MaxWeight.Kilograms()
	}
	row := r.Row
	if name == "" && e.row != "" && e.row != noRow {
		row = e.row
	}
	f := []templates.Field{
		{Name: "rack_name", Label: "Name", Need: true, Value: name, Help: "a name such as A09, or a range such as A[09-12]"},
		{Name: "rack_row", Label: "Row", Options: selectOf(row, rows...)},
		{Name: "rack_position", Label: "Position in the row", Value: position, Help: "from 1; a range takes positions from there on"},
		{Name: "rack_units", Label: "Height, U", Value: numberText(r.Units), Help: "48 where nothing is written"},
		{Name: "rack_width", Label: "Width", Value: lengthText(r.Width), Help: "600mm where nothing is written"},
		{Name: "rack_depth", Label: "Depth", Value: lengthText(r.Depth), Help: "1200mm where nothing is written"},
		{Name: "rack_power_kw", Label: "Power limit, kW", Value: kw, Help: "empty: not checked"},
		{Name: "rack_max_weight_kg", Label: "Weight limit, kg", Value: kg, Help: "empty: not checked"},
		{Name: "rack_base", Label: "Floor to U1", Value: lengthText(r.Base)},
		{Name: "rack_first_unit", Label: "First figure on the rack", Value: numberText(r.FirstUnit), Help: "1 where nothing is written"},
		{Name: "rack_numbering", Label: "Figures run", Options: selectOf(r.Numbering, "", "–", "bottom-up", "bottom-up", "top-down", "top-down")},
	}
	if r.Row == "" {
		f = append(f,
			templates.Field{Name: "rack_x", Label: "x, without a row", Value: lengthText(r.X)},
			templates.Field{Name: "rack_y", Label: "y, without a row", Value: lengthText(r.Y)},
			templates.Field{Name: "rack_faces", Label: "Front faces, without a row", Options: selectOf(r.Faces, "", "–", "south", "south", "north", "north", "east", "east", "west", "west")})
	}
	return f
}

func numberText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// thousandthsOf is a number of thousandths, exact: 1720 is "1.72".
func thousandthsOf(n int64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%03d", n/1000, n%1000), "0"), ".")
}
