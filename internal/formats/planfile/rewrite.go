package planfile

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// ApplyText makes edits in the text of a document. The text that comes back
// reads as the document plan.Apply gives, byte for byte the old one except
// where values changed: comments, order, blank lines, indentation and spellings
// such as 2.7m stay. What is new is written in the style around it. An entry
// that goes takes the comment on its own line along; comments on lines of their
// own stay, unless all of what they stand in goes. Edits that change nothing
// give the text as it was.
//
// Fields of ctx may be nil and is then the Editor of cat. An error is
// *plan.Problems where the text, or what would come of it, cannot be read, and
// otherwise that of plan.Apply.
func ApplyText(text []byte, media MediaType, edits []plan.Edit, ctx plan.EditContext, cat *catalog.Catalog) ([]byte, error) {
	before, positions, err := Decode(text, media, cat)
	if err != nil {
		return nil, err
	}
	if ctx.Fields == nil {
		ctx.Fields = Editor{Catalog: cat}
	}
	after, err := plan.Apply(before, edits, ctx)
	if err != nil {
		return nil, err
	}
	out, err := rewrite(positions.tree, media, before, after, cat)
	if err == nil && bytes.HasPrefix(text, []byte(bom)) {
		out = append([]byte(bom), out...)
	}
	if len(out) > plan.MaxBytes {
		return nil, &plan.Problems{List: []plan.Problem{{Message: errTooLarge(len(out)).Error()}}}
	}
	return out, err
}

// depths are how deep into a document its text is changed piece by piece; what
// lies deeper is written anew where it changed. The next is tried where the one
// before gives a text that does not read as it should: any depth, whole
// entries, whole sections.
var depths = []int{math.MaxInt, 2, 1}

// rewrite is the text of a tree changed from one document to another. The last
// resort is the document as Encode writes it.
func rewrite(t *tree, media MediaType, before, after *plan.Document, cat *catalog.Catalog) ([]byte, error) {
	was, want := *before, *after
	for _, s := range sections { // one shared by both did not change
		s.skipShared(&was, &want)
	}
	from, to := value(Canonical(&was)), value(Canonical(&want))
	if from == to {
		return []byte(t.source), nil
	}
	for _, depth := range depths {
		w := newRewriter(t, media, depth)
		if w.root(from, to) != nil {
			continue
		}
		if out := w.result(); w.reads(from, to, after, cat) {
			return out, nil
		}
	}
	var b bytes.Buffer
	if err := Encode(&b, after, media); err != nil {
		return nil, err
	}
	again, _, err := Decode(b.Bytes(), media, cat)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(Canonical(again), Canonical(after)) {
		return nil, errors.New("the edited document does not come back from its own text; undo the last edit and make it in the text")
	}
	return b.Bytes(), nil
}

// errOdd says that a text has a form that is not changed in place; what is
// around it is then written anew.
var errOdd = errors.New("form is not changed in place")

// A splice puts text in the place of source[start:end].
type splice struct {
	start, end int
	text       string
}

// A rewriter collects the splices that turn the text of a tree into that of
// another document.
type rewriter struct {
	original
	style
	depth   int // see depths
	splices []splice
}

func newRewriter(t *tree, media MediaType, depth int) *rewriter {
	w := &rewriter{original: newOriginal(t), depth: depth}
	w.style = w.styleOf(media)
	return w
}

func (w *rewriter) put(start, end int, text string) {
	if w.crlf {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
	}
	w.splices = append(w.splices, splice{start, end, text})
}

// A slot is where a value stands.
type slot struct {
	node *node
	flow bool // within braces or brackets, as everything in JSON is
	// Of a value that is not: the offset behind the colon or dash it belongs
	// to, the indentation of that key or dash, and which of them it is.
	behind, indent int
	dash           bool
	depth          int // of lists and maps around it
}

// root changes the whole document.
func (w *rewriter) root(before, after value) error {
	s := slot{node: &w.tree.root, flow: w.isFlow(&w.tree.root)}
	return w.inside(s, before, after)
}

// change turns the value in a slot from one into another: piece by piece where
// it can, else whole.
func (w *rewriter) change(s slot, before, after value) error {
	if before == after {
		return nil
	}
	mark := len(w.splices)
	if s.depth < w.depth && w.inside(s, before, after) == nil {
		return nil
	}
	w.splices = w.splices[:mark]
	return w.replace(s, after)
}

// inside changes what is in a list or map.
func (w *rewriter) inside(s slot, before, after value) error {
	same := before.kind() == after.kind() && before.kind() == s.node.kind
	switch {
	case !same || s.node.kind != mapNode && s.node.kind != listNode:
		return errOdd
	case w.isFlow(s.node) && (s.flow || s.node.n > 0 || !after.spreads()):
		return w.flow(s, before, after)
	case w.isFlow(s.node):
		return errOdd // [] becomes lines
	case s.flow:
		return errOdd // [a: b] has no braces
	case s.node.kind == mapNode:
		return w.blockMap(s, before, after)
	}
	return w.blockList(s, before, after)
}

