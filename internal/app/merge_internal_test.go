package app

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMergeOfThreeTexts(t *testing.T) {
	t.Parallel()
	const base = "name: a\nracks:\n  - {name: A1}\n  - {name: A2}\nlinks:\n  - {a: x, b: y}\n"
	for _, tt := range []struct{ name, mine, theirs, want string }{
		{"both ends", strings.Replace(base, "name: a", "name: b", 1), base + "  - {a: z, b: w}\n", strings.Replace(base, "name: a", "name: b", 1) + "  - {a: z, b: w}\n"},
		{"only mine", base + "# mine\n", base, base + "# mine\n"},
		{"only theirs", base, strings.Replace(base, "A2", "A9", 1), strings.Replace(base, "A2", "A9", 1)},
		{"the same", base + "# x\n", base + "# x\n", base + "# x\n"},
		{"the same line", strings.Replace(base, "A2", "A3", 1), strings.Replace(base, "A2", "A4", 1), ""},
		{"lines that touch", strings.Replace(base, "A1", "A3", 1), strings.Replace(base, "A2", "A4", 1), ""},
		{"gone here, changed there", strings.Replace(base, "  - {name: A1}\n", "", 1), strings.Replace(base, "A1", "A7", 1), ""},
		{"both append", base + "# mine\n", base + "# theirs\n", ""},
	} {
		got, ok := mergeLines(lines([]byte(base)), lines([]byte(tt.mine)), lines([]byte(tt.theirs)))
		if ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%s: got %v\n%s\nwant\n%s", tt.name, ok, got, tt.want)
		}
	}
}

// What one side alone changed is what comes of it, and the sides can be
// exchanged.
func TestMergeKeepsWhatOneSideChanged(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "d\n", "e\n", "f\n"})
		text := func(name string) []string { return rapid.SliceOfN(line, 1, 12).Draw(t, name) }
		base, mine, theirs := text("base"), text("mine"), text("theirs")
		if got, ok := mergeLines(base, mine, base); !ok || got != strings.Join(mine, "") {
			t.Fatalf("only mine differs: %v %q, want %q", ok, got, mine)
		}
		one, okOne := mergeLines(base, mine, theirs)
		other, okOther := mergeLines(base, theirs, mine)
		if okOne != okOther || one != other {
			t.Fatalf("%q %v one way, %q %v the other", one, okOne, other, okOther)
		}
		for i, j := range matched(base, mine) {
			if j >= 0 && base[i] != mine[j] {
				t.Fatalf("line %d %q is paired with %q", i, base[i], mine[j])
			}
		}
		pairs := slices.DeleteFunc(matched(base, mine), func(j int) bool { return j < 0 })
		if !slices.IsSorted(pairs) || len(slices.Compact(pairs)) != len(slices.DeleteFunc(matched(base, mine), func(j int) bool { return j < 0 })) {
			t.Fatalf("pairs %v are not in order, each once", pairs)
		}
	})
}
