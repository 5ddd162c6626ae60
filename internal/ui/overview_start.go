package ui

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

func (u *UI) startRoutes(r chi.Router) {
	r.Get("/start", u.page(u.start))
	for _, name := range []string{"links", "fabric"} {
		r.Get("/start/"+name, func(w http.ResponseWriter, r *http.Request) {
			to(planURL(chi.URLParam(r, "id"))+"/start#"+name)(w, r)
		})
	}
	r.Post("/start/links", u.page(u.startLinks))
	r.Post("/start/fabric", u.page(u.startFabric))
}

// steps are what a plan is made of, in order, and where each is written.
func (o *opened) steps() []templates.StartStep {
	s := o.result.Summary
	have := func(n int, noun string) string {
		if n == 0 {
			return ""
		}
		return counted(n, noun)
	}
	return []templates.StartStep{
		{Name: "Racks", Have: have(s.Racks, "rack"), What: "what devices are bolted into; a row gives them a place in the hall, and runs between them a length",
			Ways: []templates.Crumb{{Text: "Add racks", URL: o.url + "/racks?form=" + formRack}, {Text: "Add a row of racks on the floor", URL: o.url + "/floor"}}},
		{Name: "Devices", Have: have(s.Devices, "device"), What: "hosts and switches, each at a unit of a rack",
			Ways: []templates.Crumb{{Text: "Add devices", URL: o.url + "/racks?form=" + formPlace}, {Text: "See the types there are", URL: "/catalog/types"}}},
		{Name: "Links", Have: have(s.Links, "link"), What: "two ports that must talk; a fabric writes all of a network from a few numbers",
			Ways: []templates.Crumb{{Text: "Write a fabric", URL: o.url + "/start#fabric"}, {Text: "Write links", URL: o.url + "/start#links"}}},
	}
}

// missing is what a plan lacks to be worked out; nil: it has all of it.
func (o *opened) missing() *templates.StartPart {
	s := o.result.Summary
	p := templates.StartPart{Steps: o.steps(), Document: o.url + "/document"}
	switch {
	case s.Racks == 0 && s.Devices == 0:
		p.Said = "This plan is empty. Three things make it one:"
	case s.Racks == 0:
		p.Said = "The plan has no racks, so no device has a place and no run has a length."
	case s.Devices == 0:
		p.Said = "The plan has racks and nothing in them yet."
	case s.Links == 0:
		p.Said = "The plan has no links yet, so there is nothing to cable."
	default:
		return nil
	}
	return &p
}

// start is where the first links and fabrics of a plan are written.
func (u *UI) start(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	p := templates.StartPage{
		Steps: o.steps(), Document: o.url + "/document", Action: o.url + "/start", Base: o.revision.Number, Back: o.url,
		Newest: !o.older && o.plan.Deleted.IsZero(), Speeds: u.reachOffer(u.plans.App()).rates,
		Topologies: []templates.Option{
			{Value: "rail-optimized", Text: "rail-optimized: GPU n of every host on one leaf"}, {Value: "leaf-spine", Text: "leaf and spine: all of a host on its leaf"},
			{Value: "single-switch", Text: "single switch"},
		},
	}
	for i := range o.result.Devices {
		if len(p.Devices) == shownDevices {
			break
		}
		p.Devices = append(p.Devices, o.result.Devices[i].Name)
	}
	f, h := u.planFrame(r, o, "start", "First steps")
	return write(r.Context(), w, http.StatusOK, templates.Start(f, h, p))
}

// shownDevices is how many names of devices a field proposes.
const shownDevices = 500

// startLinks writes links between two ranges of ports.
func (u *UI) startLinks(w http.ResponseWriter, r *http.Request) error {
	value, base, err := startForm(w, r, "a", "b", "speed")
	if err != nil {
		return err
	}
	return u.propose(w, r, proposal{
		Edits: []plan.Edit{{Kind: plan.AddEntry, Path: "links", Value: value}}, Base: base, Back: r.PostForm.Get("back"),
		Message: "links of " + clip(r.PostForm.Get("a")) + " and " + clip(r.PostForm.Get("b")),
	})
}

// startFabric writes a fabric.
func (u *UI) startFabric(w http.ResponseWriter, r *http.Request) error {
	value, base, err := startForm(w, r, "name", "topology", "speed", "hosts", "leaves", "spines")
	if err != nil {
		return err
	}
	return u.propose(w, r, proposal{
		Edits: []plan.Edit{{Kind: plan.AddEntry, Path: "fabrics", Value: value}}, Base: base, Back: r.PostForm.Get("back"),
		Message: "fabric " + clip(r.PostForm.Get("name")),
	})
}

// startForm reads the fields of a form that are not empty.
func startForm(w http.ResponseWriter, r *http.Request, fields ...string) (map[string]any, int, error) {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return nil, 0, err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return nil, 0, err
	}
	value := map[string]any{}
	for _, f := range fields {
		if text := strings.TrimSpace(r.PostForm.Get(f)); text != "" {
			value[f] = text
		}
	}
	return value, base, nil
}
