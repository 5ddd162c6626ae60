package planner_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// pod is two leaves with two hosts of two ports each under two spines, and room
// for more; what is written after it joins it.
const pod = hall + `
devices:
  - {name: "h-[1-4]", type: server-1u-qsfp112, rack: "A[01-02]", u: [1, 3]}
  - {name: "leaf-[1-2]", type: qm9700, rack: "A[01-02]", u: 40, face: rear}
  - {name: "spine-[1-2]", type: qm9700, rack: A03, u: [38, 40], face: rear}
  - {name: x, type: hgx-8gpu-osfp, rack: A04, u: 1}
`

const podFabric = `
fabrics: [{name: f, topology: leaf-spine, speed: ndr, hosts: "h-[1-4]", leaves: "leaf-[1-2]", spines: "spine-[1-2]"}]
`

// TestWholeFabrics compares what whole fabrics come to with files.
func TestWholeFabrics(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"128-nodes", "k8"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", "fabrics", name)
			text, err := os.ReadFile(path + ".yaml")
			if err != nil {
				t.Fatal(err)
			}
			_, res := planYAML(t, string(text))
			got := whole(res)
			if os.Getenv("UPDATE_GOLDEN") == "1" {
				if err := os.WriteFile(path+".txt", got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(got), string(want)); diff != "" {
				t.Errorf("got - want + (UPDATE_GOLDEN=1 rewrites it):\n%s", diff)
			}
		})
	}
}

// whole is a result in a few lines: its counts, findings, order, the links of
// one switch of each name, and a sum over all links and their cables.
func whole(res *planner.Result) []byte {
	var b bytes.Buffer
	s := res.Summary
	fmt.Fprintf(&b, "ok %t, %d racks, %d devices, %d links, %d cables, %d modules, longest run %s, %s\n", res.OK, s.Racks, s.Devices, s.Links, s.Cables, s.Modules, s.LongestRun, s.Power)
	for _, m := range plan.Media {
		fmt.Fprintf(&b, "%s %d\n", m, s.CablesByMedium[m])
	}
	b.WriteString("\n")
	for _, f := range res.Findings {
		fmt.Fprintf(&b, "%s %s %s %d\n", f.Severity, f.Code, f.Subject, f.Count)
	}
	b.WriteString("\n")
	for _, r := range res.BOM {
		fmt.Fprintf(&b, "%d + %d %s\n", r.Quantity, r.Spares, r.Description)
	}
	shown := map[string]string{} // kind of switch: the one whose links are shown
	sum := sha256.New()
	b.WriteString("\n")
	for i := range res.Links {
		l := &res.Links[i]
		line := fmt.Sprintf("%s %s, %s %s: %s, %d mm required, %s %d\n", l.A, l.B, l.Speed, l.Fabric, l.ID, l.Required, l.Medium, l.Required+l.Spare)
		sum.Write([]byte(line))
		kind, _, _ := strings.Cut(l.B.Device.Name, "-")
		if shown[kind] == "" {
			shown[kind] = l.B.Device.Name
		}
		if l.B.Device.Name == shown[kind] {
			b.WriteString(line)
		}
	}
	fmt.Fprintf(&b, "\nall links: sha-256 %x\n", sum.Sum(nil))
	return b.Bytes()
}

// A generated link is planned as the same link written out.
func TestAGeneratedLinkIsALink(t *testing.T) {
	t.Parallel()
	doc, res := planYAML(t, pod+podFabric)
	if len(res.Links) != 16 {
		t.Fatalf("got %d links, want 16", len(res.Links))
	}
	written := *doc
	written.Fabrics = nil
	for i := range res.Links {
		l := &res.Links[i]
		if l.Path != "fabrics[0]" || l.Fabric != "f" {
			t.Errorf("link %s: got path %q and fabric %q", l.A, l.Path, l.Fabric)
		}
		written.Links = append(written.Links, plan.Link{A: l.A.String(), B: l.B.String(), Speed: "ndr"})
	}
	if diff := cmp.Diff(facts(res), facts(mustPlan(t, &written, load(t)))); diff != "" {
		t.Error("generated - written +:\n" + diff)
	}
}

