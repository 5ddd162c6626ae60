package template_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/template"
)

var loaded = sync.OnceValues(catalog.Load)

func load(t testing.TB) *catalog.Catalog {
	t.Helper()
	cat, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

// pairs is a map of parameters: pairs("units", "4").
func pairs(all ...string) map[string]string {
	m := map[string]string{}
	for i := 0; i+1 < len(all); i += 2 {
		m[all[i]] = all[i+1]
	}
	return m
}

func build(t testing.TB, name string, values map[string]string) template.Plan {
	t.Helper()
	made, problems := template.Find(name).Build(load(t), values)
	if len(problems) > 0 {
		t.Fatalf("template %s with %v: %v", name, values, problems)
	}
	return made
}

func planned(t testing.TB, doc *plan.Document) *planner.Result {
	t.Helper()
	r, err := planner.Plan(doc, load(t), planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// trouble is the first error of a result, empty where it is ok.
func trouble(r *planner.Result) string {
	if r.OK {
		return ""
	}
	for _, f := range r.Findings {
		if f.Severity == plan.Error {
			return fmt.Sprintf("%d errors, the first: %s %s: %s", r.Summary.Errors, f.Code, f.Subject, f.Message)
		}
	}
	return fmt.Sprintf("links by status %v", r.Summary.LinksByStatus)
}

// text is a plan as people get it.
func text(t testing.TB, made template.Plan) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, line := range made.Comments {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	if err := planfile.Encode(&b, made.Document, planfile.YAML); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The plans of the defaults are committed, so that a change of one is seen.
func TestDefaults(t *testing.T) {
	t.Parallel()
	for _, x := range template.All() {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			made := build(t, x.Name, nil)
			if made.Document.Name != x.Title || x.About == "" {
				t.Errorf("name %q, title %q, about %q: the first two differ or the last is empty", made.Document.Name, x.Title, x.About)
			}
			got := text(t, made)
			golden := filepath.Join("testdata", x.Name+".yaml")
			if os.Getenv("UPDATE_GOLDEN") != "" {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("the plan of the defaults changed; look at it, then run with UPDATE_GOLDEN=1:\n%s\nwant\n%s", got, want)
			}
			doc, _, err := planfile.Decode(got, planfile.YAML, load(t))
			if err != nil {
				t.Fatalf("what is written cannot be read: %v", err)
			}
			if !bytes.Equal(planfile.Canonical(doc), planfile.Canonical(made.Document)) {
				t.Error("the document read back is another one")
			}
			r := planned(t, doc)
			if why := trouble(r); why != "" || r.Summary.Links == 0 {
				t.Errorf("the plan of the defaults: %d links, %s", r.Summary.Links, why)
			}
		})
	}
}

// links counts the links between devices of two kinds, by the letters their
// names begin with: "dgx leaf".
func links(r *planner.Result) map[string]int {
	n := map[string]int{}
	for i := range r.Links {
		ends := []string{kindOf(r.Links[i].A.Device.Name), kindOf(r.Links[i].B.Device.Name)}
		slices.Sort(ends)
		n[strings.Join(ends, " ")]++
	}
	return n
}

func kindOf(name string) string { kind, _, _ := strings.Cut(name, "-"); return kind }

func devices(r *planner.Result) map[string]int {
	n := map[string]int{}
	for i := range r.Devices {
		n[kindOf(r.Devices[i].Name)]++
	}
	return n
}

// NVIDIA, DGX SuperPOD Reference Architecture DGX B200, chapter "DGX SuperPOD
// Architecture", table 3. Of 1 and 3 units the rule of the smallest count that
// divides 32.
func TestSuperPODIsAsPublished(t *testing.T) {
	t.Parallel()
	tests := []struct{ units, nodes, leaf, spine, core, nodeLeaf, leafSpine, spineCore int }{
		{1, 32, 8, 4, 0, 256, 256, 0},
		{2, 64, 16, 8, 0, 512, 512, 0},
		{3, 96, 24, 16, 0, 768, 768, 0},
		{4, 128, 32, 16, 0, 1024, 1024, 0},
		{8, 256, 64, 32, 0, 2048, 2048, 0},
		{16, 512, 128, 128, 64, 4096, 4096, 4096},
		{32, 1024, 256, 256, 128, 8192, 8192, 8192},
		{64, 2048, 512, 512, 256, 16384, 16384, 16384},
	}
	for _, tt := range tests {
		t.Run(strconv.Itoa(tt.units), func(t *testing.T) {
			t.Parallel()
			r := planned(t, build(t, "b200-superpod", pairs("units", strconv.Itoa(tt.units))).Document)
			if why := trouble(r); why != "" {
				t.Errorf("%d units: %s", tt.units, why)
			}
			want := map[string]int{"dgx": tt.nodes, "leaf": tt.leaf, "spine": tt.spine}
			wantLinks := map[string]int{"dgx leaf": tt.nodeLeaf, "leaf spine": tt.leafSpine}
			if tt.core > 0 {
				want["core"], wantLinks["core spine"] = tt.core, tt.spineCore
			}
			if got := devices(r); !maps.Equal(got, want) {
				t.Errorf("devices of %d units: got %v, want %v", tt.units, got, want)
			}
			if got := links(r); !maps.Equal(got, wantLinks) {
				t.Errorf("links of %d units: got %v, want %v", tt.units, got, wantLinks)
			}
			if total := tt.nodeLeaf + tt.leafSpine + tt.spineCore; len(r.Links) != total {
				t.Errorf("%d units have %d links, want %d", tt.units, len(r.Links), total)
			}
			if got := r.Summary.Racks; got != 18*tt.units {
				t.Errorf("%d units stand in %d racks, want 16 compute and 2 network racks each", tt.units, got)
			}
		})
	}
}

// The k-ary table: k³/4 hosts, k²/2 edge and aggregation switches, (k/2)² cores,
// k³/4 links at each of three tiers.
func TestFatTreeIsKAry(t *testing.T) {
	t.Parallel()
	for _, k := range []int{4, 6, 8, 16} {
		t.Run(strconv.Itoa(k), func(t *testing.T) {
			t.Parallel()
			r := planned(t, build(t, "fat-tree", pairs("k", strconv.Itoa(k))).Document)
			if why := trouble(r); why != "" {
				t.Errorf("k = %d: %s", k, why)
			}
			hosts := k * k * k / 4
			if got, want := devices(r), (map[string]int{"host": hosts, "edge": k * k / 2, "agg": k * k / 2, "core": k * k / 4}); !maps.Equal(got, want) {
				t.Errorf("devices of k = %d: got %v, want %v", k, got, want)
			}
			if got, want := links(r), (map[string]int{"edge host": hosts, "agg edge": hosts, "agg core": hosts}); !maps.Equal(got, want) {
				t.Errorf("links of k = %d: got %v, want %v", k, got, want)
			}
		})
	}
}

// The unit comes to the same cables as the example that writes its links out.
func TestH100UnitIsTheExample(t *testing.T) {
	t.Parallel()
	r := planned(t, build(t, "h100-unit", nil).Document)
	got := r.Summary.CablesByMedium
	if got[plan.DAC] != 64 || got[plan.ACC] != 64 || got[plan.Optical] != 256 || r.Summary.Links != 512 || r.Summary.Modules != 256 {
		t.Errorf("cables by medium %v, %d links, %d modules; want 64 dac, 64 acc, 256 optical, 512 links, 256 modules", got, r.Summary.Links, r.Summary.Modules)
	}
}

// With bayed racks a row next to the spines is copper, as in the example.
func TestHGXRowsWithSidePass(t *testing.T) {
	t.Parallel()
	r := planned(t, build(t, "hgx-rows", pairs("side_pass", "1")).Document)
	if got := r.Summary.CablesByMedium; got[plan.DAC] != 96 || got[plan.Optical] != 64 || r.Summary.Cables != 160 {
		t.Errorf("cables by medium %v, want 96 dac and 64 optical of 160", got)
	}
}

// Whatever is asked for within the limits is planned without errors, or refused
// with a reason at a parameter that exists.
func TestAnythingInRangeIsPlannedOrRefused(t *testing.T) {
	t.Parallel()
	cat := load(t)
	for _, x := range template.All() {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				values := map[string]string{}
				for _, p := range x.Params {
					switch p.Kind {
					case template.Int:
						values[p.Name] = strconv.Itoa(rapid.IntRange(p.Least, small(x.Name, p)).Draw(t, p.Name))
					case template.Choice:
						values[p.Name] = rapid.SampledFrom(p.Choices).Draw(t, p.Name)
					}
				}
				made, problems := x.Build(cat, values)
				for _, p := range problems {
					if !slices.ContainsFunc(x.Params, func(q template.Param) bool { return q.Name == p.Path }) || !strings.HasPrefix(p.Message, p.Path) {
						t.Fatalf("%v is refused at %q: %q; want a parameter, named in the message", values, p.Path, p.Message)
					}
				}
				if len(problems) > 0 {
					return
				}
				if bad := plan.Validate(made.Document); len(bad) > 0 {
					t.Fatalf("%v gives a document that cannot be read: %v", values, bad)
				}
				r, err := planner.Plan(made.Document, cat, planner.Options{})
				if err != nil {
					t.Fatalf("%v: %v", values, err)
				}
				for _, f := range r.Findings {
					if f.Severity == plan.Error {
						t.Fatalf("%v: %s: %s %s: %s", values, f.Path, f.Code, f.Subject, f.Message)
					}
				}
				if !r.OK {
					t.Fatalf("%v: links by status %v", values, r.Summary.LinksByStatus)
				}
			})
		})
	}
}

