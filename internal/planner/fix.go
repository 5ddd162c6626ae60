package planner

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// maxFixClasses is for how many different cases ways out are worked out; the
// rest are left to the next run, when those are mended.
const maxFixClasses = 200

// fixable are the codes of links without the right part.
var fixable = map[plan.Code]bool{
	"no-cable": true, "too-short": true, "beyond-reach": true, "below-minimum": true, "wrong-connector": true, "wrong-protocol": true,
	"wrong-shape": true, "wrong-speed": true, "wrong-fibre": true, "mixed-optics": true, "polish-mismatch": true,
}

// A fixClass is what makes two links without a part like cases: ports, speed,
// pin, racks and how much is missing.
type fixClass struct {
	code   plan.Code
	groups [2]*catalog.PortGroup
	rate   string
	pin    *pin
	racks  [2]int32
	short  int64
	medium plan.Medium
	shape  int
}

// A fix is a way out that was planned again and shown to work.
type fix struct {
	text   string
	edits  []plan.Edit
	shared bool // the same edits serve every link of the class
	first  int32
}

// findFixes works out, once for each class, the smallest change that gives a
// link its parts, and writes it into the findings.
func (w *work) findFixes() {
	found := map[fixClass]*fix{}
	for _, i := range w.bySubject() {
		f := &w.report.findings[i]
		id := w.report.about[i]
		if id < 0 || !fixable[f.Code] {
			continue
		}
		key := w.fixClassOf(f.Code, id)
		x, ok := found[key]
		if !ok {
			if len(found) == maxFixClasses {
				if f.Fix == "" {
					f.Fix = fmt.Sprintf("mend the other findings first: ways out are worked out for %d different cases at a time", maxFixClasses)
				}
				continue
			}
			x = w.findFix(id)
			found[key] = x
		}
		switch {
		case x == nil:
			f.Fix = "no setting, swap or move was found that would help: shorten the run, or choose other devices"
		case x.first == id || x.shared:
			f.Fix, f.Edits = x.text, x.edits
		default:
			f.Fix = "as for " + subject(&w.out[x.first]) + ": " + x.text
		}
	}
}

// bySubject are the findings in the natural order of what they are about, so
// that the first of a class is the same in whatever order a document has them.
func (w *work) bySubject() []int {
	out := make([]int, len(w.report.findings))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int {
		return units.CompareNatural(w.report.findings[a].Subject, w.report.findings[b].Subject)
	})
	return out
}

func (w *work) fixClassOf(code plan.Code, id int32) fixClass {
	l, out := &w.links[id], &w.out[id]
	k := fixClass{code: code, rate: out.Speed, pin: l.pin, short: out.Required - out.Limit, medium: out.Medium}
	n := 0
	for s, p := range l.ends {
		pt := w.portType(p)
		k.groups[s], k.racks[s] = pt.Group, w.places[p.device].rack
		w.onCage(p.device, pt.Cage, func(int32, int) { n++ })
		k.shape = k.shape*64 + n*8 + pt.Index*2 + int(min(p.child, 1))
	}
	return k
}

// findFix tries, in order: the pin and the settings, another port of the same
// switch, another unit of the rack, a nearer rack.
func (w *work) findFix(id int32) *fix {
	if w.stopped() {
		return nil
	}
	if l := &w.links[id]; l.ends[0].child > 0 && l.ends[1].child > 0 {
		return w.fixByJoining(id)
	}
	base := w.around([]int32{w.links[id].ends[0].device, w.links[id].ends[1].device}, nil)
	for _, try := range []func(int32, []int32) *fix{w.fixBySettings, w.fixByAllowing, w.fixBySwap, w.fixByMove} {
		if x := try(id, base); x != nil {
			x.first = id
			return x
		}
	}
	return nil
}

// fixBySettings keeps the pin and loosens the settings, then drops the pin,
// then both.
func (w *work) fixBySettings(id int32, base []int32) *fix {
	pinned := w.pinnedAround(id)
	if len(pinned) == 0 {
		return w.loosen(id, base, nil, nil, "")
	}
	if x := w.loosen(id, base, nil, nil, ""); x != nil {
		return x
	}
	links, edits, ok := w.unpin(pinned)
	if !ok {
		return nil
	}
	base = w.around(nil, append(slices.Clone(base), links...))
	drop := map[int32]bool{}
	for _, l := range links {
		drop[l] = true
	}
	if what, ok := w.passes(&trial{links: base, target: id, unpin: drop}); ok {
		return &fix{text: "let the planner choose: " + what, edits: edits, shared: len(edits) == 1 && edits[0].Kind == "set"}
	}
	return w.loosen(id, base, drop, edits, "let the planner choose and ")
}

// fixByAllowing does without what the site forbids: no edit of the document can
// say so, the catalog must.
func (w *work) fixByAllowing(id int32, base []int32) *fix {
	if !slices.ContainsFunc(w.cat.Products, w.forbids) {
		return nil
	}
	sub, at := w.passed(&trial{links: base, target: id, lifted: true})
	if sub == nil {
		return nil
	}
	var names []string
	for _, p := range sub.productsOf(at) {
		if w.forbids(p) {
			names = append(names, p.SKU)
		}
	}
	slices.Sort(names)
	return &fix{text: "allow " + strings.Join(slices.Compact(names), " and ") + " in the catalog: " + sub.partsOf(at), shared: true}
}

// pinnedAround lists the pinned links of a link's component.
func (w *work) pinnedAround(id int32) []int32 {
	var out []int32
	for _, l := range w.around(nil, []int32{id}) {
		if w.links[l].pin != nil {
			out = append(out, l)
		}
	}
	return out
}

