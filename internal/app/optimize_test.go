package app_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/planner"
)

func hgxRows(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../examples/hgx-rows/plan.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What a job finds, made in the stored text, gives what it promised.
func TestALayoutIsFoundAppliedAndTakenBack(t *testing.T) {
	t.Parallel()
	p, _, _ := newSite(t)
	ctx := t.Context()
	made, err := p.Create(ctx, app.LocalUser, app.CreateRequest{Source: app.Source{Name: "plan.yaml", Text: hgxRows(t)}})
	if err != nil {
		t.Fatal(err)
	}
	j, err := p.StartOptimize(ctx, app.LocalUser, made.ID, 0, app.OptimizeRequest{Goal: planner.GoalCopper, Keep: []string{"spine-1"}})
	if err != nil || j.State != app.JobWaiting || j.Revision != 1 {
		t.Fatalf("job %+v, %v", j, err)
	}
	_, err = p.StartOptimize(ctx, app.LocalUser, made.ID, 0, app.OptimizeRequest{Goal: planner.GoalCopper})
	if !errors.Is(err, app.ErrFull) {
		t.Errorf("a second search: got error %v, want %v", err, app.ErrFull)
	}
	if err := p.WorkJob(ctx, j.ID); err != nil {
		t.Fatal(err)
	}
	if j, err = p.Job(ctx, app.LocalUser, j.ID); err != nil || j.State != app.JobDone || j.Layout == nil || len(j.Layout.Moves) == 0 {
		t.Fatalf("the job afterwards: %+v, %v", j, err)
	}
	if j.Progress.Total == 0 {
		t.Error("the job never told how far it is")
	}
	all := make([]int, len(j.Layout.Moves))
	for i := range all {
		all[i] = i
	}
	edits, message, err := app.EditsOf(j.Layout, all)
	if err != nil || !strings.HasPrefix(message, "better layout: ") {
		t.Fatalf("edits: %q, %v", message, err)
	}
	saved, err := p.Edit(ctx, app.LocalUser, made.ID, 1, edits, message)
	if err != nil {
		t.Fatal(err)
	}
	checked, _, err := p.Result(ctx, app.LocalUser, made.ID, saved.Revision)
	if err != nil {
		t.Fatal(err)
	}
	l, err := p.App().Optimize(ctx, checked, app.OptimizeRequest{Goal: planner.GoalCopper, Steps: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(j.Layout.After, resultjson.StandingOf(&l.Before)); diff != "" {
		t.Errorf("saved, the plan stands otherwise than promised (-promised +saved):\n%s", diff)
	}
	for _, d := range checked.Result.Devices {
		if d.Name == "spine-1" && (d.Rack != "N1" || d.U.String() != "19") {
			t.Errorf("spine-1 was to stay and stands at %s U%s", d.Rack, d.U)
		}
	}
}

func TestOptimizeRefusesWhatItCannotDo(t *testing.T) {
	t.Parallel()
	p, _, _ := newSite(t)
	made, err := p.Create(t.Context(), app.LocalUser, app.CreateRequest{Source: app.Source{Name: "plan.yaml", Text: hgxRows(t)}})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		req  app.OptimizeRequest
		want string
	}{
		"no goal":             {app.OptimizeRequest{}, "write copper or cost"},
		"another goal":        {app.OptimizeRequest{Goal: "coper"}, "did you mean copper?"},
		"too many moves":      {app.OptimizeRequest{Goal: "copper", Moves: 65}, "from 1 to 64"},
		"too many steps":      {app.OptimizeRequest{Goal: "copper", Steps: 1 << 40}, "from 1 to 10000000"},
		"a device it has not": {app.OptimizeRequest{Goal: "copper", Keep: []string{"leaf-9"}}, `no device is called "leaf-9"`},
		"no range":            {app.OptimizeRequest{Goal: "copper", Keep: []string{"leaf-[2-1]"}}, "leaf-[2-1]"},
	} {
		_, err := p.StartOptimize(t.Context(), app.LocalUser, made.ID, 0, test.req)
		if invalid := (*app.Invalid)(nil); !errors.As(err, &invalid) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want one that says %q", name, err, test.want)
		}
	}
	if _, err := p.StartOptimize(t.Context(), app.LocalUser, "nobody", 0, app.OptimizeRequest{Goal: "copper"}); !errors.Is(err, app.ErrNotFound) {
		t.Errorf("a plan there is not: %v", err)
	}
}

// A job that is cancelled while it is worked on ends soon and stays cancelled;
// one whose server ends waits again.
func TestAJobEndsEarly(t *testing.T) {
	t.Parallel()
	p, store, c := newSite(t)
	made, err := p.Create(t.Context(), app.LocalUser, app.CreateRequest{Source: app.Source{Name: "plan.yaml", Text: hgxRows(t)}})
	if err != nil {
		t.Fatal(err)
	}
	start := func() app.Job {
		t.Helper()
		j, err := p.StartOptimize(t.Context(), app.LocalUser, made.ID, 0, app.OptimizeRequest{Goal: planner.GoalCopper, Steps: planner.MaxSearchSteps})
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	watched := &reports{Store: store, clock: c}
	q := site(t, watched, c)
	j := start()
	watched.then = func() {
		if _, err := store.CancelJob(t.Context(), j.ID, time.Now()); err != nil {
			t.Error(err)
		}
	}
	if err := q.WorkJob(t.Context(), j.ID); err != nil {
		t.Fatal(err)
	}
	if j, err = p.Job(t.Context(), app.LocalUser, j.ID); err != nil || j.State != app.JobCancelled || j.Layout != nil {
		t.Errorf("a cancelled job: %s, layout %v, %v", j.State, j.Layout, err)
	}

	j = start()
	ctx, end := context.WithCancel(t.Context())
	watched.then = end
	if err := q.WorkJob(ctx, j.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("a job whose server ends: error %v", err)
	}
	if j, err = p.Job(t.Context(), app.LocalUser, j.ID); err != nil || j.State != app.JobWaiting {
		t.Errorf("a job whose server ended: %s, %v", j.State, err)
	}
}

// reports is a store that does something when a job first says how far it is.
type reports struct {
	app.Store
	clock *clock
	then  func()
}

func (r *reports) ReportJob(ctx context.Context, id string, p app.JobProgress, at time.Time) error {
	r.clock.at.Add(time.Second.Microseconds()) // the next report is not too soon
	if r.then != nil {
		r.then()
		r.then = nil
	}
	return r.Store.ReportJob(ctx, id, p, at)
}

func TestEditsOfSomeMoves(t *testing.T) {
	t.Parallel()
	l := &resultjson.Layout{Moves: []resultjson.LayoutMove{
		{Text: "a from R1 U1 to U2", Edits: []resultjson.Edit{{Kind: "move", Device: "a"}}},
		{Text: "b from R1 U3 to U1", Edits: []resultjson.Edit{{Kind: "move", Device: "b"}}, Needs: []int{0}},
		{Text: "c from R1 U9 to U8", Edits: []resultjson.Edit{{Kind: "move", Device: "c"}}},
	}}
	edits, message, err := app.EditsOf(l, []int{2, 0})
	if err != nil || len(edits) != 2 || edits[0].Device != "a" || edits[1].Device != "c" || message != "better layout: a from R1 U1 to U2; c from R1 U9 to U8" {
		t.Errorf("edits %v, message %q, %v", edits, message, err)
	}
	for want, moves := range map[string][]int{"no move is chosen": nil, "there is no move 4": {3}, "move 2 goes where move 1 makes room": {1}} {
		if _, _, err := app.EditsOf(l, moves); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("moves %v: got error %v, want one that says %q", moves, err, want)
		}
	}
}
