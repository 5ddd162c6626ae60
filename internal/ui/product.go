package ui

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// productsPerPage is how many parts one page lists.
const productsPerPage = 100

// products lists parts.
func (u *UI) products(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	q := app.ProductQuery{
		Text: asked.Get("q"), Medium: catalog.Medium(asked.Get("medium")), Generation: asked.Get("generation"), Form: strings.TrimSpace(asked.Get("form")),
	}
	p := templates.ProductsPage{
		Text: clip(q.Text), Form: clip(q.Form), Min: clip(asked.Get("min")), Max: clip(asked.Get("max")),
		Media:   []templates.Option{{Text: "any", Chosen: q.Medium == ""}},
		Classes: []templates.Option{{Text: "any", Chosen: q.Generation == ""}},
	}
	for _, m := range catalog.Media {
		p.Media = append(p.Media, templates.Option{Value: string(m), Text: mediumWord[string(m)], Chosen: m == q.Medium})
	}
	for _, c := range catalog.Classes {
		p.Classes = append(p.Classes, templates.Option{Value: c, Text: classWord(c), Chosen: c == q.Generation})
	}
	p.Shapes = []templates.Option{{Text: "any", Chosen: asked.Get("shape") == ""}}
	for _, split := range []bool{false, true} {
		word := shapeWord(split)
		p.Shapes = append(p.Shapes, templates.Option{Value: word, Text: word, Chosen: word == asked.Get("shape")})
	}
	status := http.StatusOK
	if err := u.findProducts(&p, q, asked); err != nil {
		if known := (*failure)(nil); !errors.As(err, &known) && !errors.Is(err, app.ErrNotFound) {
			return err
		}
		p.Problem, status = sentence(err.Error()), http.StatusBadRequest
	}
	page := templates.Products(u.frame(r, "catalog", "Products", catalogCrumb, templates.Crumb{Text: "Products"}), p)
	if partial(r) {
		page = templates.ProductsList(p)
	}
	return write(r.Context(), w, status, page)
}

func (u *UI) findProducts(p *templates.ProductsPage, q app.ProductQuery, asked url.Values) error {
	var err error
	if q.Min, err = lengthOf("at least", asked.Get("min")); err != nil {
		return err
	}
	if q.Max, err = lengthOf("at most", asked.Get("max")); err != nil {
		return err
	}
	if q.Medium != "" && !slices.Contains(catalog.Media, q.Medium) {
		return badRequest("medium %q is not one of dac, acc, aec, aoc, transceiver, fibre, twisted-pair", clip(string(q.Medium)))
	}
	if q.Generation != "" && !slices.Contains(catalog.Classes, q.Generation) {
		return badRequest("generation %q is not one of %s", clip(q.Generation), strings.Join(catalog.Classes, ", "))
	}
	from, err := whole("from", asked.Get("from"), 1<<20)
	if err != nil {
		return err
	}
	all, err := u.plans.App().Products(q)
	if err != nil {
		return err
	}
	if shape := asked.Get("shape"); shape != "" {
		all = slices.DeleteFunc(all, func(x *catalog.Product) bool { return shapeWord(x.Shape != "1:1") != shape })
	}
	from = min(from, len(all))
	shown := all[from:min(from+productsPerPage, len(all))]
	decimals := columnOf()
	for _, x := range shown {
		decimals = max(decimals, columnOf(x.Span()))
	}
	for _, x := range shown {
		p.Rows = append(p.Rows, productRow(x, decimals))
	}
	p.Said = counted(len(all), "product")
	p.Pager = templates.Pager{Said: between(from, len(shown), len(all), "product")}
	at := func(first int) string {
		v := url.Values{}
		for key, values := range asked {
			v[key] = values
		}
		v.Set("from", fmt.Sprint(first))
		return "/catalog/products?" + v.Encode()
	}
	if from > 0 {
		p.Pager.Prev = at(max(0, from-productsPerPage))
	}
	if from+len(shown) < len(all) {
		p.Pager.Next = at(from + productsPerPage)
	}
	return nil
}

// between is "1 to 50 of 512 links".
func between(before, n, total int, noun string) string {
	if n == total {
		return counted(total, noun)
	}
	return fmt.Sprintf("%s to %s of %s", number(before+1), number(before+n), counted(total, noun))
}

func productRow(x *catalog.Product, decimals column) templates.ProductRow {
	row := templates.ProductRow{
		SKU: x.SKU, URL: partLink(x.SKU).URL, Medium: mediumWord[string(x.Medium)], Speeds: speedNames(x.Speeds), Ends: endsOf(x),
		Lifecycle: string(x.Lifecycle), Evidence: string(x.Evidence), Chosen: "by pin", Description: x.Description,
	}
	if x.Span() > 0 {
		row.Length = decimals.of(x.Span())
	}
	if x.Automatic {
		row.Chosen = "automatically"
	}
	return row
}

func speedNames(all []*catalog.Speed) string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Name
	}
	return strings.Join(names, " ")
}

// endsOf is the plug of a module, or both ends of a cable with its shape.
func endsOf(x *catalog.Product) string {
	switch {
	case x.EndA == nil:
		return ""
	case x.EndB == nil:
		return x.EndA.Name
	case x.Legs > 1:
		return fmt.Sprintf("%s to %d × %s", x.EndA.Name, x.Legs, x.EndB.Name)
	}
	return x.EndA.Name + " to " + x.EndB.Name
}

