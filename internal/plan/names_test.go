package plan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lengthwise/internal/plan"
)

func TestExpandNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{"a name stands for itself", "leaf-1", []string{"leaf-1"}},
		{"outer spaces are trimmed, inner ones kept", "  old rack 7 ", []string{"old rack 7"}},
		{"slash and letters beyond ASCII are legal", "Größe/1", []string{"Größe/1"}},
		{"zero padding is kept", "dgx-[008-011]", []string{"dgx-008", "dgx-009", "dgx-010", "dgx-011"}},
		{"an unpadded range grows in width", "n[8-11]", []string{"n8", "n9", "n10", "n11"}},
		{"zero alone is no padding", "n[0-10/5]", []string{"n0", "n5", "n10"}},
		{"a list keeps its order", "leaf-[05-06,01,03]", []string{"leaf-05", "leaf-06", "leaf-01", "leaf-03"}},
		{"a step that misses the end stops before it", "port[1-6/2]", []string{"port1", "port3", "port5"}},
		{"a step beyond the range gives its first number", "port[1-6/9]", []string{"port1"}},
		{"several brackets multiply, the first slowest", "OSFP[1-2]P[1-2]", []string{"OSFP1P1", "OSFP1P2", "OSFP2P1", "OSFP2P2"}},
		{"text may follow the last bracket", "IB1/[1-2]/1", []string{"IB1/1/1", "IB1/2/1"}},
		{"brackets may touch when each has one width", "r[0-1][00-01]", []string{"r000", "r001", "r100", "r101"}},
		{"brackets of varying width may touch while no name repeats", "r[1,22][3,44]", []string{"r13", "r144", "r223", "r2244"}},
		{"one number in brackets", "n[7]", []string{"n7"}},
		{"a range of one", "n[7-7]", []string{"n7"}},
		{"interleaved ranges without a repeated number", "n[1-5/2,2-6/2]", []string{"n1", "n3", "n5", "n2", "n4", "n6"}},
		{"two paddings of one number are two names", "n[1,01]", []string{"n1", "n01"}},
		{"a padded number within an unpadded range is another name", "n[9-11,01]", []string{"n9", "n10", "n11", "n01"}},
		{"64 characters", strings.Repeat("x", 64), []string{strings.Repeat("x", 64)}},
		{"64 characters beyond ASCII", strings.Repeat("ß", 64), []string{strings.Repeat("ß", 64)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := plan.ExpandNames(tt.text, plan.MaxNames)
			if err != nil {
				t.Fatalf("ExpandNames(%q): %v", tt.text, err)
			}
			if diff := cmp.Diff(got, tt.want); diff != "" {
				t.Errorf("ExpandNames(%q), got - want +:\n%s", tt.text, diff)
			}
			n, err := plan.ParseNames(tt.text)
			if err != nil || n.Len() != len(tt.want) {
				t.Errorf("ParseNames(%q).Len() = %d, %v, want %d", tt.text, n.Len(), err, len(tt.want))
			}
			if all := slices.Collect(n.All()); !slices.Equal(all, tt.want) {
				t.Errorf("ParseNames(%q).All() = %q, want %q", tt.text, all, tt.want)
			}
		})
	}
}

func TestParseNamesRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"nothing", "", `name is empty; write 1 to 64 characters`},
		{"only spaces", "  \t", `name is empty; write 1 to 64 characters`},
		{"65 characters", strings.Repeat("x", 65), `name "` + strings.Repeat("x", 64) + `…" is 65 characters long; the limit is 64`},
		{"a range whose widest name is too long", strings.Repeat("x", 63) + "[1-10]",
			`range "` + strings.Repeat("x", 63) + `[…" holds names of 65 characters; the limit is 64`},
		{"a colon", "leaf:1", `name "leaf:1" holds ':', which separates a device from its port`},
		{"a bracket that is not closed", "n[1-3", `range "n[1-3" has a '[' without its ']'`},
		{"a bracket that is not opened", "n1-3]", `name "n1-3]" has a ']' without its '['`},
		{"a bracket closed twice", "n[1-3]]", `name "n[1-3]]" has a ']' without its '['`},
		{"nested brackets", "n[[1-3]]", `range "n[[1-3]]": "[1-3" is no number or range; write digits, '-', '/' and ',' as in [1-31/2,40]`},
		{"empty brackets", "n[]", `range "n[]": nothing between the brackets; write numbers, as in [01-08] or [1,3,5]`},
		{"an empty item", "n[1,,2]", `range "n[1,,2]": "" is no number or range; write digits, '-', '/' and ',' as in [1-31/2,40]`},
		{"letters", "n[a-c]", `range "n[a-c]": "a-c" is no number or range; write digits, '-', '/' and ',' as in [1-31/2,40]`},
		{"spaces in brackets", "n[1, 2]", `range "n[1, 2]": " 2" is no number or range; write digits, '-', '/' and ',' as in [1-31/2,40]`},
		{"three ends", "n[1-2-3]", `range "n[1-2-3]": "1-2-3" is no number or range; write digits, '-', '/' and ',' as in [1-31/2,40]`},
		{"a negative number", "n[-3]", `range "n[-3]": "-3" is no number or range; write digits, '-', '/' and ',' as in [1-31/2,40]`},
		{"a descending range", "n[3-1]", `range "n[3-1]": "3-1" runs down; write the smaller number first`},
		{"padding that changes", "n[01-100]", `range "n[01-100]": "01-100" has ends of different width; pad both to the same number of digits`},
		{"padding at one end", "n[1-010]", `range "n[1-010]": "1-010" has ends of different width; pad both to the same number of digits`},
		{"a step of nothing", "n[1-9/0]", `range "n[1-9/0]": "1-9/0" has the step 0; a step is 1 or more`},
		{"a step without a number", "n[1-9/]", `range "n[1-9/]": "1-9/" is no number or range; write digits, '-', '/' and ',' as in [1-31/2,40]`},
		{"a step without a range", "n[9/2]", `range "n[9/2]": "9/2" has a step but no range; write for example 1-31/2`},
		{"a number twice", "n[1-5,3]", `range "n[1-5,3]" holds the number 3 twice`},
		{"a padded number twice", "n[08-12,10]", `range "n[08-12,10]" holds the number 10 twice`},
		{"interleaved steps that meet", "n[1-9/2,3-9/3]", `range "n[1-9/2,3-9/3]" holds the number 3 twice`},
		{"more interleaved numbers than are looked at", "n[1-99999/2,2-99999/2]",
			`range "n[1-99999/2,2-99999/2]" holds 99999 numbers in ranges that interleave; write ranges that do not overlap`},
		{"a long overlap is seen without looking at each number", "n[1-999999,5]", `range "n[1-999999,5]" holds the number 5 twice`},
		{"brackets that spell one name in two ways", "n[1,11][1,11]",
			`range "n[1,11][1,11]" holds the number 111 twice, from brackets side by side; pad the numbers to one width`},
		{"the same with digits between", "n[1,11]1[1,11]",
			`range "n[1,11]1[1,11]" holds the number 1111 twice, from brackets side by side; pad the numbers to one width`},
		{"touching brackets of varying width beyond what is looked at", "n[1-1000][1-1000]",
			`range "n[1-1000][1-1000]" holds brackets side by side with 1000000 numbers of different width; pad the numbers to one width`},
		{"a billion names", "n[1-999999999]", `range "n[1-999999999]" holds 999999999 names; the limit is 4000000`},
		{"brackets that multiply beyond the limit", "n[1-3000]-[1-3000]", `range "n[1-3000]-[1-3000]" holds 9000000 names; the limit is 4000000`},
		{"more than can be counted", "n[0-999999999999999999]-[0-999999999999999999]",
			`range "n[0-999999999999999999]-[0-999999999999999999]" holds 1000000000000000000 names; the limit is 4000000`},
		{"numbers of 19 digits", "n[1-9999999999999999999]",
			`range "n[1-9999999999999999999]": "1-9999999999999999999" has a number of 19 digits; the limit is 18`},
		{"a line break", "leaf\n1", `name "leaf\n1" holds the unprintable character U+000A`},
		{"a NUL byte", "leaf\x001", `name "leaf\x001" holds the unprintable character U+0000`},
		{"a zero-width space", "leaf\u200b1", `name "leaf\u200b1" holds the unprintable character U+200B`},
		{"broken UTF-8", "leaf\xff", `name "leaf\xff" is not valid UTF-8`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			n, err := plan.ParseNames(tt.text)
			if err == nil {
				t.Fatalf("ParseNames(%q) holds %d names, want an error", tt.text, n.Len())
			}
			if err.Error() != tt.want {
				t.Errorf("ParseNames(%q):\n got %s\nwant %s", tt.text, err, tt.want)
			}
		})
	}
}

func TestExpandNamesKeepsItsLimit(t *testing.T) {
	t.Parallel()
	if _, err := plan.ExpandNames("n[1-11]", 10); err == nil || err.Error() != `range "n[1-11]" holds 11 names; the limit is 10` {
		t.Errorf("ExpandNames of 11 names with limit 10: got %v", err)
	}
	if n, err := plan.CountNames("n[1-4000000]"); err != nil || n != plan.MaxNames {
		t.Errorf("CountNames of the most names there may be: got %d, %v, want %d", n, err, plan.MaxNames)
	}
}

