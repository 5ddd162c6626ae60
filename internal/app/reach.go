package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// ReachMatrix is the longest length by class, medium and shape.
func (a *App) ReachMatrix() []catalog.Reach { return a.catalog.ReachMatrix() }

// A ReachQuery asks what does a length at a speed, or everything that fits
// between two ends.
type ReachQuery struct {
	Speed    string       // a rate ("400gbe") or one variant of it; empty, with both ends: every speed both do, the fastest first
	Length   units.Length // 0: how far does each medium go
	Medium   plan.Medium  // empty: all
	From     string       // what one end plugs into: "type:port", a device type, or a form factor; empty: anything
	To       string       // the same of the other end
	Currency string       // of prices; empty: that of the price list, where it has one
}

// A ReachAnswer is what each medium does.
type ReachAnswer struct {
	Speeds   []*catalog.Speed // asked for, or common to both ends, the fastest first
	Offers   []Offer          // by rate; within it in the order of preference, straight before splitters
	Notes    []ReachNote      // what is to be known beside the offers
	Currency string           // of prices; empty: no price list is loaded
}

// A ReachNote is a remark with its sources.
type ReachNote struct {
	Text    string
	Sources []string // keys
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
	Asked   units.Length // the length it was held against; 0: none
	Sources []string     // keys, of the parts and of the limit
	Note    string       // what the catalog adds about the limit, or why there is nothing
	Ways    []Way        // everything there is, the shortest first
}

// A Way is what one end to the other takes: an assembly, a cord of twisted pair,
// or two transceivers and the shortest cord that does. Where an end is not named
// it is one transceiver.
type Way struct {
	Parts         []catalog.Part
	Span          units.Length // how far it goes; 0: not published
	Does          Verdict      // Sold, Retired, Pinned or Forbidden, whatever the length
	Why           string       // where it is not chosen, whatever the length; empty: it is
	Short         units.Length // how much it lacks of the length asked; 0: it does it, or none was asked, or nobody says how far it goes
	Power         units.Power  // of all parts, with all their ends
	PowerAtLeast  bool         // some part has no figure
	PowerEstimate bool         // some figure is a class average
	Price         units.Money  // of all parts that have a price, landed
	Priced        bool         // some part has a price
	PriceAtLeast  bool         // some part has none
}

// A Verdict says how a length can be had.
type Verdict int

// The verdicts, best first.
const (
	Sold      Verdict = iota // chosen automatically, still sold
	Retired                  // only in parts their maker no longer sells
	Pinned                   // only in parts that have to be pinned
	Forbidden                // only in parts the site forbids
	None                     // nothing is long enough
)

// A Doing is what does the length asked at some rates, of parts that are chosen
// automatically and still sold.
type Doing struct {
	Rates []string // "ndr"; all done by the same media
	Media []plan.Medium
}

// Doing lists the rates at which something does, with what does it, in the order
// of the answer. It is empty where nothing does at any of its speeds.
func (a *ReachAnswer) Doing() []Doing {
	var out []Doing
	for i := range a.Offers {
		o := &a.Offers[i]
		if o.Does != Sold {
			continue
		}
		at := slices.IndexFunc(out, func(d Doing) bool { return d.Rates[0] == o.Speed.Rate })
		if at < 0 {
			at, out = len(out), append(out, Doing{Rates: []string{o.Speed.Rate}})
		}
		if !slices.Contains(out[at].Media, o.Medium) {
			out[at].Media = append(out[at].Media, o.Medium)
		}
	}
	var merged []Doing
	for _, d := range out {
		if at := slices.IndexFunc(merged, func(m Doing) bool { return slices.Equal(m.Media, d.Media) }); at >= 0 {
			merged[at].Rates = append(merged[at].Rates, d.Rates...)
			continue
		}
		merged = append(merged, d)
	}
	return merged
}

// errNoSpeed says what a question without a speed lacks.
var errNoSpeed = errors.New("speed is missing; write one such as ndr, or name both ends to be told all they do together")

// Reach says what each medium does. A medium nothing is made of stands in the
// answer with a Limit of 0 where a limit is stated or both ends are named. The
// error wraps ErrNotFound for a speed or an end there is not, or an end that
// does not do the speed, and is *Invalid where the question lacks something.
func (a *App) Reach(q ReachQuery) (*ReachAnswer, error) {
	k := &reacher{cat: a.catalog, set: plan.Settings{}.Effective()}
	return k.answer(q)
}

// A reacher answers one question.
type reacher struct {
	cat      *catalog.Catalog
	settings plan.Settings
	set      plan.Effective
	local    []*catalog.DeviceType // types of a plan, found before those of the catalog
	need     [2]units.Length       // what copper and what optics are held against; 0: nothing
	currency string
}

// optically reports whether the slack of optics counts for a medium.
func optically(m plan.Medium) bool { return m == plan.AOC || m == plan.Optical }

func (k *reacher) length(m plan.Medium) units.Length {
	if optically(m) {
		return k.need[1]
	}
	return k.need[0]
}

// answer answers where lengths were not set for a plan: both kinds of media are
// held against the length asked.
func (k *reacher) answer(q ReachQuery) (*ReachAnswer, error) {
	k.need = [2]units.Length{q.Length, q.Length}
	from, err := k.end(q.From)
	if err != nil {
		return nil, err
	}
	to, err := k.end(q.To)
	if err != nil {
		return nil, err
	}
	return k.between(q, from, to)
}

