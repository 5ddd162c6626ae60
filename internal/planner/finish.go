package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

func itoa(n int) string { return strconv.Itoa(n) }

// eachShare divides 0 to n among the workers. The shares must not depend on
// one another.
func (w *work) eachShare(n int, f func(first, last int)) {
	const least = 4096
	workers := max(1, min(w.workers(), n/least))
	if workers == 1 {
		f(0, n)
		return
	}
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() { f(n*i/workers, n*(i+1)/workers) })
	}
	group.Wait()
}

// finish works out everything that needs all cables: ids, labels, the order,
// racks, trays, findings about products, the summary.
func (w *work) finish() (*Result, error) {
	w.checkIDs()
	w.giveIDs()
	w.giveLabels()
	w.findNoRoutes()
	w.findUnknownRuns()
	w.reportSplits()
	w.checkRacks()
	w.checkHostBus()
	w.noteSwitchSplits()
	w.checkStock()
	if w.set.Cheapest && !w.cat.Priced() {
		w.report.skip("cheapest", w.doc.Name, "no price list is loaded: media are taken in the order of preference")
	}
	w.setAirflow()
	book := w.newPartBook()
	r := &Result{CatalogRevision: w.cat.Revision, Name: w.doc.Name, Currency: w.set.Currency, Devices: w.devices, Links: w.out, Cables: w.cables, Modules: w.modules}
	r.BOM = w.billOfMaterials(book)
	r.Shortages = w.shortages(r.BOM)
	r.Trays = w.loadTrays(book)
	used := w.portsUsed()
	r.Racks = w.rackUses(func(device int32) int { return int(used[device]) })
	var done bool
	if r.Fabrics, done = w.judgeFabrics(); !done {
		return nil, ErrStopped
	}
	if !w.opt.NoFixes {
		w.findFixes()
	}
	r.Findings, r.Unlisted = w.sortedFindings(), w.report.unlisted()
	r.Unchecked = w.sortedUnchecked()
	r.Missing = w.missingParts()
	w.summarise(r, book)
	return r, nil
}

// checkIDs reports ids that are written twice.
func (w *work) checkIDs() {
	seen := map[string]int{}
	for i := range w.out {
		id := w.out[i].ID
		if id == "" {
			continue
		}
		if first, ok := seen[id]; ok {
			w.report.find(plan.Finding{Code: "duplicate-name", Path: w.out[i].Path, Subject: id, Count: 2,
				Message: fmt.Sprintf("id %q names link %s and link %s", id, subject(&w.out[first]), subject(&w.out[i])),
				Fix:     "give every link an id of its own, or none"})
			w.blame(int32(i), StatusError)
			continue
		}
		seen[id] = i
	}
}

// giveLabels labels every cable, and names every module by its cage.
func (w *work) giveLabels() {
	w.eachShare(len(w.cables), func(first, last int) {
		var t textBlock
		for i := first; i < last; i++ {
			c := &w.cables[i]
			if c.Label, c.Color = w.writtenLabel(c); c.Label == "" {
				t.text = appendLabel(t.text, w.modules, c)
				t.end(&c.Label)
			}
		}
		t.cut()
	})
	w.eachShare(len(w.modules), func(first, last int) {
		var t textBlock
		for i := first; i < last; i++ {
			m := &w.modules[i]
			t.text = append(append(append(t.text, m.Device.Name...), ':'), m.Cage...)
			t.end(&m.ID)
		}
		t.cut()
	})
}

// A textBlock collects texts and cuts them from one string, some hundred at a
// time: one piece of memory instead of hundreds.
type textBlock struct {
	text []byte
	ends []int
	to   []*string
}

// end ends a text that is to be stored at to.
func (t *textBlock) end(to *string) {
	t.ends, t.to = append(t.ends, len(t.text)), append(t.to, to)
	if len(t.to) == 512 {
		t.cut()
	}
}

