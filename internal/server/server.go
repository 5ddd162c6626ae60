// Package server puts the API and the pages on one router, with what stands
// before every handler: the Host header, cross-origin requests, security
// headers, bounds, compression, the log, figures for Prometheus, and the
// questions of whoever keeps the server running.
//
// It promises that a panic never reaches a client, that no answer lets another
// site's page read or change anything, and that every request ends within its
// time. It relies on a listener that somebody else opened.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"lengthwise/internal/api"
	"lengthwise/internal/app"
	"lengthwise/internal/ui"
	"lengthwise/static"
)

// The times a connection has. A request is done within requestTime or answered
// 503; a body arrives within readTime, an answer is taken within writeTime.
const (
	requestTime = 60 * time.Second
	headerTime  = 10 * time.Second
	readTime    = 60 * time.Second
	writeTime   = 5 * time.Minute
	idleTime    = 2 * time.Minute
	maxHeader   = 64 << 10
)

// Options are what a server needs.
type Options struct {
	Plans  *app.Plans
	Hosts  Hosts
	OpenTo string       // the address anyone reaches without an account; empty: none
	Log    *slog.Logger // nil: slog.Default
}

// A Server answers all requests. It is safe for concurrent use.
type Server struct {
	opt     Options
	log     *slog.Logger
	figures *figures
	pages   *ui.UI
	handler http.Handler
}

// New puts everything together.
func New(opt Options) (*Server, error) {
	files, err := static.Load()
	if err != nil {
		return nil, err
	}
	s := &Server{opt: opt, log: opt.Log, figures: newFigures(opt.Plans)}
	if s.log == nil {
		s.log = slog.Default()
	}
	s.pages = ui.New(opt.Plans, ui.Options{Asset: files.URL, OpenTo: opt.OpenTo, Log: s.log})
	compress, err := compressed()
	if err != nil {
		return nil, err
	}
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, http.StatusForbidden, "a page of another site may change nothing here")
	}))

	r := chi.NewRouter()
	r.Use(s.identify, s.observe, s.recover, headers, s.hosts, sameOrigin.Handler, bounded, compress, middleware.GetHead)
	r.Get("/healthz", healthy)
	r.Get("/readyz", s.ready)
	r.Handle("/metrics", s.figures.handler())
	r.Get(static.Prefix+"*", files.ServeHTTP)
	newViewer(files).routes(r)
	api.New(opt.Plans, s.log).Routes(r)
	s.pages.Routes(r)
	r.NotFound(s.pages.NotFound)
	r.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, http.StatusMethodNotAllowed, "this address does not do "+quoted(r.Method))
	})
	s.handler = r
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on a listener until the context ends, then finishes
// those under way, for as long as patience lasts.
func (s *Server) Serve(ctx context.Context, l net.Listener, patience time.Duration) error {
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	served := make(chan error, 1)
	go func() { served <- h.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := h.Shutdown(ending); err != nil {
		s.log.Warn("requests were cut short", "error", err)
		return h.Close()
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
