package plan_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/plan"
)

func TestCompressNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		names, want string // separated by spaces
	}{
		{"nothing", "", ""},
		{"one name", "leaf-1", "leaf-1"},
		{"a run", "n1 n2 n3", "n[1-3]"},
		{"a padded run", "n008 n009 n010", "n[008-010]"},
		{"an unpadded run that grows", "n9 n10 n11", "n[9-11]"},
		{"padding that ends at a full width", "n98 n99 n100", "n[98-100]"},
		{"padding that does not go on", "n09 n10 n100", "n[09-10,100]"},
		{"a gap", "n1 n2 n4 n5", "n[1-2,4-5]"},
		{"a step", "p1 p3 p5 p7", "p[1-7/2]"},
		{"two numbers are no step", "p1 p3", "p[1,3]"},
		{"a step that turns into a run", "p1 p3 p4 p5", "p[1,3-5]"},
		{"order is kept", "n3 n1 n2", "n3 n[1-2]"},
		{"different words", "leaf-1 leaf-2 spine-1 spine-2", "leaf-[1-2] spine-[1-2]"},
		{"two brackets", "a1b1 a1b2 a2b1 a2b2", "a[1-2]b[1-2]"},
		{"a product with a corner missing", "a1b2 a2b1 a2b2 a3b1 a3b2", "a1b2 a[2-3]b[1-2]"},
		{"the slower number varies", "IB1/1/1 IB1/2/1 IB1/3/1", "IB1/[1-3]/1"},
		{"ends", "leaf-01:IB1/17/1 leaf-01:IB1/17/2 leaf-02:IB1/17/1 leaf-02:IB1/17/2", "leaf-[01-02]:IB1/17/[1-2]"},
		{"serial numbers too long to count", "s1234567890123456789 s1234567890123456790", "s1234567890123456789 s1234567890123456790"},
		{"zero and padded zero", "n0 n1 n00 n01", "n[0-1,00-01]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			names := strings.Fields(tt.names)
			got := strings.Join(plan.CompressNames(names), " ")
			if got != tt.want {
				t.Errorf("CompressNames(%s): got %s, want %s", tt.names, got, tt.want)
			}
		})
	}
}

func TestCompressNamesGivesTheNamesBack(t *testing.T) {
	t.Parallel()
	name := rapid.StringMatching(`[ab]{0,1}[0-9]{1,2}[-/a]{0,1}[0-9]{0,2}`)
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(name, 0, 40, rapid.ID[string]).Draw(t, "names")
		if rapid.Bool().Draw(t, "sorted") {
			slices.Sort(names)
		}
		checkCompress(t, names)
	})
}

func TestCompressNamesFindsRangesAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rangeText().Draw(t, "text")
		n, err := plan.ParseNames(text)
		if err != nil || n.Len() > 2000 {
			return
		}
		checkCompress(t, n.Append(nil))
	})
}

func checkCompress(t *rapid.T, names []string) {
	texts := plan.CompressNames(names)
	var again []string
	for _, text := range texts {
		n, err := plan.ParseNames(text)
		if err != nil {
			t.Fatalf("names %q compress to %q: %v", names, text, err)
		}
		for i, name := range n.Append(nil) {
			if got := n.Index(name); got != i {
				t.Fatalf("index of %q in %q: got %d, want %d", name, text, got, i)
			}
		}
		again = n.Append(again)
	}
	if !slices.Equal(again, names) {
		t.Fatalf("names %q compress to %q, which gives %q", names, texts, again)
	}
}

func TestIndex(t *testing.T) {
	t.Parallel()
	n, err := plan.ParseNames("r[1,22][3,44]")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"r13": 0, "r144": 1, "r223": 2, "r2244": 3, "r1": -1, "r": -1, "": -1, "r14": -1, "r2244x": -1, "r013": -1} {
		if got := n.Index(name); got != want {
			t.Errorf("index of %q in %s: got %d, want %d", name, n, got, want)
		}
	}
	if got := (plan.Names{}).Index(""); got != -1 {
		t.Errorf("index in no names: got %d, want -1", got)
	}
}

func BenchmarkCompressHundredThousand(b *testing.B) {
	ends, err := plan.ParseEnds("dgx-[00001-25000]:OSFP[1-4]P1")
	if err != nil {
		b.Fatal(err)
	}
	names := ends.Append(nil)
	b.ReportAllocs()
	for b.Loop() {
		if got := plan.CompressEnds(names); len(got) != 1 {
			b.Fatal(got)
		}
	}
}
