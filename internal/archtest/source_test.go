// Package archtest holds the tests that keep the house in order: who may import
// whom (ARCHITECTURE.md), how long a file may be, and what no committed file may
// say. It has no code of its own. Change ARCHITECTURE.md first, then the rule
// here; never a rule to pass a build.
package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// module is the path of the product's module in go.mod.
const module = "lengthwise"

// A source is one Go file of the repository.
type source struct {
	name      string // slash path from the root
	dir       string // of name
	test      bool
	generated bool
	lines     int
	file      *ast.File
}

// root is the folder that holds go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = up
	}
}

// files calls see for every file of the repository that is not built by it.
func files(t *testing.T, see func(name string, text []byte)) {
	t.Helper()
	dir := root(t)
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch name {
			case ".git", "bin", "build":
				return fs.SkipDir
			}
			return nil
		}
		if name == "order.csv" || !d.Type().IsRegular() { // written by make run
			return nil
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		see(name, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sources parses every Go file of the product's module.
func sources(t *testing.T, mode parser.Mode) []source {
	t.Helper()
	var all []source
	set := token.NewFileSet()
	files(t, func(name string, text []byte) {
		if !strings.HasSuffix(name, ".go") || strings.HasPrefix(name, "tools/") || strings.Contains(name, "/testdata/") {
			return
		}
		f, err := parser.ParseFile(set, name, text, mode|parser.ParseComments)
		if err != nil {
			t.Errorf("%v", err)
			return
		}
		all = append(all, source{
			name: name, dir: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), generated: ast.IsGenerated(f),
			lines: bytes.Count(text, []byte("\n")), file: f,
		})
	})
	return all
}
