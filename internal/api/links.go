package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/planner"
)

func (a *API) registerLinks(h huma.API) {
	tags := []string{"results"}
	add(a, h, huma.Operation{
		OperationID: "link-groups", Method: http.MethodGet, Path: "/plans/{id}/link-groups", Tags: tags,
		Summary:     "Group links",
		Description: "By the pair of racks they join, a device at either end, fabric, group, or the code of a finding that names them, with counts and lengths, and each group by medium. By device and by cause a link may stand in several groups.",
		Responses:   answers(nil, reads...),
	}, a.linkGroups)
	add(a, h, huma.Operation{
		OperationID: "link-why", Method: http.MethodGet, Path: "/plans/{id}/links/{link}/why", Tags: tags,
		Summary:     "Tell what was tried for a link",
		Description: "Every medium and part in the order they are tried, with limit, verdict, reason and source. The first that is not rejected is the choice.",
		Responses:   answers(nil, reads...),
	}, a.linkWhy)
	add(a, h, huma.Operation{
		OperationID: "link-edits", Method: http.MethodPost, Path: "/plans/{id}/link-edits", Tags: []string{"plans"}, DefaultStatus: http.StatusOK,
		Summary:     "Make the edits that change many links",
		Description: "Of links by their ids, or of all that match a filter: as few overrides as ranges allow. Nothing is stored; send the edits with PATCH.",
		Responses:   answers(nil, append([]int{http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}, reads...)...),
	}, a.linkEdits)
}

// A LinkFilter is which links are meant.
type LinkFilter struct {
	Status   string `query:"status" enum:"ok,error,warning,unknown"`
	Medium   string `query:"medium" enum:"dac,acc,aec,aoc,optical,twisted-pair,none"`
	Rack     string `query:"rack" maxLength:"300" doc:"Of either end; may be a range; none: no place" example:"A[01-04]"`
	ToRack   string `query:"to_rack" maxLength:"300" doc:"Of the other end than rack; may be a range"`
	Device   string `query:"device" maxLength:"300" doc:"Of either end; may be a range"`
	A        string `query:"a" maxLength:"200" doc:"Words that all stand in device:port of end a"`
	B        string `query:"b" maxLength:"200" doc:"Words that all stand in device:port of end b"`
	ARack    string `query:"a_rack" maxLength:"300" doc:"Of end a; may be a range"`
	BRack    string `query:"b_rack" maxLength:"300" doc:"Of end b; may be a range"`
	Speed    string `query:"speed" maxLength:"40" doc:"The rate" example:"ndr"`
	Fabric   string `query:"fabric" maxLength:"200" doc:"Its name, or none"`
	Group    string `query:"group" maxLength:"200" doc:"Its name, or none"`
	Label    string `query:"label" maxLength:"200" doc:"Words that all stand in the label of the link or its cable"`
	Color    string `query:"color" maxLength:"200"`
	Part     string `query:"part" maxLength:"200" doc:"Words that all stand in one part it is made with"`
	Code     string `query:"code" maxLength:"64" doc:"Links a finding with this code names; none: links no finding names"`
	Q        string `query:"q" maxLength:"200" doc:"Words that all stand in ends, label, group, fabric or id"`
	MinMM    int64  `query:"min_mm" minimum:"0" maximum:"100000000" doc:"Run at least this long"`
	MaxMM    int64  `query:"max_mm" minimum:"0" maximum:"100000000" doc:"Run at most this long"`
	LengthMM int64  `query:"length_mm" minimum:"0" maximum:"100000000" doc:"Of the cable as ordered"`
	Is       string `query:"is" enum:"existing,new,pinned,unpinned,measured"`
}

func (f *LinkFilter) query() app.LinkQuery {
	return app.LinkQuery{
		Status: f.Status, Medium: f.Medium, Rack: f.Rack, ToRack: f.ToRack, Device: f.Device, A: f.A, B: f.B, ARack: f.ARack, BRack: f.BRack,
		Speed: f.Speed, Fabric: f.Fabric, Group: f.Group, Label: f.Label, Color: f.Color, Part: f.Part, Code: f.Code, Text: f.Q,
		MinMM: f.MinMM, MaxMM: f.MaxMM, Length: f.LengthMM, Is: f.Is,
	}
}

type groupsInput struct {
	Of
	LinkFilter
	By    string `query:"by" required:"true" enum:"racks,device,fabric,group,cause"`
	Sort  string `query:"sort" enum:"status,name,links,run,cable" doc:"Absent: status, those with errors first"`
	Desc  bool   `query:"desc" doc:"From the end"`
	From  int    `query:"from" minimum:"0" maximum:"2147483646" doc:"Groups before the first answered"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"50" doc:"Groups in the answer"`
}