// evidenceWords say what an evidence level means.
var evidenceWords = map[catalog.Evidence]string{
	catalog.Maker:       "maker: its own page gives the number or the fact that matters most",
	catalog.Transcribed: "transcribed: a named copy of the maker's page",
	catalog.Reseller:    "reseller: a seller or another third party",
	catalog.Unverified:  "unverified: no more than a mention; never chosen automatically",
}

// lifecycleWords say what a lifecycle means.
var lifecycleWords = map[catalog.Lifecycle]string{
	catalog.Active:           "active: sold by its maker",
	catalog.Retired:          "retired: no longer sold by its maker",
	catalog.Planned:          "planned: not sold yet",
	catalog.UnknownLifecycle: "unknown: in none of the maker's lists",
}

// product is the page of a part.
func (u *UI) product(w http.ResponseWriter, r *http.Request) error {
	found, err := u.plans.App().Product(chi.URLParam(r, "sku"))
	if err != nil {
		return err
	}
	x := found.Product
	p := templates.ProductPage{
		Title: x.SKU, Description: x.Description, Kind: "part", Facts: productFacts(x), Sources: sourceRows(found.Sources), Locator: x.Locator,
	}
	if x.EndA != nil && x.Medium != catalog.FibreCord && x.Medium != catalog.TwistedPair {
		p.TitleA, p.FitsA = x.EndA.Name, typeLinks(found.FitsA)
		if x.EndB != nil && x.EndB != x.EndA {
			p.TitleB, p.FitsB = x.EndB.Name, typeLinks(found.FitsB)
		}
	}
	other := func(why string, x *catalog.Product) {
		p.Others = append(p.Others, templates.Other{Why: why, Part: templates.PartLink{Text: x.SKU + ", " + x.Length.Metres(), URL: partLink(x.SKU).URL}})
	}
	if found.Longer != nil {
		other("Next longer", found.Longer)
	}
	for _, x := range found.Instead {
		other("Or as "+mediumWord[string(x.Medium)], x)
	}
	f := u.frame(r, "catalog", x.SKU, catalogCrumb, productsCrumb, templates.Crumb{Text: x.SKU})
	return write(r.Context(), w, http.StatusOK, templates.Product(f, p))
}

func typeLinks(all []*catalog.DeviceType) []templates.PartLink {
	if len(all) == 0 {
		return []templates.PartLink{{Text: "no type of the catalog"}}
	}
	var out []templates.PartLink
	for _, t := range all {
		out = append(out, templates.PartLink{Text: t.Slug, URL: typeURL(t.Slug)})
	}
	return out
}

// facts are pairs; what is not known is left out.
type facts []templates.Pair

func (f *facts) add(name, value string) {
	if value != "" {
		*f = append(*f, templates.Pair{Name: name, Value: value})
	}
}

func (f *facts) length(name string, l units.Length) {
	if l > 0 {
		f.add(name, l.Metres())
	}
}

func productFacts(x *catalog.Product) []templates.Pair {
	var f facts
	f.add("Also sold as", strings.Join(x.AltSKUs, ", "))
	f.add("Maker", x.Maker)
	f.add("Medium", mediumWord[string(x.Medium)]+", "+x.Shape)
	f.add("Ends", endsOf(x))
	var labels []string
	for _, s := range x.Speeds {
		labels = append(labels, s.Label)
	}
	f.add("Speeds", strings.Join(labels, ", "))
	f.length("Length", x.Length)
	f.length("Reach", x.Reach)
	var grades []string
	for _, grade := range []string{"om3", "om4", "om5", "os2"} {
		if l := x.FibreReach.On(grade); l > 0 {
			grades = append(grades, strings.ToUpper(grade)+" "+l.Metres())
		}
	}
	f.add("Reach by fibre", strings.Join(grades, ", "))
	f.length("Not shorter than", x.MinReach)
	if x.Optics != nil {
		f.add("Optics", x.Optics.Label)
	}
	if x.Fibre != nil {
		f.add("Fibre", strings.ToUpper(x.Fibre.Grade))
	}
	connectors := x.ConnectorA
	if x.ConnectorB != "" {
		connectors += " to " + x.ConnectorB
	}
	f.add("Connectors", connectors)
	f.add("Polish", strings.ToUpper(x.Polish))
	f.add("Pins", x.Pins)
	f.body(x)
	f.add("Lifecycle", lifecycleWords[x.Lifecycle])
	f.add("Evidence", evidenceWords[x.Evidence])
	if x.Automatic {
		f.add("Chosen", "automatically, where the plan's settings admit it")
	} else {
		f.add("Chosen", "only where the plan pins it")
	}
	f.add("Note", x.Note)
	return f
}

func (f *facts) body(x *catalog.Product) {
	var watts []string
	for _, w := range []units.Power{x.PowerA, x.PowerB} {
		if w > 0 {
			watts = append(watts, w.String())
		}
	}
	f.add("Power", strings.Join(watts, " and "))
	f.add("Wire gauge", x.AWG)
	if x.OD > 0 {
		f.add("Diameter", fmt.Sprintf("%d.%d mm", x.OD/10, x.OD%10))
	}
	if x.BendRadius > 0 {
		f.add("Bend radius", x.BendRadius.String())
	}
	if x.Weight > 0 {
		f.add("Weight", x.Weight.String())
	}
}
