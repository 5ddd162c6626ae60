package planner

import (
	"cmp"
	"fmt"
	"slices"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A trayLoad adds up what lies in the trays and how tightly it is bent.
type trayLoad struct {
	hall   *hall
	report *report
	fill   int // settings.tray_fill_percent
	byWay  map[*way]*wayLoad
	order  []*way // as first seen

	exitBends   int // cable legs whose radius is above the exit
	exitRadius  units.Length
	exitUnknown int
	stretches   []trayStretch // of every tray, in order; nil: not worked out yet
}

// A wayLoad is what lies along one way.
type wayLoad struct {
	cables      int
	area        int64 // hundredths of mm²
	noArea      int   // cables without a diameter
	weight      int64 // mg per metre
	noWeight    int
	copperGuess int // copper whose weight is the class average, which clears no tray
	guesses     int // cables with a class average
	bends       []bendCount
}

type bendCount struct {
	radius units.Length // 0: not known
	cables int
}

// A trayStretch is a part of a tray along which the same cables lie.
type trayStretch struct {
	tray     int32
	from, to units.Length
	load     wayLoad // without bends
}

func newTrayLoad(w *work) *trayLoad {
	return &trayLoad{hall: w.router.hall, report: &w.report, fill: w.set.TrayFill, byWay: map[*way]*wayLoad{}}
}

// add lays one leg of a cable along a route. od is its outer diameter in
// hundredths of a millimetre (a product's tenths times ten: class averages have
// two decimals), gramsPerMetre its weight, bend its bending radius; each is 0
// where not known. estimate says that one of them is a class average. A leg
// without a route (a measured or unknown run) lies nowhere.
func (l *trayLoad) add(route *Route, od int, gramsPerMetre int, estimate, copper bool, bend units.Length) {
	if route == nil || !route.Known {
		return
	}
	switch {
	case bend == 0:
		l.exitUnknown++
	case bend > l.hall.exit:
		l.exitBends++
		l.exitRadius = max(l.exitRadius, bend)
	}
	if route.way == nil {
		return
	}
	sum := l.byWay[route.way]
	if sum == nil {
		sum = &wayLoad{}
		l.byWay[route.way] = sum
		l.order = append(l.order, route.way)
	}
	sum.cables++
	sum.area += crossSection(od)
	if od == 0 {
		sum.noArea++
	}
	sum.weight += int64(gramsPerMetre) * 1000
	if gramsPerMetre == 0 {
		sum.noWeight++
	}
	if estimate {
		sum.guesses++
		if copper && gramsPerMetre != 0 {
			sum.copperGuess++
		}
	}
	i := slices.IndexFunc(sum.bends, func(b bendCount) bool { return b.radius == bend })
	if i < 0 {
		i = len(sum.bends)
		sum.bends = append(sum.bends, bendCount{radius: bend})
	}
	sum.bends[i].cables++
}

// crossSection is d² x 355/452 in whole hundredths of mm², rounded up; the
// diameter is in hundredths of mm (planning rules, tray-overfull).
func crossSection(od int) int64 { return ceilDiv(int64(od)*int64(od)*355, 452*100) }

// plus adds n times (1 or -1) what lies along a way.
func (a *wayLoad) plus(b *wayLoad, n int) {
	a.cables += n * b.cables
	a.area += int64(n) * b.area
	a.noArea += n * b.noArea
	a.weight += int64(n) * b.weight
	a.noWeight += n * b.noWeight
	a.copperGuess += n * b.copperGuess
	a.guesses += n * b.guesses
}

// spread gives the stretches of all trays: each tray from its beginning to its
// end, cut where a cable joins or leaves.
func (l *trayLoad) spread() []trayStretch {
	if l.stretches != nil {
		return l.stretches
	}
	type event struct {
		at   units.Length
		sign int
		load *wayLoad
	}
	events := make([][]event, len(l.hall.trays))
	for _, y := range l.order {
		load := l.byWay[y]
		for _, s := range y.steps {
			if s.from != s.to {
				events[s.tray] = append(events[s.tray], event{min(s.from, s.to), 1, load}, event{max(s.from, s.to), -1, load})
			}
		}
	}
	l.stretches = []trayStretch{}
	for t := range l.hall.trays {
		slices.SortFunc(events[t], func(a, b event) int { return cmp.Compare(a.at, b.at) })
		here := trayStretch{tray: int32(t), from: l.hall.trays[t].lo}
		for _, e := range events[t] {
			if e.at > here.from {
				here.to = e.at
				l.stretches = append(l.stretches, here)
				here.from = e.at
			}
			here.load.plus(e.load, e.sign)
		}
		if here.to = l.hall.trays[t].hi; here.to > here.from {
			l.stretches = append(l.stretches, here)
		}
	}
	return l.stretches
}

// uses says what lies in each tray, tray by tray in natural order of name and
// along each from its lower coordinate.
func (l *trayLoad) uses() []TrayUse {
	stretches := l.spread()
	out := make([]TrayUse, len(stretches))
	for i := range stretches {
		s := &stretches[i]
		t := &l.hall.trays[s.tray]
		u := TrayUse{Name: t.name, Height: t.height, Cables: s.load.cables,
			Area: s.load.area, AreaKnown: s.load.noArea == 0, Capacity: t.capacity(),
			Weight: s.load.weight, WeightKnown: s.load.noWeight == 0, MaxWeight: int64(t.maxGrams) * 1000,
			Estimate: s.load.guesses > 0}
		u.FromX, u.FromY = t.point(s.from)
		u.ToX, u.ToY = t.point(s.to)
		out[i] = u
	}
	return out
}

// capacity is width x depth in hundredths of mm², rounded down; 0: not written.
func (t *tray) capacity() int64 {
	const tenth = units.Millimetre / 10
	return int64(t.width/tenth) * int64(t.depth/tenth)
}

// check reports trays that are too full or too heavy, and cables bent more
// tightly than they may be; a figure that is missing is an unchecked entry.
func (l *trayLoad) check() {
	l.checkExit()
	stretches := l.spread()
	for first := 0; first < len(stretches); {
		end := first
		for end < len(stretches) && stretches[end].tray == stretches[first].tray {
			end++
		}
		l.checkTray(&l.hall.trays[stretches[first].tray], stretches[first:end])
		first = end
	}
	l.checkBends()
}

func (l *trayLoad) checkTray(t *tray, stretches []trayStretch) {
	fullest, heaviest := &stretches[0], &stretches[0]
	var most wayLoad // the most unknown figures of any stretch
	cables := 0
	for i := range stretches {
		s := &stretches[i]
		if s.load.area > fullest.load.area {
			fullest = s
		}
		if s.load.weight > heaviest.load.weight {
			heaviest = s
		}
		cables = max(cables, s.load.cables)
		most.noArea = max(most.noArea, s.load.noArea)
		most.noWeight = max(most.noWeight, s.load.noWeight)
		most.copperGuess = max(most.copperGuess, s.load.copperGuess)
	}
	if cables == 0 {
		return
	}
	switch capacity := t.capacity(); {
	case t.width == 0 || t.depth == 0:
		l.report.skip("tray-overfull", t.name, "the tray has no width and depth")
	case fullest.load.area > share(capacity, l.fill):
		l.report.find(plan.Finding{Code: "tray-overfull", Path: t.path, Subject: t.name, Count: fullest.load.cables,
			Message: fmt.Sprintf("tray %s holds %d %s of %s%s between %s: %s of its %s, the limit is %d %%",
				t.name, fullest.load.cables, plural(fullest.load.cables, "cable"), squareMM(fullest.load.area), atLeastWord(fullest.load.noArea), t.between(fullest),
				percentOf(fullest.load.area, capacity), squareMM(capacity), l.fill),
			Fix: "make the tray wider or deeper, or lay a second one beside it"})
	case most.noArea > 0:
		l.report.skipMany("tray-overfull", t.name, "no diameter is known of some cables", most.noArea)
	}
	switch {
	case t.maxGrams == 0:
		l.report.skip("tray-weight", t.name, "the tray has no max_kg_per_m")
	case heaviest.load.weight > int64(t.maxGrams)*1000:
		l.report.find(plan.Finding{Code: "tray-weight", Path: t.path, Subject: t.name, Count: heaviest.load.cables,
			Message: fmt.Sprintf("tray %s carries %s%s per metre between %s, its limit is %s", t.name,
				units.Mass(ceilDiv(heaviest.load.weight, 1000)), atLeastWord(heaviest.load.noWeight), t.between(heaviest), t.maxGrams),
			Fix: "use a stronger tray, or lay a second one beside it"})
	case most.noWeight > 0:
		l.report.skipMany("tray-weight", t.name, "no weight is known of some cables", most.noWeight)
	case most.copperGuess > 0:
		l.report.skipMany("tray-weight", t.name, "the weight of copper cables is a class average that is implausibly low", most.copperGuess)
	}
}

// between names a stretch: "1.2 m and 3 m".
func (t *tray) between(s *trayStretch) string {
	axis := "y"
	if t.east {
		axis = "x"
	}
	return fmt.Sprintf("%s %s and %s", axis, s.from.Metres(), s.to.Metres())
}

// share is a percentage of a capacity, rounded down.
func share(capacity int64, percent int) int64 {
	return capacity/100*int64(percent) + capacity%100*int64(percent)/100
}

func percentOf(part, whole int64) string {
	return fmt.Sprintf("%d %%", ceilDiv(part, max(whole/100, 1)))
}

// squareMM prints hundredths of mm², rounded to whole ones.
func squareMM(hundredths int64) string { return fmt.Sprintf("%d mm²", (hundredths+50)/100) }

func atLeastWord(missing int) string {
	if missing == 0 {
		return ""
	}
	return " or more"
}

// checkExit compares the bending radii with settings.exit: that is the room a
// cable has before the vertical manager.
func (l *trayLoad) checkExit() {
	if l.exitBends > 0 {
		l.report.find(plan.Finding{Code: "bend-radius", Path: "settings.exit", Subject: "exit", Count: l.exitBends,
			Message: fmt.Sprintf("%d %s need a bending radius of up to %s; exit leaves %s", l.exitBends, plural(l.exitBends, "cable"), l.exitRadius, l.hall.exit),
			Fix:     "raise settings.exit to what the racks really offer, or choose a medium that bends more tightly"})
	}
	l.report.skipMany("bend-radius", "exit", "no bending radius is known of some cables", l.exitUnknown)
}

// checkBends compares the bending radii with the depths of the trays.
func (l *trayLoad) checkBends() {
	type bent struct {
		cables, tight, unknown int
		radius                 units.Length
	}
	trays := make([]bent, len(l.hall.trays))
	for _, y := range l.order {
		for _, s := range y.steps {
			b, depth := &trays[s.tray], l.hall.trays[s.tray].depth
			for _, c := range l.byWay[y].bends {
				b.cables += c.cables
				switch {
				case c.radius == 0:
					b.unknown += c.cables
				case depth != 0 && c.radius > depth:
					b.tight += c.cables
					b.radius = max(b.radius, c.radius)
				}
			}
		}
	}
	for i := range trays {
		t, b := &l.hall.trays[i], &trays[i]
		switch {
		case b.cables == 0:
			continue
		case t.depth == 0:
			l.report.skip("bend-radius", t.name, "the tray has no depth")
			continue
		case b.tight > 0:
			l.report.find(plan.Finding{Code: "bend-radius", Path: t.path, Subject: t.name, Count: b.tight,
				Message: fmt.Sprintf("%d %s in tray %s need a bending radius of up to %s; the tray is %s deep",
					b.tight, plural(b.tight, "cable"), t.name, b.radius, t.depth),
				Fix: "use a deeper tray, or choose a medium that bends more tightly"})
		}
		l.report.skipMany("bend-radius", t.name, "no bending radius is known of some cables", b.unknown)
	}
}
