package api

import (
	"encoding/json"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A Reach answers what does a length at a speed, or what fits between two ends.
type Reach struct {
	Revisioned
	Answered
}

// Answered is what every reach answer holds.
type Answered struct {
	Speed    string      `json:"speed" doc:"As asked; empty: all both ends do"`
	Speeds   []string    `json:"speeds" doc:"Answered for, the fastest first"`
	LengthMM *int64      `json:"length_mm" doc:"As asked; null: how far does each medium go"`
	Does     bool        `json:"does" doc:"Something that is chosen automatically and still sold does it"`
	Media    []string    `json:"media" doc:"Which do"`
	Currency *string     `json:"currency" doc:"Of prices; null: no price list is loaded"`
	Offers   []Offer     `json:"offers" doc:"What each medium does between each pair of plugs"`
	Notes    []ReachNote `json:"notes" doc:"What is to be known beside the offers"`
	Parts    []ReachPart `json:"parts" doc:"Every part of the ways"`
	Sources  []Source    `json:"sources" doc:"What the answer rests on"`
}

// A ReachNote is a remark with its sources.
type ReachNote struct {
	Text    string   `json:"text"`
	Sources []string `json:"sources"`
}

// An Offer says what one medium does between one pair of plugs.
type Offer struct {
	Speed    string      `json:"speed"`
	Medium   plan.Medium `json:"medium"`
	Verdict  string      `json:"verdict" enum:"yes,retired,pinned,forbidden,no,unknown" doc:"yes: chosen automatically and still sold; retired, pinned, forbidden by the site: only such parts; unknown: nobody publishes how far they go"`
	Shape    string      `json:"shape"`
	EndA     *string     `json:"end_a"`
	EndB     *string     `json:"end_b"`
	Optics   *string     `json:"optics" doc:"The family both modules are of"`
	Grade    *string     `json:"grade" doc:"The fibre the limit is on"`
	Parts    []string    `json:"parts" doc:"The shortest that do it; where none does or no length was asked, the longest there are"`
	LengthMM *int64      `json:"length_mm" doc:"Of these parts"`
	LimitMM  *int64      `json:"limit_mm" doc:"The longest that may be chosen and is still sold"`
	AskedMM  *int64      `json:"asked_mm" doc:"What it was held against"`
	ShortMM  *int64      `json:"short_mm" doc:"How much too short the longest is"`
	Best     *ReachWay   `json:"best" doc:"The way the verdict is about; null: none does"`
	Ways     []ReachWay  `json:"ways" doc:"Everything there is, the shortest first"`
	Sources  []string    `json:"sources"`
	Note     string      `json:"note"`
}

// A ReachWay is what one end to the other takes.
type ReachWay struct {
	Parts         []string     `json:"parts" doc:"An assembly or cord; or two transceivers and the shortest cord that does"`
	SpanMM        *int64       `json:"span_mm" doc:"How far it goes; null: not published"`
	Verdict       string       `json:"verdict" enum:"yes,retired,pinned,forbidden,no" doc:"no: shorter than the length asked"`
	Why           string       `json:"why" doc:"Where it is not chosen"`
	PowerW        *json.Number `json:"power_w" doc:"Of all parts with all their ends; null: not known"`
	PowerAtLeast  bool         `json:"power_at_least" doc:"Some part has no figure"`
	PowerEstimate bool         `json:"power_estimate" doc:"Some figure is a class average"`
	Price         *string      `json:"price" doc:"Of all parts, with surcharges; null: none has one"`
	PriceAtLeast  bool         `json:"price_at_least" doc:"Some part has no price"`
}

// A ReachPart is a part of a way.
type ReachPart struct {
	ID             string         `json:"id"`
	Medium         catalog.Medium `json:"medium"`
	Description    string         `json:"description"`
	LengthMM       *int64         `json:"length_mm"`
	Lifecycle      string         `json:"lifecycle"`
	LifecycleMeans string         `json:"lifecycle_means"`
	Evidence       string         `json:"evidence"`
	EvidenceMeans  string         `json:"evidence_means"`
	Status         string         `json:"status" doc:"What the site thinks of it: preferred, allowed, forbidden"`
	Sources        []string       `json:"sources"`
	Locator        string         `json:"locator"`
}

var verdictWords = map[app.Verdict]string{
	app.Sold: "yes", app.Retired: "retired", app.Pinned: "pinned", app.Forbidden: "forbidden", app.None: "no",
}

// lifecycleWords say what a lifecycle means.
var lifecycleWords = map[catalog.Lifecycle]string{
	catalog.Active:           "sold by its maker",
	catalog.Retired:          "no longer sold by its maker",
	catalog.Planned:          "announced, not sold yet",
	catalog.UnknownLifecycle: "whether it is still sold is not known",
}

func reachOf(a *app.App, q app.ReachQuery, answer *app.ReachAnswer) Reach {
	return Reach{Revisioned: revisioned(a), Answered: answeredOf(a.Catalog(), q, answer)}
}

func answeredOf(cat *catalog.Catalog, q app.ReachQuery, answer *app.ReachAnswer) Answered {
	out := Answered{
		Speed: q.Speed, Speeds: speedNames(answer.Speeds), LengthMM: millimetres(q.Length), Media: []string{},
		Currency: known(answer.Currency), Offers: make([]Offer, len(answer.Offers)), Notes: make([]ReachNote, len(answer.Notes)), Parts: []ReachPart{},
	}
	does, parts := map[plan.Medium]bool{}, map[string]bool{}
	cited := citations{seen: map[string]bool{}}
	for i := range answer.Offers {
		o := &answer.Offers[i]
		out.Offers[i] = offerOf(o)
		if o.Does == app.Sold && !does[o.Medium] {
			does[o.Medium], out.Does = true, true
			out.Media = append(out.Media, string(o.Medium))
		}
		cited.add(o.Sources)
		for j := range o.Ways {
			for _, p := range o.Ways[j].Parts {
				if !parts[p.ID()] {
					parts[p.ID()] = true
					out.Parts = append(out.Parts, reachPartOf(cat, p))
					cited.add(app.SourcesOf(p))
				}
			}
		}
	}
	for i, n := range answer.Notes {
		out.Notes[i] = ReachNote{n.Text, listed(n.Sources)}
		cited.add(n.Sources)
	}
	out.Sources = []Source{}
	for _, key := range cited.keys {
		if s := cat.Source(key); s != nil {
			out.Sources = append(out.Sources, sourcesOf([]*catalog.Source{s})...)
		}
	}
	return out
}

// citations collect keys of sources, each once.
type citations struct {
	keys []string
	seen map[string]bool
}

func (c *citations) add(keys []string) {
	for _, k := range keys {
		if !c.seen[k] {
			c.seen[k] = true
			c.keys = append(c.keys, k)
		}
	}
}

func offerOf(o *app.Offer) Offer {
	out := Offer{
		Speed: o.Speed.Name, Medium: o.Medium, Verdict: verdictWords[o.Does], Shape: o.Shape, EndA: formName(o.A), EndB: formName(o.B),
		Grade: known(o.Grade), Parts: listed(o.Parts), LengthMM: millimetres(o.At), LimitMM: millimetres(o.Limit), AskedMM: ceiled(o.Asked),
		Ways: make([]ReachWay, len(o.Ways)), Sources: listed(o.Sources), Note: o.Note,
	}
	if o.Optics != nil {
		out.Optics = &o.Optics.Family
	}
	switch {
	case o.At == 0 && len(o.Parts) > 0:
		out.Verdict = "unknown"
	case o.Does == app.None && o.Asked > o.At && o.At > 0:
		short := (o.Asked - o.At).CeilMM()
		out.ShortMM = &short
	}
	for i := range o.Ways {
		out.Ways[i] = wayOf(&o.Ways[i])
	}
	if best := o.Best(); best != nil {
		way := wayOf(best)
		out.Best = &way
	}
	return out
}

// ceiled is a length that is needed, so rounded up; null: none.
func ceiled(l units.Length) *int64 {
	if l == 0 {
		return nil
	}
	mm := l.CeilMM()
	return &mm
}

func wayOf(w *app.Way) ReachWay {
	out := ReachWay{
		Parts: make([]string, len(w.Parts)), SpanMM: millimetres(w.Span), Verdict: verdictWords[w.Does], Why: w.WhyNot(),
		PowerAtLeast: w.PowerAtLeast, PowerEstimate: w.PowerEstimate, PriceAtLeast: w.Priced && w.PriceAtLeast,
	}
	if w.Short > 0 {
		out.Verdict = verdictWords[app.None]
	}
	for i, p := range w.Parts {
		out.Parts[i] = p.ID()
	}
	if w.Power > 0 || !w.PowerAtLeast {
		out.PowerW = number(w.Power.Watts())
	}
	if w.Priced {
		price := w.Price.String()
		out.Price = &price
	}
	return out
}

func reachPartOf(cat *catalog.Catalog, p catalog.Part) ReachPart {
	out := ReachPart{ID: p.ID(), Medium: p.Medium(), LengthMM: millimetres(p.Ordered()), Sources: listed(app.SourcesOf(p)), Status: string(catalog.Allowed)}
	lifecycle, evidence := catalog.Active, catalog.Transcribed // of parts made to specification
	if q := p.Product; q != nil {
		lifecycle, evidence = q.Lifecycle, q.Evidence
		out.Description, out.Locator, out.Status = q.Description, q.Locator, string(cat.StatusOf(q.SKU))
	} else {
		out.Description, out.Locator = p.Spec.Description, p.Spec.Locator
	}
	out.Lifecycle, out.LifecycleMeans = string(lifecycle), lifecycleWords[lifecycle]
	out.Evidence, out.EvidenceMeans = string(evidence), evidenceWords[evidence]
	return out
}

// A PlanReach is a reach answer within a plan.
type PlanReach struct {
	CatalogRevision string    `json:"catalog_revision"`
	Run             *ReachRun `json:"run" doc:"Between two ports of devices; null: an end is no such port"`
	Answered
}

// A ReachRun is the run between two ports of a plan.
type ReachRun struct {
	Link              *string        `json:"link" doc:"Id of the link that joins them; null: none does"`
	RunMM             *int64         `json:"run_mm" doc:"Null: not known"`
	RunAtLeast        bool           `json:"run_at_least"`
	Measured          bool           `json:"measured" doc:"Somebody measured it; it takes no slack"`
	Route             []ReachSegment `json:"route" doc:"Its segments; none of a measured run"`
	RequiredCopperMM  *int64         `json:"required_copper_mm" doc:"Of DAC, ACC, AEC and twisted pair"`
	RequiredOpticalMM *int64         `json:"required_optical_mm" doc:"Of AOC and optics"`
}

// A ReachSegment is one named part of a run.
type ReachSegment struct {
	Name     string `json:"name"`
	LengthMM int64  `json:"length_mm"`
}

func planReachOf(c *app.Checked, q app.ReachQuery, p *app.PlanReach) PlanReach {
	out := PlanReach{CatalogRevision: c.Result.CatalogRevision, Answered: answeredOf(c.Catalog, q, &p.ReachAnswer)}
	if !p.Ports {
		return out
	}
	run := &ReachRun{RunAtLeast: p.RunAtLeast, Measured: p.Measured, Route: segmentsOf(p.Route), RequiredCopperMM: ceiled(p.RequiredCopper), RequiredOpticalMM: ceiled(p.RequiredOptical)}
	if p.Link != nil {
		run.Link = &p.Link.ID
	}
	if p.RunKnown {
		mm := p.Run.CeilMM()
		run.RunMM = &mm
	}
	out.Run = run
	return out
}

func segmentsOf(r *planner.Route) []ReachSegment {
	out := []ReachSegment{}
	if r == nil {
		return out
	}
	for _, s := range r.Segments() {
		out = append(out, ReachSegment{s.Name, s.MM})
	}
	return out
}
