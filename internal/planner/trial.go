package planner

import (
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A trial plans a few links of a plan again with something changed, to see
// whether a way out works before it is printed.
type trial struct {
	links  []int32 // of the plan, rising
	target int32   // the link that should pass
	set    *plan.Effective
	lifted bool              // what the site forbids may be chosen
	unpin  map[int32]bool    // links that lose their pin
	moved  map[int32]place   // devices that stand elsewhere
	ends   map[int32][2]port // links with other ends
}

// caches are what selectors with the same settings share.
type caches struct {
	menus    map[class]*menu
	optics   map[string]*opticalMenu
	cordMenu map[cordKey]*cords
}

func newCaches() *caches {
	return &caches{map[class]*menu{}, map[string]*opticalMenu{}, map[cordKey]*cords{}}
}

// around lists the links of the given devices and all links that share a
// component with one of them, rising.
func (w *work) around(devices []int32, more []int32) []int32 {
	in := map[int32]bool{}
	var list []int32
	add := func(id int32) {
		if !in[id] && !w.links[id].broken {
			in[id] = true
			list = append(list, id)
		}
	}
	for _, d := range devices {
		for p := range w.portHead[w.portBase[d]:w.portBase[d+1]] {
			w.onPort(d, int32(p), func(link int32, _ int) { add(link) })
		}
	}
	for _, id := range more {
		add(id)
	}
	for rest := list; len(rest) > 0; {
		done := len(list)
		for _, id := range rest {
			for _, p := range w.links[id].ends {
				w.onCage(p.device, w.portType(p).Cage, func(link int32, _ int) { add(link) })
			}
		}
		rest = list[done:]
	}
	slices.Sort(list)
	return list
}

// run plans the links of a trial. It gives the work that holds them, in the
// order of t.links.
func (w *work) run(t *trial) *work {
	sub := &work{doc: w.doc, cat: w.cat, set: w.set, racks: w.racks, rackByName: w.rackByName, router: w.router,
		opt: Options{Workers: 1, NoFixes: true}, trial: true, lifted: t.lifted}
	if t.set != nil {
		sub.set = *t.set
	}
	sub.caches = w.cachesFor(&sub.set, t.lifted)
	var devices []int32
	for _, id := range t.links {
		for _, p := range t.endsOf(w, id) {
			devices = append(devices, p.device)
		}
	}
	slices.Sort(devices)
	devices = slices.Compact(devices)
	index := make(map[int32]int32, len(devices))
	sub.portBase = make([]int32, len(devices)+1)
	for i, d := range devices {
		index[d] = int32(i)
		sub.devices = append(sub.devices, w.devices[d])
		place, ok := t.moved[d]
		if !ok {
			place = w.places[d]
		}
		sub.places = append(sub.places, place)
		sub.portBase[i+1] = sub.portBase[i] + int32(len(w.devices[d].Type.Ports))
	}
	sub.portHead = make([]int32, sub.portBase[len(devices)])
	for i, id := range t.links {
		l, out := w.links[id], w.out[id]
		l.mixed = false
		l.ends = t.endsOf(w, id)
		if t.unpin[id] {
			l.pin = nil
		}
		out.Status, out.HasCable, out.Cables = "", false, [2]int32{-1, -1}
		for s := range l.ends {
			end := out.end(s)
			end.Device = &w.devices[l.ends[s].device]
			end.Port = end.Device.Type.Name(catalog.PortName{Port: l.ends[s].port, Child: l.ends[s].child})
			l.ends[s].device = index[l.ends[s].device]
		}
		if _, ok := t.ends[id]; ok {
			l.pair = sub.pairing(l.ends, out.Speed)
			l.broken = l.pair.code != ""
		}
		sub.links, sub.out = append(sub.links, l), append(sub.out, out)
		sub.portNext = append(sub.portNext, 0, 0)
		for s := range l.ends {
			head := sub.head(l.ends[s])
			sub.portNext[2*i+s] = *head
			*head = int32(2*i + s + 1)
		}
	}
	sub.routeLinks()
	sub.group()
	sub.prepareOrder()
	sub.selectParts()
	return sub
}

func (t *trial) endsOf(w *work, id int32) [2]port {
	if e, ok := t.ends[id]; ok {
		return e
	}
	return w.links[id].ends
}

// passes plans a trial and reports whether its target has parts now and no
// link that had them before has lost them. What answers the target is described
// for the sentence of a fix.
func (w *work) passes(t *trial) (what string, ok bool) {
	sub, at := w.passed(t)
	if sub == nil {
		return "", false
	}
	return sub.partsOf(at), true
}

// passed is the work of a trial that passes and the place of its target in it;
// nil where it does not pass.
func (w *work) passed(t *trial) (sub *work, at int32) {
	sub = w.run(t)
	for i, id := range t.links {
		bad := sub.out[i].Status == StatusError || sub.links[i].mixed || sub.out[i].Status == StatusUnknown || !sub.out[i].HasCable
		if bad && (id == t.target || w.out[id].HasCable && w.out[id].Status != StatusError) {
			return nil, -1
		}
		if id == t.target {
			at = int32(i)
		}
	}
	return sub, at
}

// productsOf lists the products a link runs over: its cable and its modules.
func (w *work) productsOf(id int32) []*catalog.Product {
	var out []*catalog.Product
	for _, c := range w.out[id].Cables {
		if c < 0 {
			continue
		}
		if p := w.cables[c].Part.Product; p != nil {
			out = append(out, p)
		}
		for _, e := range w.cables[c].Ends {
			if e.Module >= 0 {
				out = append(out, w.modules[e.Module].Product)
			}
		}
	}
	return out
}

// partsOf names what a link runs over: "MCP7Y00-N003, 3 m".
func (w *work) partsOf(id int32) string {
	c := &w.cables[w.out[id].Cables[0]]
	what := c.Part.ID()
	if c.Part.Product != nil {
		what += ", " + c.Length.Metres()
	}
	what += " " + mediumShort(c.Medium)
	if c.Shape != "1:1" {
		what += " " + c.Shape
	}
	var modules []string
	for _, e := range c.Ends {
		if e.Module >= 0 {
			modules = append(modules, w.modules[e.Module].Product.SKU)
		}
	}
	slices.Sort(modules)
	if modules = slices.Compact(modules); len(modules) > 0 {
		what += " with " + strings.Join(modules, " and ")
	}
	return what
}

// cachesFor are the caches of trials under some settings.
func (w *work) cachesFor(set *plan.Effective, lifted bool) *caches {
	key := settingsKey(set)
	if lifted {
		key += "+forbidden"
	}
	if w.trialCaches == nil {
		w.trialCaches = map[string]*caches{}
	}
	c := w.trialCaches[key]
	if c == nil {
		c = newCaches()
		w.trialCaches[key] = c
	}
	return c
}

// settingsKey is what a fix may change of the settings, as text.
func settingsKey(set *plan.Effective) string {
	key := string(set.Evidence) + set.Multimode + set.TwistedPair
	if set.AllowRetired {
		key += "+retired"
	}
	for _, m := range set.Media {
		key += "," + string(m)
	}
	return key
}