// maxUnpinned bounds how many links one edit of an entry may free at once and
// still be planned again.
const maxUnpinned = 4000

// unpin gives the edits that take the pins of some links out, whoever pins them,
// and all links they free: an entry's pin is that of all its links.
func (w *work) unpin(pinned []int32) (links []int32, edits []plan.Edit, ok bool) {
	entries := map[string]bool{}
	var ports []string
	for _, id := range pinned {
		for _, path := range w.pinEntries(id) {
			switch {
			case strings.HasPrefix(path, "overrides["):
				at := w.writtenAt(entryIndex(path), id)
				if at == "" {
					return nil, nil, false
				}
				if !slices.Contains(ports, at) {
					ports = append(ports, at)
				}
			case !entries[path]:
				entries[path] = true
				edits = append(edits, plan.Edit{Kind: "set", Path: path + ".cable"})
			}
		}
		links = append(links, id)
	}
	if len(entries) > 0 {
		for id := range w.links {
			if w.pinnedOnlyBy(int32(id), entries) && !slices.Contains(pinned, int32(id)) {
				links = append(links, int32(id))
			}
		}
	}
	if len(ports) > 0 {
		edits = append(edits, plan.Edit{Kind: "override", At: ports, Set: map[string]any{"cable": nil}})
	}
	return links, edits, len(links) > 0 && len(links) <= maxUnpinned
}

// pinnedOnlyBy reports whether a link has pins and all are of these entries.
func (w *work) pinnedOnlyBy(id int32, entries map[string]bool) bool {
	p := w.links[id].pin
	if p == nil || !entries[entryOf(p.path)] {
		return false
	}
	for _, path := range w.pinnedToo[id] {
		if !entries[entryOf(path)] {
			return false
		}
	}
	return true
}

// entryOf is the entry a path leads into: "links[3]" of "links[3].cable".
func entryOf(path string) string {
	entry, _, _ := strings.Cut(path, ".")
	return entry
}

// writtenAt is the end by which an override names a link, as it is written.
func (w *work) writtenAt(override int, link int32) string {
	ends, err := plan.ParseEnds(w.doc.Overrides[override].At)
	if err != nil {
		return ""
	}
	for device := range ends.Device.All() {
		d, ok := w.deviceByName[device]
		if !ok || w.devices[d].Type == nil {
			continue
		}
		for name := range ends.Port.All() {
			n, ok := w.devices[d].Type.Find(name)
			at := port{device: d, port: n.Port, child: n.Child}
			if ok && (at == w.links[link].ends[0] || at == w.links[link].ends[1]) {
				return device + ":" + name
			}
		}
	}
	return ""
}

// entryIndex is the number in "links[12]", 0 where there is none.
func entryIndex(path string) int {
	_, digits, _ := strings.Cut(path, "[")
	n := 0
	for _, c := range strings.TrimSuffix(digits, "]") {
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// A change loosens one setting.
type change struct {
	text  string
	edit  plan.Edit
	apply func(*plan.Effective)
}

// changes lists the settings that could be loosened, the smallest first.
func (w *work) changes() []change {
	var out []change
	set := &w.set
	add := func(text, path string, value any, apply func(*plan.Effective)) {
		out = append(out, change{text, plan.Edit{Kind: "set", Path: "settings." + path, Value: value}, apply})
	}
	if !set.AllowRetired {
		add("allow retired products", "allow_retired", true, func(e *plan.Effective) { e.AllowRetired = true })
	}
	if set.Evidence.Rank() < catalog.Reseller.Rank() {
		add("reseller evidence", "evidence", string(catalog.Reseller), func(e *plan.Effective) { e.Evidence = catalog.Reseller })
	}
	if set.Multimode == "om3" {
		add("OM4 fibre", "multimode", "om4", func(e *plan.Effective) { e.Multimode = "om4" })
	}
	if set.TwistedPair == "cat6" {
		add("Cat 6A cords", "twisted_pair", "cat6a", func(e *plan.Effective) { e.TwistedPair = "cat6a" })
	}
	for _, m := range plan.Media {
		if slices.Contains(set.Media, m) {
			continue
		}
		media := append(slices.Clone(set.Media), m)
		value := make([]any, len(media))
		for i, x := range media {
			value[i] = string(x)
		}
		add(mediumName(m), "media", value, func(e *plan.Effective) { e.Media = media })
	}
	return out
}

// loosen tries the settings one by one, then two at once, and names all a fix
// takes.
func (w *work) loosen(id int32, base []int32, unpin map[int32]bool, edits []plan.Edit, lead string) *fix {
	all := w.changes()
	try := func(list ...change) *fix {
		set := w.set
		var texts []string
		changed := slices.Clone(edits)
		for _, c := range list {
			c.apply(&set)
			texts = append(texts, c.text)
			changed = append(changed, c.edit)
		}
		what, ok := w.passes(&trial{links: base, target: id, set: &set, unpin: unpin})
		if !ok {
			return nil
		}
		text := strings.Join(texts, " and ")
		if !strings.HasPrefix(text, "allow") {
			text = "allow " + text
		}
		return &fix{text: lead + text + ": " + what, edits: changed, shared: len(edits) == 0 || len(edits) == 1 && edits[0].Kind == "set"}
	}
	for _, c := range all {
		if x := try(c); x != nil {
			return x
		}
	}
	for i, c := range all {
		for _, d := range all[i+1:] {
			if c.edit.Path == d.edit.Path {
				continue
			}
			if x := try(c, d); x != nil {
				return x
			}
		}
	}
	return nil
}
