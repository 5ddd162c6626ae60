package app_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// bulky has links a fabric would not write: entries that say some fields
// themselves, overrides at either end, ranges and single ports.
const bulky = `version: 1
name: Bulk
settings: {allow_retired: true}
racks:
  - {name: A01}
devices:
  - {name: leaf-01, type: sb7800, rack: A01, u: 40, face: rear}
  - {name: "host-[01-12]", type: server-1u-1x-qsfp28, rack: A01, u: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}
links:
  - {a: "host-[01-04]:ib1", b: "leaf-01:IB1/[1-4]", group: first, color: blue}   # written out
  - {a: "host-[05-08]:ib1", b: "leaf-01:IB1/[5-8]"}
  - {a: "leaf-01:IB1/[9-12]", b: "host-[09-12]:ib1", cable: {medium: dac}}
overrides:
  - {at: "host-05:ib1", label: spare room}
  - {at: "leaf-01:1/6", run: 1.9m}
`

// saidOf is what the result says of a link in the fields of a change.
func saidOf(c *app.Checked, i int32) string {
	l := &c.Result.Links[i]
	run := "by route"
	if l.Route == nil {
		run = l.Run.String()
	}
	return fmt.Sprintf("%s %s %t %s %s %s", l.Medium, run, l.Existing, l.Color, l.Group, l.Label)
}

func TestABulkChangeSaysItOfTheChosenLinksAndOfNoOther(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		query  app.LinkQuery
		change app.LinkChange
		edits  int
		want   func(l *planner.Link) string // empty: all right
	}{
		{"a medium of links nothing is said of", app.LinkQuery{Device: "host-[05-08]"}, app.LinkChange{Medium: "aoc"}, 1,
			func(l *planner.Link) string { return differs("medium", string(l.Medium), "aoc") }},
		{"a group where an entry says one of all its links", app.LinkQuery{}, app.LinkChange{Group: "all"}, 2,
			func(l *planner.Link) string { return differs("group", l.Group, "all") }},
		{"a group where an entry says one of some of its links", app.LinkQuery{Device: "host-[03-06]"}, app.LinkChange{Group: "some"}, 3,
			func(l *planner.Link) string { return differs("group", l.Group, "some") }},
		{"another pin in place of the pin of an entry", app.LinkQuery{Device: "host-[09-12]"}, app.LinkChange{Medium: "aoc"}, 1,
			func(l *planner.Link) string { return differs("medium", string(l.Medium), "aoc") }},
		{"a pin is taken out", app.LinkQuery{Device: "host-[09-10]"}, app.LinkChange{TakeOut: []string{"cable"}, Color: "red"}, 3,
			func(l *planner.Link) string { return differs("colour", l.Color, "red") }},
		{"a measured run in place of one at the other end", app.LinkQuery{Device: "host-[05-08]"}, app.LinkChange{Run: "1.7 m"}, 1,
			func(l *planner.Link) string { return differs("run", l.Run.String(), "1700 mm") }},
		{"a run is taken out", app.LinkQuery{Device: "host-06"}, app.LinkChange{TakeOut: []string{"run"}}, 1,
			func(l *planner.Link) string {
				if l.Route == nil {
					return "the run is still measured"
				}
				return ""
			}},
		{"labels by a pattern", app.LinkQuery{Device: "host-[05-08]"}, app.LinkChange{Label: "{a_device}/{a_rack}"}, 1,
			func(l *planner.Link) string { return differs("label", l.Label, l.A.Device.Name+"/A01") }},
		{"existing", app.LinkQuery{}, app.LinkChange{Existing: "yes"}, 1,
			func(l *planner.Link) string { return differs("existing", fmt.Sprint(l.Existing), "true") }},
	}
	p, ctx := newPlans(t), t.Context()
	made := create(t, p, bulky)
	before, _, err := p.Result(ctx, ann, made.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			links, err := before.AllLinks(tt.query)
			if err != nil {
				t.Fatal(err)
			}
			edits, err := before.LinkEdits(links, tt.change)
			if err != nil {
				t.Fatal(err)
			}
			if len(edits) != tt.edits {
				t.Errorf("%d edits, want %d: %+v", len(edits), tt.edits, edits)
			}
			_, after, _, err := p.Edited(ctx, ann, made.ID, 1, edits)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range after.Result.Findings {
				if f.Code == "contradicting-links" || f.Code == "unused-override" {
					t.Errorf("the change makes the finding %s: %s", f.Code, f.Message)
				}
			}
			for i := range after.Result.Links {
				l := &after.Result.Links[i]
				was := int32(slices.IndexFunc(before.Result.Links, func(b planner.Link) bool { return b.ID == l.ID }))
				if slices.Contains(links, was) {
					if wrong := tt.want(l); wrong != "" {
						t.Errorf("link %s: %s", l.A, wrong)
					}
				} else if got, want := saidOf(after, int32(i)), saidOf(before, was); got != want {
					t.Errorf("link %s was not chosen and is now %q, was %q", l.A, got, want)
				}
			}
		})
	}
}

