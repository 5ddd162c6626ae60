package cli_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"lengthwise/internal/formats/resultjson"
)

func TestOptimize(t *testing.T) {
	t.Parallel()
	const rows = "../../examples/hgx-rows/plan.yaml"
	text := serve(t, "", "optimize", rows)
	if text.code != 0 || text.err != "" {
		t.Fatalf("exit %d: %s", text.code, text.err)
	}
	golden(t, filepath.Join("testdata", "golden", "optimize.txt"), text.out)

	kept := serve(t, "", "optimize", rows, "--goal", "cost", "--moves", "1", "--keep", "leaf-[1,3]", "--keep", "spine-1", "--format", "json")
	var got resultjson.Layout
	if err := json.Unmarshal([]byte(kept.out), &got); err != nil || kept.code != 0 {
		t.Fatalf("exit %d, %v: %s", kept.code, err, kept.err)
	}
	if len(got.Moves) > 1 || len(got.Kept) != 1 || got.Kept[0].Count != 3 || !strings.Contains(got.Instead, "no price list is loaded") {
		t.Errorf("%d moves, kept %+v, instead %q; want at most one, three switches that stay, and why not cost", len(got.Moves), got.Kept, got.Instead)
	}
}

func TestOptimizeRefuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ args, err string }{
		"a goal there is not":      {"--goal watts", "--goal must be one of"},
		"too many moves":           {"--moves 65", "moves is 65; write a number from 1 to 64"},
		"a switch there is not":    {"--keep leaf-9", `no device is called "leaf-9"`},
		"a range that is no range": {"--keep leaf-[", "leaf-["},
	} {
		got := serve(t, "", append([]string{"optimize", "../../examples/hgx-rows/plan.yaml"}, strings.Fields(tt.args)...)...)
		if got.code != 2 || got.out != "" || !strings.Contains(got.err, tt.err) {
			t.Errorf("%s: exit %d, printed %q, said %q; want exit 2 and %q", name, got.code, got.out, got.err, tt.err)
		}
	}
}
