package static_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"lengthwise/static"
)

func load(t *testing.T) *static.Files {
	t.Helper()
	f, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFilesAreServedForEverUnderTheirHash(t *testing.T) {
	t.Parallel()
	f := load(t)
	at := f.URL("app.css")
	if !regexp.MustCompile(`^/static/[0-9a-f]{12}/app\.css$`).MatchString(at) {
		t.Fatalf("app.css is at %q", at)
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, httptest.NewRequest(http.MethodGet, at, nil))
	if got := w.Header().Get("Cache-Control"); w.Code != http.StatusOK || !strings.Contains(got, "immutable") {
		t.Errorf("%s: status %d, Cache-Control %q", at, w.Code, got)
	}
	if got := w.Header().Get("Content-Type"); got != "text/css; charset=utf-8" {
		t.Errorf("Content-Type of app.css is %q", got)
	}
	for _, other := range []string{"/static/000000000000/app.css", "/static/app.css", "/static/", "/static/../static.go"} {
		w := httptest.NewRecorder()
		f.ServeHTTP(w, httptest.NewRequest(http.MethodGet, other, nil))
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", other, w.Code)
		}
	}
	if got := f.URL("nothing.css"); got != "" {
		t.Errorf("a file there is not has the address %q", got)
	}
}

// What was vendored is byte for byte what its SHA256SUMS says.
func TestVendoredFilesAreUnchanged(t *testing.T) {
	t.Parallel()
	f := load(t)
	for dir, want := range map[string]int{"htmx-4.0.1": 2, "codemirror-6.43.15": 2, "swagger-ui-dist-5.35.0": 5} {
		dir := "vendor/" + dir + "/"
		lines := bufio.NewScanner(bytes.NewReader(f.Text(dir + "SHA256SUMS")))
		checked := 0
		for lines.Scan() {
			want, name, _ := strings.Cut(lines.Text(), "  ")
			sum := sha256.Sum256(f.Text(dir + name))
			if got := hex.EncodeToString(sum[:]); got != want {
				t.Errorf("%s%s has the sum %s, want %s", dir, name, got, want)
			}
			checked++
		}
		if checked != want {
			t.Errorf("%s: %d files were checked, want %d: the scripts and their licences", dir, checked, want)
		}
	}
}

// Colours stand in the palette and nowhere else.
func TestColoursStandInThePalette(t *testing.T) {
	t.Parallel()
	hex := regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b`)
	pair := regexp.MustCompile(`^\s*--[a-z0-9-]+: light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\);$`)
	n := 0
	for i, line := range strings.Split(string(load(t).Text("app.css")), "\n") {
		if !hex.MatchString(line) {
			continue
		}
		n++
		if !pair.MatchString(line) {
			t.Errorf("app.css:%d: a colour outside the palette: %s", i+1, line)
		}
	}
	if n < 12 {
		t.Errorf("%d colours in the palette; the pattern of this test is out of date", n)
	}
}