// cut stores the texts collected so far.
func (t *textBlock) cut() {
	all, at := string(t.text), 0
	for i, end := range t.ends {
		*t.to[i] = all[at:end]
		at = end
	}
	t.text, t.ends, t.to = t.text[:0], t.ends[:0], t.to[:0]
}

// writtenLabel is the label and colour written for the links of a cable.
func (w *work) writtenLabel(c *Cable) (label, color string) {
	for _, id := range c.Links {
		if w.out[id].Color != "" {
			color = w.out[id].Color
			break
		}
	}
	for _, id := range c.Links {
		l := &w.out[id]
		switch {
		case l.Label == "":
			return "", color // the cable serves a link that has none
		case l.Label == label:
		case label == "":
			label = l.Label
		default:
			label += "; " + l.Label
		}
	}
	return label, color
}

// appendLabel writes the default label: the places of the two sides.
func appendLabel(b []byte, modules []Module, c *Cable) []byte {
	b = appendPlug(b, modules, c, &c.Ends[0])
	for i := 1; i < len(c.Ends); i++ {
		sep := byte('/')
		if i > 1 {
			sep = '+'
		}
		b = appendPlug(append(b, sep), modules, c, &c.Ends[i])
	}
	return b
}

// appendPlug writes "A05-40:IB1/1/1", the cage where a plug has several ports,
// the device where it has no place. A cord that serves the halves of a split
// port names that port: its module may have two.
func appendPlug(b []byte, modules []Module, c *Cable, e *CableEnd) []byte {
	b = appendPorts(b, modules, c, e)
	if e.optical > 0 {
		b = append(b, '#', '0'+byte(e.optical)) // which optical port of the plug, where its cage has one port
	}
	return b
}

func appendPorts(b []byte, modules []Module, c *Cable, e *CableEnd) []byte {
	if e.Device.Rack == "" {
		b = append(b, e.Device.Name...)
	} else {
		b = append(append(b, e.Device.Rack...), '-')
		switch u := e.Device.U; {
		case u == 0:
			b = append(b, e.Device.Name...)
		default:
			if u < units.U(10) {
				b = append(b, '0')
			}
			b = append(b, u.String()...)
		}
	}
	b = append(b, ':')
	if len(e.Ports) == 1 {
		return append(b, e.Ports[0]...)
	}
	if c.Medium == plan.Optical && e.Module >= 0 {
		if n, ok := e.Device.Type.Find(e.Ports[0]); ok && modules[e.Module].Product.EndA.Ports == 2 && len(e.Device.Type.Cages[e.Device.Type.Ports[n.Port].Cage].Ports) == 2 {
			return append(b, e.Device.Type.Ports[n.Port].Name...)
		}
	}
	return append(b, e.Cage...)
}

// EndLabels are the two labels of a cable between two of its ends, given by
// their places in Ends: each names its own end before the other. A cable with a
// label that was written bears that at both.
func (r *Result) EndLabels(c *Cable, near, far int) (atNear, atFar string) {
	if c.Label != string(appendLabel(nil, r.Modules, c)) {
		return c.Label, c.Label
	}
	a, b := string(appendPlug(nil, r.Modules, c, &c.Ends[near])), string(appendPlug(nil, r.Modules, c, &c.Ends[far]))
	return a + " / " + b, b + " / " + a
}

// portsUsed counts the linked ports of every device; the children of one port
// count once.
func (w *work) portsUsed() []int32 {
	used := make([]int32, len(w.devices))
	for d := range w.devices {
		for _, e := range w.portHead[w.portBase[d]:w.portBase[d+1]] {
			if e != 0 {
				used[d]++
			}
		}
	}
	return used
}

// layAlong is the way a link's cable lies: its route, and for a measured run the
// route it would have, where both ends have a place.
func (w *work) layAlong(link int32) *Route {
	l := &w.links[link]
	if !l.measured {
		return w.out[link].Route
	}
	r := w.routeBetween(l.ends[0].device, l.ends[1].device)
	if !r.Known {
		w.report.skip("tray-overfull", "measured runs", "a measured run between devices without a place lies along no tray")
		return nil
	}
	return r
}

