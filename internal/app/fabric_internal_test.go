package app

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

const fabricText = `version: 1
name: a pod
racks: [{name: R1}]
devices:
  - {name: "h-[1-4]", type: server-1u-qsfp112, rack: R1, u: [1, 2, 3, 4]}
  - {name: "leaf-[1-2]", type: qm9700, rack: R1, u: [38, 40], face: rear}
  - {name: "spine-[1-2]", type: qm9700, rack: R1, u: [42, 44], face: rear}
fabrics: # two tiers
  - {name: f, topology: leaf-spine, speed: ndr, hosts: "h-[1-4]", leaves: "leaf-[1-2]", spines: "spine-[1-2]"}
`

func checkedText(t *testing.T, a *App, text string) *Checked {
	t.Helper()
	c, err := a.Check(t.Context(), CheckRequest{Source: Source{Name: "plan.yaml", Text: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A swap in the text of a plan writes the fabric's link out and leaves the rest
// of the text as it is.
func TestASwapWritesAFabricsLinkOut(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	a := New(cat, "test")
	r := Revision{Text: []byte(fabricText), MediaType: planfile.YAML}
	text, err := a.edit(r, []plan.Edit{{Kind: "swap", A: "leaf-1:IB1/1/1", B: "leaf-1:1/2/2"}}, checkedText(t, a, fabricText))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "fabrics: # two tiers") || !strings.Contains(string(text), "h-1:ib1") || strings.Contains(string(text), "h-3:") {
		t.Errorf("the text is now\n%s", text)
	}
	after := checkedText(t, a, string(text))
	want := map[string]string{"h-1:ib1": "leaf-1:IB1/2/2", "h-2:ib2": "leaf-1:IB1/1/1"}
	for i := range after.Result.Links {
		l := &after.Result.Links[i]
		if other, ok := want[l.A.String()]; ok && l.B.String() != other {
			t.Errorf("%s: got %s, want %s", l.A, l.B, other)
		}
	}
	if len(after.Result.Links) != 16 || !after.Result.OK {
		t.Errorf("got %d links, ok %t; want 16, ok", len(after.Result.Links), after.Result.OK)
	}
	_, err = a.edit(r, []plan.Edit{{Kind: "swap", A: "leaf-1:IB1/1/1", B: "leaf-1:IB1/3/1"}}, checkedText(t, a, fabricText))
	if invalid := (*Invalid)(nil); !errors.As(err, &invalid) || !strings.Contains(err.Error(), "between two switches") {
		t.Errorf("swap with an uplink: got %v, want a refusal", err)
	}
}

// A plan whose fabrics hold too many links cannot be read.
func TestTooManyLinksOfFabricsAreInvalid(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("h-[1-4]", "h-[1-70000]", "spine-[1-2]", "spine-[1-60000]", "speed: ndr,", "speed: ndr, links_per_pair: 20,").Replace(fabricText)
	_, err = New(cat, "test").Check(t.Context(), CheckRequest{Source: Source{Name: "plan.yaml", Text: []byte(text)}})
	var invalid *Invalid
	if !errors.As(err, &invalid) || !strings.Contains(err.Error(), fmt.Sprintf("the limit is %d", plan.MaxLinks)) {
		t.Errorf("got %v, want an invalid document that names the limit", err)
	}
}
