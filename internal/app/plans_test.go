package app_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/plan"
	"lengthwise/internal/postgres"
)

// small is a plan that is ok: two switches of one rack and a link.
const small = `# the lab
version: 1
name: Lab
racks: [{name: R1}]
devices:
  - {name: leaf-1, type: sb7800, rack: R1, u: 20}   # old
  - {name: leaf-2, type: sb7800, rack: R1, u: 21}
links:
  - {a: "leaf-1:IB1/1", b: "leaf-2:IB1/1"}
`

var ann, bob = app.Caller{Name: "ann"}, app.Caller{Name: "bob"}

// newPlans are the use cases over a database of their own. The clock goes on by
// a second each time it is read.
func newPlans(t testing.TB) *app.Plans {
	t.Helper()
	return plansOver(t, postgres.New(pgtest.New(t)), 0)
}

func plansOver(t testing.TB, store app.Store, bytes int64) *app.Plans {
	t.Helper()
	var lock sync.Mutex
	now := time.Now().Add(-time.Hour)
	return app.NewPlans(newApp(t), store, app.PlansOptions{CacheBytes: bytes, Now: func() time.Time {
		lock.Lock()
		defer lock.Unlock()
		now = now.Add(time.Second)
		return now
	}})
}

func create(t testing.TB, p *app.Plans, text string) app.Plan {
	t.Helper()
	made, err := p.Create(t.Context(), ann, app.CreateRequest{Source: source("plan.yaml", text)})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func saveText(text string) app.SaveRequest { return app.SaveRequest{Source: source("plan.yaml", text)} }

func TestAPlanFromItsFirstRevisionToItsLast(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made, err := p.Create(ctx, ann, app.CreateRequest{Source: source("plan.yaml", small), Tags: []string{" lab", "edr", "lab"}})
	if err != nil {
		t.Fatal(err)
	}
	if made.Name != "Lab" || made.Revision != 1 || made.Author != "ann" || made.Message != "first version" || !slices.Equal(made.Tags, []string{"edr", "lab"}) {
		t.Errorf("created %+v, want Lab, revision 1 by ann, first version, tags edr and lab", made)
	}
	if s := made.Summary; !s.OK || s.Links != 1 || s.Cables != 1 || s.CablesByMedium["dac"] != 1 {
		t.Errorf("summary %+v, want ok with 1 link on 1 dac cable", s)
	}

	saved, err := p.Save(ctx, bob, made.ID, 1, app.SaveRequest{Source: source("plan.yaml", strings.Replace(small, "u: 21", "u: 30", 1)), Message: " moved up "})
	if err != nil || saved.Revision != 2 || saved.Author != "bob" || saved.Message != "moved up" || !saved.Changed.After(made.Changed) {
		t.Errorf("saved %+v (%v), want revision 2 by bob, moved up", saved, err)
	}
	restored, err := p.RestoreRevision(ctx, ann, made.ID, 2, 1)
	if err != nil || restored.Revision != 3 || restored.Message != "restored revision 1" {
		t.Errorf("restored %+v (%v), want revision 3, restored revision 1", restored, err)
	}
	text, err := p.Text(ctx, ann, made.ID, 0, "")
	if err != nil || string(text.Text) != small || text.Number != 3 {
		t.Errorf("text of revision %d (%v):\n%s\nwant the first one's, byte for byte", text.Number, err, text.Text)
	}

	list, err := p.Revisions(ctx, ann, made.ID, 0, 0)
	if err != nil || len(list) != 3 || list[0].Number != 3 || list[2].Message != "first version" || list[0].Text != nil {
		t.Errorf("revisions %+v (%v), want 3, 2, 1 without texts", list, err)
	}
	if list, err = p.Revisions(ctx, ann, made.ID, 2, 5); err != nil || len(list) != 1 || list[0].Number != 1 {
		t.Errorf("revisions below 2: %+v (%v), want 1", list, err)
	}

	deleted, err := p.Delete(ctx, ann, made.ID)
	if err != nil || deleted.Deleted.IsZero() {
		t.Errorf("deleted %+v (%v), want the time of it", deleted, err)
	}
	if again, err := p.Delete(ctx, ann, made.ID); err != nil || !again.Deleted.Equal(deleted.Deleted) {
		t.Errorf("deleted again %+v (%v), want nothing to change", again, err)
	}
	if _, err := p.Save(ctx, ann, made.ID, 3, saveText(small)); !errors.Is(err, app.ErrNotFound) {
		t.Errorf("saved to a deleted plan: %v, want ErrNotFound", err)
	}
	back, err := p.Undelete(ctx, ann, made.ID)
	if err != nil || !back.Deleted.IsZero() {
		t.Errorf("brought back %+v (%v)", back, err)
	}
	tagged, err := p.Tag(ctx, ann, made.ID, []string{"z", "a", "z"})
	if err != nil || !slices.Equal(tagged.Tags, []string{"a", "z"}) {
		t.Errorf("tags %v (%v), want a, z", tagged.Tags, err)
	}
	if _, err := p.Tag(ctx, ann, "no-such-plan", nil); !errors.Is(err, app.ErrNotFound) {
		t.Errorf("tags of no plan: %v, want ErrNotFound", err)
	}
}

func TestWhatCanBeSaved(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made := create(t, p, small)
	saved, err := p.Save(ctx, ann, made.ID, 1, saveText(tooLong))
	if err != nil || saved.Summary.OK || saved.Summary.Errors != 1 || saved.Name != "Too long" {
		t.Errorf("a readable plan with an error: %+v (%v), want it saved under its new name with 1 error", saved, err)
	}
	var invalid *app.Invalid
	if _, err := p.Save(ctx, ann, made.ID, 2, saveText("version: 1\nnam: x\n")); !errors.As(err, &invalid) {
		t.Errorf("an unreadable plan: %v, want *app.Invalid", err)
	}
	if _, err := p.Create(ctx, ann, app.CreateRequest{Source: source("plan.yaml", "{")}); !errors.As(err, &invalid) {
		t.Errorf("a new unreadable plan: %v, want *app.Invalid", err)
	}
	if now, err := p.Find(ctx, ann, made.ID); err != nil || now.Revision != 2 {
		t.Errorf("after it revision %d (%v), want 2", now.Revision, err)
	}
	if all, _, err := p.List(ctx, ann, app.PlanQuery{}); err != nil || len(all) != 1 {
		t.Errorf("after it %d plans (%v), want 1", len(all), err)
	}
}

func TestQuestionsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made := create(t, p, small)
	long := strings.Repeat("x", app.MaxMessage+1)
	ask := map[string]func() error{
		"message": func() error {
			_, err := p.Save(ctx, ann, made.ID, 1, app.SaveRequest{Source: source("plan.yaml", small), Message: long})
			return err
		},
		"tags[0]": func() error { _, err := p.Tag(ctx, ann, made.ID, []string{"a\x00b"}); return err },
		"tags[1]": func() error { _, err := p.Tag(ctx, ann, made.ID, []string{"a", "\xff"}); return err },
		"tags": func() error {
			var many []string
			for i := range app.MaxTags + 1 {
				many = append(many, fmt.Sprint("t", i))
			}
			_, err := p.Tag(ctx, ann, made.ID, many)
			return err
		},
		"limit":  func() error { _, _, err := p.List(ctx, ann, app.PlanQuery{Limit: app.MaxList + 1}); return err },
		"q":      func() error { _, _, err := p.List(ctx, ann, app.PlanQuery{Search: "a\nb"}); return err },
		"before": func() error { _, err := p.Revisions(ctx, ann, made.ID, 1<<40, 1); return err },
		"edits":  func() error { _, err := p.Edit(ctx, ann, made.ID, 1, nil, ""); return err },
	}
	for field, ask := range ask {
		var invalid *app.Invalid
		if err := ask(); !errors.As(err, &invalid) || invalid.Problems.List[0].Path != field {
			t.Errorf("a bad %s: %v, want *app.Invalid about %s", field, err, field)
		}
	}
	for _, id := range []string{"", "no-such-plan", "a/b", "ABC", "\x00", "\xff", strings.Repeat("a", 65)} {
		if _, err := p.Find(ctx, ann, id); !errors.Is(err, app.ErrNotFound) {
			t.Errorf("plan %q: %v, want ErrNotFound", id, err)
		}
		if _, _, err := p.Result(ctx, ann, id, 0); !errors.Is(err, app.ErrNotFound) {
			t.Errorf("result of plan %q: %v, want ErrNotFound", id, err)
		}
		if _, err := p.Delete(ctx, ann, id); !errors.Is(err, app.ErrNotFound) {
			t.Errorf("delete plan %q: %v, want ErrNotFound", id, err)
		}
	}
	for _, number := range []int{2, -1, 1 << 31, 1 << 40} {
		if _, _, err := p.Result(ctx, ann, made.ID, number); !errors.Is(err, app.ErrNotFound) {
			t.Errorf("result of revision %d: %v, want ErrNotFound", number, err)
		}
		if _, err := p.RestoreRevision(ctx, ann, made.ID, 1, number); !errors.Is(err, app.ErrNotFound) {
			t.Errorf("restore revision %d: %v, want ErrNotFound", number, err)
		}
	}
}