// result is the text with the splices made.
func (w *rewriter) result() []byte {
	return []byte(apply(w.source, 0, w.splices))
}

// apply makes splices in a text that stands at offset base of the source. At
// one place, what takes out nothing comes first, in the order it was put.
func apply(text string, base int, splices []splice) string {
	splices = slices.Clone(splices)
	slices.SortStableFunc(splices, func(a, b splice) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(min(1, a.end-a.start), min(1, b.end-b.start)))
	})
	var b strings.Builder
	b.Grow(len(text) + 1024)
	at := 0
	for _, s := range splices {
		start := max(at, s.start-base)
		b.WriteString(text[at:start])
		b.WriteString(s.text)
		at = max(start, s.end-base)
	}
	b.WriteString(text[at:])
	return b.String()
}

// A section is a list of the document with entries of its own.
type section struct {
	name string
	// skipShared empties the list of both documents where it is one and the
	// same, empty that of one.
	skipShared func(a, b *plan.Document)
	empty      func(d *plan.Document)
}

func sectionOf[E any](name string, at func(*plan.Document) *[]E) section {
	return section{name, func(a, b *plan.Document) {
		x, y := at(a), at(b)
		if len(*x) > 0 && len(*x) == len(*y) && &(*x)[0] == &(*y)[0] {
			*x, *y = []E{}, []E{}
		}
	}, func(d *plan.Document) { *at(d) = []E{} }}
}

var sections = []section{
	sectionOf("racks", func(d *plan.Document) *[]plan.Rack { return &d.Racks }),
	sectionOf("device_types", func(d *plan.Document) *[]*catalog.DeviceType { return &d.DeviceTypes }),
	sectionOf("devices", func(d *plan.Document) *[]plan.Device { return &d.Devices }),
	sectionOf("links", func(d *plan.Document) *[]plan.Link { return &d.Links }),
	sectionOf("overrides", func(d *plan.Document) *[]plan.Override { return &d.Overrides }),
	sectionOf("fabrics", func(d *plan.Document) *[]plan.Fabric { return &d.Fabrics }),
}

// reads reports whether the result reads as the document to stands for. Sections
// that are the same and no splice touches were read before and stand between keys at the left margin or in
// brackets of their own: they cannot read otherwise now, and "[]" stands for
// them here. A document near a bound is read whole.
func (w *rewriter) reads(from, to value, doc *plan.Document, cat *catalog.Catalog) bool {
	want, cuts := *doc, slices.Clone(w.splices)
	if len(w.source) < plan.MaxBytes*3/4 && len(w.nodes) < maxValues*3/4 {
		for _, s := range sections {
			if start, end, ok := w.untouched(s.name); ok && from.field(s.name) == to.field(s.name) {
				cuts = append(cuts, splice{start, end, w.emptySection(s.name)})
				s.empty(&want)
			}
		}
	}
	again, _, err := Decode([]byte(apply(w.source, 0, cuts)), w.media, cat)
	return err == nil && bytes.Equal(Canonical(again), Canonical(&want))
}

func (w *rewriter) emptySection(name string) string {
	if w.isFlow(&w.tree.root) {
		return "[]"
	}
	return name + ": []\n"
}

// untouched is where a list section of the document stands that can be left
// out: of a document without braces its lines, else its value.
func (w *rewriter) untouched(name string) (start, end int, ok bool) {
	pairs := w.children(&w.tree.root)
	for i := 0; i+1 < len(pairs); i += 2 {
		key, n := &pairs[i], &pairs[i+1]
		if w.text(key) != name || n.kind != listNode || n.n == 0 || w.readByGeneral(&w.children(n)[0]) {
			continue
		}
		if w.isFlow(&w.tree.root) {
			start, ok = w.offset(n)
		} else if start, ok = w.offset(key); ok {
			ok = w.lineStart(start) == start
		}
		last, err := w.end(n)
		if !ok || err != nil {
			return 0, 0, false
		}
		if end = last; !w.isFlow(&w.tree.root) {
			end = w.nextLine(last)
		}
		for _, s := range w.splices {
			if s.start < end && s.end > start || s.start == s.end && s.start > start && s.start < end {
				return 0, 0, false
			}
		}
		return start, end, true
	}
	return 0, 0, false
}

// readByGeneral reports whether an entry has a scalar the general YAML reader
// read; that reader has bounds of its own.
func (w *rewriter) readByGeneral(n *node) bool {
	for n.kind == mapNode || n.kind == listNode {
		if n.n == 0 {
			return true
		}
		n = &w.children(n)[0]
	}
	return w.media == YAML && n.n == decoded
}
