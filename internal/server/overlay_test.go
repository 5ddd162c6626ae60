package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"lengthwise/internal/app"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
	"lengthwise/internal/server"
)

// A row of the overlay that the catalog refuses keeps nobody from working, and
// whoever keeps the server running is told.
func TestReadyzSaysWhatTheCatalogLeavesOut(t *testing.T) {
	t.Parallel()
	store := postgres.New(pgtest.New(t))
	s := newServer(t, store, server.Hosts{})
	if w := ask(s, http.MethodGet, "/readyz", ""); w.Code != http.StatusOK || w.Body.String() != "ready\n" {
		t.Errorf("readyz: %d %q, want ready", w.Code, w.Body)
	}
	before := build(t, s)
	rows := []app.OverlayChange{
		{Kind: app.OverlayStatus, Key: "MCP7Y00-N003", Body: json.RawMessage(`{"status": "preferred", "note": ""}`)},
		{Kind: app.OverlayStatus, Key: "NO-SUCH-PART", Body: json.RawMessage(`{"status": "preferred", "note": ""}`)},
	}
	if _, moved, err := store.ChangeOverlay(t.Context(), 0, rows, "eve", "", time.Now()); err != nil || moved {
		t.Fatal(moved, err)
	}
	w := ask(s, http.MethodGet, "/readyz", "")
	if text := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(text, "leaves out") || !strings.Contains(text, "NO-SUCH-PART") || strings.Contains(text, "MCP7Y00-N003") {
		t.Errorf("readyz with a bad row: %d %q, want 200 and the row that is left out", w.Code, text)
	}
	if after := build(t, s); after == before {
		t.Errorf("figures still name %s, want the catalog with the good row", after)
	}
}

// build is the line of the figures that says what runs.
func build(t *testing.T, s *server.Server) string {
	t.Helper()
	for line := range strings.Lines(ask(s, http.MethodGet, "/metrics", "").Body.String()) {
		if strings.HasPrefix(line, "lengthwise_build_info{") {
			return line
		}
	}
	t.Fatal("the figures do not say what runs")
	return ""
}
