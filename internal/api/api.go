// Package api is the JSON API: it parses a request, calls one use case of app,
// and writes the answer. It holds the wire types that resultjson does not, and
// the OpenAPI document that is made from them.
//
// It promises that every refusal is a problem document (RFC 9457) with all
// faults at once, that no input is answered with a 5xx other than 503, that
// what it echoes and what it reads is bounded, and that a change says by
// If-Match what it is a change of. It refuses query parameters it does not know,
// since a misspelt filter would answer the wrong rows.
package api

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"lengthwise/internal/app"
)

// Prefix is the path everything here is below.
const Prefix = "/api/v1"

// bodyTime is how long the body of a request may take to arrive.
const bodyTime = 30 * time.Second

// An API answers requests below Prefix. It is safe for concurrent use.
type API struct {
	plans *app.Plans
	app   *app.App
	log   *slog.Logger
	held  atomic.Int64 // bytes of request bodies in memory
}

// New makes the API of stored plans; problems nobody foresaw are logged.
func New(plans *app.Plans, log *slog.Logger) *API {
	return &API{plans: plans, app: plans.App(), log: log}
}

// Routes puts the API on a router, below Prefix.
func (a *API) Routes(r chi.Router) {
	ours()
	r.Route(Prefix, func(r chi.Router) {
		r.Use(a.receive, middleware.GetHead)
		r.NotFound(func(w http.ResponseWriter, r *http.Request) {
			writeNow(w, problem(http.StatusNotFound, "there is nothing at %q; what there is, %s/openapi.json says", clip(r.URL.Path, maxEcho), Prefix))
		})
		r.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
			writeNow(w, problem(http.StatusMethodNotAllowed, "%s is not done at %q; what is, %s/openapi.json says", clip(r.Method, maxEcho), clip(r.URL.Path, maxEcho), Prefix))
		})
		h := humachi.New(r, config())
		a.register(h)
		spec := describe(h.OpenAPI())
		r.Get("/openapi.json", spec.serve("application/json", spec.json))
		r.Get("/openapi.yaml", spec.serve("application/yaml", spec.yaml))
	})
}

// register adds every operation, in the order the document lists them.
func (a *API) register(h huma.API) {
	a.registerCheck(h)
	a.registerCatalog(h)
	a.registerReach(h)
	a.registerTypes(h)
	a.registerOverlay(h)
	a.registerPrices(h)
	a.registerPlans(h)
	a.registerRevisions(h)
	a.registerResults(h)
	a.registerRows(h)
	a.registerLinks(h)
	a.registerFilters(h)
	a.registerDiff(h)
	a.registerWhatIf(h)
	a.registerSimulate(h)
	a.registerJobs(h)
	a.registerGenerations(h)
	a.registerSubstitutes(h)
	a.registerTemplates(h)
}

// who is the caller of a request. Without accounts that is the local user.
func who(context.Context) app.Caller { return app.LocalUser }

// add registers an operation. Its errors are turned into problems here.
func add[I, O any](a *API, h huma.API, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	op.BodyReadTimeout = bodyTime
	op.MaxBodyBytes = maxWords
	huma.Register(h, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handler(ctx, in)
		if err != nil {
			return nil, a.writeProblem(ctx, err)
		}
		return out, nil
	})
}

// A streamed answer is written as it is made.
type streamed struct{ Body func(huma.Context) }

// stream answers with what write writes. The status has gone out by then, so a
// fault ends the connection, and no client takes half an answer for a whole one.
func (a *API) stream(status int, mediaType string, header http.Header, write func(io.Writer) error) *streamed {
	return &streamed{func(c huma.Context) {
		c.SetHeader("Content-Type", mediaType)
		for name, values := range header {
			c.SetHeader(name, values[0])
		}
		c.SetStatus(status)
		if err := write(c.BodyWriter()); err != nil {
			a.log.InfoContext(c.Context(), "answer cut short", "error", err)
			panic(http.ErrAbortHandler)
		}
	}}
}

// writeNow writes a problem where huma has no part in the request.
func writeNow(w http.ResponseWriter, p *Problem) {
	w.Header().Set("Content-Type", problemType)
	if p.Status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", retrySeconds)
	}
	w.WriteHeader(p.Status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(p) // the client may have hung up
}
