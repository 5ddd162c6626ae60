// Package sarif writes the findings of a plan as SARIF 2.1.0 (OASIS, Static
// Analysis Results Interchange Format), so that a review shows them as
// annotations on the document's lines.
//
// It promises one run with a rule for each code that occurs, and a place for
// every result: line and column where the document was YAML, the path into the
// document in any case. It promises too what code scanning services refuse to
// do without: a region in every location and at most MaxResults results; the
// findings beyond are counted in a notification.
package sarif

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// MediaType is that of SARIF files.
const MediaType = "application/sarif+json"

// MaxResults is how many results a run may hold; GitHub rejects files with
// more than 25,000 (docs.github.com, "SARIF support for code scanning").
const MaxResults = 25_000

const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

// Options say what the findings are about.
type Options struct {
	Version  string // of the program
	Artifact string // name of the document as a review knows it: a path, best one relative to the repository
}

// Encode writes the findings in the order of the result.
func Encode(w io.Writer, r *planner.Result, o Options) error {
	findings := r.Findings
	out := run{
		Tool:        tool{Driver: driver{Name: "Lengthwise", Version: o.Version, Rules: rules(findings)}},
		Invocations: []invocation{{ExecutionSuccessful: true}},
		Artifacts:   []artifact{{Location: artifactLocation{URI: uri(o.Artifact)}}},
		ColumnKind:  "unicodeCodePoints",
		Results:     []result{},
	}
	if more := len(findings) - MaxResults; more > 0 {
		findings = findings[:MaxResults]
		out.Invocations[0].Notifications = []notification{{
			Level:   "warning",
			Message: text(fmt.Sprintf("%d more findings are not listed here; the JSON result and findings.csv hold them", more)),
		}}
	}
	for i := range findings {
		out.Results = append(out.Results, resultOf(&findings[i], out.Tool.Driver.Rules, out.Artifacts[0].Location.URI))
	}
	buf := bufio.NewWriter(w)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(log{Schema: schema, Version: "2.1.0", Runs: []run{out}}); err != nil {
		return err
	}
	return buf.Flush()
}

// rules are one for each code that occurs, by code.
func rules(findings []plan.Finding) []rule {
	severities := map[plan.Code]plan.Severity{}
	for i := range findings {
		severities[findings[i].Code] = findings[i].Severity
	}
	out := []rule{}
	for _, code := range slices.Sorted(maps.Keys(severities)) {
		out = append(out, rule{
			ID:               string(code),
			ShortDescription: text(meaning(code)),
			Configuration:    configuration{Level: level(severities[code])},
		})
	}
	return out
}

// meaning is what a code says, as a sentence; the code in words where the table
// of codes does not know it.
func meaning(code plan.Code) string {
	says := strings.ReplaceAll(string(code), "-", " ")
	for _, g := range plan.Codes {
		for _, c := range g.Codes {
			if c.Code == code {
				says = c.Meaning
			}
		}
	}
	return strings.ToUpper(says[:1]) + says[1:] + "."
}

func level(s plan.Severity) string {
	if s == plan.Info {
		return "note"
	}
	return string(s)
}

func resultOf(f *plan.Finding, rules []rule, uri string) result {
	index, _ := slices.BinarySearchFunc(rules, string(f.Code), func(r rule, code string) int { return strings.Compare(r.ID, code) })
	out := result{
		RuleID: string(f.Code), RuleIndex: index, Level: level(f.Severity), Message: text(sentence(f)),
		Fingerprints: fingerprints{Line: fingerprint(f)},
		Properties:   properties{Path: f.Path, Subject: f.Subject, Count: f.Count, Source: f.Source},
	}
	// Where no line is known the whole document is meant; its first line stands
	// for it, since a location without a region is not shown.
	where := location{Physical: physical{Artifact: artifactLocation{URI: uri}, Region: region{Line: 1}}}
	if f.Line > 0 {
		where.Physical.Region = region{Line: f.Line, Column: f.Column}
	}
	if f.Path != "" {
		where.Logical = []logical{{FullyQualifiedName: f.Path, Kind: "member"}}
	}
	out.Locations = []location{where}
	return out
}

// sentence is what a reviewer reads: what about, what is wrong, the way out.
func sentence(f *plan.Finding) string {
	var b strings.Builder
	if f.Subject != "" && !strings.Contains(f.Message, f.Subject) {
		b.WriteString(f.Subject + ": ")
	}
	b.WriteString(f.Message)
	if f.Count > 1 {
		fmt.Fprintf(&b, " (%d links or devices)", f.Count)
	}
	b.WriteByte('.')
	if f.Fix != "" {
		b.WriteString(" Fix: " + f.Fix)
		if !strings.ContainsAny(f.Fix[len(f.Fix)-1:], ".?!") {
			b.WriteByte('.')
		}
	}
	return b.String()
}

// fingerprint tells findings on one line apart, and stays when lines move.
func fingerprint(f *plan.Finding) string {
	sum := sha256.Sum256([]byte(string(f.Code) + "\n" + f.Path + "\n" + f.Subject))
	return hex.EncodeToString(sum[:8])
}

// text is a message; braces are doubled because single ones are placeholders
// (SARIF 2.1.0, 3.11.5).
func text(s string) message { return message{Text: braces.Replace(s)} }

var braces = strings.NewReplacer("{", "{{", "}", "}}")

// uri is a file name as a relative or file URI; a plan from standard input is
// named so.
func uri(name string) string {
	if name == "" || name == "-" {
		return "stdin"
	}
	name = strings.ReplaceAll(name, `\`, "/")
	u := url.URL{Path: path.Clean(name)}
	if path.IsAbs(u.Path) {
		u.Scheme = "file"
	}
	return u.String()
}
