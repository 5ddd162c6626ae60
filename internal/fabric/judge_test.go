package fabric_test

import (
	"reflect"
	"testing"

	"lengthwise/internal/fabric"
)

func judge(s *fabric.Shape) fabric.Judgement {
	j, _ := fabric.Judge(fabric.NewGraph(s), nil)
	return j
}

func TestJudgeRegularShapes(t *testing.T) {
	t.Parallel()
	type verdict struct {
		links               [3]int
		worst               fabric.Ratio
		over                int
		percent             int // bisection, in whole percent
		leastPaths, most    int64
		leastPair, mostPair int
		uneven              int
	}
	tests := []struct {
		name string
		tree tree
		want verdict
	}{
		{"k = 8: sixteen ways between pods, four within", fatTree(8),
			verdict{links: [3]int{128, 128, 128}, worst: fabric.Ratio{Down: 1600, Up: 1600}, percent: 100, leastPaths: 4, most: 16, leastPair: 1, mostPair: 1}},
		{"one unit of 32 hosts", tree{leaves: 8, spines: 4, perLeaf: 32, pair: 8, rails: 8},
			verdict{links: [3]int{256, 256, 0}, worst: fabric.Ratio{Down: 12800, Up: 12800}, percent: 100, leastPaths: 256, most: 256, leastPair: 8, mostPair: 8}},
		{"31 of 32 hosts", tree{leaves: 8, spines: 4, perLeaf: 32, pair: 8, rails: 8, hosts: 31},
			verdict{links: [3]int{248, 256, 0}, worst: fabric.Ratio{Down: 12400, Up: 12800}, percent: 100, leastPaths: 256, most: 256, leastPair: 8, mostPair: 8}},
		{"three hosts for each uplink", tree{leaves: 4, spines: 2, perLeaf: 12, pair: 2},
			verdict{links: [3]int{48, 16, 0}, worst: fabric.Ratio{Down: 4800, Up: 1600}, over: 4, percent: 33, leastPaths: 8, most: 8, leastPair: 2, mostPair: 2}},
		{"uplinks of twice the speed", tree{leaves: 4, spines: 2, perLeaf: 8, pair: 2, hostGbps: 200},
			verdict{links: [3]int{32, 16, 0}, worst: fabric.Ratio{Down: 1600, Up: 1600}, percent: 100, leastPaths: 8, most: 8, leastPair: 2, mostPair: 2}},
		{"narrow above the spines", tree{leaves: 8, spines: 4, cores: 2, pods: 2, perLeaf: 4, pair: 2, corePair: 2},
			verdict{links: [3]int{32, 32, 8}, worst: fabric.Ratio{Down: 3200, Up: 800}, over: 4, percent: 25, leastPaths: 8, most: 32, leastPair: 2, mostPair: 2}},
		{"a single switch", tree{leaves: 1, perLeaf: 16},
			verdict{links: [3]int{16, 0, 0}, percent: 100, leastPaths: 1, most: 1}},
		{"rails that do not meet", tree{leaves: 8, perLeaf: 4, rails: 8},
			verdict{links: [3]int{32, 0, 0}, percent: 100}},
		{"leaves that do not meet", tree{leaves: 4, perLeaf: 4},
			verdict{links: [3]int{16, 0, 0}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			j := judge(tt.tree.shape())
			worst, _ := j.Worst()
			got := verdict{j.Links, worst.Ratio, len(j.Over), 100 * j.Bisection.Some / j.Bisection.Of, j.LeastPaths, j.MostPaths, j.LeastPair, j.MostPair, j.UnevenPairs}
			if got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestJudgeNamesWhatIsUneven(t *testing.T) {
	t.Parallel()
	whole := tree{leaves: 4, spines: 2, perLeaf: 4, pair: 2}.shape()
	leaf, spine := whole.Leaves[2], whole.Spines[1]
	left := 1
	s := without(whole, func(l fabric.Link) bool {
		if l.A.Device == leaf && l.B.Device == spine && left > 0 {
			left--
			return true
		}
		return false
	})
	j := judge(s)
	if want := []fabric.Pair{{Leaf: leaf, Spine: spine, Links: 1}}; !reflect.DeepEqual(j.Uneven, want) || j.LeastPair != 1 || j.MostPair != 2 {
		t.Errorf("uneven pairs %+v, least %d, most %d; want %+v, 1, 2", j.Uneven, j.LeastPair, j.MostPair, want)
	}
	worst, _ := j.Worst()
	if worst.Device != leaf || worst.Ratio != (fabric.Ratio{Down: 1600, Up: 1200}) || len(j.Over) != 1 {
		t.Errorf("worst is %+v of %d, want 4:3 of the leaf that lacks an uplink, alone", worst, len(j.Over))
	}
	if j.Bisection != (fabric.Part{Some: 6000, Of: 6400}) {
		t.Errorf("bisection is %+v, want 15 of 16 uplinks", j.Bisection)
	}
	if j.LeastPaths != 6 || j.MostPaths != 8 {
		t.Errorf("paths %d to %d, want 2x2+1x2 with the leaf and 2x2+2x2 without it", j.LeastPaths, j.MostPaths)
	}
}

func TestALeafWithoutUplinksIsTheWorst(t *testing.T) {
	t.Parallel()
	whole := tree{leaves: 4, spines: 2, perLeaf: 8, pair: 1}.shape()
	s := without(whole, func(l fabric.Link) bool { return l.A.Device == whole.Leaves[3] })
	j := judge(s)
	if worst, ok := j.Worst(); !ok || worst.Device != whole.Leaves[3] || worst.Up != 0 {
		t.Errorf("worst is %+v, want the leaf without uplinks", worst)
	}
	if j.Bisection.Some != 0 || j.LeastPaths != 0 || j.MostPaths != 2 || j.UnevenPairs != 2 {
		t.Errorf("bisection %+v, paths %d to %d, %d uneven pairs; want 0, 0 to 2, 2", j.Bisection, j.LeastPaths, j.MostPaths, j.UnevenPairs)
	}
}

func TestUnevenPairsAreBounded(t *testing.T) {
	t.Parallel()
	whole := tree{leaves: 64, spines: 64, perLeaf: 64, pair: 1}.shape()
	s := without(whole, func(l fabric.Link) bool { return l.Tier == fabric.SpineTier && (l.A.Device+l.B.Device)%3 == 0 })
	j := judge(s)
	if len(j.Uneven) != fabric.MaxUneven || j.UnevenPairs < 1300 || j.UnevenPairs > 1400 {
		t.Errorf("%d pairs listed of %d, want %d of about a third of 4,096", len(j.Uneven), j.UnevenPairs, fabric.MaxUneven)
	}
}

func TestLosses(t *testing.T) {
	t.Parallel()
	s := tree{leaves: 4, spines: 2, perLeaf: 4, pair: 2}.shape()
	links := func(device int32) (out []int32) {
		for i, l := range s.Links {
			if l.A.Device == device || l.B.Device == device {
				out = append(out, int32(i))
			}
		}
		return out
	}
	g := fabric.NewGraph(s)
	l := fabric.NewLosses(g)
	leaf := l.Of(links(s.Leaves[1]), s.Leaves[1])
	if leaf != (fabric.Loss{Hosts: 4, Links: [3]int{4, 4, 0}, Uplinks: fabric.Part{Some: 4, Of: 16}}) {
		t.Errorf("a leaf takes down %+v, want its 4 hosts and a quarter of the uplinks", leaf)
	}
	spine := l.Of(links(s.Spines[0]), s.Spines[0])
	if spine != (fabric.Loss{Links: [3]int{0, 8, 0}, Uplinks: fabric.Part{Some: 8, Of: 16}, Hardest: fabric.Part{Some: 2, Of: 4}}) {
		t.Errorf("a spine takes down %+v, want no host and half of the uplinks of each leaf", spine)
	}
	if leaf.Compare(spine) <= 0 || spine.Compare(leaf) >= 0 {
		t.Error("a leaf is not worse than a spine")
	}
	if n := g.Groups(nil); n != 1 {
		t.Errorf("the whole fabric is in %d groups, want 1", n)
	}
	if n := g.Groups(append(links(s.Spines[0]), links(s.Spines[1])...)); n != 4 {
		t.Errorf("without spines the hosts are in %d groups, want one for each leaf", n)
	}
	if n := g.Groups(links(s.Leaves[0])); n != 1 {
		t.Errorf("without a leaf the hosts that are left are in %d groups, want 1", n)
	}
}

func BenchmarkJudge(b *testing.B) {
	s := tree{leaves: 512, spines: 512, cores: 256, pods: 16, perLeaf: 32, pair: 1, corePair: 4, rails: 8}.shape()
	for b.Loop() {
		judge(s)
	}
}
