package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"lengthwise/internal/api"
)

func TestLinksAreGroupedExplainedAndChanged(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	path := "/plans/" + c.create(fine).ID
	var groups struct {
		Total, Links int
		Groups       []api.LinkGroup
	}
	if err := json.Unmarshal(c.ask(http.MethodGet, path+"/link-groups?by=racks", "").body, &groups); err != nil {
		t.Fatal(err)
	}
	if groups.Total != 1 || groups.Links != 1 || len(groups.Groups[0].Racks) != 2 || groups.Groups[0].Media[0].Links != 1 {
		t.Errorf("one link in one rack makes the groups %+v", groups)
	}
	var links struct{ Links []struct{ ID, Medium string } }
	if err := json.Unmarshal(c.ask(http.MethodGet, path+"/links?a=host&is=unpinned", "").body, &links); err != nil || len(links.Links) != 1 {
		t.Fatalf("links from hosts: %+v, %v", links, err)
	}
	var why api.Why
	c.ask(http.MethodGet, path+"/links/"+links.Links[0].ID+"/why", "").into(t, &why)
	if len(why.Media) != 6 || why.Media[0].Verdict != "chosen" || why.Media[0].Medium != links.Links[0].Medium || len(why.Media[0].Parts) == 0 {
		t.Errorf("the link is made of %s, tried were %+v", links.Links[0].Medium, why.Media)
	}
	a := c.ask(http.MethodPost, path+"/link-edits", `{"filter": {"status": "ok"}, "color": "red"}`)
	var made struct {
		Revision, Links int
		Edits           json.RawMessage
	}
	if err := json.Unmarshal(a.body, &made); err != nil || a.status != 200 || made.Links != 1 {
		t.Fatalf("edits of all links = %d %s", a.status, a.body)
	}
	if a = c.ask(http.MethodPatch, path, `{"edits": `+string(made.Edits)+`}`, `If-Match: "1"`); a.status != 200 {
		t.Errorf("the edits made are answered %d %s", a.status, a.body)
	}
	if a = c.ask(http.MethodGet, path+"/links?color=red", ""); !strings.Contains(string(a.body), `"total":1`) {
		t.Errorf("red links = %s", a.body)
	}
	if a = c.ask(http.MethodPost, path+"/link-edits", `{"color": "red"}`); a.status != 400 || !strings.Contains(string(a.body), "one of links, filter and all") {
		t.Errorf("neither links nor filter = %d %s", a.status, a.body)
	}
}

func TestFiltersAreKept(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	path := "/plans/" + c.create(fine).ID + "/filters"
	var kept api.Filter
	a := c.ask(http.MethodPost, path, `{"name": "Long", "view": {"links": {"min_mm": 3000, "sort": "run"}, "by": "racks"}}`)
	a.into(t, &kept)
	if a.status != 201 || kept.View.Links.MinMM != 3000 || kept.View.By != "racks" || kept.AllPlans {
		t.Errorf("keep = %d %+v", a.status, kept)
	}
	if a = c.ask(http.MethodPost, path, `{"name": "Long", "view": {"links": {}}}`); a.status != 400 || !strings.Contains(string(a.body), "already") {
		t.Errorf("the name again = %d %s", a.status, a.body)
	}
	if a = c.ask(http.MethodPost, path, `{"name": "x", "view": {"links": {"status": "bad", "sort": "colour"}}}`); a.status != 400 || !strings.Contains(string(a.body), "sort") {
		t.Errorf("words that are none = %d %s", a.status, a.body)
	}
	if a = c.ask(http.MethodPut, path+"/"+kept.ID+"/name", `{"name": "Longer"}`); a.status != 200 || !strings.Contains(string(a.body), "Longer") {
		t.Errorf("rename = %d %s", a.status, a.body)
	}
	if a = c.ask(http.MethodDelete, path+"/"+kept.ID, ""); a.status != 200 || strings.Contains(string(a.body), "Longer") {
		t.Errorf("remove = %d %s", a.status, a.body)
	}
	if a = c.ask(http.MethodDelete, path+"/"+kept.ID, ""); a.status != 404 {
		t.Errorf("remove again = %d", a.status)
	}
}
