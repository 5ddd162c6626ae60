package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"lengthwise/internal/formats/resultjson"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	tests := []struct {
		name    string
		path    string
		body    string
		headers []string
		status  int
		media   string
		holds   string
	}{
		{"a plan that is ok", "", fine, nil, 200, "application/json", `{"ok":true,`},
		{"as JSON", "", asJSON, []string{"Content-Type: application/json"}, 200, "application/json", `{"ok":true,`},
		{"JSON that nobody called so", "", asJSON, nil, 200, "application/json", `{"ok":true,`},
		{"as curl sends it", "", fine, []string{"Content-Type: application/x-www-form-urlencoded"}, 200, "application/json", `{"ok":true,`},
		{"a plan with errors passes unless told", "", tooLong, nil, 200, "application/json", `"code":"beyond-reach"`},
		{"and fails by fail_on with the same body", "?fail_on=error", tooLong, nil, 422, "application/json", `"code":"beyond-reach"`},
		{"one that is ok does not", "?fail_on=warning", fine, nil, 200, "application/json", `{"ok":true,`},
		{"findings stand at their line", "", tooLong, nil, 200, "application/json", `"line":9,"column":5`},
		{"findings as a table", "", tooLong, []string{"Accept: text/csv"}, 200, "text/csv; charset=utf-8", "severity,code,path,line"},
		{"findings as annotations", "?file=hall/plan.yaml", tooLong, []string{"Accept: application/sarif+json"}, 200, "application/sarif+json", `hall/plan.yaml`},
		{"a table that fails", "?fail_on=error", tooLong, []string{"Accept: text/csv"}, 422, "text/csv; charset=utf-8", "beyond-reach"},
		{"what a client wants most", "", fine, []string{"Accept: application/json;q=0.1, text/csv"}, 200, "text/csv; charset=utf-8", "severity"},
		{"anything", "", fine, []string{"Accept: */*"}, 200, "application/json", `{"ok":true,`},
		{"some parts only", "?include=bom,racks", fine, nil, 200, "application/json", `"racks":[`},
		{"a part there is not", "?include=bom,nodes", fine, nil, 400, "application/problem+json", `the parts are findings`},
		{"a level there is not", "?fail_on=info", fine, nil, 400, "application/problem+json", `query.fail_on`},
		{"a parameter there is not", "?failon=error", fine, nil, 400, "application/problem+json", `query.failon`},
		{"a form there is not", "", fine, []string{"Accept: image/png"}, 406, "application/problem+json", `text/csv`},
		{"an accept that makes huma panic", "", fine, []string{"Accept: a;,application/json"}, 200, "application/json", `{"ok":true,`},
		{"a plan that is none", "", "hello", nil, 400, "application/problem+json", `plan.yaml cannot be read`},
		{"no plan at all", "", "", nil, 400, "application/problem+json", `plan.yaml cannot be read`},
		{"a picture", "", "x", []string{"Content-Type: image/png"}, 415, "application/problem+json", `image/png`},
		{"a content type that is none", "", "x", []string{"Content-Type: ;"}, 415, "application/problem+json", `application/yaml`},
		{"a coding nobody knows", "", fine, []string{"Content-Encoding: br"}, 415, "application/problem+json", `gzip, zstd or none`},
		{"gzip that is none", "", fine, []string{"Content-Encoding: gzip"}, 400, "application/problem+json", `not sound gzip`},
		{"zstd that is none", "", fine, []string{"Content-Encoding: zstd"}, 400, "application/problem+json", `not sound zstd`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := c.ask(http.MethodPost, "/check"+tt.path, tt.body, tt.headers...)
			if a.status != tt.status || a.header.Get("Content-Type") != tt.media || !strings.Contains(string(a.body), tt.holds) {
				t.Errorf("POST /check%s = %d %s\n%.600s\nwant %d %s with %q", tt.path, a.status, a.header.Get("Content-Type"), a.body, tt.status, tt.media, tt.holds)
			}
		})
	}
}

