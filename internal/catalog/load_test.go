package catalog_test

import (
	"os"
	"testing"

	"lengthwise/internal/catalog"
)

func BenchmarkLoadFS(b *testing.B) {
	fsys := os.DirFS("data")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := catalog.LoadFS(fsys); err != nil {
			b.Fatal(err)
		}
	}
}
