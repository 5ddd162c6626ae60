package catalog

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lengthwise/internal/units"
)

// longest is what no cable of a medium exceeds: a guard against slips of the
// pen, not a limit anybody plans with.
var longest = map[Medium]units.Length{
	DAC: 5 * units.Metre, ACC: 5 * units.Metre, AEC: 7 * units.Metre, AOC: 100 * units.Metre, TwistedPair: 100 * units.Metre,
}

func (l *loader) product(r *row) {
	p := &Product{
		SKU: r.get("sku"), AltSKUs: r.list("alt_skus"), Maker: r.get("maker"), Family: r.get("family"), Medium: Medium(r.get("medium")),
		Description: r.get("description"), Speeds: l.speedsOf(r), EndA: l.c.index.forms[r.get("end_a")], EndB: l.c.index.forms[r.get("end_b")],
		Shape: r.get("shape"), Legs: toInt(r.get("shape")[2:]), Length: r.mm("length_mm"), Reach: r.mm("reach_mm"),
		FibreReach: FibreReach{OM3: r.mm("reach_om3_mm"), OM4: r.mm("reach_om4_mm"), OS2: r.mm("reach_os2_mm")},
		MinReach:   r.mm("min_reach_mm"), Optics: l.c.index.optics[r.get("optics")], Fibre: l.c.index.fibres[r.get("fibre")],
		ConnectorA: r.get("connector_a"), ConnectorB: r.get("connector_b"), Polish: r.get("polish"), Pins: r.get("pins"),
		PowerA: units.Power(r.int("power_a_mw")), PowerB: units.Power(r.int("power_b_mw")), AWG: r.get("awg"),
		OD: r.hundredths("od_mm") / 10, BendRadius: r.mm("bend_radius_mm"), Weight: units.Mass(r.int("weight_g")),
		Lifecycle: Lifecycle(r.get("lifecycle")), Evidence: Evidence(r.get("evidence")), Automatic: r.get("auto_select") == "yes",
		Note: r.get("note"), Row: r.line, Own: r.own, Citation: l.cite(r),
	}
	for _, name := range r.list("protocols") {
		p.Protocols = append(p.Protocols, Protocol(name))
	}
	l.rowOf[p] = r
	l.numbers(r, p)
	l.checkEvidence(r, p.Evidence, p.Sources)
	l.checkEnds(r, p)
	l.checkFigures(r, p)
	switch p.Medium {
	case Transceiver:
		l.checkTransceiver(r, p)
	case FibreCord:
		l.checkCord(r, p)
	case TwistedPair:
		l.checkTwistedPair(r, p)
	}
	l.checkAutomatic(r, p)
	if g := p.Generations(); len(g) == 0 {
		l.badCell(r, "speeds", "its lane rate has no place in the order %s", strings.Join(ethernetClasses, ", "))
	}
	l.c.Products = append(l.c.Products, p)
}

func (l *loader) speedsOf(r *row) []*Speed {
	var out []*Speed
	for _, name := range r.list("speeds") {
		out = append(out, l.c.index.speeds[name])
	}
	return out
}

// maxNumber is the most characters of a part number: what a plan may name.
const maxNumber = 64

// numbers enters all numbers of a product. One number, in whatever spelling,
// is one product.
func (l *loader) numbers(r *row, p *Product) {
	for i, n := range append([]string{p.SKU}, p.AltSKUs...) {
		if fold(n) == "" || strings.HasPrefix(fold(n), specPrefix) || utf8.RuneCountInString(n) > maxNumber {
			l.badCell(r, numberColumn(i), "number %s is no part number: it has letters or digits, at most %d characters, and does not begin with %s", quote(n), maxNumber, specPrefix)
			continue
		}
		if other := l.c.index.products[fold(n)]; other != nil {
			l.badCell(r, numberColumn(i), "number %s is also that of %s, %s", quote(n), other.SKU, r.as(l.rowOf[other]))
			continue
		}
		l.c.index.products[fold(n)] = p
		l.c.index.products[n] = p
	}
	for _, column := range []string{"maker", "alt_skus"} {
		cell := strings.ToLower(r.get(column))
		if strings.Contains(cell, "unknown") || strings.Contains(cell, "tbd") || strings.Contains(cell, "?") {
			l.badCell(r, column, "%s %s is doubtful; leave out what is not known", column, quote(r.get(column)))
		}
	}
}

