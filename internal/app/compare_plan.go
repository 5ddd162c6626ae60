package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

// A fact is a field and its value, as a document writes them.
type fact struct{ name, value string }

// shownFacts is how many fields of one entry a sentence tells of.
const shownFacts = 5

// differences says how one list of facts became another: "exit 300mm to 500mm,
// direct set to true, excess taken out"; empty where they are alike.
func differences(was, is []fact) string {
	said := differing(was, is)
	if more := len(said) - shownFacts; more > 1 {
		said = append(said[:shownFacts], fmt.Sprintf("and %d more fields", more))
	}
	return strings.Join(said, ", ")
}

func differing(was, is []fact) []string {
	before := map[string]string{}
	for _, f := range was {
		before[f.name] = f.value
	}
	var said []string
	for _, f := range is {
		old, had := before[f.name]
		delete(before, f.name)
		if !had || old != f.value {
			said = append(said, becomes(f.name, old, f.value))
		}
	}
	for _, f := range was {
		if _, gone := before[f.name]; gone {
			said = append(said, becomes(f.name, f.value, ""))
		}
	}
	return said
}

// becomes says what became of a field; an empty value is none.
func becomes(name, was, is string) string {
	switch {
	case is == "":
		return name + " " + clip(was) + " taken out"
	case was == "":
		return name + " set to " + clip(is)
	}
	return fmt.Sprintf("%s from %s to %s", name, clip(was), clip(is))
}

// factsOf are the fields of what a document writes under a key, in the order of
// the format. A document is small here: one entry, or the settings.
func factsOf(doc *plan.Document, under string) []fact {
	dec := json.NewDecoder(bytes.NewReader(planfile.Canonical(doc)))
	dec.UseNumber()
	var out []fact
	walk(dec, "", func(path, value string) {
		rest, ok := strings.CutPrefix(path, under)
		if rest = strings.TrimPrefix(rest, "."); ok && rest != "" {
			out = append(out, fact{rest, value})
		}
	})
	return out
}

// walk calls see with the path and text of every single value.
func walk(dec *json.Decoder, path string, see func(path, value string)) {
	token, err := dec.Token()
	if err != nil {
		return
	}
	switch token {
	case json.Delim('{'):
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return
			}
			walk(dec, path+"."+fmt.Sprint(key), see)
		}
		_, _ = dec.Token() // the closing brace: canonical text is well formed
	case json.Delim('['):
		for i := 0; dec.More(); i++ {
			walk(dec, fmt.Sprintf("%s[%d]", path, i), see)
		}
		_, _ = dec.Token()
	default:
		see(path, fmt.Sprint(token))
	}
}

// An entry is something a document names: all that is written of it, to tell
// quickly that nothing changed, and the same in words.
type entry struct {
	name    string
	written any
	facts   func() []fact
}

// compareEntries says which entries of a kind came, went or are written
// otherwise.
func compareEntries(out *Changes, kind string, was, is []entry) {
	before := map[string]entry{}
	for _, e := range was {
		before[e.name] = e
	}
	added, removed := nameGroups{}, nameGroups{}
	for _, e := range is {
		old, had := before[e.name]
		delete(before, e.name)
		if !had {
			added.add("", e.name)
			continue
		}
		if reflect.DeepEqual(old.written, e.written) {
			continue
		}
		if said := differences(old.facts(), e.facts()); said != "" {
			out.add(Change{Kind: Altered, Subject: e.name, Count: 1, Text: kind + " " + e.name + ": " + said})
		}
	}
	for _, e := range was {
		if _, gone := before[e.name]; gone {
			delete(before, e.name)
			removed.add("", e.name)
		}
	}
	added.tell(out, Added, kind)
	removed.tell(out, Removed, kind)
}

// compareSettings says what is written otherwise beside racks, devices and
// links.
func compareSettings(was, is *plan.Document) Changes {
	var out Changes
	if was.Name != is.Name {
		out.add(Change{Kind: Altered, Subject: "name", Count: 1, Text: "renamed from " + was.Name + " to " + is.Name})
	}
	if was.Description != is.Description {
		out.add(Change{Kind: Altered, Subject: "description", Count: 1, Text: "description changed"})
	}
	before := wholeLists(factsOf(&plan.Document{Settings: was.Settings}, ".settings"))
	after := wholeLists(factsOf(&plan.Document{Settings: is.Settings}, ".settings"))
	for _, said := range differing(before, after) {
		field, _, _ := strings.Cut(said, " ")
		out.add(Change{Kind: Altered, Subject: "settings." + field, Count: 1, Text: "settings." + said})
	}
	compareEntries(&out, "row", rowEntries(was), rowEntries(is))
	compareEntries(&out, "tray", trayEntries(was), trayEntries(is))
	compareEntries(&out, "device type", typeEntries(was), typeEntries(is))
	compareEntries(&out, "fabric", fabricEntries(was), fabricEntries(is))
	return out
}

