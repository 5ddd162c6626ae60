package server

import (
	"context"
	"net/http"
	"time"
)

// pingTime is how long the database may take to say that it is there.
const pingTime = 3 * time.Second

// healthy says that the process answers.
func healthy(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") }

// ready says whether plans can be read and saved.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pingTime)
	defer cancel()
	if err := s.opt.Plans.Ping(ctx); err != nil {
		s.log.WarnContext(ctx, "not ready", "error", err)
		w.Header().Set("Retry-After", "5")
		say(w, http.StatusServiceUnavailable, "the database cannot be reached")
		return
	}
	say(w, http.StatusOK, "ready")
}

func say(w http.ResponseWriter, status int, what string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(what + "\n")) // the client may have hung up
}
