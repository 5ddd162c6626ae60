package app_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/planner"
)

// hx40 is a device type of the library: an invented switch of 40 HDR ports.
func hx40() string {
	var b strings.Builder
	b.WriteString("manufacturer: Example\nmodel: HX-40\nslug: example-hx-40\nu_height: 1\ninterfaces:\n  - {name: mg0, type: 1000base-t, mgmt_only: true}\n")
	for i := range 40 {
		fmt.Fprintf(&b, "  - name: hx1/%d\n    type: infiniband-hdr\n", i+1)
	}
	return b.String()
}

// A type that was imported is used in a plan: its ports accept links, and the
// plan is ok.
func TestImportedDeviceTypeIsUsedInAPlan(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	made, err := a.ImportDeviceType("hx-40.yml", []byte(hx40()))
	if err != nil {
		t.Fatal(err)
	}
	plan := "version: 1\nname: Imported\nsettings: {allow_retired: true}\nracks: [{name: R1}]\ndevice_types:\n" + indented(string(made.Text)) + `devices:
  - {name: "leaf-[1-2]", type: example-hx-40, rack: R1, u: [40, 41]}
  - {name: "host-[1-4]", type: server-1u-1x-qsfp56, rack: R1, u: [30, 31, 32, 33], face: rear}
  - {name: oob, type: sn2201, rack: R1, u: 42}
links:
  - {a: "host-[1-4]:ib1", b: "leaf-1:hx1/[1-4]", speed: hdr}
  - {a: "leaf-1:hx1/[37-40]", b: "leaf-2:hx1/[37-40]", speed: hdr}
  - {a: "leaf-[1-2]:mg0", b: "oob:swp[1-2]"}
`
	checked, err := a.Check(t.Context(), app.CheckRequest{Source: source("plan.yaml", plan)})
	if err != nil {
		t.Fatalf("%v\nof %s", err, plan)
	}
	r := checked.Result
	if !r.OK || len(r.Links) != 10 || r.Summary.LinksByStatus[planner.StatusOK]+r.Summary.LinksByStatus[planner.StatusWarning] != 10 {
		t.Errorf("ok %v with %d links, %v", r.OK, len(r.Links), r.Findings)
	}
	for _, l := range r.Links {
		if !l.HasCable {
			t.Errorf("link %s: %s", l.ID, l.Reason)
		}
	}
}

// indented is a device type as an entry of a list.
func indented(text string) string {
	first := strings.Index(text, "slug:")
	return "  " + strings.ReplaceAll(text[:first], "\n", "\n  ") + "- " + strings.TrimSuffix(strings.ReplaceAll(text[first:], "\n", "\n    "), "    ")
}

func TestImportedDeviceTypeSaysWhatWasGuessed(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	made, err := a.ImportDeviceType("hx-40.yml", []byte(hx40()))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# guessed: kind: ib-switch; ", "# port_side: ", "\nslug: example-hx-40\n"} {
		if !strings.Contains("\n"+string(made.Text), want) {
			t.Errorf("the text lacks %q:\n%s", want, made.Text)
		}
	}
	var invalid *app.Invalid
	if _, err := a.ImportDeviceType("x.yml", []byte("model: x")); !errors.As(err, &invalid) || !strings.Contains(err.Error(), "x.yml:1:1: manufacturer") {
		t.Errorf("got %v, want the problems at their place", err)
	}
}
