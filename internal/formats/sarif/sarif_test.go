package sarif_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/sarif"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// A node is any JSON value, for walking the file as a consumer would.
type node struct {
	t    *testing.T
	path string
	v    any
}

func (n node) at(key string) node {
	n.t.Helper()
	m, ok := n.v.(map[string]any)
	if !ok || m[key] == nil {
		n.t.Fatalf("%s has no %s", n.path, key)
	}
	return node{n.t, n.path + "." + key, m[key]}
}

func (n node) has(key string) bool { m, ok := n.v.(map[string]any); return ok && m[key] != nil }

func (n node) list() []node {
	n.t.Helper()
	items, ok := n.v.([]any)
	if !ok {
		n.t.Fatalf("%s is not a list", n.path)
	}
	var out []node
	for i, v := range items {
		out = append(out, node{n.t, fmt.Sprintf("%s[%d]", n.path, i), v})
	}
	return out
}

func (n node) text() string {
	n.t.Helper()
	s, ok := n.v.(string)
	if !ok || s == "" {
		n.t.Fatalf("%s is %v, want a text", n.path, n.v)
	}
	return s
}

func (n node) number() int {
	n.t.Helper()
	f, ok := n.v.(float64)
	if !ok || f != float64(int(f)) {
		n.t.Fatalf("%s is %v, want a whole number", n.path, n.v)
	}
	return int(f)
}

// keys fails for any property the schema does not know: its objects are closed.
func (n node) keys(known ...string) {
	n.t.Helper()
	for key := range n.v.(map[string]any) {
		if !strings.Contains(" "+strings.Join(known, " ")+" ", " "+key+" ") {
			n.t.Errorf("%s has the unknown property %s", n.path, key)
		}
	}
}

func encode(t *testing.T, r *planner.Result, o sarif.Options) node {
	t.Helper()
	var b bytes.Buffer
	if err := sarif.Encode(&b, r, o); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	return node{t, "sarif", v}
}

func level(n node) {
	n.t.Helper()
	if l := n.text(); l != "error" && l != "warning" && l != "note" {
		n.t.Errorf("%s is %q", n.path, l)
	}
}

// checkFile holds a file to the rules of the 2.1.0 schema and of GitHub's code
// scanning for the parts we write. It returns the results.
func checkFile(file node) []node {
	t := file.t
	t.Helper()
	file.keys("$schema", "version", "runs")
	if v := file.at("version").text(); v != "2.1.0" {
		t.Errorf("version is %q", v)
	}
	runs := file.at("runs").list()
	if len(runs) != 1 {
		t.Fatalf("%d runs, want 1", len(runs))
	}
	run := runs[0]
	run.keys("tool", "invocations", "artifacts", "columnKind", "results")
	if k := run.at("columnKind").text(); k != "unicodeCodePoints" && k != "utf16CodeUnits" {
		t.Errorf("columnKind is %q", k)
	}
	driver := run.at("tool").at("driver")
	driver.keys("name", "version", "rules")
	driver.at("name").text()
	var ids []string
	for _, r := range driver.at("rules").list() {
		r.keys("id", "shortDescription", "fullDescription", "defaultConfiguration")
		ids = append(ids, r.at("id").text())
		r.at("shortDescription").at("text").text()
		level(r.at("defaultConfiguration").at("level"))
	}
	for _, i := range run.at("invocations").list() {
		i.keys("executionSuccessful", "toolExecutionNotifications")
		i.at("executionSuccessful")
	}
	artifact := run.at("artifacts").list()[0].at("location").at("uri").text()
	results := run.at("results").list()
	seen := map[string]bool{}
	for _, r := range results {
		r.keys("ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints", "properties")
		if i := r.at("ruleIndex").number(); i >= len(ids) || ids[i] != r.at("ruleId").text() {
			t.Errorf("%s: rule %d is not %s", r.path, i, r.at("ruleId").text())
		}
		level(r.at("level"))
		r.at("message").at("text").text()
		locations := r.at("locations").list()
		if len(locations) != 1 {
			t.Fatalf("%s: %d locations, want 1", r.path, len(locations))
		}
		locations[0].keys("physicalLocation", "logicalLocations")
		physical := locations[0].at("physicalLocation")
		physical.keys("artifactLocation", "region")
		uri := physical.at("artifactLocation").at("uri").text()
		if _, err := url.Parse(uri); err != nil || uri != artifact {
			t.Errorf("%s: uri %q, %v; the artifact is %q", r.path, uri, err, artifact)
		}
		region := physical.at("region")
		region.keys("startLine", "startColumn")
		if region.at("startLine").number() < 1 || region.has("startColumn") && region.at("startColumn").number() < 1 {
			t.Errorf("%s: lines and columns count from 1", region.path)
		}
		if locations[0].has("logicalLocations") {
			for _, l := range locations[0].at("logicalLocations").list() {
				l.keys("fullyQualifiedName", "kind")
				l.at("fullyQualifiedName").text()
			}
		}
		mark := r.at("ruleId").text() + r.at("partialFingerprints").at("primaryLocationLineHash").text()
		if seen[mark] {
			t.Errorf("%s: its fingerprint is that of another result", r.path)
		}
		seen[mark] = true
	}
	return results
}

