// Package plantest holds the laws every result of the planner keeps, whatever
// the plan: what is ordered is what is placed, no cable is shorter than the way
// it goes, and no two parts of a result contradict each other.
//
// Check reads a Result as a stranger would, and works every sum out again. It
// shares no arithmetic with the planner. Tests call it at the end of every plan
// they make.
package plantest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// Check reports every law the result breaks.
func Check(t testing.TB, doc *plan.Document, cat *catalog.Catalog, res *planner.Result) {
	t.Helper()
	for _, b := range Broken(doc, cat, res) {
		t.Errorf("the result breaks a law: %s", b)
	}
}

// maxListed is how many broken laws are listed; one mistake breaks thousands.
const maxListed = 20

// Broken lists the laws the result breaks, at most maxListed of them.
func Broken(doc *plan.Document, cat *catalog.Catalog, res *planner.Result) []string {
	c := &checker{doc: doc, cat: cat, res: res}
	c.findings()
	c.summary()
	c.links()
	c.ports()
	c.statuses()
	c.cables()
	c.lengths()
	c.modules()
	c.bom()
	c.orders()
	return c.list
}

// found reports whether some finding has the code.
func (c *checker) found(code plan.Code) bool {
	return slices.ContainsFunc(c.res.Findings, func(f plan.Finding) bool { return f.Code == code })
}

// A checker collects broken laws.
type checker struct {
	doc  *plan.Document
	cat  *catalog.Catalog
	res  *planner.Result
	list []string
}

func (c *checker) broken(format string, args ...any) {
	if len(c.list) < maxListed {
		c.list = append(c.list, fmt.Sprintf(format, args...))
	}
}

// findings: every code is listed with one severity, and the order is severity,
// code, path, subject.
func (c *checker) findings() {
	counts := map[plan.Code]int{}
	for i, f := range c.res.Findings {
		counts[f.Code]++
		severity, known := plan.Severities[f.Code]
		switch {
		case !known:
			c.broken("finding code %q is not in plan.Severities", f.Code)
		case severity != f.Severity:
			c.broken("finding %s has severity %s, its code has %s", f.Code, f.Severity, severity)
		}
		if f.Count < 1 {
			c.broken("finding %s about %q speaks for %d things", f.Code, f.Subject, f.Count)
		}
		if f.Message == "" || strings.HasSuffix(f.Message, ".") {
			c.broken("finding %s about %q has the message %q; one sentence without a full stop is wanted", f.Code, f.Subject, f.Message)
		}
		c.source(&f)
		if i > 0 && compareFindings(c.res.Findings[i-1], f) > 0 {
			p := c.res.Findings[i-1]
			c.broken("finding (%s %s %s %q) stands after (%s %s %s %q)", f.Severity, f.Code, f.Path, f.Subject, p.Severity, p.Code, p.Path, p.Subject)
		}
	}
	for code, n := range counts {
		if n > planner.MaxFindings {
			c.broken("%d findings %s are listed, at most %d may be", n, code, planner.MaxFindings)
		}
	}
	for code, n := range c.res.Unlisted {
		if n < 1 || counts[code] != planner.MaxFindings {
			c.broken("%d findings %s are not listed, and %d are", n, code, counts[code])
		}
	}
}

// source: whoever says that a part does not fit or reach says where that stands,
// and the catalog has every source named.
func (c *checker) source(f *plan.Finding) {
	for key := range strings.SplitSeq(f.Source, ";") {
		if f.Source != "" && c.cat.Source(key) == nil && len(c.doc.DeviceTypes) == 0 {
			c.broken("finding %s about %q names the source %q, which the catalog does not have", f.Code, f.Subject, key)
		}
	}
	switch f.Code {
	case "wrong-connector", "wrong-protocol", "wrong-shape", "wrong-speed", "wrong-fibre", "mixed-optics", "polish-mismatch", "too-short", "beyond-reach", "below-minimum":
	case "no-cable":
		if strings.Contains(f.Message, "not in the catalog") {
			return // what the document says, not the catalog
		}
	default:
		return
	}
	if f.Source == "" {
		c.broken("finding %s about %q has no source: %s", f.Code, f.Subject, f.Message)
	}
}

func compareFindings(a, b plan.Finding) int {
	if d := a.Severity.Rank() - b.Severity.Rank(); d != 0 {
		return d
	}
	if d := strings.Compare(string(a.Code), string(b.Code)); d != 0 {
		return d
	}
	if d := units.CompareNatural(a.Path, b.Path); d != 0 {
		return d
	}
	return units.CompareNatural(a.Subject, b.Subject)
}

