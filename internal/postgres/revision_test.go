package postgres_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

func TestSaveRevision(t *testing.T) {
	t.Parallel()
	s := open(t)
	create(t, s, "p1", "one", 0, "tag")
	r := revision("two", 1)
	r.Text, r.MediaType, r.Author, r.Message = []byte("{\"name\": \"two\"}\r\n\x00\xff"), planfile.JSON, "grace", "leaf-03 moved\nto U31"
	p, err := s.SaveRevision(t.Context(), "p1", 1, r)
	if err != nil {
		t.Fatal(err)
	}
	want := app.Plan{ID: "p1", Name: "two", Tags: []string{"tag"}, Revision: 2, Author: "grace", Message: "leaf-03 moved\nto U31",
		Created: stored, Changed: stored.Add(time.Minute), Summary: summary(1)}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("the plan after a save (-want +got):\n%s", diff)
	}
	second := app.Revision{PlanID: "p1", Number: 2, Text: r.Text, MediaType: planfile.JSON, Name: "two", Author: "grace",
		Message: "leaf-03 moved\nto U31", At: stored.Add(time.Minute), Summary: summary(1)}
	got, err := s.Revision(t.Context(), "p1", 2)
	if diff := cmp.Diff(second, got); err != nil || diff != "" {
		t.Errorf("revision 2: %v (-want +got):\n%s", err, diff)
	}
	first := app.Revision{PlanID: "p1", Number: 1, Text: []byte("# by hand\nname: one\n"), MediaType: planfile.YAML, Name: "one", Author: "ada",
		Message: "first version", At: stored, Summary: summary(0)}
	got, err = s.Revision(t.Context(), "p1", 1)
	if diff := cmp.Diff(first, got); err != nil || diff != "" {
		t.Errorf("revision 1 after a save: %v (-want +got):\n%s", err, diff)
	}
	for _, n := range []int{0, 3, -1, math.MaxInt32, math.MaxInt32 + 2, math.MaxInt, math.MinInt} {
		_, err := s.Revision(t.Context(), "p1", n)
		refused(t, fmt.Sprintf("revision %d of 2", n), err, app.ErrNotFound)
	}
}

func TestSaveOnAnOldRevision(t *testing.T) {
	t.Parallel()
	s := open(t)
	create(t, s, "p1", "one", 0)
	if _, err := s.SaveRevision(t.Context(), "p1", 1, revision("two", 1)); err != nil {
		t.Fatal(err)
	}
	for _, base := range []int{1, 0, 3, -1, math.MaxInt, math.MinInt} {
		_, err := s.SaveRevision(t.Context(), "p1", base, revision("other", 2))
		refused(t, fmt.Sprintf("a save on revision %d of 2", base), err, app.ErrConflict, "revision 2", fmt.Sprint(base))
	}
	if p, err := s.Plan(t.Context(), "p1"); err != nil || p.Revision != 2 || p.Name != "two" {
		t.Errorf("after refused saves the plan is %q at revision %d, %v; want two at 2", p.Name, p.Revision, err)
	}
}

// Of many who save on the same revision at once, one wins and the others are
// told; nothing is lost and no number is left out.
func TestWritersAtOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	create(t, s, "p1", "0", 0)
	const writers, rounds = 8, 10
	for round := 1; round <= rounds; round++ {
		var won, lost sync.Map
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() {
				name := fmt.Sprintf("round %d writer %d", round, w)
				_, err := s.SaveRevision(t.Context(), "p1", round, revision(name, round))
				switch {
				case err == nil:
					won.Store(name, true)
				case errors.Is(err, app.ErrConflict):
					lost.Store(name, true)
				default:
					t.Errorf("%s: got %v, want a save or ErrConflict", name, err)
				}
			})
		}
		all.Wait()
		winners := keys(&won)
		if len(winners) != 1 || len(keys(&lost)) != writers-1 {
			t.Fatalf("round %d: %d saved and %d were told of a conflict, want 1 and %d", round, len(winners), len(keys(&lost)), writers-1)
		}
		r, err := s.Revision(t.Context(), "p1", round+1)
		if err != nil || r.Name != winners[0] {
			t.Errorf("revision %d is by %q, %v; want %q", round+1, r.Name, err, winners[0])
		}
	}
	list, err := s.Revisions(t.Context(), "p1", 0, 0)
	if err != nil || len(list) != rounds+1 {
		t.Errorf("%d revisions, %v; want %d", len(list), err, rounds+1)
	}
}

func keys(m *sync.Map) []string {
	var all []string
	m.Range(func(k, _ any) bool { all = append(all, k.(string)); return true })
	return all
}

func TestRevisions(t *testing.T) {
	t.Parallel()
	s := open(t)
	create(t, s, "p1", "revision 1", 0)
	create(t, s, "p2", "other", 0)
	for n := 1; n < 12; n++ {
		if _, err := s.SaveRevision(t.Context(), "p1", n, revision(fmt.Sprint("revision ", n+1), n)); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name          string
		before, limit int
		want          string
	}{
		{"the newest three", 0, 3, "12 11 10"},
		{"the next three", 10, 3, "9 8 7"},
		{"the last", 3, 200, "2 1"},
		{"before the first", 1, 3, ""},
		{"no limit said", 0, 0, "12 11 10 9 8 7 6 5 4 3 2 1"},
		{"numbers out of range", math.MaxInt, math.MaxInt, "12 11 10 9 8 7 6 5 4 3 2 1"},
		{"numbers below 0", math.MinInt, math.MinInt, "12 11 10 9 8 7 6 5 4 3 2 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			list, err := s.Revisions(t.Context(), "p1", tt.before, tt.limit)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range list {
				got = append(got, fmt.Sprint(r.Number))
				want := app.Revision{PlanID: "p1", Number: r.Number, MediaType: planfile.YAML, Name: fmt.Sprint("revision ", r.Number), Author: "ada",
					Message: "first version", At: stored.Add(time.Minute * time.Duration(r.Number-1)), Summary: summary(r.Number - 1)}
				if diff := cmp.Diff(want, r); diff != "" {
					t.Errorf("revision %d in the list (-want +got):\n%s", r.Number, diff)
				}
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("before %d, at most %d: got %q, want %q", tt.before, tt.limit, strings.Join(got, " "), tt.want)
			}
		})
	}
}

