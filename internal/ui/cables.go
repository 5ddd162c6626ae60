package ui

import (
	"fmt"
	"net/http"
	"strconv"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// cables is the table of cables.
func (u *UI) cables(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	q := app.CableQuery{
		Medium: asked.Get("medium"), Product: asked.Get("product"), Rack: asked.Get("rack"), Device: asked.Get("device"), Text: asked.Get("q"),
		Sort: asked.Get("sort"), Desc: asked.Get("desc") == "1", After: asked.Get("after"),
	}
	if q.Limit, err = whole("limit", asked.Get("limit"), app.MaxPage); err != nil {
		return err
	}
	if q.MinMM, q.MaxMM, err = span(asked); err != nil {
		return err
	}
	page, err := o.checked.Cables(q)
	if err != nil {
		return err
	}
	v := view{o: o, name: "cables", asked: asked}
	p := templates.CablesPage{
		Action: o.url + "/cables", Rev: asked.Get("rev"), Text: q.Text, Rack: q.Rack, Device: q.Device, Min: asked.Get("min"), Max: asked.Get("max"),
		Product: q.Product, Sort: asked.Get("sort"), Desc: q.Desc, Media: []templates.Option{{Text: "any", Chosen: q.Medium == ""}},
		Heads: templates.CableHeads{
			End: v.head("Ends", "end", false, true), Medium: v.head("Medium", "medium", false, false), Length: v.head("Length, m", "length", true, false),
			Required: v.head("Needed, m", "required", true, false), Product: v.head("Part", "product", false, false),
		},
		Pager:   pager(len(page.Cables), page.Total, "cable", page.Prev, page.Next, v.after),
		Exports: []templates.Download{{Name: "cables.csv", URL: o.to("export/cables.csv")}},
		Empty:   "No cable is like that.", ProductsURL: o.to("cables/products"),
	}
	if len(o.result.Cables) == 0 {
		p.Empty = "The plan has no cable yet."
	}
	for _, m := range plan.Media {
		p.Media = append(p.Media, templates.Option{Value: string(m), Text: mediumWord[string(m)], Chosen: string(m) == q.Medium})
	}
	if n := len(o.result.Modules); n > 0 {
		p.ModulesURL, p.ModulesSaid = o.to("modules"), counted(n, "transceiver")
	}
	for _, i := range page.Cables {
		p.Rows = append(p.Rows, o.cableRow(&o.result.Cables[i]))
	}
	f, h := u.planFrame(r, o, "cables", "Cables")
	return u.show(w, r, templates.Cables(f, h, p), templates.CablesList(p))
}

func (o *opened) cableRow(c *planner.Cable) templates.CableRow {
	row := templates.CableRow{
		ID: c.ID, Label: c.Label, Shape: c.Shape, Medium: mediumWord[string(c.Medium)], Length: "–", Required: metres(c.Required), Existing: c.Existing,
		Links: strconv.Itoa(len(c.Links)),
	}
	if c.Length > 0 {
		row.Length = metres(c.Length.FloorMM())
	}
	row.Words = row.Medium + " " + c.Shape
	if c.Length > 0 {
		row.Words += ", " + c.Length.Metres()
	}
	if !c.Part.Nil() {
		row.Part = partLink(c.Part.ID())
	}
	if c.UnusedLegs > 0 {
		row.Unused = counted(c.UnusedLegs, "unused leg")
	}
	for _, e := range c.Ends {
		end := templates.CableEndCell{At: o.end(e.Device, e.Cage)}
		if c.Shape != "1:1" {
			end.Leg = "hub"
			if e.Leg > 0 {
				end.Leg = fmt.Sprintf("leg %d", e.Leg)
			}
		}
		if e.Module >= 0 {
			end.Module = partLink(o.result.Modules[e.Module].Product.SKU)
		}
		row.Ends = append(row.Ends, end)
	}
	if len(c.Links) > 0 {
		l := &o.result.Links[c.Links[0]]
		row.LinksURL = o.to("links", "q", c.Ends[0].Device.Name+":"+c.Ends[0].Cage)
		if len(c.Links) == 1 {
			row.LinksURL = o.to("links/" + l.ID)
		}
	}
	return row
}

// modules is the table of transceivers.
func (u *UI) modules(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	q := app.ModuleQuery{Product: asked.Get("product"), Rack: asked.Get("rack"), Device: asked.Get("device"), Text: asked.Get("q"), After: asked.Get("after")}
	page, err := o.checked.Modules(q)
	if err != nil {
		return err
	}
	v := view{o: o, name: "modules", asked: asked}
	p := templates.ModulesPage{
		Action: o.url + "/modules", Rev: asked.Get("rev"), Text: q.Text, Product: q.Product, Rack: q.Rack, Device: q.Device, CablesURL: o.to("cables"),
		Pager: pager(len(page.Modules), page.Total, "transceiver", page.Prev, page.Next, v.after), Empty: "No transceiver is like that.",
	}
	if len(o.result.Modules) == 0 {
		p.Empty = "The plan needs no transceiver."
	}
	for _, i := range page.Modules {
		m := &o.result.Modules[i]
		p.Rows = append(p.Rows, templates.ModuleRow{
			At: o.end(m.Device, m.Cage), Part: partLink(m.Product.SKU), Cables: strconv.Itoa(len(m.Cables)), Existing: m.Existing,
		})
	}
	f, h := u.planFrame(r, o, "cables", "Transceivers", templates.Crumb{Text: "Cables", URL: o.to("cables")}, templates.Crumb{Text: "Transceivers"})
	return u.show(w, r, templates.Modules(f, h, p), templates.ModulesList(p))
}
