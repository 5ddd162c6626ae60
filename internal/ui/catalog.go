package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/web/templates"
)

var (
	catalogCrumb  = templates.Crumb{Text: "Catalog", URL: "/catalog"}
	productsCrumb = templates.Crumb{Text: "Products", URL: "/catalog/products"}
	typesCrumb    = templates.Crumb{Text: "Device types", URL: "/catalog/types"}
)

// matrix shows how far each medium goes.
func (u *UI) matrix(w http.ResponseWriter, r *http.Request) error {
	type at struct {
		medium catalog.Medium
		split  bool
		class  string
	}
	cells := map[at]*catalog.Reach{}
	all := u.plans.App().ReachMatrix()
	for i := range all {
		c := &all[i]
		cells[at{c.Medium, c.Split, c.Class}] = c
	}
	p := templates.MatrixPage{}
	for _, class := range catalog.Classes {
		p.Classes = append(p.Classes, classWord(class))
	}
	for _, m := range catalog.Media {
		for _, split := range []bool{false, true} {
			row := templates.MatrixRow{Medium: mediumWord[string(m)], Shape: shapeWord(split)}
			filled := false
			for _, class := range catalog.Classes {
				c := cells[at{m, split, class}]
				filled = filled || c != nil
				row.Cells = append(row.Cells, u.matrixCell(c))
			}
			if filled {
				p.Rows = append(p.Rows, row)
			}
		}
	}
	return write(r.Context(), w, http.StatusOK, templates.Matrix(u.frame(r, "catalog", "Reach matrix"), p))
}

func (u *UI) matrixCell(c *catalog.Reach) templates.MatrixCell {
	if c == nil {
		return templates.MatrixCell{}
	}
	cell := templates.MatrixCell{Any: true, Count: counted(len(c.Products), "product"), URL: productsURL(c)}
	best := c.AutoNow
	if best.Length > 0 {
		cell.Today = best.Length.Metres()
	}
	if c.Auto.Length > c.AutoNow.Length {
		cell.Ever = c.Auto.Length.Metres()
	}
	if c.Ever.Length > c.Auto.Length {
		cell.Pinned = c.Ever.Length.Metres()
	}
	for _, f := range []catalog.Figure{c.Auto, c.Ever} {
		if best.Length == 0 {
			best = f
		}
	}
	cell.Parts, cell.More = partLinks(best.SKUs)
	cell.Sources = sourceRows(u.plans.App().Sources(best.Sources))
	return cell
}

// productsURL leads to the products of a cell.
func productsURL(c *catalog.Reach) string {
	return "/catalog/products?" + url.Values{"medium": {string(c.Medium)}, "generation": {c.Class}, "shape": {shapeWord(c.Split)}}.Encode()
}

// shapeWord is what a shape is called in addresses and on pages.
func shapeWord(split bool) string {
	if split {
		return "splitter"
	}
	return "straight"
}

// types lists the device types.
func (u *UI) types(w http.ResponseWriter, r *http.Request) error {
	text := clip(r.URL.Query().Get("q"))
	p := templates.TypesPage{Text: text}
	for _, t := range u.plans.App().Types(text) {
		row := templates.TypeRow{Slug: t.Slug, URL: typeURL(t.Slug), Kind: t.Kind, Height: "part", Model: t.Model, Ports: cages(t), Evidence: string(t.Evidence)}
		if t.Rackable {
			row.Height = t.Height.String()
		}
		p.Rows = append(p.Rows, row)
	}
	p.Said = counted(len(p.Rows), "device type")
	return u.show(w, r, templates.Types(u.frame(r, "catalog", "Device types", catalogCrumb, templates.Crumb{Text: "Device types"}), p), templates.TypesList(p))
}

func typeURL(slug string) string { return "/catalog/types/" + url.PathEscape(slug) }

// cages is "32 osfp-finned-2 of 2 ports, 1 rj45".
func cages(t *catalog.DeviceType) string {
	var all []string
	for _, g := range t.Groups {
		s := fmt.Sprintf("%d %s", g.CageCount, g.Form.Name)
		if g.PortsPerCage > 1 {
			s += fmt.Sprintf(" of %d ports", g.PortsPerCage)
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

// deviceType is the page of a device type.
func (u *UI) deviceType(w http.ResponseWriter, r *http.Request) error {
	slug := chi.URLParam(r, "slug")
	t := u.plans.App().Type(slug)
	if t == nil {
		return fmt.Errorf("device type %q: %w; list them and search", clip(slug), app.ErrNotFound)
	}
	p := templates.ProductPage{
		Title: t.Slug, Description: t.Model, Kind: "device type", Facts: typeFacts(t), Locator: t.Locator,
		Sources: sourceRows(u.plans.App().Sources(t.Sources)),
	}
	rails := map[string]string{}
	for _, rail := range t.Rails {
		if rail.Number >= 0 {
			rails[rail.Port] = fmt.Sprint(rail.Number)
		}
	}
	for i := range t.Groups {
		if row, ok := portRow(t, &t.Groups[i], rails); ok {
			p.Ports = append(p.Ports, row)
		}
	}
	f := u.frame(r, "catalog", t.Slug, catalogCrumb, typesCrumb, templates.Crumb{Text: t.Slug})
	return write(r.Context(), w, http.StatusOK, templates.Product(f, p))
}

func typeFacts(t *catalog.DeviceType) []templates.Pair {
	var f facts
	f.add("Maker", t.Maker)
	f.add("Kind", t.Kind)
	if t.Rackable {
		f.add("Height", t.Height.String()+" U")
	} else {
		f.add("Height", "a part of a device: it cannot stand in a rack")
	}
	f.add("Width", t.Width)
	if t.Depth > 0 {
		f.add("Depth", t.Depth.String())
	}
	if t.Weight > 0 {
		f.add("Weight", t.Weight.String())
	}
	if t.PowerMax > 0 {
		f.add("Power", "at most "+t.PowerMax.String())
	}
	f.add("Ports look", t.PortSide)
	f.add("Air", t.Airflow)
	f.add("Cooling", t.Cooling)
	f.add("Lifecycle", lifecycleWords[t.Lifecycle])
	f.add("Evidence", evidenceWords[t.Evidence])
	f.add("Note", t.Note)
	return f
}

// portRow is a run of like cages; ok is false where it has no port.
func portRow(t *catalog.DeviceType, g *catalog.PortGroup, rails map[string]string) (row templates.PortRow, ok bool) {
	var names, served []string
	for i := range t.Ports {
		if t.Ports[i].Group != g {
			continue
		}
		names = append(names, t.Ports[i].Name)
		if rail := rails[t.Ports[i].Name]; rail != "" {
			served = append(served, rail)
		}
	}
	if len(names) == 0 {
		return row, false
	}
	row = templates.PortRow{Names: names[0], Count: number(len(names)), Form: g.Form.Name, Speeds: speedNames(g.Speeds), Power: "–", Rails: strings.Join(served, ", ")}
	if len(names) > 1 {
		row.Names += " to " + names[len(names)-1]
	}
	if g.CagePower > 0 {
		row.Power = g.CagePower.Watts()
	}
	return row, true
}

// sources lists every source.
func (u *UI) sources(w http.ResponseWriter, r *http.Request) error {
	p := templates.SourcesPage{Sources: sourceRows(u.plans.App().BuiltIn().Sources)}
	return write(r.Context(), w, http.StatusOK, templates.Sources(u.frame(r, "catalog", "Sources", catalogCrumb, templates.Crumb{Text: "Sources"}), p))
}
