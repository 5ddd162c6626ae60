package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/catalog"
	"lengthwise/internal/cli"
)

// An answer is what a command printed and its exit code.
type answer struct {
	code     int
	out, err string
}

// serve runs one command.
func serve(t *testing.T, stdin string, args ...string) answer {
	t.Helper()
	var out, err bytes.Buffer
	code := cli.Run(t.Context(), args, streams(stdin, &out, &err), "test")
	return answer{code, out.String(), err.String()}
}

func streams(stdin string, out, err *bytes.Buffer) cli.Streams {
	return cli.Streams{In: strings.NewReader(stdin), Out: out, Err: err, Env: func(string) string { return "" }}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		args  string
		stdin string
		code  int
		out   string // within standard output; "-" wants it empty
		err   string // within standard error; "-" wants it empty
	}{
		{"a plan that is ok", "check testdata/ok.yaml", "", 0, "✓ ok · 0 errors", "-"},
		{"warnings pass unless asked", "check testdata/warning.yaml", "", 0, "1 warning", "-"},
		{"warnings fail when asked", "check testdata/warning.yaml --fail-on warning", "", 1, "1 warning", "-"},
		{"info findings never fail", "check testdata/ok.yaml --fail-on warning", "", 0, "i info", "-"},
		{"errors fail", "check testdata/error.yaml", "", 1, "✗ not ok · 6 errors", "-"},
		{"errors pass with never", "check testdata/error.yaml --fail-on never", "", 0, "✗ not ok · 6 errors", "-"},
		{"unknown links fail", "check testdata/unknown.yaml", "", 1, "1 unknown link", "-"},
		{"unknown links pass with never", "check testdata/unknown.yaml --fail-on=never", "", 0, "1 unknown link", "-"},
		{"every problem of a document on a line of its own", "check testdata/broken.yaml", "", 2, "-",
			"testdata/broken.yaml:4:16: racks[0]: unknown field \"unit\""},
		{"a document that cannot be read stays so with never", "check testdata/broken.yaml --fail-on never", "", 2, "-", "3 problems"},
		{"standard input", "check -", "version: 1\nname: Empty hall\n", 0, "0 links", "-"},
		{"JSON on standard input", "check -", `{"version": 1, "name": "Empty hall"}`, 0, "0 links", "-"},
		{"problems on standard input have lines", "check -", "version: 1\n", 2, "-", "stdin:1:1: name"},
		{"nothing on standard input", "check -", "", 2, "-", "stdin:1:1: "},
		{"a zero byte", "check -", "version: 1\nname: a\x00b\n", 2, "-", "stdin:2:8: "},
		{"no such file", "check testdata/none.yaml", "", 3, "-", "testdata/none.yaml: no such file"},
		{"a folder", "check testdata", "", 3, "-", "testdata is a folder; name the plan file"},
		{"a folder with a plan in it", "check ../../examples/h100-unit", "", 3, "-", "the plan in it is ../../examples/h100-unit/plan.yaml"},

		{"no command", "", "", 2, "-", "Usage: server <command>"},
		{"help", "--help", "", 0, "Exit codes: 0 all right", "-"},
		{"help of a command", "export --help", "", 0, "findings.sarif", "-"},
		{"an unknown command", "chek testdata/ok.yaml", "", 2, "-", "chek"},
		{"an unknown flag", "check testdata/ok.yaml --fromat json", "", 2, "-", "unknown flag --fromat"},
		{"a word not in the list", "check testdata/ok.yaml --format xml", "", 2, "-", `must be one of "text","json","csv","sarif"`},
		{"a level not in the list", "check testdata/ok.yaml --fail-on info", "", 2, "-", `must be one of "never","error","warning"`},
		{"no plan", "check", "", 2, "-", "see server check --help"},
		{"two plans", "check testdata/ok.yaml testdata/error.yaml", "", 2, "-", "unexpected argument testdata/error.yaml"},

		{"an export", "export testdata/ok.yaml --as order.csv", "", 0, "attention,product,sku", "-"},
		{"an order is refused", "export testdata/error.yaml --as order.csv", "", 1, "-", "order refused: the plan has 6 errors"},
		{"an order with unknown links is refused", "export testdata/unknown.yaml --as order.csv", "", 1, "-", "1 link of unknown run"},
		{"an incomplete order", "export testdata/error.yaml --as order.csv --incomplete", "", 0, "no part: 2 links", "the plan is not ok"},
		{"other tables are written whatever the plan is", "export testdata/error.yaml --as links.csv", "", 0, "link_id,a_device", "the plan is not ok"},
		{"the document needs no planning", "export testdata/error.yaml --as plan.json", "", 0, `"version": 1`, "-"},
		{"an export of what cannot be read", "export testdata/broken.yaml --as plan.yaml", "", 2, "-", "unknown field"},
		{"no such format", "export testdata/ok.yaml --as pdf", "", 2, "-", "the formats are order.csv, order.xlsx, bom.csv"},
		{"no format", "export testdata/ok.yaml", "", 2, "-", "--as"},
		{"an order by rack", "export testdata/ok.yaml --as order.csv --by rack", "", 0, "delivery,attention,product", ""},
		{"an order by what nobody knows", "export testdata/ok.yaml --as order.csv --by colour", "", 2, "-", "write fabric, rack or group"},
		{"by is for orders", "export testdata/ok.yaml --as links.csv --by rack", "", 2, "-", "--by is for orders"},
		{"incomplete is for orders", "export testdata/ok.yaml --as links.csv --incomplete", "", 2, "-", "--incomplete is for orders"},
		{"raw is for CSV", "export testdata/ok.yaml --as plan.yaml --raw", "", 2, "-", "are for CSV"},
		{"a delimiter there is not", "export testdata/ok.yaml --as bom.csv --delimiter x", "", 2, "-", `delimiter "x" is not one of , ; tab`},
		{"a semicolon", "export testdata/ok.yaml --as links.csv --delimiter ;", "", 0, "link_id;a_device", "-"},
		{"a byte-order mark", "export testdata/ok.yaml --as links.csv --excel", "", 0, "\ufefflink_id", "-"},
		{"an export into a folder that is not there", "export testdata/ok.yaml --as bom.csv --out none/bom.csv", "", 3, "-", "none/bom.csv"},
		{"an export onto a folder", "export testdata/ok.yaml --as bom.csv --out testdata", "", 3, "-", "testdata is a folder; name a file"},

		{"the templates", "template", "", 0, "h100-unit", "-"},
		{"a template", "template hgx-rows", "", 0, "version: 1", "-"},
		{"a variant of a template", "template edr-habit/xdr", "", 0, "EDR habit at XDR", "-"},
		{"a template misspelt", "template hgx-row", "", 2, "-", "did you mean hgx-rows?"},
		{"a template there is not", "template zzz", "", 2, "-", "there are b200-superpod, "},

		{"version", "version", "", 0, "lengthwise test\ncatalog ", "-"},
		{"products", "catalog list mcp7y00", "", 0, "MCP7Y00-N003", "-"},
		{"products by a word of their description", "catalog list router --medium dac", "", 0, "0 products", "-"},
		{"products by filters", "catalog list --medium dac --generation ndr --form osfp-finned-2 --min 2.5m --max 3m", "", 0, "MCP7Y00-N02A", "-"},
		{"a form there is not", "catalog list --form osfp-fined-2", "", 2, "-", "did you mean osfp-finned-2?"},
		{"a length without a unit", "catalog list --min 2", "", 2, "-", `--min: length "2" has no unit`},
		{"a length of nothing", "catalog list --max 0m", "", 2, "-", `--max: length "0m" is not above 0`},
		{"a medium there is not", "catalog list --medium copper", "", 2, "-", "must be one of"},
		{"device types", "catalog list --devices qm97", "", 0, "qm9700", "-"},
		{"device types have no length", "catalog list --devices --min 2m", "", 2, "-", "leave the other filters out"},
		{"a product in any spelling", "catalog show mcp7y00n003", "", 0, "MCP7Y00-N003", "-"},
		{"a product by its other number", "catalog show 980-9I92N-00N003", "", 0, "MCP7Y00-N003", "-"},
		{"a device type", "catalog show dgx-h100", "", 0, "rail order     OSFP4P2, OSFP3P2, OSFP3P1", "-"},
		{"a product misspelt", "catalog show MCP7Y00-N004", "", 2, "-", "did you mean MCP7Y00-N00"},
		{"the reach matrix", "catalog reach", "", 0, "generation", "-"},
		{"a length at a speed", "catalog reach --speed NDR --length 3m", "", 0, "MCP7Y00-N003 (3 m)", "-"},
		{"a medium that does not exist at a speed", "catalog reach --speed xdr --medium dac", "", 0, "passive copper does not exist", "-"},
		{"a speed there is not", "catalog reach --speed ndt", "", 2, "-", "did you mean ndr?"},
		{"a length without a speed", "catalog reach --length 3m", "", 2, "-", "add --speed"},
		{"two ends without a speed", "catalog reach --from qm9700:IB1/1/1 --to dgx-h100:OSFP1P1", "", 0, "MMA4Z00-NS + 980-9I51A-00NS00 + MFP7E10-N003", "-"},
		{"two ends no speed joins", "catalog reach --from q3400-ra --to hgx-8gpu-osfp:ib1", "", 0, "lanes of 200 Gb/s do not slow down", "-"},
		{"an end there is not", "catalog reach --from qm970 --to dgx-h100", "", 2, "-", "did you mean qm9700?"},
		{"generations as a table", "export testdata/ok.yaml --as generations.csv", "", 0, "generation,links,dac,acc,", "-"},
		{"generations as a chart", "export testdata/ok.yaml --as generations.svg", "", 0, "at each generation</title>", "-"},
		{"the built-in data", "catalog lint", "", 0, "built-in data: no bad row", "-"},
		{"the data's folder", "catalog lint ../catalog/data", "", 0, "../catalog/data: no bad row", "-"},
		{"a folder without data", "catalog lint testdata", "", 1, "products.csv", "-"},
		{"no such folder", "catalog lint none", "", 3, "-", "none"},
		{"a file in place of a folder", "catalog lint testdata/ok.yaml", "", 3, "-", "is no folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := serve(t, tt.stdin, strings.Fields(tt.args)...)
			if got.code != tt.code {
				t.Errorf("server %s: exit %d, want %d", tt.args, got.code, tt.code)
			}
			if !holds(got.out, tt.out) {
				t.Errorf("server %s: standard output is\n%s\nwant %q in it", tt.args, got.out, tt.out)
			}
			if !holds(got.err, tt.err) {
				t.Errorf("server %s: standard error is\n%s\nwant %q in it", tt.args, got.err, tt.err)
			}
		})
	}
}

