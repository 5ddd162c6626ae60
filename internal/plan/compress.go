package plan

import (
	"slices"
	"strconv"
)

// CompressNames writes names as few ranges, in the order given: expanding each
// text in turn gives the names back. Names must be legal and differ; the
// "device:port" of ends are legal here too.
func CompressNames(names []string) []string {
	rows := make([]row, 0, 1)
	for _, name := range names {
		rows = addRow(rows, row{cols: []Names{numbered(name)}})
	}
	rows = joinRows(rows)
	texts := make([]string, len(rows))
	for i := range rows {
		texts[i] = rows[i].cols[0].String()
	}
	return texts
}

// CompressEnds writes ends, each "device:port", as few ranges that ParseEnds
// reads, in the order given.
func CompressEnds(ends []string) []string { return CompressNames(ends) }

// A row is one entry being written from single names: its columns grow
// together, so that the i-th name of each belongs to the same thing.
type row struct {
	cols []Names
	same string // rows of different text are never joined
}

// addRow joins r to the last row where every column goes on, else adds it.
func addRow(rows []row, r row) []row {
	if len(rows) > 0 && rows[len(rows)-1].join(&r) {
		return rows
	}
	return append(rows, r)
}

// joinRows joins neighbours until nothing changes: a pass for each bracket.
func joinRows(rows []row) []row {
	for {
		before := len(rows)
		joined := rows[:0]
		for _, r := range rows {
			joined = addRow(joined, r)
		}
		rows = joined
		if len(rows) == before {
			return rows
		}
	}
}

// join makes r go on with next where it can.
func (r *row) join(next *row) bool {
	if r.same != next.same || len(r.cols) != len(next.cols) {
		return false
	}
	for i := range r.cols {
		if r.cols[i].joint(&next.cols[i]) < 0 {
			return false
		}
	}
	for i := range r.cols {
		r.cols[i].extend(&next.cols[i])
	}
	return true
}

// numbered reads a single name as one in which every number may vary.
func numbered(name string) Names {
	n := Names{count: 1}
	count := 0
	for i := range len(name) {
		if isDigit(name[i]) && (i == 0 || !isDigit(name[i-1])) {
			count++
		}
	}
	n.parts = make([]part, 0, count)
	spans := make([]span, 0, count)
	from := 0 // of the text not taken yet
	for i := 0; i < len(name); {
		start := i
		for i < len(name) && isDigit(name[i]) {
			i++
		}
		if i == start || i-start > maxDigits {
			i = max(i, start+1)
			continue
		}
		v, _ := strconv.ParseUint(name[start:i], 10, 64) // at most maxDigits digits
		x := span{first: v, last: v, step: 1}
		if padded(name[start:i]) {
			x.width = i - start
		}
		n.text(name[from:start])
		spans = append(spans, x)
		n.parts = append(n.parts, part{spans: slices.Clip(spans[len(spans)-1:]), count: 1})
		from = i
	}
	n.text(name[from:])
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// text sets what stands after the last bracket.
func (n *Names) text(s string) {
	if len(n.parts) == 0 {
		n.lead = s
	} else {
		n.parts[len(n.parts)-1].after = s
	}
}

// joint is the bracket in which next goes on where n ends, -1: it does not. All
// brackets before it hold one number, all after it the same numbers.
func (n *Names) joint(next *Names) int {
	if n.lead != next.lead || len(n.parts) != len(next.parts) || n.count+next.count > MaxNames {
		return -1
	}
	at := -1
	for i := range n.parts {
		p, q := &n.parts[i], &next.parts[i]
		switch {
		case p.after != q.after:
			return -1
		case slices.Equal(p.spans, q.spans):
			if at < 0 && p.count > 1 {
				return -1
			}
		case at >= 0 || compareNumerals(p.spans[len(p.spans)-1].end(), q.spans[0].start()) >= 0:
			return -1
		default:
			at = i
		}
	}
	return at
}

// extend appends next, for which joint is not -1, to n.
func (n *Names) extend(next *Names) {
	at := n.joint(next)
	p, q := &n.parts[at], &next.parts[at]
	for _, x := range q.spans {
		last := &p.spans[len(p.spans)-1]
		if last.takes(x) {
			continue
		}
		// Of 1, 3, 4 the step from 1 to 3 was no range: 1, 3-4.
		if second := (span{last.last, last.last, 1, last.width}); last.count() == 2 && last.step > 1 && second.takes(x) {
			last.last, last.step = last.first, 1
			p.spans = append(p.spans, second)
			continue
		}
		p.spans = append(p.spans, x)
	}
	p.count += q.count
	n.count += next.count
}

// takes appends y to x where one range holds both, evenly spaced and written
// with the same width.
func (x *span) takes(y span) bool {
	width := x.width
	if y.width != 0 && y.width != width {
		return false
	}
	if width > 0 && (y.digits(y.first) != width || y.digits(y.last) != width) {
		return false
	}
	gap := y.first - x.last
	if x.count() > 1 && gap != x.step || y.count() > 1 && gap != y.step {
		return false
	}
	x.last, x.step = y.last, gap
	return true
}

// CompressLabelled writes ends, each "device:port", and the label of each as few
// pairs of ranges, in the order given: expanding both texts of each pair in turn
// gives ends and labels back. There must be as many labels as ends.
func CompressLabelled(ends, labels []string) (pairs [][2]string) {
	var rows []row
	for i := range ends {
		rows = addRow(rows, row{cols: []Names{numbered(ends[i]), numbered(labels[i])}})
	}
	rows = joinRows(rows)
	pairs = make([][2]string, len(rows))
	for i := range rows {
		pairs[i] = [2]string{rows[i].cols[0].String(), rows[i].cols[1].String()}
	}
	return pairs
}
