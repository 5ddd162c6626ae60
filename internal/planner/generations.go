package planner

import (
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// GenerationsNote says what the comparison of generations is not.
const GenerationsNote = "as single links; a real redesign regroups cages"

// Generations are the InfiniBand links of a plan judged at each generation
// (docs/planning-rules.md, Generations side by side): placement, routes and the
// list of links stay, each link is judged alone by what it requires against
// what the generation offers between its usual cages. Devices are not swapped,
// pins are not asked, and no switch is asked whether it has the ports.
type Generations struct {
	Name            string // of the plan
	CatalogRevision string
	Currency        string
	Priced          bool // a price list is loaded; Cost is nil where none is

	Links      int // of the plan: the sum of the next four
	Judged     int
	Ethernet   int // left out
	UnknownRun int // InfiniBand, but nobody knows how long
	NoSpeed    int // of no speed the catalog has

	Media []plan.Medium // in the plan's order of preference; twisted pair carries no InfiniBand
	List  []Generation  // edr, hdr, ndr, xdr
}

// A Generation is what becomes of the judged links at one generation.
type Generation struct {
	Name  string         // edr | hdr | ndr | xdr
	Speed *catalog.Speed // nil: the catalog has no such speed, so nothing does
	Pairs [2]CagePair    // to a host (any link that is not between two switches), then between switches

	ByMedium []int        // links by the first medium that does, beside Generations.Media
	Nothing  int          // links no medium does
	Shortest units.Length // run of the shortest of them, 0 where Nothing is 0
	Example  string       // the first link with that run: "host-1:ib1 - leaf-1:IB1/1/1"

	Power         units.Power // of what the links take: a link's share of each part
	PowerAtLeast  bool        // some part has no figure, or some link no part
	PowerEstimate bool        // some figure is a class average
	Cost          *Cost       // nil while no price list is loaded; AtLeast as PowerAtLeast
	Parts         []PartShare // by medium in order of preference, then as in a bill of materials
}

// A CagePair is the usual cages at the two ends of a link at one generation.
type CagePair struct {
	A, B     *catalog.FormFactor // A is the switch's; nil: the catalog has no such cage
	Switches bool                // between two switches
	Shape    string              // 1:1, or 1:2 where a link is the leg of a splitter
	Links    int                 // judged between them
	Reaches  []PairReach         // beside Generations.Media
}

// A PairReach is how far a medium goes between a pair of cages.
type PairReach struct {
	Medium  plan.Medium
	Limit   int64    // the longest that may be chosen under the plan's settings, whole mm; 0: nothing
	Ever    int64    // the longest that was ever chosen without a pin, retired too; whole mm
	Parts   []string // ids of what reaches Limit, or Ever where Limit is 0
	Sources []string // keys, of those parts and of the limit people quote
	Why     string   // where Limit is 0: what keeps the planner from it; empty: nothing is made
}

// A PartShare is one part and the links that use it. A part with a twin-port
// plug serves two links, so each takes half of it: of a 1:2 splitter, of a
// straight twin-port cable, of a twin-port transceiver.
type PartShare struct {
	Medium        plan.Medium
	Part          catalog.Part
	Links         int // uses of it: a link between like cages uses its transceiver twice
	Per           int // uses one piece serves: 1 or 2
	Power         units.Power
	PowerKnown    bool
	PowerEstimate bool
	Price         *units.Money // of one piece, landed; nil: not known
	Cost          units.Money  // of all uses, half up
	Sources       []string
	Locator       string
	Lifecycle     catalog.Lifecycle
	Evidence      catalog.Evidence
}

// LongestCopper is the longest copper that may be chosen between a pair of
// cages, nil where none may.
func (p *CagePair) LongestCopper() *PairReach {
	var best *PairReach
	for i := range p.Reaches {
		r := &p.Reaches[i]
		if copper := r.Medium == plan.DAC || r.Medium == plan.ACC || r.Medium == plan.AEC; copper && r.Limit > 0 && (best == nil || r.Limit > best.Limit) {
			best = r
		}
	}
	return best
}

// generationForms are the usual cages: of the switch, and of what is no switch.
var generationForms = [4]struct{ name, toSwitch, toHost string }{
	{"edr", "qsfp28", "qsfp28"},
	{"hdr", "qsfp56", "qsfp56"},
	{"ndr", "osfp-finned-2", "osfp-flat-1"},
	{"xdr", "osfp224-finned-2", "osfp224-flat-1"},
}

// CompareGenerations judges the links of a result, which must be that of the
// document and the catalog. The time it takes grows with the links, in a few
// passes over them.
func CompareGenerations(r *Result, doc *plan.Document, cat *catalog.Catalog) *Generations {
	w := &work{doc: doc, cat: cat, set: doc.Settings.Effective()}
	g := &Generations{Name: r.Name, CatalogRevision: r.CatalogRevision, Currency: w.set.Currency, Priced: cat.Priced(), Links: len(r.Links)}
	for _, m := range w.set.Media {
		if m != plan.TwistedPair {
			g.Media = append(g.Media, m)
		}
	}
	s := newSelector(w)
	ladders := make([][2]ladder, len(generationForms))
	g.List = make([]Generation, len(generationForms))
	for i, f := range generationForms {
		one := &g.List[i]
		one.Name, one.Speed = f.name, cat.Speed(f.name)
		one.ByMedium = make([]int, len(g.Media))
		for pair, far := range []string{f.toHost, f.toSwitch} {
			ladders[i][pair] = s.newLadder(cat.Form(f.toSwitch), cat.Form(far), one.Speed, g.Media)
			one.Pairs[pair] = ladders[i][pair].pair(pair == 1)
		}
	}
	g.judge(r, w, ladders)
	for i := range g.List {
		g.List[i].add(w, g, ladders[i])
	}
	return g
}

// judge walks the links once and counts each at every generation.
func (g *Generations) judge(r *Result, w *work, ladders [][2]ladder) {
	shortest := make([]int, len(g.List)) // of the links nothing does
	for i := range r.Links {
		l := &r.Links[i]
		switch {
		case l.Generation == "":
			g.NoSpeed++
			continue
		case l.Generation == "ethernet":
			g.Ethernet++
			continue
		case !l.RunKnown || l.RunAtLeast:
			g.UnknownRun++
			continue
		}
		g.Judged++
		need := [2]int64{l.Run.CeilMM(), l.Run.CeilMM()} // a measured run takes no slack
		if l.Route != nil {
			need = [2]int64{w.set.Copper.Required(l.Run), w.set.Optical.Required(l.Run)}
		}
		pair := 0
		if isSwitch(l.A.Device) && isSwitch(l.B.Device) {
			pair = 1
		}
		for n := range g.List {
			one := &g.List[n]
			one.Pairs[pair].Links++
			at := ladders[n][pair].take(need)
			switch {
			case at >= 0:
				one.ByMedium[at]++
			case one.Nothing == 0 || l.Run < one.Shortest:
				one.Nothing, one.Shortest, shortest[n] = one.Nothing+1, l.Run, i
			default:
				one.Nothing++
			}
		}
	}
	for n := range g.List {
		if one := &g.List[n]; one.Nothing > 0 {
			one.Example = subject(&r.Links[shortest[n]])
		}
	}
}

func isSwitch(d *Device) bool { return d.Type != nil && d.Type.IsSwitch() }