// numberColumn is where the i-th number of a product stands.
func numberColumn(i int) string {
	if i == 0 {
		return "sku"
	}
	return "alt_skus"
}

// checkEnds holds speeds, plugs and shape together.
func (l *loader) checkEnds(r *row, p *Product) {
	var want []string
	for _, protocol := range []Protocol{InfiniBand, Ethernet} {
		if slices.ContainsFunc(p.Speeds, func(s *Speed) bool { return s.Protocol == protocol }) {
			want = append(want, string(protocol))
		}
	}
	if got := r.get("protocols"); got != strings.Join(want, ";") {
		l.badCell(r, "protocols", "protocols %s, its speeds say %s", quote(got), quote(strings.Join(want, ";")))
	}
	for _, end := range []struct {
		column string
		plug   *FormFactor
		fan    int
	}{{"end_a", p.EndA, p.Legs}, {"end_b", p.EndB, 1}} {
		if end.plug == nil {
			continue
		}
		if !end.plug.Plug {
			l.badCell(r, end.column, "%s is %s, which is no plug", end.column, end.plug.Name)
			continue
		}
		for _, s := range p.Speeds {
			if end.plug.Lanes > 0 && s.Lanes*end.fan > end.plug.Lanes {
				l.badCell(r, end.column, "%s does not fit the %d lanes of %s", s.Name, end.plug.Lanes, end.plug.Name)
			}
			if end.plug.MaxLaneGbps > 0 && s.LaneGbps > end.plug.MaxLaneGbps {
				l.badCell(r, end.column, "%s is too fast for %s, whose lanes end at %d Gb/s", s.Name, end.plug.Name, end.plug.MaxLaneGbps)
			}
		}
	}
	switch {
	case p.Medium == Transceiver:
		if p.EndB != nil || p.Shape != "1:1" || p.Length > 0 || p.PowerB > 0 || p.ConnectorB != "" {
			l.bad(r, "a transceiver has one end, shape 1:1 and no length")
		}
	case p.EndB == nil:
		l.badCell(r, "end_b", "a cable needs a second end, and a splitter its legs")
	}
}

// checkFigures holds lengths and reaches together.
func (l *loader) checkFigures(r *row, p *Product) {
	if (p.Medium == Transceiver) != (p.Optics != nil) {
		l.badCell(r, "optics", "an optics family belongs to transceivers, and each has one")
	}
	if (p.Medium == FibreCord) != (p.Fibre != nil) {
		l.badCell(r, "fibre", "a fibre grade belongs to fibres, and each has one")
	}
	best := max(p.FibreReach.OM3, p.FibreReach.OM4, p.FibreReach.OS2)
	switch {
	case p.Reach == 0 && best > 0:
		l.badCell(r, "reach_mm", "has a reach by fibre and no reach_mm")
	case p.Reach > 0 && p.Length > p.Reach:
		l.badCell(r, "length_mm", "length %s is above its reach %s", p.Length.Metres(), p.Reach.Metres())
	case p.Reach > 0 && p.Medium != TwistedPair && p.Reach != best:
		l.badCell(r, "reach_mm", "reach %s is not the best of its reaches by fibre, %s", p.Reach.Metres(), best.Metres())
	}
	switch {
	case p.MinReach > 0:
		if p.Medium != Transceiver || p.MinReach >= p.Reach {
			l.badCell(r, "min_reach_mm", "a shortest link belongs to a transceiver and is below its reach")
		}
	case strings.Contains(p.Note, "shortest link") || strings.Contains(p.Note, "minimum"):
		l.badCell(r, "min_reach_mm", "the note tells a shortest link, min_reach_mm does not")
	}
	if most, ok := longest[p.Medium]; ok && p.Length > most {
		l.badCell(r, "length_mm", "length %s is above what any %s has, %s", p.Length.Metres(), p.Medium, most.Metres())
	}
	if (p.Pins == "none") != (p.ConnectorA == "lc") {
		l.badCell(r, "pins", `LC has no pins ("none"), and only LC`)
	}
	if p.Medium != TwistedPair && (isRJ45(p.EndA) || isRJ45(p.EndB)) {
		l.badCell(r, "end_a", "RJ45 plugs belong to twisted pair")
	}
}

func isRJ45(f *FormFactor) bool { return f != nil && f.Name == "rj45" }

