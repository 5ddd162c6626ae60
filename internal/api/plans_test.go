package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"lengthwise/internal/api"
)

func TestPlansLive(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	a := c.ask(http.MethodPost, "/plans?message=first+look&tags=review,+hall-2", tooLong)
	var made api.Plan
	a.into(t, &made)
	if a.status != 201 || a.header.Get("ETag") != `"1"` || a.header.Get("Location") != "/api/v1/plans/"+made.ID {
		t.Fatalf("create = %d, ETag %s, Location %s", a.status, a.header.Get("ETag"), a.header.Get("Location"))
	}
	if made.Name != "Two in a rack" || made.Revision != 1 || made.Message != "first look" || fmt.Sprint(made.Tags) != "[hall-2 review]" || made.Summary.Errors != 1 || made.Deleted != nil {
		t.Errorf("plan = %+v", made)
	}
	path := "/plans/" + made.ID

	a = c.ask(http.MethodGet, path, "")
	if a.status != 200 || string(a.body) != tooLong || a.header.Get("Content-Type") != "application/yaml" || a.header.Get("ETag") != `"1"` {
		t.Errorf("the document as stored = %d %s %s\n%s", a.status, a.header.Get("Content-Type"), a.header.Get("ETag"), a.body)
	}
	if a = c.ask(http.MethodGet, path, "", "Accept: application/json"); a.header.Get("Content-Type") != "application/json" || !json.Valid(a.body) {
		t.Errorf("the document as JSON = %s\n%s", a.header.Get("Content-Type"), a.body)
	}
	if a = c.ask(http.MethodGet, path, "", `If-None-Match: "1"`); a.status != 304 || len(a.body) != 0 {
		t.Errorf("the document again = %d with %d bytes, want 304 without", a.status, len(a.body))
	}

	a = c.ask(http.MethodPut, path+"?message=shorter", fine, `If-Match: "1"`)
	var saved api.Plan
	a.into(t, &saved)
	if a.status != 200 || a.header.Get("ETag") != `"2"` || saved.Revision != 2 || !saved.Summary.OK {
		t.Errorf("save = %d, ETag %s, %+v", a.status, a.header.Get("ETag"), saved)
	}

	a = c.ask(http.MethodPatch, path, `{"edits": [{"edit": "set", "path": "name", "value": "Renamed"}, {"edit": "move", "device": "host-1", "u": 19}]}`, `If-Match: "2"`)
	var edited api.Plan
	a.into(t, &edited)
	if a.status != 200 || edited.Name != "Renamed" || edited.Revision != 3 {
		t.Fatalf("edit = %d %+v", a.status, edited)
	}
	if a = c.ask(http.MethodGet, path, ""); !strings.Contains(string(a.body), "# the switch stays at the rear") || !strings.Contains(string(a.body), "19") {
		t.Errorf("an edit lost the comment or did not move the host:\n%s", a.body)
	}

	var diff api.Diff
	c.ask(http.MethodGet, path+"/diff?from=1&to=3", "").into(t, &diff)
	if diff.From.Number != 1 || diff.To.Number != 3 || diff.Devices.Total != 1 || len(diff.FindingsGone) != 1 || diff.To.Summary.Links != 1 {
		t.Errorf("what changed from 1 to 3 = %+v", diff)
	}

	a = c.ask(http.MethodPost, path+"/restore", `{"revision": 1}`, `If-Match: "3"`)
	var restored api.Plan
	a.into(t, &restored)
	if a.status != 200 || restored.Revision != 4 || restored.Name != "Two in a rack" {
		t.Errorf("restore of revision 1 = %d %+v", a.status, restored)
	}

	var revisions struct {
		Revisions []api.Revision `json:"revisions"`
		Next      *string        `json:"next"`
	}
	c.ask(http.MethodGet, path+"/revisions?limit=3", "").into(t, &revisions)
	if len(revisions.Revisions) != 3 || revisions.Revisions[0].Number != 4 || revisions.Next == nil {
		t.Fatalf("three newest revisions = %+v", revisions)
	}
	next := *revisions.Next
	revisions.Next = nil
	c.ask(http.MethodGet, path+"/revisions?limit=3&cursor="+next, "").into(t, &revisions)
	if len(revisions.Revisions) != 1 || revisions.Revisions[0].Message != "first look" || revisions.Next != nil {
		t.Errorf("the one behind them = %+v", revisions)
	}
	if a = c.ask(http.MethodGet, path+"/revisions/2", ""); string(a.body) != fine || a.header.Get("ETag") != `"2"` {
		t.Errorf("revision 2 = %s\n%s", a.header.Get("ETag"), a.body)
	}

	var copied api.Plan
	a = c.ask(http.MethodPost, path+"/copy", `{"name": "The other hall"}`)
	a.into(t, &copied)
	if a.status != 201 || copied.ID == made.ID || copied.Name != "The other hall" || copied.Revision != 1 {
		t.Errorf("copy = %d %+v", a.status, copied)
	}
	if a = c.ask(http.MethodPost, path+"/copy", ""); a.status != 201 {
		t.Errorf("copy without a name = %d %s", a.status, a.body)
	}

	var tagged api.Plan
	c.ask(http.MethodPut, path+"/tags", `{"tags": ["done"]}`, `If-Match: "4"`).into(t, &tagged)
	if fmt.Sprint(tagged.Tags) != "[done]" || tagged.Revision != 4 {
		t.Errorf("tags = %+v", tagged)
	}
	var found struct {
		Plans []api.Plan `json:"plans"`
		Next  *string    `json:"next"`
	}
	c.ask(http.MethodGet, "/plans?tag=done", "").into(t, &found)
	if len(found.Plans) != 1 || found.Plans[0].ID != made.ID {
		t.Errorf("plans with the tag = %+v", found)
	}

	if a = c.ask(http.MethodDelete, path, "", `If-Match: "4"`); a.status != 200 {
		t.Errorf("delete = %d %s", a.status, a.body)
	}
	c.ask(http.MethodGet, "/plans?deleted=true", "").into(t, &found)
	if len(found.Plans) != 1 || found.Plans[0].Deleted == nil {
		t.Errorf("deleted plans = %+v", found)
	}
	if a = c.ask(http.MethodPut, path, fine, `If-Match: "4"`); a.status != 404 {
		t.Errorf("save of a deleted plan = %d %s", a.status, a.body)
	}
	var back api.Plan
	a = c.ask(http.MethodPost, path+"/restore", "", `If-Match: "4"`)
	a.into(t, &back)
	if a.status != 200 || back.Deleted != nil || back.Revision != 4 {
		t.Errorf("brought back = %d %+v", a.status, back)
	}
}

