package app

import "lengthwise/internal/plan"

// A FindingGroup is what is said the same of one or more subjects: one cause.
type FindingGroup struct {
	Code     plan.Code
	Severity plan.Severity
	Message  string
	Fix      string
	Source   string   // keys joined by ";"
	Count    int      // links or devices all of it speaks for
	Findings []int32  // indexes into the findings, in their order
	Subjects []string // of each finding
}

// FindingGroups puts findings together that say the same of different subjects,
// in the order each is first said: those of one code stay together, errors
// first.
func FindingGroups(findings []plan.Finding) []FindingGroup {
	type saying struct {
		code                 plan.Code
		message, fix, source string
	}
	groups := []FindingGroup{}
	at := map[saying]int{}
	for i := range findings {
		f := &findings[i]
		k := saying{f.Code, f.Message, f.Fix, f.Source}
		g, ok := at[k]
		if !ok {
			g = len(groups)
			at[k] = g
			groups = append(groups, FindingGroup{Code: f.Code, Severity: f.Severity, Message: f.Message, Fix: f.Fix, Source: f.Source})
		}
		groups[g].Count += f.Count
		groups[g].Findings = append(groups[g].Findings, int32(i))
		groups[g].Subjects = append(groups[g].Subjects, f.Subject)
	}
	return groups
}

// FindingGroups are the findings grouped by cause. They must not be changed.
func (c *Checked) FindingGroups() []FindingGroup {
	if c.views == nil {
		return FindingGroups(c.Result.Findings)
	}
	c.views.group.Do(func() { c.views.groups = FindingGroups(c.Result.Findings) })
	return c.views.groups
}