// Explicit links stand first, then fabrics in document order, tier by tier.
func TestOrderOfGeneratedLinks(t *testing.T) {
	t.Parallel()
	_, res := planYAML(t, pod+`links: [{a: "x:bmc", b: "leaf-1:mgmt0"}]
fabrics:
  - {name: two, topology: single-switch, speed: ndr, hosts: x, leaves: spine-1, host_ports: "ib[1-2]"}
  - {name: one, topology: leaf-spine, speed: ndr, hosts: "h-[1-4]", leaves: "leaf-[1-2]", spines: "spine-[1-2]"}
`)
	var got []string
	for i := range res.Links {
		l := &res.Links[i]
		got = append(got, l.Path+" "+strings.TrimRight(l.A.Device.Name, "-0123456789"))
	}
	want := []string{"links[0] x", "fabrics[0] x", "fabrics[1] h", "fabrics[1] leaf"}
	if diff := cmp.Diff(slices.Compact(got), want); diff != "" {
		t.Error("got - want +:\n" + diff)
	}
}

func TestOverridesOfGeneratedLinks(t *testing.T) {
	t.Parallel()
	_, res := planYAML(t, pod+podFabric+`
overrides:
  - {at: "h-[1-2]:ib1", group: first-wave, run: 1.4m}
  - {at: "leaf-1:IB1/3/[1-2]", cable: {medium: optical}, label: "up-[1-2]"}
`)
	if !res.OK {
		t.Errorf("got %v, want no error", res.Findings)
	}
	for i := range res.Links {
		l := &res.Links[i]
		switch {
		case l.A.Port == "ib1" && (l.A.Device.Name == "h-1" || l.A.Device.Name == "h-2"):
			if l.Group != "first-wave" || l.Required != 1400 {
				t.Errorf("link %s: got group %q, %d mm required", l.A, l.Group, l.Required)
			}
		case strings.HasPrefix(l.A.String(), "leaf-1:IB1/3/"):
			if l.Medium != plan.Optical || !strings.HasPrefix(l.Label, "up-") {
				t.Errorf("link %s: got %s, label %q", l.A, l.Medium, l.Label)
			}
		case l.Group != "" || l.Label != "":
			t.Errorf("link %s: got group %q and label %q, want none", l.A, l.Group, l.Label)
		}
	}
}

// An explicit link that is the fabric's counts as its link; one that leads
// elsewhere is warned, and the fabric writes none.
func TestExplicitLinksOfAFabric(t *testing.T) {
	t.Parallel()
	_, res := planYAML(t, pod+`
links:
  - {a: "h-1:ib1", b: "leaf-1:IB1/1/1", speed: ndr, group: mine}
  - {a: "h-3:ib1", b: "leaf-1:IB1/20/1", speed: ndr}
`+podFabric)
	f := findingOf(t, res, "rail-crossed")
	if f.Severity != plan.Warning || f.Subject != "h-3:ib1 - leaf-1:IB1/20/1" || !says(f, []string{"leaf-2"}) {
		t.Errorf("got %+v, want a warning that names h-3:ib1, its link and leaf-2", f)
	}
	if len(res.Links) != 16-1+1 {
		t.Errorf("got %d links, want 14 of the fabric and 2 explicit ones", len(res.Links))
	}
	if l := &res.Links[0]; l.Fabric != "f" || l.Path != "links[0]" || l.Group != "mine" {
		t.Errorf("link %s: got fabric %q, path %s, group %q; want f, links[0], mine", l.A, l.Fabric, l.Path, l.Group)
	}
	if l := &res.Links[1]; l.Fabric != "" || l.Status != planner.StatusWarning {
		t.Errorf("link %s: got fabric %q and status %s, want none and a warning", l.A, l.Fabric, l.Status)
	}
}

// One fabric's trouble does not stop the others.
func TestAFabricInTroubleStopsNoOther(t *testing.T) {
	t.Parallel()
	_, res := planYAML(t, pod+`
fabrics:
  - {name: bad, topology: leaf-spine, speed: 400gbe, hosts: "nobody-[1-3]", leaves: "leaf-[1-2]"}
  - {name: f, topology: leaf-spine, speed: ndr, hosts: "h-[1-4]", leaves: "leaf-[1-2]", spines: "spine-[1-2]"}
  - {name: f, topology: single-switch, speed: ndr, hosts: x, leaves: spine-1}
`)
	if len(res.Links) != 24 {
		t.Errorf("got %d links, want 16 and 8", len(res.Links))
	}
	var codes []string
	for _, f := range res.Findings {
		if f.Severity == plan.Error {
			codes = append(codes, string(f.Code)+" "+f.Path)
		}
	}
	want := []string{"duplicate-name fabrics[2]", "unknown-device fabrics[0].hosts", "unknown-device fabrics[0].hosts", "unknown-device fabrics[0].hosts"}
	if diff := cmp.Diff(codes, want); diff != "" {
		t.Error("errors, got - want +:\n" + diff)
	}
}

