package plan

import "strings"

// A CodeMeaning documents a code: what a finding with it says. Its texts begin
// with a small letter and have no full stop.
type CodeMeaning struct {
	Code    Code
	Meaning string // what is so
	Cause   string // how it comes about
	Matters string // what happens if nothing is done
	Out     string // the way out in general; a finding's own Fix knows the plan
	Rule    string // the section of docs that holds the rule: "planning-rules.md#4-check-findings"
}

// The sections of docs that codes point to.
const (
	ruleEverywhere = "plan-format.md#rules-that-hold-everywhere"
	ruleFields     = "plan-format.md#fields"
	ruleTypes      = "plan-format.md#device-types"
	ruleRoute      = "planning-rules.md#1-route-how-long-is-the-run"
	ruleGroup      = "planning-rules.md#2-group-a-cable-is-not-a-link"
	ruleSelect     = "planning-rules.md#3-select-the-first-medium-in-media-that-works"
	ruleCheck      = "planning-rules.md#4-check-findings"
	ruleBOM        = "planning-rules.md#5-bill-of-materials"
	ruleTopologies = "fabrics.md#topologies"
	rulePorts      = "fabrics.md#which-port-a-link-takes"
	ruleJudged     = "fabrics.md#what-is-judged"
	ruleHashing    = "fabrics.md#hashing"
	ruleOverlay    = "catalog.md#your-overlay"
	ruleEvidence   = "catalog.md#evidence"
	ruleLifecycle  = "catalog.md#lifecycle"
)

// A CodeGroup is the codes about one part of a plan.
type CodeGroup struct {
	Name  string // document | rack | port | cable | pathway | fabric
	Codes []CodeMeaning
}

// Codes are all codes there are, by what they are about; within a group errors
// come first, then warnings, then infos. Severities holds how grave each is.
var Codes = []CodeGroup{
	{"document", documentCodes}, {"rack", rackCodes}, {"port", portCodes}, {"cable", cableCodes}, {"pathway", pathwayCodes}, {"fabric", fabricCodes},
}

// Meaning is the sentence that documents a code, empty for a code there is not.
func (c Code) Meaning() string {
	for _, g := range Codes {
		for _, m := range g.Codes {
			if m.Code == c {
				return m.Meaning
			}
		}
	}
	return ""
}

// FindingsPage is the reference of all codes as Markdown: docs/findings.md.
func FindingsPage() string {
	var b strings.Builder
	b.WriteString(`# Findings

Every finding has a code. Codes are part of the interface: they keep their meaning and their severity, and a code that is no longer
given stays listed here. Any **error** makes a plan not ok; a **warning** asks for a decision; an **info** tells what a figure rests
on. What the planner could not check is no finding: it is listed under ` + "`unchecked`" + `.

This page is written from ` + "`internal/plan/codes*.go`" + `, as is the help of the pages; a test keeps them alike. Below the tables each code
says how it comes about, why it matters, the way out and the rule behind it. A finding's own way out knows the plan and is more exact.
`)
	for _, g := range Codes {
		b.WriteString("\n## " + strings.ToUpper(g.Name[:1]) + g.Name[1:] + "\n\n| code | severity | meaning |\n|---|---|---|\n")
		for _, m := range g.Codes {
			b.WriteString("| [`" + string(m.Code) + "`](#" + string(m.Code) + ") | " + string(Severities[m.Code]) + " | " + m.Meaning + " |\n")
		}
		for _, m := range g.Codes {
			b.WriteString("\n### " + string(m.Code) + "\n\n")
			b.WriteString("- **Comes about when** " + m.Cause + ".\n- **Matters because** " + m.Matters + ".\n- **Way out:** " + m.Out + ".\n")
			file, section, _ := strings.Cut(m.Rule, "#")
			b.WriteString("- **Rule:** [" + file + ", " + strings.ReplaceAll(section, "-", " ") + "](" + m.Rule + ")\n")
		}
	}
	return b.String()
}
