package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// WhatIf says what comes of a revision, 0 is the newest, if edits were made,
// against what comes of it as it is; with against, against what would come of
// those edits instead: two answers to one question side by side. Nothing is
// stored. No edits stand for the revision as it is. Edits that cannot be made
// are *Invalid.
func (p *Plans) WhatIf(ctx context.Context, who Caller, id string, number int, edits, against []plan.Edit) (Comparison, error) {
	checked, r, err := p.Result(ctx, who, id, number)
	if err != nil {
		return Comparison{}, err
	}
	side := func(edits []plan.Edit) (*Checked, Revision, error) {
		if len(edits) == 0 {
			return checked, r, nil
		}
		_, made, _, err := p.Edited(ctx, who, id, r.Number, edits)
		return made, Revision{PlanID: r.PlanID}, err
	}
	was, wasAt, err := side(against)
	if err != nil {
		return Comparison{}, fmt.Errorf("what it is compared with: %w", err)
	}
	is, isAt, err := side(edits)
	if err != nil {
		return Comparison{}, err
	}
	c := p.comparisons.compare(was, is)
	c.From.Revision, c.To.Revision = wasAt, isAt
	return c, nil
}

// SettingEdits are the edits that set what is written under settings, each
// field of it by its own path, in natural order of path; null takes a field
// out. Lists are set whole.
func SettingEdits(settings map[string]any) []plan.Edit {
	var out []plan.Edit
	var walk func(path string, value any)
	walk = func(path string, value any) {
		fields, ok := value.(map[string]any)
		if !ok || len(fields) == 0 {
			out = append(out, plan.Edit{Kind: plan.SetField, Path: path, Value: value})
			return
		}
		for name, value := range fields { // sorted below
			walk(path+"."+name, value)
		}
	}
	for name, value := range settings {
		walk("settings."+name, value)
	}
	slices.SortFunc(out, func(a, b plan.Edit) int { return units.CompareNatural(a.Path, b.Path) })
	return out
}

// Pin is the edit that pins the medium of every link of a speed that is not
// there already, in place of whatever overrides pin of their cables; ok is
// false where there is no such link.
func (c *Checked) Pin(speed string, medium plan.Medium) (edit plan.Edit, ok bool) {
	var at []string
	for i := range c.Result.Links {
		if l := &c.Result.Links[i]; l.Speed == speed && !l.Existing {
			at = append(at, l.A.String())
		}
	}
	if len(at) == 0 {
		return plan.Edit{}, false
	}
	return plan.Edit{Kind: plan.OverrideLink, At: plan.CompressEnds(at), Set: map[string]any{"cable": map[string]any{"medium": string(medium)}}}, true
}

// Speeds are the speeds of links that are to be made, each once, in natural order.
func (c *Checked) Speeds() []string {
	seen := map[string]bool{}
	var out []string
	for i := range c.Result.Links {
		l := &c.Result.Links[i]
		if s := l.Speed; s != "" && !l.Existing && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	slices.SortFunc(out, units.CompareNatural)
	return out
}

// EditFaults says of each edit of the settings or a fabric, made alone in a
// document, why it cannot be; the key is its place in the list. Edits of other
// parts are not looked at.
func EditFaults(doc *plan.Document, edits []plan.Edit, cat *catalog.Catalog) map[int]string {
	out := map[int]string{}
	small := &plan.Document{Version: doc.Version, Name: doc.Name, Settings: doc.Settings, Fabrics: doc.Fabrics}
	for i, e := range edits {
		if e.Kind != plan.SetField {
			continue
		}
		_, err := plan.Apply(small, []plan.Edit{e}, plan.EditContext{Fields: planfile.Editor{Catalog: cat}})
		var problems *plan.Problems
		if errors.As(err, &problems) && len(problems.List) > 0 {
			out[i] = problems.List[0].Message
		} else if err != nil {
			out[i] = err.Error()
		}
	}
	return out
}

// costText is a cost in words: "13,500.00 USD", "at least 1,200.00 USD (5
// products without a price)"; empty where no price list is loaded.
func costText(c *planner.Cost, currency string) string {
	if c == nil {
		return ""
	}
	text := c.Amount.String() + " " + currency
	if c.AtLeast {
		text = "at least " + text
	}
	return text
}

// ParseSettings reads a JSON object of settings, numbers as they are written.
func ParseSettings(text []byte) (map[string]any, error) {
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.UseNumber()
	var out map[string]any
	if err := dec.Decode(&out); err != nil {
		return nil, fmt.Errorf("settings cannot be read: %w; write for example {\"exit\": \"500mm\", \"slack\": {\"percent\": 10}}", err)
	}
	return out, nil
}
