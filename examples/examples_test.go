package examples_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"lengthwise/examples"
	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/formats"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/planner/plantest"
)

var loaded = sync.OnceValues(catalog.Load)

func load(t *testing.T) *catalog.Catalog {
	t.Helper()
	cat, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

// check plans an example as the program does. The version is left blank, so
// that expected results outlive it.
func check(t *testing.T, name string) *app.Checked {
	t.Helper()
	for _, e := range examples.All() {
		if e.Name != name {
			continue
		}
		checked, err := app.New(load(t), "").Check(t.Context(), app.CheckRequest{Source: app.Source{Name: file(name), Text: e.Text}})
		if err != nil {
			t.Fatal(err)
		}
		return checked
	}
	t.Fatalf("there is no example %q", name)
	return nil
}

// file is where the plan of an example is: "edr-habit/plan.yaml", "edr-habit/hdr.yaml".
func file(name string) string {
	folder, variant, _ := strings.Cut(name, "/")
	return folder + "/" + cmp.Or(variant, "plan") + ".yaml"
}

// change plans a variant of a document that the README of its example tells
// about, and holds it to the laws of a result.
func change(t *testing.T, c *app.Checked, edits ...plan.Edit) *planner.Result {
	t.Helper()
	doc, err := plan.Apply(c.Document, edits, plan.EditContext{Fields: planfile.Editor{Catalog: load(t)}})
	if err != nil {
		t.Fatal(err)
	}
	res, err := planner.Plan(doc, load(t), planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plantest.Check(t, doc, load(t), res)
	return res
}

func set(path string, value any) plan.Edit { return plan.Edit{Kind: "set", Path: path, Value: value} }

// TestExamples plans every example and compares all that is expected of it.
func TestExamples(t *testing.T) {
	t.Parallel()
	expected := map[string][]string{} // folder: files
	for _, e := range examples.All() {
		folder, variant, _ := strings.Cut(e.Name, "/")
		dir := filepath.Join(folder, "expected", variant)
		c := check(t, e.Name)
		plantest.Check(t, c.Document, load(t), c.Result)
		for _, name := range []string{"result.json", "order.csv", "cables.csv", "findings.csv"} {
			f, err := formats.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			incomplete := f.NeedsOK && !c.Result.OK
			var b bytes.Buffer
			in := formats.Input{Document: c.Document, Result: c.Result, Artifact: file(e.Name)}
			if err := f.Encode(&b, in, formats.Options{Incomplete: incomplete}); err != nil {
				t.Fatalf("%s as %s: %v", e.Name, name, err)
			}
			path := filepath.Join(dir, f.FileName(incomplete))
			golden(t, path, b.Bytes())
			expected[folder] = append(expected[folder], path)
		}
	}
	for folder, want := range expected {
		if got := filesBelow(t, filepath.Join(folder, "expected")); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s: expected holds\n%s\nwant\n%s", folder, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// golden compares got with a file, byte for byte.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Errorf("%s, line %d: got %.600q, want %.600q (UPDATE_GOLDEN=1 rewrites it)", path, i+1, at(g, i), at(w, i))
			return
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "the end"
}

func filesBelow(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// TestEachExampleTellsItsStory: the first line of its README is one sentence.
func TestEachExampleTellsItsStory(t *testing.T) {
	t.Parallel()
	for _, e := range examples.All() {
		folder, variant, _ := strings.Cut(e.Name, "/")
		if variant != "" {
			continue
		}
		first, _, _ := strings.Cut(read(t, folder).text, "\n")
		if !strings.HasSuffix(first, ".") || strings.HasPrefix(first, "#") || len(first) > 130 {
			t.Errorf("%s/README.md begins %q; one sentence of at most 130 characters is wanted", folder, first)
		}
	}
}

// A story is a README. Every figure it states is worked out again by a test.
type story struct {
	t          *testing.T
	name, text string
}

func read(t *testing.T, folder string) story {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return story{t, folder + "/README.md", string(text)}
}

// says wants the words in the README, however its lines are broken.
func (s story) says(format string, args ...any) {
	s.t.Helper()
	want := fmt.Sprintf(format, args...)
	if !strings.Contains(strings.Join(strings.Fields(s.text), " "), want) {
		s.t.Errorf("%s does not say %q", s.name, want)
	}
}

// metres is a length of whole millimetres as the READMEs write it: "1.071".
func metres(mm int64) string { return fmt.Sprintf("%d.%03d", mm/1000, mm%1000) }

// same fails unless got is want; what says of what.
func same[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// quantities are what an order holds without spares, switches left out, as
// "quantity x part" in the order of the bill of materials.
func quantities(res *planner.Result) string {
	var out []string
	for _, b := range res.BOM {
		if b.DeviceType == nil {
			out = append(out, fmt.Sprintf("%d x %s", b.Quantity, b.Part.ID()))
		}
	}
	return strings.Join(out, ", ")
}

// links picks those of a group.
func links(res *planner.Result, group string) []planner.Link {
	var out []planner.Link
	for _, l := range res.Links {
		if strings.HasPrefix(l.Group, group) {
			out = append(out, l)
		}
	}
	return out
}

// required is the least and the most the links require, in whole millimetres.
func required(list []planner.Link) (least, most int64) {
	least = list[0].Required
	for _, l := range list {
		least, most = min(least, l.Required), max(most, l.Required)
	}
	return least, most
}
