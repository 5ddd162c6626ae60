package planner

import (
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/units"
)

// What is drawn of a route is as long on the plan as what is said of it, part by
// part, and leads from one rack face to the other.
func TestTracksAreAsLongAsTheirSegments(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := placed(drawHall(t))
		for i := range w.devices {
			for j := range w.devices {
				x := w.router.between(w.places[i], w.places[j])
				segments, track := x.Segments(), x.Track()
				if len(track) != len(segments) {
					t.Fatalf("%s to %s: %d tracks beside %d segments", w.devices[i].Name, w.devices[j].Name, len(track), len(segments))
				}
				if len(track) == 0 {
					continue
				}
				at := x.foot(0)
				for k, points := range track {
					if points[0] != at {
						t.Fatalf("%s to %s: %s begins at %v, the part before ends at %v", w.devices[i].Name, w.devices[j].Name, segments[k].Name, points[0], at)
					}
					along := units.Length(0)
					for _, p := range points {
						along += (p.X - at.X).Abs() + (p.Y - at.Y).Abs()
						at = p
					}
					if off := (along - segments[k].Length).Abs(); len(points) > 1 && off > 1 && x.kind == routeTray {
						t.Fatalf("%s to %s: %s is drawn %s long and is %s", w.devices[i].Name, w.devices[j].Name, segments[k].Name, along, segments[k].Length)
					}
				}
				if x.kind != routeDirect && at != x.foot(1) {
					t.Fatalf("%s to %s: the track ends at %v, want %v", w.devices[i].Name, w.devices[j].Name, at, x.foot(1))
				}
			}
		}
	})
}
