package planner

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A Verdict says what became of a medium or part when a link was given its cable.
type Verdict string

// The verdicts. What would do comes after what was chosen.
const (
	Chosen   Verdict = "chosen"
	Rejected Verdict = "rejected"
	WouldDo  Verdict = "would-do"
)

// Why is what was tried for a link, in the order it is tried: the first medium,
// and of that the first part, that is not rejected is the choice.
type Why struct {
	Note   string // why nothing was tried, or what decided instead; empty: nothing special
	Links  int    // links that share the choice, as they share its cages
	Pinned string // the entry of the document that pins the cable; empty: nothing is pinned
	Media  []WhyMedium
}

// A WhyMedium is a medium that was tried for all links of the cages together.
type WhyMedium struct {
	Medium   plan.Medium
	Verdict  Verdict
	Reason   string
	Required int64  // of the longest of the links, whole millimetres
	Limit    int64  // longest the planner could have chosen, whole millimetres; 0: there is none
	Source   string // keys of the reason, joined by ";"; empty: it is of the plan
	Parts    []WhyPart
	More     int // parts that are not listed
}

// A WhyPart is a part, or a set of transceivers with the cords between them.
type WhyPart struct {
	Modules []*catalog.Product // one of each kind, sorted by number; nil: no optics
	Parts   []catalog.Part     // the assembly, or the cords
	Limit   int64              // how far it goes, whole millimetres; 0: not known
	Verdict Verdict
	Reason  string
	Source  string // keys, joined by ";"
}

// maxWhyParts is how many parts of a medium are listed.
const maxWhyParts = 60

// Explain works out what was tried for a link of a result of the document and
// catalog. LinksAt gives the links of a device, as indexes into the result's.
// The links that share cages with it are planned again, alone.
func Explain(doc *plan.Document, cat *catalog.Catalog, r *Result, link int, linksAt func(*Device) []int32) Why {
	links := sharing(r, int32(link), linksAt)
	w := &work{doc: alone(doc, r, links), cat: cat, set: doc.Settings.Effective(), opt: Options{Workers: 1, NoFixes: true}}
	w.placeRacks()
	w.placeDevices()
	w.router = newRouter(w)
	w.expandLinks()
	w.applyOverrides()
	w.routeLinks()
	w.group()
	w.prepareOrder()
	of := &r.Links[link]
	at := slices.IndexFunc(w.out, func(l Link) bool { return l.A.String() == of.A.String() && l.B.String() == of.B.String() })
	component := slices.IndexFunc(w.components, func(c component) bool { return slices.Contains(w.grouped[c.first:c.last], int32(at)) })
	if at < 0 || component < 0 {
		return Why{Note: of.Reason, Links: 1}
	}
	c := w.components[component]
	x := &explainer{selector: newSelector(w), result: r, of: of, links: w.grouped[c.first:c.last]}
	return x.explain()
}

// sharing are the links that share a cage with a link, or with one that does,
// itself first.
func sharing(r *Result, link int32, linksAt func(*Device) []int32) []int32 {
	cage := func(e *End) int {
		if t := e.Device.Type; t != nil {
			if at, ok := t.Find(e.Port); ok {
				return t.Ports[at.Port].Cage
			}
		}
		return -1
	}
	list, in := []int32{link}, map[int32]bool{link: true}
	for n := 0; n < len(list); n++ {
		l := &r.Links[list[n]]
		for _, e := range []*End{&l.A, &l.B} {
			mine := cage(e)
			for _, i := range linksAt(e.Device) {
				o := &r.Links[i]
				same := o.A.Device == e.Device && cage(&o.A) == mine || o.B.Device == e.Device && cage(&o.B) == mine
				if same && mine >= 0 && !in[i] {
					in[i] = true
					list = append(list, i)
				}
			}
		}
	}
	return list
}

// alone is the document with no links but these, each written out with what the
// document says of it.
func alone(doc *plan.Document, r *Result, links []int32) *plan.Document {
	small := *doc
	small.Fabrics, small.Overrides, small.Links = nil, nil, make([]plan.Link, len(links))
	for n, i := range links {
		l := &r.Links[i]
		to := plan.Link{A: l.A.String(), B: l.B.String(), Speed: writtenSpeed(doc, l), Existing: &l.Existing}
		if at, ok := entryAt(l.Path, "links["); ok && at < len(doc.Links) {
			to.Run, to.Cable = doc.Links[at].Run, doc.Links[at].Cable
		}
		small.Links[n] = to
	}
	for i := range doc.Overrides {
		o := &doc.Overrides[i]
		ends, err := plan.ParseEnds(o.At)
		if err != nil || o.Cable.IsZero() && o.Run == nil {
			continue
		}
		for _, n := range links {
			for _, e := range []*End{&r.Links[n].A, &r.Links[n].B} {
				if names(&ends, e) {
					small.Overrides = append(small.Overrides, plan.Override{At: e.String(), Run: o.Run, Cable: o.Cable})
				}
			}
		}
	}
	return &small
}

// names reports whether ends hold an end, in any spelling of its port.
func names(ends *plan.Ends, e *End) bool {
	if ends.Device.Index(e.Device.Name) < 0 {
		return false
	}
	if ends.Port.Index(e.Port) >= 0 {
		return true
	}
	t := e.Device.Type
	if t == nil {
		return false
	}
	for port := range ends.Port.All() {
		if at, ok := t.Find(port); ok && t.Name(at) == e.Port {
			return true
		}
	}
	return false
}

