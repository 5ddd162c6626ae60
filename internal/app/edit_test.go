package app_test

import (
	"errors"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
)

// written is a plan whose comments, order and ranges an edit must leave alone.
const written = `version: 1
name: Row A   # the first
racks:
  - {name: "A[01-02]"}

# switches
devices:
  - name: leaf-[01-04]      # two in each rack
    type: sb7800
    rack: A[01-02]
    u: top
  - {name: "host-[1-2]", type: server-1u-1x-qsfp28, rack: A01, u: [1, 2]}
links:
  - {a: "host-[1-2]:ib1", b: "leaf-01:IB1/[1-2]"}  # by hand
overrides:
  - {at: "host-1:ib1", label: spare room}
`

func TestEditsLeaveTheRestOfTheTextAlone(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		edit  plan.Edit
		says  string   // the message of the revision
		has   []string // what stands in the text afterwards
		finds string   // a device that moved
		atU   string
		run   string // of the first link; empty: not looked at
	}{
		{"a setting", plan.Edit{Kind: plan.SetField, Path: "settings.exit", Value: "500mm"}, "set settings.exit", []string{"exit: 500mm"}, "", "", ""},
		{"a device packed with others", plan.Edit{Kind: plan.MoveDevice, Device: "leaf-02", U: "10"}, "move leaf-02", []string{"leaf-02"}, "leaf-02", "10", ""},
		{"an override by the other end, in another spelling of its port",
			plan.Edit{Kind: plan.OverrideLink, At: []string{"leaf-01:1/1"}, Set: map[string]any{"run": "1200mm"}}, "override leaf-01:1/1",
			[]string{`{at: "leaf-01:1/1", run: 1200mm, label: spare room}`}, "", "", "1200 mm"},
	}
	p, ctx := newPlans(t), t.Context()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			made := create(t, p, written)
			before, _, err := p.Result(ctx, ann, made.ID, 1)
			if err != nil {
				t.Fatal(err)
			}
			edited, err := p.Edit(ctx, bob, made.ID, 1, []plan.Edit{tt.edit}, "")
			if err != nil {
				t.Fatal(err)
			}
			if edited.Revision != 2 || edited.Message != tt.says || edited.Author != "bob" {
				t.Errorf("edited %+v, want revision 2 by bob, %s", edited, tt.says)
			}
			text, err := p.Text(ctx, ann, made.ID, 0, "")
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range append(tt.has, "# the first", "\n# switches\n", "# two in each rack", "# by hand", `host-[1-2]:ib1`) {
				if !strings.Contains(string(text.Text), want) {
					t.Errorf("%q is not in the text:\n%s", want, text.Text)
				}
			}
			after, _, err := p.Result(ctx, ann, made.ID, 2)
			if err != nil {
				t.Fatal(err)
			}
			for i, d := range after.Result.Devices {
				was := before.Result.Devices[i]
				if d.Name == tt.finds && d.U.String() != tt.atU {
					t.Errorf("%s stands at U%s, want U%s", d.Name, d.U, tt.atU)
				}
				if d.Name != tt.finds && (d.Rack != was.Rack || d.U != was.U) {
					t.Errorf("%s stood at U%s of %s and is at U%s of %s", d.Name, was.U, was.Rack, d.U, d.Rack)
				}
			}
			if run := after.Result.Links[0].Run.String(); tt.run != "" && run != tt.run {
				t.Errorf("the run of the first link is %s, want %s", run, tt.run)
			}
		})
	}
}

func TestEditsThatCannotBeMade(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made := create(t, p, written)
	tests := []struct {
		name  string
		edits []plan.Edit
		want  string
	}{
		{"no such field", []plan.Edit{{Kind: plan.SetField, Path: "settings.exot", Value: "1m"}}, "exot"},
		{"no such device", []plan.Edit{{Kind: plan.MoveDevice, Device: "leaf-09", U: "3"}}, "leaf-09"},
		{"a length without a unit", []plan.Edit{{Kind: plan.SetField, Path: "settings.exit", Value: "3"}}, "unit"},
		{"no kind", []plan.Edit{{Kind: "twist"}}, "twist"},
		{"the second of two", []plan.Edit{{Kind: plan.SetField, Path: "name", Value: "B"}, {Kind: plan.TakeOut, Path: "racks[7]"}}, "edit 2"},
	}
	for _, tt := range tests {
		var invalid *app.Invalid
		_, err := p.Edit(ctx, ann, made.ID, 1, tt.edits, "")
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want *app.Invalid that says %q", tt.name, err, tt.want)
		}
	}
	if now, err := p.Find(ctx, ann, made.ID); err != nil || now.Revision != 1 {
		t.Errorf("after it revision %d (%v), want 1", now.Revision, err)
	}
}

// move is an edit that moves one host of pods up or down.
func move(revision int) []plan.Edit {
	return []plan.Edit{{Kind: plan.MoveDevice, Device: "p00-h004", U: []string{"25", "26"}[revision%2]}}
}