func holds(text, want string) bool {
	if want == "-" {
		return text == ""
	}
	return strings.Contains(text, want)
}

// Golden files hold the exact text a person reads; the revision of the catalog
// is blanked, since it changes with every fact.
func TestTextForPeople(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ file, args string }{
		{"check-ok.txt", "check testdata/ok.yaml"},
		{"check-warning.txt", "check testdata/warning.yaml"},
		{"check-error.txt", "check testdata/error.yaml"},
		{"check-unknown.txt", "check testdata/unknown.yaml"},
		{"check-json.txt", "check testdata/error.json"},
		{"help.txt", "--help"},
		{"help-check.txt", "check --help"},
		{"help-export.txt", "export --help"},
		{"show-product.txt", "catalog show MCP7Y00-N003"},
		{"show-type.txt", "catalog show qm9700"},
		{"reach-ndr-3m-dac.txt", "catalog reach --speed ndr --length 3m --medium dac"},
		{"reach-xdr-dac.txt", "catalog reach --speed xdr --length 1m --medium dac"},
		{"reach-edr-optical.txt", "catalog reach --speed edr --medium optical"},
		{"reach-two-ends.txt", "catalog reach --from qm9700:IB1/1/1 --to hgx-8gpu-osfp:ib1 --speed ndr --length 3m"},
		{"reach-bridge.txt", "catalog reach --from qm9700 --to qm8700 --length 4m"},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			t.Parallel()
			got := strings.ReplaceAll(serve(t, "", strings.Fields(tt.args)...).out, cat.Revision, "REVISION")
			golden(t, filepath.Join("testdata", "golden", tt.file), got)
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v; UPDATE_GOLDEN=1 writes it", err)
	}
	if diff := cmp.Diff(got, string(want)); diff != "" {
		t.Errorf("%s differs (- got, + want):\n%s", name, diff)
	}
}