func TestWhoSavesOnAnOldRevisionIsTold(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made := create(t, p, small)
	if _, err := p.Save(ctx, ann, made.ID, 1, saveText(tooLong)); err != nil {
		t.Fatal(err)
	}
	late := map[string]func() error{
		"save": func() error { _, err := p.Save(ctx, bob, made.ID, 1, saveText(small)); return err },
		"edit": func() error {
			_, err := p.Edit(ctx, bob, made.ID, 1, []plan.Edit{{Kind: plan.TakeOut, Path: "links[0]"}}, "")
			return err
		},
		"rename":  func() error { _, err := p.Rename(ctx, bob, made.ID, 1, "x"); return err },
		"restore": func() error { _, err := p.RestoreRevision(ctx, bob, made.ID, 1, 1); return err },
	}
	for what, do := range late {
		if err := do(); !errors.Is(err, app.ErrConflict) || !strings.Contains(err.Error(), "the newest is 2 by ann") {
			t.Errorf("%s on revision 1 of 2: %v, want ErrConflict that says what is newest and whose", what, err)
		}
	}

	const writers = 6
	errs := make([]error, writers)
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			_, errs[i] = p.Save(ctx, ann, made.ID, 2, saveText(strings.Replace(small, "u: 21", fmt.Sprint("u: ", 22+i), 1)))
		})
	}
	group.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else if !errors.Is(err, app.ErrConflict) {
			t.Errorf("a writer got %v, want ErrConflict", err)
		}
	}
	if now, err := p.Find(ctx, ann, made.ID); won != 1 || err != nil || now.Revision != 3 {
		t.Errorf("%d of %d writers at once won, newest revision %d (%v); want 1 and 3", won, writers, now.Revision, err)
	}
}

