// Package generationsjson is a plan's InfiniBand links at each generation, for
// scripts. It holds the wire types, which the API answers with too. Lengths are
// whole millimetres, powers watts, money a decimal text; null is what is not
// known or does not exist. It promises the same bytes for the same comparison.
package generationsjson

import (
	"encoding/json"
	"io"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// Generations are the InfiniBand links of a plan at each generation.
type Generations struct {
	Version         string        `json:"version"`
	CatalogRevision string        `json:"catalog_revision"`
	Name            string        `json:"name" doc:"Of the plan"`
	Note            string        `json:"note" doc:"What the comparison is not"`
	Links           int           `json:"links" doc:"Of the plan: those judged and those left out"`
	Judged          int           `json:"judged" doc:"InfiniBand links of known run"`
	Ethernet        int           `json:"ethernet" doc:"Left out"`
	UnknownRun      int           `json:"unknown_run" doc:"Left out: InfiniBand links whose run is not known"`
	NoSpeed         int           `json:"no_speed" doc:"Left out: links of no speed the catalog knows"`
	Media           []plan.Medium `json:"media" doc:"In the plan's order of preference"`
	Currency        *string       `json:"currency" doc:"Null while no price list is loaded"`
	Generations     []Generation  `json:"generations" doc:"edr, hdr, ndr, xdr"`
}

// A Generation is what becomes of the judged links.
type Generation struct {
	Generation    string              `json:"generation"`
	Label         string              `json:"label"`
	LinksByMedium map[plan.Medium]int `json:"links_by_medium" doc:"By the first medium that does; a key for each of media"`
	Nothing       int                 `json:"nothing" doc:"Links no medium does"`
	ShortestMM    *int64              `json:"nothing_shortest_run_mm" doc:"Run of the shortest of them"`
	Example       *string             `json:"nothing_example" doc:"A link with that run"`
	PowerW        json.Number         `json:"power_w" doc:"A link's share of each part it takes"`
	PowerAtLeast  bool                `json:"power_at_least" doc:"Some part has no figure, or some link no part"`
	PowerEstimate bool                `json:"power_estimate" doc:"Some figure is a class average"`
	Cost          *GenerationCost     `json:"cost" doc:"Null while no price list is loaded"`
	Pairs         []GenerationPair    `json:"pairs" doc:"The usual cages: to a host, between switches"`
	Parts         []GenerationPart    `json:"parts" doc:"What the links take"`
}

// A GenerationCost is a sum of prices.
type GenerationCost struct {
	Amount   string `json:"amount"`
	AtLeast  bool   `json:"at_least" doc:"Some part has no price, or some link no part"`
	Unpriced int    `json:"unpriced" doc:"How many parts have none"`
}

// A GenerationPair is the usual cages at the ends of a link.
type GenerationPair struct {
	Between  string            `json:"between" enum:"host,switches" doc:"host: any link that is not between two switches"`
	EndA     *string           `json:"end_a" doc:"The switch's cage"`
	EndB     *string           `json:"end_b"`
	Shape    string            `json:"shape" doc:"1:2: a link is the leg of a splitter"`
	Links    int               `json:"links"`
	CopperMM *int64            `json:"longest_copper_mm" doc:"That may be chosen under the plan's settings"`
	Copper   *string           `json:"longest_copper_medium"`
	Reaches  []GenerationReach `json:"reaches" doc:"One for each of media"`
}

// A GenerationReach is how far a medium goes between the cages.
type GenerationReach struct {
	Medium  plan.Medium `json:"medium"`
	LimitMM int64       `json:"limit_mm" doc:"The longest that may be chosen; 0: nothing"`
	EverMM  int64       `json:"ever_mm" doc:"The longest that was chosen without a pin, retired parts too"`
	Parts   []string    `json:"parts" doc:"What reaches the limit; where it is 0, what reached ever_mm"`
	Why     string      `json:"why" doc:"Where the limit is 0"`
	Sources []string    `json:"sources"`
}

// A GenerationPart is one part and the links that use it.
type GenerationPart struct {
	Medium        plan.Medium  `json:"medium" doc:"Of the link"`
	ID            string       `json:"id" doc:"Part number, or spec: and the length of a part made to specification"`
	Uses          int          `json:"uses" doc:"By links; a link between like cages uses its transceiver twice"`
	UsesPerPiece  int          `json:"uses_per_piece" doc:"2: the part has a twin-port plug, so each link takes half of it"`
	PowerW        *json.Number `json:"power_w" doc:"Of all uses"`
	PowerEstimate bool         `json:"power_estimate"`
	Price         *string      `json:"price" doc:"Of one piece, with the surcharge"`
	Cost          *string      `json:"cost" doc:"Of all uses, rounded half up to cents"`
	Lifecycle     string       `json:"lifecycle"`
	Evidence      string       `json:"evidence"`
	Sources       []string     `json:"sources"`
	Locator       string       `json:"locator"`
}

// Of is the wire form of a comparison.
func Of(g *planner.Generations, version string) Generations {
	out := Generations{
		Version: version, CatalogRevision: g.CatalogRevision, Name: g.Name, Note: planner.GenerationsNote,
		Links: g.Links, Judged: g.Judged, Ethernet: g.Ethernet, UnknownRun: g.UnknownRun, NoSpeed: g.NoSpeed,
		Media: append([]plan.Medium{}, g.Media...), Generations: make([]Generation, len(g.List)),
	}
	if g.Priced {
		out.Currency = &g.Currency
	}
	for i := range g.List {
		out.Generations[i] = generationOf(g, &g.List[i])
	}
	return out
}

func generationOf(g *planner.Generations, one *planner.Generation) Generation {
	out := Generation{
		Generation: one.Name, LinksByMedium: map[plan.Medium]int{}, Nothing: one.Nothing, PowerW: json.Number(one.Power.Watts()),
		PowerAtLeast: one.PowerAtLeast, PowerEstimate: one.PowerEstimate, Parts: make([]GenerationPart, len(one.Parts)),
	}
	if one.Speed != nil {
		out.Label = one.Speed.Label
	}
	for i, m := range g.Media {
		out.LinksByMedium[m] = one.ByMedium[i]
	}
	if one.Nothing > 0 {
		mm := one.Shortest.CeilMM()
		out.ShortestMM, out.Example = &mm, &one.Example
	}
	if one.Cost != nil {
		out.Cost = &GenerationCost{one.Cost.Amount.String(), one.Cost.AtLeast, one.Cost.Unpriced}
	}
	for i := range one.Pairs {
		out.Pairs = append(out.Pairs, pairOf(&one.Pairs[i]))
	}
	for i := range one.Parts {
		out.Parts[i] = partOf(&one.Parts[i])
	}
	return out
}

func pairOf(p *planner.CagePair) GenerationPair {
	out := GenerationPair{Between: "host", Shape: p.Shape, Links: p.Links, Reaches: make([]GenerationReach, len(p.Reaches))}
	if p.Switches {
		out.Between = "switches"
	}
	if p.A != nil && p.B != nil {
		out.EndA, out.EndB = &p.A.Name, &p.B.Name
	}
	if best := p.LongestCopper(); best != nil {
		medium := string(best.Medium)
		out.CopperMM, out.Copper = &best.Limit, &medium
	}
	for i := range p.Reaches {
		r := &p.Reaches[i]
		out.Reaches[i] = GenerationReach{r.Medium, r.Limit, r.Ever, append([]string{}, r.Parts...), r.Why, append([]string{}, r.Sources...)}
	}
	return out
}

func partOf(p *planner.PartShare) GenerationPart {
	out := GenerationPart{
		Medium: p.Medium, ID: p.Part.ID(), Uses: p.Links, UsesPerPiece: p.Per, PowerEstimate: p.PowerEstimate,
		Lifecycle: string(p.Lifecycle), Evidence: string(p.Evidence), Sources: append([]string{}, p.Sources...), Locator: p.Locator,
	}
	if p.PowerKnown {
		w := json.Number(p.Power.Watts())
		out.PowerW = &w
	}
	if p.Price != nil {
		out.Price, out.Cost = text(*p.Price), text(p.Cost)
	}
	return out
}

func text(m units.Money) *string {
	s := m.String()
	return &s
}

// Encode writes generations.json.
func Encode(w io.Writer, g *planner.Generations, version string) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(Of(g, version))
}
