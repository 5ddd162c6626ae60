package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A Substitute is another way to make the links a product of the order makes.
type Substitute struct {
	Key    string       // names it in addresses: "longer", a medium, "free"
	Text   string       // "DAC of 3 m", "AOC", "what the planner chooses"
	Medium plan.Medium  // empty: what the planner chooses
	Length units.Length // of the next longer; 0: the planner chooses
	Links  int          // it is about
	Edits  []plan.Edit

	affected []int32 // the links, in their order
}

// keyFree is the substitute that takes pins of the cables out.
const keyFree = "free"

// Substitutes are the ways to make what a product of the order makes: the next
// longer of its medium, every other medium, and where the document pins cables
// what the planner would choose. Product is a SKU in any spelling or an id
// "spec:…". Nothing is planned: see Substituted. A product the order does not
// hold wraps ErrNotFound.
func (c *Checked) Substitutes(product string) ([]Substitute, error) {
	row := c.ordered(product)
	if row == nil {
		return nil, fmt.Errorf("product %q in the order: %w; list the order and choose one that is placed", clip(product), ErrNotFound)
	}
	affected := c.madeBy(row.Part)
	if len(affected) == 0 {
		return nil, nil
	}
	at := make([]string, len(affected))
	for i, l := range affected {
		at[i] = c.Result.Links[l].A.String()
	}
	at = plan.CompressEnds(at)
	var out []Substitute
	add := func(key, text string, medium plan.Medium, length units.Length, cable map[string]any) {
		set := map[string]any{"cable": nil}
		if cable != nil {
			set["cable"] = cable
		}
		out = append(out, Substitute{
			Key: key, Text: text, Medium: medium, Length: length, Links: len(affected), affected: affected,
			Edits: []plan.Edit{{Kind: plan.OverrideLink, At: at, Set: set}},
		})
	}
	own := c.Result.Links[affected[0]].Medium
	if length := longer(c.Catalog, row.Part); length > 0 {
		add("longer", mediumName(own)+" of "+length.Metres(), own, length, map[string]any{"medium": string(own), "length": strings.ReplaceAll(length.Metres(), " ", "")})
	}
	for _, m := range plan.Media {
		if m != own && m != plan.TwistedPair && own != plan.TwistedPair {
			add(string(m), mediumName(m), m, 0, map[string]any{"medium": string(m)})
		}
	}
	if c.pins() {
		add(keyFree, "what the planner chooses", "", 0, nil)
	}
	return out, nil
}

// ordered is the row of a product that is placed; nil: there is none.
func (c *Checked) ordered(product string) *planner.BOMRow {
	product = numberOf(product)
	for i := range c.Result.BOM {
		if b := &c.Result.BOM[i]; product != "" && !b.Part.Nil() && b.Quantity > 0 && numberOf(b.Part.ID()) == product {
			return b
		}
	}
	return nil
}

