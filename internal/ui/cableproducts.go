package ui

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// cableProducts are the cables by length, as a drawing and a table, and by
// product.
func (u *UI) cableProducts(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	p := templates.CableProductsPage{
		CablesURL: o.to("cables"), OrderURL: o.to("order"), ModulesURL: o.to("modules"), Empty: "The plan has no cable yet.",
		DocumentURL: o.to("document"),
	}
	if len(o.result.Cables) > 0 {
		counts := u.glances.of(o).lengths
		p.Said = counted(len(o.result.Cables), "cable") + " in " + counted(distinctLengths(counts), "length") + "."
		drawn := make([]drawing.LengthCount, len(counts))
		for i, c := range counts {
			drawn[i] = drawing.LengthCount{Medium: c.medium, Length: c.length, Cables: c.cables}
		}
		h := drawing.NewHistogram(drawn, func(l units.Length) string { return o.cablesOf("", l) })
		p.Drawing, p.Note = string(svg.LengthsBytes(h)), h.Said
		p.Lengths = o.lengthTable(counts)
		p.Products = o.productTable()
	}
	f, h := u.planFrame(r, o, "cables", "Cables by product", templates.Crumb{Text: "Cables", URL: o.to("cables")}, templates.Crumb{Text: "By product and length"})
	h.View = "Cables"
	return write(r.Context(), w, http.StatusOK, templates.CableProducts(f, h, p))
}

// cablesOf is the address of the cables of a medium, or of any, and a length.
func (o *opened) cablesOf(medium string, l units.Length) string {
	mm := fmt.Sprintf("%d mm", l.FloorMM())
	return o.to("cables", "medium", medium, "min", mm, "max", mm)
}

func distinctLengths(counts []lengthCount) int {
	seen := map[units.Length]bool{}
	for _, c := range counts {
		seen[c.length] = true
	}
	return len(seen)
}

// lengthTable is the histogram as a table: a row a length, a column a medium.
func (o *opened) lengthTable(counts []lengthCount) templates.Grid {
	g := templates.Grid{ID: "length-table", Caption: "Cables by ordered length and medium; a length leads to its cables"}
	var media []plan.Medium
	var lengths []units.Length
	of := map[units.Length]map[plan.Medium]int{}
	decimals := columnOf()
	for _, c := range counts { // by medium, then length
		if !slices.Contains(media, c.medium) {
			media = append(media, c.medium)
		}
		if of[c.length] == nil {
			of[c.length] = map[plan.Medium]int{}
			lengths = append(lengths, c.length)
		}
		of[c.length][c.medium] += c.cables
		decimals = max(decimals, columnOf(c.length))
	}
	slices.Sort(lengths)
	names := []string{"#Length, m"}
	for _, m := range media {
		names = append(names, "#"+mediumWord[string(m)])
	}
	g.Heads = heads(append(names, "#All")...)
	total := 0
	sums := make([]int, len(media))
	for _, l := range lengths {
		first := templates.GridCell{Text: "not known"}
		if l > 0 {
			first = templates.GridCell{Text: decimals.of(l), URL: o.cablesOf("", l)}
		}
		row := templates.GridRow{Cells: []templates.GridCell{first}}
		all := 0
		for i, m := range media {
			n := of[l][m]
			cell := templates.GridCell{Text: "–"}
			if n > 0 {
				cell.Text = number(n)
			}
			row.Cells = append(row.Cells, cell)
			all, sums[i] = all+n, sums[i]+n
		}
		total += all
		row.Cells = append(row.Cells, templates.GridCell{Text: number(all)})
		g.Rows = append(g.Rows, row)
	}
	last := templates.GridRow{Strong: true, Cells: words("All")}
	for _, n := range sums {
		last.Cells = append(last.Cells, templates.GridCell{Text: number(n)})
	}
	last.Cells = append(last.Cells, templates.GridCell{Text: number(total)})
	g.Rows = append(g.Rows, last)
	return g
}

// A productUse is what the cables of one product are used for.
type productUse struct {
	part              catalog.Part
	medium            plan.Medium
	cables, existing  int
	links             int
	shortest, longest int64 // required, whole mm
	least             int64 // spare of the tightest cable, whole mm
	unused            int   // legs
}

// productTable is a row for each product of cables, in the order of media and
// lengths.
func (o *opened) productTable() []templates.CableProductRow {
	at := map[catalog.Part]*productUse{}
	var all []*productUse
	for i := range o.result.Cables {
		c := &o.result.Cables[i]
		p := at[c.Part]
		if p == nil {
			p = &productUse{part: c.Part, medium: c.Medium, shortest: c.Required, least: c.Length.FloorMM() - c.Required}
			at[c.Part], all = p, append(all, p)
		}
		p.add(c)
	}
	slices.SortStableFunc(all, func(a, b *productUse) int {
		if d := slices.Index(plan.Media, a.medium) - slices.Index(plan.Media, b.medium); d != 0 {
			return d
		}
		if a.part.Ordered() != b.part.Ordered() {
			return int(min(1, max(-1, int64(a.part.Ordered()-b.part.Ordered()))))
		}
		return strings.Compare(a.part.ID(), b.part.ID())
	})
	decimals := columnOf()
	for _, p := range all {
		decimals = max(decimals, columnOf(p.part.Ordered()))
	}
	var rows []templates.CableProductRow
	for _, p := range all {
		row := templates.CableProductRow{
			Medium: mediumWord[string(p.medium)], Length: "–", Cables: number(p.cables), Existing: "–", Links: number(p.links),
			Shortest: metres(p.shortest), Longest: metres(p.longest), Spare: grouped(metres(p.least)), UsedURL: o.to("cables", "medium", string(p.medium)),
		}
		if p.existing > 0 {
			row.Existing = number(p.existing)
		}
		if p.part.Ordered() > 0 {
			row.Length = decimals.of(p.part.Ordered())
		} else {
			row.Spare = "–"
		}
		if p.unused > 0 {
			row.Unused = counted(p.unused, "unused leg")
		}
		if p.part.Nil() {
			row.Part = templates.PartLink{Text: "not known"}
		} else {
			row.Part, row.UsedURL = partLink(p.part.ID()), o.to("cables", "product", p.part.ID())
			if !o.older && p.cables > p.existing {
				row.SubstituteURL = o.to("order/substitute", "product", p.part.ID())
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func (p *productUse) add(c *planner.Cable) {
	p.cables++
	if c.Existing {
		p.existing++
	}
	p.links += len(c.Links)
	p.unused += c.UnusedLegs
	p.shortest, p.longest = min(p.shortest, c.Required), max(p.longest, c.Required)
	p.least = min(p.least, c.Length.FloorMM()-c.Required)
}
