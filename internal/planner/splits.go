package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A splitCase is a component that would be copper but for its far legs.
type splitCase struct {
	device, cage int32 // of the hub
	far          []int32
	near         []int32
	limit        int64 // of the longest-reaching allowed copper, whole mm
}

// splitByDistance notes a component whose near legs are within reach of copper
// while its far legs keep it optical: among the costliest mistakes in real
// designs.
func (s *selector) splitByDistance(ks []socket, links []int32, p pick) {
	if len(links) < 2 || p.medium == plan.DAC || p.medium == plan.ACC || p.medium == plan.AEC || p.pinned {
		return
	}
	limit := int64(0)
	for _, m := range []plan.Medium{plan.DAC, plan.ACC, plan.AEC} {
		a := &s.tried[mediumIndex(m)]
		if !a.tried && slices.Contains(s.set.Media, m) {
			*a = s.try(ks, m)
		}
		limit = max(limit, a.limit)
	}
	near := 0
	for _, id := range links {
		if s.w.required(id, plan.DAC) <= limit {
			near++
		}
	}
	if limit == 0 || near == 0 || near == len(links) {
		return
	}
	c := splitCase{limit: limit}
	for _, id := range links {
		if s.w.required(id, plan.DAC) <= limit {
			c.near = append(c.near, id)
		} else {
			c.far = append(c.far, id)
		}
	}
	hub := 0
	if hubs := s.hubs(ks); len(hubs) > 0 {
		hub = hubs[0]
	}
	c.device, c.cage = ks[hub].device, ks[hub].cage
	s.batch.splits = append(s.batch.splits, c)
	for _, id := range c.far {
		s.w.blame(id, StatusWarning)
	}
}

// reportSplits says which far links keep a cage from being copper, and what a
// re-pairing would be.
func (w *work) reportSplits() {
	w.sortSplits()
	partner := w.pairSplits()
	for i := range w.splits {
		c := &w.splits[i]
		fix, edits := w.repairing(i, partner[i])
		for _, id := range c.far {
			out := &w.out[id]
			w.report.find(plan.Finding{Code: "split-by-distance", Path: out.Path, Subject: subject(out), Fix: fix, Edits: edits,
				Message: fmt.Sprintf("this link needs %s and keeps its cage from copper: copper ends at %s here, and %s would do with it",
					metres(w.required(id, plan.DAC)), metres(c.limit), w.nearSubjects(c.near))})
		}
	}
}

// sortSplits orders the split cases by cage and their links by port, whatever
// the order of the document.
func (w *work) sortSplits() {
	byPort := func(c *splitCase) func(a, b int32) int {
		return func(a, b int32) int {
			p, q := w.hubEnd(c, a), w.hubEnd(c, b)
			return cmp.Or(cmp.Compare(p.port, q.port), cmp.Compare(p.child, q.child))
		}
	}
	for i := range w.splits {
		c := &w.splits[i]
		slices.SortFunc(c.far, byPort(c))
		slices.SortFunc(c.near, byPort(c))
	}
	slices.SortFunc(w.splits, func(a, b splitCase) int {
		return cmp.Compare(w.orderKey(a.device, a.cage, 0), w.orderKey(b.device, b.cage, 0))
	})
}

func (w *work) nearSubjects(near []int32) string {
	names := make([]string, len(near))
	for i, id := range near {
		names[i] = subject(&w.out[id])
	}
	return strings.Join(names, ", ")
}

// pairSplits pairs the split cases of each switch, each with one other at most,
// so that the re-pairings can all be made; -1: no partner.
func (w *work) pairSplits() []int {
	partner := make([]int, len(w.splits))
	waiting := map[int32]int{}
	for i := range w.splits {
		partner[i] = -1
		d := w.splits[i].device
		if j, ok := waiting[d]; ok {
			partner[i], partner[j] = j, i
			delete(waiting, d)
			continue
		}
		waiting[d] = i
	}
	return partner
}

// repairing names the ports that would change places so that links of like
// length share a cage: with another cage of the switch that has the same
// trouble, else a free cage. A swap is offered as an edit where planning it
// again shows that it brings copper.
func (w *work) repairing(i, partner int) (text string, edits []plan.Edit) {
	c := &w.splits[i]
	name := w.devices[c.device].Name
	far := w.hubPort(c, c.far[0])
	if partner >= 0 {
		o, same := &w.splits[partner], false
		if partner < i { // the same swap, seen from the other cage
			c, o, same = o, c, true
		}
		mine, theirs := w.hubEnd(c, c.far[0]), w.hubEnd(o, o.near[0])
		t := w.devices[c.device].Type
		a, b := t.Name(catalog.PortName{Port: mine.port, Child: mine.child}), t.Name(catalog.PortName{Port: theirs.port, Child: theirs.child})
		text = fmt.Sprintf("pair links of like length: swap ports %s and %s of %s", a, b, name)
		if same {
			return "the same swap serves this link: " + text, nil
		}
		fixed := w.links[c.far[0]].uplink || w.links[o.near[0]].uplink
		if !fixed && mine.child == 0 && theirs.child == 0 && w.swapBringsCopper(c, o, mine, theirs) {
			edits = []plan.Edit{{Kind: "swap", A: name + ":" + a, B: name + ":" + b}}
		}
		return text, edits
	}
	t := w.devices[c.device].Type
	for cage := range t.Cages {
		free := t.Cages[cage].Group == t.Cages[c.cage].Group
		w.onCage(c.device, cage, func(int32, int) { free = false })
		if free {
			return fmt.Sprintf("pair links of like length: move %s of %s to the free cage %s", far, name, t.Cages[cage].Name), nil
		}
	}
	return fmt.Sprintf("pair links of like length: give port %s of %s to a link within copper reach", far, name), nil
}

// maxSwapTrials bounds how many swaps are planned again.
const maxSwapTrials = maxFixClasses

// swapBringsCopper plans two split cases again with two ports swapped and
// reports whether more of their links are copper and none is without parts.
func (w *work) swapBringsCopper(c, o *splitCase, a, b port) bool {
	if w.opt.NoFixes || w.swapTrials >= maxSwapTrials {
		return false
	}
	w.swapTrials++
	t := trial{target: -1, ends: map[int32][2]port{}, links: w.around(nil, slices.Concat(c.far, c.near, o.far, o.near))}
	before := 0
	for _, id := range t.links {
		if isCopper(w.out[id].Medium) {
			before++
		}
		for side, p := range w.links[id].ends {
			if p != a && p != b {
				continue
			}
			ends := w.links[id].ends
			if p == a {
				ends[side] = b
			} else {
				ends[side] = a
			}
			t.ends[id] = ends
		}
	}
	sub := w.run(&t)
	after := 0
	for i := range t.links {
		if sub.out[i].Status == StatusError || !sub.out[i].HasCable {
			return false
		}
		if isCopper(sub.out[i].Medium) {
			after++
		}
	}
	return after > before
}

func isCopper(m plan.Medium) bool { return m == plan.DAC || m == plan.ACC || m == plan.AEC }

// hubEnd is the end of a link on the hub of a split case.
func (w *work) hubEnd(c *splitCase, link int32) port {
	for _, p := range w.links[link].ends {
		if p.device == c.device && int32(w.portType(p).Cage) == c.cage {
			return p
		}
	}
	return w.links[link].ends[1]
}

// hubPort is the port of a link on the hub of a split case.
func (w *work) hubPort(c *splitCase, link int32) string {
	p := w.hubEnd(c, link)
	return w.devices[p.device].Type.Name(catalog.PortName{Port: p.port, Child: p.child})
}
