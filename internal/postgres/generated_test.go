package postgres_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Generated code is what sqlc made of the queries and migrations as they are
// now. The sum over both is written by `make generate`, right after sqlc ran;
// `make check` asks sqlc itself where it is built.
func TestGeneratedQueriesAreFresh(t *testing.T) {
	t.Parallel()
	const sumFile = "internal/dbgen/generated.sum"
	var names []string
	for _, pattern := range []string{"../../sqlc.yaml", "../../db/migrations/*.sql", "queries/*.sql", "internal/dbgen/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		slices.Sort(found)
		names = append(names, found...)
	}
	sum := sha256.New()
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(sum, "%s %d\n%s", filepath.ToSlash(name), len(text), text)
	}
	got := fmt.Sprintf("%x", sum.Sum(nil))
	if os.Getenv("SQLC_GENERATED") != "" {
		if err := os.WriteFile(sumFile, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(sumFile)
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.TrimSpace(string(want)) {
		t.Errorf("queries, migrations or generated code changed since sqlc ran; run make generate")
	}
}
