package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/klauspost/compress/gzhttp"

	"lengthwise/internal/api"
	"lengthwise/internal/plan"
)

// maxBody is how large a request may be as it arrives; who reads it bounds what
// comes of it unpacked. A form writes some characters of a plan as three.
const maxBody = plan.MaxBytes + 1<<20

// policy is what a page may load: what is served here, and no script or style
// written into a page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// headers tell browsers what they may do with any answer.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		// "no-referrer" would make browsers send "Origin: null" with our own forms.
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
		next.ServeHTTP(w, r)
	})
}

// bounded gives a request its time and its body its limit.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), requestTime)
		defer cancel()
		r = r.WithContext(ctx)
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// compressed packs answers with zstd or gzip where the client takes it.
func compressed() (func(http.Handler) http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1 << 10))
	if err != nil {
		return nil, fmt.Errorf("compression: %w", err)
	}
	return func(next http.Handler) http.Handler { return wrap(next) }, nil
}

type requestKey struct{}

// identify gives a request a name that the log and the client share.
func (s *Server) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := strings.ToLower(rand.Text()[:16])
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestKey{}, id)))
	})
}

// observe logs a request and counts it, once it is answered.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		s.figures.inFlight.Inc()
		defer func() {
			s.figures.inFlight.Dec()
			took := time.Since(began)
			status := ww.Status()
			if status == 0 {
				status = http.StatusOK
			}
			route := routeOf(r)
			s.figures.count(route, r.Method, status, took)
			if quiet(r.URL.Path) {
				return
			}
			s.log.InfoContext(r.Context(), "request", "id", r.Context().Value(requestKey{}), "method", clip(r.Method), "path", clip(r.URL.Path),
				"status", status, "bytes", ww.BytesWritten(), "ms", took.Milliseconds(), "from", r.RemoteAddr)
		}()
		next.ServeHTTP(ww, r)
	})
}

// quiet are the addresses asked all the time.
func quiet(path string) bool {
	return path == "/healthz" || path == "/readyz" || path == "/metrics" || strings.HasPrefix(path, "/static/")
}

// noRoute is the route of addresses that have none.
const noRoute = "none"

// routeOf is the pattern a request met, so that figures have a bounded number
// of names.
func routeOf(r *http.Request) string {
	if c := chi.RouteContext(r.Context()); c != nil {
		if p := c.RoutePattern(); p != "" && p != "/*" {
			return p
		}
	}
	return noRoute
}

// recover answers a panic with a 500 and logs where it was. A handler that gave
// up on an answer half way is let through, so that the connection breaks.
func (s *Server) recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			s.figures.panics.Inc()
			s.log.ErrorContext(r.Context(), "panic", "id", r.Context().Value(requestKey{}), "path", clip(r.URL.Path),
				"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			if ww, ok := w.(middleware.WrapResponseWriter); ok && ww.Status() != 0 {
				panic(http.ErrAbortHandler) // the answer has begun
			}
			s.refuse(w, r, http.StatusInternalServerError, "something went wrong here that is not the request's fault; it was logged")
		}()
		next.ServeHTTP(w, r)
	})
}

// refuse answers what never reached a handler: a problem to the API's clients, a
// page to others.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, status int, what string) {
	if r.URL.Path != api.Prefix && !strings.HasPrefix(r.URL.Path, api.Prefix+"/") {
		s.pages.Fail(w, r, status, what)
		return
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(api.Problem{Status: status, Title: http.StatusText(status), Detail: what}) // the client may have hung up
}

// maxEcho is how much of what a client sent is repeated.
const maxEcho = 64

func clip(s string) string {
	if utf8.RuneCountInString(s) <= maxEcho {
		return s
	}
	return string([]rune(s)[:maxEcho-1]) + "…"
}

func quoted(s string) string { return fmt.Sprintf("%q", clip(s)) }
