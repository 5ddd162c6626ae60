package planfile

import (
	"slices"
	"strings"

	"lengthwise/internal/plan"
)

// A value is one value of a document in canonical JSON, which has no space and
// one spelling for everything: equal values are equal texts.
type value string

func (v value) kind() nodeKind {
	switch v[0] {
	case '{':
		return mapNode
	case '[':
		return listNode
	case '"':
		return quotedNode
	}
	return plainNode
}

// A member is a field of a map.
type member struct {
	key   string
	value value
}

// members are the fields of a map, in the order of the format.
func (v value) members() []member {
	var out []member
	for i := 1; i < len(v)-1; i++ {
		colon := i + skipValue(string(v[i:]))
		end := colon + 1 + skipValue(string(v[colon+1:]))
		out = append(out, member{string(v[i+1 : colon-1]), v[colon+1 : end]})
		i = end
	}
	return out
}

// entries are those of a list.
func (v value) entries() []value {
	var out []value
	for i := 1; i < len(v)-1; i++ {
		end := i + skipValue(string(v[i:]))
		out = append(out, v[i:end])
		i = end
	}
	return out
}

// membersOrNone and entriesOrNone are nil for a value of another kind.
func (v value) membersOrNone() []member {
	if v.kind() != mapNode {
		return nil
	}
	return v.members()
}

func (v value) entriesOrNone() []value {
	if v.kind() != listNode {
		return nil
	}
	return v.entries()
}

// field is the value of a field of a map, "" where there is none.
func (v value) field(key string) value {
	if v.kind() == mapNode {
		for _, m := range v.members() {
			if m.key == key {
				return m.value
			}
		}
	}
	return ""
}

// scalarText is the text of a text.
func (v value) scalarText() string {
	text, err := unescape(string(v[1 : len(v)-1]))
	if err != nil { // canonical JSON has no escape unescape does not know
		return string(v[1 : len(v)-1])
	}
	return text
}

