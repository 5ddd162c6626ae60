package ui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// openedPlan is a plan as a page opens it, without a store.
func openedPlan(t testing.TB, text string) *opened {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	checked, err := app.New(cat, "test").Check(context.Background(), app.CheckRequest{Source: app.Source{Name: "plan.yaml", Text: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return &opened{
		plan: app.Plan{ID: "p1", Revision: 1}, revision: app.Revision{Number: 1, Name: checked.Document.Name},
		checked: checked, result: checked.Result, url: planURL("p1"),
	}
}

// rackPage is the page of racks for a query.
func rackPage(o *opened, query string) (templates.RacksPage, error) {
	asked, err := url.ParseQuery(query)
	if err != nil {
		return templates.RacksPage{}, err
	}
	e, err := newElevations(o, asked)
	if err != nil {
		return templates.RacksPage{}, err
	}
	return e.page()
}

const twoRows = `
version: 1
name: Two rows
site:
  rows:
    - {name: A, y: 0m}
    - {name: B, y: 5m, faces: north}
racks:
  - {name: "A[01-30]", row: A, power_kw: 45}
  - {name: "B[01-02]", row: B}
  - {name: spare, x: 20m, y: 0m}
devices:
  - {name: "dgx-[001-120]", type: dgx-h100, rack: "A[01-30]", u: [1, 9, 17, 25]}
  - {name: "leaf-[1-2]", type: qm9700, rack: "B[01-02]", u: 40, face: rear}
  - {name: waiting, type: qm9700}
links:
  - {a: "dgx-[001-060]:OSFP4P2", b: "leaf-1:IB1/[1-30]/[1-2]", speed: ndr}
  - {a: "dgx-061:OSFP4P2", b: "leaf-2:IB1/1/1", speed: ndr, cable: {length: 1m}}
`

func TestRacksPageShowsWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	o := openedPlan(t, twoRows)
	tests := []struct {
		name, query  string
		title, said  string
		prev, next   string // words
		devices      int    // rows with a device
		chosen, miss string
	}{
		{"nothing asked shows the beginning of the first row", "", "Row A, fronts, seen from the south", "racks 1 to 12 of 30, left to right", "", "A13 …", 48, "", ""},
		{"a page further on", "row=A&from=13", "Row A, fronts, seen from the south", "racks 13 to 24 of 30, left to right", "A01 …", "A25 …", 48, "", ""},
		{"from within a page shows that page", "row=A&from=26", "Row A, fronts, seen from the south", "racks 25 to 30 of 30, left to right", "A13 …", "", 24, "", ""},
		{"rears run the other way round", "row=A&face=rear", "Row A, rears, seen from the north", "racks 1 to 12 of 30, left to right", "", "A18 …", 48, "", ""},
		{"a row that faces north", "row=B", "Row B, fronts, seen from the north", "racks 1 to 2 of 2, left to right", "", "", 2, "", ""},
		{"racks in no row", "row=-", "Racks in no row", "racks 1 to 1 of 1, left to right", "", "", 0, "", ""},
		{"one rack", "rack=A02", "Rack A02", "rack 2 of 33", "A01", "A03", 4, "", ""},
		{"a device shows its rack", "device=dgx-061", "Rack A16", "rack 16 of 33", "A15", "A17", 4, "dgx-061", ""},
		{"a device within its row stays in the row", "row=A&device=dgx-001", "Row A, fronts, seen from the south", "racks 1 to 12 of 30, left to right", "", "A13 …", 48, "dgx-001", ""},
		{"a device in another rack", "rack=A01&device=leaf-1", "Rack A01", "rack 1 of 33", "", "A02", 4, "", "leaf-1 stands in rack B01."},
		{"a device in no rack", "device=waiting", "Row A, fronts, seen from the south", "racks 1 to 12 of 30, left to right", "", "A13 …", 48, "", "waiting stands in no rack, so it is not drawn."},
		{"no such device", "device=dgx-999", "Row A, fronts, seen from the south", "racks 1 to 12 of 30, left to right", "", "A13 …", 48, "", `The plan has no device "dgx-999".`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := rackPage(o, tt.query)
			if err != nil {
				t.Fatal(err)
			}
			devices, chosen := 0, ""
			for _, d := range p.Devices {
				if !d.Free {
					devices++
				}
			}
			if p.Side.Chosen != nil {
				chosen = p.Side.Chosen.Name
			}
			got := []string{p.Title, p.Said, p.Prev.Text, p.Next.Text, fmt.Sprint(devices), chosen, p.Missing}
			want := []string{tt.title, tt.said, tt.prev, tt.next, fmt.Sprint(tt.devices), tt.chosen, tt.miss}
			for i := range got {
				if got[i] != want[i] {
					t.Errorf("?%s: got %q, want %q", tt.query, got[i], want[i])
				}
			}
			for _, at := range []string{p.Prev.URL, p.Next.URL} {
				if at == "" {
					continue
				}
				if u, err := url.Parse(at); err != nil {
					t.Errorf("address %q: %v", at, err)
				} else if _, err := rackPage(o, u.RawQuery); err != nil {
					t.Errorf("address %q leads nowhere: %v", at, err)
				}
			}
		})
	}
}

func TestRacksPageRefuses(t *testing.T) {
	t.Parallel()
	o := openedPlan(t, twoRows)
	for query, want := range map[string]string{
		"rack=A99":    `rack "A99" of plan Two rows: not found`,
		"row=Z":       `row "Z" of plan Two rows: not found`,
		"face=top":    `face "top" is not known; the faces are front, rear and both`,
		"from=1e9":    `from "1e9" is not a number from 0 to 33`,
		"row=A&rack=": "",
	} {
		_, err := rackPage(o, query)
		if got := fmt.Sprint(err); want != "" && got != want || want == "" && err != nil {
			t.Errorf("?%s: got %v, want %q", query, err, want)
		}
		if strings.HasSuffix(want, "not found") && !errors.Is(err, app.ErrNotFound) {
			t.Errorf("?%s: %v is not ErrNotFound", query, err)
		}
	}
}

// The links of a device stand beside it, the bad ones first, seen from it.
func TestRacksPageListsTheLinksOfADevice(t *testing.T) {
	t.Parallel()
	o := openedPlan(t, twoRows)
	p, err := rackPage(o, "device=leaf-2")
	if err != nil {
		t.Fatal(err)
	}
	if p.Side.Chosen == nil || len(p.Side.Chosen.Links) != 1 {
		t.Fatalf("got %+v, want leaf-2 with one link", p.Side.Chosen)
	}
	l := p.Side.Chosen.Links[0]
	if l.Port != "IB1/1/1" || l.Far.Device != "dgx-061" || l.Far.Port != "OSFP4P2" || l.Mark != "error" || l.Reason == "" {
		t.Errorf("got %+v, want port IB1/1/1 to dgx-061:OSFP4P2 in error with its reason", l)
	}
	if want := "/plans/p1/racks?device=dgx-061&rack=A16"; l.FarURL != want {
		t.Errorf("the far device leads to %q, want %q", l.FarURL, want)
	}
	worst := planner.StatusError
	if p.Mark != templates.Mark(worst) {
		t.Errorf("the rack is %q, want %q as its worst device", p.Mark, worst)
	}
}

// Whatever a page shows is in its HTML without script, and nothing in it breaks
// a content policy without inline style or script.
func TestRacksPageIsWholeWithoutScript(t *testing.T) {
	t.Parallel()
	o := openedPlan(t, twoRows)
	p, err := rackPage(o, "device=leaf-2")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := templates.Racks(templates.Frame{Title: "Racks"}, templates.PlanHead{Name: "Two rows"}, p).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	for _, want := range []string{
		`data-testid="elevation"`, `data-testid="device-leaf-2-rear"`, `data-testid="device-links"`, `aria-current="true"`,
		`href="/plans/p1/racks?device=leaf-2&amp;rack=B02"`, `data-testid="uses"`, "39 U free",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, bad := range []string{"<style", "style=", "onclick", "javascript:"} {
		if strings.Contains(html, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
}
