package ui

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

var (
	catalogCrumb  = templates.Crumb{Text: "Catalog", URL: "/catalog"}
	matrixCrumb   = templates.Crumb{Text: "Reach matrix", URL: "/catalog/reach"}
	productsCrumb = templates.Crumb{Text: "Products", URL: "/catalog/products"}
	typesCrumb    = templates.Crumb{Text: "Device types", URL: "/catalog/types"}
)

// A shop is the catalog as it is for one request, and how it is asked.
type shop struct {
	*app.App
	cat      *catalog.Catalog
	currency string // prices are shown in it; empty: there are none
}

// shop is the catalog now, with prices in the currency of ?currency= or the
// first there is.
func (u *UI) shop(r *http.Request) (*shop, error) {
	a := u.plans.Current(r.Context())
	s := &shop{App: a, cat: a.Catalog()}
	all := s.cat.Currencies()
	asked := r.URL.Query().Get("currency")
	if err := oneOf("currency", asked, all); err != nil {
		return nil, err
	}
	if s.currency = asked; asked == "" && len(all) > 0 {
		s.currency = all[0]
	}
	return s, nil
}

// oneOf refuses a word that is not one of a list; empty is none.
func oneOf[T ~string](field string, word T, words []T) error {
	if word == "" || slices.Contains(words, word) {
		return nil
	}
	if len(words) == 0 {
		return badRequest("%s %q is not known: there is none", field, clip(string(word)))
	}
	var all []string
	for _, w := range words {
		all = append(all, string(w))
	}
	return badRequest("%s %q is not one of %s", field, clip(string(word)), strings.Join(all, ", "))
}

// landed is what one piece costs with what comes on top; empty: no price.
func (s *shop) landed(id string) string {
	if price, ok := s.cat.PriceOf(id, s.currency); ok {
		return grouped((price.Unit + price.Surcharge).String())
	}
	return ""
}

// priceHead is the head of a column of landed prices; empty: there are none.
func (s *shop) priceHead() string {
	if s.currency == "" {
		return ""
	}
	return "Landed price, " + s.currency
}

// sources are the sources of the keys.
func (s *shop) sources(keys []string) []templates.SourceRow { return sourceRows(s.Sources(keys)) }

// parts are links to all of the parts.
func parts(ids []string) []templates.PartLink {
	var out []templates.PartLink
	for _, id := range ids {
		out = append(out, partLink(id))
	}
	return out
}

// chosenWord says whether plans choose a product.
func (s *shop) chosenWord(x *catalog.Product) string {
	switch status := s.cat.StatusOf(x.SKU); {
	case status == catalog.Forbidden:
		return "never: forbidden here"
	case !x.Automatic:
		return "by pin"
	case status == catalog.Preferred:
		return "first: preferred here"
	}
	return "automatically"
}

// kindsOfSource say what a kind of source is, as evidence for what is taken
// from it.
var kindsOfSource = map[string]string{
	"maker": "the maker's own page", "transcription": "a named copy of the maker's page", "reseller": "a seller's page",
	"standard": "a standard", "third-party": "another third party",
}

