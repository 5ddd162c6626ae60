package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/app"
)

// hall is a plan for comparing: two leaves over two hosts in one rack of eight.
const hall = `version: 1
name: Hall
site:
  rows: [{name: A, y: 0m}]
racks:
  - {name: "A[01-08]", row: A, position: 1}
devices:
  - {name: "leaf-[01-02]", type: qm9700, rack: A01, u: [38, 40], face: rear}
  - {name: "host-[1-2]", type: hgx-8gpu-osfp, rack: A01, u: [16, 24]}
links:
  - {a: "host-[1-2]:ib[1-4]", b: "leaf-01:IB1/[1-4]/[1-2]"}
`

// compared stores two texts as revisions of one plan.
func compared(t *testing.T, p *app.Plans, from, to string) app.Comparison {
	t.Helper()
	made := create(t, p, from)
	if _, err := p.Save(t.Context(), bob, made.ID, 1, saveText(to)); err != nil {
		t.Fatal(err)
	}
	c, err := p.Compare(t.Context(), ann, made.ID, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWhatChangedInWords(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	far := strings.NewReplacer("A01, u: [38, 40]", "A08, u: [38, 40]")
	tests := []struct {
		name string
		to   string
		want []string
	}{
		{"nothing but a comment", "# hall\n" + hall, nil},
		{"a switch moves within its rack", strings.Replace(hall, "[38, 40]", "[38, 12]", 1), []string{"leaf-02 moved from U40 to U12 of A01"}},
		{"switches move to another rack, and their cables are others", far.Replace(hall), []string{
			"leaf-01 moved from U38 of A01 to U38 of A08",
			"leaf-02 moved from U40 of A01 to U40 of A08",
			"4 cables of DAC become 8 of optical",
		}},
		{"a switch goes, hosts come", strings.NewReplacer("leaf-[01-02]", "leaf-01", "[38, 40]", "38", `"host-[1-2]"`, `"host-[1-4]"`, "u: [16, 24]", "u: [16, 24, 8, 32]").Replace(hall), []string{
			"2 devices added: host-[3-4] (hgx-8gpu-osfp)",
			"device leaf-02 removed (qm9700)",
		}},
		{"a type and a face", strings.Replace(hall, "type: qm9700, rack: A01, u: [38, 40], face: rear", "type: qm9790, rack: A01, u: [38, 40], face: front", 1), []string{
			"leaf-01 changed from qm9700 to qm9790, turned: its front looks out of the rack's front",
			"leaf-02 changed from qm9700 to qm9790, turned: its front looks out of the rack's front",
			"2 cables of DAC become 4 of optical",
		}},
		{"settings", hall + "settings: {exit: 500mm, slack: {percent: 10}}\ndescription: more\n", []string{
			"description changed", "settings.slack.percent set to 10", "settings.exit set to 500mm",
		}},
		{"a list of settings", hall + "settings: {media: [aoc, optical]}\n", []string{"settings.media set to aoc, optical", "4 cables of DAC become 8 of optical"}},
		{"links go, come and are pinned", strings.NewReplacer("host-[1-2]:ib[1-4]", "host-1:ib[1-4]", "IB1/[1-4]/", "IB1/[1-2]/").Replace(hall) +
			"  - {a: \"host-2:ib8\", b: \"leaf-02:IB1/5/1\"}\noverrides:\n  - {at: \"host-1:ib1\", run: 1500mm}\n", []string{
			"link host-2:ib8 - leaf-02:IB1/5/1 added", "4 links between host-2 and leaf-01 removed", "override host-1:ib1 added",
		}},
		{"a pin and a group", strings.Replace(hall, `/[1-2]"}`, `/[1-2]", cable: {medium: optical}, group: east}`, 1), []string{
			"8 links between host-[1-2] and leaf-01 changed: group set to east, cable.medium set to optical",
			"4 cables of DAC become 8 of optical",
		}},
		{"racks", strings.Replace(hall, `{name: "A[01-08]", row: A, position: 1}`, `{name: "A[01-02]", row: A, position: 2, power_kw: 30}`, 1), []string{
			"rack A01: position from 1 to 2, power_kw set to 30", "rack A02: position from 2 to 3, power_kw set to 30", "6 racks removed: A[03-08]",
		}},
		{"rows, trays and the name", strings.NewReplacer("name: Hall", "name: Hall B", "rows: [{name: A, y: 0m}]",
			"rows: [{name: A, y: 1m}]\n  trays: [{name: T1, from: [0m, 0m], to: [9m, 0m], height: 2.5m}]").Replace(hall), []string{
			"renamed from Hall to Hall B", "row A: y from 0mm to 1000mm", "tray T1 added",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := compared(t, p, hall, tt.to)
			if got := c.Sentences(100); !slices.Equal(got, tt.want) {
				t.Errorf("changed:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "))
			}
			if c.Same != (tt.want == nil) {
				t.Errorf("same is %v", c.Same)
			}
		})
	}
}

func TestVerdictsSideBySide(t *testing.T) {
	t.Parallel()
	c := compared(t, newPlans(t), hall, strings.Replace(hall, `/[1-2]"}`, `/[1-2]", cable: {medium: dac}, run: 9m}`, 1))
	if !c.From.OK || c.To.OK || c.From.Revision.Number != 1 || c.To.Revision.Number != 2 || c.To.Revision.Author != "bob" || c.To.Revision.Text != nil {
		t.Errorf("from %v revision %d, to %v revision %d by %s; want ok 1, not ok 2 by bob", c.From.OK, c.From.Revision.Number, c.To.OK, c.To.Revision.Number, c.To.Revision.Author)
	}
	if c.From.Summary.Errors != 0 || c.To.Summary.Errors != 8 {
		t.Errorf("errors %d and %d, want 0 and 8", c.From.Summary.Errors, c.To.Summary.Errors)
	}
	codes := func(groups []app.FindingGroup) (out []string) {
		for _, g := range groups {
			out = append(out, fmt.Sprintf("%s %d", g.Code, len(g.Findings)))
		}
		return out
	}
	if got := codes(c.FindingsNew); len(got) == 0 || got[0] != "beyond-reach 8" {
		t.Errorf("new findings %v, want beyond-reach of 8 links first", got)
	}
	if len(c.Media) != 1 || c.Media[0].Text != "8 links no longer get a cable, which was DAC" {
		t.Errorf("media %+v, want 8 links that lose their cable", c.Media)
	}
	if !slices.ContainsFunc(c.Products, func(x app.ProductChange) bool {
		return x.From > 0 && x.To == 0 && strings.HasPrefix(x.Product, "MCP7Y00")
	}) {
		t.Errorf("products %+v, want the splitters to go", c.Products)
	}
}

// What changed from one revision to the other is the opposite of the way back.
func TestComparingBackwards(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	to := strings.NewReplacer("[38, 40]", "[38, 12]", `"host-[1-2]"`, `"host-[1-3]"`, "u: [16, 24]", "u: [16, 24, 1]", "ib[1-4]", "ib[1-2]", "IB1/[1-4]/", "IB1/[1-2]/").Replace(hall)
	there, back := compared(t, p, hall, to), compared(t, p, to, hall)
	kinds := func(lists ...app.Changes) map[app.ChangeKind]int {
		n := map[app.ChangeKind]int{}
		for _, list := range lists {
			for _, x := range list.List {
				n[x.Kind] += x.Count
			}
		}
		return n
	}
	a, b := kinds(there.Devices, there.Links), kinds(back.Devices, back.Links)
	if a[app.Added] != b[app.Removed] || a[app.Removed] != b[app.Added] || a[app.Moved] != b[app.Moved] || a[app.Removed] != 6 || a[app.Added] != 3 {
		t.Errorf("there %v, back %v; want a device and 2 links added, 6 links removed, and the opposite", a, b)
	}
	if len(there.FindingsGone) != len(back.FindingsNew) || len(there.Products) != len(back.Products) {
		t.Errorf("findings gone %d and new %d, products %d and %d; want the same both ways", len(there.FindingsGone), len(back.FindingsNew), len(there.Products), len(back.Products))
	}
}