func TestFormatsOfCheck(t *testing.T) {
	t.Parallel()
	t.Run("JSON says whether it is ok, and where findings are", func(t *testing.T) {
		t.Parallel()
		got := serve(t, "", "check", "testdata/error.yaml", "--format", "json")
		var result struct {
			OK       bool
			Version  string
			Findings []struct {
				Code         string
				Line, Column int
			}
		}
		if err := json.Unmarshal([]byte(got.out), &result); err != nil {
			t.Fatalf("output is no JSON: %v", err)
		}
		if got.code != 1 || result.OK || result.Version != "test" {
			t.Errorf("exit %d, ok %v, version %q; want 1, false, test", got.code, result.OK, result.Version)
		}
		if len(result.Findings) == 0 || result.Findings[0].Code != "beyond-reach" || result.Findings[0].Line != 9 {
			t.Errorf("findings = %+v, want beyond-reach on line 9 first", result.Findings)
		}
	})
	t.Run("findings of a JSON document have no lines", func(t *testing.T) {
		t.Parallel()
		got := serve(t, "", "check", "testdata/error.json", "--format", "csv")
		if !strings.Contains(got.out, "error,unknown-type,devices[0].type,,,") {
			t.Errorf("findings are\n%s\nwant the path and no line", got.out)
		}
	})
	t.Run("CSV is what export calls findings.csv", func(t *testing.T) {
		t.Parallel()
		got := serve(t, "", "check", "testdata/error.yaml", "--format", "csv")
		want := serve(t, "", "export", "testdata/error.yaml", "--as", "findings.csv")
		if got.out != want.out || got.out == "" {
			t.Errorf("check --format csv and export --as findings.csv differ:\n%s", cmp.Diff(got.out, want.out))
		}
	})
	t.Run("SARIF names the file and the line", func(t *testing.T) {
		t.Parallel()
		got := serve(t, "", "check", "testdata/error.yaml", "--format", "sarif")
		for _, want := range []string{`"uri": "testdata/error.yaml"`, `"startLine": 9`, `"ruleId": "beyond-reach"`} {
			if !strings.Contains(got.out, want) {
				t.Errorf("SARIF lacks %s", want)
			}
		}
	})
}