// loadTrays lays every cable along its way.
func (w *work) loadTrays(book *partBook) []TrayUse {
	load := newTrayLoad(w)
	lay := func(f *figures, link int32) {
		load.add(w.layAlong(link), f.od, f.weight, len(f.estimate) > 0, f.copper, f.bend)
	}
	for i := range w.cables {
		c := &w.cables[i]
		if c.Ends[len(c.Ends)-1].Link < 0 {
			lay(book.cable(i), c.Links[0])
			continue
		}
		for _, e := range c.Ends[1:] {
			lay(book.cable(i), e.Link)
		}
	}
	load.check()
	return load.uses()
}

// sortedFindings orders findings by severity, code, path and subject.
func (w *work) sortedFindings() []plan.Finding {
	list := w.report.findings
	w.report.about = nil // no longer beside them
	slices.SortStableFunc(list, func(a, b plan.Finding) int {
		return cmp.Or(cmp.Compare(a.Severity.Rank(), b.Severity.Rank()), strings.Compare(string(a.Code), string(b.Code)),
			units.CompareNatural(a.Path, b.Path), units.CompareNatural(a.Subject, b.Subject))
	})
	return list
}

func (w *work) sortedUnchecked() []Unchecked {
	list := make([]Unchecked, 0, len(w.report.unchecked))
	for key, n := range w.report.unchecked {
		list = append(list, Unchecked{Check: key[0], Subject: key[1], Why: key[2], Count: n})
	}
	slices.SortFunc(list, func(a, b Unchecked) int {
		return cmp.Or(strings.Compare(a.Check, b.Check), units.CompareNatural(a.Subject, b.Subject), strings.Compare(a.Why, b.Why))
	})
	return list
}

// summarise counts the result.
func (w *work) summarise(r *Result, book *partBook) {
	s := &r.Summary
	s.Racks, s.Devices, s.Links, s.Cables, s.Modules = len(w.racks), len(w.devices), len(r.Links), len(r.Cables), len(r.Modules)
	s.LinksByStatus = map[Status]int{}
	for _, x := range Statuses {
		s.LinksByStatus[x] = 0
	}
	s.LinksByGeneration = map[string]int{"edr": 0, "hdr": 0, "ndr": 0, "xdr": 0, "ethernet": 0}
	s.CablesByMedium = map[plan.Medium]int{}
	for _, m := range plan.Media {
		s.CablesByMedium[m] = 0
	}
	for code, n := range w.report.counts {
		switch plan.Severities[code] {
		case plan.Error:
			s.Errors += n
		case plan.Warning:
			s.Warnings += n
		}
	}
	for i := range r.Links {
		l := &r.Links[i]
		if l.Status == "" {
			l.Status = StatusOK
		}
		if w.links[i].broken {
			l.Status = StatusError
		}
		if !l.HasCable {
			l.Cables = [2]int32{-1, -1}
		}
		if w.links[i].broken || w.links[i].mixed {
			l.Limit = -1
			if l.RunKnown && !l.HasCable {
				l.Required = w.required(int32(i), w.set.Media[0])
			}
		}
		s.LinksByStatus[l.Status]++
		if l.Generation != "" {
			s.LinksByGeneration[l.Generation]++
		}
		if l.RunKnown {
			s.LongestRun = max(s.LongestRun, l.Run)
		} else {
			l.Run = 0
		}
	}
	power := func(f *figures) {
		s.Power += f.power
		s.PowerAtLeast = s.PowerAtLeast || !f.powerKnown
	}
	for i := range r.Cables {
		c := &r.Cables[i]
		s.CablesByMedium[c.Medium]++
		if c.Existing {
			s.Existing++
		}
		power(book.cable(i))
	}
	for i := range r.Modules {
		power(book.module(i))
	}
	if w.cat.Priced() {
		s.Cost = costOf(r.BOM, len(r.Missing))
	}
	r.OK = s.Errors == 0 && s.LinksByStatus[StatusUnknown] == 0
}
