package planner

import (
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// reason says in a sentence why a link has its cable: what is ordered, what the
// run is, and where the media that come before it in the plan end.
func (s *selector) reason(ks []socket, id int32, p pick) string {
	out := &s.w.out[id]
	b := s.textBuf[:0]
	if own := s.w.links[id].pin; p.pinned && (p.medium != plan.Optical || own != nil && (!own.part.Nil() || own.Length != 0)) {
		b = append(b, "pinned "...)
	}
	ordered := out.Required + out.Spare
	if out.Cables[1] >= 0 {
		b = append(b, "2 x "...)
	}
	b = append(appendMetres(b, ordered), " m "...)
	b = append(b, mediumShort(out.Medium)...)
	if p.stock {
		b = append(b, " at hand"...)
	}
	b = append(b, ": the run is "...)
	b = append(appendMetres(b, out.Run.CeilMM()), " m, "...)
	b = append(appendMetres(b, out.Required), " m required"...)
	if !p.pinned && !p.stock {
		b = s.appendPassed(b, ks, id, p)
	}
	if s.w.links[id].pair.defaulted {
		b = append(append(append(b, "; "...), out.Speed...), " is the fastest both ports list"...)
	}
	s.textBuf = b
	return s.intern(b)
}

// intern gives equal texts one string.
func (s *selector) intern(b []byte) string {
	if t, ok := s.texts[string(b)]; ok {
		return t
	}
	t := string(b)
	s.texts[t] = t
	return t
}

// cheapestWords says what of the media that work the chosen one is; known is
// false where nobody knows what it costs, so that the first of them counts.
func (s *selector) cheapestWords(p pick) (words string, known bool) {
	if _, known = s.cost(p.attempt); !known {
		return ", the first that works, as no cost is known", false
	}
	for i := range s.tried {
		if a := &s.tried[i]; a.ok {
			if _, sure := s.cost(*a); !sure {
				return ", the cheapest that works and has a known cost", true
			}
		}
	}
	return ", the cheapest that works", true
}

// appendPassed says why the media before the chosen one were passed over.
func (s *selector) appendPassed(b []byte, ks []socket, id int32, p pick) []byte {
	if s.set.Cheapest && s.w.cat.Priced() {
		words, known := s.cheapestWords(p)
		if b = append(b, words...); known {
			return b
		}
	}
	copper := false // some copper medium fits the shape
	shaped := false // said already that no copper can
	bare := false   // some copper medium has no part for these cages
	first := len(plan.Media)
	for _, m := range s.set.Media {
		if m == p.medium {
			break
		}
		a := &s.tried[mediumIndex(m)]
		isCopper := isCopper(m)
		switch {
		case !a.tried || m == plan.TwistedPair:
		case a.ok && a.excess:
			b = append(append(append(b, ", the shortest "...), mediumShort(m)...), " that reaches is "...)
			b = append(appendMetres(b, a.shortestLength()), " m"...)
		case a.limit > 0 && s.w.required(id, m) <= a.limit && a.required > a.limit:
			b = append(b, ", another link of its cages needs "...)
			b = append(appendMetres(b, a.required), " m where "...)
			b = append(append(b, mediumName(m)...), " ends at "...)
			b = append(appendMetres(b, a.limit), " m"...)
			copper = copper || isCopper
		case a.limit > 0:
			b = append(append(append(b, ", "...), mediumName(m)...), " ends at "...)
			b = append(appendMetres(b, a.limit), " m"...)
			copper = copper || isCopper
		case a.ever > 0 && a.required > a.ever:
			b = append(append(append(b, ", "...), mediumName(m)...), " ends at "...)
			b = append(appendMetres(b, a.ever), " m"...)
			copper = copper || isCopper
		case a.ever > 0:
			b = append(append(append(b, ", "...), mediumName(m)...), " (to "...)
			b = append(appendMetres(b, a.ever), " m) is "...)
			b = append(b, s.shutOut(ks, m)...)
			copper = copper || isCopper
		case m == plan.DAC && s.noPassive(ks):
			b = append(b, ", passive copper does not exist"...)
		case isCopper && !shaped && s.shapeless(ks):
			b = append(b, ", "...)
			b = append(b, s.shortShape(ks)...)
			shaped = true
		case isCopper:
			bare = true
			first = min(first, mediumIndex(m))
		}
	}
	if bare && !copper && !shaped && p.medium != plan.TwistedPair {
		what := "copper"
		if isCopper(p.medium) {
			what = mediumName(plan.Media[first])
		}
		lead := ", no "
		if len(ks) > 2 {
			lead = ", no one cable of "
		}
		b = append(append(append(append(b, lead...), what...), " joins "...), formNames(ks)...)
		b = append(append(b, " at "...), strings.ToUpper(ks[0].variant.Rate)...)
	}
	return b
}

// shutOut names the settings that keep the longest automatic part of a medium
// out.
func (s *selector) shutOut(ks []socket, m plan.Medium) string {
	for _, c := range s.classes(ks, m) {
		menu := s.menu(c)
		for _, part := range menu.every {
			if part.Product == nil || !part.Product.Automatic || part.Length.FloorMM() != menu.ever {
				continue
			}
			switch late, weak := part.Product.Lifecycle == catalog.Retired, part.Product.Evidence.Rank() > s.set.Evidence.Rank(); {
			case late && weak:
				return "retired and rests on weaker evidence than the plan accepts"
			case late:
				return "retired (allow_retired: false)"
			case weak:
				return "known from weaker evidence than the plan accepts"
			}
		}
	}
	return "shut out by the settings"
}

// shapeless reports whether no straight cable and no splitter serves a component.
func (s *selector) shapeless(ks []socket) bool {
	if ok, _ := s.straight(ks); ok {
		return false
	}
	return len(s.hubs(ks)) == 0
}

// shortShape says why only optics serve a component.
func (s *selector) shortShape(ks []socket) string {
	for i := range ks {
		if len(ks) == 2 && wholePlug(ks[i].group) && ks[i].split == 0 {
			return "an unsplit port of an 800GbE cage takes optics only here: its split children would take copper"
		}
	}
	if s.crossed {
		return "crossed ports are optical only: link port 1 to port 1 and port 2 to port 2 for copper"
	}
	return "only optics join cages whose ports go different ways"
}

// noPassive reports whether the catalog says that passive copper does not exist
// at the component's generation.
func (s *selector) noPassive(ks []socket) bool {
	row := s.w.cat.MediaLimit(generation(ks[0].variant), catalog.DAC, "", "")
	return row != nil && row.Limit == 0
}

func (a *attempt) shortestLength() int64 {
	if a.part.Nil() {
		longest := int64(0)
		for _, c := range a.cords {
			longest = max(longest, c.Length.FloorMM())
		}
		return longest
	}
	return a.part.Length.FloorMM()
}
