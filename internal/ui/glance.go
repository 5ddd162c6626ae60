package ui

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A glance is what pages show of all links and cables of a result at once: to
// count them takes a walk over all of them, so it is done once for a revision.
// It must not be changed.
type glance struct {
	lengths []lengthCount
	groups  []groupCount // those with a name, in natural order
	fabrics []string     // natural order
	speeds  []string     // natural order
}

// A lengthCount is how many cables there are of a medium and length.
type lengthCount struct {
	medium plan.Medium
	length units.Length
	cables int
}

// A groupCount is a group of links at a glance.
type groupCount struct {
	name              string
	links             int
	media             map[plan.Medium]int
	longest, headroom int64 // whole mm
	limited           bool  // headroom is known
	status            planner.Status
}

// maxGlances is how many revisions are kept at a glance. One takes a few
// kilobytes, or some hundred bytes a group.
const maxGlances = 64

// A revisionKey names a revision and when it was saved.
type revisionKey struct {
	plan   string
	number int
	at     time.Time
}

// glances keeps what was counted last. The zero value is ready; it is safe for
// concurrent use.
type glances struct {
	lock   sync.Mutex
	kept   map[revisionKey]*glance
	recent []revisionKey // the oldest first
}

// of is the glance at an opened plan.
func (g *glances) of(o *opened) *glance {
	key := revisionKey{o.plan.ID, o.revision.Number, o.revision.At}
	g.lock.Lock()
	found := g.kept[key]
	g.lock.Unlock()
	if found != nil {
		return found
	}
	found = glanceAt(o.result)
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.kept == nil {
		g.kept = map[revisionKey]*glance{}
	}
	if g.kept[key] == nil {
		g.kept[key] = found
		g.recent = append(g.recent, key)
	}
	for len(g.recent) > maxGlances {
		delete(g.kept, g.recent[0])
		g.recent = g.recent[1:]
	}
	return found
}

func glanceAt(r *planner.Result) *glance {
	return &glance{lengths: countLengths(r.Cables), groups: countGroups(r.Links), fabrics: fabricsOf(r.Links), speeds: speedsOf(r.Links)}
}

// countLengths counts cables by medium and length, in the order of both.
func countLengths(cables []planner.Cable) []lengthCount {
	type kind struct {
		medium plan.Medium
		length units.Length
	}
	counts := map[kind]int{}
	for i := range cables {
		counts[kind{cables[i].Medium, cables[i].Length}]++
	}
	out := make([]lengthCount, 0, len(counts))
	for k, n := range counts {
		out = append(out, lengthCount{k.medium, k.length, n})
	}
	slices.SortFunc(out, func(a, b lengthCount) int {
		return cmp.Or(cmp.Compare(slices.Index(plan.Media, a.medium), slices.Index(plan.Media, b.medium)), cmp.Compare(a.length, b.length))
	})
	return out
}

func countGroups(links []planner.Link) []groupCount {
	all := map[string]*groupCount{}
	for i := range links {
		l := &links[i]
		if l.Group == "" {
			continue
		}
		g := all[l.Group]
		if g == nil {
			g = &groupCount{name: l.Group, media: map[plan.Medium]int{}, status: planner.StatusOK}
			all[l.Group] = g
		}
		g.links++
		g.media[l.Medium]++
		g.longest = max(g.longest, l.Run.CeilMM())
		if l.Limit >= 0 && l.RunKnown && (!g.limited || l.Headroom < g.headroom) {
			g.headroom, g.limited = l.Headroom, true
		}
		if worse(l.Status, g.status) {
			g.status = l.Status
		}
	}
	out := make([]groupCount, 0, len(all))
	for _, g := range all {
		out = append(out, *g)
	}
	slices.SortFunc(out, func(a, b groupCount) int { return units.CompareNatural(a.name, b.name) })
	return out
}

// groupNames are the names of the groups.
func (g *glance) groupNames() []string {
	names := make([]string, len(g.groups))
	for i := range g.groups {
		names[i] = g.groups[i].name
	}
	return names
}

func fabricsOf(links []planner.Link) []string {
	return linkNames(links, func(l *planner.Link) string { return l.Fabric })
}

func speedsOf(links []planner.Link) []string {
	return linkNames(links, func(l *planner.Link) string { return l.Speed })
}

// linkNames are the names links have, each once, in natural order.
func linkNames(links []planner.Link, name func(*planner.Link) string) []string {
	seen := map[string]bool{}
	var out []string
	for i := range links {
		if f := name(&links[i]); f != "" && !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	slices.SortFunc(out, units.CompareNatural)
	return out
}
