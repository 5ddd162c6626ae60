package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/formats/resultjson"
)

// twoLeaves is a plan with one fabric of eight hosts.
const twoLeaves = `version: 1
name: Two leaves
site: {rows: [{name: A, y: 0m}]}
racks: [{name: "A[1-2]", row: A, position: 1}]
device_types:
  - {slug: host, model: Host, units: 1, ports: [{role: fabric, cage: qsfp112, cages: 1, speeds: [400gbe], name: p1}]}
  - {slug: sw, model: Switch, kind: eth-switch, units: 1, ports: [{role: fabric, cage: qsfp112, cages: 12, speeds: [400gbe], name: "p{cage}"}]}
devices:
  - {name: "h[1-8]", type: host, rack: "A[1-2]", u: bottom}
  - {name: "leaf-[1-2]", type: sw, rack: "A[1-2]", u: 40}
  - {name: "spine-[1-2]", type: sw, rack: "A[1-2]", u: 42}
fabrics:
  - {name: compute, topology: leaf-spine, speed: 400gbe, hosts: "h[1-8]", hosts_per_leaf: 4, leaves: "leaf-[1-2]", spines: "spine-[1-2]"}
`

func TestSimulate(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	p := c.create(twoLeaves)
	path := "/plans/" + p.ID + "/simulate"
	ask := func(body string) resultjson.Simulation {
		t.Helper()
		a := c.ask(http.MethodPost, path, body, "Content-Type: application/json")
		if a.status != http.StatusOK || a.header.Get("Plan-Revision") != "1" {
			t.Fatalf("status %d, revision %q: %s", a.status, a.header.Get("Plan-Revision"), a.body)
		}
		var s resultjson.Simulation
		a.into(t, &s)
		return s
	}
	all := ask(`{}`)
	if all.Fabric != "compute" || all.Routing != "ecmp" || all.Hosts != 8 || all.Seed != 1 || all.Trials != 2000 || all.IntervalPercent != 95 || len(all.Assumptions) == 0 {
		t.Errorf("answer %+v, want compute under ecmp, 8 hosts, seed 1, 2,000 trials, 95 %%", all)
	}
	var models []string
	for _, r := range all.Runs {
		if r.Collective == "ring-shuffled" {
			models = append(models, r.Routing)
		}
		share := 0.0
		for _, l := range r.UplinkLoad {
			v, err := l.Percent.Float64()
			if err != nil {
				t.Fatal(err)
			}
			share += v
		}
		if share < 99.5 || share > 100.5 {
			t.Errorf("%s, %s: loads of the uplinks add up to %.1f %%", r.Collective, r.Routing, share)
		}
	}
	if want := append(slices.Repeat([]string{"ecmp"}, 5), "static", "adaptive"); !slices.Equal(models, want) {
		t.Errorf("models of the shuffled ring are %v, want ecmp with five numbers of queue pairs, static, adaptive", models)
	}
	one := ask(`{"fabric": "compute", "queue_pairs": [4], "collectives": ["all-to-all"], "seed": 7, "trials": 10}`)
	if one.Seed != 7 || one.Trials != 10 || len(one.Runs) != 9 || one.Runs[8].Collective != "all-to-all" {
		t.Errorf("answer %+v, want three collectives under three models, seed 7, 10 trials", one)
	}
	if a, b := c.ask(http.MethodPost, path, `{"seed": 3}`, "Content-Type: application/json"), c.ask(http.MethodPost, path, `{"seed": 3}`, "Content-Type: application/json"); string(a.body) != string(b.body) {
		t.Error("one seed gives two answers")
	}
}

func TestSimulateRefuses(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	p, none := c.create(twoLeaves), c.create(fine)
	tests := []struct {
		name, plan, body, says string
		status                 int
	}{
		{"a fabric misspelt", p.ID, `{"fabric": "computer"}`, `did you mean \"compute\"?`, 400},
		{"a plan without fabrics", none.ID, `{}`, "the plan has no fabric", 400},
		{"a collective there is not", p.ID, `{"collectives": ["ring"]}`, "collectives[0]", 400},
		{"queue pairs beyond the limit", p.ID, `{"queue_pairs": [65]}`, "queue_pairs[0]", 400},
		{"a field there is not", p.ID, `{"pairs": 1}`, "pairs", 400},
		{"too much work", p.ID, `{"trials": 100000, "collectives": ["all-to-all"], "queue_pairs": [1, 2, 4, 8, 16, 32, 64]}`, "ask for at most", 400},
		{"a plan there is not", "nothing", `{}`, "not found", 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := c.ask(http.MethodPost, "/plans/"+tt.plan+"/simulate", tt.body, "Content-Type: application/json")
			a.problem(t)
			if a.status != tt.status || !strings.Contains(string(a.body), tt.says) {
				t.Errorf("status %d, want %d with %q: %s", a.status, tt.status, tt.says, a.body)
			}
		})
	}
}
