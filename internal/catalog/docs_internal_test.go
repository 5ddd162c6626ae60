package catalog

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDocsNameEveryColumn holds docs/catalog.md against the schema: a section for
// each file, a row for each column in order, all its words, and whether a cell of
// it may be empty.
func TestDocsNameEveryColumn(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/catalog.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string][][]string{}
	file := ""
	for line := range strings.SplitSeq(string(text), "\n") {
		if name, ok := strings.CutPrefix(line, "### "); ok {
			file = name
		}
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| `") && len(cells) == 3 {
			sections[file] = append(sections[file], []string{strings.Trim(cells[0], "| `"), cells[1], strings.TrimSuffix(cells[2], " |")})
		}
	}
	for _, s := range schema {
		rows := sections[s.file]
		var got, want []string
		for _, r := range rows {
			got = append(got, r[0])
		}
		for _, c := range s.columns {
			want = append(want, c.name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("docs/catalog.md, %s: columns %v, want %v", s.file, got, want)
			continue
		}
		for i, c := range s.columns {
			needed := c.need || c.words != nil && !slices.Contains(c.words, "")
			if strings.HasPrefix(rows[i][2], "required; ") != needed {
				t.Errorf("docs/catalog.md, %s %s: %q, a cell is required: %t", s.file, c.name, rows[i][2], needed)
			}
			if rows[i][1] == "" {
				t.Errorf("docs/catalog.md, %s %s: says nothing", s.file, c.name)
			}
			for _, w := range c.words {
				if w != "" && !strings.Contains(rows[i][2], "`"+w+"`") {
					t.Errorf("docs/catalog.md, %s %s: does not name %s", s.file, c.name, w)
				}
			}
			if c.ref != "" && c.words == nil && !strings.Contains(rows[i][2], "`"+c.ref+"`") {
				t.Errorf("docs/catalog.md, %s %s: does not say that it names rows of %s", s.file, c.name, c.ref)
			}
		}
	}
}
