package ui

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/drawing"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// facings are the ways a front may look.
var facings = []string{"south", "north", "east", "west"}

// optionsOf are words to choose from.
func optionsOf(chosen string, all ...string) []templates.Option {
	out := make([]templates.Option, len(all))
	for i, word := range all {
		out[i] = templates.Option{Value: word, Text: word, Chosen: word == chosen}
	}
	return out
}

// rowOptions are the rows to stand in, and none.
func (v *floorView) rowOptions(chosen string) []templates.Option {
	out := []templates.Option{{Text: "no row: by coordinates", Chosen: chosen == ""}}
	rows := v.o.checked.Document.Site.Rows
	for i := range rows {
		out = append(out, templates.Option{Value: rows[i].Name, Text: "row " + rows[i].Name, Chosen: rows[i].Name == chosen})
	}
	return out
}

const lengthHint = "with its unit, as 600mm or 1.2m"

// writtenLength is a length as a document writes it; empty: it writes none.
func writtenLength(l *units.Length) string {
	if l == nil {
		return ""
	}
	return l.Text()
}

func writtenCount(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// writtenKilowatts is a power in kW as a document writes it.
func writtenKilowatts(p *units.Power) string {
	if p == nil {
		return ""
	}
	text := fmt.Sprintf("%d.%06d", *p/1_000_000, *p%1_000_000)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

func writtenMass(m *units.Mass) string {
	if m == nil {
		return ""
	}
	return m.Kilograms()
}

// rackEntry is the entry of a rack and its place among the entry's names; nil:
// there is none.
func rackEntry(doc *plan.Document, name string) (*plan.Rack, int) {
	for i := range doc.Racks {
		names, err := plan.ParseNames(doc.Racks[i].Name)
		if err != nil {
			continue // such a document is not readable
		}
		if at := names.Index(name); at >= 0 {
			return &doc.Racks[i], at
		}
	}
	return nil, 0
}

// kindFields are the fields of a rack that say what it is, not where.
func kindFields(e *plan.Rack) []templates.FloorField {
	return []templates.FloorField{
		{Name: "units", Label: "Units", Value: writtenCount(e.Units), Hint: "48 where empty"},
		{Name: "width", Label: "Width", Value: writtenLength(e.Width), Hint: "600mm where empty"},
		{Name: "depth", Label: "Depth", Value: writtenLength(e.Depth), Hint: "1200mm where empty"},
		{Name: "u1", Label: "U1 above the floor", Value: writtenLength(e.Base), Hint: "0mm where empty"},
		{Name: "power_kw", Label: "Power, kW", Value: writtenKilowatts(e.Power), Hint: "not checked where empty"},
		{Name: "max_weight_kg", Label: "Weight it takes, kg", Value: writtenMass(e.MaxWeight), Hint: "not checked where empty"},
	}
}

// rackForms move, change and remove a rack.
func (v *floorView) rackForms(k *drawing.Place) []templates.FloorForm {
	e, _ := rackEntry(v.o.checked.Document, k.Name)
	if e == nil {
		return nil
	}
	at := v.o.url + "/floor/rack"
	name := []templates.Pair{{Name: "rack", Value: k.Name}}
	x, y, position := "", "", ""
	if f := &k.Use.Floor; f.Placed {
		x, y = f.X.Text(), f.Y.Text()
	}
	if k.Position > 0 {
		position = strconv.Itoa(k.Position)
	}
	move := templates.FloorForm{ID: "move-rack", Title: "Move", Action: at, Hidden: name, Do: "Show what moves", Open: true,
		About: "A rack stands at a position of a row, or without a row by its south-west corner.",
		Fields: []templates.FloorField{
			{Name: "row", Label: "Row", Options: v.rowOptions(k.Row)}, {Name: "position", Label: "Position", Value: position, Hint: "in a row, from 1"},
			{Name: "x", Label: "East", Value: x, Hint: lengthHint}, {Name: "y", Label: "North", Value: y, Hint: lengthHint},
			{Name: "faces", Label: "Front to the", Options: optionsOf(k.Use.Floor.Faces, facings...)},
		}}
	change := templates.FloorForm{ID: "change-rack", Title: "Rename, change", Action: at, Hidden: name, Do: "Show what this changes",
		Fields: append([]templates.FloorField{{Name: "name", Label: "Name", Value: k.Name, Hint: "its devices go along"}}, kindFields(e)...)}
	remove := templates.FloorForm{ID: "remove-rack", Title: "Remove", Action: at + "/remove", Hidden: name, Do: "Show what goes"}
	if n := v.devicesIn(k.Name); n > 0 {
		remove.Fields = []templates.FloorField{{Name: "devices", Label: "Its " + counted(n, "device"), Wide: true, Options: []templates.Option{
			{Value: "stay", Text: "stay in the plan, in no rack"}, {Value: "go", Text: "go too"},
		}}}
	}
	return []templates.FloorForm{move, change, remove}
}

func (v *floorView) devicesIn(rack string) int {
	n := 0
	for i := range v.o.result.Devices {
		if v.o.result.Devices[i].Rack == rack {
			n++
		}
	}
	return n
}

// trayFields are the fields of a tray.
func trayFields(t *plan.Tray) []templates.FloorField {
	fields := []templates.FloorField{
		{Name: "name", Label: "Name", Value: t.Name, Wide: true},
		{Name: "from_x", Label: "From east", Value: t.FromX.Text(), Hint: lengthHint}, {Name: "from_y", Label: "From north", Value: t.FromY.Text()},
		{Name: "to_x", Label: "To east", Value: t.ToX.Text()}, {Name: "to_y", Label: "To north", Value: t.ToY.Text(), Hint: "parallel to an axis"},
		{Name: "height", Label: "Height", Value: t.Height.Text(), Hint: "below 0: under the floor"},
		{Name: "width", Label: "Width", Value: writtenLength(t.Width), Hint: "fill is not checked where empty"},
		{Name: "depth", Label: "Depth", Value: writtenLength(t.Depth)},
		{Name: "max_kg_per_m", Label: "Takes, kg per metre", Value: writtenMass(t.MaxKgPerM), Hint: "not checked where empty"},
	}
	return fields
}

// trayForms change and remove a tray; the default trays can be written into the
// document first.
func (v *floorView) trayForms() []templates.FloorForm {
	at := v.o.url + "/floor/tray"
	t := trayNamed(v.o.checked.Document, v.tray)
	if t == nil {
		return []templates.FloorForm{{
			ID: "write-trays", Title: "Move or change the trays", Action: v.o.url + "/floor/trays/write", Open: true, Do: "Show what is written",
			About:  "These are the default trays, which follow the racks. Written into the document they can be moved and given a width, depth and limit.",
			Fields: []templates.FloorField{{Name: "width", Label: "Width", Hint: lengthHint}, {Name: "depth", Label: "Depth"}, {Name: "max_kg_per_m", Label: "Takes, kg per metre"}},
		}}
	}
	hidden := []templates.Pair{{Name: "tray", Value: t.Name}}
	return []templates.FloorForm{
		{ID: "change-tray", Title: "Move, change", Action: at, Hidden: hidden, Do: "Show what this changes", Open: true, Fields: trayFields(t)},
		{ID: "remove-tray", Title: "Remove", Action: at + "/remove", Hidden: hidden, Do: "Show what goes"},
	}
}

func trayNamed(doc *plan.Document, name string) *plan.Tray {
	for i := range doc.Site.Trays {
		if doc.Site.Trays[i].Name == name {
			return &doc.Site.Trays[i]
		}
	}
	return nil
}

// rowForms change and remove a row.
func (v *floorView) rowForms(racks int) []templates.FloorForm {
	r := &v.o.checked.Document.Site.Rows[v.rowAt(v.row)]
	at := v.o.url + "/floor/row"
	hidden := []templates.Pair{{Name: "of", Value: r.Name}}
	remove := templates.FloorForm{ID: "remove-row", Title: "Remove", Action: at + "/remove", Hidden: hidden, Do: "Show what goes"}
	if racks > 0 {
		remove.Fields = []templates.FloorField{{Name: "racks", Label: "Its " + counted(racks, "rack"), Wide: true, Options: []templates.Option{
			{Value: "stay", Text: "stay where they stand, in no row"}, {Value: "go", Text: "go too; devices stay in the plan, in no rack"},
		}}}
	}
	return []templates.FloorForm{
		{ID: "change-row", Title: "Move, change", Action: at, Hidden: hidden, Do: "Show what moves", Open: true, Fields: []templates.FloorField{
			{Name: "name", Label: "Name", Value: r.Name}, {Name: "x", Label: "East", Value: writtenLength(r.X), Hint: "0mm where empty"}, {Name: "y", Label: "North", Value: writtenLength(r.Y), Hint: lengthHint},
			{Name: "pitch", Label: "Pitch", Value: writtenLength(r.Pitch), Hint: "600mm where empty"},
			{Name: "faces", Label: "Front to the", Options: optionsOf(effectiveRow(r).faces, facings...)},
			{Name: "runs", Label: "Positions run", Options: optionsOf(effectiveRow(r).runs, "east", "west", "north", "south")},
			{Name: "side_pass", Label: "Side pass, positions", Value: writtenCount(r.SidePass), Hint: "0 where empty"},
		}},
		remove,
	}
}

// addForm is the form of what is to be added; nil: nothing is.
func (v *floorView) addForm() *templates.FloorForm {
	var f templates.FloorForm
	switch v.add {
	case "rack":
		f = v.addRackForm()
	case "row":
		f = v.addRowForm()
	case "tray":
		f = v.addTrayForm()
	default:
		return nil
	}
	return &f
}

func (v *floorView) addRackForm() templates.FloorForm {
	row, position := v.row, "1"
	if rows := v.o.checked.Document.Site.Rows; row == "" && len(rows) > 0 {
		row = rows[len(rows)-1].Name
	}
	for i := range v.hall.Places() {
		if k := &v.hall.Places()[i]; k.Row == row && row != "" {
			position = strconv.Itoa(k.Position + 1) // places of a row are in its order
		}
	}
	kind := kindFields(&plan.Rack{})
	for i := range kind {
		kind[i].Hint = "that of the kind where empty"
	}
	return templates.FloorForm{ID: "add-rack", Title: "Add racks", Action: v.o.url + "/floor/rack/add", Open: true, Do: "Show what is added",
		About: "One rack or a range: B[01-08] is eight racks at consecutive positions.",
		Fields: append([]templates.FloorField{
			{Name: "name", Label: "Name or range", Wide: true}, {Name: "row", Label: "Row", Options: v.rowOptions(row)}, {Name: "position", Label: "First position", Value: position},
			{Name: "x", Label: "East, without a row", Hint: lengthHint}, {Name: "y", Label: "North, without a row"},
			{Name: "faces", Label: "Front, without a row", Options: optionsOf("south", facings...)},
			{Name: "kind", Label: "Kind of rack", Options: rackKinds(v.o.checked.Document), Wide: true},
		}, kind...)}
}

func (v *floorView) addRowForm() templates.FloorForm {
	rows := v.o.checked.Document.Site.Rows
	y, about := "0m", "A row begins at the south-west corner of its first rack; positions run east, or north where fronts look east or west."
	if n := len(rows); n > 0 {
		last := effectiveRow(&rows[n-1])
		y = (last.y + 3*units.Metre).Text()
		about = "3 m north of row " + rows[n-1].Name + " unless changed. " + about
	}
	return templates.FloorForm{ID: "add-row", Title: "Add a row and its racks", Action: v.o.url + "/floor/row/add", Open: true, Do: "Show what is added", About: about,
		Fields: []templates.FloorField{
			{Name: "name", Label: "Name or range", Hint: "R[1-4] is four rows"},
			{Name: "racks", Label: "Racks in it", Hint: "{row}[01-08] is named after the row; may stay empty"},
			{Name: "x", Label: "East", Value: "0m", Hint: lengthHint}, {Name: "y", Label: "North", Value: y},
			{Name: "pitch", Label: "Pitch", Hint: "600mm where empty"},
			{Name: "faces", Label: "Front to the", Options: optionsOf("south", append([]string{"alternating"}, facings...)...)},
			{Name: "spacing", Label: "From row to row", Value: "3m", Hint: "of a range: how far to the next"},
			{Name: "side_pass", Label: "Side pass, positions", Hint: "0 where empty"},
			{Name: "kind", Label: "Kind of rack", Options: rackKinds(v.o.checked.Document), Wide: true},
		}}
}

func (v *floorView) addTrayForm() templates.FloorForm {
	t := plan.Tray{Height: 2700 * units.Millimetre, ToX: 6 * units.Metre}
	about := "Two trays join where they touch or cross."
	if len(v.o.checked.Document.Site.Trays) == 0 && len(v.o.result.Trays) > 0 {
		about += " The plan writes no trays so far: with one written the default trays are gone. To keep them, select one and write them first."
	}
	if trays := v.o.result.Trays; len(trays) > 0 {
		t.Height = trays[0].Height
	}
	return templates.FloorForm{ID: "add-tray", Title: "Add a tray", Action: v.o.url + "/floor/tray/add", Open: true, Do: "Show what is added", About: about, Fields: trayFields(&t)}
}

// maxKinds bounds the kinds of racks a form offers.
const maxKinds = 40

// rackKinds are the kinds of racks the plan has: by the place of the first entry
// of each.
func rackKinds(doc *plan.Document) []templates.Option {
	out := []templates.Option{{Text: "48 U, 600 × 1200 mm, no limits"}}
	seen := map[string]bool{out[0].Text: true}
	for i := range doc.Racks {
		text := kindText(&doc.Racks[i])
		if seen[text] || len(out) > maxKinds {
			continue
		}
		seen[text] = true
		out = append(out, templates.Option{Value: strconv.Itoa(i), Text: text + ", as " + clip(doc.Racks[i].Name), Chosen: len(out) == 1})
	}
	return out
}

// kindText says what a rack is.
func kindText(e *plan.Rack) string {
	height, width, depth := 48, 600*units.Millimetre, 1200*units.Millimetre
	if e.Units != nil {
		height = *e.Units
	}
	if e.Width != nil {
		width = *e.Width
	}
	if e.Depth != nil {
		depth = *e.Depth
	}
	text := fmt.Sprintf("%d U, %s × %s", height, strings.TrimSuffix(width.Text(), "mm"), depth)
	if e.Base != nil && *e.Base != 0 {
		text += ", U1 at " + e.Base.String()
	}
	var limits []string
	if e.Power != nil {
		limits = append(limits, writtenKilowatts(e.Power)+" kW")
	}
	if e.MaxWeight != nil {
		limits = append(limits, writtenMass(e.MaxWeight)+" kg")
	}
	if len(limits) == 0 {
		limits = []string{"no limits"}
	}
	return text + ", " + strings.Join(limits, ", ")
}
