package catalog

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
)

// The names of all built-in types: ports, aliases and children, each once.
func TestBuiltInNames(t *testing.T) {
	t.Parallel()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, ty := range c.Types {
		names += len(ty.names)
	}
	if names != 4371 {
		t.Errorf("%d names with aliases and children, want 4371", names)
	}
}

// FuzzSplitRecord holds the reader of one line to encoding/csv: what it takes,
// encoding/csv reads alike and writes back as it was.
func FuzzSplitRecord(f *testing.F) {
	for _, seed := range []string{"", "a", "a,b", `"a,b",c`, `"a ""quoted"" word"`, `"`, `""`, `"a"b,c`, `a"b`, `,,`, `"a,`, "\\.", "é,\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") {
			return
		}
		cells, err := splitRecord(line)
		if err != nil {
			return
		}
		if line == "" {
			if len(cells) != 1 || cells[0] != "" {
				t.Errorf("an empty line gives %q", cells)
			}
			return
		}
		want, err := csv.NewReader(strings.NewReader(line)).Read()
		if err != nil || !slices.Equal(cells, want) {
			t.Errorf("splitRecord(%q) = %q, encoding/csv says %q, %v", line, cells, want, err)
		}
		back := make([]string, len(cells))
		for i, c := range cells {
			if back[i] = c; strings.ContainsAny(c, `,"`) {
				back[i] = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
			}
		}
		if got := strings.Join(back, ","); got != line {
			t.Errorf("splitRecord(%q) = %q, which writes back as %q", line, cells, got)
		}
	})
}

func FuzzParsePattern(f *testing.F) {
	for _, seed := range []string{"IB1/{cage}/{port}", "{n}", "}{", "{", "{}", "{{cage}}", "swp{cage}s{i0}", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePattern(text, portMarks, childMarks)
		if err != nil {
			return
		}
		if len(p.texts) != len(p.marks)+1 {
			t.Fatalf("%q has %d texts and %d marks", text, len(p.texts), len(p.marks))
		}
		var b strings.Builder
		for i, m := range p.marks {
			b.WriteString(p.texts[i] + "{" + m + "}")
		}
		if got := b.String() + p.texts[len(p.marks)]; got != text {
			t.Errorf("%q taken apart reads %q", text, got)
		}
		if name := p.fill(position{cage: 5, port: 2, perCage: 2, child: 1}); strings.ContainsAny(name, "{}") {
			t.Errorf("%q gives the name %q", text, name)
		}
	})
}