func TestARequestMadeTwiceIsDoneOnce(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	req := app.CreateRequest{Source: source("plan.yaml", small), IdempotencyKey: "k-1"}
	const tries = 6
	ids, errs := make([]string, tries), make([]error, tries)
	var group sync.WaitGroup
	for i := range tries {
		group.Go(func() {
			made, err := p.Create(ctx, ann, req)
			ids[i], errs[i] = made.ID, err
		})
	}
	group.Wait()
	for i := range tries {
		if errs[i] != nil || ids[i] != ids[0] || ids[i] == "" {
			t.Errorf("try %d made plan %q (%v), the first %q", i, ids[i], errs[i], ids[0])
		}
	}
	other := req
	other.Text = []byte(tooLong)
	if _, err := p.Create(ctx, ann, other); !errors.Is(err, app.ErrConflict) {
		t.Errorf("the key with another document: %v, want ErrConflict", err)
	}
	if made, err := p.Create(ctx, bob, req); err != nil || made.ID == ids[0] {
		t.Errorf("the key of another caller made plan %q (%v), want one of his own", made.ID, err)
	}
	if _, err := p.Save(ctx, ann, ids[0], 1, saveText(tooLong)); err != nil {
		t.Fatal(err)
	}
	if made, err := p.Create(ctx, ann, req); err != nil || made.ID != ids[0] || made.Revision != 2 {
		t.Errorf("the request once more: plan %q at revision %d (%v), want the first plan as it is now", made.ID, made.Revision, err)
	}
	if all, _, err := p.List(ctx, ann, app.PlanQuery{}); err != nil || len(all) != 2 {
		t.Errorf("%d plans (%v), want 2: one of each caller", len(all), err)
	}
}

