package ui

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// productsPerPage is how many parts one page lists.
const productsPerPage = 100

// Words of the filters of products, in the order the form shows them.
var (
	lifecycles = []catalog.Lifecycle{catalog.Active, catalog.Retired, catalog.Planned, catalog.UnknownLifecycle}
	evidences  = []catalog.Evidence{catalog.Maker, catalog.Transcribed, catalog.Reseller, catalog.Unverified}
	statuses   = []catalog.SiteStatus{catalog.Preferred, catalog.Allowed, catalog.Forbidden}
)

// products lists parts.
func (u *UI) products(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	p := templates.ProductsPage{
		Text: clip(asked.Get("q")), Form: clip(asked.Get("form")), Min: clip(asked.Get("min")), Max: clip(asked.Get("max")),
		Sort: asked.Get("sort"), Desc: asked.Get("desc") == "1", SpecsURL: "/catalog/specifications",
	}
	status := http.StatusOK
	s, err := u.shop(r)
	if err == nil {
		p.Picks = s.picks(asked)
		err = s.findProducts(&p, asked)
	} else {
		p.Picks = (&shop{cat: u.plans.App().Catalog()}).picks(asked)
	}
	if err != nil {
		if known := (*failure)(nil); !errors.As(err, &known) && !errors.Is(err, app.ErrNotFound) {
			return err
		}
		p.Rows, p.Counts = nil, nil
		p.Problem, status = sentence(err.Error()), http.StatusBadRequest
	}
	page := templates.Products(u.frame(r, "catalog", "Products", catalogCrumb, templates.Crumb{Text: "Products"}), p)
	if partial(r) {
		page = templates.ProductsList(p)
	}
	return write(r.Context(), w, status, page)
}

// picks are the choices of the form.
func (s *shop) picks(asked url.Values) []templates.Pick {
	out := []templates.Pick{
		pickOf("medium", "Medium", asked, catalog.Media, func(m catalog.Medium) string { return mediumWord[string(m)] }),
		pickOf("generation", "Generation", asked, catalog.Classes, classWord),
		pickOf("shape", "Shape", asked, app.Shapes, same),
		pickOf("lifecycle", "Sold", asked, lifecycles, same),
		pickOf("evidence", "Evidence", asked, evidences, same),
		pickOf("status", "Site status", asked, statuses, same),
	}
	if all := s.cat.Currencies(); len(all) > 1 {
		out = append(out, pickOf("currency", "Prices in", asked, all, same))
		out[len(out)-1].Options = out[len(out)-1].Options[1:] // any currency is none
	}
	return out
}

func same[T ~string](word T) string { return string(word) }

// pickOf is a choice among words, or of any.
func pickOf[T ~string](name, label string, asked url.Values, words []T, text func(T) string) templates.Pick {
	chosen := asked.Get(name)
	p := templates.Pick{Name: name, Label: label, Options: []templates.Option{{Text: "any", Chosen: chosen == ""}}}
	for _, w := range words {
		p.Options = append(p.Options, templates.Option{Value: string(w), Text: text(w), Chosen: string(w) == chosen})
	}
	return p
}

// productQuery reads the filters of the address.
func productQuery(asked url.Values) (q app.ProductQuery, err error) {
	q = app.ProductQuery{
		Text: asked.Get("q"), Medium: catalog.Medium(asked.Get("medium")), Generation: asked.Get("generation"), Shape: asked.Get("shape"),
		Form: strings.TrimSpace(asked.Get("form")), Lifecycle: catalog.Lifecycle(asked.Get("lifecycle")),
		Evidence: catalog.Evidence(asked.Get("evidence")), Status: catalog.SiteStatus(asked.Get("status")),
	}
	var short, long, from error
	q.Min, short = lengthOf("at least", asked.Get("min"))
	q.Max, long = lengthOf("at most", asked.Get("max"))
	_, from = whole("from", asked.Get("from"), 1<<20)
	return q, cmp.Or(short, long, from, oneOf("medium", q.Medium, catalog.Media), oneOf("generation", q.Generation, catalog.Classes),
		oneOf("shape", q.Shape, app.Shapes), oneOf("lifecycle", q.Lifecycle, lifecycles), oneOf("evidence", q.Evidence, evidences),
		oneOf("status", q.Status, statuses), oneOf("sort", asked.Get("sort"), productSorts))
}

func (s *shop) findProducts(p *templates.ProductsPage, asked url.Values) error {
	q, err := productQuery(asked)
	if err != nil {
		return err
	}
	all, err := s.Products(q)
	if err != nil {
		return err
	}
	v := listView{at: "/catalog/products", asked: asked}
	p.Counts = mediumCounts(all, v, q.Medium != "")
	s.sortProducts(all, asked.Get("sort"), p.Desc)
	from, _ := whole("from", asked.Get("from"), 1<<20) // it was read before
	from = min(from, len(all))
	shown := all[from:min(from+productsPerPage, len(all))]
	decimals := columnOf()
	for _, x := range shown {
		decimals = max(decimals, columnOf(x.Span()))
	}
	for _, x := range shown {
		p.Rows = append(p.Rows, s.productRow(x, decimals))
	}
	p.Said = between(from, len(shown), len(all), "product")
	if n := len(s.cat.Specifications); n > 0 {
		p.SpecsSaid = "and " + counted(n, "cord") + " to specification, which have no number"
	}
	p.Pager = templates.Pager{Said: p.Said}
	if from > 0 {
		p.Pager.Prev = v.with("from", fmt.Sprint(max(0, from-productsPerPage)))
	}
	if from+len(shown) < len(all) {
		p.Pager.Next = v.with("from", fmt.Sprint(from+productsPerPage))
	}
	p.Priced = s.currency != ""
	p.Heads = templates.ProductHeads{
		Part: v.head("Part", "part", false), Medium: v.head("Medium", "", false), Length: v.head("Length or reach, m", "length", true),
		Price: v.head(s.priceHead(), "price", true), LeadTime: v.head("Lead, days", "lead", true), Lifecycle: v.head("Sold", "sold", false),
		Evidence: v.head("Evidence", "evidence", false),
	}
	return nil
}

