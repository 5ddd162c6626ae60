package app

import (
	"lengthwise/internal/planner"
)

// A Diff is a comparison as scripts read it. Lists are never null.
type Diff struct {
	From         DiffSide        `json:"from"`
	To           DiffSide        `json:"to"`
	Same         bool            `json:"same" doc:"The documents are equal, whatever their texts"`
	Settings     DiffChanges     `json:"settings"`
	Racks        DiffChanges     `json:"racks"`
	Devices      DiffChanges     `json:"devices"`
	Links        DiffChanges     `json:"links" doc:"Links and overrides"`
	Media        []DiffMedium    `json:"media" doc:"Links that are made otherwise now"`
	Products     []ProductOrders `json:"products" doc:"What is ordered otherwise now"`
	FindingsGone []DiffCause     `json:"findings_gone"`
	FindingsNew  []DiffCause     `json:"findings_new"`
	LinksChanged int             `json:"links_changed" doc:"Links whose status, medium, length or product is otherwise, and those that came or went"`
}

// A DiffSide is one side of a comparison, planned with the catalog of today.
type DiffSide struct {
	Number  int         `json:"number" doc:"Of the revision; 0: it is not stored"`
	Author  string      `json:"author"`
	Message string      `json:"message"`
	Summary PlanSummary `json:"summary"`
}

// DiffChanges are the changes of a kind, at most 1,000 of them.
type DiffChanges struct {
	Total   int          `json:"total"`
	Changes []DiffChange `json:"changes"`
}

// A DiffChange is one thing that is otherwise now.
type DiffChange struct {
	Kind    string `json:"kind" enum:"added,removed,moved,changed"`
	Subject string `json:"subject"`
	Count   int    `json:"count" doc:"Racks, devices or links it speaks for"`
	Text    string `json:"text" doc:"leaf-03 moved from U40 to U31 of A02"`
}

// A DiffMedium is a number of cables of one medium that take the place of
// another.
type DiffMedium struct {
	From   string `json:"from" doc:"Empty: no cable"`
	To     string `json:"to" doc:"Empty: no cable"`
	Cables int    `json:"cables"`
	Text   string `json:"text"`
}

// ProductOrders is a product whose order is otherwise now.
type ProductOrders struct {
	Product     string `json:"product"`
	Description string `json:"description"`
	From        int    `json:"from" doc:"To order, spares included"`
	To          int    `json:"to"`
}

// A DiffCause is findings of one side alone that say the same of different
// subjects.
type DiffCause struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"`
	Message  string   `json:"message"`
	Fix      string   `json:"fix"`
	Source   string   `json:"source"`
	Count    int      `json:"count" doc:"Links or devices all of it speaks for"`
	Findings int      `json:"findings" doc:"How many findings"`
	Subjects []string `json:"subjects" doc:"Of the first of them, at most 100"`
}

// How much of a comparison its wire form lists.
const (
	maxDiffCauses   = 1_000
	maxDiffSubjects = 100
)

// Diff is the comparison as scripts read it.
func (c *Comparison) Diff() Diff {
	out := Diff{
		From: sideOf(c.From), To: sideOf(c.To), Same: c.Same,
		Settings: diffChanges(c.Settings), Racks: diffChanges(c.Racks), Devices: diffChanges(c.Devices), Links: diffChanges(c.Links),
		Media: make([]DiffMedium, len(c.Media)), Products: make([]ProductOrders, len(c.Products)),
		FindingsGone: diffCauses(c.FindingsGone), FindingsNew: diffCauses(c.FindingsNew), LinksChanged: c.LinksChanged,
	}
	for i, m := range c.Media {
		out.Media[i] = DiffMedium{string(m.From), string(m.To), m.Cables, m.Text}
	}
	for i, p := range c.Products {
		out.Products[i] = ProductOrders(p)
	}
	return out
}

func sideOf(c Compared) DiffSide {
	r := c.Revision
	return DiffSide{r.Number, r.Author, r.Message, SummaryOf(&planner.Result{OK: c.OK, Summary: c.Summary, CatalogRevision: r.Summary.CatalogRevision})}
}

func diffChanges(c Changes) DiffChanges {
	out := DiffChanges{Total: c.Total, Changes: make([]DiffChange, len(c.List))}
	for i, x := range c.List {
		out.Changes[i] = DiffChange{string(x.Kind), x.Subject, x.Count, x.Text}
	}
	return out
}

func diffCauses(groups []FindingGroup) []DiffCause {
	out := make([]DiffCause, min(len(groups), maxDiffCauses))
	for i := range out {
		g := &groups[i]
		out[i] = DiffCause{
			Code: string(g.Code), Severity: string(g.Severity), Message: g.Message, Fix: g.Fix, Source: g.Source, Count: g.Count,
			Findings: len(g.Findings), Subjects: append([]string{}, g.Subjects[:min(len(g.Subjects), maxDiffSubjects)]...),
		}
	}
	return out
}

// A LinkDiff is a link that is made otherwise, as scripts read it.
type LinkDiff struct {
	A      string    `json:"a"`
	B      string    `json:"b"`
	What   []string  `json:"what" doc:"status, medium, length, product, added, removed, run"`
	Before *LinkMade `json:"before" doc:"null: there was no such link"`
	After  *LinkMade `json:"after" doc:"null: there is no such link now"`
}

// A LinkMade is how one side makes a link.
type LinkMade struct {
	ID         string   `json:"id"`
	Status     string   `json:"status" enum:"ok,error,warning,unknown"`
	Medium     *string  `json:"medium" doc:"null: no cable"`
	LengthMM   *int64   `json:"length_mm" doc:"Of the cable"`
	RequiredMM *int64   `json:"required_mm"`
	RunMM      *int64   `json:"run_mm"`
	Products   []string `json:"products" doc:"Cables, then the transceivers at its ends"`
	Reason     string   `json:"reason"`
}

// Diff is the row as scripts read it.
func (x *ChangedLink) Diff() LinkDiff {
	l := x.Is.Link
	if l == nil {
		l = x.Was.Link
	}
	out := LinkDiff{A: l.A.String(), B: l.B.String(), What: make([]string, len(x.What)), Before: x.Was.wire(), After: x.Is.wire()}
	for i, a := range x.What {
		out.What[i] = string(a)
	}
	return out
}

func (m MadeLink) wire() *LinkMade {
	if m.Link == nil {
		return nil
	}
	out := &LinkMade{ID: m.ID, Status: string(m.Status), Products: append([]string{}, m.Products...), Reason: m.Reason}
	if m.Medium != "" {
		medium := string(m.Medium)
		out.Medium = &medium
	}
	if m.Length > 0 {
		mm := m.Length.FloorMM()
		out.LengthMM = &mm
	}
	if m.RunKnown {
		run, need := m.Run.CeilMM(), m.Required
		out.RunMM, out.RequiredMM = &run, &need
	}
	return out
}
