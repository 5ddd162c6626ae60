package planfile

import (
	"slices"
	"strings"
)

// Changes in YAML that stands on lines of its own: fields behind keys, entries
// behind dashes. What comes or goes is whole lines.

// blockMap changes a map with a key on each line.
func (w *rewriter) blockMap(s slot, before, after value) error {
	pairs := w.children(s.node)
	for i := 0; i < len(pairs); i += 2 {
		at, ok := w.offset(&pairs[i])
		if !ok || pairs[i].column != s.node.column || i > 0 && !w.isFirst(at) {
			return errOdd
		}
	}
	was, want := before.members(), after.members()
	anchor := -1 // the field of the text last met in the order of the format
	for j, m := range want {
		i := w.pairOf(pairs, m.key)
		if i < 0 {
			if err := w.addField(s, pairs, anchor, want[j:]); err != nil {
				return err
			}
			continue
		}
		anchor = i
		if old := memberOf(was, m.key); old != m.value {
			if err := w.changeField(s, pairs, i, old, m.value); err != nil {
				return err
			}
		}
	}
	for i := 0; i < len(pairs); i += 2 {
		key := w.text(&pairs[i])
		if memberOf(was, key) != "" && memberOf(want, key) == "" {
			if err := w.takeField(s, pairs, i); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *tree) pairOf(pairs []node, key string) int {
	for i := 0; i+1 < len(pairs); i += 2 {
		if t.text(&pairs[i]) == key {
			return i
		}
	}
	return -1
}

func memberOf(members []member, key string) value {
	if i := slices.IndexFunc(members, func(m member) bool { return m.key == key }); i >= 0 {
		return members[i].value
	}
	return ""
}

// changeField changes the field at pairs[i]; old is "" where what is written
// there means nothing, such as a null.
func (w *rewriter) changeField(s slot, pairs []node, i int, old, v value) error {
	behind, err := w.end(&pairs[i])
	if err != nil {
		return err
	}
	for behind < len(w.source) && w.source[behind] == ' ' {
		behind++
	}
	if behind >= len(w.source) || w.source[behind] != ':' {
		return errOdd
	}
	field := slot{node: &pairs[i+1], behind: behind + 1, indent: int(pairs[i].column) - 1, depth: s.depth + 1}
	if old == "" {
		return w.replace(field, v)
	}
	return w.change(field, old, v)
}

// addField adds the first of the fields, which follow each other in the format:
// behind the anchor, else above the next that is there, else above the first.
func (w *rewriter) addField(s slot, pairs []node, anchor int, fields []member) error {
	indent := int(s.node.column) - 1
	at := -1
	if anchor < 0 {
		next := 0
		for _, m := range fields {
			if i := w.pairOf(pairs, m.key); i >= 0 {
				next = i
				break
			}
		}
		key, err := w.begin(&pairs[next])
		switch {
		case err != nil:
			return err
		case w.isFirst(key):
			at = w.above(key)
		default:
			anchor = next
		}
	}
	if at < 0 {
		end, err := w.end(&pairs[anchor+1])
		if err != nil || !w.isLast(end) {
			return errOdd
		}
		at = w.tail(end, indent)
	}
	m := fields[0]
	text := w.field(m, indent, s.depth == 0 && m.value.kind() == mapNode)
	if s.depth == 0 && w.blank && m.key != "name" && m.key != "description" {
		text = "\n" + text
	}
	w.putLines(at, text)
	return nil
}

// putLines adds lines, each with its end, where a line begins or at the end.
func (w *rewriter) putLines(at int, text string) {
	if at == len(w.source) && !strings.HasSuffix(w.source, "\n") {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	w.put(at, at, text)
}

// takeField takes out the field at pairs[i].
func (w *rewriter) takeField(s slot, pairs []node, i int) error {
	key, err := w.begin(&pairs[i])
	if err != nil {
		return err
	}
	n := &pairs[i+1]
	end, err := w.end(n)
	switch {
	case err != nil:
		return err
	case !w.isLast(end):
		return errOdd
	case !w.isFirst(key):
		if i+2 == len(pairs) {
			return errOdd
		}
		next, err := w.begin(&pairs[i+2])
		w.put(key, next, "")
		return err
	case s.depth == 0 && (n.kind == mapNode || n.kind == listNode) && !w.isFlow(n) && w.hasComment(key, end):
		return w.takeInside(slot{node: n, depth: s.depth + 1})
	}
	start, next := w.lineStart(key), w.nextLine(end)
	if s.depth == 0 && start > 0 && w.isBlankLine(w.lineStart(start-1)) && (next == len(w.source) || w.isBlankLine(next)) {
		start = w.lineStart(start - 1)
	}
	w.put(start, next, "")
	return nil
}

// takeInside takes out all that is in a section and leaves its comments, and the
// key above them.
func (w *rewriter) takeInside(s slot) error {
	children := w.children(s.node)
	for i := range children {
		var err error
		switch {
		case s.node.kind == listNode:
			err = w.takeEntry(s.node, i)
		case i%2 == 0:
			err = w.takeField(s, children, i)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hasComment reports whether one of the lines behind that of start, up to end,
// is a comment.
func (w *rewriter) hasComment(start, end int) bool {
	for line := w.nextLine(start); line < end; line = w.nextLine(line) {
		if _, ok := w.isComment(line); ok {
			return true
		}
	}
	return false
}

func (w *rewriter) isBlankLine(start int) bool {
	return strings.TrimSpace(w.source[start:w.lineEnd(start)]) == ""
}

// blockList changes a list with a dash before each entry.
func (w *rewriter) blockList(s slot, before, after value) error {
	children := w.children(s.node)
	was, want := before.entries(), after.entries()
	if len(was) != len(children) {
		return errOdd
	}
	if len(want) == 0 {
		if s.dash {
			return errOdd
		}
		w.put(s.behind, s.behind, " []")
	}
	indent := int(s.node.column) - 1
	moves := align(was, want)
	at := place{entry: -1}
	for i, m := range moves {
		var err error
		switch {
		case m.to < 0:
			err = w.takeEntry(s.node, m.from)
		case m.from < 0:
			err = w.addEntry(s.node, at.or(moves[i:], was, want), want[m.to])
		case was[m.from] != want[m.to]:
			var dash int
			dash, err = w.dash(s.node, m.from)
			if err == nil {
				entry := slot{node: &children[m.from], behind: dash + 1, indent: indent, dash: true, depth: s.depth + 1}
				err = w.change(entry, was[m.from], want[m.to])
			}
		}
		if err != nil {
			return err
		}
		if m.from >= 0 {
			at = place{entry: m.from, before: m.to < 0, changed: m.to < 0 || was[m.from] != want[m.to]}
		}
	}
	return nil
}

// A place is where a new entry goes: behind an entry of the text or before it,
// with its comments between the two.
type place struct {
	entry   int // -1: above the first and its comments
	before  bool
	changed bool // the entry changes or goes: what comes is likely a part of it
}

// or is the place before the next entry of the text, where that changes and the
// one at hand does not.
func (p place) or(moves []move, was, want []value) place {
	for _, m := range moves {
		if m.from < 0 {
			continue
		}
		if !p.changed && (m.to < 0 || was[m.from] != want[m.to]) {
			return place{entry: m.from, before: true}
		}
		break
	}
	return p
}

// dash is where the dash of an entry stands.
func (w *rewriter) dash(list *node, i int) (int, error) {
	at, err := w.begin(&w.children(list)[i])
	if err != nil {
		return 0, err
	}
	first := w.starts[list.line-1]
	column := int(list.column) - 1
	for line := w.lineStart(at); line >= first; line = w.lineStart(line - 1) {
		text := w.source[line:w.lineEnd(line)]
		if len(text) > column && text[column] == '-' && strings.Trim(text[:column], " ") == "" &&
			(len(text) == column+1 || text[column+1] == ' ') {
			return line + column, nil
		}
		if line == 0 {
			break
		}
	}
	return 0, errOdd
}

func (w *rewriter) takeEntry(list *node, i int) error {
	dash, err := w.dash(list, i)
	if err != nil {
		return err
	}
	end, err := w.end(&w.children(list)[i])
	if err != nil || !w.isLast(end) {
		return errOdd
	}
	w.put(w.lineStart(dash), w.nextLine(end), "")
	return nil
}

// addEntry adds an entry in the form of the one there.
func (w *rewriter) addEntry(list *node, p place, v value) error {
	like := &w.children(list)[max(p.entry, 0)]
	dash, err := w.dash(list, max(p.entry, 0))
	if err != nil {
		return err
	}
	indent := int(list.column) - 1
	at := w.lineStart(dash)
	switch {
	case p.entry < 0:
		at = w.above(dash)
	case !p.before:
		end, err := w.end(like)
		if err != nil || !w.isLast(end) {
			return errOdd
		}
		at = w.tail(end, indent)
	}
	spread := v.spreads() || v.kind() == mapNode && like.kind == mapNode && !w.isFlow(like)
	w.putLines(at, w.entry(v, indent, spread))
	return nil
}

// replace writes a value anew.
func (w *rewriter) replace(s slot, v value) error {
	start, err := w.begin(s.node)
	if err != nil {
		return err
	}
	end, err := w.end(s.node)
	if err != nil {
		return err
	}
	if s.flow {
		line := w.source[w.lineStart(start):start]
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		w.put(start, end, w.inFlow(v, s.depth, indent))
		return nil
	}
	block := (s.node.kind == mapNode || s.node.kind == listNode) && !w.isFlow(s.node)
	spread := v.spreads() || v.kind() == mapNode && len(v) > 2 && (s.depth == 1 || block)
	below := strings.Contains(w.source[s.behind:start], "\n")
	switch text := ""; {
	case spread && !s.dash:
		return w.replaceBelow(s, v, start, end, block && below)
	case spread:
		text = strings.TrimLeft(strings.TrimSuffix(w.entry(v, s.indent, true), "\n"), " -")
		fallthrough
	default:
		if !spread {
			text = w.inline(v)
		}
		if below || start == s.behind {
			start, text = s.behind, " "+text
		}
		w.put(start, end, text)
		return nil
	}
}

// replaceBelow writes a list or map anew on the lines below its key. below says
// that it stood there.
func (w *rewriter) replaceBelow(s slot, v value, start, end int, below bool) error {
	indent, list := s.indent+2, s.node.kind == listNode
	if below {
		indent = int(s.node.column) - 1
	}
	var b strings.Builder
	for _, m := range v.membersOrNone() {
		b.WriteString(w.field(m, indent, false))
	}
	for _, e := range v.entriesOrNone() {
		whole := below && list && w.children(s.node)[0].kind == mapNode && !w.isFlow(&w.children(s.node)[0])
		b.WriteString(w.entry(e, indent, e.spreads() || whole && e.kind() == mapNode))
	}
	switch {
	case below && w.isFirst(start):
		w.put(w.lineStart(start), end, strings.TrimSuffix(b.String(), "\n"))
	case !w.isLast(end):
		return errOdd
	default:
		w.put(s.behind, end, "")
		w.putLines(w.nextLine(end), b.String())
	}
	return nil
}
