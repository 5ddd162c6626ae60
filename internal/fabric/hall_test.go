package fabric_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/fabric"
	"lengthwise/internal/plan"
)

var loadOnce = sync.OnceValues(catalog.Load)

func load(t testing.TB) *catalog.Catalog {
	t.Helper()
	c, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A hall is a plant built by hand: devices, and the links that stand in it
// before a fabric comes.
type hall struct {
	fabric.Plant
	uses map[[2]int32][]use
}

type use struct {
	child int32
	far   fabric.End
}

// newHall holds devices written as "names type", the names a range.
func newHall(t testing.TB, devices ...string) *hall {
	t.Helper()
	h := &hall{Plant: fabric.Plant{Catalog: load(t), ByName: map[string]int32{}}, uses: map[[2]int32][]use{}}
	h.Uses = func(device, port int32, f func(int32, fabric.End)) {
		for _, u := range h.uses[[2]int32{device, port}] {
			f(u.child, u.far)
		}
	}
	for _, text := range devices {
		names, slug, _ := strings.Cut(text, " ")
		h.add(t, names, h.Catalog.Type(slug))
	}
	return h
}

func (h *hall) add(t testing.TB, names string, typ *catalog.DeviceType) {
	t.Helper()
	list, err := plan.ExpandNames(names, plan.MaxNames)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range list {
		h.ByName[name] = int32(len(h.Devices))
		h.Devices = append(h.Devices, fabric.Device{Name: name, Type: typ})
	}
}

// switchOf is a switch type of so many one-port cages at 1 Gb/s.
func switchOf(t testing.TB, ports int) *catalog.DeviceType {
	t.Helper()
	c := load(t)
	typ := &catalog.DeviceType{Slug: fmt.Sprintf("switch-%d", ports), Model: "Switch", Kind: "eth-switch",
		Groups: []catalog.PortGroup{{Role: "fabric", Form: &catalog.FormFactor{Name: "rj45"}, CageCount: ports, CageFirst: 1, PortsPerCage: 1,
			Speeds: []*catalog.Speed{{Name: "1gbe"}}, PortPattern: "p{cage}"}}}
	if problems := catalog.Compile(typ, c); len(problems) > 0 {
		t.Fatal(problems)
	}
	return typ
}

func (h *hall) end(t testing.TB, text string) fabric.End {
	t.Helper()
	device, port, _ := strings.Cut(text, ":")
	d, ok := h.ByName[device]
	if !ok {
		t.Fatalf("no device %s", device)
	}
	n, ok := h.Devices[d].Type.Find(port)
	if !ok {
		t.Fatalf("no port %s", text)
	}
	return fabric.End{Device: d, Port: n}
}

func (h *hall) name(e fabric.End) string {
	return h.Devices[e.Device].Name + ":" + h.Devices[e.Device].Type.Name(e.Port)
}

// link adds an explicit link, "leaf-1:IB1/1/1 leaf-2:IB1/1/1".
func (h *hall) link(t testing.TB, ends string) {
	t.Helper()
	a, b, _ := strings.Cut(ends, " ")
	h.join(h.end(t, a), h.end(t, b))
}

func (h *hall) join(a, b fabric.End) {
	for range 2 {
		key := [2]int32{a.Device, a.Port.Port}
		h.uses[key] = append(h.uses[key], use{a.Port.Child, b})
		a, b = b, a
	}
}

// generate writes a fabric into the hall; its links are there for the next one.
func (h *hall) generate(t testing.TB, f plan.Fabric) (*fabric.Shape, []plan.Finding) {
	t.Helper()
	s, findings, err := fabric.Generate(&h.Plant, &f, "fabrics[0]", plan.MaxLinks)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[fabric.End]bool{}
	for _, l := range s.Links {
		for _, e := range []fabric.End{l.A, l.B} {
			if seen[e] || e.Port.Child > 0 && seen[fabric.End{Device: e.Device, Port: catalog.PortName{Port: e.Port.Port}}] {
				t.Errorf("port %s is used twice", h.name(e))
			}
			seen[e] = true
			taken := false
			h.Uses(e.Device, e.Port.Port, func(child int32, _ fabric.End) {
				taken = taken || child == e.Port.Child || child == 0 || e.Port.Child == 0
			})
			if taken != l.Explicit {
				t.Errorf("port %s is used by a link before: %t, its link is explicit: %t", h.name(e), taken, l.Explicit)
			}
		}
	}
	for _, l := range s.Links {
		if !l.Explicit {
			h.join(l.A, l.B)
		}
	}
	return s, findings
}

// lines are the links as text, "host-1:ib1 leaf-1:IB1/1/1", an explicit one with
// a star.
func (h *hall) lines(s *fabric.Shape) []string {
	var out []string
	for _, l := range s.Links {
		text := h.name(l.A) + " " + h.name(l.B)
		if l.Explicit {
			text += " *"
		}
		out = append(out, text)
	}
	return out
}

// told are findings as "code path subject: message; fix".
func told(findings []plan.Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s %s %s %d: %s; %s", f.Code, f.Path, f.Subject, f.Count, f.Message, f.Fix))
	}
	return out
}

func noFindings(t testing.TB, findings []plan.Finding) {
	t.Helper()
	for _, text := range told(findings) {
		t.Errorf("got the finding %s, want none", text)
	}
}

// tiers counts links by tier.
func tiers(s *fabric.Shape) (n [fabric.Tiers]int) {
	for _, l := range s.Links {
		n[l.Tier]++
	}
	return n
}

func ptr[T any](v T) *T { return &v }
