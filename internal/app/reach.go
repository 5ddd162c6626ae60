package app

import (
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// ReachMatrix is the longest length by class, medium and shape.
func (a *App) ReachMatrix() []catalog.Reach { return a.catalog.ReachMatrix() }

// A ReachQuery asks what does a length at a speed. Length 0 asks how far each
// medium goes; an empty medium asks for all.
type ReachQuery struct {
	Speed  string // a rate ("400gbe") or one variant of it
	Length units.Length
	Medium plan.Medium
	From   string // what one end plugs into: "type:port", a device type, or a form factor; empty: anything
	To     string // the same of the other end
}

// A joint is what an assembly joins.
type joint struct {
	Shape string              // 1:1 | 1:2 | 1:4
	A, B  *catalog.FormFactor // assemblies only: the plugs; A is the hub of a splitter
}

// An Offer says what one medium does at one speed between one pair of plugs.
type Offer struct {
	Speed  *catalog.Speed
	Medium plan.Medium
	joint
	Optics *catalog.Optics // optical only: the family both modules are of
	Grade  string          // optical only: the fibre, om4 or os2

	// Does says whether something does the length asked, or, where none was
	// asked, whether there is anything at all.
	Does    Verdict
	Parts   []string     // the shortest that do it; where none was asked or none does, the longest there are
	At      units.Length // their length, of modules their reach; 0: not published
	Limit   units.Length // longest that may be chosen and is still sold; 0: nothing
	Sources []string     // keys, of the parts and of the limit
	Note    string       // what the catalog adds about the limit
}

// A Verdict says how a length can be had.
type Verdict int

// The verdicts, best first.
const (
	Sold    Verdict = iota // chosen automatically, still sold
	Retired                // only in parts their maker no longer sells
	Pinned                 // only in parts that have to be pinned
	None                   // nothing is long enough
)

// Reach lists what each medium does at a speed, in the order of preference,
// straight before splitters. A medium nothing is made of stands in it with a
// Limit of 0, unless ends were asked for. The error wraps ErrNotFound for a
// speed or an end there is not, or an end that does not do the speed.
func (a *App) Reach(q ReachQuery) ([]Offer, error) {
	speeds := a.catalog.Rate(q.Speed)
	if s := a.catalog.Speed(q.Speed); s != nil && s.Rate != s.Name {
		speeds = []*catalog.Speed{s}
	}
	if len(speeds) == 0 {
		var names []string
		for _, s := range a.catalog.Speeds {
			names = append(names, s.Name)
		}
		return nil, missing("speed", q.Speed, names)
	}
	from, err := a.end(q.From, speeds)
	if err != nil {
		return nil, err
	}
	to, err := a.end(q.To, speeds)
	if err != nil {
		return nil, err
	}
	var out []Offer
	for _, s := range speeds {
		for _, m := range plan.Media {
			if q.Medium == "" || q.Medium == m {
				out = append(out, a.offers(s, m, q.Length, from, to)...)
			}
		}
	}
	return out, nil
}

// A piece is one thing that might do: its id, how far it goes, and what stands
// against it.
type piece struct {
	id      string
	span    units.Length
	verdict Verdict
	sources []string
}

// offer decides among pieces: the shortest that do a length, or the longest.
func (o Offer) of(pieces []piece, length units.Length) Offer {
	o.Does = None
	for _, p := range pieces {
		if p.verdict == Sold {
			o.Limit = max(o.Limit, p.span)
		}
		if p.span >= length && p.span > 0 {
			o.Does = min(o.Does, p.verdict)
		}
	}
	best := units.Length(-1)
	if !slices.ContainsFunc(pieces, func(p piece) bool { return p.span > 0 }) {
		for _, p := range pieces { // there is something, how far it goes nobody says
			o.Parts = append(o.Parts, p.id)
			o.Sources = union(o.Sources, p.sources)
		}
	}
	for _, p := range pieces {
		fits := o.Does == None || p.verdict == o.Does && p.span >= length
		if !fits || p.span == 0 {
			continue
		}
		longest := length == 0 || o.Does == None
		if best < 0 || longest && p.span > best || !longest && p.span < best {
			best, o.Parts, o.Sources = p.span, nil, slices.Clone(o.Sources[:0])
		}
		if p.span == best {
			o.Parts = append(o.Parts, p.id)
			o.Sources = union(o.Sources, p.sources)
		}
	}
	o.At = max(best, 0)
	return o
}

func union(a, b []string) []string {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}

func verdictOf(p *catalog.Product) Verdict {
	switch {
	case !p.Automatic || p.Lifecycle == catalog.Planned:
		return Pinned
	case p.Lifecycle == catalog.Retired:
		return Retired
	}
	return Sold
}

func (a *App) offers(s *catalog.Speed, m plan.Medium, length units.Length, from, to end) []Offer {
	switch m {
	case plan.Optical:
		return a.optical(s, length, from, to)
	case plan.TwistedPair:
		pieces := a.cords(s, from, to)
		if len(pieces) == 0 {
			return nil
		}
		return []Offer{Offer{Speed: s, Medium: m, joint: joint{Shape: "1:1"}}.of(pieces, length)}
	}
	var out []Offer
	pieces := map[joint][]piece{}
	for _, p := range a.catalog.Assemblies(catalog.Medium(m)) {
		if !p.Carries(s) || !joins(from, to, p.EndA, p.EndB) {
			continue
		}
		j := joint{p.Shape, p.EndA, p.EndB}
		if pieces[j] == nil {
			out = append(out, Offer{Speed: s, Medium: m, joint: j})
		}
		pieces[j] = append(pieces[j], piece{p.SKU, p.Length, verdictOf(p), p.Sources})
	}
	slices.SortStableFunc(out, func(x, y Offer) int { return strings.Compare(x.Shape, y.Shape) })
	for i, o := range out {
		out[i] = o.of(pieces[o.joint], length)
		if limit := a.catalog.MediaLimit(s.Generation, catalog.Medium(m), o.Shape, o.A.Shell); limit != nil {
			out[i].Note, out[i].Sources = limit.Note, union(out[i].Sources, limit.Sources)
		}
	}
	if limit := a.catalog.MediaLimit(s.Generation, catalog.Medium(m), "1:1", ""); len(out) == 0 && from == nil && to == nil && limit != nil {
		out = []Offer{{Speed: s, Medium: m, joint: joint{Shape: "1:1"}, Does: None, Note: limit.Note, Sources: limit.Sources}}
	}
	return out
}

// optical offers each family of optics that has a module for both ends, on the
// best fibre the planner takes without being told otherwise.
func (a *App) optical(s *catalog.Speed, length units.Length, from, to end) []Offer {
	var out []Offer
	for _, family := range a.catalog.Optics {
		grade := "om4"
		if family.Mode == catalog.SingleMode {
			grade = "os2"
		}
		one, other := a.modules(family, s, grade, from), a.modules(family, s, grade, to)
		if len(one) == 0 || len(other) == 0 {
			continue
		}
		o := Offer{Speed: s, Medium: plan.Optical, joint: joint{Shape: "1:1"}, Optics: family, Grade: grade}
		out = append(out, both(o.of(one, length), o.of(other, length)))
	}
	return out
}