// A Tally counts links and adds up their lengths.
type Tally struct {
	Links     int            `json:"links"`
	ByStatus  map[string]int `json:"by_status"`
	RunMM     int64          `json:"run_mm" doc:"Of the links whose run is known"`
	NoRun     int            `json:"no_run" doc:"Links whose run is not known, or only at least"`
	LongestMM int64          `json:"longest_mm"`
	Cables    int            `json:"cables" doc:"A cable counts once in a group"`
	CableMM   int64          `json:"cable_mm" doc:"As ordered"`
}

// A MediumTally is the part of a group that one medium serves.
type MediumTally struct {
	Medium *string `json:"medium" doc:"Null: no cable"`
	Tally
}

// A LinkGroup is links that have something in common.
type LinkGroup struct {
	Racks  []string      `json:"racks" doc:"By racks: the two, equal within one rack; an empty name is no place. Else empty"`
	Name   string        `json:"name" doc:"Of the device, fabric or group, or the code; empty: links that have none"`
	Status string        `json:"status" doc:"The worst"`
	Media  []MediumTally `json:"media"`
	Tally
}

type groupsOutput struct {
	Body struct {
		Revision int         `json:"revision"`
		Total    int         `json:"total" doc:"Groups"`
		Links    int         `json:"links" doc:"Links that match"`
		From     int         `json:"from"`
		Groups   []LinkGroup `json:"groups"`
	}
}

func (a *API) linkGroups(ctx context.Context, in *groupsInput) (*groupsOutput, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	q := in.query()
	q.Limit = in.Limit
	page, err := checked.LinkGroups(q, in.By, in.Sort, in.Desc, in.From)
	if err != nil {
		return nil, err
	}
	out := &groupsOutput{}
	out.Body.Revision, out.Body.Total, out.Body.Links, out.Body.From, out.Body.Groups = r.Number, page.Total, page.Links, page.From, []LinkGroup{}
	for i := range page.Groups {
		g := &page.Groups[i]
		x := LinkGroup{Racks: []string{}, Name: g.Name, Status: string(g.Status), Tally: tallyOf(&g.Tally)}
		switch in.By {
		case "racks":
			x.Racks = g.Racks[:]
		case "cause":
			x.Name = string(g.Code)
		}
		for k := range g.Media {
			x.Media = append(x.Media, MediumTally{known(string(g.Media[k].Medium)), tallyOf(&g.Media[k].Tally)})
		}
		out.Body.Groups = append(out.Body.Groups, x)
	}
	return out, nil
}

func tallyOf(t *app.Tally) Tally {
	out := Tally{Links: t.Links, ByStatus: map[string]int{}, RunMM: t.RunMM, NoRun: t.NoRun, LongestMM: t.Longest, Cables: t.Cables, CableMM: t.CableMM}
	for n, s := range planner.Statuses {
		out.ByStatus[string(s)] = t.ByStatus[n]
	}
	return out
}

type whyInput struct {
	Of
	Link string `path:"link" maxLength:"128" doc:"Its id"`
}

// A Why is what was tried for a link.
type Why struct {
	Revision int         `json:"revision"`
	Note     string      `json:"note" doc:"Why nothing was tried, or what decided instead"`
	Links    int         `json:"links" doc:"Links that share the choice"`
	Pinned   string      `json:"pinned" doc:"The entry of the document that pins the cable; empty: nothing is pinned"`
	Media    []WhyMedium `json:"media"`
}

// A WhyMedium is a medium that was tried.
type WhyMedium struct {
	Medium     string    `json:"medium"`
	Verdict    string    `json:"verdict" enum:"chosen,rejected,would-do"`
	Reason     string    `json:"reason"`
	RequiredMM int64     `json:"required_mm" doc:"Of the longest of the links"`
	LimitMM    int64     `json:"limit_mm" doc:"0: nothing of it can be chosen"`
	Source     string    `json:"source"`
	Parts      []WhyPart `json:"parts"`
	More       int       `json:"more" doc:"Parts that are not listed"`
}

// A WhyPart is a part, or a set of transceivers and the cords between them.
type WhyPart struct {
	Modules []string `json:"modules"`
	Parts   []string `json:"parts"`
	LimitMM int64    `json:"limit_mm" doc:"0: not known"`
	Verdict string   `json:"verdict" enum:"chosen,rejected,would-do"`
	Reason  string   `json:"reason"`
	Source  string   `json:"source"`
}

