package app

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lengthwise/internal/formats/pricelist"
)

// The bounds of price lists.
const (
	MaxPriceRows = 50_000 // of one list
	maxNearest   = 200    // unknown part numbers whose neighbour is looked for
	maxListsWait = 8      // lists that wait while one is read: a workbook unpacks to much more than it is
)

// An ImportRequest is a price list as a supplier sent it. Supplier and Currency
// hold for rows that do not say. Mapping says which field a header is, beside
// what is remembered of lists with the same headers. A preview stores nothing.
type ImportRequest struct {
	Name     string // of the file
	Data     []byte // CSV or XLSX
	Mapping  map[string]string
	Supplier string
	Currency string
	Preview  bool
}

// An ImportReport says what became of every row of a price list.
type ImportReport struct {
	Sheet      string
	Table      *pricelist.Table   // the list as its author laid it out
	Columns    []pricelist.Column // what each header was taken for
	Remembered bool               // the mapping is that of an earlier list with these headers
	Rows       int                // below the header, blank ones left out; each is counted once in what follows
	New        int
	Changed    int
	Same       int // stored before as they are
	Repeated   int // of the same content as an earlier row of the list
	Unknown    []UnknownPart
	Bad        []pricelist.Problem // by row
	Revision   string              // of the catalog after the import
}

// An UnknownPart is a row whose part number the catalog does not have.
type UnknownPart struct {
	Sheet   string
	Row     int
	SKU     string
	Nearest string // empty: none is near
}