func TestParseEnds(t *testing.T) {
	t.Parallel()
	e, err := plan.ParseEnds("dgx-[1-2] : OSFP[1-2]P1")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"dgx-1:OSFP1P1", "dgx-1:OSFP2P1", "dgx-2:OSFP1P1", "dgx-2:OSFP2P1"}
	if got := e.Append(nil); !slices.Equal(got, want) || e.Len() != len(want) {
		t.Errorf("ends: got %d, %q, want %q", e.Len(), got, want)
	}
	var pairs []string
	for device, port := range e.All() {
		pairs = append(pairs, device+":"+port)
	}
	if !slices.Equal(pairs, want) {
		t.Errorf("ends by device and port: got %q, want %q", pairs, want)
	}
	for range e.All() {
		break // stopping early must not panic
	}
	if got, want := e.String(), "dgx-[1-2]:OSFP[1-2]P1"; got != want {
		t.Errorf("text of ends: got %s, want %s", got, want)
	}
	for text, want := range map[string]string{
		"leaf-1":                  `"leaf-1" names no port; write device:port`,
		"leaf-1:":                 `port of "leaf-1:": name is empty; write 1 to 64 characters`,
		":p1":                     `device of ":p1": name is empty; write 1 to 64 characters`,
		"a:b:c":                   `"a:b:c" has more than one ':'; write device:port`,
		"n[1-2000]:p[1-2000]":     `range "n[1-2000]:p[1-2000]" holds 4000000 names; the limit is 2000000`,
		"n[1-999999999]:p[1-100]": `device of "n[1-999999999]:p[1-100]": range "n[1-999999999]" holds 999999999 names; the limit is 4000000`,
	} {
		if _, err := plan.ParseEnds(text); err == nil || err.Error() != want {
			t.Errorf("ParseEnds(%q):\n got %v\nwant %s", text, err, want)
		}
	}
}

// rangeText draws the text of a small range that may or may not be legal.
func rangeText() *rapid.Generator[string] {
	number := rapid.StringMatching(`0?[0-9]{1,2}`)
	item := rapid.OneOf(number,
		rapid.Custom(func(t *rapid.T) string { return number.Draw(t, "first") + "-" + number.Draw(t, "last") }),
		rapid.Custom(func(t *rapid.T) string {
			return number.Draw(t, "first") + "-" + number.Draw(t, "last") + "/" + number.Draw(t, "step")
		}))
	return rapid.Custom(func(t *rapid.T) string {
		text := rapid.StringMatching(`[a-c1]{0,2}`).Draw(t, "lead")
		for range rapid.IntRange(0, 3).Draw(t, "brackets") {
			text += "[" + strings.Join(rapid.SliceOfN(item, 1, 3).Draw(t, "items"), ",") + "]" +
				rapid.StringMatching(`[-/a1]{0,2}`).Draw(t, "after")
		}
		return text
	})
}

func TestNamesAreDistinctAndCounted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rangeText().Draw(t, "text")
		n, err := plan.ParseNames(text)
		if err != nil || n.Len() > 20_000 {
			return
		}
		names := n.Append(nil)
		if len(names) != n.Len() {
			t.Fatalf("%q counts %d names and gives %d", text, n.Len(), len(names))
		}
		seen := map[string]bool{}
		for _, name := range names {
			if seen[name] {
				t.Fatalf("%q gives %q twice", text, name)
			}
			seen[name] = true
		}
		again, err := plan.ExpandNames(n.String(), plan.MaxNames)
		if err != nil || !slices.Equal(names, again) {
			t.Fatalf("%q prints as %q, which gives %q, %v, want %q", text, n, again, err, names)
		}
	})
}

func FuzzParseNames(f *testing.F) {
	for _, seed := range []string{"", "leaf-1", "dgx-[001-032]", "leaf-[01,03,05-08]", "port[1-31/2]", "OSFP[1-4]P[1-2]", "n[1-999999999]",
		"n[[", "n[]", "n[1-]", "n[9-1]", "n[01-100]", "n[1,11][1,11]", "a:b", "\x00", "n[0-999999999999999999/7]", "[1][2][3][4][5][6][7][8]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := plan.ParseNames(text)
		if err != nil {
			if n.Len() != 0 {
				t.Errorf("%q is refused and still holds %d names", text, n.Len())
			}
			return
		}
		if n.Len() < 1 || n.Len() > plan.MaxNames {
			t.Fatalf("%q holds %d names", text, n.Len())
		}
		if again, err := plan.ParseNames(n.String()); err != nil || again.Len() != n.Len() {
			t.Fatalf("%q prints as %q, which holds %d names, %v, want %d", text, n, again.Len(), err, n.Len())
		}
		if n.Len() > 1000 {
			return
		}
		for name := range n.All() {
			if one, err := plan.ParseNames(name); err != nil || one.Len() != 1 || one.Ranged() {
				t.Fatalf("%q gives %q, which is no single name: %v", text, name, err)
			}
		}
	})
}

func BenchmarkExpandMillion(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		names, err := plan.ExpandNames("dgx-[000001-500000]p[1-2]", plan.MaxNames)
		if err != nil || len(names) != 1_000_000 {
			b.Fatal(len(names), err)
		}
	}
}

func BenchmarkParseName(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := plan.ParseEnds("dgx-00123:OSFP4P2"); err != nil {
			b.Fatal(err)
		}
	}
}
