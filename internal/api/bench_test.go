package api_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/api"
	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
)

// nowhere is a ResponseWriter that keeps nothing.
type nowhere struct {
	header http.Header
	status int
}

func (n *nowhere) Header() http.Header         { return n.header }
func (n *nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (n *nowhere) WriteHeader(status int)      { n.status = status }

// BenchmarkCheck is POST /check of a unit of 32 nodes with 512 links: of a plan
// nobody asked about before, of one that was planned before, and of either with
// the findings alone.
func BenchmarkCheck(b *testing.B) {
	cat, err := catalog.Load()
	if err != nil {
		b.Fatal(err)
	}
	a := app.New(cat, "test")
	unit := example(b, "h100-unit")
	for _, bb := range []struct {
		name, query string
		fresh       bool
	}{{"new", "", true}, {"known", "", false}, {"new, findings", "?include=findings", true}, {"known, findings", "?include=findings", false}} {
		b.Run(bb.name, func(b *testing.B) {
			r := chi.NewRouter()
			api.New(app.NewPlans(a, nil, app.PlansOptions{}), slog.New(slog.DiscardHandler)).Routes(r)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				text := unit
				if bb.fresh {
					text = strings.Replace(text, "name: H100 unit", fmt.Sprintf("name: H100 unit %d", i), 1)
				}
				w := &nowhere{header: http.Header{}}
				r.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/v1/check"+bb.query, io.NopCloser(strings.NewReader(text))))
				if w.status != http.StatusOK {
					b.Fatalf("status %d", w.status)
				}
			}
		})
	}
}
