package api_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/api"
	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
)

// golden is the document as it is committed: what a client was promised.
const golden = "openapi.json"

// document is what the API serves of itself. It needs no store.
func document(t *testing.T, path string) []byte {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	r := chi.NewRouter()
	api.New(app.NewPlans(app.New(cat, "test"), nil, app.PlansOptions{}), slog.New(slog.DiscardHandler)).Routes(r)
	rec := httptest.NewRecorder()
	r.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	if rec.Code != http.StatusOK {
		t.Fatalf("GET %s = %d: %s", path, rec.Code, rec.Body)
	}
	return rec.Body.Bytes()
}

func TestOpenAPIDocumentIsTheOneCommitted(t *testing.T) {
	t.Parallel()
	var got bytes.Buffer
	if err := json.Indent(&got, document(t, "/api/v1/openapi.json"), "", " "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); d != "" {
		t.Errorf("the OpenAPI document changed; look at the difference as a client would, then run with UPDATE_GOLDEN=1 (-committed +now):\n%s", d)
	}
}

func TestOpenAPIDocumentIsYAMLToo(t *testing.T) {
	t.Parallel()
	if text := string(document(t, "/api/v1/openapi.yaml")); !strings.Contains(text, "openapi: 3.1.0") || !strings.Contains(text, "/check:") {
		t.Errorf("openapi.yaml begins %q, want OpenAPI 3.1 with /check", text[:min(len(text), 200)])
	}
}
