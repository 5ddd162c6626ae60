package app

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A LinkChange says what is to be said of many links at once, as somebody fills
// in a form. What is empty stays as it is.
type LinkChange struct {
	Medium   string   // pinned; together with SKU and Length in place of what was pinned before
	SKU      string   // pinned, in any spelling
	Length   string   // pinned, "3 m"
	Run      string   // measured, "2.6 m"
	Existing string   // yes | no
	Color    string   // of the cable
	Group    string   // of the links
	Label    string   // pattern, see LabelWords
	TakeOut  []string // of TakeOuts: what the document says of it is taken out
}

// TakeOuts are the fields that can be taken out: all that is pinned of the
// cable, the measured run, and so on.
var TakeOuts = []string{"cable", "run", "existing", "color", "group", "label"}

// MaxBulk is how many links one change may speak of.
const MaxBulk = plan.MaxLinks

// LinksNamed are the links of the given ids, in the order of the result. The
// error is *Invalid and names those there are none of.
func (c *Checked) LinksNamed(ids []string) ([]int32, error) {
	want := make(map[string]bool, len(ids))
	for _, id := range ids {
		want[id] = true
	}
	var out []int32
	for i := range c.Result.Links {
		if id := c.Result.Links[i].ID; want[id] {
			out = append(out, int32(i))
			delete(want, id)
		}
	}
	var bad faults
	for _, id := range ids {
		if want[id] && len(bad.list) < maxNamed {
			bad.add("link", "no link has the id %q in this revision; load the page again", clip(id))
			delete(want, id)
		}
	}
	return out, bad.err()
}

// maxNamed is how many unknown ids an answer names.
const maxNamed = 10