func TestChangesSayWhatTheyAreChangesOf(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	p := c.create(fine)
	c.ask(http.MethodPut, "/plans/"+p.ID, tooLong, `If-Match: "1"`)
	changes := []struct{ method, path, body string }{
		{http.MethodPut, "", fine},
		{http.MethodPatch, "", `{"edits": [{"edit": "set", "path": "name", "value": "x"}]}`},
		{http.MethodDelete, "", ""},
		{http.MethodPut, "/tags", `{"tags": []}`},
		{http.MethodPost, "/restore", `{"revision": 1}`},
		{http.MethodPost, "/restore", ""},
	}
	for _, ch := range changes {
		for match, want := range map[string]int{"": 428, `"1"`: 412, `"3"`: 412, "2": 412, "*": 412, `"x"`: 412, `"02"`: 412, `"99999999999"`: 412} {
			t.Run(ch.method+ch.path+" "+match, func(t *testing.T) {
				var headers []string
				if match != "" {
					headers = []string{"If-Match: " + match}
				}
				a := c.ask(ch.method, "/plans/"+p.ID+ch.path, ch.body, headers...)
				if a.status != want {
					t.Errorf("status %d, want %d: %s", a.status, want, a.body)
				}
				a.problem(t)
			})
		}
	}
	if a := c.ask(http.MethodPut, "/plans/"+p.ID, fine, `If-Match: W/"2"`); a.status != 200 {
		t.Errorf("a tag a proxy weakened: status %d, want 200: %s", a.status, a.body)
	}
}

func TestOnlyOneOfTwoSavesWins(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	p := c.create(fine)
	const writers = 8
	got := make(chan int, writers)
	for i := range writers {
		go func() {
			got <- c.ask(http.MethodPut, "/plans/"+p.ID, strings.Replace(fine, "Two", fmt.Sprint(i), 1), `If-Match: "1"`).status
		}()
	}
	count := map[int]int{}
	for range writers {
		count[<-got]++
	}
	if count[200] != 1 || count[412] != writers-1 {
		t.Errorf("statuses of %d saves of one revision = %v, want one 200 and the rest 412", writers, count)
	}
}

func TestARequestMadeTwiceIsDoneOnce(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	for _, tt := range []struct{ path, body, other string }{
		{"/plans", fine, tooLong},
		{"/templates/xdr-rack", "", ""},
	} {
		key := "Idempotency-Key: the same " + tt.path
		var first, second api.Plan
		c.ask(http.MethodPost, tt.path, tt.body, key).into(t, &first)
		a := c.ask(http.MethodPost, tt.path, tt.body, key)
		a.into(t, &second)
		if a.status != 201 || second.ID != first.ID {
			t.Errorf("POST %s again = %d, plan %s, want 201 and %s", tt.path, a.status, second.ID, first.ID)
		}
		if a = c.ask(http.MethodPost, tt.path+"?message=other", tt.other, key); a.status != 409 {
			t.Errorf("another POST %s with the key = %d %s, want 409", tt.path, a.status, a.body)
		}
	}
}

func TestListsOfPlansArePaged(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	want := map[string]bool{}
	for range 5 {
		want[c.create(fine).ID] = true
	}
	cursor, pages := "", 0
	for {
		var page struct {
			Plans []api.Plan `json:"plans"`
			Next  *string    `json:"next"`
		}
		c.ask(http.MethodGet, "/plans?limit=2"+cursor, "").into(t, &page)
		for _, p := range page.Plans {
			if !want[p.ID] {
				t.Errorf("page %d lists %s, which is another's or was listed before", pages, p.ID)
			}
			delete(want, p.ID)
		}
		pages++
		if page.Next == nil {
			break
		}
		cursor = "&cursor=" + *page.Next
	}
	if len(want) > 0 || pages != 3 {
		t.Errorf("after %d pages %d plans were not listed; want 3 pages and none", pages, len(want))
	}
}
