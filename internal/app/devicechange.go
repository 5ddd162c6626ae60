package app

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/plan"
)

// A DeviceChange is the edits that take devices out of a document or give one
// another name, together with all that names them.
type DeviceChange struct {
	Edits     []plan.Edit
	Links     int      // links of the document that go or are written anew
	Overrides int      // ends of overrides, likewise
	Generated int      // links that fabrics write to the devices
	Notes     []string // what keeps naming them and why, sentences
}

// TakeOut is what takes devices out. With links, the links and overrides
// written for them go too, and fabrics no longer name them; without, those stay
// and become findings.
func (c *Checked) TakeOut(devices []string, links bool) DeviceChange {
	g := &goer{checked: c, gone: map[string]bool{}}
	for _, d := range devices {
		g.gone[d] = true
	}
	g.countGenerated()
	if links {
		g.links()
		g.overrides()
		g.fabrics(func(name string) (string, bool) { return "", false })
	}
	for _, d := range devices {
		g.Edits = append(g.Edits, plan.Edit{Kind: plan.TakeOut, Path: "devices[" + quoted(d) + "]"})
	}
	return g.DeviceChange
}

// quoted is a name as a path takes it: one of digits alone stands in quotes.
func quoted(name string) string {
	if strings.Trim(name, "0123456789") == "" {
		return `"` + name + `"`
	}
	return name
}

// A goer gathers the edits of a DeviceChange.
type goer struct {
	DeviceChange
	checked *Checked
	gone    map[string]bool
}

func (g *goer) countGenerated() {
	for i := range g.checked.Result.Links {
		l := &g.checked.Result.Links[i]
		if (g.gone[l.A.Device.Name] || g.gone[l.B.Device.Name]) && strings.HasPrefix(l.Path, "fabrics[") {
			g.Generated++
		}
	}
}

// among says how many of the devices of an end are gone: none, some or all.
func (g *goer) among(ends *plan.Ends) (some, all bool) {
	n := 0
	for name := range g.gone {
		if ends.Device.Index(name) >= 0 {
			n++
		}
	}
	return n > 0, n == ends.Device.Len()
}

// links takes out the links written for the devices: whole entries first and
// the last before the others, so that positions hold; then single links of
// entries that hold more.
func (g *goer) links() {
	var single []plan.Edit
	doc := g.checked.Document
	for i := len(doc.Links) - 1; i >= 0; i-- {
		a, errA := plan.ParseEnds(doc.Links[i].A)
		b, errB := plan.ParseEnds(doc.Links[i].B)
		if errA != nil || errB != nil { // a document with such ends is not readable
			continue
		}
		someA, allA := g.among(&a)
		someB, allB := g.among(&b)
		switch {
		case allA || allB:
			g.Links += a.Len()
			g.Edits = append(g.Edits, plan.Edit{Kind: plan.TakeOut, Path: fmt.Sprintf("links[%d]", i)})
		case someA || someB:
			left, right := a.Append(nil), b.Append(nil)
			for k := range min(len(left), len(right)) {
				if end := g.goneEnd(left[k], right[k]); end != "" {
					g.Links++
					single = append(single, plan.Edit{Kind: plan.TakeOut, Path: "links[" + end + "]"})
				}
			}
		}
	}
	g.Edits = append(g.Edits, single...)
}

// goneEnd is the one of two ends whose device is gone; empty: neither.
func (g *goer) goneEnd(ends ...string) string {
	for _, end := range ends {
		if device, _, _ := strings.Cut(end, ":"); g.gone[device] {
			return end
		}
	}
	return ""
}

// overrideFields are all an override can say.
var overrideFields = []string{"run", "cable", "existing", "label", "color", "group"}

// overrides takes out what overrides say of links of the devices, at either end.
func (g *goer) overrides() {
	peers := map[string]string{}
	for i := range g.checked.Result.Links {
		l := &g.checked.Result.Links[i]
		if end := g.goneEnd(l.A.String(), l.B.String()); end == l.A.String() {
			peers[l.B.String()] = end
		} else if end != "" {
			peers[l.A.String()] = end
		}
	}
	var at []string
	for i := range g.checked.Document.Overrides {
		ends, err := plan.ParseEnds(g.checked.Document.Overrides[i].At)
		if err != nil {
			continue
		}
		for _, end := range ends.Append(nil) {
			if (g.goneEnd(end) != "" || peers[end] != "") && !slices.Contains(at, end) {
				at = append(at, end)
			}
		}
	}
	if g.Overrides = len(at); g.Overrides == 0 {
		return
	}
	set := map[string]any{}
	for _, f := range overrideFields {
		set[f] = nil
	}
	g.Edits = append(g.Edits, plan.Edit{Kind: plan.OverrideLink, At: plan.CompressEnds(at), Set: set})
}

