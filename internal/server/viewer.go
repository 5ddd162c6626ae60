package server

import (
	_ "embed" // the page and its script
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/api"
	"lengthwise/static"
)

// vendored is where static keeps the viewer, as published.
const vendored = "vendor/swagger-ui-dist-5.35.0/"

var (
	//go:embed viewer.html
	viewerPage string
	//go:embed viewer.js
	viewerScript string
)

// A viewer is the page to browse the API with.
type viewer struct{ page string }

func newViewer(files *static.Files) viewer {
	return viewer{strings.NewReplacer("{{style}}", files.URL(vendored+"swagger-ui.css"), "{{script}}", files.URL(vendored+"swagger-ui-bundle.js")).Replace(viewerPage)}
}

func (v viewer) routes(r chi.Router) {
	r.Get(api.Prefix+"/docs", func(w http.ResponseWriter, _ *http.Request) {
		// Its style sheet holds its icons as data.
		w.Header().Set("Content-Security-Policy", strings.Replace(policy, "img-src 'self'", "img-src 'self' data:", 1))
		write(w, "text/html; charset=utf-8", v.page)
	})
	r.Get(api.Prefix+"/docs/viewer.js", func(w http.ResponseWriter, _ *http.Request) {
		write(w, "text/javascript; charset=utf-8", viewerScript)
	})
}

func write(w http.ResponseWriter, mediaType, text string) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write([]byte(text)) // the client may have hung up
}
