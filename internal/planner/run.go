package planner

import (
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// runOf is the run of a link, in route form: nil for a measured one.
func (w *work) runOf(l *link) *Route {
	if l.measured {
		return nil
	}
	return w.routeBetween(l.ends[0].device, l.ends[1].device)
}

// routeBetween is the route between two devices, found once for each pair.
func (w *work) routeBetween(a, b int32) *Route {
	key := uint64(a)<<32 | uint64(b)
	if r, ok := w.routes[key]; ok {
		return r
	}
	r := w.router.between(w.places[a], w.places[b])
	w.routes[key] = r
	return r
}

// routeLinks gives every link its run.
func (w *work) routeLinks() {
	w.routes = map[uint64]*Route{}
	for i := range w.links {
		l, out := &w.links[i], &w.out[i]
		if l.measured {
			out.RunKnown = true
			continue
		}
		out.Run = 0
		if l.ends[0].device < 0 || l.ends[1].device < 0 {
			continue
		}
		r := w.runOf(l)
		out.Route, out.Run, out.RunKnown, out.RunAtLeast, out.Estimate = r, r.Run, r.Known, r.AtLeast, r.Estimate
	}
}

// required is the length a medium must have for a link, whole millimetres.
func (w *work) required(link int32, m plan.Medium) int64 {
	out := &w.out[link]
	if w.links[link].measured {
		return out.Run.CeilMM()
	}
	if m == plan.AOC || m == plan.Optical {
		return w.set.Optical.Required(out.Run)
	}
	return w.set.Copper.Required(out.Run)
}

func lengthOf(mm int64) units.Length { return units.MM(mm) }