// entryAt is the position in a list that a path begins with.
func entryAt(path, list string) (int, bool) {
	rest, ok := strings.CutPrefix(path, list)
	number, _, closed := strings.Cut(rest, "]")
	at := 0
	for _, c := range []byte(number) {
		if c < '0' || c > '9' || at > plan.MaxLinks {
			return 0, false
		}
		at = at*10 + int(c-'0')
	}
	return at, ok && closed && number != ""
}

// writtenSpeed is the speed the document demands of a link: a rate or one variant
// of it; empty where its ports decide.
func writtenSpeed(doc *plan.Document, l *Link) string {
	if at, ok := entryAt(l.Path, "links["); ok && at < len(doc.Links) {
		return doc.Links[at].Speed
	}
	if at, ok := entryAt(l.Path, "fabrics["); ok && at < len(doc.Fabrics) {
		for _, speed := range []string{doc.Fabrics[at].Speed, doc.Fabrics[at].UplinkSpeed} {
			if speed == l.Speed || strings.HasPrefix(speed, l.Speed+"-") {
				return speed
			}
		}
	}
	return l.Speed
}

// An explainer goes through the media of one component again.
type explainer struct {
	*selector
	result *Result
	of     *Link
	links  []int32
	ks     []socket
	pick   pick // what the planner chooses, parts at hand left out
	chosen plan.Medium
	parts  []catalog.Part // of the link in the result
}

func (x *explainer) explain() Why {
	out := Why{Links: len(x.links)}
	for _, c := range x.of.Cables {
		if c >= 0 {
			x.parts = append(x.parts, x.result.Cables[c].Part)
		}
	}
	if x.w.anyUnknown(x.links) {
		out.Note = x.of.Reason
		return out
	}
	x.ks = x.sockets(x.links)
	if pinned := x.pinned(x.links); pinned {
		x.pick = x.choosePinned(x.ks, x.links)
		m := x.mergePins(x.links)
		if out.Pinned = entryOf(m.path); out.Pinned == "" {
			out.Pinned = "the document"
		}
	} else {
		x.pick = x.choose(x.ks)
	}
	x.structure(x.ks)
	x.pick.modules, x.pick.cords = slices.Clone(x.pick.modules), slices.Clone(x.pick.cords)
	x.chosen = x.pick.medium
	atHand := x.atHand(&out)
	for _, m := range x.order() {
		medium := x.medium(m)
		switch {
		case atHand:
			medium.reject("a part at hand goes first")
		case out.Pinned != "":
			x.pinnedMedium(&medium, out.Pinned)
		}
		out.Media = append(out.Media, medium)
	}
	return out
}

// order are the media as they are tried: those the plan allows, then the others.
func (x *explainer) order() []plan.Medium {
	out := slices.Clone(x.set.Media)
	for _, m := range plan.Media {
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// atHand puts the part of the result first where it is not the planner's choice:
// it was at hand.
func (x *explainer) atHand(out *Why) bool {
	if out.Pinned != "" || len(x.parts) == 0 || slices.ContainsFunc(x.parts, func(p catalog.Part) bool { return p == x.pick.part || slices.Contains(x.pick.cords, p) }) {
		return false
	}
	out.Note = x.parts[0].ID() + " is at hand (settings.stock or the price list) and reaches: what is at hand is used before anything is bought"
	x.chosen = ""
	out.Media = append(out.Media, WhyMedium{Medium: x.of.Medium, Verdict: Chosen, Reason: "a part at hand", Required: x.of.Required, Limit: x.of.Limit,
		Parts: []WhyPart{{Parts: x.parts, Limit: x.of.Limit, Verdict: Chosen, Reason: "at hand", Source: sourcesOf(x.parts[0])}}})
	return true
}

// reject rejects a medium and every part of it that was not rejected.
func (m *WhyMedium) reject(why string) {
	if m.Verdict != Rejected {
		m.Verdict, m.Reason, m.Source = Rejected, why, ""
	}
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Verdict != Rejected {
			p.Verdict, p.Reason = Rejected, why
		}
	}
}

// pinnedMedium says of a medium what the pin makes of it.
func (x *explainer) pinnedMedium(m *WhyMedium, where string) {
	if m.Medium != x.pick.medium {
		m.reject(where + " pins another cable")
		return
	}
	own := WhyPart{Parts: []catalog.Part{x.pick.part}, Modules: kindsOf(x.pick.modules), Limit: x.pick.limit, Verdict: Chosen, Reason: "pinned by " + where}
	if x.pick.part.Nil() {
		own.Parts = kindsOfParts(x.pick.cords)
	}
	if len(own.Parts) > 0 {
		own.Source = sourcesOf(own.Parts[0])
	}
	m.reject(where + " pins another part")
	m.Verdict, m.Reason, m.Source = Chosen, "pinned by "+where, ""
	m.Required, m.Limit = x.pick.required, x.pick.limit
	if v := x.pick.verdict; v.code != "" {
		m.Reason, m.Source, own.Reason, own.Source = v.message, v.source, v.message, v.source
	}
	m.Parts = append([]WhyPart{own}, slices.DeleteFunc(m.Parts, func(p WhyPart) bool {
		return slices.Equal(p.Parts, own.Parts) && slices.Equal(p.Modules, own.Modules)
	})...)
}

// kindsOf are modules, each once, sorted by number.
func kindsOf(modules []*catalog.Product) []*catalog.Product {
	var out []*catalog.Product
	for _, m := range modules {
		if m != nil && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b *catalog.Product) int { return strings.Compare(a.SKU, b.SKU) })
	return out
}

// kindsOfParts are parts, each once.
func kindsOfParts(parts []catalog.Part) []catalog.Part {
	var out []catalog.Part
	for _, p := range parts {
		if !p.Nil() && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func shorter(by int64) string { return fmt.Sprintf("%s too short", metres(by)) }
