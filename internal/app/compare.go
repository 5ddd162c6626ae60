package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// A Comparison says what changed from one revision of a plan to another: in the
// plan, and in what comes of it.
type Comparison struct {
	From, To Compared
	Same     bool // the documents are equal, whatever their texts; nothing below is filled in

	Settings Changes // name, description, settings, rows, trays, device types, fabrics
	Racks    Changes
	Devices  Changes
	Links    Changes // links and overrides

	Loads        []RackLoad      // racks that hold something else now
	Media        []MediumChange  // links that are made otherwise now
	Products     []ProductChange // what is ordered otherwise now, in the order of the bill of materials
	FindingsGone []FindingGroup  // of From; indexes into its findings
	FindingsNew  []FindingGroup  // of To

	LinksChanged int // links made otherwise: status, medium, length or product; and those that came or went

	pairs  *linkPairs // nil where the documents are equal
	deltas []linkDelta
}

// Compared is one side of a comparison.
type Compared struct {
	Revision Revision // without its text
	OK       bool
	Summary  planner.Summary
	Currency string // of the cost
}

// MaxChanges is how many changes of a kind are listed; the rest are counted.
const MaxChanges = 1000

// Changes are changes in the terms of a plan, at most MaxChanges of them.
type Changes struct {
	List  []Change
	Total int // how many there are
}

// A Change is one thing that is otherwise now.
type Change struct {
	Kind    ChangeKind
	Subject string // what it is about: "leaf-03", "settings.exit", "hgx-001:ib1 - leaf-01:IB1/1/1"; of several the ranges
	Count   int    // racks, devices or links it speaks for, at least 1
	Text    string // a sentence: "leaf-03 moved from U40 to U31 of A02"
}

// A ChangeKind says what became of something.
type ChangeKind string

// The kinds of changes.
const (
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
	Moved   ChangeKind = "moved"
	Altered ChangeKind = "changed"
)

func (c *Changes) add(x Change) {
	if c.Total++; len(c.List) < MaxChanges {
		c.List = append(c.List, x)
	}
}

// Compare says what changed from one revision to another; 0 is the newest.
func (p *Plans) Compare(ctx context.Context, who Caller, id string, from, to int) (Comparison, error) {
	was, wasAt, err := p.Result(ctx, who, id, from)
	if err != nil {
		return Comparison{}, err
	}
	is, isAt, err := p.Result(ctx, who, id, to)
	if err != nil {
		return Comparison{}, err
	}
	c := p.comparisons.compare(was, is)
	c.From.Revision, c.To.Revision = wasAt, isAt
	return c, nil
}

// compare is what changed from one checked plan to another.
func compare(was, is *Checked) Comparison {
	c := Comparison{
		From: comparedTo(was.Result),
		To:   comparedTo(is.Result),
		Same: was.key == is.key && was.key != resultKey{},
	}
	if c.Same {
		return c
	}
	c.Settings = compareSettings(was.Document, is.Document)
	c.Racks = compareRacks(was.Document, is.Document)
	c.Devices = compareDevices(was, is)
	pairs := pairLinks(was.Result, is.Result)
	c.pairs = pairs
	c.deltas = pairs.deltas()
	for i := range c.deltas {
		if c.deltas[i].what&^bitRun != 0 {
			c.LinksChanged++
		}
	}
	c.Links = pairs.changes(was.Document, is.Document)
	compareOverrides(&c.Links, was.Document, is.Document)
	c.Loads = compareLoads(was, is)
	c.Media = pairs.media()
	c.Products = compareProducts(was.Result, is.Result)
	c.FindingsGone = FindingGroups(without(was.Result.Findings, is.Result.Findings))
	c.FindingsNew = FindingGroups(without(is.Result.Findings, was.Result.Findings))
	return c
}

func comparedTo(r *planner.Result) Compared {
	return Compared{OK: r.OK, Summary: r.Summary, Currency: r.Currency}
}

// Differs reports whether anything is otherwise on the second side: in the plan,
// its figures, its order, its findings or its links.
func (c *Comparison) Differs() bool {
	return !c.Same && (c.Settings.Total+c.Racks.Total+c.Devices.Total+c.Links.Total+len(c.Media)+len(c.Products)+
		len(c.FindingsNew)+len(c.FindingsGone)+len(c.deltas) > 0)
}

