package app

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// compareDevices says which devices came, went, moved or are written otherwise,
// in natural order; those that came or went are told together by type.
func compareDevices(was, is *Checked) Changes {
	wasOf := map[string]*planner.Device{}
	for i := range was.Result.Devices {
		wasOf[was.Result.Devices[i].Name] = &was.Result.Devices[i]
	}
	var out Changes
	added := nameGroups{}
	for i := range is.Result.Devices {
		d := &is.Result.Devices[i]
		w := wasOf[d.Name]
		delete(wasOf, d.Name)
		if w == nil {
			added.add(typeName(is.Document, d), d.Name)
			continue
		}
		if x, ok := deviceChange(was.Document, is.Document, w, d); ok {
			out.add(x)
		}
	}
	removed := nameGroups{}
	for i := range was.Result.Devices {
		if d := &was.Result.Devices[i]; wasOf[d.Name] == d {
			removed.add(typeName(was.Document, d), d.Name)
		}
	}
	added.tell(&out, Added, "device")
	removed.tell(&out, Removed, "device")
	return out
}

// typeName is the type of a device, as written where no such type is known.
func typeName(doc *plan.Document, d *planner.Device) string {
	if d.Type != nil {
		return d.Type.Slug
	}
	if e := deviceEntry(doc, d.Path); e != nil {
		return e.Type
	}
	return ""
}

func deviceEntry(doc *plan.Document, path string) *plan.Device {
	i, ok := entryIndex("devices", path)
	if !ok || i >= len(doc.Devices) {
		return nil
	}
	return &doc.Devices[i]
}

// deviceChange says what became of a device there was before; ok is false where
// nothing did.
func deviceChange(wasDoc, isDoc *plan.Document, was, is *planner.Device) (Change, bool) {
	c := Change{Kind: Altered, Subject: is.Name, Count: 1}
	var said []string
	if text := moved(was, is); text != "" {
		c.Kind = Moved
		said = append(said, text)
	}
	if a, b := typeName(wasDoc, was), typeName(isDoc, is); a != b {
		said = append(said, "changed from "+a+" to "+b)
	}
	if was.Face != is.Face && was.Rack != "" && is.Rack != "" && is.Face != "" {
		said = append(said, "turned: its front looks out of the rack's "+is.Face)
	}
	if text := differences(standFacts(deviceEntry(wasDoc, was.Path)), standFacts(deviceEntry(isDoc, is.Path))); text != "" {
		said = append(said, text)
	}
	c.Text = is.Name + " " + strings.Join(said, ", ")
	return c, len(said) > 0
}

// moved says where a device went, empty where it stayed.
func moved(was, is *planner.Device) string {
	switch {
	case was.Rack == is.Rack && was.U == is.U:
		return ""
	case was.Rack == "":
		return "placed at " + spotOf(is)
	case is.Rack == "":
		return "taken out of " + spotOf(was)
	case was.Rack == is.Rack && was.U > 0 && is.U > 0:
		return fmt.Sprintf("moved from U%s to U%s of %s", was.U, is.U, is.Rack)
	}
	return fmt.Sprintf("moved from %s to %s", spotOf(was), spotOf(is))
}

// spotOf is "U40 of A02", or the rack alone where the unit is not known.
func spotOf(d *planner.Device) string {
	if d.U == 0 {
		return d.Rack
	}
	return fmt.Sprintf("U%s of %s", d.U, d.Rack)
}

// standFacts are what an entry says of how its devices stand, beside the unit.
func standFacts(d *plan.Device) []fact {
	if d == nil {
		return nil
	}
	var out []fact
	for _, f := range []fact{{"slot", d.Slot}, {"side", d.Side}, {"from", lengthText(d.From)}, {"to", lengthText(d.To)}} {
		if f.value != "" {
			out = append(out, f)
		}
	}
	if d.External {
		out = append(out, fact{"external", "true"})
	}
	return out
}

// nameGroups are names by what they have in common.
type nameGroups struct {
	of    map[string][]string
	order []string
}

func (g *nameGroups) add(what, name string) {
	if g.of == nil {
		g.of = map[string][]string{}
	}
	if g.of[what] == nil {
		g.order = append(g.order, what)
	}
	g.of[what] = append(g.of[what], name)
}

// tell tells of each group what became of it: "2 devices added: leaf-[01-02]
// (qm9700)".
func (g *nameGroups) tell(out *Changes, kind ChangeKind, noun string) {
	for _, what := range g.order {
		names := g.of[what]
		slices.Sort(names)
		c := Change{Kind: kind, Count: len(names), Subject: someNames(names)}
		in := ""
		if what != "" {
			in = " (" + what + ")"
		}
		if len(names) == 1 {
			c.Text = fmt.Sprintf("%s %s %s%s", noun, names[0], kind, in)
		} else {
			c.Text = fmt.Sprintf("%s %s: %s%s", plural(len(names), noun), kind, c.Subject, in)
		}
		out.add(c)
	}
}
