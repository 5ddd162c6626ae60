package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"lengthwise/internal/api"
)

func TestASearchIsAJob(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	p := c.create(example(t, "hgx-rows"))
	start := func(body string) answer {
		return c.ask(http.MethodPost, "/plans/"+p.ID+"/optimize", body, "Content-Type: application/json")
	}
	a := start(`{"goal": "copper", "moves": 3, "keep": ["leaf-[1-2]"]}`)
	var j api.Job
	a.into(t, &j)
	if a.status != http.StatusAccepted || a.header.Get("Location") != "/api/v1/jobs/"+j.ID || j.State != "waiting" || j.PlanID != p.ID || j.Revision != 1 || j.Asked.Moves != 3 {
		t.Errorf("status %d, Location %q, job %+v; want 202 and where the job is", a.status, a.header.Get("Location"), j)
	}
	if full := start(`{"goal": "cost"}`); full.status != http.StatusConflict || !strings.Contains(full.problem(t).Detail, "job "+j.ID) {
		t.Errorf("a second search: status %d: %s", full.status, full.body)
	}
	for body, want := range map[string]string{
		`{"goal": "watts"}`:                          "expected value to be one of",
		`{"goal": "copper", "keep": ["leaf-9"]}`:     "no device is called",
		`{"goal": "copper", "moves": 65}`:            "expected number <= 64",
		`{"goal": "copper", "steps": 1000000000000}`: "write a number from 1 to 10000000",
	} {
		got := start(body)
		if text, err := json.Marshal(got.problem(t)); err != nil || got.status != http.StatusBadRequest || !strings.Contains(strings.ReplaceAll(string(text), `\u003c`, "<"), want) {
			t.Errorf("%s: status %d: %s; want 400 and %q", body, got.status, got.body, want)
		}
	}

	now := c.ask(http.MethodGet, "/jobs/"+j.ID+"/events?seconds=0", "")
	if got := string(now.body); now.header.Get("Content-Type") != "text/event-stream" || strings.Count(got, "event: job\n") != 1 || !strings.Contains(got, `"state":"waiting"`) || !strings.HasPrefix(got, "retry: ") {
		t.Errorf("events of a job that waits, %s: %s", now.header.Get("Content-Type"), got)
	}
	gone := c.ask(http.MethodDelete, "/jobs/"+j.ID, "")
	gone.into(t, &j)
	if gone.status != http.StatusOK || j.State != "cancelled" || j.Ended == nil {
		t.Errorf("cancelled: status %d, %+v", gone.status, j)
	}
	if end := c.ask(http.MethodGet, "/jobs/"+j.ID+"/events", ""); strings.Count(string(end.body), "event: end\n") != 1 {
		t.Errorf("events of a job that has ended: %s", end.body)
	}
	var list api.JobList
	c.ask(http.MethodGet, "/plans/"+p.ID+"/jobs", "").into(t, &list)
	if len(list.Jobs) != 1 || list.Jobs[0].ID != j.ID {
		t.Errorf("jobs of the plan: %+v", list.Jobs)
	}
	for _, path := range []string{"/jobs/nobody", "/jobs/nobody/events", "/plans/nobody/jobs"} {
		if got := c.ask(http.MethodGet, path, ""); got.status != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", path, got.status)
		}
	}
}