// small is the greatest value a parameter is tried with, so that a hundred
// plans take seconds.
func small(name string, p template.Param) int {
	switch {
	case name == "fat-tree" && p.Name == "k":
		return 14
	case name == "b200-superpod" && p.Name == "units":
		return 12
	case name == "b300-xdr" && p.Name == "units":
		return 4
	case name == "leaf-spine" && p.Name == "hosts":
		return 400
	case p.Name == "hosts_per_leaf" || p.Name == "hosts_per_rack":
		return min(p.Most, 8)
	}
	return p.Most
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		template string
		values   map[string]string
		want     []string // of the messages, in order
	}{
		{"a number of units that fills no pods", "b200-superpod", pairs("units", "9"), []string{"units 9 does not fill pods of 4; the nearest that do are 8 and 12"}},
		{"units out of range", "b200-superpod", pairs("units", "65"), []string{"units 65 is not between 1 and 64"}},
		{"no number", "b200-superpod", pairs("units", "4.0"), []string{`units "4.0" is no whole number; write one from 1 to 64`}},
		{"a number written otherwise", "b200-superpod", pairs("units", "04"), []string{`units "04" is no whole number; write one from 1 to 64`}},
		{"all at once", "b200-superpod", pairs("units", "x", "network", "midle", "racks", "4"), []string{
			`units "x" is no whole number; write one from 1 to 64`,
			`network "midle" is not one of middle, end; did you mean middle?`,
			`template b200-superpod has no parameter "racks"`,
		}},
		{"a rack that cannot feed one host", "b200-superpod", pairs("rack_kw", "14"), []string{"rack_kw 14 is below the 14300 W of one dgx-b200; write 15 or more"}},
		{"a rack that cannot feed one switch of each tier", "fat-tree", pairs("rack_kw", "5"), []string{
			"rack_kw 5 is below the 5160 W of one of each kind of switch in a network rack; write 6 or more"}},
		{"a hall nothing reaches across", "fat-tree", pairs("k", "48", "hosts_per_rack", "1"), []string{
			"hosts_per_rack 1 takes 27792 racks; a hall has at most 3000 here"}},
		{"a name too long", "single-rack", pairs("name", strings.Repeat("x", 65)), []string{"name is 65 characters long; the limit is 64"}},
		{"a name nobody can print", "single-rack", pairs("name", "a\x00b"), []string{`name "a\x00b" holds a character that cannot be printed`}},
		{"an odd k", "fat-tree", pairs("k", "7"), []string{"k 7 is odd; a fat tree needs an even number of ports on each switch: 6 or 8"}},
		{"more ports than the switch has", "fat-tree", pairs("k", "42", "speed", "hdr"), []string{"k 42 is above the 40 ports of a qm8700"}},
		{"more hosts than two tiers hold", "leaf-spine", pairs("hosts", "300"), []string{
			"hosts 300 takes 75 leaves; two tiers of qm9700 hold 64 leaves, which is 256 hosts at 4 a leaf"}},
		{"one port on two leaves", "leaf-spine", pairs("homing", "dual", "speed", "100gbe"), []string{"homing dual needs two ports, and a server-1u-1x-qsfp28 has one at 100gbe"}},
		{"more hosts than a leaf has ports for", "leaf-spine", pairs("hosts_per_leaf", "5"), []string{
			"hosts_per_leaf 5 takes 40 ports down and 40 up of a qm9700, which has 64; write 4 or less"}},
		{"more hosts than a rack has units for", "leaf-spine", pairs("hosts_per_rack", "6"), []string{"hosts_per_rack 6 is above the 5 of 8 units that a rack of 48 units takes"}},
		{"more hosts than one rack holds", "single-rack", pairs("hosts", "6"), []string{"hosts 6 is above the 5 hgx-8gpu-osfp that one rack of 48 units with one qm9700 takes"}},
		{"more units than two tiers hold", "b300-xdr", pairs("units", "19"), []string{"units 19 is not between 1 and 18"}},
		{"one rack of servers", "hgx-rows", pairs("hosts", "4"), []string{"hosts 4 fit one rack and need no spines; take the template single-rack, or write 5 or more"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, problems := template.Find(tt.template).Build(load(t), tt.values)
			if len(problems) != len(tt.want) {
				t.Fatalf("template %s with %v: got %v, want %d problems", tt.template, tt.values, problems, len(tt.want))
			}
			for i, p := range problems {
				if !strings.HasPrefix(p.Message, tt.want[i]) {
					t.Errorf("template %s with %v: got %q, want %q", tt.template, tt.values, p.Message, tt.want[i])
				}
			}
		})
	}
}

