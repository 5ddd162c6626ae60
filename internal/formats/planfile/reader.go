package planfile

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// maxProblems is how many problems of one document are listed; the rest are
// counted.
const maxProblems = 1000

// A reader walks a tree into typed fields and collects every problem on the
// way.
type reader struct {
	*tree
	catalog  *catalog.Catalog
	path     []step
	problems []plan.Problem
	dropped  int

	// What the device types so far hold, see compile.
	types     int
	portNames int64
}

// A step is one part of a path: a field, or with an empty name an index.
type step struct {
	name  string
	index int
}

// fail notes a problem with the value n at the current path.
func (r *reader) fail(n *node, format string, args ...any) {
	if r.full() {
		r.dropped++
		return
	}
	r.failAt(n, formatPath(r.path), format, args...)
}

// full reports whether no more problems are listed, only counted.
func (r *reader) full() bool { return len(r.problems) == maxProblems }

func (r *reader) failAt(n *node, path, format string, args ...any) {
	if r.full() {
		r.dropped++
		return
	}
	r.problems = append(r.problems, plan.Problem{
		Path: path, Line: int(n.line), Column: int(n.column), Message: fmt.Sprintf(format, args...),
	})
}

// failed is how many problems there are so far, listed or not.
func (r *reader) failed() int { return len(r.problems) + r.dropped }

// wrong notes that n is not what is wanted ("a list").
func (r *reader) wrong(n *node, want string) {
	if r.full() {
		r.dropped++
		return
	}
	wayOut := ""
	if n.kind == quotedNode && resolve(r.text(n)) == isNumber {
		wayOut = "; write it without quotes"
	}
	r.fail(n, "%s where %s should stand%s", r.describe(n), want, wayOut)
}

// describe says what a value is, in the words of a sentence.
func (r *reader) describe(n *node) string {
	switch n.kind {
	case listNode:
		return "a list"
	case mapNode:
		return "a map of fields"
	case quotedNode:
		return "the text " + clip(r.text(n))
	}
	text := r.text(n)
	switch resolve(text) {
	case isNull:
		return "nothing"
	case isBool:
		return "the truth value " + text
	case isNumber:
		return "the number " + strings.Trim(clip(text), `"`)
	}
	return "the text " + clip(text)
}

// scalar is the text of a value with its kind. Lists and maps are isNull with
// ok false.
func (r *reader) scalar(n *node) (text string, kind scalarKind, ok bool) {
	switch n.kind {
	case quotedNode:
		return r.text(n), isText, true
	case plainNode:
		text = r.text(n)
		return text, resolve(text), true
	}
	return "", isNull, false
}

func (r *reader) isNull(n *node) bool {
	return n.kind == plainNode && resolve(r.text(n)) == isNull
}

// formatPath is "devices[3].rack".
func formatPath(path []step) string {
	var b strings.Builder
	for i, s := range path {
		switch {
		case s.name == "":
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case i > 0:
			b.WriteString("." + s.name)
		default:
			b.WriteString(s.name)
		}
	}
	return b.String()
}

// parsePath reads what formatPath writes.
func parsePath(text string) ([]step, error) {
	bad := fmt.Errorf("path %s is not written as fields and positions; write for example devices[3].rack", clip(text))
	var path []step
	for rest := text; rest != ""; {
		if after, ok := strings.CutPrefix(rest, "["); ok {
			number, tail, closed := strings.Cut(after, "]")
			index, err := strconv.Atoi(number)
			if !closed || err != nil || index < 0 || !allOf(number, digits) {
				return nil, bad
			}
			path, rest = append(path, step{index: index}), tail
			continue
		}
		if len(path) > 0 {
			after, ok := strings.CutPrefix(rest, ".")
			if !ok {
				return nil, bad
			}
			rest = after
		}
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		if end == 0 {
			return nil, bad
		}
		path, rest = append(path, step{name: rest[:end]}), rest[end:]
	}
	if len(path) > plan.MaxNesting {
		return nil, bad
	}
	return path, nil
}

// unknownField notes a field that is none, with the nearest of those there are.
func (r *reader) unknownField(n *node, name string, known []string) {
	if r.full() {
		r.dropped++
		return
	}
	if near := catalog.Closest(name, known); near != "" {
		r.fail(n, "unknown field %s; did you mean %q?", clip(name), near)
		return
	}
	r.fail(n, "unknown field %s; the fields here are %s", clip(name), strings.Join(known, ", "))
}

// nearest is the value below n that the path leads to, or the last on the way
// that exists.
func (t *tree) nearest(n *node, path []step) *node {
	for _, s := range path {
		var below *node
		switch {
		case s.name != "":
			below = t.find(n, s.name)
		case n.kind == listNode && s.index < int(n.n):
			below = &t.children(n)[s.index]
		}
		if below == nil {
			return n
		}
		n = below
	}
	return n
}

// around holds the paths of the problems and of what is around them, except
// whole lists and maps of the document.
func around(problems []plan.Problem) map[string]bool {
	paths := map[string]bool{}
	for _, p := range problems {
		paths[p.Path] = true
		path := p.Path
		for end := strings.LastIndexAny(path, ".["); end > 0; end = strings.LastIndexAny(path, ".[") {
			paths[path] = true
			path = path[:end]
		}
	}
	return paths
}
