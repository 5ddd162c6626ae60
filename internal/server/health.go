package server

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// maxTrouble is how many problems of the catalog are listed.
const maxTrouble = 20

// pingTime is how long the database may take to say that it is there.
const pingTime = 3 * time.Second

// healthy says that the process answers.
func healthy(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") }

// ready says whether plans can be read and saved, and whether the catalog is
// whole: a row of the overlay that it leaves out is a fault to mend, none that
// keeps anybody from working.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pingTime)
	defer cancel()
	if err := s.opt.Plans.Ping(ctx); err != nil {
		s.log.WarnContext(ctx, "not ready", "error", err)
		w.Header().Set("Retry-After", "5")
		say(w, http.StatusServiceUnavailable, "the database cannot be reached")
		return
	}
	s.opt.Plans.Current(ctx)
	if left := s.opt.Plans.Trouble(); len(left) > 0 {
		lines := make([]string, 0, maxTrouble)
		for _, x := range left[:min(len(left), maxTrouble)] {
			lines = append(lines, x.String())
		}
		s.log.WarnContext(ctx, "catalog leaves out rows of the overlay", "problems", len(left), "first", lines[0])
		say(w, http.StatusOK, fmt.Sprintf("ready, but the catalog leaves out rows of the overlay; put them right or take them out (%d problems):\n%s", len(left), strings.Join(lines, "\n")))
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
