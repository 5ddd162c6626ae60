package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
)

const changing = `version: 1
name: Changing
racks: [{name: "A[01-03]", row: "", units: 48}, {name: B01}]
devices:
  - {name: "dgx-[001-004]", type: dgx-h100, rack: "A[01-02]", u: [1, 9]}
  - {name: leaf-1, type: qm9700, rack: A03, u: 40}
  - {name: leaf-2, type: qm9700, rack: A03, u: 42}
  - {name: oob, type: sn2201, rack: B01, u: 1}
links:
  - {a: "dgx-[001-004]:OSFP4P2", b: "leaf-1:IB1/[1-2]/[1-2]", speed: ndr}
  - {a: "dgx-[001-004]:bmc", b: "oob:swp[1-4]", speed: 1gbe}
overrides:
  - {at: "leaf-1:IB1/1/[1-2]", group: first}
  - {at: "dgx-[001-004]:bmc", color: blue}
fabrics:
  - {name: storage, topology: single-switch, speed: ndr200, hosts: "dgx-[001-004]", host_ports: [slot1p1], leaves: leaf-2}
`

// changed is a plan with edits made, and what they change.
func changed(t *testing.T, edits func(*app.Checked) []plan.Edit) (*app.Checked, app.Comparison) {
	t.Helper()
	p := newPlans(t)
	made, err := p.Create(t.Context(), app.LocalUser, app.CreateRequest{Source: app.Source{Name: "plan.yaml", Text: []byte(strings.Replace(changing, `row: "", `, "", 1))}})
	if err != nil {
		t.Fatal(err)
	}
	was, _, err := p.Result(t.Context(), app.LocalUser, made.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	asked := edits(was)
	_, is, _, err := p.Edited(t.Context(), app.LocalUser, made.ID, 1, asked)
	if err != nil {
		t.Fatalf("edits %v: %v", asked, err)
	}
	c, err := p.Preview(t.Context(), app.LocalUser, made.ID, 1, asked)
	if err != nil {
		t.Fatal(err)
	}
	return is, c
}

// naming counts what still names a device.
func naming(c *app.Checked, device string) int {
	n := 0
	for i := range c.Result.Links {
		if l := &c.Result.Links[i]; l.A.Device.Name == device || l.B.Device.Name == device {
			n++
		}
	}
	return n
}

func codes(c *app.Checked) []string {
	var out []string
	for i := range c.Result.Findings {
		if code := string(c.Result.Findings[i].Code); !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	return out
}

// A device taken out with its links leaves nothing that names it, and everything
// else as it was.
func TestADeviceTakenOutWithItsLinksLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	for _, device := range []string{"dgx-001", "dgx-003", "leaf-1", "oob"} {
		t.Run(device, func(t *testing.T) {
			t.Parallel()
			var change app.DeviceChange
			var before int
			is, c := changed(t, func(was *app.Checked) []plan.Edit {
				before = naming(was, device)
				change = was.TakeOut([]string{device}, true)
				return change.Edits
			})
			if n := naming(is, device); n != 0 || is.Result.Summary.Devices != 6 {
				t.Errorf("%d links still name %s and %d devices are left, want none and 6", n, device, is.Result.Summary.Devices)
			}
			if got := change.Links + change.Generated; got != before || before == 0 {
				t.Errorf("the change says %d links go, the plan had %d at %s", got, before, device)
			}
			for _, code := range []string{"unknown-device", "unused-override", "unknown-port"} {
				if slices.Contains(codes(is), code) {
					t.Errorf("taking out %s leaves a finding %s", device, code)
				}
			}
			if !slices.ContainsFunc(c.Loads, func(x app.RackLoad) bool { return x.Is.Units.Used < x.Was.Units.Used }) {
				t.Errorf("no rack holds fewer units: %+v", c.Loads)
			}
		})
	}
}

func TestADeviceTakenOutWithoutItsLinksIsNamedByFindings(t *testing.T) {
	t.Parallel()
	is, _ := changed(t, func(was *app.Checked) []plan.Edit { return was.TakeOut([]string{"dgx-003"}, false).Edits })
	if !slices.Contains(codes(is), "unknown-device") {
		t.Errorf("the findings are %v, want unknown-device among them", codes(is))
	}
}

// The last leaf of a fabric cannot be taken out of its list; that is said.
func TestAFabricThatWouldHaveNoSwitchIsLeftAndSaysSo(t *testing.T) {
	t.Parallel()
	var change app.DeviceChange
	changed(t, func(was *app.Checked) []plan.Edit {
		change = was.TakeOut([]string{"leaf-2"}, true)
		return change.Edits
	})
	if len(change.Notes) != 1 || !strings.Contains(change.Notes[0], "storage") {
		t.Errorf("notes are %q, want one about the fabric storage", change.Notes)
	}
}

// A device with another name keeps its place, its links and what overrides say.
func TestARenamedDeviceKeepsItsLinks(t *testing.T) {
	t.Parallel()
	for _, device := range []string{"dgx-003", "leaf-1", "leaf-2", "oob"} {
		t.Run(device, func(t *testing.T) {
			t.Parallel()
			var before int
			var notes []string
			is, c := changed(t, func(was *app.Checked) []plan.Edit {
				before = naming(was, device)
				change := was.RenameDevice(device, device+"0")
				notes = change.Notes
				return change.Edits
			})
			after := naming(is, device+"0")
			want := before
			if device == "dgx-003" { // dgx-0030 is of another width than the others, so the fabric keeps the old name
				want--
				if len(notes) == 0 {
					t.Error("nothing says that the fabric still names it")
				}
			}
			if after != want {
				t.Errorf("%s has %d links as %s0, want %d of %d", device, after, device, want, before)
			}
			if device == "leaf-1" && is.Document.Overrides[0].At != "leaf-10:IB1/1/[1-2]" {
				t.Errorf("the override is at %s, want leaf-10:IB1/1/[1-2]", is.Document.Overrides[0].At)
			}
			if len(c.Loads) > 0 && want == before {
				t.Errorf("a name changes what racks hold: %+v", c.Loads)
			}
		})
	}
}

func TestARenamedRackKeepsItsDevices(t *testing.T) {
	t.Parallel()
	for _, rack := range []string{"A01", "A03", "B01"} {
		var before []string
		is, _ := changed(t, func(was *app.Checked) []plan.Edit {
			before = was.DevicesIn(rack)
			return was.RenameRack(rack, "Z9")
		})
		if got := is.DevicesIn("Z9"); fmt.Sprint(got) != fmt.Sprint(before) || len(got) == 0 {
			t.Errorf("rack %s as Z9 holds %v, want %v", rack, got, before)
		}
	}
}