// mediumCounts are how many of the products each medium has, in the order of
// media.
func mediumCounts(all []*catalog.Product, v listView, alone bool) []templates.Fact {
	n := map[catalog.Medium]int{}
	for _, x := range all {
		n[x.Medium]++
	}
	if alone {
		return []templates.Fact{{Words: "Show every medium", URL: v.with("medium", "", "from", "")}}
	}
	if len(n) < 2 {
		return nil
	}
	var out []templates.Fact
	for _, m := range catalog.Media {
		if n[m] > 0 {
			out = append(out, templates.Fact{Number: number(n[m]), Words: mediumWord[string(m)], URL: v.with("medium", string(m), "from", "")})
		}
	}
	return out
}

// A listView is a list at an address with its filters and its order.
type listView struct {
	at    string
	asked url.Values
}

// with is the address with pairs of keys and values changed; an empty value
// takes the key out.
func (v listView) with(pairs ...string) string {
	q := url.Values{}
	for key, values := range v.asked {
		if len(values) > 0 && values[0] != "" {
			q.Set(key, values[0])
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if q.Set(pairs[i], pairs[i+1]); pairs[i+1] == "" {
			q.Del(pairs[i])
		}
	}
	if len(q) == 0 {
		return v.at
	}
	return v.at + "?" + q.Encode()
}

// head is the head of a column sorted by a word, empty for the order the list
// has of itself. Choosing it again turns the order around.
func (v listView) head(text, by string, numbers bool) templates.SortHead {
	h := templates.SortHead{Text: text, Numbers: numbers, URL: v.with("sort", by, "desc", "", "from", "")}
	if v.asked.Get("sort") != by {
		return h
	}
	h.Sorted = "descending"
	if v.asked.Get("desc") != "1" {
		h.Sorted, h.URL = "ascending", v.with("sort", by, "desc", "1", "from", "")
	}
	return h
}

// productSorts are what products can be sorted by, beside medium.
var productSorts = []string{"part", "length", "price", "lead", "sold", "evidence"}

// sortProducts sorts in place; what is not known stands last either way.
func (s *shop) sortProducts(all []*catalog.Product, by string, desc bool) {
	// rank is what is compared, and whether it is known.
	var rank func(x *catalog.Product) (int64, bool)
	switch by {
	case "length":
		rank = func(x *catalog.Product) (int64, bool) { return int64(x.Span()), x.Span() > 0 }
	case "price":
		rank = func(x *catalog.Product) (int64, bool) {
			price, ok := s.cat.PriceOf(x.SKU, s.currency)
			return int64(price.Unit + price.Surcharge), ok
		}
	case "lead":
		rank = func(x *catalog.Product) (int64, bool) {
			price, ok := s.cat.PriceOf(x.SKU, s.currency)
			return int64(price.LeadTimeDays), ok && price.LeadTimeDays >= 0
		}
	case "sold":
		rank = func(x *catalog.Product) (int64, bool) { return int64(slices.Index(lifecycles, x.Lifecycle)), true }
	case "evidence":
		rank = func(x *catalog.Product) (int64, bool) { return int64(x.Evidence.Rank()), true }
	case "part":
		slices.SortStableFunc(all, func(x, y *catalog.Product) int { return units.CompareNatural(x.SKU, y.SKU) })
		if desc {
			slices.Reverse(all)
		}
		return
	default:
		if desc {
			slices.Reverse(all)
		}
		return
	}
	slices.SortStableFunc(all, func(x, y *catalog.Product) int {
		a, known := rank(x)
		b, too := rank(y)
		switch {
		case known != too && known:
			return -1
		case known != too:
			return 1
		case desc:
			return cmp.Compare(b, a)
		}
		return cmp.Compare(a, b)
	})
}

// between is "1 to 50 of 512 links".
func between(before, n, total int, noun string) string {
	if n == total {
		return counted(total, noun)
	}
	return fmt.Sprintf("%s to %s of %s", number(before+1), number(before+n), counted(total, noun))
}

func (s *shop) productRow(x *catalog.Product, decimals column) templates.ProductRow {
	row := templates.ProductRow{
		SKU: x.SKU, URL: partLink(x.SKU).URL, Own: x.Own, Medium: mediumWord[string(x.Medium)], Length: lengthCell(decimals, x.Span()),
		Speeds: speedNames(x.Speeds), Ends: endsOf(x), Lifecycle: string(x.Lifecycle), Evidence: string(x.Evidence), Chosen: s.chosenWord(x),
		Description: x.Description, Price: s.landed(x.SKU),
	}
	if price, ok := s.cat.PriceOf(x.SKU, s.currency); ok && price.LeadTimeDays >= 0 {
		row.LeadTime = number(price.LeadTimeDays)
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
func endsOf(x *catalog.Product) string { return joins(x.EndA, x.EndB, x.Shape) }

// joins is what lies between two plugs, or the plug of a module.
func joins(a, b *catalog.FormFactor, shape string) string {
	switch {
	case a == nil:
		return ""
	case b == nil:
		return a.Name
	case shape != "1:1":
		return a.Name + " to " + strings.TrimPrefix(shape, "1:") + " × " + b.Name
	}
	return a.Name + " to " + b.Name
}