// LinkEdits are the edits that say a change of links: as few overrides as ranges
// allow, one for each set of equal values, and edits of the entries of links
// that say the same field themselves. The error is *Invalid.
func (c *Checked) LinkEdits(links []int32, change LinkChange) ([]plan.Edit, error) {
	var bad faults
	set := change.fields(c, &bad)
	pattern, err := parseLabelPattern(change.Label)
	if err != nil {
		bad.add("label", "%s", err)
	}
	if len(set) == 0 && len(bad.list) == 0 {
		bad.add("change", "nothing is to be changed; fill in a field, or choose one to take out")
	}
	if len(links) == 0 {
		bad.add("link", "no link is chosen; tick the links that are meant, or choose all that match")
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	b := bulk{x: c.index(), links: slices.Clone(links), set: set, pattern: pattern}
	slices.Sort(b.links)
	if edits := b.edits(); len(edits) <= MaxEdits {
		return edits, nil
	}
	bad.add("change", "this takes more than %d edits, as the labels or entries do not form ranges; choose fewer links at a time", MaxEdits)
	return nil, bad.err()
}

// fields are the fields of an override a change sets; nil takes one out. The
// label is that of no link in particular yet.
func (ch *LinkChange) fields(c *Checked, bad *faults) map[string]any {
	set := map[string]any{}
	for _, field := range ch.TakeOut {
		if !slices.Contains(TakeOuts, field) {
			word(bad, "take_out", field, TakeOuts...)
			continue
		}
		set[field] = nil
	}
	put := func(field string, value any) {
		if _, out := set[field]; out {
			bad.add(field, "%s is to be set and to be taken out; choose one", field)
		}
		set[field] = value
	}
	if cable := ch.cable(c, bad); len(cable) > 0 {
		put("cable", cable)
	}
	if text := lengthField(bad, "run", ch.Run); text != "" {
		put("run", text)
	}
	switch ch.Existing {
	case "":
	case "yes", "no":
		put("existing", ch.Existing == "yes")
	default:
		word(bad, "existing", ch.Existing, "yes", "no")
	}
	for _, t := range [][2]string{{"color", ch.Color}, {"group", ch.Group}, {"label", ch.Label}} {
		if text := strings.TrimSpace(t[1]); text != "" {
			bad.text(t[0], text, plan.MaxLabel)
			put(t[0], text)
		}
	}
	return set
}

// cable is what a change pins.
func (ch *LinkChange) cable(c *Checked, bad *faults) map[string]any {
	cable := map[string]any{}
	if ch.Medium != "" {
		word(bad, "medium", plan.Medium(ch.Medium), plan.Media...)
		cable["medium"] = ch.Medium
	}
	if text := lengthField(bad, "length", ch.Length); text != "" {
		cable["length"] = text
	}
	if sku := strings.TrimSpace(ch.SKU); sku != "" {
		part, ok := c.Catalog.Part(sku)
		switch {
		case ok:
			cable["sku"] = part.ID()
		default:
			hint := ""
			if near := c.Catalog.NearestSKU(sku); near != "" {
				hint = fmt.Sprintf("; did you mean %s?", near)
			}
			bad.add("sku", "part %q is not in the catalog%s", clip(sku), hint)
		}
	}
	return cable
}

// lengthField checks a length somebody wrote; empty is none.
func lengthField(bad *faults, field, text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	l, err := units.ParseLength(text)
	switch {
	case err != nil:
		bad.add(field, "%s", err)
	case l < 0:
		bad.add(field, "%s %q is below 0; write how long it is", field, clip(text))
	}
	return text
}

// A bulk is one change of many links being made into edits.
type bulk struct {
	x       *index
	links   []int32 // rising
	set     map[string]any
	pattern labelPattern
	perItem []int // of each entry of links how many links it writes
}

// entryFields are the fields an entry of links and an override both have, in the
// order edits set them.
var entryFields = []string{"cable", "run", "existing", "color", "group", "label"}

// edits are those of whole entries first, whose positions hold until an entry is
// divided, then those of single links of an entry, then the overrides.
func (b *bulk) edits() []plan.Edit {
	whole, single := []plan.Edit{}, []plan.Edit{}
	byMask := map[uint][]int32{} // fields that go into an override, of which links
	var masks []uint
	taken, done := b.inEntries(), map[string]bool{}
	for n, i := range b.links {
		l := &b.x.result.Links[i]
		mask := uint(0)
		for f, field := range entryFields {
			value, asked := b.set[field]
			if !asked {
				continue
			}
			e := b.x.entryOf(l)
			if e == nil || !says(e, field) {
				mask |= 1 << f
				continue
			}
			at, _ := entryIndex("links", l.Path)
			switch {
			case taken[at] < b.perItem[at] || field == "label" && value != nil:
				single = append(single, plan.Edit{Kind: plan.SetField, Path: "links[" + l.A.String() + "]." + field, Value: b.value(field, value, n, l)})
			case !done[l.Path+"."+field]:
				done[l.Path+"."+field] = true
				whole = append(whole, plan.Edit{Kind: plan.SetField, Path: l.Path + "." + field, Value: value})
			}
		}
		if mask == 0 {
			continue
		}
		if _, ok := byMask[mask]; !ok {
			masks = append(masks, mask)
		}
		byMask[mask] = append(byMask[mask], int32(n))
	}
	out := append(whole, single...)
	for _, mask := range masks {
		out = append(out, b.override(mask, byMask[mask])...)
	}
	return out
}

// inEntries counts the links of each entry: those chosen, and in b.perItem all.
func (b *bulk) inEntries() []int {
	chosen := make([]int, len(b.x.document.Links))
	b.perItem = make([]int, len(chosen))
	for i := range b.x.result.Links {
		if at, ok := entryIndex("links", b.x.result.Links[i].Path); ok && at < len(chosen) {
			b.perItem[at]++
		}
	}
	for _, i := range b.links {
		if at, ok := entryIndex("links", b.x.result.Links[i].Path); ok && at < len(chosen) {
			chosen[at]++
		}
	}
	return chosen
}

// says reports whether an entry of links sets a field.
func says(e *plan.Link, field string) bool {
	switch field {
	case "cable":
		return !e.Cable.IsZero()
	case "run":
		return e.Run != nil
	case "existing":
		return e.Existing != nil
	case "color":
		return e.Color != ""
	case "group":
		return e.Group != ""
	}
	return e.Label != ""
}

// value is what a field of one link is set to.
func (b *bulk) value(field string, value any, n int, l *planner.Link) any {
	if field == "label" && value != nil {
		return b.pattern.of(l, n+1)
	}
	return value
}

// override says the fields of a mask of the links at some places of b.links.
func (b *bulk) override(mask uint, places []int32) []plan.Edit {
	set := map[string]any{}
	for f, field := range entryFields {
		if mask&(1<<f) != 0 {
			set[field] = b.set[field]
		}
	}
	a := make([]string, len(places))
	for k, n := range places {
		a[k] = b.x.result.Links[b.links[n]].A.String()
	}
	if set["label"] == nil {
		return []plan.Edit{{Kind: plan.OverrideLink, At: b.fewest(a, places), Set: set}}
	}
	labels := make([]string, len(places))
	for k, n := range places {
		labels[k] = b.pattern.of(&b.x.result.Links[b.links[n]], int(n)+1)
	}
	var out []plan.Edit
	for _, p := range plan.CompressLabelled(a, labels) {
		one := map[string]any{}
		for field, value := range set {
			one[field] = value
		}
		one["label"] = p[1]
		out = append(out, plan.Edit{Kind: plan.OverrideLink, At: []string{p[0]}, Set: one})
	}
	return out
}

// fewest are the ends that name links in the fewest ranges: all of side a, or
// all of side b.
func (b *bulk) fewest(a []string, places []int32) []string {
	rangesA := plan.CompressEnds(a)
	if len(rangesA) == 1 {
		return rangesA
	}
	other := make([]string, len(places))
	for k, n := range places {
		other[k] = b.x.result.Links[b.links[n]].B.String()
	}
	slices.SortFunc(other, units.CompareNatural)
	if rangesB := plan.CompressEnds(other); len(rangesB) < len(rangesA) {
		return rangesB
	}
	return rangesA
}