// fabrics writes the lists of fabrics without the devices, or with the name
// that takes a device's place.
func (g *goer) fabrics(instead func(name string) (string, bool)) {
	for i := range g.checked.Document.Fabrics {
		f := &g.checked.Document.Fabrics[i]
		for _, list := range []struct{ field, names string }{
			{"hosts", f.Hosts}, {"leaves", f.Leaves}, {"spines", f.Spines}, {"cores", f.Cores}, {"edges", f.Edges}, {"aggregations", f.Aggregations},
		} {
			if list.names == "" {
				continue
			}
			names, err := plan.ParseNames(list.names)
			if err != nil {
				continue
			}
			var rest []string
			hit := false
			for _, name := range names.Append(nil) {
				if !g.gone[name] {
					rest = append(rest, name)
					continue
				}
				hit = true
				if other, ok := instead(name); ok {
					rest = append(rest, other)
				}
			}
			if !hit {
				continue
			}
			texts := plan.CompressNames(rest)
			if len(texts) != 1 {
				why := "no device would be left there"
				if len(texts) > 1 {
					why = "the names left do not make one range"
				}
				g.Notes = append(g.Notes, fmt.Sprintf("Fabric %s still names it among its %s: %s. Change the fabric in the document.", clip(f.Name), list.field, why))
				continue
			}
			g.Edits = append(g.Edits, plan.Edit{Kind: plan.SetField, Path: fmt.Sprintf("fabrics[%d].%s", i, list.field), Value: texts[0]})
		}
	}
}

// RenameDevice is what gives a device another name wherever the document names
// it.
func (c *Checked) RenameDevice(device, name string) DeviceChange {
	g := &goer{checked: c, gone: map[string]bool{device: true}}
	g.countGenerated()
	g.renameLinks(device, name)
	g.renameOverrides(device, name)
	g.fabrics(func(string) (string, bool) { return name, true })
	g.Edits = append(g.Edits, plan.Edit{Kind: plan.SetField, Path: "devices[" + quoted(device) + "].name", Value: name})
	return g.DeviceChange
}

// renameLinks writes the ends of the device's links anew: where an entry names
// the device alone, the whole entry; else link by link.
func (g *goer) renameLinks(device, name string) {
	var single []plan.Edit
	for i := range g.checked.Document.Links {
		l := &g.checked.Document.Links[i]
		for _, side := range []struct{ field, text string }{{"a", l.A}, {"b", l.B}} {
			ends, err := plan.ParseEnds(side.text)
			if err != nil || ends.Device.Index(device) < 0 {
				continue
			}
			g.Links += ends.Port.Len()
			if ends.Device.Len() == 1 {
				g.Edits = append(g.Edits, plan.Edit{Kind: plan.SetField, Path: fmt.Sprintf("links[%d].%s", i, side.field), Value: name + ":" + ends.Port.String()})
				continue
			}
			for port := range ends.Port.All() {
				single = append(single, plan.Edit{Kind: plan.SetField, Path: "links[" + device + ":" + port + "]." + side.field, Value: name + ":" + port})
			}
		}
	}
	g.Edits = append(g.Edits, single...)
}

// renameOverrides does the same with overrides.
func (g *goer) renameOverrides(device, name string) {
	for i := range g.checked.Document.Overrides {
		o := &g.checked.Document.Overrides[i]
		ends, err := plan.ParseEnds(o.At)
		if err != nil || ends.Device.Index(device) < 0 {
			continue
		}
		g.Overrides += ends.Port.Len()
		if ends.Device.Len() > 1 {
			g.Notes = append(g.Notes, fmt.Sprintf("overrides[%d] names it in a range of devices and is left as it is; write it anew in the document.", i))
			continue
		}
		g.Edits = append(g.Edits, plan.Edit{Kind: plan.SetField, Path: fmt.Sprintf("overrides[%d].at", i), Value: name + ":" + ends.Port.String()})
	}
}
