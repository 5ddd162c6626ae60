package ui_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// large is a plan of 100,352 links in ranges: 49 pods of 32 leaves over four
// hosts each and 16 spines.
func large() string {
	var b strings.Builder
	b.WriteString("version: 1\nname: Large\nsite:\n  rows:\n")
	for pod := range 49 {
		fmt.Fprintf(&b, "    - {name: p%02d, y: %dm}\n", pod, 3*pod)
	}
	b.WriteString("racks:\n")
	for pod := range 49 {
		fmt.Fprintf(&b, "  - {name: \"p%02d-r[01-32]\", row: p%02d}\n  - {name: \"p%02d-n[1-2]\", row: p%02d}\n", pod, pod, pod, pod)
	}
	b.WriteString("devices:\n")
	for pod := range 49 {
		fmt.Fprintf(&b, "  - {name: \"p%02d-h[001-128]\", type: hgx-8gpu-osfp, rack: \"p%02d-r[01-32]\", u: [1, 9, 17, 25]}\n", pod, pod)
		fmt.Fprintf(&b, "  - {name: \"p%02d-leaf[01-32]\", type: qm9700, rack: \"p%02d-r[01-32]\", u: [40], face: rear}\n", pod, pod)
		fmt.Fprintf(&b, "  - {name: \"p%02d-spine[01-16]\", type: qm9700, rack: \"p%02d-n[1-2]\", u: [10, 12, 14, 16, 18, 20, 22, 24], face: rear}\n", pod, pod)
	}
	b.WriteString("links:\n")
	for pod := range 49 {
		fmt.Fprintf(&b, "  - {a: \"p%02d-h[001-128]:ib[1-8]\", b: \"p%02d-leaf[01-32]:IB1/[1-16]/[1-2]\", speed: ndr, group: pod-%02d}\n", pod, pod, pod)
		for leaf := range 32 {
			fmt.Fprintf(&b, "  - {a: \"p%02d-leaf%02d:IB1/[17-32]/[1-2]\", b: \"p%02d-spine[01-16]:IB1/%d/[1-2]\", speed: ndr}\n", pod, leaf+1, pod, leaf+1)
		}
	}
	return b.String()
}

// BenchmarkPages asks for each page of a stored plan of 100,352 links whose
// result is in memory, database queries included.
func BenchmarkPages(b *testing.B) {
	s := newSite(b)
	at := s.add(b, large())
	cursor, _ := attr(s.get(b, at+"/links?sort=run&desc=1").want(http.StatusOK).all(`a[rel="next"]`)[0], "href")
	for _, page := range []struct{ name, address string }{
		{"home", "/"}, {"overview", at}, {"racks", at + "/racks"}, {"floor", at + "/floor"}, {"floor of a rack", at + "/floor?rack=p20-n1&by=status"}, {"links", at + "/links"}, {"links sorted, second page", cursor},
		{"links of a device", at + "/links?device=p20-leaf07"}, {"links with words", at + "/links?q=spine16"}, {"cables", at + "/cables"},
		{"cables of a medium", at + "/cables?medium=optical&sort=length"}, {"modules", at + "/modules"}, {"order", at + "/order"},
		{"findings", at + "/findings"}, {"document", at + "/document"}, {"history", at + "/history"}, {"compare", at + "/compare?from=1&to=1"},
	} {
		b.Run(page.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := httptest.NewRecorder()
				s.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, page.address, nil))
				if w.Code != http.StatusOK {
					b.Fatalf("%s: status %d", page.address, w.Code)
				}
			}
		})
	}
}

// Pages of the catalog, with the database's answer.
func BenchmarkCatalogPages(b *testing.B) {
	s := newSite(b)
	for _, address := range []string{"/catalog", "/catalog/reach", "/catalog/reach/ndr/dac", "/catalog/products", "/catalog/products/MCP7Y00-N002", "/catalog/types/q3450-ld", "/catalog/types"} {
		b.Run(strings.TrimPrefix(address, "/"), func(b *testing.B) {
			for b.Loop() {
				w := httptest.NewRecorder()
				s.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
				if w.Code != http.StatusOK {
					b.Fatalf("%s: status %d", address, w.Code)
				}
			}
		})
	}
}