// wholeLists are facts with lists of single values told whole: media[0] dac and
// media[1] aoc are media dac, aoc.
func wholeLists(facts []fact) []fact {
	var out []fact
	for _, f := range facts {
		name, _, listed := strings.Cut(f.name, "[")
		if !listed || !strings.HasSuffix(f.name, "]") {
			out = append(out, f)
			continue
		}
		if last := len(out) - 1; last >= 0 && out[last].name == name {
			out[last].value += ", " + f.value
			continue
		}
		out = append(out, fact{name, f.value})
	}
	return out
}

func rowEntries(doc *plan.Document) []entry {
	return entriesOf(doc.Site.Rows, ".site.rows[0]", func(r plan.Row) (string, *plan.Document) {
		return r.Name, &plan.Document{Site: plan.Site{Rows: []plan.Row{r}}}
	})
}

func trayEntries(doc *plan.Document) []entry {
	return entriesOf(doc.Site.Trays, ".site.trays[0]", func(t plan.Tray) (string, *plan.Document) {
		return t.Name, &plan.Document{Site: plan.Site{Trays: []plan.Tray{t}}}
	})
}

func typeEntries(doc *plan.Document) []entry {
	return entriesOf(doc.DeviceTypes, ".device_types[0]", func(t *catalog.DeviceType) (string, *plan.Document) {
		return t.Slug, &plan.Document{DeviceTypes: []*catalog.DeviceType{t}}
	})
}

func fabricEntries(doc *plan.Document) []entry {
	return entriesOf(doc.Fabrics, ".fabrics[0]", func(f plan.Fabric) (string, *plan.Document) {
		return f.Name, &plan.Document{Fabrics: []plan.Fabric{f}}
	})
}

func entriesOf[T any](list []T, under string, alone func(T) (name string, doc *plan.Document)) []entry {
	out := make([]entry, len(list))
	for i := range list {
		name, doc := alone(list[i])
		out[i] = entry{name, list[i], func() []fact { return factsOf(doc, under) }}
	}
	return out
}

// compareRacks says which racks came, went or are written otherwise, one by one:
// racks of a range each have their own position.
func compareRacks(was, is *plan.Document) Changes {
	var out Changes
	compareEntries(&out, "rack", rackEntries(was), rackEntries(is))
	return out
}

func rackEntries(doc *plan.Document) []entry {
	type standing struct {
		rack plan.Rack // without name and position
		at   int
	}
	var out []entry
	for i := range doc.Racks {
		slots, err := plan.ExpandRack(&doc.Racks[i])
		if err != nil {
			continue // no document that was read has such a name
		}
		rack := doc.Racks[i]
		rack.Name, rack.Position = "", nil
		for k, name := range slots.Names {
			at := slots.Position(k)
			out = append(out, entry{name, standing{rack, at}, func() []fact {
				one := rack
				if at > 0 {
					one.Position = &at
				}
				facts := factsOf(&plan.Document{Racks: []plan.Rack{one}}, ".racks[0]")
				return slices.DeleteFunc(facts, func(f fact) bool { return f.name == "name" })
			}})
		}
	}
	return out
}

// compareOverrides says which overrides came, went or say otherwise.
func compareOverrides(out *Changes, was, is *plan.Document) {
	entries := func(doc *plan.Document) []entry {
		twice := map[string]int{}
		return entriesOf(doc.Overrides, ".overrides[0]", func(o plan.Override) (string, *plan.Document) {
			name := o.At
			if twice[o.At]++; twice[o.At] > 1 {
				name = fmt.Sprintf("%s (%d)", o.At, twice[o.At])
			}
			return name, &plan.Document{Overrides: []plan.Override{o}}
		})
	}
	compareEntries(out, "override", entries(was), entries(is))
}