func TestCheckAnswersWhatTheCommandLineDoes(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	a := c.ask(http.MethodPost, "/check", tooLong)
	result, err := resultjson.Decode(bytes.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	if result.OK || result.Summary.Errors != 1 || len(result.Links) != 1 || result.Version != "test" {
		t.Errorf("result = %+v, want one link with one error", result.Summary)
	}
}

func TestCheckNamesEveryFaultWithItsPlace(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	long := strings.Repeat("x", 5000)
	p := c.ask(http.MethodPost, "/check", "version: 2\nracks: [{nam: "+long+", depth: 5}]\n").problem(t)
	if len(p.Errors) < 3 {
		t.Fatalf("%d faults, want version, name, unknown field and depth: %+v", len(p.Errors), p)
	}
	for _, f := range p.Errors {
		if f.Location == "" || f.Line == 0 || f.Column == 0 || len(f.Message) > 1100 {
			t.Errorf("fault %+v: want path, line, column and a bounded message", f)
		}
	}
}

func TestPackedBodies(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	_, _ = w.Write([]byte(fine))
	_ = w.Close()
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	zst := string(enc.EncodeAll([]byte(fine), nil))
	for coding, body := range map[string]string{"gzip": gz.String(), "zstd": zst} {
		if a := c.ask(http.MethodPost, "/check", body, "Content-Encoding: "+coding); a.status != http.StatusOK {
			t.Errorf("%s: status %d: %s", coding, a.status, a.body)
		}
		if a := c.ask(http.MethodPost, "/check", body[:len(body)-6], "Content-Encoding: "+coding); a.status != http.StatusBadRequest {
			t.Errorf("%s cut short: status %d, want 400: %s", coding, a.status, a.body)
		}
	}
}

// A few hundred bytes that unpack to more than a plan may be are refused before
// they are all in memory.
func TestBombsAreRefused(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	const unpacked = 200 << 20
	zeros := make([]byte, 1<<20)
	var gz bytes.Buffer
	w, err := gzip.NewWriterLevel(&gz, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	var zs bytes.Buffer
	z, err := zstd.NewWriter(&zs)
	if err != nil {
		t.Fatal(err)
	}
	for range unpacked / len(zeros) {
		_, _ = w.Write(zeros)
		_, _ = z.Write(zeros)
	}
	_ = w.Close()
	_ = z.Close()
	for coding, body := range map[string]string{"gzip": gz.String(), "zstd": zs.String()} {
		for _, path := range []string{"/check", "/plans"} {
			a := c.ask(http.MethodPost, path, body, "Content-Encoding: "+coding)
			if p := a.problem(t); a.status != http.StatusRequestEntityTooLarge || !strings.Contains(p.Detail, "67108864") {
				t.Errorf("%s, %d bytes that unpack to %d: %d %q, want 413 with the limit", coding, len(body), unpacked, a.status, p.Detail)
			}
		}
	}
}

func TestValuesAreNotEchoedWhole(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	long := strings.Repeat("a", 4000)
	for _, path := range []string{
		"/plans?limit=" + long, "/plans?cursor=" + long, "/plans/" + long, "/catalog/products?form=" + long, "/reach?speed=" + long,
		"/catalog/products/" + long, "/plans?" + long + "=1", "/templates/" + long, "/nothing/" + long,
	} {
		a := c.ask(http.MethodGet, path, "")
		if a.status < 400 || a.status > 499 || len(a.body) > 2500 {
			t.Errorf("GET %.40s… = %d with %d bytes, want 4xx with at most 2500:\n%.400s", path, a.status, len(a.body), a.body)
		}
		for _, f := range a.problem(t).Errors {
			if n := len([]rune(f.Value)); n > 65 {
				t.Errorf("GET %.40s…: echoes %d characters of the value, want at most 64", path, n)
			}
		}
	}
}

func TestEditsAreBounded(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	p := c.create(fine)
	many := `{"edits": [` + strings.TrimSuffix(strings.Repeat(`{"edit": "set", "path": "name", "value": "x"},`, 10_001), ",") + `]}`
	if a := c.ask(http.MethodPatch, "/plans/"+p.ID, many, `If-Match: "1"`); a.status != http.StatusBadRequest {
		t.Errorf("10,001 edits: status %d, want 400: %.300s", a.status, a.body)
	}
	huge := `{"edits": [{"edit": "set", "path": "name", "value": "` + strings.Repeat("x", 9<<20) + `"}]}`
	if a := c.ask(http.MethodPatch, "/plans/"+p.ID, huge, `If-Match: "1"`); a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("9 MiB of edits: status %d, want 413: %.300s", a.status, a.body)
	}
	large, err := json.Marshal(map[string]any{"tags": []string{strings.Repeat("x", 100<<10)}})
	if err != nil {
		t.Fatal(err)
	}
	if a := c.ask(http.MethodPut, "/plans/"+p.ID+"/tags", string(large), `If-Match: "1"`); a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("100 KiB of tags: status %d, want 413: %.300s", a.status, a.body)
	}
}
