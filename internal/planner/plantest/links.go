package plantest

import (
	"slices"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// links: ids are unique, figures add up, and a link that has a part is on
// exactly one cable, or on two equal fibres at 800 GbE.
func (c *checker) links() {
	ids := map[string]bool{}
	copper, optical := slackOf(c.doc)
	for i := range c.res.Links {
		l := &c.res.Links[i]
		name := l.A.String() + " - " + l.B.String()
		if l.ID == "" || ids[l.ID] && !c.found("duplicate-name") {
			c.broken("link %s has the id %q, which is taken or empty", name, l.ID)
		}
		ids[l.ID] = true
		if l.Status != planner.StatusOK && l.Status != planner.StatusWarning && !l.HasCable && l.Medium != "" && l.Cables[0] >= 0 {
			c.broken("link %s has no cable but points to one", name)
		}
		if !l.HasCable && l.Status != planner.StatusError && l.Status != planner.StatusUnknown {
			c.broken("link %s has no cable and the status %s", name, l.Status)
		}
		if l.Status == planner.StatusUnknown && l.HasCable {
			c.broken("link %s is unknown and has a cable", name)
		}
		if l.Reason == "" && l.HasCable {
			c.broken("link %s gives no reason for its choice", name)
		}
		if l.Run < 0 || l.Required < 0 || l.Limit < -1 {
			c.broken("link %s has run %v, required %d mm, limit %d mm", name, l.Run, l.Required, l.Limit)
		}
		if l.HasCable && l.Headroom != l.Limit-l.Required {
			c.broken("link %s has headroom %d mm with limit %d and required %d", name, l.Headroom, l.Limit, l.Required)
		}
		c.run(l, name)
		c.ofCable(l, int32(i), name)
		if l.HasCable && l.Route == nil && l.Required != l.Run.CeilMM() {
			c.broken("link %s is measured at %v and requires %d mm", name, l.Run, l.Required)
		}
		if l.HasCable && l.Route != nil {
			rule := copper
			if l.Medium == plan.AOC || l.Medium == plan.Optical {
				rule = optical
			}
			if want := rule.Required(l.Run); l.Required != want {
				c.broken("link %s runs %v and requires %d mm, its slack makes it %d", name, l.Run, l.Required, want)
			}
		}
	}
}

// run: segments add up to the run, rounded up.
func (c *checker) run(l *planner.Link, name string) {
	if l.Route == nil {
		return
	}
	var mm int64
	var exact = l.Run * 0
	for _, s := range l.Route.Segments() {
		if s.MM < 0 || s.Length < 0 {
			c.broken("link %s has the segment %q of %d mm, %v", name, s.Name, s.MM, s.Length)
		}
		mm += s.MM
		exact += s.Length
	}
	if mm != l.Run.CeilMM() || exact != l.Run {
		c.broken("link %s has segments of %d mm (%v), its run is %v", name, mm, exact, l.Run)
	}
}

// ofCable: link and cable name each other.
func (c *checker) ofCable(l *planner.Link, i int32, name string) {
	on := 0
	for k, n := range l.Cables {
		if !l.HasCable || n < 0 {
			continue
		}
		on++
		if int(n) >= len(c.res.Cables) {
			c.broken("link %s points to cable %d of %d", name, n, len(c.res.Cables))
			continue
		}
		cable := &c.res.Cables[n]
		if !slices.Contains(cable.Links, i) {
			c.broken("link %s points to cable %s, which does not carry it", name, cable.ID)
		}
		if cable.Medium != l.Medium {
			c.broken("link %s is %s, its cable %s is %s", name, l.Medium, cable.ID, cable.Medium)
		}
		if k == 0 && l.Spare != cable.Length.FloorMM()-l.Required {
			c.broken("link %s has %d mm to spare, its cable is %v and it requires %d", name, l.Spare, cable.Length, l.Required)
		}
	}
	if !l.HasCable {
		return
	}
	switch {
	case on == 0:
		c.broken("link %s has a cable but points to none", name)
	case on == 2 && (l.Medium != plan.Optical || l.Speed != "800gbe"):
		c.broken("link %s at %s is on two cables", name, l.Speed)
	case on == 2:
		a, b := &c.res.Cables[l.Cables[0]], &c.res.Cables[l.Cables[1]]
		if l.Cables[0] == l.Cables[1] || a.Part.ID() != b.Part.ID() {
			c.broken("link %s is on the fibres %s (%s) and %s (%s); two equal ones are wanted", name, a.ID, a.Part.ID(), b.ID, b.Part.ID())
		}
	}
}

// ports: a port serves one link, and never beside its split children; links
// that are errors, port-in-use among them, do not count.
func (c *checker) ports() {
	taken := map[string]string{}
	use := func(key, by string) {
		if taken[key] != "" {
			c.broken("port %s serves %s and %s", key, taken[key], by)
		}
		taken[key] = by
	}
	for i := range c.res.Links {
		l := &c.res.Links[i]
		if l.Status == planner.StatusError {
			continue
		}
		for _, e := range []planner.End{l.A, l.B} {
			if e.Device == nil || e.Device.Type == nil {
				continue
			}
			n, ok := e.Device.Type.Find(e.Port)
			if !ok {
				continue
			}
			p := &e.Device.Type.Ports[n.Port]
			by := l.A.String() + " - " + l.B.String()
			if n.Child > 0 {
				use(e.Device.Name+":"+e.Device.Type.Name(n), by)
				continue
			}
			use(e.Device.Name+":"+p.Name, by)
			for _, child := range p.Children {
				use(e.Device.Name+":"+child, by)
			}
		}
	}
}

// statuses: a link is as bad as the worst finding that names it.
func (c *checker) statuses() {
	worst := map[string]plan.Severity{}
	for _, f := range c.res.Findings {
		if was, seen := worst[f.Subject]; !seen || f.Severity.Rank() < was.Rank() {
			worst[f.Subject] = f.Severity
		}
	}
	full := len(c.res.Findings) >= planner.MaxFindings
	for i := range c.res.Links {
		l := &c.res.Links[i]
		a, b := l.A.String(), l.B.String()
		severity, named := worst[a+" - "+b]
		if s, other := worst[b+" - "+a]; other && (!named || s.Rank() < severity.Rank()) {
			severity, named = s, true
		}
		switch {
		case named && severity == plan.Error && l.Status != planner.StatusError:
			c.broken("link %s - %s has the status %s and an error finding", a, b, l.Status)
		case named && severity == plan.Warning && l.Status == planner.StatusOK:
			c.broken("link %s - %s is ok and has a warning", a, b)
		case !full && l.Status == planner.StatusError && !c.names(l, plan.Error):
			c.broken("link %s - %s has the status error and no error finding names it", a, b)
		case !full && l.Status == planner.StatusWarning && !c.names(l, plan.Warning):
			c.broken("link %s - %s has the status warning and no warning names it", a, b)
		}
	}
}

// names reports whether some finding of the severity speaks of the link: by the
// path of its entry, or by an end, a cage or a device in its subject.
func (c *checker) names(l *planner.Link, s plan.Severity) bool {
	if l.A.Device.Type == nil || l.B.Device.Type == nil {
		return true // said of the device's entry
	}
	for _, f := range c.res.Findings {
		if f.Severity != s {
			continue
		}
		if strings.HasPrefix(f.Path, "overrides[") {
			return true // one of them speaks of this link; which ports it means takes ranges to say
		}
		if l.Path != "" && (f.Path == l.Path || strings.HasPrefix(f.Path, l.Path+".")) {
			return true
		}
		for _, e := range []planner.End{l.A, l.B} {
			if strings.Contains(f.Subject, e.String()) || f.Subject == e.Device.Name || f.Subject == e.Device.Name+":"+cageOf(e) {
				return true
			}
		}
	}
	return false
}

// cageOf is the name of the cage an end sits in, or its port where not known.
func cageOf(e planner.End) string {
	if e.Device.Type != nil {
		if n, ok := e.Device.Type.Find(e.Port); ok {
			return e.Device.Type.Cages[e.Device.Type.Ports[n.Port].Cage].Name
		}
	}
	return e.Port
}

// slackOf is the slack of copper and of optical media, defaults filled in.
func slackOf(doc *plan.Document) (copper, optical plan.SlackRule) {
	rule := plan.SlackRule{Percent: 500, PerEnd: 150_000_000}
	apply := func(r *plan.SlackRule, s *plan.Slack) {
		if s == nil {
			return
		}
		if s.Percent != nil {
			r.Percent = *s.Percent
		}
		if s.PerEnd != nil {
			r.PerEnd = *s.PerEnd
		}
	}
	apply(&rule, doc.Settings.Slack)
	copper, optical = rule, rule
	if s := doc.Settings.Slack; s != nil {
		apply(&copper, s.Copper)
		apply(&optical, s.Optical)
	}
	return copper, optical
}