// A plan is the same whether it comes from a file or standard input, and
// whether it is asked once or twice.
func TestSameBytesEachTime(t *testing.T) {
	t.Parallel()
	first := serve(t, "", "check", "testdata/ok.yaml", "--format", "json")
	again := serve(t, "", "check", "testdata/ok.yaml", "--format", "json")
	if first.out != again.out {
		t.Error("the same plan gave different bytes the second time")
	}
	text, err := os.ReadFile("testdata/ok.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if piped := serve(t, string(text), "check", "-", "--format", "json"); piped.out != first.out {
		t.Errorf("standard input and file differ:\n%s", cmp.Diff(piped.out, first.out))
	}
}

func TestInterruptedRunsSaySo(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("interrupted"))
	never, keep := io.Pipe()
	defer keep.Close()
	for _, args := range [][]string{{"check", "testdata/ok.yaml"}, {"export", "-", "--as", "order.csv"}} {
		var out, err bytes.Buffer
		code := cli.Run(ctx, args, cli.Streams{In: never, Out: &out, Err: &err, Env: func(string) string { return "" }}, "test")
		if code != 3 || out.Len() > 0 || !strings.Contains(err.String(), "interrupted") {
			t.Errorf("%v: exit %d, output %q, error %q; want 3, nothing and interrupted", args, code, out.String(), err.String())
		}
	}
}

func TestADocumentAboveTheLimitCannotBeRead(t *testing.T) {
	t.Parallel()
	var out, err bytes.Buffer
	endless := io.MultiReader(strings.NewReader("version: 1\nname: x\n"), spaces{})
	code := cli.Run(t.Context(), []string{"check", "-"}, cli.Streams{In: endless, Out: &out, Err: &err, Env: func(string) string { return "" }}, "test")
	if code != 2 || out.Len() > 0 || !strings.Contains(err.String(), "stdin: document is above the limit of 67108864 bytes") {
		t.Errorf("exit %d, error %q; want 2 and the limit", code, err.String())
	}
}

// spaces never end.
type spaces struct{}

func (spaces) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// A full takes no byte.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestOutputThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"check testdata/ok.yaml", "check testdata/ok.yaml --format json", "check testdata/ok.yaml --format csv",
		"check testdata/ok.yaml --format sarif", "export testdata/ok.yaml --as cables.csv", "export testdata/ok.yaml --as plan.yaml",
		"template", "template hgx-rows", "catalog list", "catalog reach", "catalog show qm9700", "catalog lint", "version",
	} {
		var err bytes.Buffer
		code := cli.Run(t.Context(), strings.Fields(args), cli.Streams{
			In: strings.NewReader(""), Out: full{}, Err: &err, Env: func(string) string { return "" }}, "test")
		if code != 3 || !strings.Contains(err.String(), "no space left") {
			t.Errorf("server %s on a full disk: exit %d, %q; want 3 and the reason", args, code, err.String())
		}
	}
}