// A document of a plan with every link written out: about 18 MB.
func largeText() []byte {
	var b bytes.Buffer
	b.WriteString("name: large\nlinks:\n")
	r := rand.New(rand.NewPCG(1, 2))
	for i := 0; b.Len() < 18_000_000; i++ {
		fmt.Fprintf(&b, "  - {a: \"gpu-%05d:ib%d\", b: \"leaf-%03d:IB1/%d/%d\", speed: ndr, group: rail-%d, note: \"%x\"}\n",
			i/8, i%8+1, r.IntN(400), r.IntN(32)+1, i%2+1, i%8, r.Uint32())
	}
	return b.Bytes()
}

func TestLargeTexts(t *testing.T) {
	t.Parallel()
	s := open(t)
	noise := make([]byte, 8<<20) // nothing to pack
	chacha := rand.NewChaCha8([32]byte{1})
	chacha.Read(noise)
	for i, text := range [][]byte{largeText(), noise, {}, bytes.Repeat([]byte(" "), plan.MaxBytes)} {
		id := fmt.Sprint("p", i)
		r := revision("large", 0)
		r.Text = text
		if _, err := s.CreatePlan(t.Context(), app.NewPlan{ID: id, NewRevision: r}); err != nil {
			t.Fatalf("store a text of %d bytes: %v", len(text), err)
		}
		got, err := s.Revision(t.Context(), id, 1)
		if err != nil || sha256.Sum256(got.Text) != sha256.Sum256(text) || got.Text == nil {
			t.Errorf("a text of %d bytes comes back as %d bytes, %v", len(text), len(got.Text), err)
		}
	}
	r := revision("too large", 0)
	r.Text = make([]byte, plan.MaxBytes+1)
	if _, err := s.CreatePlan(t.Context(), app.NewPlan{ID: "over", NewRevision: r}); err == nil || !strings.Contains(err.Error(), "67108864") {
		t.Errorf("a text above the bound: got error %v, want one with the bound", err)
	}
	r.Text, r.MediaType = nil, "text/plain"
	if _, err := s.CreatePlan(t.Context(), app.NewPlan{ID: "odd", NewRevision: r}); err == nil || !strings.Contains(err.Error(), "text/plain") {
		t.Errorf("an unknown media type: got error %v, want one with its name", err)
	}
}

// What a document says can hold bytes no database holds; the lists show a mark
// instead, and the document keeps them.
func TestNamesOfAnyBytes(t *testing.T) {
	t.Parallel()
	s := open(t)
	r := revision("a\x00b\xffc 😀", 0)
	r.Author, r.Message = "\x00", "\xff"
	p, err := s.CreatePlan(t.Context(), app.NewPlan{ID: "p1", NewRevision: r})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Revision(t.Context(), "p1", 1)
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]string{
		"name in the list": {p.Name, "a\uFFFDb\uFFFDc 😀"}, "author": {p.Author, "\uFFFD"}, "message": {p.Message, "\uFFFD"},
		"name of the revision": {got.Name, "a\uFFFDb\uFFFDc 😀"}, "text": {string(got.Text), string(r.Text)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: got %q, want %q", what, pair[0], pair[1])
		}
	}
}

// The database itself refuses to change history.
func TestRevisionsAreKept(t *testing.T) {
	t.Parallel()
	s, conn := openBoth(t)
	create(t, s, "p1", "one", 0)
	if _, err := s.SaveRevision(t.Context(), "p1", 1, revision("two", 1)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ sql, code string }{
		{"UPDATE revisions SET message = 'other' WHERE number = 1", "23001"},
		{"DELETE FROM revisions WHERE number = 1", "23001"},
		{"DELETE FROM plans", "23503"},
		{"UPDATE plans SET revision = 3", "23503"}, // none is there
		{"INSERT INTO revisions SELECT plan_id, number, text, media_type, name, author, message, summary, saved_at FROM revisions", "23505"},
	} {
		var refusal *pgconn.PgError
		if _, err := conn.Exec(t.Context(), tt.sql); !errors.As(err, &refusal) || refusal.Code != tt.code {
			t.Errorf("%s: got %v, want a refusal %s", tt.sql, err, tt.code)
		}
	}
}

func TestDamagedTextIsNoticed(t *testing.T) {
	t.Parallel()
	s, conn := openBoth(t)
	create(t, s, "p1", "one", 0)
	run(t, conn, "ALTER TABLE revisions DISABLE TRIGGER revisions_are_kept")
	run(t, conn, "UPDATE revisions SET text = set_byte(text, 12, get_byte(text, 12) # 1)")
	if r, err := s.Revision(t.Context(), "p1", 1); err == nil {
		t.Errorf("a damaged text was given as %q", r.Text)
	} else if errors.Is(err, app.ErrUnavailable) || errors.Is(err, app.ErrNotFound) {
		t.Errorf("a damaged text: got %v, which promises that it gets better", err)
	}
}
