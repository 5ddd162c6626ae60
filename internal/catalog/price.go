package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"lengthwise/internal/units"
)

// A SiteStatus says what a site thinks of a product.
type SiteStatus string

// The statuses. A product nobody said anything about is allowed.
const (
	Preferred SiteStatus = "preferred" // chosen before others of its length
	Allowed   SiteStatus = "allowed"
	Forbidden SiteStatus = "forbidden" // never chosen
)

// A Price is what one piece costs at a site and how long it takes to come.
type Price struct {
	Unit, Surcharge    units.Money // landed, together
	Currency           string      // ISO 4217, three capital letters
	LeadTimeDays       int         // -1: not known
	Supplier           string
	ValidFrom, ValidTo string // 2026-11-30, both days included; empty: open
}

// A PriceRow is one row of a price list.
type PriceRow struct {
	ID string // the part's number, or the id of a part made to specification
	Price
	Stock int // pieces at hand; -1: not said
}

// The bounds of what a row of a price list counts.
const (
	MaxLeadTimeDays = 3_650
	MaxStock        = 1_000_000_000
)

// maxPrice bounds a unit price and a surcharge, 10,000,000.00: both together
// times the most pieces a plan can order fit the cents of an int64.
const maxPrice units.Money = 1_000_000_000

// A site is what an overlay says of parts, by SKU or specification id.
type site struct {
	status map[string]SiteStatus // preferred and forbidden alone
	prices map[string][]pricePos // by currency, then the best first
}

// A pricePos is one position of a price list.
type pricePos struct {
	Price
	stock int
}

// Priced reports whether a price list is loaded.
func (c *Catalog) Priced() bool { return len(c.site.prices) > 0 }

// PriceOf is the price of a part in a currency: of several suppliers the lowest
// landed (unit price plus surcharge), then the shortest lead time, then the name.
// The id is a number as the catalog writes it, or that of a part made to
// specification. It is false where there is none.
func (c *Catalog) PriceOf(id, currency string) (Price, bool) {
	for _, p := range c.site.prices[id] {
		if p.Currency == currency {
			return p.Price, true
		}
	}
	return Price{}, false
}

// PricesOf lists every position of a part in the price list, by currency, the
// one that PriceOf gives first.
func (c *Catalog) PricesOf(id string) []PriceRow {
	var out []PriceRow
	for _, p := range c.site.prices[id] {
		out = append(out, PriceRow{ID: id, Price: p.Price, Stock: p.stock})
	}
	return out
}

// StockOf is how many pieces of a part the price list has at hand: the most that
// one of its rows says, for rows of two suppliers or currencies may count the
// same pieces; -1 where none says.
func (c *Catalog) StockOf(id string) int {
	most := -1
	for _, p := range c.site.prices[id] {
		most = max(most, p.stock)
	}
	return most
}

// Stocked lists the parts of the price list that have pieces at hand, sorted.
func (c *Catalog) Stocked() []string {
	var out []string
	for id := range c.site.prices {
		if c.StockOf(id) > 0 {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// StatusOf is what the site thinks of a product, by its number as the catalog
// writes it.
func (c *Catalog) StatusOf(sku string) SiteStatus {
	if s, ok := c.site.status[sku]; ok {
		return s
	}
	return Allowed
}

// Currencies lists those of the price list, sorted.
func (c *Catalog) Currencies() []string {
	seen := map[string]bool{}
	for _, list := range c.site.prices {
		for _, p := range list {
			seen[p.Currency] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// siteStatus reads what a site thinks of products.
func (l *loader) siteStatus(status map[string]SiteStatus, find func(table, id string) (Part, bool)) {
	written := map[string]string{}
	out := map[string]SiteStatus{}
	for _, id := range slices.Sorted(maps.Keys(status)) {
		s := status[id]
		if s != Preferred && s != Allowed && s != Forbidden {
			l.own("status", id, "status", "status is %s; it may be %s, %s, %s", quote(string(s)), Preferred, Allowed, Forbidden)
			continue
		}
		part, ok := find("status", id)
		switch {
		case !ok:
			continue
		case part.Product == nil:
			l.own("status", id, "sku", "%s is made to specification and has no status; products with a number have one", quote(id))
			continue
		}
		sku := part.SKU()
		if first, twice := written[sku]; twice && status[first] != s {
			l.own("status", id, "status", "%s is %s here and %s as %s; one product has one status", sku, s, status[first], quote(first))
		}
		if written[sku] = id; s != Allowed {
			out[sku] = s
		}
	}
	l.c.site.status = out
}

// sitePrices reads a price list.
func (l *loader) sitePrices(rows []PriceRow, find func(table, id string) (Part, bool)) {
	out := make(map[string][]pricePos, len(rows))
	type key struct{ id, supplier, currency string }
	seen := make(map[key]bool, len(rows))
	for _, r := range rows {
		before := len(l.problems.List)
		l.checkPrice(&r)
		part, ok := find("prices", r.ID)
		if !ok || len(l.problems.List) > before {
			continue
		}
		id := part.ID()
		k := key{id, r.Supplier, r.Currency}
		if seen[k] {
			l.own("prices", r.ID, "supplier", "has two prices of supplier %s in %s on one day; end one before the other begins", quote(r.Supplier), r.Currency)
			continue
		}
		seen[k] = true
		out[id] = append(out[id], pricePos{r.Price, r.Stock})
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b pricePos) int {
			return cmp.Or(strings.Compare(a.Currency, b.Currency), cmp.Compare(a.landed(), b.landed()),
				compareKnownDays(a.LeadTimeDays, b.LeadTimeDays), strings.Compare(a.Supplier, b.Supplier))
		})
	}
	l.c.site.prices = out
}

// checkPrice checks the figures of one row.
func (l *loader) checkPrice(r *PriceRow) {
	bad := func(column, format string, args ...any) { l.own("prices", r.ID, column, format, args...) }
	for _, f := range []struct {
		column string
		value  units.Money
	}{{"unit_price", r.Unit}, {"surcharge", r.Surcharge}} {
		if f.value < 0 || f.value > maxPrice {
			bad(f.column, "%s %s is not between 0 and %s", f.column, f.value, maxPrice)
		}
	}
	if len(r.Currency) != 3 || strings.Trim(r.Currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		bad("currency", "currency %s is not three capital letters such as USD or EUR", quote(r.Currency))
	}
	if r.LeadTimeDays < -1 || r.LeadTimeDays > MaxLeadTimeDays {
		bad("lead_time_days", "lead_time_days %d is not between 0 and %d; leave it out where it is not known", r.LeadTimeDays, MaxLeadTimeDays)
	}
	if r.Stock < -1 || r.Stock > MaxStock {
		bad("stock", "stock %d is not between 0 and %d; leave it out where it is not said", r.Stock, MaxStock)
	}
	for _, f := range []struct{ column, value string }{{"valid_from", r.ValidFrom}, {"valid_to", r.ValidTo}} {
		if f.value != "" && dateCell.fault(f.value) != "" {
			bad(f.column, "%s %s is not %s", f.column, quote(f.value), dateCell.fault(f.value))
		}
	}
	if r.ValidFrom != "" && r.ValidTo != "" && r.ValidTo < r.ValidFrom {
		bad("valid_to", "valid_to %s is before valid_from %s", r.ValidTo, r.ValidFrom)
	}
	if r.Supplier != strings.TrimSpace(r.Supplier) || strings.ContainsFunc(r.Supplier, stray) || len(r.Supplier) > maxCell {
		bad("supplier", "supplier %s has white space around it, a control character, or more than %d bytes", quote(r.Supplier), maxCell)
	}
}
