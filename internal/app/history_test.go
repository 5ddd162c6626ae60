package app_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/plan"
)

var csvOptions = csvtext.Options{}

// A revision says what it changed, whether that was at hand when it was saved
// or is worked out by whoever reads the history first; and it is kept.
func TestWhatARevisionChangedIsKept(t *testing.T) {
	t.Parallel()
	p, store, cat := newSite(t)
	ctx := t.Context()
	made := create(t, p, hall)
	move := []plan.Edit{{Kind: plan.MoveDevice, Device: "leaf-02", U: "12"}}
	if _, err := p.Edit(ctx, bob, made.ID, 1, move, "make room"); err != nil {
		t.Fatal(err)
	}
	cold := site(t, store, cat) // another server, which has planned nothing
	if _, err := cold.Save(ctx, ann, made.ID, 2, saveText(hall)); err != nil {
		t.Fatal(err)
	}
	page, err := p.History(ctx, ann, made.ID, app.HistoryQuery{})
	if err != nil || len(page.Revisions) != 3 {
		t.Fatalf("%d revisions (%v), want 3", len(page.Revisions), err)
	}
	if c := page.Revisions[1].Change; c == nil || !slices.Equal(c.Sentences, []string{"leaf-02 moved from U40 to U12 of A01"}) || c.Total != 1 {
		t.Errorf("revision 2 changed %+v, want the move, kept with the save", c)
	}
	if c := page.Revisions[0].Change; c != nil {
		t.Errorf("revision 3 changed %+v, want it not worked out: the save had not planned revision 2", c)
	}
	want := []string{"leaf-02 moved from U12 to U40 of A01"}
	if c, err := p.ChangeOf(ctx, ann, made.ID, 3); err != nil || !slices.Equal(c.Sentences, want) {
		t.Errorf("revision 3 changed %+v (%v), want %v", c, err, want)
	}
	if page, err = cold.History(ctx, ann, made.ID, app.HistoryQuery{Text: "U40 MOVED"}); err != nil || len(page.Revisions) != 2 || page.Revisions[0].Change == nil {
		t.Errorf("searching for the move: %d revisions (%v), want 2 with what they changed", len(page.Revisions), err)
	}
	if page, err = p.History(ctx, ann, made.ID, app.HistoryQuery{Author: strings.ToUpper(bob.Name), Text: "room"}); err != nil || len(page.Revisions) != 1 || page.Revisions[0].Number != 2 {
		t.Errorf("what %s did to make room: %+v (%v), want revision 2", bob.Name, page.Revisions, err)
	}
	if c, err := p.ChangeOf(ctx, ann, made.ID, 1); err != nil || len(c.Sentences) != 0 {
		t.Errorf("the first revision changed %+v (%v), want nothing", c, err)
	}
	if _, err := p.ChangeOf(ctx, ann, made.ID, 4); !errors.Is(err, app.ErrNotFound) {
		t.Errorf("a revision there is none of: %v, want not found", err)
	}
}

func TestHistoryIsPaged(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	made := create(t, p, hall)
	for n := 1; n < 8; n++ {
		if _, err := p.Rename(t.Context(), bob, made.ID, n, fmt.Sprintf("Hall %d", n)); err != nil {
			t.Fatal(err)
		}
	}
	var got []int
	for before := 0; ; {
		page, err := p.History(t.Context(), ann, made.ID, app.HistoryQuery{Text: "renamed", Limit: 3, Before: before})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range page.Revisions {
			got = append(got, r.Number)
		}
		if before = page.Next; before == 0 {
			break
		}
	}
	if want := []int{8, 7, 6, 5, 4, 3, 2}; !slices.Equal(got, want) {
		t.Errorf("pages of three give revisions %v, want %v", got, want)
	}
}