// A type whose rail order nobody knows is told once, whatever the fabrics.
func TestRailOrderIsToldOnceForAType(t *testing.T) {
	t.Parallel()
	_, res := planYAML(t, hall+`
devices:
  - {name: "h-[1-4]", type: hgx-8gpu-osfp, rack: "A[01-02]", u: [1, 9]}
  - {name: "leaf-[1-16]", type: qm9700, rack: "A[03-04]", u: [20, 22, 24, 26, 28, 30, 32, 34], face: rear}
fabrics:
  - {name: a, topology: rail-optimized, speed: ndr, hosts: "h-[1-2]", leaves: "leaf-[1-8]"}
  - {name: b, topology: rail-optimized, speed: ndr, hosts: "h-[3-4]", leaves: "leaf-[9-16]"}
`)
	var found []plan.Finding
	for _, f := range res.Findings {
		if f.Code == "rail-order-unknown" {
			found = append(found, f)
		}
	}
	if len(found) != 1 || found[0].Severity != plan.Info || found[0].Path != "" || found[0].Subject != "hgx-8gpu-osfp" || found[0].Count != 4 {
		t.Errorf("got %+v, want one info about 4 hosts of hgx-8gpu-osfp", found)
	}
}

// More links than a plan may hold are refused before they are written.
func TestTooManyGeneratedLinks(t *testing.T) {
	t.Parallel()
	doc, _, err := planfile.Decode([]byte(hall+`
devices:
  - {name: "h-[1-60000]", type: hgx-8gpu-osfp}
  - {name: "leaf-[1-10]", type: qm9700}
fabrics:
  - {name: f, topology: leaf-spine, speed: ndr, hosts: "h-[1-60000]", leaves: "leaf-[1-10]", spines: "h-[1-60000]", links_per_pair: 100}
`), planfile.YAML, load(t))
	if err != nil {
		t.Fatal(err)
	}
	res, err := planner.Plan(doc, load(t), planner.Options{})
	var problems *plan.Problems
	if !errors.As(err, &problems) || res != nil || problems.List[0].Path != "fabrics[0]" || !strings.Contains(problems.List[0].Message, "the limit is 2000000") {
		t.Errorf("got %v, want a problem at fabrics[0] that names the limit", err)
	}
}

func TestPlanningFabricsCanBeStopped(t *testing.T) {
	t.Parallel()
	doc, _ := planYAML(t, pod+podFabric)
	for after := range 6 {
		calls := 0
		res, err := planner.Plan(doc, load(t), planner.Options{Stop: func() bool { calls++; return calls > after }})
		if err == nil {
			break
		}
		if !errors.Is(err, planner.ErrStopped) || res != nil {
			t.Fatalf("stopped after %d polls: got %v, want ErrStopped", after, err)
		}
	}
}

// Pods written as fabrics are the pods written link by link.
func TestPodsInFabricsAreThePodsInLinks(t *testing.T) {
	t.Parallel()
	const links = 5_000
	got, want := mustPlan(t, inFabrics(links), load(t)), mustPlan(t, leafSpine(links), load(t))
	if diff := cmp.Diff(facts(got), facts(want)); diff != "" || len(got.Links) < links-64 {
		t.Errorf("%d links; in fabrics - in links +:\n%.2000s", len(got.Links), diff)
	}
}

// The order in which a document lists racks, devices and links changes nothing
// of what its fabrics come to.
func TestOrderOfTheDocumentChangesNoFabric(t *testing.T) {
	t.Parallel()
	doc, res := planYAML(t, pod+`
links:
  - {a: "h-1:ib1", b: "leaf-1:IB1/2/1", speed: ndr}
  - {a: "x:ib1", b: "leaf-1:IB1/1/1", speed: ndr}
  - {a: "h-3:ib2", b: "spine-1:IB1/20/1", speed: ndr}
  - {a: "x:ib2", b: "spine-2:IB1/1/2", speed: ndr}
`+podFabric)
	turned := *doc
	turned.Racks, turned.Devices, turned.Links = slices.Clone(doc.Racks), slices.Clone(doc.Devices), slices.Clone(doc.Links)
	slices.Reverse(turned.Racks)
	slices.Reverse(turned.Devices)
	slices.Reverse(turned.Links)
	if diff := cmp.Diff(text(mustPlan(t, &turned, load(t))), text(res)); diff != "" {
		t.Error("turned round - as written +:\n" + diff)
	}
}
