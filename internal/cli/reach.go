package cli

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

type reachCommand struct {
	Speed    string `placeholder:"SPEED" help:"A speed (ndr, 400gbe): what each medium does at it. With both ends it may be left out: then every speed both do."`
	Length   string `placeholder:"LENGTH" help:"A length (3m) to do at that speed."`
	From     string `placeholder:"END" help:"One end: a port (qm9700:IB1/1/1), a device type or a form factor."`
	To       string `placeholder:"END" help:"The same of the other end."`
	Medium   string `placeholder:"MEDIUM" enum:",dac,acc,aec,aoc,optical,twisted-pair" default:"" help:"dac, acc, aec, aoc, optical or twisted-pair."`
	Currency string `placeholder:"CODE" help:"Of prices (USD), where a price list is loaded."`
}

// Run prints the reach matrix, or what does a length at a speed or between two
// ends.
func (c *reachCommand) Run(r *run) error {
	p := newPage(r.io.Out, r.io.Env)
	if c.Speed == "" && (c.From == "" || c.To == "") {
		if c.Length != "" || c.From != "" || c.To != "" {
			return UsageError("--length, --from and --to ask what does a length at a speed; add --speed, such as --speed ndr, or name both ends")
		}
		p.matrix(r.app.ReachMatrix(), c.Medium)
		return p.writeTo(r.io.Out)
	}
	need, err := parseLength("--length", c.Length)
	if err != nil {
		return err
	}
	q := app.ReachQuery{Speed: strings.ToLower(c.Speed), Length: need, Medium: plan.Medium(c.Medium), From: c.From, To: c.To, Currency: c.Currency}
	answer, err := r.app.Reach(q)
	if err != nil {
		return err
	}
	p.reach(q, answer)
	if q.From != "" && q.To != "" {
		p.ways(q, answer)
	}
	p.notes(answer)
	p.cited(r.app, answer)
	return p.writeTo(r.io.Out)
}

// matrix prints the longest length of each medium by generation: what can be
// ordered today, then what was ever sold where that is longer, then in brackets
// what can only be pinned.
func (p *page) matrix(cells []catalog.Reach, medium string) {
	p.line("Longest length by generation (Ethernet by lane rate): orderable today / ever sold (only by pin).")
	p.line()
	t := table{header: []string{"generation", "medium", "shape", "today", "ever", "by pin", "parts that reach it", "sources"}, right: []bool{3: true, 4: true, 5: true, 7: false}}
	for i := range cells {
		c := &cells[i]
		if medium != "" && !answers(plan.Medium(medium), c.Medium) {
			continue
		}
		best := c.AutoNow
		ever, pin := "", ""
		if c.Auto.Length > c.AutoNow.Length {
			ever = c.Auto.Length.Metres()
		}
		if c.Ever.Length > c.Auto.Length {
			pin = "(" + c.Ever.Length.Metres() + ")"
		}
		for _, f := range []catalog.Figure{c.Auto, c.Ever} {
			if best.Length == 0 {
				best = f
			}
		}
		shape := "straight"
		if c.Split {
			shape = "splitter"
		}
		today := "-"
		if c.AutoNow.Length > 0 {
			today = c.AutoNow.Length.Metres()
		}
		t.add(c.Class, string(c.Medium), shape, today, ever, pin, some(best.SKUs), strings.Join(best.Sources, " "))
	}
	t.print(p)
	p.line()
	p.line("Transceivers by their own reach on their best fibre; a part counts in each InfiniBand generation it carries.")
}

// answers reports whether products of a medium make links of another.
func answers(link plan.Medium, product catalog.Medium) bool {
	if link == plan.Optical {
		return product == catalog.Transceiver || product == catalog.FibreCord
	}
	return string(link) == string(product)
}

// reach prints the verdict of a question, then a line for each medium.
func (p *page) reach(q app.ReachQuery, a *app.ReachAnswer) {
	does := a.Doing()
	at := atSpeeds(q, a)
	switch {
	case len(a.Offers) == 0:
		p.line(p.styled(bold, p.styled(red, "✗ no")), " · the catalog has nothing ", byMedium(q.Medium), at)
		return
	case q.Length == 0:
		p.line(p.styled(bold, "how far each medium goes "+at))
	case len(does) > 0:
		p.line(p.styled(bold, p.styled(green, "✓ yes")), fmt.Sprintf(" · %s %s; between which plugs, see below", q.Length.Metres(), doing(q, does)))
	default:
		p.line(p.styled(bold, p.styled(red, "✗ no")), fmt.Sprintf(" · %s %s%s: nothing that is still sold and chosen automatically",
			q.Length.Metres(), at, by(q.Medium)))
	}
	p.line()
	t := table{header: []string{"", "medium", "joins", "limit", "parts", "why"}, right: []bool{3: true, 5: false}}
	for _, o := range a.Offers {
		limit := "-"
		if o.Limit > 0 {
			limit = o.Limit.Metres()
		}
		t.add(mark(q, o), string(o.Medium)+variant(q, o), joins(o), limit, partsOf(o), because(q, o))
	}
	t.print(p)
}

