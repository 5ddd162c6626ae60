package app_test

import (
	"testing"

	"lengthwise/internal/app"
)

// Every end of every cable that is ordered is pulled once, whichever racks it
// joins; a filter by rack finds what has an end there and nothing else.
func TestEveryCableEndIsPulledOnce(t *testing.T) {
	t.Parallel()
	checked := checkFile(t, newApp(t), "h100-unit/plan.yaml")
	pairs, err := checked.RackPairs(app.PairQuery{})
	if err != nil {
		t.Fatal(err)
	}
	type end struct {
		cable int32
		far   int8
	}
	seen := map[end]int{}
	for _, p := range pairs {
		for _, x := range p.Pulls {
			c := &checked.Result.Cables[x.Cable]
			if a, b := c.Ends[x.A].Device.Rack, c.Ends[x.B].Device.Rack; a != p.A || b != p.B {
				t.Errorf("cable %s joins %s and %s, listed at %s and %s", c.ID, a, b, p.A, p.B)
			}
			seen[end{x.Cable, max(x.A, x.B)}]++
		}
	}
	for i := range checked.Result.Cables {
		for far := 1; far < len(checked.Result.Cables[i].Ends); far++ {
			if n := seen[end{int32(i), int8(far)}]; n != 1 {
				t.Errorf("end %d of cable %s is pulled %d times", far, checked.Result.Cables[i].ID, n)
			}
		}
	}
	some, err := checked.RackPairs(app.PairQuery{Rack: "A01"})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range some {
		if p.A != "A01" && p.B != "A01" {
			t.Errorf("asked for rack A01, got %s and %s", p.A, p.B)
		}
	}
	if len(some) == 0 || len(some) >= len(pairs) {
		t.Errorf("rack A01 has %d of %d pairs", len(some), len(pairs))
	}
}
