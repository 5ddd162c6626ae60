package ui

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

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

// statusWords say what a site status means.
var statusWords = map[catalog.SiteStatus]string{
	catalog.Preferred: "preferred: chosen before others of its length",
	catalog.Allowed:   "allowed",
	catalog.Forbidden: "forbidden: never chosen at this site",
}

// product is the page of a part.
func (u *UI) product(w http.ResponseWriter, r *http.Request) error {
	s, err := u.shop(r)
	if err != nil {
		return err
	}
	found, err := s.Product(chi.URLParam(r, "sku"))
	if err != nil {
		return err
	}
	x := found.Product
	p := templates.ProductPage{
		SKU: x.SKU, Description: x.Description, Own: x.Own, Lead: s.lead(x), Facts: s.productFacts(x), Ends: s.ends(found), Locator: x.Locator,
		Sources: sourceRows(found.Sources), Note: sentence(x.Note), PriceNote: "No supplier's price is loaded for it.",
	}
	p.Prices = priceRows(s.cat.PricesOf(x.SKU))
	p.Others, p.Beyond = s.others(found), beyond(x)
	if err := u.plansUsing(r, &p); err != nil {
		return err
	}
	p.Status = u.statusForm(r, x.SKU)
	if x.Own {
		p.Edit = overlayURL(app.OverlayProduct, "", x.SKU)
	}
	f := u.frame(r, "catalog", x.SKU, catalogCrumb, productsCrumb, templates.Crumb{Text: x.SKU})
	return write(r.Context(), w, http.StatusOK, templates.Product(f, p))
}

// lead is what decides about a part, at a glance.
func (s *shop) lead(x *catalog.Product) []templates.Fact {
	out := []templates.Fact{{Number: mediumWord[string(x.Medium)], Words: x.Shape}}
	if x.Span() > 0 {
		words := "long"
		if x.Medium == catalog.Transceiver {
			words = "reach"
		}
		out = append(out, templates.Fact{Number: x.Span().Metres(), Words: words})
	}
	out = append(out, templates.Fact{Number: strings.ReplaceAll(speedNames(x.Speeds), " ", ", ")})
	sold := templates.Fact{Mark: "ok", Words: string(x.Lifecycle)}
	switch x.Lifecycle {
	case catalog.Retired, catalog.Planned:
		sold.Mark = "warning"
	case catalog.UnknownLifecycle:
		sold = templates.Fact{Mark: "unknown", Words: "lifecycle unknown"}
	case catalog.Active:
	}
	evidence := templates.Fact{Mark: "ok", Words: "evidence: " + string(x.Evidence)}
	if x.Evidence.Rank() > catalog.Transcribed.Rank() {
		evidence.Mark = "warning"
	}
	chosen := templates.Fact{Words: "chosen " + s.chosenWord(x)}
	if s.cat.StatusOf(x.SKU) == catalog.Forbidden {
		chosen = templates.Fact{Mark: "warning", Words: "forbidden at this site"}
	}
	return append(out, sold, evidence, chosen)
}

// others are the parts to look at next.
func (s *shop) others(found *app.ProductPage) []templates.Other {
	var out []templates.Other
	other := func(why string, x *catalog.Product) {
		o := templates.Other{Why: why, Part: partLink(x.SKU), Length: x.Span().Metres()}
		if price := s.landed(x.SKU); price != "" {
			o.Price = price + " " + s.currency
		}
		out = append(out, o)
	}
	if found.Longer != nil {
		why := "Next longer"
		if found.Product.Medium == catalog.Transceiver {
			why = "Next farther"
		}
		other(why, found.Longer)
	}
	for _, x := range found.Instead {
		other("As "+mediumWord[string(x.Medium)], x)
	}
	return out
}

// beyond leads to what goes farther or by another medium: the cells of the
// reach matrix a part is of, and the reach checker.
func beyond(x *catalog.Product) []templates.PartLink {
	var out []templates.PartLink
	for _, class := range x.Generations() {
		shape := app.Straight
		if x.Shape != "1:1" {
			shape = app.Splitter
		}
		out = append(out, templates.PartLink{Text: classWord(class) + " " + mediumWord[string(x.Medium)] + " and other media", URL: cellURL(class, x.Medium, shape)})
	}
	if x.EndA == nil || x.EndB == nil || x.Span() == 0 || len(x.Speeds) == 0 || x.Medium == catalog.FibreCord {
		return out
	}
	q := url.Values{"speed": {x.Speeds[0].Name}, "length": {(x.Span() + units.Millimetre).Text()}, "from": {x.EndA.Name}, "to": {x.EndB.Name}}
	return append(out, templates.PartLink{Text: "What goes farther than " + far(x.Span()) + "?", URL: "/reach?" + q.Encode()})
}

