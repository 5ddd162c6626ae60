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

// A figureBook remembers the figures of the parts of a plan.
type figureBook struct {
	w    *work
	book map[catalog.Part]*figures
}

func (b *figureBook) of(p catalog.Part) *figures {
	if f, ok := b.book[p]; ok {
		return f
	}
	f := b.w.figuresOf(p)
	b.book[p] = &f
	return &f
}
