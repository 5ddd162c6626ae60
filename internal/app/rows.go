package app

import (
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A FindingQuery selects findings; what is empty selects nothing. They come in
// the order of the result: errors first.
type FindingQuery struct {
	Severity string // error | warning | info
	Code     string
	Text     string // words that all stand in subject, message or path, in any case
	Limit    int    // 1 to MaxPage; 0: DefaultPage
	After    string
}

// A FindingPage is part of the findings that match.
type FindingPage struct {
	Findings   []int32 // indexes into Result.Findings
	Total      int
	Next, Prev string
}

// Findings looks through the findings that are listed. The error is *Invalid.
func (c *Checked) Findings(q FindingQuery) (FindingPage, error) {
	bad, all := &faults{}, c.Result.Findings
	word(bad, "severity", plan.Severity(q.Severity), plan.Error, plan.Warning, plan.Info)
	word(bad, "code", plan.Code(q.Code), codes()...)
	bad.text("text", q.Text, MaxSearch)
	words := strings.Fields(strings.ToLower(q.Text))
	match := func(i int32) bool {
		f := &all[i]
		return (q.Severity == "" || string(f.Severity) == q.Severity) && (q.Code == "" || string(f.Code) == q.Code) &&
			!slices.ContainsFunc(words, func(w string) bool { return !holds(f.Subject, w) && !holds(f.Message, w) && !holds(f.Path, w) })
	}
	page, err := c.rows(bad, "findings", len(all), q.Limit, q.After, match, func(i int32) string {
		return string(all[i].Code) + " " + all[i].Subject + " " + all[i].Path
	})
	return FindingPage{Findings: page.rows, Total: page.total, Next: page.next, Prev: page.prev}, err
}

// A BOMQuery selects rows of the bill of materials; what is empty selects
// nothing. They come in its order.
type BOMQuery struct {
	Medium    string // of the product: dac acc aec aoc transceiver fibre twisted-pair
	Text      string // words that all stand in a part number, the id or the description, in any case
	Attention bool   // only rows that need a decision
	Limit     int    // 1 to MaxPage; 0: DefaultPage
	After     string
}

// A BOMPage is part of the rows that match.
type BOMPage struct {
	Rows       []int32 // indexes into Result.BOM
	Total      int
	Next, Prev string
}

// BOM looks through the bill of materials. The error is *Invalid.
func (c *Checked) BOM(q BOMQuery) (BOMPage, error) {
	bad, all := &faults{}, c.Result.BOM
	word(bad, "medium", catalog.Medium(q.Medium), catalog.Media...)
	bad.text("text", q.Text, MaxSearch)
	words := strings.Fields(strings.ToLower(q.Text))
	id := func(i int32) string {
		if t := all[i].DeviceType; t != nil {
			return t.Slug
		}
		return all[i].Part.ID()
	}
	match := func(i int32) bool {
		b := &all[i]
		return (q.Medium == "" || string(b.Part.Medium()) == q.Medium) && (!q.Attention || len(b.Attention) > 0) &&
			!slices.ContainsFunc(words, func(w string) bool {
				return !holds(b.Description, w) && !holds(id(i), w) && !slices.ContainsFunc(b.Part.AltSKUs(), func(s string) bool { return holds(s, w) })
			})
	}
	page, err := c.rows(bad, "bom", len(all), q.Limit, q.After, match, func(i int32) string { return id(i) + " " + all[i].Airflow })
	return BOMPage{Rows: page.rows, Total: page.total, Next: page.next, Prev: page.prev}, err
}

// A PartQuery pages through a part of a result that has no filters but a text.
type PartQuery struct {
	Text  string // words that all stand in the name, in any case
	Limit int    // 1 to MaxPage; 0: DefaultPage
	After string
}

// A PartPage is part of the rows that match.
type PartPage struct {
	Rows       []int32 // indexes into the part
	Total      int
	Next, Prev string
}

// Devices pages through Result.Devices. Its error, as that of the other parts,
// is *Invalid.
func (c *Checked) Devices(q PartQuery) (PartPage, error) {
	return c.part(q, "devices", len(c.Result.Devices), func(i int32) string { return c.Result.Devices[i].Name })
}

// Racks pages through Result.Racks.
func (c *Checked) Racks(q PartQuery) (PartPage, error) {
	return c.part(q, "racks", len(c.Result.Racks), func(i int32) string { return c.Result.Racks[i].Name })
}

// Trays pages through Result.Trays.
func (c *Checked) Trays(q PartQuery) (PartPage, error) {
	return c.part(q, "trays", len(c.Result.Trays), func(i int32) string { return c.Result.Trays[i].Name })
}

// Fabrics pages through Result.Fabrics.
func (c *Checked) Fabrics(q PartQuery) (PartPage, error) {
	return c.part(q, "fabrics", len(c.Result.Fabrics), func(i int32) string { return c.Result.Fabrics[i].Name })
}

// Unchecked pages through Result.Unchecked.
func (c *Checked) Unchecked(q PartQuery) (PartPage, error) {
	return c.part(q, "unchecked", len(c.Result.Unchecked), func(i int32) string {
		return c.Result.Unchecked[i].Check + " " + c.Result.Unchecked[i].Subject
	})
}

func (c *Checked) part(q PartQuery, kind string, n int, name func(i int32) string) (PartPage, error) {
	bad := &faults{}
	bad.text("text", q.Text, MaxSearch)
	words := strings.Fields(strings.ToLower(q.Text))
	page, err := c.rows(bad, kind, n, q.Limit, q.After, func(i int32) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !holds(name(i), w) })
	}, name)
	return PartPage{Rows: page.rows, Total: page.total, Next: page.next, Prev: page.prev}, err
}

// rows is a page of rows in the order of the result.
func (c *Checked) rows(bad *faults, kind string, n, limit int, after string, match func(i int32) bool, name func(i int32) string) (cut, error) {
	l := listing{limit: bad.limit(limit, MaxPage), after: after, match: match, name: name}
	if err := bad.err(); err != nil {
		return cut{}, err
	}
	l.sorted(c.index(), kind, "place", false, n, func(string) func(i int32) int64 { return func(i int32) int64 { return int64(i) } })
	page := l.page(bad)
	return page, bad.err()
}
