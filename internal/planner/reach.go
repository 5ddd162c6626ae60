package planner

import (
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// An OpticalEnd is one end of a question about optics: a cage and what its port
// runs.
type OpticalEnd struct {
	Cage  *catalog.FormFactor
	Speed *catalog.Speed
}

// An OpticalWay is two transceivers that talk, with the cords that join them.
type OpticalWay struct {
	A, B   *catalog.Product // in the cage of end a, of end b
	Optics *catalog.Optics
	Grade  string         // of the fibre the reach is on: the best the settings allow
	Reach  units.Length   // of the two together
	Cords  []catalog.Part // that may be chosen, best first at any length; nil: none is known
}

// OpticalWays lists every pair of transceivers of one family that a link between
// two cages can have, those that are never chosen too, in the order the planner
// prefers them (docs/planning-rules.md, Optical). Split says that a port at one
// end is split, so that a 1:2 cord serves its halves. The settings decide fibre
// grade and cords.
func OpticalWays(cat *catalog.Catalog, set plan.Settings, a, b OpticalEnd, split bool) []OpticalWay {
	w := &work{doc: &plan.Document{Settings: set}, cat: cat, set: set.Effective()}
	s := newSelector(w)
	forms := []formVariant{{a.Cage, a.Speed}}
	if a != b {
		forms = append(forms, formVariant{b.Cage, b.Speed})
		slices.SortFunc(forms, compareForm)
	}
	key := cordKey{legs: 1}
	if split {
		key.legs = 2
	}
	near, far := socket{group: &catalog.PortGroup{Form: a.Cage}, variant: a.Speed}, socket{group: &catalog.PortGroup{Form: b.Cage}, variant: b.Speed}
	var out []OpticalWay
	for _, c := range s.newOpticalMenu(forms, split, func(*catalog.Product) bool { return true }).choices {
		key.modules = [3]*catalog.Product{c.module(&near), c.module(&far)}
		out = append(out, OpticalWay{A: key.modules[0], B: key.modules[1], Optics: c.family, Grade: s.grade(c.family.Mode),
			Reach: lengthOf(c.reach), Cords: s.cordsFor(key).parts})
	}
	return out
}

// What is known of long optical cable between HDR and NDR devices: above so much
// they lose bandwidth (known-limitation).
const (
	MixedHDRLimit  units.Length = hdrOpticalLimit * units.Millimetre
	MixedHDRSource              = "nv-cx7-fw28352"
)

// A PartPower is what one piece draws with all its ends.
type PartPower struct {
	Power    units.Power
	Known    bool // false: some end has no figure, Power holds the others
	Estimate bool // some of it is a class average
}

// PowerOf is what one piece of a part draws.
func PowerOf(cat *catalog.Catalog, p catalog.Part) PartPower {
	if p.Product == nil {
		return PartPower{Known: true}
	}
	w := &work{cat: cat}
	power, known, guessed := w.productPower(p.Product)
	return PartPower{power, known, guessed}
}

// RunBetween is the route between two devices of a document, whether a link
// joins them or not; nil where the document lacks one of them.
func RunBetween(doc *plan.Document, cat *catalog.Catalog, a, b string) *Route {
	w := &work{doc: doc, cat: cat, set: doc.Settings.Effective()}
	w.placeRacks()
	w.placeDevices()
	one, okA := w.deviceByName[a]
	other, okB := w.deviceByName[b]
	if !okA || !okB {
		return nil
	}
	w.router, w.routes = newRouter(w), map[uint64]*Route{}
	return w.routeBetween(one, other)
}
