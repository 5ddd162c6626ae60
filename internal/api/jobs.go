package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/planner"
)

// How jobs are watched.
const (
	lookEvery   = 500 * time.Millisecond
	retryWatch  = 500 // milliseconds until a browser asks for the rest
	mediaEvents = "text/event-stream"
)

func (a *API) registerJobs(h huma.API) {
	tags := []string{"jobs"}
	add(a, h, huma.Operation{
		OperationID: "optimize", Method: http.MethodPost, Path: "/plans/{id}/optimize", Tags: tags, DefaultStatus: http.StatusAccepted,
		Summary: "Search a better layout of a plan",
		Description: "Queues a search for moves of switches between free units and racks that bring the most links on copper, or cut cost most, and answers with its job: Location is where it is. " +
			"Nothing of the plan changes; the edits of the moves chosen go by PATCH to the plan. A plan has one search at a time (409); where too many of all plans wait the answer is 503.",
		Responses: answers(nil, append([]int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}, reads...)...),
	}, a.optimize)
	add(a, h, huma.Operation{
		OperationID: "plan-jobs", Method: http.MethodGet, Path: "/plans/{id}/jobs", Tags: tags,
		Summary: "List the jobs of a plan", Description: "Newest first. A job is kept for a week after its end.",
		Responses: answers(nil, reads...),
	}, a.planJobs)
	add(a, h, huma.Operation{
		OperationID: "job", Method: http.MethodGet, Path: "/jobs/{job}", Tags: tags,
		Summary: "Read a job", Description: "Its state, how far it is, and the layout once it is done. It is kept for a week after its end.",
		Responses: answers(nil, reads...),
	}, a.job)
	add(a, h, huma.Operation{
		OperationID: "job-events", Method: http.MethodGet, Path: "/jobs/{job}/events", Tags: tags,
		Summary: "Watch a job",
		Description: "Server-sent events: an event `job` with the job, without its layout, at once and whenever it is further, and `end` with its end. " +
			"A stream lasts so many seconds at most; an EventSource asks again by itself.",
		Responses: answers(map[string]*huma.Response{"200": content("Events", map[string]*huma.Schema{mediaEvents: text()})}, reads...),
	}, a.jobEvents)
	add(a, h, huma.Operation{
		OperationID: "cancel-job", Method: http.MethodDelete, Path: "/jobs/{job}", Tags: tags, DefaultStatus: http.StatusOK,
		Summary: "Cancel a job", Description: "Ends it wherever it runs. One that has ended stays as it is.",
		Responses: answers(nil, reads...),
	}, a.cancelJob)
}

// A Job is work that takes longer than a request.
type Job struct {
	ID       string             `json:"id"`
	Kind     string             `json:"kind" enum:"optimize"`
	PlanID   string             `json:"plan_id"`
	Revision int                `json:"revision" doc:"Of the plan: what it is about"`
	Author   string             `json:"author"`
	Asked    Optimize           `json:"asked"`
	State    string             `json:"state" enum:"waiting,running,done,failed,cancelled"`
	Progress Progress           `json:"progress"`
	Layout   *resultjson.Layout `json:"layout" doc:"Of a job that is done; null otherwise, in lists and in events"`
	Failure  string             `json:"failure" doc:"Why it failed; empty: it did not"`
	Created  time.Time          `json:"created"`
	Changed  time.Time          `json:"changed"`
	Ended    *time.Time         `json:"ended" doc:"Null: it has not"`
}

// Optimize is what a search is asked.
type Optimize struct {
	Goal  string   `json:"goal" enum:"copper,cost" doc:"The most links on copper, or the lowest cost"`
	Moves int      `json:"moves,omitempty" minimum:"0" maximum:"64" doc:"Switches that may change their place; absent or 0: 8"`
	Steps int      `json:"steps,omitempty" minimum:"0" doc:"Links planned again, 10,000,000 at most; absent or 0: 2,000,000"`
	Keep  []string `json:"keep,omitempty" maxItems:"200" doc:"Switches that stay where they are: names or ranges"`
}

// Progress is how far a job is. Total is a bound: a search may end long before.
type Progress struct {
	Done    int                 `json:"done"`
	Total   int                 `json:"total"`
	Percent int                 `json:"percent"`
	Moves   int                 `json:"moves" doc:"Found so far"`
	Now     resultjson.Standing `json:"now" doc:"With them made"`
}

