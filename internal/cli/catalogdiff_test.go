package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCatalogDiff compares the built-in data with a copy of which two rows
// differ: exit 1 where something does, 0 where nothing does.
func TestCatalogDiff(t *testing.T) {
	t.Parallel()
	old := t.TempDir()
	if err := os.CopyFS(old, os.DirFS("../catalog/data")); err != nil {
		t.Fatal(err)
	}
	rewrite(t, filepath.Join(old, "products.csv"), func(text string) string {
		var out []string
		for line := range strings.Lines(text) {
			switch {
			case strings.HasPrefix(line, "MCP1600-E00A,"): // a row that is new since
			case strings.HasPrefix(line, "MCP4Y10-N002,"):
				out = append(out, strings.Replace(line, ",2000,", ",2500,", 1))
			default:
				out = append(out, line)
			}
		}
		return strings.Join(out, "")
	})
	got := serve(t, "", "catalog", "diff", old, "built-in")
	want := `
products: 1 added, 0 removed, 1 changed
  ~ changed MCP4Y10-N002
      length_mm: 2500 -> 2000
  + added MCP1600-E00A
      sku: MCP1600-E00A
`
	if got.code != 1 || !strings.Contains(got.out, want) || got.err != "" {
		t.Errorf("exit %d, %q; got\n%s\nwant %s in it", got.code, got.err, got.out, want)
	}
	var wire struct {
		Old    struct{ Name, Revision string }
		New    struct{ Name, Revision string }
		Tables []struct {
			Table        string
			ColumnsAdded []string `json:"columns_added"`
			Rows         []struct {
				Key, Change string
				Cells       []struct{ Column, Old, New string }
			}
		}
	}
	got = serve(t, "", "catalog", "diff", old, "built-in", "--format", "json")
	if err := json.Unmarshal([]byte(got.out), &wire); err != nil || got.code != 1 || len(wire.Tables) != 1 || len(wire.Tables[0].Rows) != 2 || wire.Tables[0].ColumnsAdded == nil ||
		wire.Old.Revision == wire.New.Revision || wire.New.Name != "built-in" || wire.Tables[0].Rows[0].Cells[0].Old != "2500" || wire.Tables[0].Rows[1].Change != "added" {
		t.Errorf("exit %d, %v; got %+v", got.code, err, wire)
	}
	for _, same := range [][]string{{"built-in", "built-in"}, {"../catalog/data", "built-in"}} {
		if got := serve(t, "", append([]string{"catalog", "diff"}, same...)...); got.code != 0 || !strings.HasPrefix(got.out, "no difference: ") {
			t.Errorf("diff %v: exit %d, %q", same, got.code, got.out)
		}
	}
	for _, tt := range []struct {
		args []string
		says string
	}{
		{[]string{"none", "built-in"}, "none"},
		{[]string{"built-in", "testdata/ok.yaml"}, "is no folder"},
		{[]string{"built-in", "testdata"}, "the new data has none of the files products.csv"},
	} {
		if got := serve(t, "", append([]string{"catalog", "diff"}, tt.args...)...); got.code != 3 || !strings.Contains(got.err, tt.says) {
			t.Errorf("diff %v: exit %d, %q; want 3 and %q", tt.args, got.code, got.err, tt.says)
		}
	}
}

func rewrite(t *testing.T, path string, change func(string) string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(change(string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
}