func differs(what, got, want string) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("%s is %q, want %q", what, got, want)
}

func TestABulkChangeOfAWholeFabricIsOneOverride(t *testing.T) {
	t.Parallel()
	c := checked(t, pods(2))
	links, err := c.AllLinks(app.LinkQuery{Group: "hosts"})
	if err != nil {
		t.Fatal(err)
	}
	edits, err := c.LinkEdits(links, app.LinkChange{Medium: "optical"})
	if err != nil {
		t.Fatal(err)
	}
	if len(edits) != 1 || edits[0].Kind != plan.OverrideLink || len(edits[0].At) > 4 {
		t.Errorf("%d links make %+v, want one override of few ranges", len(links), edits)
	}
}

func TestWhatIsWrongWithABulkChangeIsSaidAllAtOnce(t *testing.T) {
	t.Parallel()
	c := checked(t, bulky)
	one, err := c.AllLinks(app.LinkQuery{Device: "host-05"})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		links  []int32
		change app.LinkChange
		says   []string
	}{
		{"nothing chosen, nothing said", nil, app.LinkChange{}, []string{"no link is chosen", "nothing is to be changed"}},
		{"nothing said", one, app.LinkChange{}, []string{"nothing is to be changed"}},
		{"words that are none", one, app.LinkChange{Medium: "dca", Existing: "maybe", Run: "2", Label: "{a_prt}", TakeOut: []string{"colour"}},
			[]string{"did you mean dac?", "yes, no", "has no unit", "{a_port}", "color"}},
		{"set and taken out", one, app.LinkChange{Color: "red", TakeOut: []string{"color"}}, []string{"choose one"}},
		{"a part there is not", one, app.LinkChange{SKU: "MCP1600-E01"}, []string{"is not in the catalog", "did you mean MCP1600-E"}},
		{"a range for a label", one, app.LinkChange{Label: "x[1-2]"}, []string{"bracket"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := c.LinkEdits(tt.links, tt.change)
			if invalid := (*app.Invalid)(nil); !errors.As(err, &invalid) {
				t.Fatalf("the error is %v, want one that says what is wrong", err)
			}
			for _, want := range tt.says {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not say %q", err, want)
				}
			}
		})
	}
}