// between answers for two ends.
func (k *reacher) between(q ReachQuery, from, to *end) (*ReachAnswer, error) {
	rates, err := k.rates(q, from, to)
	if err != nil {
		return nil, err
	}
	out := &ReachAnswer{Currency: k.priced(q.Currency)}
	for _, speeds := range rates {
		first := len(out.Offers)
		for _, m := range plan.Media {
			if q.Medium == "" || q.Medium == m {
				out.Offers = append(out.Offers, k.offers(speeds, m, from, to)...)
			}
		}
		made := slices.ContainsFunc(out.Offers[first:], func(o Offer) bool { return len(o.Ways) > 0 })
		if q.Speed == "" && !made && (from.top() == nil || to.top() == nil) { // a cage lists no speeds, and none of its kind has a part at this one
			out.Offers = out.Offers[:first]
			continue
		}
		out.Speeds = append(out.Speeds, speeds...)
	}
	out.Notes = k.notes(out, from, to)
	return out, nil
}

// priced settles the currency of an answer.
func (k *reacher) priced(asked string) string {
	if !k.cat.Priced() {
		return ""
	}
	if all := k.cat.Currencies(); asked == "" && len(all) > 0 {
		asked = all[0]
	}
	k.currency = strings.ToUpper(asked)
	return k.currency
}

// rates are the speeds to answer for, those of one rate together.
func (k *reacher) rates(q ReachQuery, from, to *end) ([][]*catalog.Speed, error) {
	if q.Speed == "" {
		if from == nil || to == nil {
			return nil, invalid("speed", errNoSpeed)
		}
		return k.common(from, to), nil
	}
	speeds := k.cat.Rate(q.Speed)
	if s := k.cat.Speed(q.Speed); s != nil && s.Rate != s.Name {
		speeds = []*catalog.Speed{s}
	}
	if len(speeds) == 0 {
		var names []string
		for _, s := range k.cat.Speeds {
			names = append(names, s.Name)
		}
		return nil, missing("speed", q.Speed, names)
	}
	for _, e := range []*end{from, to} {
		if e != nil && !slices.ContainsFunc(speeds, e.does) {
			return nil, fmt.Errorf("%s at %s: %w; it does %s", e.text, q.Speed, ErrNotFound, strings.Join(e.rates(), ", "))
		}
	}
	return [][]*catalog.Speed{speeds}, nil
}

// common are the rates both ends do, the fastest first; of two as fast that of
// InfiniBand.
func (k *reacher) common(from, to *end) [][]*catalog.Speed {
	var out [][]*catalog.Speed
	seen := map[string]bool{}
	for _, s := range k.cat.Speeds {
		if seen[s.Rate] {
			continue
		}
		seen[s.Rate] = true
		all := k.cat.Rate(s.Rate)
		if slices.ContainsFunc(all, from.does) && slices.ContainsFunc(all, to.does) {
			out = append(out, all)
		}
	}
	slices.SortStableFunc(out, func(x, y []*catalog.Speed) int { return cmp.Compare(y[0].Gbps, x[0].Gbps) })
	return out
}

// invalid is a question that lacks something.
func invalid(field string, err error) error {
	return &Invalid{Problems: &plan.Problems{List: []plan.Problem{{Path: field, Message: err.Error()}}}}
}

// notes are what is to be known beside the offers.
func (k *reacher) notes(a *ReachAnswer, from, to *end) []ReachNote {
	if from == nil || to == nil {
		return nil
	}
	x, y := from.top(), to.top()
	var out []ReachNote
	switch {
	case len(a.Speeds) == 0:
		n := ReachNote{Text: fmt.Sprintf("%s does %s, %s does %s: there is no speed both do", from.text, words(from.rates()), to.text, words(to.rates()))}
		if len(from.rates()) == 0 || len(to.rates()) == 0 {
			n.Text = fmt.Sprintf("nothing in the catalog joins %s and %s", from.text, to.text)
		}
		out = append(out, n.citing(from, to))
	case x != nil && y != nil && x.Gbps != y.Gbps && x != y:
		slow := a.Speeds[0]
		out = append(out, ReachNote{Text: fmt.Sprintf("%s does %s, %s does %s: together they run %s", from.text, x.Label, to.text, y.Label, slow.Label), Sources: slow.Sources})
	}
	// Management ports may share a speed where the others do not.
	shared := len(a.Speeds) > 0 && x != nil && y != nil && a.Speeds[0].Gbps >= min(x.Gbps, y.Gbps)
	if x != nil && y != nil && !shared && (x.LaneGbps == 200) != (y.LaneGbps == 200) {
		out = append(out, ReachNote{Text: "a link between lanes of 200 Gb/s and slower ones is not supported: no part is listed for both cages, and lanes of 200 Gb/s do not slow down"}.citing(from, to))
	}
	return append(out, k.mixed(a, x, y)...)
}

// citing adds the sources of the cages of ends.
func (n ReachNote) citing(ends ...*end) ReachNote {
	for _, e := range ends {
		for _, m := range e.mouths {
			n.Sources = union(slices.Clone(n.Sources), m.form.Sources)
		}
	}
	return n
}

// words is "a, b and c".
func words(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

func union(a, b []string) []string {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}