func (l *loader) checkTwistedPair(r *row, p *Product) {
	other := slices.ContainsFunc(p.Speeds, func(s *Speed) bool { return s.Modulation != "base-t" })
	if !isRJ45(p.EndA) || !isRJ45(p.EndB) || p.Shape != "1:1" || other {
		l.bad(r, "twisted pair joins two RJ45 jacks at BASE-T speeds")
	}
	if p.Reach == 0 {
		l.badCell(r, "reach_mm", "a twisted-pair cord has the reach of its category at its fastest speed")
	}
}

func (l *loader) checkTransceiver(r *row, p *Product) {
	if strings.HasPrefix(p.ConnectorA, "mpo") && p.Maker == "NVIDIA" && p.Pins != "male" {
		l.badCell(r, "pins", "the MPO of a transceiver has pins, so pins is male")
	}
	o := p.Optics
	if o == nil {
		return
	}
	if p.ConnectorA != "" && p.ConnectorA != o.Connector {
		l.badCell(r, "connector_a", "connector %s, its optics family has %s", p.ConnectorA, o.Connector)
	}
	if p.Polish != "" && p.Polish != o.Polish {
		l.badCell(r, "polish", "polish %s, its optics family has %s", p.Polish, quote(o.Polish))
	}
	if p.Polish == "" && o.Polish != "" && p.Automatic {
		l.badCell(r, "polish", "is chosen automatically without its polish, which the optics family has")
	}
	for _, g := range []string{"om3", "om4", "os2"} {
		if own := p.FibreReach.On(g); own > 0 && own > o.Reach.On(g) {
			l.badCell(r, "reach_"+g+"_mm", "reach on %s %s is above that of its optics family, %s", g, own.Metres(), o.Reach.On(g).Metres())
		}
	}
}

func (l *loader) checkCord(r *row, p *Product) {
	if p.Pins != "female" && p.Pins != "none" || p.ConnectorA != p.ConnectorB {
		l.bad(r, "cords here are alike at both ends, and MPO cords are female")
	}
	if p.Fibre == nil || !l.sound("optics.csv") {
		return
	}
	var reach, split units.Length
	for _, o := range l.c.Optics {
		if o.Mode == p.Fibre.Mode && o.Connector == p.ConnectorA && o.Polish == p.Polish && o.exact(p.Fibre.Grade) > 0 {
			reach = max(reach, o.exact(p.Fibre.Grade))
			split = max(split, o.SplitterReach)
		}
	}
	switch {
	case reach == 0:
		l.badCell(r, "fibre", "no optics use this fibre")
	case p.Length > reach:
		l.badCell(r, "length_mm", "length %s is above what any optics reach on this fibre, %s", p.Length.Metres(), reach.Metres())
	case p.Shape != "1:1" && p.Length > split:
		l.badCell(r, "length_mm", "length %s is above the splitter reach %s", p.Length.Metres(), split.Metres())
	}
}

// exact is the reach written for a grade, without a lesser grade standing in.
func (o *Optics) exact(grade string) units.Length {
	if grade == "om5" {
		return o.Reach.OM5
	}
	return o.Reach.On(grade)
}

// checkAutomatic keeps what is doubtful out of automatic choice.
func (l *loader) checkAutomatic(r *row, p *Product) {
	if !p.Automatic {
		if p.Note == "" {
			l.badCell(r, "note", "auto_select is no and the note does not say why")
		}
		return
	}
	switch {
	case p.Evidence == Unverified && !r.own: // a site may choose its own rows by the setting evidence: unverified
		l.badCell(r, "auto_select", "is chosen automatically on unverified evidence")
	case p.Lifecycle == Planned:
		l.badCell(r, "auto_select", "is chosen automatically although only planned")
	case p.Medium != Transceiver && p.Length == 0:
		l.badCell(r, "length_mm", "is chosen automatically without a length")
	case p.Medium == Transceiver && p.Reach == 0:
		l.badCell(r, "reach_mm", "is chosen automatically without a reach")
	case strings.Contains(p.Note, "verify before ordering") || strings.Contains(p.Note, "pick by hand"):
		l.badCell(r, "auto_select", "is chosen automatically although its note warns")
	}
	if !l.sound("form_factors.csv") {
		return
	}
	for _, plug := range []*FormFactor{p.EndA, p.EndB} {
		if plug != nil && !slices.ContainsFunc(l.c.Forms, func(f *FormFactor) bool { return f.Accept(plug.Name) }) {
			l.badCell(r, "auto_select", "is chosen automatically although no cage takes %s", plug.Name)
		}
	}
}

