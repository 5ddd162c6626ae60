package planner_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/fabric"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// judged plans a text and gives its fabrics and the findings of a code.
func judged(t *testing.T, text string, code plan.Code) (*planner.Result, []plan.Finding) {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode([]byte(text), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var found []plan.Finding
	for _, f := range res.Findings {
		if f.Severity == plan.Error {
			t.Errorf("%s: %s", f.Code, f.Message)
		}
		if f.Code == code {
			found = append(found, f)
		}
	}
	return res, found
}

// switches is a plan of hosts and switches of one port a cage, 400 Gb/s Ethernet.
func switches(hosts, ports int, devices, fabrics string) string {
	return fmt.Sprintf(`
version: 1
name: a hall
site: {rows: [{name: A, y: 0m}]}
racks: [{name: "A[01-10]", row: A, position: 1}]
device_types:
  - {slug: host, model: Host, units: 0.5, ports: [{role: fabric, cage: qsfp112, cages: 2, speeds: [400gbe], name: "p{cage}"}]}
  - {slug: sw, model: Switch, kind: eth-switch, units: 0.5, ports: [{role: fabric, cage: qsfp112, cages: %d, speeds: [400gbe], name: "p{cage}"}]}
devices:
  - {name: "h[1-%d]", type: host, rack: "A[01-10]", u: bottom}
%sfabrics:
%s`, ports, hosts, devices, fabrics)
}

// TestFatTreeOfEight is the story of docs/fabrics.md, from the document on.
func TestFatTreeOfEight(t *testing.T) {
	t.Parallel()
	res, found := judged(t, switches(128, 8, `
  - {name: "e[1-32]", type: sw, rack: "A[01-10]", u: bottom}
  - {name: "a[1-32]", type: sw, rack: "A[01-10]", u: bottom}
  - {name: "c[1-16]", type: sw, rack: "A[01-10]", u: bottom}
`, `
  - {name: f, topology: fat-tree, speed: 400gbe, k: 8, hosts: "h[1-128]", host_ports: [p1], edges: "e[1-32]", aggregations: "a[1-32]", cores: "c[1-16]"}
`), "uneven-hashing")
	f := &res.Fabrics[0]
	j := &f.Judgement
	if j.Links != [3]int{128, 128, 128} || len(f.Shape.Hosts) != 128 || len(f.Spare) != 80 {
		t.Errorf("links %v of %d hosts and %d switches, want 384 of 128 and 80", j.Links, len(f.Shape.Hosts), len(f.Spare))
	}
	if j.Bisection.Some != j.Bisection.Of || j.LeastPaths != 4 || j.MostPaths != 16 || len(j.Over) != 0 {
		t.Errorf("bisection %v, paths %d to %d, %d switches above 1:1; want full, 4 to 16, none", j.Bisection, j.LeastPaths, j.MostPaths, len(j.Over))
	}
	if i := slices.IndexFunc(f.Spare, func(s planner.Spare) bool { return s.Free != 0 || s.Ports != 8 }); i >= 0 {
		t.Errorf("%s has %d of %d ports free, want none of 8", f.Spare[i].Device.Name, f.Spare[i].Free, f.Spare[i].Ports)
	}
	if len(found) != 0 || len(f.Hashing) != 1 || f.Hashing[0].Flows != 4 || f.Hashing[0].Uplinks != 4 || f.Hashing[0].Leaves != 32 {
		t.Errorf("hashing %+v with findings %v, want one kind of 32 edges, 4 flows on 4 uplinks, 51.2 %% and so no finding", f.Hashing, found)
	}
	s, err := planner.Simulate(f, planner.SimulationQuestion{QueuePairs: []int{1}, Seed: 1, Trials: 2000}, planner.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(s.Runs, func(r planner.SimulationRun) bool {
		return r.Collective == fabric.RingShuffled && r.Routing == fabric.ECMP
	})
	r := &s.Runs[i]
	const printed = 0.05
	if math.Abs(100*r.Mean.Value-44.5) > 100*r.Mean.Within+printed || math.Abs(100*r.Slowest.Value-23.8) > 100*r.Slowest.Within+printed {
		t.Errorf("a shuffled ring gets %+v, slowest %+v; want 44.5 %% and 23.8 %% within the intervals", r.Mean, r.Slowest)
	}
	if !strings.Contains(s.Verdict, "random order under ecmp routing with 1 queue pair") || !strings.Contains(s.Verdict, "23.") {
		t.Errorf("verdict is %q, want the shuffled ring under ecmp and its slowest flow", s.Verdict)
	}
	if len(s.Runs) != 6 {
		t.Errorf("%d runs, want both rings under three models", len(s.Runs))
	}
}

func TestFailuresNameTheWorst(t *testing.T) {
	t.Parallel()
	res, _ := judged(t, switches(16, 16, `
  - {name: "l[1-4]", type: sw, rack: "A[01-10]", u: bottom}
  - {name: "s[1-2]", type: sw, rack: "A[01-10]", u: bottom}
`, `
  - {name: f, topology: leaf-spine, speed: 400gbe, hosts: "h[1-16]", host_ports: [p1], hosts_per_leaf: 4, leaves: "l[1-4]", spines: "s[1-2]"}
`), "")
	type row struct {
		kind, part, name string
		tier             fabric.Tier
		like, hosts      int
		links            [3]int
		uplinks, hardest fabric.Part
		groups           int
	}
	want := []row{
		{"switch", "leaf", "l1", fabric.HostTier, 4, 4, [3]int{4, 4, 0}, fabric.Part{Some: 4, Of: 16}, fabric.Part{}, 1},
		{"switch", "spine", "s1", fabric.SpineTier, 2, 0, [3]int{0, 8, 0}, fabric.Part{Some: 8, Of: 16}, fabric.Part{Some: 2, Of: 4}, 1},
		{"cage", "", "h1:p1", fabric.HostTier, 32, 1, [3]int{1, 0, 0}, fabric.Part{}, fabric.Part{}, 1},
		{"cage", "", "l1:p5", fabric.SpineTier, 32, 0, [3]int{0, 1, 0}, fabric.Part{Some: 1, Of: 16}, fabric.Part{Some: 1, Of: 4}, 1},
		{"cable", "", "", fabric.HostTier, 16, 1, [3]int{1, 0, 0}, fabric.Part{}, fabric.Part{}, 1},
		{"cable", "", "", fabric.SpineTier, 16, 0, [3]int{0, 1, 0}, fabric.Part{Some: 1, Of: 16}, fabric.Part{Some: 1, Of: 4}, 1},
	}
	var got []row
	for _, f := range res.Fabrics[0].Failures {
		r := row{f.Kind, f.Part, f.Name, f.Tier, f.Like, f.Loss.Hosts, f.Loss.Links, f.Loss.Uplinks, f.Loss.Hardest, f.Groups}
		if f.Kind == planner.CableFails {
			i := slices.IndexFunc(res.Cables, func(c planner.Cable) bool { return c.ID == f.Name && c.Label == f.Label })
			if i < 0 {
				t.Errorf("cable %q (%q) is not in the result", f.Name, f.Label)
			}
			r.name = ""
		}
		got = append(got, r)
	}
	if !slices.Equal(got, want) {
		t.Errorf("failures\n%+v\nwant\n%+v", got, want)
	}
}

func TestOneSpineParts(t *testing.T) {
	t.Parallel()
	res, _ := judged(t, switches(8, 16, `
  - {name: "l[1-2]", type: sw, rack: "A[01-10]", u: bottom}
  - {name: s, type: sw, rack: A01, u: bottom}
`, `
  - {name: f, topology: leaf-spine, speed: 400gbe, hosts: "h[1-8]", host_ports: [p1], hosts_per_leaf: 4, leaves: "l[1-2]", spines: s}
`), "")
	i := slices.IndexFunc(res.Fabrics[0].Failures, func(f planner.Failure) bool { return f.Part == planner.SpinePart })
	if f := res.Fabrics[0].Failures[i]; f.Name != "s" || f.Groups != 2 || f.Loss.Hosts != 0 || f.Loss.Hardest != (fabric.Part{Some: 4, Of: 4}) {
		t.Errorf("the only spine takes down %+v, want all uplinks and the hosts in two groups", f)
	}
}

func TestOversubscribed(t *testing.T) {
	t.Parallel()
	text := func(more string) string {
		return switches(12, 16, `
  - {name: "l[1-2]", type: sw, rack: "A[01-10]", u: bottom}
  - {name: "s[1-2]", type: sw, rack: "A[01-10]", u: bottom}
`, `
  - {name: f, topology: leaf-spine, speed: 400gbe, hosts: "h[1-12]", host_ports: [p1], hosts_per_leaf: 6, leaves: "l[1-2]", spines: "s[1-2]", `+more+`}
`)
	}
	tests := []struct {
		name, more string
		says       []string // none: no finding
	}{
		{"as many up as down", "oversubscription: 1", nil},
		{"fewer than needed", "links_per_pair: 2", []string{"leaf l1", "2400 Gb/s", "1600 Gb/s", "1.5:1", "2 switches", "add uplinks"}},
		{"as the document asks", "oversubscription: 3", []string{"3:1", "asks for 3:1", "as written"}},
		{"more up than down", "links_per_pair: 4", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, found := judged(t, text(tt.more), "oversubscribed")
			if len(found) != min(1, len(tt.says)) {
				t.Fatalf("%d findings, want %d: %v", len(found), min(1, len(tt.says)), found)
			}
			for _, word := range tt.says {
				f := found[0]
				if f.Path != "fabrics[0]" || f.Subject != "f" || f.Count != 2 || !strings.Contains(f.Message+f.Fix, word) {
					t.Errorf("%+v, want %q of the two leaves of fabrics[0]", f, word)
				}
			}
		})
	}
}

func TestUnevenHashing(t *testing.T) {
	t.Parallel()
	text := func(more string) string {
		return switches(16, 16, `
  - {name: "l[1-2]", type: sw, rack: "A[01-10]", u: bottom}
  - {name: "s[1-2]", type: sw, rack: "A[01-10]", u: bottom}
`, `
  - {name: f, topology: leaf-spine, speed: 400gbe, hosts: "h[1-16]", host_ports: [p1], hosts_per_leaf: 8, leaves: "l[1-2]", spines: "s[1-2]"`+more+`}
`)
	}
	tests := []struct {
		name, more string
		says       []string
	}{
		{"eight flows hashed on eight uplinks: 41.0 %", "", []string{"8 flows", "8 uplinks", "ecmp", "41 %", "below 50 %", "adaptive"}},
		{"spread evenly they fit", ", routing: adaptive", nil},
		{"one other leaf, so every destination has an uplink", ", routing: static", nil},
		{"spread evenly over half as many, each gets half", ", routing: adaptive, links_per_pair: 2", nil},
		{"spread evenly over a quarter", ", routing: adaptive, links_per_pair: 1", []string{"adaptive", "25 %", "add uplinks"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, found := judged(t, text(tt.more), "uneven-hashing")
			if len(found) != min(1, len(tt.says)) {
				t.Fatalf("%d findings, want %d: %v", len(found), min(1, len(tt.says)), found)
			}
			for _, word := range tt.says {
				f := found[0]
				if f.Path != "fabrics[0]" || f.Subject != "f" || f.Count != 2 || !strings.Contains(f.Message+f.Fix, word) {
					t.Errorf("%+v, want %q of the two leaves of fabrics[0]", f, word)
				}
			}
		})
	}
}

func TestLinksBesideAndSparePorts(t *testing.T) {
	t.Parallel()
	res, _ := judged(t, strings.Replace(switches(8, 16, `
  - {name: "l[1-2]", type: sw, rack: "A[01-10]", u: bottom}
  - {name: s, type: sw, rack: A01, u: bottom}
`, `
  - {name: f, topology: leaf-spine, speed: 400gbe, hosts: "h[1-8]", host_ports: [p1], hosts_per_leaf: 4, leaves: "l[1-2]", spines: s}
`), "fabrics:", `links: [{a: "l1:p16", b: "l2:p16"}]
fabrics:`, 1), "")
	f := &res.Fabrics[0]
	if f.Beside != 1 || f.Judgement.Links != [3]int{8, 8, 0} {
		t.Errorf("%d links beside, links %v; want 1 beside 8 and 8", f.Beside, f.Judgement.Links)
	}
	for i, want := range []planner.Spare{
		{Part: planner.LeafPart, Ports: 16, Used: 9, Free: 7}, {Part: planner.LeafPart, Ports: 16, Used: 9, Free: 7}, {Part: planner.SpinePart, Ports: 16, Used: 8, Free: 8},
	} {
		got := f.Spare[i]
		got.Device = nil
		if got != want {
			t.Errorf("ports of switch %d are %+v, want %+v", i, got, want)
		}
	}
}