func TestFileKeepsTheSchema(t *testing.T) {
	t.Parallel()
	checkFile(encode(t, &planner.Result{}, sarif.Options{Version: "1.0.0", Artifact: "plan.yaml"}))
	results := checkFile(encode(t, formatstest.Result(), sarif.Options{Version: "1.0.0", Artifact: "plan.yaml"}))
	if len(results) != len(formatstest.Result().Findings) {
		t.Errorf("%d results, want one for each finding", len(results))
	}
}

func TestWhereAFindingIs(t *testing.T) {
	t.Parallel()
	results := checkFile(encode(t, formatstest.Result(), sarif.Options{Artifact: "plan.yaml"}))
	type place struct {
		line, column int
		path         string
	}
	for i, want := range []place{{31, 5, "links[4]"}, {33, 9, "links[6].a"}, {1, 0, ""}, {1, 0, "links[5]"}, {1, 0, ""}} {
		where := results[i].at("locations").list()[0]
		region := where.at("physicalLocation").at("region")
		got := place{line: region.at("startLine").number()}
		if region.has("startColumn") {
			got.column = region.at("startColumn").number()
		}
		if where.has("logicalLocations") {
			got.path = where.at("logicalLocations").list()[0].at("fullyQualifiedName").text()
		}
		if got != want {
			t.Errorf("finding %d is at %+v, want %+v", i, got, want)
		}
	}
}

func TestMessagesSayWhatAndTheWayOut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		finding plan.Finding
		want    string
	}{
		{"subject, message, fix", plan.Finding{Subject: "leaf-01", Message: "has no rack", Fix: "give it a rack", Count: 1},
			"leaf-01: has no rack. Fix: give it a rack."},
		{"a subject the message names is not said twice", plan.Finding{Subject: "X1", Message: "X1 is retired", Count: 4},
			"X1 is retired (4 links or devices)."},
		{"a fix that is a question", plan.Finding{Message: "no such rack", Fix: "did you mean A01?", Count: 1},
			"no such rack. Fix: did you mean A01?"},
		{"braces are no placeholders", plan.Finding{Message: "give the link {run: 3m}", Count: 1},
			"give the link {{run: 3m}}."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.finding.Code, tt.finding.Severity = "no-cable", plan.Error
			results := checkFile(encode(t, &planner.Result{Findings: []plan.Finding{tt.finding}}, sarif.Options{}))
			if got := results[0].at("message").at("text").text(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestArtifactsAreURIs(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"":                    "stdin",
		"-":                   "stdin",
		"plan.yaml":           "plan.yaml",
		"./plans/pod a.yaml":  "plans/pod%20a.yaml",
		`plans\pod.yaml`:      "plans/pod.yaml",
		"../pod#1.yaml":       "../pod%231.yaml",
		"/srv/plans/pod.yaml": "file:///srv/plans/pod.yaml",
		"a:b.yaml":            "./a:b.yaml",
	} {
		file := encode(t, &planner.Result{}, sarif.Options{Artifact: name})
		got := file.at("runs").list()[0].at("artifacts").list()[0].at("location").at("uri").text()
		if got != want {
			t.Errorf("%q is the artifact %q, want %q", name, got, want)
		}
	}
}

func TestMoreFindingsThanAreTakenAreCounted(t *testing.T) {
	t.Parallel()
	r := &planner.Result{}
	for i := range sarif.MaxResults + 7 {
		r.Findings = append(r.Findings, plan.Finding{
			Code: "no-cable", Severity: plan.Error, Path: fmt.Sprintf("links[%d]", i), Line: i + 1, Column: 5, Count: 1, Message: "no part does it",
		})
	}
	var b bytes.Buffer
	if err := sarif.Encode(&b, r, sarif.Options{Artifact: "plan.yaml"}); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(b.Bytes(), []byte(`"ruleIndex"`)); n != sarif.MaxResults {
		t.Errorf("%d results, want %d", n, sarif.MaxResults)
	}
	if want := `"text": "7 more findings are not listed here`; !strings.Contains(b.String(), want) {
		t.Errorf("the file does not say %s", want)
	}
}