// madeBy are the links whose cable or transceiver is a part that is ordered, in
// their order.
func (c *Checked) madeBy(part catalog.Part) []int32 {
	var out []int32
	r := c.Result
	if part.Medium() == catalog.Transceiver {
		for i := range r.Modules {
			if m := &r.Modules[i]; m.Product == part.Product && !m.Existing {
				for _, cable := range m.Cables {
					out = append(out, r.Cables[cable].Links...)
				}
			}
		}
	} else {
		for i := range r.Cables {
			if x := &r.Cables[i]; x.Part == part && !x.Existing {
				out = append(out, x.Links...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// pins reports whether an override of the document pins a cable.
func (c *Checked) pins() bool {
	return slices.ContainsFunc(c.Document.Overrides, func(o plan.Override) bool { return !o.Cable.IsZero() })
}

// longer is the next length above that of a part in which its like is made: of
// the same medium, shape and ends. 0: there is none.
func longer(cat *catalog.Catalog, part catalog.Part) units.Length {
	least := units.Length(0)
	consider := func(l units.Length) {
		if l > part.Ordered() && (least == 0 || l < least) {
			least = l
		}
	}
	cord := func(shape, a, b, polish string) {
		for _, q := range cat.Cords(shape) {
			if sameEnds(q.ConnectorA, q.ConnectorB, a, b) && (q.Polish == polish || q.Polish == "" || polish == "") {
				consider(q.Length)
			}
		}
		for _, s := range cat.SpecCords(catalog.FibreCord, shape) {
			if sameEnds(s.ConnectorA, s.ConnectorB, a, b) && (s.Polish == polish || s.Polish == "" || polish == "") {
				for _, l := range s.Lengths {
					consider(l)
				}
			}
		}
	}
	switch p := part.Product; {
	case p == nil && part.Spec.Medium == catalog.FibreCord:
		cord(part.Spec.Shape, part.Spec.ConnectorA, part.Spec.ConnectorB, part.Spec.Polish)
	case p == nil:
		for _, l := range part.Spec.Lengths {
			consider(l)
		}
	case p.Medium == catalog.FibreCord:
		cord(p.Shape, p.ConnectorA, p.ConnectorB, p.Polish)
	case p.Medium != catalog.Transceiver && p.Length > 0:
		for _, q := range cat.Assemblies(p.Medium) {
			alike := q.Shape == p.Shape && (q.EndA == p.EndA && q.EndB == p.EndB || q.EndA == p.EndB && q.EndB == p.EndA)
			if alike && q.Automatic && slices.ContainsFunc(p.Speeds, q.Carries) {
				consider(q.Length)
			}
		}
	}
	return least
}

func sameEnds(a, b, x, y string) bool { return a == x && b == y || a == y && b == x }

// A Substituted says what a substitute comes to, for the whole order.
type Substituted struct {
	Substitute
	Same    bool   // it changes nothing
	Failing int    // of its links: those that would be errors or unknown
	Was     int    // and how many of them are now
	Why     string // of the first that fails; empty: none does

	OK       bool // of the plan as it would be
	Products []ProductChange
	Priced   bool        // a price list is loaded
	Money    units.Money // by how much the priced parts of the order cost more
	Unpriced int         // products ordered otherwise whose price is not known
	Currency string
	Power    units.Power // by how much cables and transceivers take more, spares left out
	Unrated  int         // products placed otherwise whose watts are not known
}

// Substituted plans a substitute of a revision, 0 is the newest. Nothing is
// stored. The error is *Invalid where the edit cannot be made.
func (p *Plans) Substituted(ctx context.Context, who Caller, id string, number int, s Substitute) (Substituted, error) {
	was, is, _, err := p.Edited(ctx, who, id, number, s.Edits)
	if err != nil {
		return Substituted{}, err
	}
	out := Substituted{
		Substitute: s, Same: was.key == is.key && was.key != resultKey{}, OK: is.Result.OK, Currency: is.Result.Currency,
		Products: compareProducts(was.Result, is.Result), Priced: is.Result.Summary.Cost != nil,
		Power: is.Result.Summary.Power - was.Result.Summary.Power,
	}
	out.Failing, out.Why = failing(is.Result, s.affected)
	out.Was, _ = failing(was.Result, s.affected)
	for _, d := range bomDeltas(was.Result, is.Result) {
		switch {
		case d.order != 0 && !d.priced:
			out.Unpriced++
		case d.priced:
			out.Money += d.money
		}
		if d.placed != 0 && !d.rated {
			out.Unrated++
		}
	}
	return out, nil
}

// failing counts the links that have no cable that does, and says why the first
// has not. The links of an edited document keep their order.
func failing(r *planner.Result, affected []int32) (n int, why string) {
	for _, i := range affected {
		if int(i) >= len(r.Links) {
			continue
		}
		if l := &r.Links[i]; l.Status == planner.StatusError || l.Status == planner.StatusUnknown {
			if n++; why == "" {
				why = l.Reason
			}
		}
	}
	return n, why
}

// A bomDelta is what becomes of one product.
type bomDelta struct {
	order, placed int // more than before
	money         units.Money
	priced, rated bool
}

// bomDeltas are the products whose numbers differ, in no order.
func bomDeltas(was, is *planner.Result) map[string]*bomDelta {
	out := map[string]*bomDelta{}
	add := func(r *planner.Result, sign int) {
		for i := range r.BOM {
			b := &r.BOM[i]
			id := ""
			if b.DeviceType != nil {
				id = "type:" + b.DeviceType.Slug + ":" + b.Airflow
			} else {
				id = b.Part.ID()
			}
			d := out[id]
			if d == nil {
				d = &bomDelta{rated: b.PowerKnown, priced: b.UnitPrice != nil}
				out[id] = d
			}
			d.order, d.placed = d.order+sign*b.Order, d.placed+sign*b.Quantity
			if b.ExtendedPrice != nil {
				d.money += units.Money(sign) * *b.ExtendedPrice
			}
		}
	}
	add(is, 1)
	add(was, -1)
	return out
}