func TestGroupsOfLinksAddUp(t *testing.T) {
	t.Parallel()
	c := checked(t, pods(2))
	all, err := c.AllLinks(app.LinkQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range app.LinkGroupings {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			page, err := c.LinkGroups(app.LinkQuery{Limit: app.MaxPage}, by, "name", false, 0)
			if err != nil {
				t.Fatal(err)
			}
			links, cables, twice := 0, 0, by == "device" || by == "cause"
			for i := range page.Groups {
				g := &page.Groups[i]
				links, cables = links+g.Links, cables+g.Cables
				sum := app.Tally{}
				for _, m := range g.Media {
					sum.Links, sum.RunMM, sum.Cables, sum.CableMM, sum.NoRun = sum.Links+m.Links, sum.RunMM+m.RunMM, sum.Cables+m.Cables, sum.CableMM+m.CableMM, sum.NoRun+m.NoRun
				}
				if sum.Links != g.Links || sum.RunMM != g.RunMM || sum.Cables != g.Cables || sum.CableMM != g.CableMM || sum.NoRun != g.NoRun {
					t.Fatalf("the media of %+v add up to %+v", g, sum)
				}
				// Every head leads to the links it counts.
				found, err := c.Links(headOf(by, g))
				if err != nil || found.Total != g.Links {
					t.Fatalf("%+v has %d links, its address finds %d (%v)", g, g.Links, found.Total, err)
				}
			}
			if page.Links != len(all) || !twice && (links != len(all) || cables != len(c.Result.Cables)) || links < len(all)-8 {
				t.Errorf("%d groups have %d links and %d cables of %d and %d", page.Total, links, cables, len(all), len(c.Result.Cables))
			}
		})
	}
}

// headOf is the query behind the head of a group.
func headOf(by string, g *app.LinkGroup) app.LinkQuery {
	orNone := func(name string) string {
		if name == "" {
			return "none"
		}
		return name
	}
	switch by {
	case "racks":
		return app.LinkQuery{Rack: orNone(g.Racks[0]), ToRack: orNone(g.Racks[1])}
	case "device":
		return app.LinkQuery{Device: g.Name}
	case "fabric":
		return app.LinkQuery{Fabric: orNone(g.Name)}
	case "group":
		return app.LinkQuery{Group: orNone(g.Name)}
	}
	return app.LinkQuery{Code: orNone(string(g.Code))}
}

func TestLinksAreFilteredByColumn(t *testing.T) {
	t.Parallel()
	c := checked(t, bulky)
	tests := []struct {
		name  string
		query app.LinkQuery
		want  int
	}{
		{"words of end a", app.LinkQuery{A: "host"}, 8}, {"words of end b", app.LinkQuery{B: "host"}, 4},
		{"port of end a", app.LinkQuery{A: "leaf-01:IB1/9"}, 1}, {"rack of both ends", app.LinkQuery{ARack: "A01", BRack: "A01"}, 12},
		{"from rack to rack", app.LinkQuery{Rack: "A01", ToRack: "A02"}, 0}, {"speed", app.LinkQuery{Speed: "edr"}, 12}, {"colour", app.LinkQuery{Color: "blue"}, 4},
		{"label", app.LinkQuery{Label: "SPARE room"}, 1}, {"default label", app.LinkQuery{Label: "A01-40:IB1/12"}, 1}, {"pinned", app.LinkQuery{Is: "pinned"}, 4},
		{"not pinned", app.LinkQuery{Is: "unpinned"}, 8}, {"measured", app.LinkQuery{Is: "measured"}, 1}, {"existing", app.LinkQuery{Is: "existing"}, 0},
		{"new", app.LinkQuery{Is: "new"}, 12}, {"no group", app.LinkQuery{Group: "none"}, 8},
	}
	for _, tt := range tests {
		page, err := c.Links(tt.query)
		if err != nil || page.Total != tt.want {
			t.Errorf("%s: %d links (%v), want %d", tt.name, page.Total, err, tt.want)
		}
	}
	for i := range c.Result.Links {
		l := &c.Result.Links[i]
		if l.Cables[0] < 0 {
			continue
		}
		cable := &c.Result.Cables[l.Cables[0]]
		page, err := c.Links(app.LinkQuery{Part: strings.ToLower(cable.Part.ID()), Length: cable.Length.FloorMM()})
		if err != nil || !slices.Contains(page.Links, int32(i)) {
			t.Errorf("the part and length of link %s do not find it (%v)", l.A, err)
		}
	}
}
