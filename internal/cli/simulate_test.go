package cli_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"lengthwise/internal/formats/resultjson"
)

func TestSimulate(t *testing.T) {
	t.Parallel()
	text := serve(t, "", "simulate", "testdata/fabric.yaml", "--trials", "200")
	if text.code != 0 || text.err != "" {
		t.Fatalf("exit %d: %s", text.code, text.err)
	}
	golden(t, filepath.Join("testdata", "golden", "simulate.txt"), text.out)

	same := serve(t, "", "simulate", "testdata/fabric.yaml", "--fabric", "compute", "--trials", "200", "--format", "json")
	var got resultjson.Simulation
	if err := json.Unmarshal([]byte(same.out), &got); err != nil || same.code != 0 {
		t.Fatalf("exit %d, %v: %s", same.code, err, same.err)
	}
	if got.Fabric != "compute" || got.Seed != 1 || got.Trials != 200 || len(got.Runs) != 14 || !strings.Contains(text.out, got.Verdict) {
		t.Errorf("%s: seed %d, %d trials, %d runs, verdict %q; want compute, 1, 200, both rings under 7 models, the verdict of the text",
			got.Fabric, got.Seed, got.Trials, len(got.Runs), got.Verdict)
	}
}

func TestSimulateRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, args, err string }{
		{"a fabric misspelt", "testdata/fabric.yaml --fabric computer", `fabric "computer" is not in the plan; did you mean "compute"?`},
		{"a plan without fabrics", "testdata/ok.yaml", "the plan has no fabric"},
		{"a collective there is not", "testdata/fabric.yaml --collective ring", `"ring" is not one of ring-in-order`},
		{"too many trials", "testdata/fabric.yaml --trials 100001", "trials is 100001; write a number from 1 to 100000"},
		{"no queue pair", "testdata/fabric.yaml --queue-pairs 0", "queue pairs is 0; write a number from 1 to 64"},
		{"more work than allowed", "testdata/fabric.yaml --trials 100000 --collective all-to-all --queue-pairs 1,2,4,8,16,32,64", "ask for at most "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := serve(t, "", append([]string{"simulate"}, strings.Fields(tt.args)...)...)
			if got.code != 2 || got.out != "" || !strings.Contains(got.err, tt.err) {
				t.Errorf("exit %d, printed %q, said %q; want exit 2 and %q", got.code, got.out, got.err, tt.err)
			}
		})
	}
}

func TestFabricsInJSON(t *testing.T) {
	t.Parallel()
	checked := serve(t, "", "check", "testdata/fabric.yaml", "--format", "json")
	var result struct {
		Fabrics json.RawMessage `json:"fabrics"`
	}
	if err := json.Unmarshal([]byte(checked.out), &result); err != nil {
		t.Fatalf("exit %d, %v: %s", checked.code, err, checked.err)
	}
	var fabrics []resultjson.Fabric
	if err := json.Unmarshal(result.Fabrics, &fabrics); err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(fabrics, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata", "golden", "check-fabrics.json"), string(text)+"\n")
}
