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

// The watts of active copper at XDR are known to nobody: what a plan saves by
// going over to it is not a number.
func TestOptimizeUnknownWatts(t *testing.T) {
	t.Parallel()
	const doc = `version: 1
name: far leaf
racks: [{name: A1, x: 0m, y: 0m, faces: south, units: 30}, {name: A2, x: 3m, y: 0m, faces: south, units: 30}]
site: {trays: [{name: over, from: [0m, 0m], to: [6m, 0m], height: 2.4m}]}
devices:
  - {name: "b300-[1-2]", type: dgx-b300, rack: A1, u: [1, 11]}
  - {name: leaf-1, type: q3400-ra, rack: A2, u: 1}
links: [{a: "b300-[1-2]:OSFP[1-4]", b: "leaf-1:sw[1-4]p[1-2]", speed: xdr}]
`
	got := serve(t, doc, "optimize", "-", "--format", "json")
	var l resultjson.Layout
	if err := json.Unmarshal([]byte(got.out), &l); err != nil || len(l.Moves) != 1 || !l.After.PowerAtLeast {
		t.Fatalf("exit %d, %v: %s%s", got.code, err, got.err, got.out)
	}
	if l.Gain.PowerW != nil || l.Moves[0].Gain.PowerW != nil {
		t.Errorf("gains are watts although figures are lower bounds; want null: %s", got.out)
	}
	if text := serve(t, doc, "optimize", "-").out; !strings.Contains(text, "?  leaf-1 from A2 U1 to A1") {
		t.Errorf("no question mark for watts: %s", text)
	}
}
