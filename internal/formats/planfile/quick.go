package planfile

import (
	"slices"
	"strings"
)

// The quick reader. Nearly all of a large document is lists of entries in the
// same plain form, one entry on a line or one field on a line:
//
//	links:
//	  - {a: "dgx-001:ib1", b: "leaf-01:IB1/1/1", speed: ndr}
//	  - a: "dgx-002:ib1"
//	    b: "leaf-01:IB1/1/2"
//
// Such entries are read here, about ten times as fast as by the general YAML
// reader and in a tenth of the memory. In the text the general reader gets, each
// run of them is one entry of the list, "- 0", and empty lines. Where that
// reader then finds this entry in a list of the document, the run is put in
// (converter.takeRun); where it does not, say because the lines were part of a
// text in quotes, the general reader reads everything. An entry that is not
// understood here is left to the general reader. Whole entries stand for whole
// entries, so what is no YAML with the one is none with the other. Tests hold
// all this to the general reader on random text: same nodes, same places.

// standIn is the entry that stands for a run.
const standIn = "0"

// A run is consecutive entries of a list that the quick reader has read.
type run struct {
	line, column int // of the first entry
	entries      []node
}

// cutRuns gives the text with a stand-in for every run, the runs in order, and
// the tree their nodes are in. An error is a bound that was reached.
func cutRuns(source string) ([]byte, []run, *tree, error) {
	q := quickReader{}
	q.source = source
	if !onlyLineFeeds(source) {
		return []byte(source), nil, &q.tree, nil
	}
	for q.full == nil && len(q.runs) <= maxGeneralValues && q.next() {
		if isSection(q.text()) {
			if q.nodes == nil {
				q.nodes = make([]node, 0, estimate(source))
			}
			q.section()
		}
	}
	return append(q.rest, source[q.kept:]...), q.runs, &q.tree, q.full
}

// onlyLineFeeds reports whether lines end in LF or CR LF only; YAML knows four
// more line ends, and a byte-order mark may mean nothing or something.
func onlyLineFeeds(source string) bool {
	for _, odd := range []string{"\u0085", "\u2028", "\u2029", bom} {
		if strings.Contains(source, odd) {
			return false
		}
	}
	return !strings.Contains(source, "\r") || strings.Count(source, "\r") == strings.Count(source, "\r\n")
}

// isSection reports whether a line at the left margin opens a field and holds
// nothing more, a comment apart.
func isSection(line string) bool {
	n := 0
	for n < len(line) && (line[n] >= 'a' && line[n] <= 'z' || line[n] == '_') {
		n++
	}
	return n > 0 && n < len(line) && line[n] == ':' && isRest(line[n+1:])
}

// isRest reports whether nothing but spaces and a comment is left of a line.
func isRest(s string) bool {
	trimmed := strings.TrimLeft(s, " ")
	return trimmed == "" || trimmed[0] == '#' && len(trimmed) < len(s)
}

// A quickReader goes through a text line by line.
type quickReader struct {
	builder
	lineAt

	rest []byte // the text for the general reader, up to source[:kept]
	kept int
	runs []run

	// The entries of the run being read are on the stack. The last of them may
	// still turn out to go on in a form that is not understood.
	run, entry lineAt
	inRun      bool
	hasEntry   bool
	isBlock    bool // one field a line; still open
	block      node
	nodeMark   int // len(nodes) and len(stack) before the entry
	stackMark  int
}

// lineAt is the current line: source[start:end], its line feed included, and
// the place in it.
type lineAt struct {
	line       int // 1-based
	start, end int
	pos        int
	counted    int // source[start:counted] is column-1 characters
	column     int
}

// next goes to the next line, false at the end of the text.
func (q *quickReader) next() bool {
	if q.end >= len(q.source) {
		return false
	}
	q.start = q.end
	q.end = len(q.source)
	if i := strings.IndexByte(q.source[q.start:], '\n'); i >= 0 {
		q.end = q.start + i + 1
	}
	q.line++
	q.pos, q.counted, q.column = q.start, q.start, 1
	return true
}

// text is the current line without its line end.
func (q *quickReader) text() string {
	s := strings.TrimSuffix(q.source[q.start:q.end], "\n")
	return strings.TrimSuffix(s, "\r")
}

// section reads the lists below a field, up to the next line at the left margin
// that is no entry.
func (q *quickReader) section() {
	for indent := -1; ; {
		before := q.lineAt
		if q.full != nil || len(q.runs) > maxGeneralValues || !q.next() {
			break
		}
		text := q.text()
		trimmed := strings.TrimLeft(text, " ")
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		at, limit := len(text)-len(trimmed), q.start+len(text)
		if at < indent || at == 0 && trimmed[0] != '-' {
			q.settle()
			q.endRun(q.start, q.line)
			indent = -1
		}
		switch {
		case at == 0 && trimmed[0] != '-':
			q.lineAt = before
			return
		case strings.HasPrefix(trimmed, "- ") && (indent < 0 || at == indent):
			indent = at
			q.settle()
			if q.begin(at, limit) {
				continue
			}
		case q.isBlock && at == indent+2:
			q.pos = q.start + at
			if q.field(limit) {
				continue
			}
		}
		q.dropEntry()
	}
	q.settle()
	q.endRun(len(q.source), q.line+1)
}

// begin reads the line of a new entry.
func (q *quickReader) begin(indent, limit int) bool {
	if !q.inRun {
		q.run, q.inRun = q.lineAt, true
		q.run.column = indent + 3
	}
	q.entry, q.hasEntry = q.lineAt, true
	q.nodeMark, q.stackMark = len(q.nodes), len(q.stack)
	q.pos = q.start + indent + 2
	if q.pos < limit && q.source[q.pos] == '{' {
		return q.flow(limit, 0) && isRest(q.source[q.pos:limit])
	}
	q.isBlock, q.block = true, q.place(mapNode)
	return q.field(limit)
}

// field reads a field that has a line of its own.
func (q *quickReader) field(limit int) bool {
	return q.key(limit) && q.value(limit, -1) && isRest(q.source[q.pos:limit])
}

// settle makes the last entry a part of the run: what follows begins anew.
func (q *quickReader) settle() {
	if q.isBlock && q.close(q.stackMark, q.block) != nil {
		q.dropEntry()
	}
	q.hasEntry, q.isBlock = false, false
}

// dropEntry leaves the last entry, which is not understood, and the lines after
// it to the general reader; the run ends before it.
func (q *quickReader) dropEntry() {
	if !q.hasEntry {
		q.endRun(q.start, q.line)
		return
	}
	q.nodes, q.stack = q.nodes[:q.nodeMark], q.stack[:q.stackMark]
	q.hasEntry, q.isBlock = false, false
	q.endRun(q.entry.start, q.entry.line)
}

// endRun puts the stand-in in place of the entries read so far, whose lines end
// before the line that begins at end.
func (q *quickReader) endRun(end, line int) {
	if q.inRun && len(q.stack) > 0 {
		q.runs = append(q.runs, run{q.run.line, q.run.column, slices.Clone(q.stack)})
		q.rest = append(q.rest, q.source[q.kept:q.run.start]...)
		q.rest = append(q.rest, strings.Repeat(" ", q.run.column-3)...)
		q.rest = append(q.rest, "- "+standIn...)
		for range line - q.run.line {
			q.rest = append(q.rest, '\n')
		}
		q.kept = end
	}
	q.inRun, q.stack = false, q.stack[:0]
}
