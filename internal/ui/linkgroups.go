package ui

import (
	"strconv"

	"lengthwise/internal/app"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// groupsPerPage is how many groups a page has.
const groupsPerPage = 100

// maxGroups is above any number of groups there can be.
const maxGroups = 1 << 30

// groupingWord is what links are grouped by.
var groupingWord = map[string]string{"racks": "rack pair", "device": "device", "fabric": "fabric", "group": "group", "cause": "cause"}

// groupHead is the head of what links have in common.
var groupHead = map[string]string{"racks": "Racks", "device": "Device", "fabric": "Fabric", "group": "Group", "cause": "Finding"}

// groups are the links in groups, each with its parts by medium. It gives how
// many links there are.
func (v *linksView) groups(p *templates.LinksView) (int, error) {
	from, err := whole("from", v.asked.Get("from"), maxGroups)
	if err != nil {
		return 0, err
	}
	q := v.query
	q.Limit, q.After = groupsPerPage, ""
	page, err := v.o.checked.LinkGroups(q, v.by, v.groupSort(), q.Desc, from)
	if err != nil {
		return 0, err
	}
	at := func(from int) string {
		if from <= 0 {
			return v.with("from", "")
		}
		return v.with("from", strconv.Itoa(from))
	}
	noun := groupNoun[v.by]
	p.Pager = templates.Pager{Said: counted(page.Total, noun) + " of " + counted(page.Links, "link")}
	if len(page.Groups) < page.Total {
		p.Pager.Said = number(page.From+1) + " to " + number(page.From+len(page.Groups)) + " of " + p.Pager.Said
	}
	if page.From > 0 {
		p.Pager.First, p.Pager.Prev = at(0), at(page.From-groupsPerPage)
	}
	if page.From+len(page.Groups) < page.Total {
		p.Pager.Next = at(page.From + groupsPerPage)
	}
	g := &templates.LinkGroups{Title: "Links by " + groupingWord[v.by], Heads: v.groupHeads()}
	switch v.by {
	case "device":
		g.Note = "A link stands at both of its devices, so the numbers of all devices together are more than those of the plan."
	case "cause":
		g.Note = "A link stands under every finding that names it."
	default:
		g.Note = "A cable that serves links of several groups counts in each of them once; lengths are of the links that match."
	}
	for i := range page.Groups {
		v.groupRows(g, &page.Groups[i])
	}
	p.Groups = g
	return page.Links, nil
}

var groupNoun = map[string]string{"racks": "rack pair", "device": "device", "fabric": "fabric", "group": "group", "cause": "cause"}

// groupSort is the word groups are sorted by; a word for links alone is none.
func (v *linksView) groupSort() string {
	switch s := v.query.Sort; s {
	case "name", "links", "run", "cable":
		return s
	}
	return ""
}

func (v *linksView) groupHeads() []templates.SortHead {
	cable := v.head("Ordered, m", "cable", true, false)
	run := v.head("Runs, m", "run", true, false)
	run.Start = true
	return []templates.SortHead{
		v.head("Status", "status", false, true), v.head(groupHead[v.by], "name", false, false), v.head("Links", "links", true, false),
		{Text: "Errors", Numbers: true}, {Text: "Warnings", Numbers: true}, {Text: "Unknown", Numbers: true},
		run, {Text: "Longest, m", Numbers: true}, {Text: "Cables", Numbers: true, Start: true}, cable,
	}
}

// groupRows are the row of a group and those of its media.
func (v *linksView) groupRows(g *templates.LinkGroups, x *app.LinkGroup) {
	name, pairs := v.groupName(x)
	base := append([]string{"by", "", "sort", "", "desc", "", "from", "", "after", "", "limit", ""}, pairs...)
	row := tallyRow(&x.Tally)
	row.Text, row.URL, row.Mark, row.Word = name, v.with(base...), templates.Mark(x.Status), statusWord[x.Status]
	g.Rows = append(g.Rows, row)
	if len(x.Media) == 1 && x.Media[0].Medium == "" && v.by == "cause" {
		return
	}
	for i := range x.Media {
		m := &x.Media[i]
		sub := tallyRow(&m.Tally)
		word, value := mediumWord[string(m.Medium)], string(m.Medium)
		if value == "" {
			word, value = "no cable", "none"
		}
		sub.Text, sub.Sub, sub.URL = word, true, v.with(append(base, "medium", value)...)
		g.Rows = append(g.Rows, sub)
	}
}

func tallyRow(t *app.Tally) templates.LinkGroupRow {
	row := templates.LinkGroupRow{
		Links: number(t.Links), Run: metres(t.RunMM), Longest: metres(t.Longest), Cables: number(t.Cables), Ordered: metres(t.CableMM),
	}
	if t.NoRun > 0 {
		row.Run = "≥ " + row.Run
	}
	for n, s := range planner.Statuses {
		count := ""
		if t.ByStatus[n] > 0 {
			count = number(t.ByStatus[n])
		}
		switch s {
		case planner.StatusError:
			row.Errors = count
		case planner.StatusWarning:
			row.Warnings = count
		case planner.StatusUnknown:
			row.Unknowns = count
		case planner.StatusOK:
		}
	}
	return row
}

// groupName is a group in words, and the filter that finds its links.
func (v *linksView) groupName(x *app.LinkGroup) (string, []string) {
	or := func(name, otherwise string) (string, string) {
		if name == "" {
			return otherwise, "none"
		}
		return name, name
	}
	switch v.by {
	case "racks":
		a, keyA := or(x.Racks[0], "no rack")
		b, keyB := or(x.Racks[1], "no rack")
		if a == b && x.Racks[0] != "" {
			return "within " + a, []string{"rack", keyA, "to_rack", keyB}
		}
		return a + " ↔ " + b, []string{"rack", keyA, "to_rack", keyB}
	case "device":
		return x.Name, []string{"device", x.Name}
	case "cause":
		name, key := or(string(x.Code), "no finding names them")
		return name, []string{"code", key}
	case "fabric":
		name, key := or(x.Name, "no fabric: written as links")
		return name, []string{"fabric", key}
	}
	name, key := or(x.Name, "no group")
	return name, []string{"group", key}
}
