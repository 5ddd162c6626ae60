package planner

import (
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// A figures is what a part weighs, measures and draws, with the names of those
// that rest on a class average.
type figures struct {
	power      units.Power // one piece with all its ends
	powerKnown bool
	od         int          // hundredths of a millimetre, 0: not known
	bend       units.Length // 0: not known
	weight     int          // grams per metre, 0: not known
	copper     bool
	estimate   []string // in alphabetical order
}

// productPower is what one piece draws with all its ends; known is false where
// some end has no figure at all, guessed where one is a class average.
func (w *work) productPower(p *catalog.Product) (power units.Power, known, guessed bool) {
	if p.Medium == catalog.FibreCord || p.Medium == catalog.TwistedPair {
		return 0, true, false
	}
	known = true
	end := func(own units.Power, form *catalog.FormFactor, n int) {
		if own == 0 {
			row := w.cat.ClassDefault(p.Medium, form.Family, p.AWG, "power_mw")
			if row == nil {
				known = false
				return
			}
			own, guessed = units.Power(row.Value/100), true
		}
		power += own * units.Power(n)
	}
	end(p.PowerA, p.EndA, 1)
	if p.EndB != nil {
		end(p.PowerB, p.EndB, p.Legs)
	}
	return power, known, guessed
}

// figuresOf works the figures of a part out, class averages where it has none
// of its own.
func (w *work) figuresOf(part catalog.Part) figures {
	if part.Spec != nil {
		f := figures{powerKnown: true}
		if part.Spec.Medium == catalog.FibreCord {
			w.classFigures(&f, catalog.FibreCord, "", "")
		}
		return f
	}
	p := part.Product
	f := figures{od: p.OD * 10, bend: p.BendRadius, copper: p.Medium == catalog.DAC || p.Medium == catalog.ACC || p.Medium == catalog.AEC}
	if p.Weight > 0 && p.Length > 0 {
		f.weight = int(int64(p.Weight) * int64(units.Metre) / int64(p.Length))
	}
	var guessed bool
	f.power, f.powerKnown, guessed = w.productPower(p)
	if p.Medium == catalog.Transceiver {
		return f
	}
	w.classFigures(&f, p.Medium, p.EndA.Family, p.AWG)
	if guessed && f.powerKnown {
		f.estimate = append(f.estimate, "power_w")
	}
	return f
}

// classFigures fills what is missing with class averages, and says so.
func (w *work) classFigures(f *figures, m catalog.Medium, family, awg string) {
	if row := w.cat.ClassDefault(m, family, awg, "bend_radius_mm"); row != nil && f.bend == 0 {
		f.bend = units.Length(row.Value) * units.Millimetre / 100
		f.estimate = append(f.estimate, "bend_radius_mm")
	}
	if row := w.cat.ClassDefault(m, family, awg, "od_mm"); row != nil && f.od == 0 {
		f.od = row.Value
		f.estimate = append(f.estimate, "od_mm")
	}
	if row := w.cat.ClassDefault(m, family, awg, "weight_g_per_m"); row != nil && f.weight == 0 {
		f.weight = row.Value / 100
		f.estimate = append(f.estimate, "weight_g_per_m")
	}
}

// A partBook is every part of a plan with its figures and counts.
type partBook struct {
	parts   []partEntry
	cables  []int32 // beside the result's cables: index into parts
	modules []int32 // beside the result's modules
}

type partEntry struct {
	part    catalog.Part
	figures figures
	ordered int   // pieces that are not existing
	links   int   // that run over it
	last    int32 // the link counted last
}

// newPartBook enters every cable and module.
func (w *work) newPartBook() *partBook {
	b := &partBook{cables: make([]int32, len(w.cables)), modules: make([]int32, len(w.modules))}
	index := map[catalog.Part]int32{}
	last, at := catalog.Part{}, int32(-1) // the part met last: neighbours are often alike
	enter := func(p catalog.Part, existing bool) int32 {
		if p != last || at < 0 {
			i, ok := index[p]
			if !ok {
				i = int32(len(b.parts))
				index[p] = i
				b.parts = append(b.parts, partEntry{part: p, figures: w.figuresOf(p), last: -1})
			}
			last, at = p, i
		}
		if !existing {
			b.parts[at].ordered++
		}
		return at
	}
	for i := range w.cables {
		b.cables[i] = enter(w.cables[i].Part, w.cables[i].Existing)
	}
	for i := range w.modules {
		b.modules[i] = enter(catalog.Part{Product: w.modules[i].Product}, w.modules[i].Existing)
	}
	for i := range w.out {
		b.countLinks(w, int32(i))
	}
	return b
}

// countLinks counts a link once for every part it runs over.
func (b *partBook) countLinks(w *work, link int32) {
	if !w.out[link].HasCable {
		return
	}
	count := func(part int32) {
		if e := &b.parts[part]; e.last != link {
			e.last = link
			e.links++
		}
	}
	for _, c := range w.out[link].Cables {
		if c < 0 {
			continue
		}
		count(b.cables[c])
		for i := range w.cables[c].Ends {
			if e := &w.cables[c].Ends[i]; e.Module >= 0 && (e.Link < 0 || e.Link == link) {
				count(b.modules[e.Module])
			}
		}
	}
}

// cable is the figures of a cable.
func (b *partBook) cable(i int) *figures { return &b.parts[b.cables[i]].figures }

// module is the figures of a module.
func (b *partBook) module(i int) *figures { return &b.parts[b.modules[i]].figures }