// evidenceOf says what sources are, each kind once.
func (s *shop) evidenceOf(keys []string) string {
	var words []string
	for _, x := range s.Sources(keys) {
		if w := kindsOfSource[x.Kind]; !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return listed(words)
}

// catalog is what the catalog has.
func (u *UI) catalog(w http.ResponseWriter, r *http.Request) error {
	s, err := u.shop(r)
	if err != nil {
		return err
	}
	c := s.cat
	orderable, ownParts, ownTypes, preferred, forbidden := 0, 0, 0, 0, 0
	for _, p := range c.Products {
		orderable += one(p.Automatic && p.Lifecycle != catalog.Retired)
		ownParts += one(p.Own)
		preferred += one(c.StatusOf(p.SKU) == catalog.Preferred)
		forbidden += one(c.StatusOf(p.SKU) == catalog.Forbidden)
	}
	for _, t := range c.Types {
		ownTypes += one(t.Local)
	}
	p := templates.CatalogPage{
		Facts: []templates.Fact{
			{Number: number(len(c.Products)), Words: plural(len(c.Products), "product"), URL: "/catalog/products"},
			{Number: number(orderable), Words: "chosen automatically and still sold"},
			{Number: number(len(c.Specifications)), Words: plural(len(c.Specifications), "cord") + " to specification", URL: "/catalog/specifications"},
			{Number: number(len(c.Types)), Words: plural(len(c.Types), "device type"), URL: "/catalog/types"},
			{Number: number(len(c.Sources)), Words: plural(len(c.Sources), "source"), URL: "/catalog/sources"},
		},
		Doors: doors,
		Pairs: []templates.Pair{
			{Name: "Revision", Value: c.Revision},
			{Name: "This site's own", Value: listed([]string{counted(ownParts, "product"), counted(ownTypes, "device type")})},
			{Name: "Site status", Value: number(preferred) + " preferred, " + number(forbidden) + " forbidden"},
			{Name: "Prices", Value: "none loaded: orders have no prices"},
		},
	}
	for _, x := range u.plans.Trouble() {
		p.Trouble = append(p.Trouble, x.String())
	}
	if all := c.Currencies(); len(all) > 0 {
		priced := 0
		for _, x := range c.Products {
			priced += one(len(c.PricesOf(x.SKU)) > 0)
		}
		p.Pairs[len(p.Pairs)-1].Value = "in " + listed(all) + " for " + number(priced) + " of " + counted(len(c.Products), "product")
	}
	loaded, err := u.pricesLoaded(r)
	if err != nil {
		return err
	}
	if loaded != "" {
		p.Pairs = append(p.Pairs, templates.Pair{Name: "Price list", Value: loaded})
	}
	return write(r.Context(), w, http.StatusOK, templates.Catalog(u.frame(r, "catalog", "Catalog"), p))
}

// pricesLoaded says how many rows the price list has and when it changed last;
// empty: it has none.
func (u *UI) pricesLoaded(r *http.Request) (string, error) {
	rows, _, err := u.plans.Overlay(r.Context(), caller(r), app.OverlayQuery{Kind: app.OverlayPrice})
	if err != nil || len(rows) == 0 {
		return "", err
	}
	last := rows[0]
	for _, x := range rows {
		if x.Changed.After(last.Changed) {
			last = x
		}
	}
	return counted(len(rows), "row") + ", loaded last " + moment(last.Changed) + " by " + last.Author, nil
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// doors lead to what the catalog holds.
var doors = []templates.Door{
	{Text: "Reach matrix", URL: "/catalog/reach", For: "how far each medium goes at each generation, with the parts and sources behind each figure"},
	{Text: "Products", URL: "/catalog/products", For: "every part by number, medium, plug and length"},
	{Text: "Device types", URL: "/catalog/types", For: "switches, servers and adapters with their cages, ports and rails"},
	{Text: "Parts to specification", URL: "/catalog/specifications", For: "cords bought by description"},
	{Text: "Prices", URL: "/catalog/prices", For: "what suppliers ask, and price lists to load"},
	{Text: "Overlay", URL: "/catalog/overlay", For: "this site's own products and device types; what is preferred and what is forbidden"},
	{Text: "Sources", URL: "/catalog/sources", For: "every document a fact was taken from"},
}

// specifications lists what is made to specification.
func (u *UI) specifications(w http.ResponseWriter, r *http.Request) error {
	s, err := u.shop(r)
	if err != nil {
		return err
	}
	p := templates.SpecsPage{}
	for _, x := range s.cat.Specifications {
		p.Rows = append(p.Rows, s.specRow(x))
	}
	f := u.frame(r, "catalog", "Parts to specification", catalogCrumb, templates.Crumb{Text: "Parts to specification"})
	return write(r.Context(), w, http.StatusOK, templates.Specs(f, p))
}

func (s *shop) specRow(x *catalog.Specification) templates.SpecRow {
	row := templates.SpecRow{
		Key: x.Key, URL: "/catalog/specifications#" + url.PathEscape(x.Key), Description: x.Description, Chosen: "by pin", Note: x.Note,
		Locator: x.Locator, Sources: s.sources(x.Sources),
	}
	if x.Automatic() {
		row.Chosen = "where no numbered part passes"
	}
	if x.Reach > 0 {
		row.Reach = columnOf(x.Reach).of(x.Reach)
	}
	var lengths []string
	for _, l := range x.Lengths {
		lengths = append(lengths, columnOf(l).of(l))
		if price := s.landed(x.ID(l)); price != "" {
			row.Prices = append(row.Prices, templates.Pair{Name: x.ID(l), Value: price + " " + s.currency})
		}
	}
	row.Lengths = strings.Join(lengths, ", ")
	var serves []string
	for _, o := range x.Optics {
		serves = append(serves, o.Label)
	}
	if row.Serves = strings.Join(serves, ", "); len(x.Speeds) > 0 {
		row.Serves = speedNames(x.Speeds)
	}
	return row
}

// sources lists every source.
func (u *UI) sources(w http.ResponseWriter, r *http.Request) error {
	p := templates.SourcesPage{Sources: sourceRows(u.plans.Current(r.Context()).Catalog().Sources)}
	return write(r.Context(), w, http.StatusOK, templates.Sources(u.frame(r, "catalog", "Sources", catalogCrumb, templates.Crumb{Text: "Sources"}), p))
}

// lengthCell is a length in metres in a column; empty: not known or none.
func lengthCell(c column, l units.Length) string {
	if l == 0 {
		return ""
	}
	return c.of(l)
}
