package catalog

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed data/*.csv data/NOTES.md
var embedded embed.FS

// notesFile explains the data; it decides nothing, so it is no part of the
// revision.
const notesFile = "NOTES.md"

var loadEmbedded = sync.OnceValues(func() (*Catalog, error) {
	data, err := fs.Sub(embedded, "data")
	if err != nil {
		return nil, fmt.Errorf("open the built-in catalog: %w", err)
	}
	return LoadFS(data)
})

// Load is the built-in catalog. It is read and checked once; every call gives
// the same value. The error is a *Problems.
func Load() (*Catalog, error) { return loadEmbedded() }

// LoadFS reads a catalog from the data files and the NOTES.md at the top of
// fsys. It holds every row to every rule and reports all that is wrong at once:
// the error is a *Problems, and then there is no catalog.
func LoadFS(fsys fs.FS) (*Catalog, error) {
	l := newLoader()
	l.read(fsys)
	l.check()
	if len(l.problems.List) > 0 {
		l.problems.sort()
		return nil, &l.problems
	}
	return l.c, nil
}

func newLoader() *loader {
	return &loader{c: &Catalog{}, sheets: make(map[string]*sheet, len(schema)), rowOf: map[any]*row{}}
}

// read reads the data files into sheets and works the revision out.
func (l *loader) read(fsys fs.FS) {
	digest := sha256.New()
	for _, name := range fileNames() {
		raw, err := fs.ReadFile(fsys, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			l.fail(name, 0, "is missing")
		case err != nil:
			l.fail(name, 0, "cannot be read: "+err.Error())
		}
		if name == notesFile {
			l.checkNotes(string(raw))
			continue
		}
		fmt.Fprintf(digest, "%s\x00%d\x00", name, len(raw))
		digest.Write(raw)
		t := tableOf(name)
		if err != nil {
			l.sheets[name] = &sheet{table: t, broken: true}
			continue
		}
		l.sheets[name] = l.readSheet(t, raw)
	}
	l.c.Revision = shortDigest(digest)
}

// shortDigest is how revisions are written: 12 hex digits.
func shortDigest(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil))[:12] }

// check holds every row to every rule and builds the catalog of those that keep
// them.
func (l *loader) check() {
	for _, t := range schema {
		s := l.sheets[t.file]
		l.checkCells(s)
		l.checkReferences(s)
	}
	l.build()
}

func fileNames() []string {
	names := []string{notesFile}
	for _, t := range schema {
		names = append(names, t.file)
	}
	slices.Sort(names)
	return names
}

func tableOf(file string) *table {
	return schema[slices.IndexFunc(schema, func(t *table) bool { return t.file == file })]
}

// A loader turns data files into a catalog and collects what is wrong.
type loader struct {
	c        *Catalog
	sheets   map[string]*sheet
	rowOf    map[any]*row // where a value of the catalog came from
	overlay  bool         // rows of a site's overlay stand behind the built-in ones
	problems Problems
}

func (l *loader) fail(file string, line int, message string) {
	l.problems.List = append(l.problems.List, Problem{File: file, Line: line, Message: message})
}

// bad reports a row as a whole. The message of a row of a file begins with the
// row's name.
func (l *loader) bad(r *row, format string, args ...any) { l.badCell(r, "", format, args...) }

// badCell reports a row for what stands in one of its columns.
func (l *loader) badCell(r *row, column, format string, args ...any) {
	r.ok = false
	message := fmt.Sprintf(format, args...)
	if r.own {
		l.problems.List = append(l.problems.List, Problem{Table: r.sheet.tableName(), Key: r.cells[0], Column: column, Message: message})
		return
	}
	l.problems.List = append(l.problems.List, Problem{File: r.sheet.file, Line: r.line, Column: column, Message: r.cells[0] + ": " + message})
}

// wrong reports the row a value was built from.
func (l *loader) wrong(value any, format string, args ...any) {
	l.bad(l.rowOf[value], format, args...)
}

// sound reports whether nothing was found wrong with these files so far, so
// that laws about all their rows can be judged.
func (l *loader) sound(files ...string) bool {
	for _, f := range files {
		s := l.sheets[f]
		if s.broken || slices.ContainsFunc(s.rows, func(r *row) bool { return !r.ok || r.shaky }) {
			return false
		}
	}
	return true
}

// good lists the rows of a file that can be judged and built from.
func (l *loader) good(file string) []*row {
	var out []*row
	for _, r := range l.sheets[file].rows {
		if r.ok && !r.shaky {
			out = append(out, r)
		}
	}
	return out
}

// checkReferences holds every cell that names a row of another file against
// that file. A row that names a bad row is shaky.
func (l *loader) checkReferences(s *sheet) {
	for _, r := range s.rows {
		for i, c := range s.columns {
			if c.ref == "" {
				continue
			}
			target := l.sheets[c.ref]
			for _, name := range splitList(r.cells[i]) {
				found := target.names[name]
				switch {
				case found == nil && target.broken:
					r.shaky = true
				case found == nil:
					l.badCell(r, c.name, "%s names %s, which is not in %s%s", c.name, quote(name), target.place(r), didYouMean(name, target.nameList()))
				case found.sheet != s && (!found.ok || found.shaky):
					r.shaky = true
				}
			}
		}
	}
}

func (s *sheet) nameList() []string {
	names := make([]string, 0, len(s.rows))
	for _, r := range s.rows {
		names = append(names, r.get(s.key[0]))
	}
	return names
}

// checkNotes keeps paths of machines out of the notes.
func (l *loader) checkNotes(notes string) {
	for i, line := range strings.Split(notes, "\n") {
		if !strings.Contains(line, "/") {
			continue
		}
		if found := forbidden.FindString(line); found != "" {
			l.fail(notesFile, i+1, "names a path of a machine, "+quote(strings.TrimSpace(found)))
		}
	}
}

// build makes the catalog from the rows and checks what takes more than one
// cell. The order matters: rows point to those built before them.
func (l *loader) build() {
	l.index()
	for _, r := range l.good("sources.csv") {
		l.source(r)
	}
	for _, r := range l.good("speeds.csv") {
		l.speed(r)
	}
	l.formFactors()
	l.opticsFamilies()
	for _, r := range l.good("fibre_types.csv") {
		l.fibre(r)
	}
	l.connectorLosses()
	for _, r := range l.good("products.csv") {
		l.product(r)
	}
	for _, r := range l.good("specifications.csv") {
		l.specification(r)
	}
	for _, r := range l.good("class_defaults.csv") {
		l.classDefault(r)
	}
	for _, r := range l.good("standards.csv") {
		l.standard(r)
	}
	l.deviceTypes()
	for _, r := range l.good("media_limits.csv") {
		l.mediaLimit(r)
	}
	l.indexRest()
	l.laws()
}