// The hosts of a plan follow the power of its racks.
func TestRacksArePackedByPower(t *testing.T) {
	t.Parallel()
	tests := []struct {
		kw    string
		racks int // compute racks of one unit of 32 DGX B200, 14.3 kW each
	}{{"15", 32}, {"28", 32}, {"29", 16}, {"57", 16}, {"58", 8}, {"300", 8}}
	for _, tt := range tests {
		doc := build(t, "b200-superpod", pairs("units", "1", "rack_kw", tt.kw)).Document
		n := 0
		for _, r := range doc.Racks {
			if names, err := plan.ParseNames(r.Name); err != nil {
				t.Fatal(err)
			} else if strings.HasPrefix(r.Name, "C") {
				n += names.Len()
			}
		}
		if n != tt.racks {
			t.Errorf("32 DGX B200 at %s kW a rack stand in %d racks, want %d", tt.kw, n, tt.racks)
		}
	}
}

func TestParamsAreWellFormed(t *testing.T) {
	t.Parallel()
	for _, x := range template.All() {
		seen := map[string]bool{}
		for _, p := range x.Params {
			if seen[p.Name] || p.Label == "" || p.Help == "" || p.Default == "" || strings.ToLower(p.Name) != p.Name || strings.Contains(p.Name, "-") {
				t.Errorf("%s: parameter %+v is listed twice, lacks words or a default, or has a name no face can show", x.Name, p)
			}
			seen[p.Name] = true
			switch p.Kind {
			case template.Int:
				if n, err := strconv.Atoi(p.Default); err != nil || n < p.Least || n > p.Most {
					t.Errorf("%s: default %q of %s is not between %d and %d", x.Name, p.Default, p.Name, p.Least, p.Most)
				}
			case template.Choice:
				if !slices.Contains(p.Choices, p.Default) {
					t.Errorf("%s: default %q of %s is not one of %v", x.Name, p.Default, p.Name, p.Choices)
				}
			}
		}
	}
}