// ImportPrices reads a price list and stores its good rows. Rows with unknown
// part numbers and bad rows are named, every one. How its columns were read is
// remembered for lists with the same headers. The same list again changes
// nothing. The error is *Invalid where the list as a whole cannot be read; a
// preview whose columns are not understood says so in Bad.
func (p *Plans) ImportPrices(ctx context.Context, who Caller, req ImportRequest) (*ImportReport, error) {
	var bad faults
	bad.text("supplier", req.Supplier, maxSupplier)
	bad.text("name", req.Name, MaxSearch)
	if strings.Contains(req.Supplier, "|") {
		bad.add("supplier", "supplier %q holds a |; write it without", clip(req.Supplier))
	}
	leave, err := p.lists.enter(ctx)
	if err != nil {
		return nil, fmt.Errorf("import prices: %w", err)
	}
	defer leave()
	table, err := pricelist.Read(orWord(req.Name, "the price list"), req.Data)
	switch {
	case err != nil:
		bad.add("file", "%v", err)
	case len(table.Table.Rows) > MaxPriceRows:
		bad.add("file", "%d rows; the limit is %d; send the list in parts", len(table.Table.Rows), MaxPriceRows)
	default:
		checkMapping(&bad, table, req.Mapping)
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	var report *ImportReport
	read := func(e *effective) ([]OverlayChange, error) {
		i := &priceImport{e: e, req: req, table: table}
		changes, err := i.read()
		report = &i.report
		return changes, err
	}
	if req.Preview {
		_, err := read(p.effective(ctx))
		return report, err
	}
	if _, err := p.changeOverlay(ctx, who, "price list "+orWord(clip(req.Name), "without a name"), read); err != nil {
		return nil, fmt.Errorf("import prices: %w", err)
	}
	report.Revision = p.App().CatalogRevision()
	return report, nil
}

// A priceImport is a list being read against the overlay.
type priceImport struct {
	e      *effective
	req    ImportRequest
	table  *pricelist.Table
	report ImportReport
	parts  map[string]string // ids by the numbers met so far; empty: not known
}

// A priceLine is a row that was read.
type priceLine struct {
	row  pricelist.Row
	body PriceBody
	key  string
}

// read works out the report and what has to be changed.
func (i *priceImport) read() ([]OverlayChange, error) {
	mapping, key := i.mapping()
	rows, bad := i.table.Rows(mapping, pricelist.Defaults{Supplier: i.req.Supplier, Currency: i.req.Currency})
	i.report.Sheet, i.report.Table, i.report.Columns, i.report.Bad = i.table.Sheet, i.table, mapping.Columns, bad
	i.report.Rows, i.report.Revision = len(i.table.Table.Rows), i.e.app.CatalogRevision()
	if len(mapping.Problems) > 0 && !i.req.Preview {
		var faults faults
		for _, x := range mapping.Problems {
			faults.add("map", "%s", x.String())
		}
		return nil, faults.err()
	}
	lines := i.apart(i.alone(i.agreeing(i.resolve(rows))))
	changes, err := i.compare(lines)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(i.report.Bad, func(a, b pricelist.Problem) int { return a.Row - b.Row })
	if i.req.Preview {
		return nil, nil
	}
	return i.remember(changes, mapping, key)
}

// mapping is how the columns are read, and the key it is remembered by.
func (i *priceImport) mapping() (pricelist.Mapping, string) {
	key := digest(i.table.Guess(nil).Key())
	fields := map[string]string{}
	if row := i.e.row(OverlayMapping, key); row.Version > 0 {
		if body, err := ReadOverlayBody(OverlayMapping, row.Body); err == nil {
			maps.Copy(fields, body.(MappingBody).Fields)
			i.report.Remembered = true
		}
	}
	given := i.table.Guess(i.req.Mapping)
	given.Columns = slices.DeleteFunc(given.Columns, func(c pricelist.Column) bool { return !c.Remembered })
	maps.Copy(fields, given.Fields())
	return i.table.Guess(fields), key
}

// checkMapping refuses headers the list has not and fields there are not.
func checkMapping(bad *faults, table *pricelist.Table, mapping map[string]string) {
	for _, header := range slices.Sorted(maps.Keys(mapping)) {
		field := mapping[header]
		word(bad, "map", pricelist.Field(field), pricelist.Fields...)
		columns := table.Guess(map[string]string{header: field}).Columns
		if !slices.ContainsFunc(columns, func(c pricelist.Column) bool { return c.Remembered }) {
			bad.add("map", "the list has no header %q", clip(header))
		}
	}
}

// resolve finds the part of each row by either of its numbers.
func (i *priceImport) resolve(rows []pricelist.Row) []priceLine {
	i.parts = map[string]string{}
	lines := make([]priceLine, 0, len(rows))
	for _, r := range rows {
		first, other := i.part(r.SKU), i.part(r.AltSKU)
		switch {
		case first == "" && other == "":
			i.unknown(r)
			continue
		case first != "" && other != "" && first != other:
			i.bad(r, "the two part numbers are of two products, %s and %s; take the wrong one out", first, other)
			continue
		case first == "":
			first = other
		}
		b := bodyOf(r)
		b.SKU = first
		lines = append(lines, priceLine{r, b, b.key()})
	}
	return lines
}

func (i *priceImport) part(number string) string {
	if number == "" {
		return ""
	}
	id, known := i.parts[number]
	if !known {
		if part, ok := i.e.app.catalog.Part(number); ok {
			id = part.ID()
		}
		i.parts[number] = id
	}
	return id
}

func (i *priceImport) unknown(r pricelist.Row) {
	u := UnknownPart{Sheet: r.Sheet, Row: r.Line, SKU: orWord(r.SKU, r.AltSKU)}
	if len(i.report.Unknown) < maxNearest {
		u.Nearest = i.e.app.catalog.NearestSKU(u.SKU)
	}
	i.report.Unknown = append(i.report.Unknown, u)
}

func (i *priceImport) bad(r pricelist.Row, format string, args ...any) {
	i.report.Bad = append(i.report.Bad, pricelist.Problem{Sheet: r.Sheet, Row: r.Line, Value: orWord(r.SKU, r.AltSKU), Message: fmt.Sprintf(format, args...)})
}

// bodyOf is a row of a list as it is stored, but for the part's id.
func bodyOf(r pricelist.Row) PriceBody {
	known := func(n int) *int {
		if n < 0 {
			return nil
		}
		return &n
	}
	return PriceBody{Supplier: strings.TrimSpace(r.Supplier), UnitPrice: r.Unit.String(), Surcharge: r.Surcharge.String(), Currency: r.Currency,
		LeadTimeDays: known(r.LeadTimeDays), Stock: known(r.Stock), ValidFrom: r.ValidFrom, ValidTo: r.ValidTo}
}

// agreeing leaves out rows that say the same again, and all rows of a price that
// contradict each other.
func (i *priceImport) agreeing(lines []priceLine) []priceLine {
	byKey := map[string][]priceLine{}
	for _, l := range lines {
		byKey[l.key] = append(byKey[l.key], l)
	}
	var out []priceLine
	for _, l := range lines {
		all := byKey[l.key]
		other := slices.IndexFunc(all, func(o priceLine) bool { return !equalPrices(o.body, l.body) })
		switch {
		case other >= 0:
			i.bad(l.row, "the list contradicts itself: row %d has another price of %s for the same supplier, currency and days; leave one of them", all[other].row.Line, l.body.SKU)
		case all[0].row.Line != l.row.Line:
			i.report.Repeated++
		default:
			out = append(out, l)
		}
	}
	return out
}

// equalPrices reports whether two prices say the same.
func equalPrices(a, b PriceBody) bool {
	equal := func(x, y *int) bool { return orUnknown(x) == orUnknown(y) }
	flat := func(p PriceBody) PriceBody { p.LeadTimeDays, p.Stock = nil, nil; return p }
	return flat(a) == flat(b) && equal(a.LeadTimeDays, b.LeadTimeDays) && equal(a.Stock, b.Stock)
}

// alone leaves out rows whose figures or supplier cannot be stored.
func (i *priceImport) alone(lines []priceLine) []priceLine {
	return slices.DeleteFunc(lines, func(l priceLine) bool {
		c := &bodyCheck{e: i.e}
		c.figures(l.body)
		if l.body.Supplier != "" && strings.Contains(l.body.Supplier, "|") {
			c.add("supplier", "supplier %q holds a |; write it without", clip(l.body.Supplier))
		}
		c.text("supplier", l.body.Supplier, maxSupplier)
		c.days(l.body)
		for _, x := range c.list {
			i.bad(l.row, "%s", x.Message)
		}
		return len(c.list) > 0
	})
}

// apart leaves out rows that hold on a day on which another price of the part,
// supplier and currency holds, in this list or stored.
func (i *priceImport) apart(lines []priceLine) []priceLine {
	mine, replaced := map[string][]priceLine{}, map[string]bool{}
	for _, l := range lines {
		mine[l.body.list()], replaced[l.key] = append(mine[l.body.list()], l), true
	}
	stored := i.e.prices()
	return slices.DeleteFunc(lines, func(l priceLine) bool {
		for _, o := range mine[l.body.list()] {
			if o.key != l.key && l.body.overlaps(o.body) {
				i.bad(l.row, "the price holds %s, and that of row %d %s; end one before the other begins", l.body.days(), o.row.Line, o.body.days())
				return true
			}
		}
		for _, o := range stored[l.body.list()] {
			if !replaced[o.key()] && l.body.overlaps(o) {
				i.bad(l.row, "the price holds %s, and a stored price of this part, supplier and currency %s; end that before this one begins", l.body.days(), o.days())
				return true
			}
		}
		return false
	})
}

// compare holds rows against those that are stored and counts.
func (i *priceImport) compare(lines []priceLine) ([]OverlayChange, error) {
	var changes []OverlayChange
	for _, l := range lines {
		row := i.e.row(OverlayPrice, l.key)
		if row.Version == 0 {
			i.report.New++
		} else if body, err := ReadOverlayBody(OverlayPrice, row.Body); err == nil && equalPrices(body.(PriceBody), l.body) {
			i.report.Same++
			continue
		} else {
			i.report.Changed++
		}
		text, err := json.Marshal(l.body)
		if err != nil {
			return nil, fmt.Errorf("write price: %w", err)
		}
		changes = append(changes, OverlayChange{Kind: OverlayPrice, Key: l.key, Base: row.Version, Body: text})
	}
	return changes, nil
}

// remember adds how the columns were read, where that is news.
func (i *priceImport) remember(changes []OverlayChange, m pricelist.Mapping, key string) ([]OverlayChange, error) {
	body := MappingBody{Fields: m.Fields()}
	for _, c := range m.Columns {
		body.Headers = append(body.Headers, c.Header)
	}
	row := i.e.row(OverlayMapping, key)
	if row.Version > 0 {
		known, err := ReadOverlayBody(OverlayMapping, row.Body)
		if err == nil && maps.Equal(known.(MappingBody).Fields, body.Fields) {
			return changes, nil
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("write mapping: %w", err)
	}
	return append(changes, OverlayChange{Kind: OverlayMapping, Key: key, Base: row.Version, Body: text}), nil
}

// Prices are all stored rows of price lists, whatever their days, by key.
func (p *Plans) Prices(ctx context.Context, who Caller) ([]pricelist.Row, error) {
	rows, _, err := p.Overlay(ctx, who, OverlayQuery{Kind: OverlayPrice})
	if err != nil {
		return nil, err
	}
	out := make([]pricelist.Row, 0, len(rows))
	for _, r := range rows {
		body, err := ReadOverlayBody(r.Kind, r.Body)
		if err != nil {
			continue // Trouble says so
		}
		row, err := body.(PriceBody).row()
		if err != nil {
			continue
		}
		out = append(out, pricelist.Row{SKU: row.ID, Unit: row.Unit, Surcharge: row.Surcharge, Currency: row.Currency, LeadTimeDays: row.LeadTimeDays,
			Stock: row.Stock, Supplier: row.Supplier, ValidFrom: row.ValidFrom, ValidTo: row.ValidTo})
	}
	return out, nil
}