// doing is "at ndr: dac, optical; at ndr200: optical".
func doing(q app.ReachQuery, does []app.Doing) string {
	at := make([]string, len(does))
	for i, d := range does {
		media := make([]string, len(d.Media))
		for j, m := range d.Media {
			media[j] = string(m)
		}
		rates := strings.Join(d.Rates, ", ")
		if q.Speed != "" {
			rates = q.Speed
		}
		at[i] = "at " + rates + ": " + strings.Join(media, ", ")
	}
	return strings.Join(at, "; ")
}

// atSpeeds is "at ndr", or the speeds two ends do.
func atSpeeds(q app.ReachQuery, a *app.ReachAnswer) string {
	if q.Speed != "" {
		return "at " + q.Speed
	}
	var names []string
	for _, s := range a.Speeds {
		if !slices.Contains(names, s.Rate) {
			names = append(names, s.Rate)
		}
	}
	if len(names) == 0 {
		return "between " + q.From + " and " + q.To
	}
	return "at " + strings.Join(names, ", ")
}

func byMedium(m plan.Medium) string {
	if m == "" {
		return ""
	}
	return "of " + string(m) + " "
}

func by(m plan.Medium) string {
	if m == "" {
		return ""
	}
	return " by " + string(m)
}

// variant names the speed where a rate comes in several.
func variant(q app.ReachQuery, o app.Offer) string {
	if o.Speed.Name == q.Speed && o.Speed.Name == o.Speed.Rate {
		return ""
	}
	return " (" + o.Speed.Name + ")"
}

func mark(q app.ReachQuery, o app.Offer) string {
	switch {
	case o.At == 0 && len(o.Parts) > 0:
		return "? unknown"
	case o.At == 0:
		return "✗ none"
	case q.Length == 0:
		return ""
	case o.Does == app.Sold:
		return "✓ yes"
	case o.Does == app.None:
		return "✗ no"
	}
	return map[app.Verdict]string{app.Retired: "! retired", app.Pinned: "! by pin", app.Forbidden: "! forbidden"}[o.Does]
}

// joins is what an offer lies between: two plugs, or modules on a fibre.
func joins(o app.Offer) string {
	switch {
	case o.Optics != nil:
		return "modules on " + strings.ToUpper(o.Grade)
	case o.A == nil || o.B == nil:
		return ""
	case o.Shape == "1:1":
		return o.A.Name + " to " + o.B.Name
	}
	return fmt.Sprintf("%s to %s x %s", o.A.Name, strings.TrimPrefix(o.Shape, "1:"), o.B.Name)
}

func partsOf(o app.Offer) string {
	if len(o.Parts) == 0 {
		return ""
	}
	if o.At == 0 {
		return some(o.Parts)
	}
	at := o.At.Metres()
	if o.Optics != nil {
		at = "to " + at
	}
	return some(o.Parts) + " (" + at + ")"
}

// because is the reason for a verdict, with the sources.
func because(q app.ReachQuery, o app.Offer) string {
	var why []string
	if o.Optics != nil {
		why = append(why, o.Optics.Label)
	}
	switch {
	case o.At == 0 && len(o.Parts) > 0:
		why = append(why, "how far it goes is not published")
	case o.At == 0:
	case o.Does == app.Retired && q.Length > 0:
		why = append(why, "retired: needs settings.allow_retired")
	case o.Does == app.Pinned && q.Length > 0:
		why = append(why, "has to be pinned by number")
	case o.Does == app.Forbidden && q.Length > 0:
		why = append(why, "forbidden by the site")
	case o.Does == app.None && q.Length > 0:
		why = append(why, (q.Length-o.At).Metres()+" too short")
	case o.Limit == 0 && o.Does == app.Retired:
		why = append(why, "retired")
	case o.Limit == 0 && o.Does == app.Pinned:
		why = append(why, "only by pin")
	case o.Limit == 0 && o.Does == app.Forbidden:
		why = append(why, "forbidden by the site")
	}
	if o.Note != "" {
		why = append(why, o.Note)
	}
	return strings.Join(append(why, "["+strings.Join(o.Sources, " ")+"]"), "; ")
}

// cited lists the sources the answer rests on.
func (p *page) cited(a *app.App, answer *app.ReachAnswer) {
	var keys []string
	add := func(more []string) {
		for _, k := range more {
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	for _, o := range answer.Offers {
		add(o.Sources)
	}
	for _, n := range answer.Notes {
		add(n.Sources)
	}
	p.line()
	for _, s := range a.Sources(keys) {
		p.wrapped("["+s.Key+"] ", "    ", strings.TrimSuffix(s.Label()+", "+s.Address, ", "))
	}
}