type whyOutput struct{ Body Why }

func (a *API) linkWhy(ctx context.Context, in *whyInput) (*whyOutput, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	links := checked.Result.Links
	i := slices.IndexFunc(links, func(l planner.Link) bool { return l.ID == in.Link })
	if i < 0 {
		return nil, problem(http.StatusNotFound, "link %q is not in revision %d; list the links", in.Link, r.Number)
	}
	w := checked.Why(int32(i))
	out := &whyOutput{Why{Revision: r.Number, Note: w.Note, Links: w.Links, Pinned: w.Pinned, Media: []WhyMedium{}}}
	for k := range w.Media {
		m := &w.Media[k]
		x := WhyMedium{Medium: string(m.Medium), Verdict: string(m.Verdict), Reason: m.Reason, RequiredMM: m.Required, LimitMM: m.Limit, Source: m.Source, Parts: []WhyPart{}, More: m.More}
		for n := range m.Parts {
			x.Parts = append(x.Parts, whyPart(&m.Parts[n]))
		}
		out.Body.Media = append(out.Body.Media, x)
	}
	return out, nil
}

func whyPart(p *planner.WhyPart) WhyPart {
	out := WhyPart{Modules: []string{}, Parts: []string{}, LimitMM: p.Limit, Verdict: string(p.Verdict), Reason: p.Reason, Source: p.Source}
	for _, m := range p.Modules {
		out.Modules = append(out.Modules, m.SKU)
	}
	for _, part := range p.Parts {
		if !part.Nil() {
			out.Parts = append(out.Parts, part.ID())
		}
	}
	return out
}

// A LinkChange is what is to be said of links. What is absent stays as it is.
type LinkChange struct {
	Links    []string      `json:"links,omitempty" maxItems:"100000" doc:"Their ids; absent: those that match the filter"`
	Filter   app.LinkQuery `json:"filter,omitempty" doc:"The words of GET /plans/{id}/links"`
	All      bool          `json:"all,omitempty" doc:"Every link of the plan: there are neither links nor filter"`
	Medium   string        `json:"medium,omitempty" enum:"dac,acc,aec,aoc,optical,twisted-pair"`
	SKU      string        `json:"sku,omitempty" maxLength:"100"`
	Length   string        `json:"length,omitempty" maxLength:"40" example:"3m"`
	Run      string        `json:"run,omitempty" maxLength:"40" doc:"Measured"`
	Existing *bool         `json:"existing,omitempty"`
	Color    string        `json:"color,omitempty" maxLength:"64"`
	Group    string        `json:"group,omitempty" maxLength:"64"`
	Label    string        `json:"label,omitempty" maxLength:"128" doc:"A pattern" example:"{a_rack}-{n:3}"`
	TakeOut  []string      `json:"take_out,omitempty" maxItems:"6" doc:"What is taken out: cable, run, existing, color, group, label"`
}

type linkEditsInput struct {
	Of
	Body LinkChange
}

type linkEditsOutput struct {
	Body struct {
		Revision int               `json:"revision" doc:"The edits are for it: If-Match"`
		Links    int               `json:"links"`
		Edits    []resultjson.Edit `json:"edits"`
	}
}

func (a *API) linkEdits(ctx context.Context, in *linkEditsInput) (*linkEditsOutput, error) {
	b := &in.Body
	ways := 0
	for _, is := range []bool{b.Links != nil, b.Filter != app.LinkQuery{}, b.All} {
		if is {
			ways++
		}
	}
	if ways != 1 {
		return nil, at("body", strings.Join(b.Links, ","), errors.New("write one of links, filter and all, to say which links are meant"))
	}
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	var links []int32
	if b.Links != nil {
		links, err = checked.LinksNamed(b.Links)
	} else {
		links, err = checked.AllLinks(b.Filter)
	}
	if err != nil {
		return nil, err
	}
	change := app.LinkChange{Medium: b.Medium, SKU: b.SKU, Length: b.Length, Run: b.Run, Color: b.Color, Group: b.Group, Label: b.Label, TakeOut: b.TakeOut}
	if b.Existing != nil {
		change.Existing = map[bool]string{true: "yes", false: "no"}[*b.Existing]
	}
	out := &linkEditsOutput{}
	out.Body.Revision, out.Body.Links = r.Number, len(links)
	made, err := checked.LinkEdits(links, change)
	if err != nil {
		return nil, err
	}
	out.Body.Edits = make([]resultjson.Edit, len(made))
	for i, e := range made {
		out.Body.Edits[i] = resultjson.Edit(e)
	}
	return out, nil
}