func (l *loader) specification(r *row) {
	s := &Specification{
		Key: r.get("key"), Medium: Medium(r.get("medium")), Shape: r.get("shape"), Legs: toInt(r.get("shape")[2:]),
		ConnectorA: r.get("connector_a"), ConnectorB: r.get("connector_b"), Polish: r.get("polish"), Polarity: r.get("polarity"),
		Pins: r.get("pins"), Fibre: l.c.index.fibres[r.get("fibre")], Category: r.get("category"), Speeds: l.speedsOf(r),
		Reach: r.mm("reach_mm"), Description: r.get("description"), Note: r.get("note"), Row: r.line, Citation: l.cite(r),
	}
	for _, family := range r.list("optics") {
		s.Optics = append(s.Optics, l.c.index.optics[family])
	}
	for _, length := range r.list("lengths_mm") {
		s.Lengths = append(s.Lengths, units.MM(int64(toInt(length))))
	}
	l.rowOf[s] = r
	if !slices.IsSorted(s.Lengths) {
		l.bad(r, "lengths are not in rising order")
	}
	if s.ConnectorA != s.ConnectorB {
		l.bad(r, "cords here are alike at both ends")
	}
	if s.Medium == TwistedPair {
		l.checkTwistedSpec(r, s)
	} else {
		l.checkFibreSpec(r, s)
	}
	if most := slices.Max(s.Lengths); most > s.Reach {
		l.bad(r, "length %s is above its reach %s", most.Metres(), s.Reach.Metres())
	}
	l.c.Specifications = append(l.c.Specifications, s)
	l.c.index.specs[s.Key] = s
}

func (l *loader) checkTwistedSpec(r *row, s *Specification) {
	if s.ConnectorA != "rj45" || s.Shape != "1:1" || s.Category == "" || len(s.Speeds) == 0 {
		l.bad(r, "twisted pair is a straight RJ45 cord of a category, for named speeds")
	}
	if s.Fibre != nil || len(s.Optics) > 0 || s.Polish != "" || s.Pins != "" || s.Polarity != "" {
		l.bad(r, "twisted pair has nothing of a fibre")
	}
	for _, speed := range s.Speeds {
		if speed.Modulation != "base-t" {
			l.bad(r, "%s is no BASE-T speed", speed.Name)
		}
	}
	if s.Reach > longest[TwistedPair] {
		l.bad(r, "reach %s; twisted pair ends at %s", s.Reach.Metres(), longest[TwistedPair].Metres())
	}
}

func (l *loader) checkFibreSpec(r *row, s *Specification) {
	if s.Category != "" || len(s.Speeds) > 0 || s.Fibre == nil || len(s.Optics) == 0 || s.Polish == "" || s.ConnectorA == "rj45" {
		l.bad(r, "a fibre has a grade, a polish and optics families, and no category or speeds")
		return
	}
	if mpo := strings.HasPrefix(s.ConnectorA, "mpo"); mpo && s.Pins != "female" || !mpo && s.Pins != "none" {
		l.bad(r, `cords with MPO are female, LC has no pins ("none")`)
	}
	if s.Polarity == "" && !strings.Contains(s.Note, "pinned only") {
		l.bad(r, `without a polarity the note must keep it from automatic choice ("pinned only")`)
	}
	var best units.Length
	for _, o := range s.Optics {
		if o.Mode != s.Fibre.Mode || o.Connector != s.ConnectorA {
			l.bad(r, "%s is not for this fibre", o.Family)
		}
		switch {
		case o.Polish != "" && o.Polish != s.Polish:
			l.bad(r, "%s has another polish", o.Family)
		case o.Polish == "" && !strings.Contains(s.Note, o.Family):
			l.bad(r, "the polish of %s is not known, and the note does not say so", o.Family)
		}
		if o.WDM && (s.Polarity != "a-b" || s.Shape != "1:1") {
			l.bad(r, "%s is wavelength-multiplexed: it wants a crossed pair and cannot be split", o.Family)
		}
		if s.Shape == "1:2" {
			best = max(best, o.SplitterReach)
		} else {
			best = max(best, o.exact(s.Fibre.Grade))
		}
	}
	if s.Reach != best {
		l.bad(r, "reach %s is not the best of its optics, %s", s.Reach.Metres(), best.Metres())
	}
}
