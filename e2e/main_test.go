// Package e2e walks the program as people do: the real server with its own
// PostgreSQL, a headless Chromium before it, and signals that end processes
// without a word.
//
// A journey fails when a script of a page fails, when a page breaks its
// Content-Security-Policy, and when it asks another origin for anything. Where
// Chromium or PostgreSQL is not installed the journeys are skipped with the
// reason, and fail when CI=true. What a failed journey saw, a picture and the
// page's text, is in build/e2e.
//
// SCREENSHOTS=1 also takes the pictures in docs/screenshots.
package e2e

import (
	"os"
	"testing"
)

// parts are what journeys share, made when first asked for.
var parts struct {
	program program
	browser chrome
	journey shared
}

func TestMain(m *testing.M) {
	code := m.Run()
	parts.browser.close()
	parts.journey.close()
	parts.program.close()
	os.Exit(code)
}

// lacking ends a test that needs what this machine has not got: skipped, with
// the reason, or failed with CI=true.
func lacking(t testing.TB, why error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(why)
	}
	t.Skip(why)
}
