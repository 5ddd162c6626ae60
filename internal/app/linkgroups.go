package app

import (
	"cmp"
	"slices"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// LinkGroupings are the words links can be grouped by: the pair of racks they
// join, a device at either end, the fabric that writes them, the group written
// for them, and the code of a finding that names them. By device and by cause
// one link may stand in several groups.
var LinkGroupings = []string{"racks", "device", "fabric", "group", "cause"}

// GroupSorts are the words groups are sorted by. Status puts the groups with
// errors first; name is the natural order of what they have in common.
var GroupSorts = []string{"status", "name", "links", "run", "cable"}

// A LinkGroup is links that have something in common. Which of the fields that
// say what is filled in depends on the grouping; what links do not have is
// empty: links of no fabric make a group too.
type LinkGroup struct {
	Racks  [2]string // by racks, the first in natural order first; equal within one rack; empty: not placed
	Name   string    // of the device, fabric or group
	Code   plan.Code // by cause; empty: no finding names them
	Status planner.Status
	Tally
	Media []MediumTally // in the order of plan.Media, links without a cable last; together they are the group
}

// A Tally counts links and adds up their lengths in whole millimetres. A cable
// counts once in a group, where its first link of the group is.
type Tally struct {
	Links    int
	ByStatus [4]int // ok, error, warning, unknown: as planner.Statuses
	RunMM    int64  // of the links whose run is known, each rounded up
	NoRun    int    // links whose run is not known or only at least
	Longest  int64  // run
	Cables   int
	CableMM  int64 // as ordered; existing ones too
}

// A MediumTally is the part of a group that one medium serves.
type MediumTally struct {
	Medium plan.Medium // empty: no cable
	Tally
}

// A LinkGroupPage is part of the groups.
type LinkGroupPage struct {
	Groups []LinkGroup
	Total  int // groups, on all pages
	Links  int // links that match
	From   int // groups before the first of the page
}

// LinkGroups groups the links that match: by one of LinkGroupings, sorted by one
// of GroupSorts (empty: status), at most q.Limit groups behind the first from.
// The sort and cursor of q are not used. The error is *Invalid.
func (c *Checked) LinkGroups(q LinkQuery, by, sort string, desc bool, from int) (LinkGroupPage, error) {
	bad := &faults{}
	word(bad, "by", by, LinkGroupings...)
	word(bad, "sort", sort, GroupSorts...)
	if by == "" {
		bad.add("by", "by is empty; write racks, device, fabric, group or cause")
	}
	if from < 0 {
		bad.add("from", "from is %d; write 0 or more", from)
	}
	limit := bad.limit(q.Limit, MaxPage)
	q.Sort, q.Desc = "a", false
	l := c.linkListing(q, bad)
	if err := bad.err(); err != nil {
		return LinkGroupPage{}, err
	}
	kept := c.grouped(groupKey{q.asked(), by}, l)
	groups := slices.Clone(kept.groups)
	sortGroups(groups, orWord(sort, "status"), desc)
	page := LinkGroupPage{Total: len(groups), Links: kept.links, From: min(from, len(groups))}
	page.Groups = groups[page.From:min(page.From+limit, len(groups))]
	return page, nil
}

// A groupKey names a grouping of some links.
type groupKey struct {
	query LinkQuery
	by    string
}

// A groupedLinks is what comes of it, by name. It must not be changed.
type groupedLinks struct {
	groups []LinkGroup
	links  int
}

// maxGrouped is how many groupings of a result are kept: each of LinkGroupings,
// and some of filtered links. One takes some hundred bytes a group.
const maxGrouped = 12

// asked is a query without its order and page.
func (q LinkQuery) asked() LinkQuery {
	q.Sort, q.Desc, q.Limit, q.After = "", false, 0, ""
	return q
}

// grouped groups links once; those asked for before are kept.
func (c *Checked) grouped(key groupKey, l listing) groupedLinks {
	x := c.index()
	x.lock.Lock()
	kept, ok := x.grouped[key]
	x.lock.Unlock()
	if ok {
		return kept
	}
	rows, _ := l.matching(-1)
	kept = groupedLinks{c.groupLinks(rows, key.by), len(rows)}
	x.lock.Lock()
	defer x.lock.Unlock()
	if x.grouped == nil || len(x.grouped) >= maxGrouped {
		x.grouped = map[groupKey]groupedLinks{}
	}
	x.grouped[key] = kept
	return kept
}

// A grouping collects links in groups. Numbers name what the links of a group
// have in common and sort as the names do.
type grouping struct {
	result *planner.Result
	at     map[int64]int32 // of a number its place in groups
	groups []LinkGroup
	keys   []int64
	seen   map[cableIn]struct{} // cables counted already
}

type cableIn struct{ group, cable int32 }

func (c *Checked) groupLinks(rows []int32, by string) []LinkGroup {
	x := c.index()
	g := &grouping{result: c.Result, at: map[int64]int32{}, seen: map[cableIn]struct{}{}}
	switch by {
	case "racks":
		for _, i := range rows {
			a, b := x.rackOf(x.a[i]), x.rackOf(x.b[i])
			if last(b) < last(a) {
				a, b = b, a
			}
			g.add(last(a)<<32|last(b), i, func(to *LinkGroup) { to.Racks = [2]string{x.rackName(a), x.rackName(b)} })
		}
	case "device":
		for _, i := range rows {
			l := &c.Result.Links[i]
			for side, d := range [2]int32{x.a[i], x.b[i]} {
				name := [2]*planner.Device{l.A.Device, l.B.Device}[side].Name
				if d >= 0 && (side == 0 || d != x.a[i]) {
					g.add(int64(d), i, func(to *LinkGroup) { to.Name = name })
				}
			}
		}
	case "cause":
		for n, code := range x.saidCodes() {
			coded := x.coded(code)
			for _, i := range rows {
				if coded[i] {
					g.add(int64(n), i, func(to *LinkGroup) { to.Code = code })
				}
			}
		}
		uncoded := x.uncoded()
		for _, i := range rows {
			if uncoded[i] {
				g.add(noKey, i, func(*LinkGroup) {})
			}
		}
	default:
		text := func(i int32) string { return c.Result.Links[i].Fabric }
		if by == "group" {
			text = func(i int32) string { return c.Result.Links[i].Group }
		}
		rank := ranks(len(c.Result.Links), text)
		for _, i := range rows {
			key, name := rank(i), text(i)
			if name == "" {
				key = noKey
			}
			g.add(key, i, func(to *LinkGroup) { to.Name = name })
		}
	}
	return g.done()
}

// saidCodes are the codes findings have, worst first.
func (x *index) saidCodes() []plan.Code {
	var out []plan.Code
	for i := range x.result.Findings { // severity, then code
		if code := x.result.Findings[i].Code; len(out) == 0 || out[len(out)-1] != code {
			out = append(out, code)
		}
	}
	return out
}

// uncodedKey keeps the links no finding names beside those of a code; no code
// is written so.
const uncodedKey = "+none"

// uncoded says of each link whether no finding names it.
func (x *index) uncoded() []bool {
	x.lock.Lock()
	kept, ok := x.codes[uncodedKey]
	x.lock.Unlock()
	if ok {
		return kept
	}
	links := make([]bool, len(x.result.Links))
	for i := range links {
		links[i] = true
	}
	for _, code := range x.saidCodes() {
		for i, is := range x.coded(code) {
			links[i] = links[i] && !is
		}
	}
	x.lock.Lock()
	x.codes[uncodedKey] = links
	x.lock.Unlock()
	return links
}

func (x *index) rackName(rack int32) string {
	if rack < 0 {
		return ""
	}
	return x.racks[rack]
}

// add puts a link into the group of a number; name names the group.
func (g *grouping) add(key int64, link int32, name func(*LinkGroup)) {
	at, ok := g.at[key]
	if !ok {
		at = int32(len(g.groups))
		g.at[key] = at
		g.groups, g.keys = append(g.groups, LinkGroup{Status: planner.StatusOK}), append(g.keys, key)
		name(&g.groups[at])
	}
	to := &g.groups[at]
	l := &g.result.Links[link]
	m := to.medium(l.Medium)
	to.count(l)
	m.count(l)
	if statusRank(l.Status) < statusRank(to.Status) {
		to.Status = l.Status
	}
	for _, c := range l.Cables {
		if c < 0 || !g.first(at, c) {
			continue
		}
		mm := g.result.Cables[c].Length.FloorMM()
		to.Cables, to.CableMM = to.Cables+1, to.CableMM+mm
		m.Cables, m.CableMM = m.Cables+1, m.CableMM+mm
	}
}

// first reports whether a cable is met in a group for the first time. A cable of
// one link cannot be met twice in a group.
func (g *grouping) first(group, cable int32) bool {
	if len(g.result.Cables[cable].Links) == 1 {
		return true
	}
	k := cableIn{group, cable}
	_, met := g.seen[k]
	g.seen[k] = struct{}{}
	return !met
}

func (t *Tally) count(l *planner.Link) {
	t.Links++
	for n, s := range planner.Statuses {
		if l.Status == s {
			t.ByStatus[n]++
		}
	}
	if !l.RunKnown || l.RunAtLeast {
		t.NoRun++
		return
	}
	mm := l.Run.CeilMM()
	t.RunMM, t.Longest = t.RunMM+mm, max(t.Longest, mm)
}

// medium is the part of a group with a medium.
func (g *LinkGroup) medium(m plan.Medium) *MediumTally {
	for i := range g.Media {
		if g.Media[i].Medium == m {
			return &g.Media[i]
		}
	}
	g.Media = append(g.Media, MediumTally{Medium: m})
	return &g.Media[len(g.Media)-1]
}

// done gives the groups in the order of what they have in common.
func (g *grouping) done() []LinkGroup {
	order := make([]int32, len(g.groups))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(p, q int32) int { return cmp.Compare(g.keys[p], g.keys[q]) })
	out := make([]LinkGroup, len(order))
	for i, at := range order {
		out[i] = g.groups[at]
		slices.SortFunc(out[i].Media, func(p, q MediumTally) int { return cmp.Compare(mediumRank(p.Medium), mediumRank(q.Medium)) })
	}
	return out
}

// sortGroups sorts groups that are in the order of their names.
func sortGroups(groups []LinkGroup, by string, desc bool) {
	key := func(g *LinkGroup) int64 {
		switch by {
		case "links":
			return int64(g.Links)
		case "run":
			return g.RunMM
		case "cable":
			return g.CableMM
		case "status":
			return statusRank(g.Status)
		}
		return 0
	}
	if by == "name" {
		if desc {
			slices.Reverse(groups)
		}
		return
	}
	slices.SortStableFunc(groups, func(p, q LinkGroup) int {
		if desc {
			return cmp.Compare(key(&q), key(&p))
		}
		return cmp.Compare(key(&p), key(&q))
	})
}