func jobOf(j app.Job) Job {
	out := Job{ID: j.ID, Kind: j.Kind, PlanID: j.PlanID, Revision: j.Revision, Author: j.Author, State: string(j.State), Layout: j.Layout, Failure: j.Failure,
		Asked:    Optimize{Goal: string(j.Asked.Goal), Moves: j.Asked.Moves, Steps: j.Asked.Steps, Keep: j.Asked.Keep},
		Progress: Progress{Done: j.Progress.Done, Total: j.Progress.Total, Percent: j.Progress.Percent(), Moves: j.Progress.Moves, Now: j.Progress.Now},
		Created:  j.Created, Changed: j.Changed}
	if !j.Ended.IsZero() {
		out.Ended = &j.Ended
	}
	return out
}

type optimizeInput struct {
	Of
	Body Optimize
}

type startedJob struct {
	Location string `header:"Location" doc:"Where the job is"`
	Body     Job
}

func (a *API) optimize(ctx context.Context, in *optimizeInput) (*startedJob, error) {
	j, err := a.plans.StartOptimize(ctx, who(ctx), in.ID, in.Of.Revision, app.OptimizeRequest{
		Goal: planner.Goal(in.Body.Goal), Moves: in.Body.Moves, Steps: in.Body.Steps, Keep: in.Body.Keep,
	})
	if err != nil {
		return nil, err
	}
	return &startedJob{Location: Prefix + "/jobs/" + j.ID, Body: jobOf(j)}, nil
}

// JobList is the jobs of a plan.
type JobList struct {
	Jobs []Job `json:"jobs" doc:"Newest first, without layouts"`
}

type planJobsInput struct {
	Stored
	Limit int `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"How many"`
}

type jobListOutput struct{ Body JobList }

func (a *API) planJobs(ctx context.Context, in *planJobsInput) (*jobListOutput, error) {
	list, err := a.plans.Jobs(ctx, who(ctx), in.ID, in.Limit)
	if err != nil {
		return nil, err
	}
	out := &jobListOutput{Body: JobList{Jobs: make([]Job, len(list))}}
	for i := range list {
		list[i].Layout = nil
		out.Body.Jobs[i] = jobOf(list[i])
	}
	return out, nil
}

// OfJob names a job.
type OfJob struct {
	Job string `path:"job" maxLength:"64" doc:"Its id"`
}

type jobOutput struct{ Body Job }

func (a *API) job(ctx context.Context, in *OfJob) (*jobOutput, error) {
	return jobAnswer(a.plans.Job(ctx, who(ctx), in.Job))
}

func (a *API) cancelJob(ctx context.Context, in *OfJob) (*jobOutput, error) {
	return jobAnswer(a.plans.CancelJob(ctx, who(ctx), in.Job))
}

func jobAnswer(j app.Job, err error) (*jobOutput, error) {
	if err != nil {
		return nil, err
	}
	return &jobOutput{Body: jobOf(j)}, nil
}

type jobEventsInput struct {
	OfJob
	Seconds int `query:"seconds" minimum:"0" maximum:"20" default:"15" doc:"How long the stream lasts at most; 0: what is now"`
}

func (a *API) jobEvents(ctx context.Context, in *jobEventsInput) (*streamed, error) {
	j, err := a.plans.Job(ctx, who(ctx), in.Job)
	if err != nil {
		return nil, err
	}
	header := http.Header{"Cache-Control": {"no-store"}, "X-Accel-Buffering": {"no"}}
	return a.stream(http.StatusOK, mediaEvents, header, func(w io.Writer) error { return a.watch(ctx, w, j, time.Duration(in.Seconds)*time.Second) }), nil
}

// watch writes an event whenever a job is further, until it ends or the time is
// over. A client that hung up is no fault.
func (a *API) watch(ctx context.Context, w io.Writer, j app.Job, patience time.Duration) error {
	watching, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	if _, err := fmt.Fprintf(w, "retry: %d\n\n", retryWatch); err != nil {
		return nil
	}
	told := time.Time{}
	for {
		if j.Changed != told || j.State.Ended() {
			told = j.Changed
			if err := event(w, j); err != nil || j.State.Ended() {
				return nil
			}
		}
		select {
		case <-watching.Done():
			return nil
		case <-look.C:
		}
		next, err := a.plans.Job(watching, who(ctx), j.ID)
		if err != nil {
			return nil // asked again, the answer says what is wrong
		}
		j = next
	}
}

func event(w io.Writer, j app.Job) error {
	name := "job"
	if j.State.Ended() {
		name = "end"
	}
	j.Layout = nil
	data, err := json.Marshal(jobOf(j))
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, data); err != nil {
		return err
	}
	for {
		switch f := w.(type) {
		case http.Flusher:
			f.Flush()
			return nil
		case interface{ Unwrap() http.ResponseWriter }:
			w = f.Unwrap()
		default:
			return nil
		}
	}
}
