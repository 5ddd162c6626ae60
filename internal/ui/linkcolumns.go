package ui

import (
	"net/url"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// A linkColumn is a column of the table of links.
type linkColumn struct {
	key, span, head string
	sort            string // word it is sorted by; empty: it cannot be
	number          bool
	hidden          bool // until it is asked for
	box             func(v *linksView) templates.ColumnBox
	cell            func(o *opened, l *planner.Link) templates.LinkCell
}

// linkColumns are the columns in the order they stand. That of the status comes
// before them and is always shown.
var linkColumns = []linkColumn{
	{key: "a", span: "End A", head: "Port", sort: "a", box: textBox("a", "Words of end A"), cell: endCell(sideA, "port")},
	{key: "a_rack", span: "End A", head: "Rack", sort: "rack", box: narrowBox("a_rack", "Rack of end A"), cell: endCell(sideA, "rack")},
	{key: "a_u", span: "End A", head: "U", number: true, cell: endCell(sideA, "u")},
	{key: "b", span: "End B", head: "Port", sort: "b", box: textBox("b", "Words of end B"), cell: endCell(sideB, "port")},
	{key: "b_rack", span: "End B", head: "Rack", box: narrowBox("b_rack", "Rack of end B"), cell: endCell(sideB, "rack")},
	{key: "b_u", span: "End B", head: "U", number: true, cell: endCell(sideB, "u")},
	{key: "medium", span: "How", head: "Medium", sort: "medium", box: mediumBox, cell: func(_ *opened, l *planner.Link) templates.LinkCell {
		c := templates.LinkCell{Text: mediumWord[string(l.Medium)]}
		if l.Existing {
			c.Note = "existing"
		}
		return c
	}},
	{key: "speed", span: "How", head: "Speed", sort: "speed", box: speedBox, cell: func(_ *opened, l *planner.Link) templates.LinkCell { return templates.LinkCell{Text: l.Speed} }},
	{key: "run", span: "The way, m", head: "Run", sort: "run", number: true, box: func(v *linksView) templates.ColumnBox {
		return templates.ColumnBox{Name: "min", Label: "Run at least", Value: v.asked.Get("min"), Hint: "2 m", To: "max", ToLabel: "Run at most", ToValue: v.asked.Get("max"), Narrow: true}
	}, cell: func(_ *opened, l *planner.Link) templates.LinkCell {
		return figure(l.RunKnown, func() string { return least(l.Run.CeilMM(), l.RunAtLeast) })
	}},
	{key: "required", span: "The way, m", head: "Needed", sort: "required", number: true, cell: func(_ *opened, l *planner.Link) templates.LinkCell {
		return figure(l.RunKnown, func() string { return least(l.Required, l.RequiredAtLeast) })
	}},
	{key: "limit", span: "The way, m", head: "Limit", sort: "limit", number: true, cell: func(_ *opened, l *planner.Link) templates.LinkCell {
		return figure(l.Limit >= 0, func() string { return metres(l.Limit) })
	}},
	{key: "headroom", span: "The way, m", head: "Headroom", sort: "headroom", number: true, hidden: true, cell: func(_ *opened, l *planner.Link) templates.LinkCell {
		return figure(l.Limit >= 0 && l.RunKnown, func() string { return strings.Replace(metres(l.Headroom), "-", "−", 1) })
	}},
	{key: "length", span: "The cable, m", head: "Length", sort: "length", number: true, box: func(v *linksView) templates.ColumnBox {
		return templates.ColumnBox{Name: "length", Label: "Length of the cable", Value: v.asked.Get("length"), Hint: "3 m", Narrow: true}
	}, cell: func(o *opened, l *planner.Link) templates.LinkCell {
		c := o.cableOf(l)
		return figure(c != nil && c.Length > 0, func() string { return metres(c.Length.FloorMM()) })
	}},
	{key: "spare", span: "The cable, m", head: "Spare", sort: "spare", number: true, cell: func(_ *opened, l *planner.Link) templates.LinkCell {
		return figure(l.HasCable, func() string { return strings.Replace(metres(l.Spare), "-", "−", 1) })
	}},
	{key: "part", span: "The cable, m", head: "Part", box: textBox("part", "Words of the part"), cell: func(o *opened, l *planner.Link) templates.LinkCell {
		return templates.LinkCell{Parts: o.partsOf(l)}
	}},
	{key: "fabric", span: "Named", head: "Fabric", sort: "fabric", hidden: true, box: func(v *linksView) templates.ColumnBox {
		return wordBox("fabric", "Fabric", v.glance.fabrics, v.asked.Get("fabric"))
	}, cell: func(_ *opened, l *planner.Link) templates.LinkCell { return templates.LinkCell{Text: l.Fabric} }},
	{key: "group", span: "Named", head: "Group", sort: "group", hidden: true, box: func(v *linksView) templates.ColumnBox {
		return wordBox("group", "Group", v.glance.groupNames(), v.asked.Get("group"))
	}, cell: func(_ *opened, l *planner.Link) templates.LinkCell { return templates.LinkCell{Text: l.Group} }},
	{key: "label", span: "Named", head: "Label", hidden: true, box: textBox("label", "Words of the label"), cell: func(o *opened, l *planner.Link) templates.LinkCell {
		label := l.Label
		if c := o.cableOf(l); c != nil && label == "" {
			label = c.Label
		}
		return templates.LinkCell{Text: label, ID: true}
	}},
	{key: "color", span: "Named", head: "Colour", hidden: true, box: narrowBox("color", "Colour"), cell: func(_ *opened, l *planner.Link) templates.LinkCell { return templates.LinkCell{Text: l.Color} }},
	{key: "entry", span: "Named", head: "In the document", hidden: true, cell: func(_ *opened, l *planner.Link) templates.LinkCell {
		return templates.LinkCell{Text: l.Path, ID: true}
	}},
}

func textBox(name, label string) func(*linksView) templates.ColumnBox {
	return func(v *linksView) templates.ColumnBox {
		return templates.ColumnBox{Name: name, Label: label, Value: v.asked.Get(name)}
	}
}

func narrowBox(name, label string) func(*linksView) templates.ColumnBox {
	return func(v *linksView) templates.ColumnBox {
		return templates.ColumnBox{Name: name, Label: label, Value: v.asked.Get(name), Narrow: true}
	}
}

// wordBox is a box of some names; of more than a select has room for, a text.
func wordBox(name, label string, names []string, chosen string) templates.ColumnBox {
	b := templates.ColumnBox{Name: name, Label: label, Value: chosen}
	if b.Options = choices(names, chosen); b.Options != nil {
		b.Options[0].Text = "any"
	}
	return b
}

func mediumBox(v *linksView) templates.ColumnBox {
	chosen := v.asked.Get("medium")
	all := []templates.Option{{Text: "any", Chosen: chosen == ""}}
	for _, m := range plan.Media {
		all = append(all, templates.Option{Value: string(m), Text: mediumWord[string(m)], Chosen: string(m) == chosen})
	}
	all = append(all, templates.Option{Value: "none", Text: "no cable", Chosen: chosen == "none"})
	return templates.ColumnBox{Name: "medium", Label: "Medium", Options: all}
}

func speedBox(v *linksView) templates.ColumnBox {
	return wordBox("speed", "Speed", v.glance.speeds, v.asked.Get("speed"))
}

const sideA, sideB = 0, 1

// endCell is a cell about one end of a link.
func endCell(side int, what string) func(*opened, *planner.Link) templates.LinkCell {
	return func(o *opened, l *planner.Link) templates.LinkCell {
		e := &l.A
		if side == sideB {
			e = &l.B
		}
		switch {
		case what == "port":
			return templates.LinkCell{Text: e.String(), ID: true, Row: side == sideA}
		case what == "rack" && e.Device.Rack != "":
			return templates.LinkCell{Text: e.Device.Rack, URL: o.to("racks", "rack", e.Device.Rack, "device", e.Device.Name)}
		case what == "u" && e.Device.U > 0:
			return templates.LinkCell{Text: e.Device.U.String(), Number: true}
		}
		return templates.LinkCell{}
	}
}

// figure is a number, or a dash where it is not known.
func figure(is bool, number func() string) templates.LinkCell {
	if !is {
		return templates.LinkCell{Text: "–", Number: true}
	}
	return templates.LinkCell{Text: number(), Number: true, Metres: true}
}

// cableOf is the cable of a link, the first where it has two; nil: none.
func (o *opened) cableOf(l *planner.Link) *planner.Cable {
	if c := l.Cables[0]; c >= 0 {
		return &o.result.Cables[c]
	}
	return nil
}

// partsOf are the parts a link's cables are.
func (o *opened) partsOf(l *planner.Link) []templates.PartLink {
	var out []templates.PartLink
	for _, c := range l.Cables {
		if c >= 0 && !o.result.Cables[c].Part.Nil() {
			out = append(out, partLink(o.result.Cables[c].Part.ID()))
		}
	}
	return out
}

// columnsKey names the columns shown in an address, with commas; columnKey is
// one of them as a form sends it. Without either those not hidden are shown.
const columnsKey, columnKey = "cols", "col"

// askedColumns reads which columns are asked for; custom: others than at first.
func askedColumns(asked url.Values) (shown []*linkColumn, custom bool, err error) {
	keys := asked[columnKey]
	if text := asked.Get(columnsKey); text != "" && len(keys) == 0 {
		keys = strings.Split(text, ",")
	}
	for _, k := range keys {
		if k != "status" && !slices.ContainsFunc(linkColumns, func(c linkColumn) bool { return c.key == k }) {
			return nil, false, badRequest("column %q is not one of %s", clip(k), strings.Join(columnKeys(func(*linkColumn) bool { return true }), ", "))
		}
	}
	for i := range linkColumns {
		c := &linkColumns[i]
		show := !c.hidden
		if len(keys) > 0 {
			show = slices.Contains(keys, c.key)
		}
		custom = custom || show == c.hidden
		if show {
			shown = append(shown, c)
		}
	}
	return shown, custom, nil
}

func columnKeys(with func(*linkColumn) bool) []string {
	var out []string
	for i := range linkColumns {
		if with(&linkColumns[i]) {
			out = append(out, linkColumns[i].key)
		}
	}
	return out
}

// linkFields are the keys of an address that filter links, each with the words
// for it and where a query holds it.
var linkFields = []struct {
	key, says string
	of        func(q *app.LinkQuery) *string // nil: of a length
}{
	{"q", "words", func(q *app.LinkQuery) *string { return &q.Text }},
	{"status", "status", func(q *app.LinkQuery) *string { return &q.Status }},
	{"rack", "rack", func(q *app.LinkQuery) *string { return &q.Rack }},
	{"to_rack", "to rack", func(q *app.LinkQuery) *string { return &q.ToRack }},
	{"device", "device", func(q *app.LinkQuery) *string { return &q.Device }},
	{"code", "finding", func(q *app.LinkQuery) *string { return &q.Code }},
	{"is", "is", func(q *app.LinkQuery) *string { return &q.Is }},
	{"a", "end A", func(q *app.LinkQuery) *string { return &q.A }},
	{"a_rack", "rack A", func(q *app.LinkQuery) *string { return &q.ARack }},
	{"b", "end B", func(q *app.LinkQuery) *string { return &q.B }},
	{"b_rack", "rack B", func(q *app.LinkQuery) *string { return &q.BRack }},
	{"medium", "medium", func(q *app.LinkQuery) *string { return &q.Medium }},
	{"speed", "speed", func(q *app.LinkQuery) *string { return &q.Speed }},
	{"min", "run at least", nil},
	{"max", "run at most", nil},
	{"length", "cable", nil},
	{"part", "part", func(q *app.LinkQuery) *string { return &q.Part }},
	{"fabric", "fabric", func(q *app.LinkQuery) *string { return &q.Fabric }},
	{"group", "group", func(q *app.LinkQuery) *string { return &q.Group }},
	{"label", "label", func(q *app.LinkQuery) *string { return &q.Label }},
	{"color", "colour", func(q *app.LinkQuery) *string { return &q.Color }},
}

// linkQuery reads the filter and order of an address.
func linkQuery(asked url.Values) (app.LinkQuery, error) {
	q := app.LinkQuery{Sort: asked.Get("sort"), Desc: asked.Get("desc") == "1"}
	for _, f := range linkFields {
		if f.of != nil {
			*f.of(&q) = strings.TrimSpace(asked.Get(f.key))
		}
	}
	var err error
	if q.MinMM, q.MaxMM, err = span(asked); err != nil {
		return q, err
	}
	length, err := lengthOf("length", asked.Get("length"))
	q.Length = length.FloorMM()
	return q, err
}