// summary: the counts are those of the parts.
func (c *checker) summary() {
	s, res := c.res.Summary, c.res
	count := func(what string, got, want int) {
		if got != want {
			c.broken("summary counts %d %s, the result holds %d", got, what, want)
		}
	}
	count("racks", s.Racks, len(res.Racks))
	count("devices", s.Devices, len(res.Devices))
	count("links", s.Links, len(res.Links))
	count("cables", s.Cables, len(res.Cables))
	count("modules", s.Modules, len(res.Modules))
	existing := 0
	media := map[plan.Medium]int{}
	for _, x := range res.Cables {
		media[x.Medium]++
		if x.Existing {
			existing++
		}
	}
	count("existing cables", s.Existing, existing)
	for _, m := range plan.Media {
		got, listed := s.CablesByMedium[m]
		if !listed {
			c.broken("summary has no count of %s cables", m)
		}
		count(string(m)+" cables", got, media[m])
	}
	statuses, generations := map[planner.Status]int{}, map[string]int{}
	var longest units.Length
	for i := range res.Links {
		l := &res.Links[i]
		statuses[l.Status]++
		generations[l.Generation]++
		longest = max(longest, l.Run)
	}
	for _, st := range planner.Statuses {
		got, listed := s.LinksByStatus[st]
		if !listed {
			c.broken("summary has no count of links with status %s", st)
		}
		count("links with status "+string(st), got, statuses[st])
	}
	for _, g := range []string{"edr", "hdr", "ndr", "xdr", "ethernet"} {
		got, listed := s.LinksByGeneration[g]
		if !listed {
			c.broken("summary has no count of %s links", g)
		}
		count(g+" links", got, generations[g])
	}
	if s.LongestRun != longest {
		c.broken("summary says the longest run is %v, it is %v", s.LongestRun, longest)
	}
	errors, warnings, cutOff := 0, 0, map[plan.Code]int{}
	for _, f := range res.Findings {
		cutOff[f.Code]++
		switch f.Severity {
		case plan.Error:
			errors++
		case plan.Warning:
			warnings++
		}
	}
	full := false
	for _, n := range cutOff {
		full = full || n >= planner.MaxFindings
	}
	if !full {
		count("errors", s.Errors, errors)
		count("warnings", s.Warnings, warnings)
	}
	if ok := s.Errors == 0 && statuses[planner.StatusUnknown] == 0; res.OK != ok {
		c.broken("ok is %t with %d errors and %d unknown links", res.OK, s.Errors, statuses[planner.StatusUnknown])
	}
}

// orders: every list is in its order.
func (c *checker) orders() {
	sorted(c, "devices", c.res.Devices, func(d planner.Device) []string { return []string{d.Name} })
	sorted(c, "racks", c.res.Racks, func(r planner.RackUse) []string { return []string{r.Name} })
	sorted(c, "modules", c.res.Modules, func(m planner.Module) []string { return []string{m.ID} })
	whole := slices.DeleteFunc(slices.Clone(c.res.Cables), func(x planner.Cable) bool { return c.faulty(&x) })
	sorted(c, "cables", whole, func(x planner.Cable) []string { return []string{firstEnd(x)} })
	sorted(c, "unchecked", c.res.Unchecked, func(u planner.Unchecked) []string { return []string{u.Check, u.Subject} })
	for _, u := range c.res.Unchecked {
		if u.Count < 1 || u.Check == "" || u.Why == "" {
			c.broken("unchecked entry %+v says nothing", u)
		}
	}
	for _, r := range c.res.Racks {
		for _, u := range []planner.Use{r.Units, r.Power, r.Weight, r.Ports} {
			if u.Used < 0 || u.Limit < -1 || u.Unknown < 0 {
				c.broken("rack %s has the use %+v", r.Name, u)
			}
		}
	}
}

// firstEnd is the end a cable is ordered by.
func firstEnd(x planner.Cable) string {
	if len(x.Ends) == 0 {
		return ""
	}
	e := x.Ends[0]
	port := ""
	if len(e.Ports) > 0 {
		port = e.Ports[0]
	}
	return e.Device.Name + ":" + port
}

func sorted[T any](c *checker, what string, list []T, key func(T) []string) {
	for i := 1; i < len(list); i++ {
		a, b := key(list[i-1]), key(list[i])
		if slices.CompareFunc(a, b, units.CompareNatural) > 0 {
			c.broken("%s: %q stands before %q", what, a, b)
		}
	}
}
