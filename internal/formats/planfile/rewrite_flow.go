package planfile

import "strings"

// Changes within braces and brackets, in JSON and YAML.

// A flowPart is a field or entry with what stands around it.
type flowPart struct {
	lead  string // behind the comma or bracket before, and the comment on that line
	body  string
	tail  string // up to its comma
	comma bool
	post  string // behind the comma: the comment on that line
	begin int    // of body
}

// A flowItem is a part that stays, at from, or a new one.
type flowItem struct {
	from int // -1: new
	key  string
	body string // of a new one
}

// flow changes a list in brackets or a map in braces. Where nothing comes or
// goes, only the values that differ are touched; else it is put together anew
// from its parts.
func (w *rewriter) flow(s slot, before, after value) error {
	children, each := w.children(s.node), 1
	if s.node.kind == mapNode {
		each = 2
	}
	changes := map[int][2]value{}
	items, same := w.flowMoves(s, before, after, changes)
	if items == nil && !same {
		return errOdd
	}
	child := func(i int) slot { return slot{node: &children[each*i+each-1], flow: true, depth: s.depth + 1} }
	edit := func(i int) error {
		c, ok := changes[i]
		switch {
		case !ok:
			return nil
		case c[0] == "":
			return w.replace(child(i), c[1])
		}
		return w.change(child(i), c[0], c[1])
	}
	if same {
		for i := range len(children) / each {
			if err := edit(i); err != nil {
				return err
			}
		}
		return nil
	}
	open, parts, closing, err := w.flowParts(s.node, each)
	if err != nil {
		return err
	}
	for i := range parts {
		if _, ok := changes[i]; !ok {
			continue
		}
		outer := w.splices
		w.splices = nil
		err := edit(i)
		parts[i].body = apply(parts[i].body, parts[i].begin, w.splices)
		if w.splices = outer; err != nil {
			return err
		}
	}
	start, err := w.begin(s.node)
	if err != nil {
		return err
	}
	end, err := w.end(s.node)
	if err != nil {
		return err
	}
	w.putDifference(start, end, w.joinFlow(open, parts, closing, items, s.depth, start, after))
	return nil
}

// putDifference puts text in the place of source[start:end] and leaves alone
// what the two begin and end with, so that what is in between counts as
// untouched elsewhere.
func (w *rewriter) putDifference(start, end int, text string) {
	for start < end && text != "" && w.source[start] == text[0] {
		start, text = start+1, text[1:]
	}
	for end > start && text != "" && w.source[end-1] == text[len(text)-1] {
		end, text = end-1, text[:len(text)-1]
	}
	w.put(start, end, text)
}

// flowMoves says which parts stay, go and come. changes gets those that stay
// with another value, the value before "" where what was written meant nothing.
// same reports that nothing goes or comes.
func (w *rewriter) flowMoves(s slot, before, after value, changes map[int][2]value) (items []flowItem, same bool) {
	children := w.children(s.node)
	if s.node.kind == listNode {
		was, want := before.entries(), after.entries()
		if len(was) != len(children) {
			return nil, false
		}
		items, same = []flowItem{}, true
		for _, m := range align(was, want) {
			switch {
			case m.to < 0:
				same = false
				continue
			case m.from < 0:
				same = false
				items = append(items, flowItem{from: -1, body: string(want[m.to])})
				continue
			case was[m.from] != want[m.to]:
				changes[m.from] = [2]value{was[m.from], want[m.to]}
			}
			items = append(items, flowItem{from: m.from})
		}
		return items, same
	}
	was, want := before.members(), after.members()
	items, same = []flowItem{}, true
	for i := 0; i+1 < len(children); i += 2 {
		key := w.text(&children[i])
		old, v := memberOf(was, key), memberOf(want, key)
		if old != "" && v == "" {
			same = false
			continue
		}
		if old != v {
			changes[i/2] = [2]value{old, v}
		}
		items = append(items, flowItem{from: i / 2, key: key})
	}
	for j, m := range want {
		if w.pairOf(children, m.key) >= 0 {
			continue
		}
		same = false
		at := 0
		for i, item := range items {
			if j > 0 && item.key == want[j-1].key {
				at = i + 1
			}
		}
		items = append(items[:at:at], append([]flowItem{{from: -1, key: m.key, body: string(m.value)}}, items[at:]...)...)
	}
	return items, same
}

