package catalog

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"lengthwise/internal/units"
)

// An Overlay is what a site adds to the built-in catalog: products of other
// makers with their sources, device types of its own, what it likes and forbids,
// and what things cost. The order of its rows means nothing.
type Overlay struct {
	Sources, Products []Row
	Types             []*DeviceType // as written: see Compile
	Status            map[string]SiteStatus
	Prices            []PriceRow // those valid on the day
}

// A Row is the cells of one row of sources.csv or products.csv by the names of
// their columns. A cell that is left out is empty.
type Row map[string]string

// overlayTables are the names problems of an overlay have in Table, in the order
// they are reported.
var overlayTables = []string{"sources", "products", "device-types", "status", "prices"}

// maxCell is the most characters of one cell of an overlay's row.
const maxCell = 2000

// LoadWith is the built-in catalog with a site's overlay. Its rows are held to
// the rules of the built-in ones, with two differences: they stand in no order,
// and a row with unverified evidence may be open to automatic choice. No number
// may be that of another product in any spelling, no slug that of another type.
// An empty overlay gives the catalog of Load; otherwise Revision is 12 hex digits
// over the built-in revision and what the overlay says. The error is a *Problems
// with everything wrong in it, each with Table, Key and Column. The overlay is
// not changed.
func LoadWith(o Overlay) (*Catalog, error) {
	base, err := Load()
	if err != nil {
		return nil, err
	}
	l := newLoader()
	if len(o.Sources)+len(o.Products) > 0 {
		data, err := fs.Sub(embedded, "data")
		if err != nil {
			return nil, fmt.Errorf("open the built-in catalog: %w", err)
		}
		l.read(data)
		l.overlay = true
		l.appendRows("sources.csv", o.Sources)
		l.appendRows("products.csv", o.Products)
		l.check()
	} else {
		shared := *base
		l.c = &shared
	}
	l.ownTypes(o.Types)
	ids := l.ids(o.Products)
	l.siteStatus(o.Status, ids)
	l.sitePrices(o.Prices, ids)
	if len(l.problems.List) > 0 {
		l.problems.sort()
		return nil, &l.problems
	}
	if l.c.Revision = l.revision(base.Revision); l.c.Revision == base.Revision {
		return base, nil
	}
	return l.c, nil
}

// appendRows puts rows of an overlay behind those of a data file, in the order
// of their keys.
func (l *loader) appendRows(file string, rows []Row) {
	s := l.sheets[file]
	own := make([]*row, 0, len(rows))
	for _, cells := range rows {
		r := &row{sheet: s, cells: make([]string, len(s.columns)), ok: true, own: true}
		known := 0
		for i, c := range s.columns {
			if cell, ok := cells[c.name]; ok {
				r.cells[i] = cell
				known++
			}
		}
		for i, c := range s.columns {
			l.checkText(r, c.name, r.cells[i])
		}
		if known < len(cells) {
			l.unknownColumns(r, cells)
		}
		own = append(own, r)
	}
	slices.SortFunc(own, func(a, b *row) int { return slices.Compare(a.cells, b.cells) })
	s.rows = append(s.rows, own...)
}

// checkText checks of a cell what a file's reader would have found.
func (l *loader) checkText(r *row, column, cell string) {
	switch {
	case !utf8.ValidString(cell):
		l.badCell(r, column, "%s is not UTF-8", column)
	case utf8.RuneCountInString(cell) > maxCell:
		l.badCell(r, column, "%s has %d characters; at most %d are kept", column, utf8.RuneCountInString(cell), maxCell)
	}
}

// unknownColumns reports the cells that belong to no column.
func (l *loader) unknownColumns(r *row, cells Row) {
	var names []string
	for _, c := range r.sheet.columns {
		names = append(names, c.name)
	}
	for _, column := range slices.Sorted(maps.Keys(cells)) {
		if !slices.Contains(names, column) {
			l.badCell(r, column, "unknown column %s%s", quote(column), didYouMean(column, names))
		}
	}
}

// own reports something wrong with a row of the overlay that is not a row of a
// data file.
func (l *loader) own(table, key, column, format string, args ...any) {
	l.problems.List = append(l.problems.List, Problem{Table: table, Key: key, Column: column, Message: fmt.Sprintf(format, args...)})
}

// ownTypes compiles a site's device types and puts them behind the built-in
// ones, by slug.
func (l *loader) ownTypes(types []*DeviceType) {
	if len(types) == 0 {
		return
	}
	c := l.c
	c.Types, c.index.types = slices.Clone(c.Types), maps.Clone(c.index.types)
	own := make([]*DeviceType, 0, len(types))
	for _, t := range types {
		own = append(own, t.Written())
	}
	slices.SortStableFunc(own, func(a, b *DeviceType) int { return strings.Compare(a.Slug, b.Slug) })
	for _, t := range own {
		if other := c.index.types[t.Slug]; other != nil {
			whose := "a built-in type"
			if other.Local {
				whose = "another type of yours"
			}
			l.own("device-types", t.Slug, "slug", "%s is the slug of %s, %s; take another one", quote(t.Slug), whose, other.Model)
			continue
		}
		for _, problem := range Compile(t, c) {
			field, message, _ := strings.Cut(problem, ": ")
			l.own("device-types", t.Slug, field, "%s: %s", field, message)
		}
		c.index.types[t.Slug] = t
		c.Types = append(c.Types, t)
	}
}

// ids knows the parts a status or a price may name: those of the catalog, and,
// so that one mistake is reported once, those of rows that are refused.
func (l *loader) ids(products []Row) func(table, id string) (Part, bool) {
	refused := map[string]bool{}
	for _, r := range products {
		for _, n := range append(splitList(r["alt_skus"]), r["sku"]) {
			refused[fold(n)] = true
		}
	}
	return func(table, id string) (Part, bool) {
		part, ok := l.c.Part(id)
		if !ok && !refused[fold(id)] {
			l.own(table, id, "sku", "%s is not in the catalog%s", quote(id), didYouMean(id, l.numbersOf()))
		}
		return part, ok
	}
}

// numbersOf lists all numbers of all products.
func (l *loader) numbersOf() []string {
	var out []string
	for _, p := range l.c.Products {
		out = append(append(out, p.SKU), p.AltSKUs...)
	}
	return out
}

// revision works out the revision of a catalog with what an overlay says; that
// of the built-in catalog where it says nothing.
func (l *loader) revision(base string) string {
	w := newCanon(base)
	for _, file := range []string{"sources.csv", "products.csv"} {
		s := l.sheets[file]
		if s == nil {
			continue
		}
		for _, r := range s.rows {
			if r.own {
				w.line(s.tableName(), r.cells...)
			}
		}
	}
	for _, t := range l.c.Types {
		if t.Local {
			w.deviceType(t)
		}
	}
	status := l.c.site.status
	for _, sku := range slices.Sorted(maps.Keys(status)) {
		w.line("status", sku, string(status[sku]))
	}
	for _, id := range slices.Sorted(maps.Keys(l.c.site.prices)) {
		for _, p := range l.c.site.prices[id] {
			w.price(id, p)
		}
	}
	return w.revision(base)
}

func compareKnownDays(a, b int) int {
	if a < 0 || b < 0 {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// landed is what one piece costs at the site.
func (p Price) landed() units.Money { return p.Unit + p.Surcharge }
