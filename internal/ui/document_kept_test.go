package ui_test

import (
	"net/http"
	"strings"
	"testing"
)

// What was typed is not lost where only its message is too long.
func TestDocumentIsKeptWhereItsMessageIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "edr-habit")
	text := "version: 1\nname: typed for an hour\n"
	long := strings.Repeat("m", 501)
	page := s.post(t, at+"/document", "base", "1", "text", text, "message", long).
		want(http.StatusBadRequest, "501 characters long; the limit is 500", "typed for an hour")
	if got, _ := attr(page.all("#message")[0], "value"); got != long {
		t.Errorf("the form holds a message of %d characters, want the 501 that were sent", len(got))
	}
}
