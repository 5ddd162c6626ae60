package planner_test

import (
	"fmt"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// productFindings compares what is said about products: one finding for each,
// its count the links concerned.
func (d *difference) productFindings() {
	type subject struct {
		code plan.Code
		id   string
	}
	want := map[subject]map[int32]bool{}
	add := func(code plan.Code, id string, links []int32) {
		s := subject{code, id}
		if want[s] == nil {
			want[s] = map[int32]bool{}
		}
		for _, l := range links {
			want[s][l] = true
		}
	}
	say := func(p *catalog.Product, links []int32) {
		if p.Lifecycle == catalog.Retired {
			add("retired-product", p.SKU, links)
		}
		if p.Evidence.Rank() > catalog.Transcribed.Rank() {
			add("weak-evidence", p.SKU, links)
		}
		if d.rules.status(p.SKU) == catalog.Forbidden {
			add("forbidden-product", p.SKU, links)
		}
		if p.Lifecycle == catalog.UnknownLifecycle {
			add("unknown-lifecycle", p.SKU, links)
		}
	}
	for _, c := range d.res.Cables {
		if c.Part.Spec != nil {
			add("to-specification", c.Part.ID(), c.Links)
		} else {
			say(c.Part.Product, c.Links)
		}
	}
	for _, m := range d.res.Modules {
		for _, c := range m.Cables {
			say(m.Product, d.served(m, c))
		}
	}
	var wantText, gotText []string
	for s, links := range want {
		wantText = append(wantText, fmt.Sprintf("%s %s (%d links)", s.code, s.id, len(links)))
	}
	for _, f := range d.res.Findings {
		switch f.Code {
		case "retired-product", "forbidden-product", "weak-evidence", "unknown-lifecycle", "to-specification":
			gotText = append(gotText, fmt.Sprintf("%s %s (%d links)", f.Code, f.Subject, f.Count))
		}
	}
	d.same("products", gotText, wantText)
}

// served lists the links of a cable that end in the module's cage.
func (d *difference) served(m planner.Module, cable int32) []int32 {
	var out []int32
	for _, e := range d.res.Cables[cable].Ends {
		if e.Module < 0 || d.res.Modules[e.Module].ID != m.ID {
			continue
		}
		if e.Link >= 0 {
			out = append(out, e.Link)
		} else {
			out = append(out, d.res.Cables[cable].Links...)
		}
	}
	return out
}