// ends are what a part's plugs go into.
func (s *shop) ends(found *app.ProductPage) []templates.FitsEnd {
	x := found.Product
	if x.EndA == nil {
		return nil
	}
	end := func(title string, plug *catalog.FormFactor, types []*catalog.DeviceType) templates.FitsEnd {
		e := templates.FitsEnd{Title: title, Plug: plug.Name}
		var cages []string
		for _, f := range s.cat.Forms {
			if f.Cage && f.Accept(plug.Name) {
				cages = append(cages, f.Name)
			}
		}
		e.Cages = "Plug " + plug.Name + "; goes into no cage of the catalog."
		if len(cages) > 0 {
			e.Cages = "Plug " + plug.Name + "; goes into cages " + listed(cages) + "."
		}
		for _, t := range types {
			row := templates.FitRow{Type: templates.PartLink{Text: t.Slug, URL: typeURL(t.Slug)}, Own: t.Local}
			row.Where = groupWords(app.Takes(t, x, plug))
			e.Types = append(e.Types, row)
		}
		return e
	}
	if x.Medium == catalog.FibreCord {
		return nil // its ends go into modules
	}
	switch {
	case x.EndB == nil:
		return []templates.FitsEnd{end("Goes into", x.EndA, found.FitsA)}
	case x.EndA == x.EndB && x.Shape == "1:1":
		return []templates.FitsEnd{end("Both ends go into", x.EndA, found.FitsA)}
	case x.Shape == "1:1":
		return []templates.FitsEnd{end("End A goes into", x.EndA, found.FitsA), end("End B goes into", x.EndB, found.FitsB)}
	}
	return []templates.FitsEnd{end("The hub goes into", x.EndA, found.FitsA), end(fmt.Sprintf("Each of the %d legs goes into", x.Legs), x.EndB, found.FitsB)}
}

// groupWords are port groups by role and form: "fabric: 4 × osfp-flat-1".
func groupWords(groups []*catalog.PortGroup) string {
	type kind struct{ role, form string }
	n := map[kind]int{}
	var order []kind
	for _, g := range groups {
		k := kind{roleWord(g.Role), g.Form.Name}
		if n[k] == 0 {
			order = append(order, k)
		}
		n[k] += g.CageCount
	}
	var words []string
	for _, k := range order {
		words = append(words, fmt.Sprintf("%s: %d × %s", k.role, n[k], k.form))
	}
	return strings.Join(words, "; ")
}

// priceRows are the prices of suppliers; the first of a currency is the one
// plans reckon with.
func priceRows(all []catalog.PriceRow) []templates.PriceRow {
	var out []templates.PriceRow
	for i, x := range all {
		row := templates.PriceRow{
			Supplier: x.Supplier, Currency: x.Currency, Unit: grouped(x.Unit.String()), Surcharge: grouped(x.Surcharge.String()),
			Landed: grouped((x.Unit + x.Surcharge).String()), LeadTime: "not known", Stock: "not said", Valid: "always",
			Best: i == 0 || all[i-1].Currency != x.Currency,
		}
		if row.Supplier == "" {
			row.Supplier = "not named"
		}
		if x.LeadTimeDays >= 0 {
			row.LeadTime = number(x.LeadTimeDays)
		}
		if x.Stock >= 0 {
			row.Stock = number(x.Stock)
		}
		switch {
		case x.ValidFrom != "" && x.ValidTo != "":
			row.Valid = x.ValidFrom + " to " + x.ValidTo
		case x.ValidFrom != "":
			row.Valid = "from " + x.ValidFrom
		case x.ValidTo != "":
			row.Valid = "to " + x.ValidTo
		}
		out = append(out, row)
	}
	return out
}

// plansUsing lists the plans that need the part. The page reads without the
// database.
func (u *UI) plansUsing(r *http.Request, p *templates.ProductPage) error {
	uses, more, err := u.plans.PlansUsing(r.Context(), caller(r), p.SKU)
	switch {
	case errors.Is(err, app.ErrUnavailable):
		p.PlanNote = "The database is away, so plans cannot be looked through now."
		return nil
	case err != nil:
		return err
	case len(uses) == 0:
		p.PlanNote = "No plan needs it."
	case more:
		p.PlanNote = "and older ones"
	}
	for _, x := range uses {
		row := templates.PlanUse{Name: x.Plan.Name, URL: planURL(x.Plan.ID), Quantity: number(x.Quantity), Changed: moment(x.Plan.Changed)}
		row.Mark, row.Word = verdictOf(x.Plan.Summary.OK, x.Plan.Summary.Warnings)
		p.Plans = append(p.Plans, row)
	}
	return nil
}