// Sentences are the changes in words, those of the plan before those of what
// comes of it, at most limit.
func (c *Comparison) Sentences(limit int) []string {
	var out []string
	for _, list := range []Changes{c.Settings, c.Racks, c.Devices, c.Links} {
		for _, x := range list.List {
			out = append(out, x.Text)
		}
	}
	for _, m := range c.Media {
		out = append(out, m.Text)
	}
	return out[:min(len(out), limit)]
}

// without are the findings of a list that the other does not have: none of its
// code says the same of the same subject.
func without(list, other []plan.Finding) []plan.Finding {
	type saying struct {
		code             plan.Code
		subject, message string
	}
	has := map[saying]int{}
	for i := range other {
		has[saying{other[i].Code, other[i].Subject, other[i].Message}]++
	}
	var out []plan.Finding
	for i := range list {
		k := saying{list[i].Code, list[i].Subject, list[i].Message}
		if has[k]--; has[k] < 0 {
			out = append(out, list[i])
		}
	}
	return out
}

// A ProductChange is a product whose order is otherwise now.
type ProductChange struct {
	Product     string // SKU, "spec:…", or the slug of a switch's type
	Description string
	From, To    int // to order, spares included
}

// compareProducts lists the products whose order differs: those there are now
// in the order of the bill of materials, then those that are gone.
func compareProducts(was, is *planner.Result) []ProductChange {
	type key struct{ id, airflow string }
	of := func(b *planner.BOMRow) key {
		if b.DeviceType != nil {
			return key{b.DeviceType.Slug, b.Airflow}
		}
		return key{b.Part.ID(), ""}
	}
	before := map[key]int{}
	for i := range was.BOM {
		before[of(&was.BOM[i])] += was.BOM[i].Order
	}
	var out []ProductChange
	seen := map[key]bool{}
	for i := range is.BOM {
		b := &is.BOM[i]
		k := of(b)
		seen[k] = true
		if before[k] != b.Order {
			out = append(out, ProductChange{Product: k.id, Description: b.Description, From: before[k], To: b.Order})
		}
	}
	for i := range was.BOM {
		b := &was.BOM[i]
		if k := of(b); !seen[k] && b.Order > 0 {
			out = append(out, ProductChange{Product: k.id, Description: b.Description, From: b.Order})
		}
	}
	return out
}

// A MediumChange is a number of cables of one medium that take the place of
// another.
type MediumChange struct {
	From, To plan.Medium // empty: no cable
	Cables   int         // of To; where To is empty: links
	Was      int         // cables of From
	Text     string      // "8 cables change from AOC to DAC"
}

func (m *MediumChange) say() {
	switch {
	case m.To == "":
		m.Text = plural(m.Cables, "link") + " no longer get a cable, which was " + mediumName(m.From)
		if m.Cables == 1 {
			m.Text = "1 link no longer gets a cable, which was " + mediumName(m.From)
		}
	case m.From == "":
		m.Text = fmt.Sprintf("%s of %s for links that had none", plural(m.Cables, "cable"), mediumName(m.To))
	case m.Was != m.Cables:
		m.Text = fmt.Sprintf("%s of %s become %d of %s", plural(m.Was, "cable"), mediumName(m.From), m.Cables, mediumName(m.To))
		if m.Was == 1 {
			m.Text = fmt.Sprintf("1 cable of %s becomes %d of %s", mediumName(m.From), m.Cables, mediumName(m.To))
		}
	case m.Cables == 1:
		m.Text = fmt.Sprintf("1 cable changes from %s to %s", mediumName(m.From), mediumName(m.To))
	default:
		m.Text = fmt.Sprintf("%d cables change from %s to %s", m.Cables, mediumName(m.From), mediumName(m.To))
	}
}

// mediumName is a medium as people say it.
func mediumName(m plan.Medium) string {
	switch m {
	case plan.Optical:
		return "optical"
	case plan.TwistedPair:
		return "twisted pair"
	}
	return strings.ToUpper(string(m))
}

// byMedium sorts by the order of media, none last.
func byMedium(list []MediumChange) {
	slices.SortFunc(list, func(p, q MediumChange) int {
		if d := mediumRank(p.From) - mediumRank(q.From); d != 0 {
			return int(d)
		}
		return int(mediumRank(p.To) - mediumRank(q.To))
	})
}
