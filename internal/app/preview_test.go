package app_test

import (
	"errors"
	"slices"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
)

// A preview says what saving the same edits then changes, and stores nothing.
func TestAPreviewIsWhatSavingDoes(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	made := create(t, p, written)
	edits := []plan.Edit{{Kind: plan.MoveDevice, Device: "leaf-02", U: "10"}}
	foreseen, err := p.Preview(t.Context(), ann, made.ID, 0, edits)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := p.Find(t.Context(), ann, made.ID); err != nil || found.Revision != 1 {
		t.Fatalf("a preview left revision %d (%v), want 1", found.Revision, err)
	}
	if _, err := p.Edit(t.Context(), ann, made.ID, 1, edits, ""); err != nil {
		t.Fatal(err)
	}
	c, err := p.Compare(t.Context(), ann, made.ID, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := foreseen.Sentences(100), c.Sentences(100); !slices.Equal(got, want) || len(got) == 0 {
		t.Errorf("foreseen %q, came %q", got, want)
	}
	if foreseen.Same || foreseen.To.Revision.Number != 0 || foreseen.From.Revision.Number != 1 {
		t.Errorf("from %d to %d, same: %t", foreseen.From.Revision.Number, foreseen.To.Revision.Number, foreseen.Same)
	}
}

func TestAPreviewOfWhatCannotBeDone(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	made := create(t, p, written)
	for name, edits := range map[string][]plan.Edit{
		"none":           nil,
		"unknown device": {{Kind: plan.MoveDevice, Device: "nobody", U: "3"}},
	} {
		if _, err := p.Preview(t.Context(), ann, made.ID, 1, edits); !errors.As(err, new(*app.Invalid)) {
			t.Errorf("%s: %v, want *Invalid", name, err)
		}
	}
	if _, err := p.Preview(t.Context(), ann, made.ID, 9, []plan.Edit{{Kind: plan.SetField, Path: "name", Value: "x"}}); !errors.Is(err, app.ErrNotFound) {
		t.Errorf("revision 9: %v, want ErrNotFound", err)
	}
}
