package fabric_test

import (
	"errors"
	"runtime"
	"testing"

	"lengthwise/internal/fabric"
	"lengthwise/internal/plan"
)

// A pod that lacks switches keeps those it has: none of another pod takes their
// place in the judgement.
func TestPodsThatLackSwitchesAreJudgedAsPods(t *testing.T) {
	t.Parallel()
	h := newHall(t, "h-[1-16] server-1u-1x-osfp", "l-[1-4] qm9700", "sp-[3-8] qm9700", "c-[1-4] qm9700")
	s, _ := h.generate(t, plan.Fabric{Name: "f", Topology: "leaf-spine", Speed: "ndr", Hosts: "h-[1-16]", Leaves: "l-[1-4]",
		Spines: "sp-[1-8]", Cores: "c-[1-4]", Pods: ptr(2)})
	j := judge(s)
	if j.UnevenPairs != 0 || j.LeastPair != 1 || j.MostPair != 1 {
		t.Errorf("got %d uneven pairs of %d to %d links, %+v; every leaf is joined to each spine there is of its pod", j.UnevenPairs, j.LeastPair, j.MostPair, j.Uneven)
	}
	// Pod 1 has half its spines, so the four hosts of each of its leaves share two uplinks.
	a := simulate(t, s, fabric.Question{Collective: fabric.RingStrided, Routing: fabric.Adaptive, Trials: 1})
	if a.Lost != 0 || a.Slowest.Value != 0.5 {
		t.Errorf("the slowest flow of a strided ring gets %v, %v are lost; want 0.5 and none", a.Slowest.Value, a.Lost)
	}
}

// The pairs of many switches with few links are counted and not held.
func TestManySwitchesAreJudgedInLittleMemory(t *testing.T) {
	const many = 20_000
	s := tree{leaves: many, perLeaf: 1}.shape()
	for i := range int32(many) {
		s.Spines = append(s.Spines, 2*many+i)
	}
	s.Links = append(s.Links, fabric.Link{Tier: fabric.SpineTier, A: fabric.End{Device: s.Leaves[7]}, B: fabric.End{Device: s.Spines[9]}})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	j := judge(s)
	runtime.ReadMemStats(&after)
	want := fabric.Pair{Leaf: s.Leaves[7], Spine: s.Spines[9], Links: 1}
	if j.UnevenPairs != 1 || len(j.Uneven) != 1 || j.Uneven[0] != want || j.LeastPair != 0 || j.MostPair != 1 {
		t.Errorf("got %d uneven pairs %+v of %d to %d links, want one, %+v", j.UnevenPairs, j.Uneven, j.LeastPair, j.MostPair, want)
	}
	if took := (after.TotalAlloc - before.TotalAlloc) / (1 << 20); took > 64 {
		t.Errorf("judging %d leaves and spines took %d MiB, want at most 64", many, took)
	}
}

func TestJudgingStops(t *testing.T) {
	t.Parallel()
	s := tree{leaves: 4, spines: 2, perLeaf: 4, pair: 2}.shape()
	if _, err := fabric.Judge(fabric.NewGraph(s), func() bool { return true }); !errors.Is(err, fabric.ErrStopped) {
		t.Errorf("got %v, want ErrStopped", err)
	}
}
