package app_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
)

// supposed asks what comes of a plan if edits were made.
func supposed(t *testing.T, p *app.Plans, id string, edits, against []plan.Edit) app.Comparison {
	t.Helper()
	c, err := p.WhatIf(t.Context(), ann, id, 0, edits, against)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWhatIf(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	made := create(t, p, hall)
	noCopper := []plan.Edit{{Kind: plan.SetField, Path: "settings.media", Value: []any{"aoc", "optical"}}}
	c := supposed(t, p, made.ID, noCopper, nil)
	if c.LinksChanged != 8 || len(c.Media) != 1 || c.Media[0].From != plan.DAC || c.Media[0].Cables != 8 || c.From.Revision.Number != 1 || c.To.Revision.Number != 0 {
		t.Errorf("without copper: %d links changed, media %+v, revisions %d and %d; want 8 cables that were DAC, 1 and 0",
			c.LinksChanged, c.Media, c.From.Revision.Number, c.To.Revision.Number)
	}
	if found, err := p.Find(t.Context(), ann, made.ID); err != nil || found.Revision != 1 {
		t.Errorf("after asking the plan is at revision %d (%v), want 1: nothing is stored", found.Revision, err)
	}
	if c = supposed(t, p, made.ID, noCopper, noCopper); !c.Same || c.LinksChanged != 0 {
		t.Errorf("the same against the same: %d links changed, want none", c.LinksChanged)
	}
	longer := append(slices.Clone(noCopper), plan.Edit{Kind: plan.SetField, Path: "settings.exit", Value: "900mm"})
	if c = supposed(t, p, made.ID, longer, noCopper); len(c.Media) != 0 || c.Settings.Total != 1 || c.Settings.List[0].Text != "settings.exit set to 900mm" {
		t.Errorf("with a longer exit against without: media %+v, settings %+v; want the exit alone", c.Media, c.Settings)
	}
	_, err := p.WhatIf(t.Context(), ann, made.ID, 0, []plan.Edit{{Kind: plan.SetField, Path: "settings.exit", Value: "900"}}, nil)
	if err == nil || !strings.Contains(err.Error(), "900") {
		t.Errorf("a length without unit: %v, want it refused with the value", err)
	}
}

func TestAllLinksOfASpeedInOneMedium(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	made := create(t, p, hall+"overrides:\n  - {at: \"host-1:ib1\", cable: {medium: dac}, group: first}\n")
	checked, _, err := p.Result(t.Context(), ann, made.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := checked.Speeds(); !slices.Equal(got, []string{"ndr"}) {
		t.Fatalf("speeds %v, want ndr", got)
	}
	there, _, err := p.Result(t.Context(), ann, create(t, p, strings.Replace(hall, `/[1-2]"}`, `/[1-2]", existing: true}`, 1)).ID, 0)
	if err != nil || len(there.Speeds()) != 0 {
		t.Errorf("speeds of links that are there already: %v (%v), want none", there.Speeds(), err)
	}
	if e, ok := checked.Pin("edr", plan.Optical); ok {
		t.Errorf("a speed no link has: %+v, want nothing to pin", e)
	}
	e, ok := checked.Pin("ndr", plan.Optical)
	if !ok {
		t.Fatal("nothing to pin of NDR")
	}
	c := supposed(t, p, made.ID, []plan.Edit{e}, nil)
	if c.To.Summary.CablesByMedium[plan.Optical] == 0 || c.To.Summary.CablesByMedium[plan.DAC] != 0 || !c.To.OK {
		t.Errorf("all NDR links optical: %+v, want no DAC, and OK", c.To.Summary)
	}
}

func TestSettingEdits(t *testing.T) {
	t.Parallel()
	settings, err := app.ParseSettings([]byte(`{"slack": {"percent": 7.5, "optical": {"per_end": "1m"}}, "media": ["dac"], "exit": null}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range app.SettingEdits(settings) {
		got = append(got, fmt.Sprintf("%s %s=%v", e.Kind, e.Path, e.Value))
	}
	want := []string{"set settings.exit=<nil>", "set settings.media=[dac]", "set settings.slack.optical.per_end=1m", "set settings.slack.percent=7.5"}
	if !slices.Equal(got, want) {
		t.Errorf("edits\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestChangedLinksRowByRow(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	c := compared(t, p, hall, strings.NewReplacer("leaf-[01-02], ", "", "rack: A01, u: [38, 40]", "rack: A08, u: [38, 40]", "host-[1-2]:ib[1-4]", "host-[1-2]:ib[1-3,5]").Replace(hall))
	page, err := c.ChangedLinks(app.ChangedLinkQuery{})
	if err != nil || page.Total != 10 || c.LinksChanged != 10 || page.Counts[app.LinkAdded] != 2 || page.Counts[app.LinkRemoved] != 2 || page.Counts[app.LinkMedium] != 6 {
		t.Fatalf("%d rows of %d, %v (%v); want 6 of another medium, 2 new and 2 gone", page.Total, c.LinksChanged, page.Counts, err)
	}
	for _, tt := range []struct {
		query app.ChangedLinkQuery
		want  int
	}{
		{app.ChangedLinkQuery{What: "added"}, 2}, {app.ChangedLinkQuery{What: "removed"}, 2}, {app.ChangedLinkQuery{What: "run"}, 6},
		{app.ChangedLinkQuery{Text: "HOST-1 a08"}, 4}, {app.ChangedLinkQuery{Device: "host-2"}, 5}, {app.ChangedLinkQuery{Device: "leaf-02"}, 0},
	} {
		if got, err := c.ChangedLinks(tt.query); err != nil || got.Total != tt.want {
			t.Errorf("%+v: %d rows (%v), want %d", tt.query, got.Total, err, tt.want)
		}
	}
	var ends []string
	for after := ""; ; {
		part, err := c.ChangedLinks(app.ChangedLinkQuery{Limit: 3, After: after})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range part.Rows {
			d := x.Diff()
			ends = append(ends, d.A+" "+d.B)
			if (d.Before == nil) != slices.Contains(d.What, "added") || (d.After == nil) != slices.Contains(d.What, "removed") {
				t.Errorf("%+v: a side is missing that should be there", d)
			}
		}
		if after = part.Next; after == "" {
			break
		}
	}
	if slices.Sort(ends); len(slices.Compact(ends)) != 10 {
		t.Errorf("pages of three give %v, want 10 links, each once", ends)
	}
	if _, err := c.ChangedLinks(app.ChangedLinkQuery{What: "colour"}); err == nil {
		t.Error("an aspect there is none of is not refused")
	}

	var b bytes.Buffer
	if err := c.WriteCSV(&b, csvOptions); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]int{}
	for _, r := range rows[1:] {
		sections[r[0]]++
	}
	if sections["links"] != 10 || sections["products"] != len(c.Products) || sections["media"] != len(c.Media) || sections["devices"] == 0 {
		t.Errorf("the table has %v rows, want those of the comparison", sections)
	}
}
