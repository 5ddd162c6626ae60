package planner

import (
	"fmt"
	"slices"
	"strconv"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A saying is what an override, or a link written again, says about a link.
type saying struct {
	path     string
	run      *units.Length
	pin      *pin // side a is the side of the link's a
	existing *bool
	id       string
	label    string
	color    string
	group    string
}

// mergeLink takes in a link that was written before, perhaps from the other
// end; what contradicts the first is an error that names both.
func (w *work) mergeLink(first int32, again link, out Link, speed string) {
	l := &w.links[first]
	p := again.pin
	if again.ends != l.ends {
		p = p.flipped()
	}
	s := saying{path: out.Path, pin: p, id: out.ID, label: out.Label, color: out.Color, group: out.Group}
	if again.measured {
		s.run = &out.Run
	}
	if out.Existing {
		s.existing = &out.Existing
	}
	if speed != "" && !again.broken {
		pair := w.pairing(l.ends, speed)
		if pair.rate != l.pair.rate && !l.pair.defaulted {
			w.contradict(first, s.path, w.out[first].Path, "speed", speed, l.pair.rate)
		} else if l.pair.defaulted && pair.code == "" {
			l.pair = pair
			w.out[first].Speed, w.out[first].Generation = pair.rate, pair.generation
		}
	}
	w.say(first, s)
}

func (p *pin) flipped() *pin {
	if p == nil {
		return nil
	}
	q := *p
	q.ModuleA, q.ModuleB = p.ModuleB, p.ModuleA
	q.modules[0], q.modules[1] = p.modules[1], p.modules[0]
	return &q
}

// contradict reports two places of the document that set one field of a link
// differently.
func (w *work) contradict(id int32, path, before, field, now, was string) {
	l := &w.out[id]
	w.report.find(plan.Finding{Code: "contradicting-links", Path: path, Subject: subject(l), Count: 1,
		Message: fmt.Sprintf("%s says %s %s for link %s, %s says %s", path, field, now, subject(l), before, was),
		Fix:     "let both say the same, or take one out"})
	l.Reason = fmt.Sprintf("the document says two things about its %s", field)
	w.links[id].broken = true
	w.blame(id, StatusError)
}

// say applies a saying to a link. What is set already must agree.
func (w *work) say(id int32, s saying) {
	l, out := &w.links[id], &w.out[id]
	before := func(field string) string {
		if p := w.said[saidKey{id, field}]; p != "" {
			return p
		}
		return out.Path
	}
	set := func(field, now, was string, apply func()) {
		switch {
		case now == "":
			return
		case was != "" && was != now:
			w.contradict(id, s.path, before(field), field, now, was)
			return
		}
		apply()
		if w.said == nil {
			w.said = map[saidKey]string{}
		}
		w.said[saidKey{id, field}] = s.path
	}
	if s.run != nil {
		was := ""
		if l.measured {
			was = out.Run.String()
		}
		set("run", s.run.String(), was, func() { out.Run, l.measured = *s.run, true })
	}
	if s.existing != nil {
		was := ""
		if w.said[saidKey{id, "existing"}] != "" || out.Existing {
			was = strconv.FormatBool(out.Existing)
		}
		set("existing", strconv.FormatBool(*s.existing), was, func() { out.Existing = *s.existing })
	}
	set("id", s.id, out.ID, func() { out.ID = s.id })
	set("label", s.label, out.Label, func() { out.Label = s.label })
	set("color", s.color, out.Color, func() { out.Color = s.color })
	set("group", s.group, out.Group, func() { out.Group = s.group })
	if s.pin == nil {
		return
	}
	if l.pin == nil || s.pin.bad {
		w.pinToo(id, l.pin)
		l.pin = s.pin
		w.markPin(id, s)
		return
	}
	if l.pin.Cable == s.pin.Cable {
		w.pinToo(id, s.pin)
		return
	}
	w.pinToo(id, l.pin)
	merged := *l.pin
	merged.path = s.path
	field := func(name string, now string, was *string, apply func()) {
		set("cable."+name, now, *was, func() { *was = now; apply() })
	}
	none := func() {}
	medium, length := string(merged.Medium), textOf(merged.Length)
	field("medium", string(s.pin.Medium), &medium, func() { merged.Medium = s.pin.Medium })
	field("length", textOf(s.pin.Length), &length, func() { merged.Length = s.pin.Length })
	field("sku", s.pin.SKU, &merged.SKU, func() { merged.part = s.pin.part })
	field("module_a", s.pin.ModuleA, &merged.ModuleA, none)
	field("module_b", s.pin.ModuleB, &merged.ModuleB, none)
	for side, m := range s.pin.modules {
		if m != nil {
			merged.modules[side] = m
		}
	}
	l.pin = &merged
}

// pinToo remembers another place that pins a link's cable; nil is none.
func (w *work) pinToo(id int32, p *pin) {
	if p == nil {
		return
	}
	if w.pinnedToo == nil {
		w.pinnedToo = map[int32][]string{}
	}
	w.pinnedToo[id] = append(w.pinnedToo[id], p.path)
}

// pinEntries lists the entries of the document that pin a link's cable
// ("links[3]", "overrides[1]"); none where nothing is pinned.
func (w *work) pinEntries(id int32) []string {
	p := w.links[id].pin
	if p == nil {
		return nil
	}
	out := append([]string{p.path}, w.pinnedToo[id]...)
	for i := range out {
		out[i] = entryOf(out[i])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// markPin remembers which path pinned the fields of a link's cable.
func (w *work) markPin(id int32, s saying) {
	if w.said == nil {
		w.said = map[saidKey]string{}
	}
	for field, on := range map[string]bool{"cable.medium": s.pin.Medium != "", "cable.length": s.pin.Length != 0,
		"cable.sku": s.pin.SKU != "", "cable.module_a": s.pin.ModuleA != "", "cable.module_b": s.pin.ModuleB != ""} {
		if on {
			w.said[saidKey{id, field}] = s.path
		}
	}
}

func textOf(l units.Length) string {
	if l == 0 {
		return ""
	}
	return l.Metres()
}

// saidKey is a field of a link that something other than its own entry set.
type saidKey struct {
	link  int32
	field string
}

// applyOverrides reads the overrides of the document.
func (w *work) applyOverrides() {
	for i := range w.doc.Overrides {
		o := &w.doc.Overrides[i]
		path := "overrides[" + strconv.Itoa(i) + "]"
		ends, err := plan.ParseEnds(o.At)
		if err != nil {
			w.report.find(plan.Finding{Code: "unknown-port", Path: path + ".at", Subject: o.At, Message: err.Error()})
			continue
		}
		n := ends.Len()
		labels := w.perLink(path+".label", o.Label, n)
		p := w.pinOf(o.Cable, path+".cable")
		sd := w.side(path+".at", ends)
		for k := range n {
			d, name := k/len(sd.ports), sd.ports[k%len(sd.ports)]
			at, device, printed := w.findPort(path+".at", sd.index[d], sd.devices[d], name)
			if at.device < 0 {
				continue
			}
			id, side := w.linkAt(at)
			if id < 0 {
				w.report.find(plan.Finding{Code: "unused-override", Path: path, Subject: device.Name + ":" + printed,
					Message: fmt.Sprintf("no link uses port %s of %s", printed, device.Name),
					Fix:     "write the link under links, or take the override out"})
				continue
			}
			s := saying{path: path, run: o.Run, pin: p, existing: o.Existing, color: o.Color, group: o.Group}
			if side == 1 {
				s.pin = p.flipped()
			}
			if labels != nil {
				s.label = labels[k]
			}
			w.say(id, s)
		}
	}
}

// linkAt is the link on exactly this port or child, and which side of it.
func (w *work) linkAt(p port) (id int32, side int) {
	for e := *w.head(p); e != 0; e = w.portNext[e-1] {
		if id, side := (e-1)/2, int(e-1)%2; w.links[id].ends[side] == p {
			return id, side
		}
	}
	return -1, 0
}