// flowParts takes a list or map apart: what opens it, its parts, and the rest.
func (w *rewriter) flowParts(n *node, each int) (open string, parts []flowPart, closing string, err error) {
	start, err := w.begin(n)
	if err != nil {
		return "", nil, "", err
	}
	end, err := w.end(n)
	if err != nil {
		return "", nil, "", err
	}
	pos := w.comment(start + 1)
	open = w.source[start:pos]
	children := w.children(n)
	for i := 0; i+each <= len(children); i += each {
		begin, err := w.begin(&children[i])
		if err != nil {
			return "", nil, "", err
		}
		stop, err := w.end(&children[i+each-1])
		if err != nil || begin < pos || stop < begin {
			return "", nil, "", errOdd
		}
		p := flowPart{lead: w.source[pos:begin], body: w.source[begin:stop], begin: begin}
		pos = stop
		if comma := w.skipComments(stop); comma < end && w.source[comma] == ',' {
			p.tail, p.comma, pos = w.source[stop:comma], true, comma+1
		}
		behind := w.comment(pos)
		p.post, pos = w.source[pos:behind], behind
		parts = append(parts, p)
	}
	return open, parts, w.source[pos:end], nil
}

// comment is the end of the line of an offset where only a comment is left of
// it, else the offset.
func (w *rewriter) comment(at int) int {
	if end := w.lineEnd(at); w.isLast(at) && strings.Contains(w.source[at:end], "#") {
		return end
	}
	return at
}

// joinFlow puts parts and new ones together, new ones as those around them.
// Comments on lines of their own above a part that goes stay.
func (w *rewriter) joinFlow(open string, parts []flowPart, closing string, items []flowItem, depth, start int, after value) string {
	first, next := w.leads(parts)
	if len(parts) == 0 && w.media == JSON && !w.oneLine && (w.expanded || depth == 0 || after.spreads()) {
		line := w.source[w.lineStart(start):start]
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		first, closing = "\n"+indent+w.unit, "\n"+indent+strings.TrimLeft(closing, " \t\r\n")
		next = first
	}
	multi := strings.Contains(next, "\n")
	indent := next[strings.LastIndexByte(next, '\n')+1:]
	if !multi {
		indent = ""
	}
	trailing := len(parts) > 0 && parts[len(parts)-1].comma
	var b strings.Builder
	b.WriteString(open)
	seen := 0 // parts dealt with
	kept := func(upTo int) {
		for ; seen < upTo; seen++ {
			if lead := parts[seen].lead; strings.Contains(lead, "#") {
				b.WriteString(lead[:strings.LastIndexByte(lead, '\n')])
			}
		}
	}
	for i, item := range items {
		var p flowPart
		if item.from >= 0 {
			kept(item.from)
			seen++
			p = parts[item.from]
		} else {
			p = flowPart{lead: next, body: w.newPart(item, depth, indent)}
		}
		switch {
		case multi || strings.Contains(p.lead, "#"):
		case i == 0:
			p.lead = first
		case item.from == 0:
			p.lead = next
		}
		b.WriteString(p.lead + p.body + p.tail)
		if i+1 < len(items) || trailing {
			b.WriteString(",")
		}
		b.WriteString(p.post)
	}
	before := b.Len()
	kept(len(parts))
	if len(items) == 0 && before == len(open) && b.Len() == before && !strings.Contains(open, "#") {
		return open[:1] + closing[len(closing)-1:]
	}
	b.WriteString(closing)
	return b.String()
}

// leads is what stands before the first part and before any other.
func (w *rewriter) leads(parts []flowPart) (first, next string) {
	next = " "
	if !w.spaced {
		next = ""
	}
	for i, p := range parts {
		lead := p.lead[strings.LastIndexByte(p.lead, '\n')+1:]
		if len(lead) < len(p.lead) {
			lead = "\n" + lead
		}
		if i == 0 {
			first = lead
		}
		if strings.HasPrefix(lead, "\n") {
			return first, lead
		}
		if i == 1 && lead == "" {
			next = ""
		}
	}
	return first, next
}

// newPart is a new field or entry of a list or map at a depth.
func (w *rewriter) newPart(item flowItem, depth int, indent string) string {
	text := w.inFlow(value(item.body), depth+1, indent)
	switch {
	case item.key == "":
		return text
	case w.media == YAML:
		return item.key + ": " + text
	}
	key := string(appendQuoted(nil, item.key)) + ":"
	if w.spaced {
		key += " "
	}
	return key + text
}
