package app_test

import (
	"errors"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
)

// pinned is a plan whose first two links are pinned by overrides to lengths
// that do not reach, and the third by its own entry.
const pinned = `version: 1
name: Pinned
racks: [{name: R1, units: 42}]
devices:
  - {name: "host-[1-3]", type: server-1u-1x-osfp, rack: R1, u: [1, 2, 3]}
  - {name: leaf-1, type: qm9700, rack: R1, u: 40, face: rear}
links:
  - {a: "host-[1-2]:ib1", b: "leaf-1:IB1/[1-2]/1", speed: ndr}
  - {a: "host-3:ib1", b: "leaf-1:IB1/3/1", speed: ndr, cable: {medium: dac, length: 1m}}
overrides:
  - {at: "host-[1-2]:ib1", cable: {medium: dac, length: 1m}}
`

func errorsIn(t testing.TB, p *app.Plans, id string, revision int) int {
	t.Helper()
	checked, _, err := p.Result(t.Context(), ann, id, revision)
	if err != nil {
		t.Fatal(err)
	}
	return checked.Result.Summary.Errors
}

func TestTheWaysOutOfACodeAreMadeTogether(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made := create(t, p, pinned)
	if got := errorsIn(t, p, made.ID, 1); got != 3 {
		t.Fatalf("the plan has %d errors, want 3", got)
	}
	fixes, err := p.Fixes(ctx, ann, made.ID, 1, app.FixQuery{Code: "too-short"})
	if err != nil {
		t.Fatal(err)
	}
	if fixes.Fixed != 3 || fixes.Without != 0 || len(fixes.Refused) != 0 || fixes.What != "too-short, 3 times" {
		t.Errorf("got %+v, want the ways out of all three", fixes)
	}
	overrides := 0
	for _, e := range fixes.Edits {
		if e.Kind == plan.OverrideLink {
			overrides++
		}
	}
	if overrides != 1 || len(fixes.Edits) != 2 {
		t.Errorf("got edits %+v, want one of the entry and one of both overrides", fixes.Edits)
	}
	if _, err := p.Edit(ctx, ann, made.ID, 1, fixes.Edits, ""); err != nil {
		t.Fatal(err)
	}
	if got := errorsIn(t, p, made.ID, 2); got != 0 {
		t.Errorf("after all ways out the plan has %d errors, want none", got)
	}
}

func TestTheWayOutOfOneFindingLeavesTheOthers(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made := create(t, p, pinned)
	checked, _, err := p.Result(ctx, ann, made.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range checked.Result.Findings {
		f := &checked.Result.Findings[i]
		if f.Code != "too-short" {
			continue
		}
		fixes, err := p.Fixes(ctx, ann, made.ID, 1, app.FixQuery{Finding: app.FindingKey(f)})
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Preview(ctx, ann, made.ID, 1, fixes.Edits)
		if err != nil {
			t.Fatalf("%s: %v", f.Subject, err)
		}
		if c.To.Summary.Errors != 2 {
			t.Errorf("the way out of %s, %q with %+v, leaves %d errors, want 2", f.Subject, f.Fix, fixes.Edits, c.To.Summary.Errors)
		}
	}
	_, err = p.Fixes(ctx, ann, made.ID, 1, app.FixQuery{Cause: "0123456789abcdef"})
	if !errors.Is(err, app.ErrNotFound) {
		t.Errorf("ways out of a cause there is not: got %v, want ErrNotFound", err)
	}
}

// Every cause of every example that has a way out as edits gets better by it:
// what it promises is gone, and nothing is half done.
func TestWaysOutOfTheExamplesHelp(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	tried := 0
	for _, x := range p.App().Examples() {
		made := create(t, p, string(x.Text))
		checked, _, err := p.Result(ctx, ann, made.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		like := checked.Likenesses()
		for _, g := range checked.FindingGroups() {
			if len(like.Edits(&checked.Result.Findings[g.Findings[0]])) == 0 {
				continue
			}
			tried++
			fixes, err := p.Fixes(ctx, ann, made.ID, 1, app.FixQuery{Cause: g.Key()})
			if err != nil {
				t.Fatalf("%s, %s: %v", x.Name, g.Code, err)
			}
			c, err := p.Preview(ctx, ann, made.ID, 1, fixes.Edits)
			if err != nil {
				t.Fatalf("%s, %s: %v", x.Name, g.Code, err)
			}
			if was, is := countOf(c.FindingsGone, g.Code), countOf(c.FindingsNew, g.Code); was-is < 1 {
				t.Errorf("%s: the way out of %s (%s) takes %d of it away and brings %d", x.Name, g.Code, g.Fix, was, is)
			}
		}
	}
	if tried == 0 {
		t.Error("no example has a way out to try")
	}
}

func countOf(groups []app.FindingGroup, code plan.Code) int {
	n := 0
	for i := range groups {
		if groups[i].Code == code {
			n += len(groups[i].Findings)
		}
	}
	return n
}
