package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// badPlan holds faults of every kind a link can suffer from.
const badPlan = `version: 1
name: Bad
racks: [{name: R1}, {name: R2}]
devices:
  - {name: leaf, type: sb7800, rack: R1, u: 20}
  - {name: odd, type: no-such-type, rack: R1, u: 30}
  - {name: "host-[1-9]", type: server-1u-1x-qsfp28, rack: R1, u: [1, 2, 3, 4, 5, 6, 7, 8, 9]}
links:
  - {a: "host-1:ib1", b: "gone:IB1/1"}
  - {a: "host-2:ib1", b: "odd:p1"}
  - {a: "host-3:ib1", b: "leaf:IB1/99"}
  - {a: "host-[4-5]:ib1", b: "leaf:IB1/[4-6]"}
  - {a: "host-6:ib1", b: "leaf:IB1/6"}
  - {a: "host-7:ib1", b: "leaf:IB1/7", cable: {sku: NO-SUCH-PART}}
  - {a: "host-8:ib1", b: "leaf:IB1/7"}
  - {a: "host-9:ib1", b: "leaf:mgmt0"}
  - {a: "leaf:IB1/20", b: "leaf:IB1/20"}
overrides:
  - {at: "leaf:IB1/6", cable: {sku: NO-SUCH-PART}}
`

// Whoever filters links by the codes of errors finds every link that has one.
func TestEveryBadLinkIsFoundByACode(t *testing.T) {
	t.Parallel()
	texts := map[string]string{"one pod": onePod(), "too long": tooLong, "bad references": badPlan}
	for _, x := range newApp(t).Templates() {
		texts[x.Name] = string(x.Text)
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := checked(t, text)
			found := map[int32]bool{}
			for _, g := range c.FindingGroups() {
				if g.Severity != plan.Error {
					continue
				}
				for _, l := range walk(t, func(after string) ([]int32, int, string, string, error) {
					p, err := c.Links(app.LinkQuery{Code: string(g.Code), After: after, Limit: 1000})
					return p.Links, p.Total, p.Next, p.Prev, err
				}) {
					found[l] = true
				}
			}
			for i, l := range c.Result.Links {
				if l.Status == planner.StatusError && !found[int32(i)] {
					t.Errorf("link %s - %s of %s is an error no code finds; the errors are %v", l.A, l.B, l.Path, errorsOf(c))
				}
			}
		})
	}
}

func errorsOf(c *app.Checked) (out []string) {
	for _, f := range c.Result.Findings {
		if f.Severity == plan.Error {
			out = append(out, fmt.Sprintf("%s of %s at %s", f.Code, f.Subject, f.Path))
		}
	}
	return out
}

// A code finds links by whatever its findings speak of.
func TestCodesFindLinks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		code string
		want []string // first ends
	}{
		{badPlan, "unknown-device", []string{"host-1:ib1"}},
		{badPlan, "unknown-type", []string{"host-2:ib1"}},
		{badPlan, "unknown-port", []string{"host-3:ib1"}},
		{badPlan, "unknown-product", []string{"host-6:ib1", "host-7:ib1"}},
		{badPlan, "port-in-use", []string{"host-8:ib1"}},
		{small, "estimate", []string{"leaf-1:IB1/1"}},
		{strings.Replace(hall, "u: [16, 24]", "u: [16, 20]", 1), "unit-overlap", []string{"host-2:ib1", "host-2:ib2", "host-2:ib3", "host-2:ib4"}},
		{small, "unknown-run", nil},
	}
	for _, tt := range tests {
		c := checked(t, tt.text)
		page, err := c.Links(app.LinkQuery{Code: tt.code, Sort: "a"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, i := range page.Links {
			got = append(got, c.Result.Links[i].A.String())
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s finds the links at %v, want %v; the findings are %v", tt.code, got, tt.want, errorsOf(c))
		}
	}
}
