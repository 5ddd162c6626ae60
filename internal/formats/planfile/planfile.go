// Package planfile is the YAML and JSON form of the plan document: what people
// write becomes a plan.Document, and a document becomes text again.
//
// It promises that all problems of a document are reported at once, each with
// its path, line and column, that numbers and lengths are taken from their
// literal text and never pass through a float, and that what is decoded,
// encoded and decoded again is the same document. It refuses unknown and
// repeated fields, wrong types, aliases, anchors, merge keys, tags, more than
// one document, and anything above the bounds of plan; a hostile text costs
// bounded time and memory.
package planfile

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// MediaType is the form of a text.
type MediaType string

// The forms of a plan document.
const (
	YAML MediaType = "application/yaml"
	JSON MediaType = "application/json"
)

// Detect tells the form from the ending of a file name, which may be empty, and
// otherwise from the text: JSON begins with "{" and a quote or "}".
func Detect(name string, text []byte) MediaType {
	name = strings.ToLower(name)
	switch {
	case strings.HasSuffix(name, ".json"):
		return JSON
	case strings.HasSuffix(name, ".yaml"), strings.HasSuffix(name, ".yml"):
		return YAML
	}
	rest, ok := bytes.CutPrefix(trimSpace(bytes.TrimPrefix(text, []byte(bom))), []byte("{"))
	if rest = trimSpace(rest); ok && len(rest) > 0 && (rest[0] == '"' || rest[0] == '}') {
		return JSON
	}
	return YAML
}

func trimSpace(b []byte) []byte { return bytes.TrimLeft(b, " \t\r\n") }

// bom is the byte-order mark some editors put before a text.
const bom = "\ufeff"

// Read reads the text of a document, at most plan.MaxBytes of it. A longer one
// is *plan.Problems; the rest of it is not read.
func Read(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, plan.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read plan document: %w", err)
	}
	if len(text) > plan.MaxBytes {
		return nil, &plan.Problems{List: []plan.Problem{{Message: fmt.Sprintf(
			"document is above the limit of %d bytes (64 MiB); write ranges or fabrics instead of single links", plan.MaxBytes)}}}
	}
	return text, nil
}

// Decode reads a document. The catalog, which must not be nil, knows the speeds
// and cages a document names and works out its own device types. An error is
// always *plan.Problems with every problem, in document order; at most 1,000
// are listed. Positions are given also then, unless the text is no YAML or JSON
// at all.
func Decode(text []byte, mt MediaType, cat *catalog.Catalog) (*plan.Document, *Positions, error) {
	t, err := parse(text, mt)
	if err != nil {
		problem := plan.Problem{Message: err.Error()}
		var at *syntaxError
		if errors.As(err, &at) {
			problem.Line, problem.Column = at.line, at.column
		}
		return nil, &Positions{}, &plan.Problems{List: []plan.Problem{problem}}
	}
	doc := &plan.Document{}
	r := &reader{tree: t, catalog: cat}
	documentKind.read(r, &t.root, doc)
	positions := &Positions{t}
	if t.root.kind == mapNode {
		r.validate(doc, positions)
	}
	if r.failed() > 0 {
		slices.SortStableFunc(r.problems, func(a, b plan.Problem) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return nil, positions, &plan.Problems{List: r.problems, Dropped: r.dropped}
	}
	return doc, positions, nil
}

func parse(text []byte, mt MediaType) (*tree, error) {
	if len(text) > plan.MaxBytes {
		return nil, errTooLarge(len(text))
	}
	source := strings.TrimPrefix(string(text), bom)
	if err := checkText(source); err != nil {
		return nil, err
	}
	switch mt {
	case JSON:
		return parseJSON(source)
	case YAML:
		return parseYAML(source)
	}
	return nil, fmt.Errorf("media type %s is not one of %s, %s", clip(string(mt)), YAML, JSON)
}

// validate adds what plan.Validate finds, except of a field that could not be
// read and what is around it: it would complain of a value that was never there.
func (r *reader) validate(doc *plan.Document, positions *Positions) {
	bad := around(r.problems)
	for _, p := range plan.Validate(doc) {
		if bad[p.Path] {
			continue
		}
		line, column := positions.Find(p.Path)
		r.failAt(&node{line: uint32(line), column: uint32(column)}, p.Path, "%s", p.Message)
	}
}

// Positions tells where the parts of a document stand in its text.
type Positions struct{ tree *tree }

// Find is the line and column, both from 1, of the value at a path such as
// "links[3].cable.length", or of the nearest part around it that exists; 0, 0
// where nothing is known. It may be called from several goroutines.
func (p *Positions) Find(path string) (line, column int) {
	if p == nil || p.tree == nil {
		return 0, 0
	}
	steps, _ := parsePath(path)
	n := p.tree.nearest(&p.tree.root, steps)
	return int(n.line), int(n.column)
}

// Encode writes a document: its fields in the order of the format, names as
// written, lengths exact in millimetres, and only what was written. Lists of
// entries take a line for each.
func Encode(w io.Writer, doc *plan.Document, mt MediaType) error {
	if mt != YAML && mt != JSON {
		return fmt.Errorf("media type %s is not one of %s, %s", clip(string(mt)), YAML, JSON)
	}
	out := &writer{out: w, media: mt}
	documentKind.write(out, doc)
	if err := out.flush(); err != nil {
		return fmt.Errorf("write plan document: %w", err)
	}
	return nil
}

// Canonical is the JSON of a document without any space, for comparing: equal
// documents have equal bytes. It ends without a line end.
func Canonical(doc *plan.Document) []byte {
	var b bytes.Buffer
	out := &writer{out: &b, media: JSON, compact: true}
	documentKind.write(out, doc)
	_ = out.flush() // a bytes.Buffer takes everything
	return b.Bytes()
}

// Hash is the SHA-256 of the canonical form, in hex.
func Hash(doc *plan.Document) string {
	sum := sha256.Sum256(Canonical(doc))
	return hex.EncodeToString(sum[:])
}