// skipValue is the length of the value that begins a canonical text.
func skipValue(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			for i++; s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ':':
			if depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// A move is a step of turning one list into another: entry from becomes entry
// to; -1 where there is none.
type move struct{ from, to int }

// align says how one list becomes another, in order: what is equal stays, and of
// the rest each takes the place of the one it most likely was.
func align(from, to []value) []move {
	var out []move
	i, j := 0, 0
	for _, anchor := range append(anchors(from, to), move{len(from), len(to)}) {
		out = append(out, alignGap(from, to, i, anchor.from, j, anchor.to)...)
		if anchor.from < len(from) {
			out = append(out, anchor)
		}
		i, j = anchor.from+1, anchor.to+1
	}
	return out
}

// anchors are entries that stand in both lists once, as many as keep their
// order (patience difference).
func anchors(from, to []value) []move {
	head, tail := 0, 0
	for head < min(len(from), len(to)) && from[head] == to[head] {
		head++
	}
	for tail < min(len(from), len(to))-head && from[len(from)-1-tail] == to[len(to)-1-tail] {
		tail++
	}
	out := make([]move, 0, head+tail)
	for i := range head {
		out = append(out, move{i, i})
	}
	out = append(out, longestRising(common(from, to, head, tail))...)
	for i := range tail {
		out = append(out, move{len(from) - tail + i, len(to) - tail + i})
	}
	return out
}

// common are the entries between head and tail that both lists hold once, in
// the order of from.
func common(from, to []value, head, tail int) []move {
	type seen struct{ from, to, inFrom, inTo int }
	at := map[value]*seen{}
	for i := head; i < len(from)-tail; i++ {
		if at[from[i]] == nil {
			at[from[i]] = &seen{from: i}
		}
		at[from[i]].inFrom++
	}
	for j := head; j < len(to)-tail; j++ {
		if s := at[to[j]]; s != nil {
			s.to = j
			s.inTo++
		}
	}
	var out []move
	for i := head; i < len(from)-tail; i++ {
		if s := at[from[i]]; s.inFrom == 1 && s.inTo == 1 {
			out = append(out, move{i, s.to})
		}
	}
	return out
}

// longestRising is the longest part of moves whose to rises.
func longestRising(moves []move) []move {
	var ends []int // ends[k]: the move with the lowest to that ends a part of k+1
	before := make([]int, len(moves))
	for i, m := range moves {
		k, _ := slices.BinarySearchFunc(ends, m.to, func(e, to int) int { return moves[e].to - to })
		before[i] = -1
		if k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	out := make([]move, 0, len(ends))
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		out = append(out, moves[i])
	}
	slices.Reverse(out)
	return out
}

// nearby is how far ahead an entry's successor is looked for.
const nearby = 8

// alignGap aligns from[i:m] with to[j:n], of which nothing is equal.
func alignGap(from, to []value, i, m, j, n int) []move {
	if i == m || j == n {
		return alignRest(nil, i, m, j, n)
	}
	var out []move
	names := map[string]int{} // of to
	for k := n - 1; k >= j; k-- {
		if id := identity(to[k]); id != "" {
			names[id] = k
		}
	}
	for ; i < m; i++ {
		k, ok := names[identity(from[i])]
		if !ok || k < j {
			k = successor(from[i], from[i+1:min(m, i+nearby)], to[j:min(n, j+nearby)])
			if k < 0 {
				out = append(out, move{i, -1})
				continue
			}
			k += j
		}
		out = append(alignRest(out, i, i, j, k), move{i, k})
		j = k + 1
	}
	return alignRest(out, m, m, j, n)
}

// alignRest adds entries that have no counterpart.
func alignRest(out []move, i, m, j, n int) []move {
	for ; i < m; i++ {
		out = append(out, move{i, -1})
	}
	for ; j < n; j++ {
		out = append(out, move{-1, j})
	}
	return out
}

// successor is which of the candidates an entry most likely became: the first
// that bears one of its names, else the first that is similar and bears no name
// of the entries that follow; -1: none.
func successor(v value, follow, candidates []value) int {
	best := -1
	for k, c := range candidates {
		switch {
		case !similar(v, c) || named(follow, identity(c)):
		case covers(v, c):
			return k
		case best < 0 && !slices.ContainsFunc(follow, func(f value) bool { return covers(f, c) }):
			best = k
		}
	}
	return best
}

// covers reports whether the first name of an entry is one of another's.
func covers(v, of value) bool {
	first, ok := namesOf(of)
	all, ok2 := namesOf(v)
	if !ok || !ok2 {
		return false
	}
	for name := range first.All() {
		return all.Index(name) >= 0
	}
	return false
}

// namesOf are the names an entry stands for.
func namesOf(v value) (plan.Names, bool) {
	for _, m := range v.membersOrNone() {
		if m.key == "name" || m.key == "at" || m.key == "a" {
			n, err := plan.ParseLabels(m.value.scalarText())
			return n, err == nil
		}
	}
	return plan.Names{}, false
}

func named(entries []value, id string) bool {
	return id != "" && slices.ContainsFunc(entries, func(e value) bool { return identity(e) == id })
}

// identity is what an entry is called, "" where it has no name.
func identity(v value) string {
	if v.kind() != mapNode {
		return ""
	}
	for _, m := range v.members() {
		switch m.key {
		case "name", "at", "sku", "slug":
			return m.key + string(m.value)
		case "a":
			return m.key + string(m.value+v.field("b"))
		}
	}
	return ""
}

// similar reports whether one entry may have become the other: single values,
// or maps whose names begin alike or half of whose fields are equal.
func similar(a, b value) bool {
	if a.kind() != mapNode || b.kind() != mapNode {
		return a.kind() >= plainNode && b.kind() >= plainNode
	}
	if x := stem(identity(a)); x != "" && x == stem(identity(b)) {
		return true
	}
	equal, members := 0, a.members()
	for _, m := range members {
		if b.field(m.key) == m.value {
			equal++
		}
	}
	return 2*equal >= len(members)
}

// stem is a name up to its first number or range.
func stem(id string) string {
	if i := strings.IndexAny(id, "0123456789["); i >= 0 {
		return id[:i]
	}
	return id
}