func TestCopiesAndNames(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made, err := p.Create(ctx, ann, app.CreateRequest{Source: source("plan.yaml", small), Tags: []string{"lab"}})
	if err != nil {
		t.Fatal(err)
	}
	renamed, err := p.Rename(ctx, ann, made.ID, 1, " Lab 2 ")
	if err != nil || renamed.Name != "Lab 2" || renamed.Revision != 2 || renamed.Message != "renamed to Lab 2" {
		t.Errorf("renamed %+v (%v), want Lab 2 at revision 2", renamed, err)
	}
	var invalid *app.Invalid
	for _, name := range []string{"", strings.Repeat("x", 65), "a\nb"} {
		if _, err := p.Rename(ctx, ann, made.ID, 2, name); !errors.As(err, &invalid) {
			t.Errorf("renamed to %q: %v, want *app.Invalid", name, err)
		}
	}
	for give, want := range map[string]string{"": "Lab 2 (copy)", "Lab 3": "Lab 3"} {
		copied, err := p.Copy(ctx, bob, made.ID, give)
		if err != nil || copied.Name != want || copied.ID == made.ID || copied.Revision != 1 || copied.Author != "bob" ||
			copied.Message != "copy of Lab 2, revision 2" || !slices.Equal(copied.Tags, []string{"lab"}) {
			t.Errorf("copied as %q: %+v (%v), want %s by bob", give, copied, err, want)
		}
	}
	long := create(t, p, strings.Replace(small, "name: Lab", "name: "+strings.Repeat("é", 64), 1))
	if copied, err := p.Copy(ctx, ann, long.ID, ""); err != nil || copied.Name != strings.Repeat("é", 57)+" (copy)" {
		t.Errorf("copy of a plan with a long name: %q (%v)", copied.Name, err)
	}
}

func TestTextInTheOtherForm(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made := create(t, p, small)
	json, err := p.Text(ctx, ann, made.ID, 1, planfile.JSON)
	if err != nil || json.MediaType != planfile.JSON || !strings.HasPrefix(string(json.Text), `{`) {
		t.Fatalf("as JSON: %s %s (%v)", json.MediaType, json.Text, err)
	}
	saved, err := p.Save(ctx, ann, made.ID, 1, app.SaveRequest{Source: app.Source{Text: json.Text}})
	if err != nil {
		t.Fatal(err)
	}
	compared, err := p.Compare(ctx, ann, made.ID, 1, saved.Revision)
	if err != nil || !compared.Same {
		t.Errorf("YAML and its JSON: same is %v (%v), want true", compared.Same, err)
	}
	if again, err := p.Text(ctx, ann, made.ID, 0, ""); err != nil || again.MediaType != planfile.JSON {
		t.Errorf("as stored: %s (%v), want JSON", again.MediaType, err)
	}
}

func TestListPagesWithCursors(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	for i := range 5 {
		create(t, p, strings.Replace(small, "name: Lab", fmt.Sprint("name: Lab ", i), 1))
	}
	var names []string
	cursor := ""
	for range 5 {
		after, err := app.ParsePlanCursor(cursor)
		if err != nil {
			t.Fatal(err)
		}
		page, more, err := p.List(ctx, ann, app.PlanQuery{Search: "lab", Limit: 2, After: after})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range page {
			names = append(names, x.Name)
		}
		if !more {
			break
		}
		end := page[len(page)-1]
		cursor = app.PlanCursor{Changed: end.Changed, ID: end.ID}.Token()
	}
	if want := []string{"Lab 4", "Lab 3", "Lab 2", "Lab 1", "Lab 0"}; !slices.Equal(names, want) {
		t.Errorf("pages of 2: %v, want %v", names, want)
	}
	var invalid *app.Invalid
	for _, bad := range []string{"x", "!", "MTIz", "LTF8YQ", "OTk5OTk5OTk5OTk5OTk5OTk5fGE"} {
		if _, err := app.ParsePlanCursor(bad); !errors.As(err, &invalid) {
			t.Errorf("cursor %q: %v, want *app.Invalid", bad, err)
		}
	}
}

func TestPlansStopWithTheirContext(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	made := create(t, p, small)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := p.Result(ctx, ann, made.ID, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("result: %v, want context.Canceled", err)
	}
	if _, err := p.Save(ctx, ann, made.ID, 1, saveText(small)); !errors.Is(err, context.Canceled) {
		t.Errorf("save: %v, want context.Canceled", err)
	}
}
