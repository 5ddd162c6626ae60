package app

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Merge puts what somebody changed in the text of the revision base and what
// the newest revision changed since into one text. ok is false where both
// changed the same lines, or lines that touch, or where the texts are of
// different forms: then there is no text anybody meant.
func (p *Plans) Merge(ctx context.Context, who Caller, id string, base int, mine []byte) (merged []byte, ok bool, err error) {
	from, err := p.Text(ctx, who, id, base, "")
	if err != nil {
		return nil, false, err
	}
	newest, err := p.Text(ctx, who, id, 0, "")
	if err != nil {
		return nil, false, err
	}
	if from.MediaType != newest.MediaType {
		return nil, false, nil
	}
	text, ok := mergeLines(lines(from.Text), lines(mine), lines(newest.Text))
	return []byte(text), ok, nil
}

// CompareText says what a text that is not stored would change in a revision;
// 0 is the newest. One that cannot be read is *Invalid.
func (p *Plans) CompareText(ctx context.Context, who Caller, id string, number int, src Source) (Comparison, error) {
	was, r, err := p.Result(ctx, who, id, number)
	if err != nil {
		return Comparison{}, err
	}
	if src.Media == "" {
		src.Media = r.MediaType
	}
	is, err := p.Check(ctx, who, CheckRequest{Source: src})
	if err != nil {
		return Comparison{}, fmt.Errorf("what is to be saved: %w", err)
	}
	c := compare(was, is)
	c.From.Revision = r
	return c, nil
}

// CompareChecked says what changed from one checked plan to another, neither of
// which need be stored.
func CompareChecked(was, is *Checked) Comparison { return compare(was, is) }

func lines(text []byte) []string {
	return strings.SplitAfter(string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))), "\n")
}

// mergeLines is a merge of three texts by lines: between lines that all three
// have in common, whichever side differs from the base is taken. It is our own
// since it is short and no library that is kept up does it; a poor match of
// lines can only make it refuse, never mix.
func mergeLines(base, mine, theirs []string) (text string, ok bool) {
	inMine, inTheirs := matched(base, mine), matched(base, theirs)
	var out strings.Builder
	b, m, t := 0, 0, 0
	take := func(b2, m2, t2 int) bool {
		old, ours, other := base[b:b2], mine[m:m2], theirs[t:t2]
		switch {
		case slices.Equal(old, ours), slices.Equal(ours, other):
			ours = other
		case !slices.Equal(old, other):
			return false
		}
		for _, line := range ours {
			out.WriteString(line)
		}
		return true
	}
	for i := range base {
		if inMine[i] < 0 || inTheirs[i] < 0 {
			continue
		}
		if !take(i, inMine[i], inTheirs[i]) {
			return "", false
		}
		out.WriteString(base[i])
		b, m, t = i+1, inMine[i]+1, inTheirs[i]+1
	}
	if !take(len(base), len(mine), len(theirs)) {
		return "", false
	}
	return out.String(), true
}

// matched pairs lines of a with equal lines of b in order: for each line of a
// its place in b, -1 where it has none. Lines that both have once each are the
// anchors (as in patience diff); from them equal neighbours are paired.
func matched(a, b []string) []int {
	out := make([]int, len(a))
	for i := range out {
		out[i] = -1
	}
	i, j := 0, 0
	for _, at := range append(anchors(a, b), [2]int{len(a), len(b)}) {
		x, y := at[0], at[1]
		for i < x && j < y && a[i] == b[j] { // on from the anchor before
			out[i] = j
			i, j = i+1, j+1
		}
		for k, l := x-1, y-1; k >= i && l >= j && a[k] == b[l]; k, l = k-1, l-1 { // back from this one
			out[k] = l
		}
		if x < len(a) {
			out[x] = y
		}
		i, j = x+1, y+1
	}
	return out
}

// anchors are pairs of lines that stand once in each, as many as keep their
// order.
func anchors(a, b []string) [][2]int {
	count := map[string][2]int{} // how often in each
	at := map[string]int{}       // in b
	for _, line := range a {
		n := count[line]
		n[0]++
		count[line] = n
	}
	for j, line := range b {
		n := count[line]
		n[1]++
		count[line], at[line] = n, j
	}
	var piles [][2]int // the last pair of the best run of each length
	var last []int     // of each pair, into pairs
	var pairs [][2]int
	var prev []int
	for i, line := range a {
		if count[line] != [2]int{1, 1} {
			continue
		}
		pair := [2]int{i, at[line]}
		k, _ := slices.BinarySearchFunc(piles, pair[1], func(p [2]int, j int) int { return p[1] - j })
		pairs = append(pairs, pair)
		before := -1
		if k > 0 {
			before = last[k-1]
		}
		prev = append(prev, before)
		if k == len(piles) {
			piles, last = append(piles, pair), append(last, len(pairs)-1)
		} else {
			piles[k], last[k] = pair, len(pairs)-1
		}
	}
	var out [][2]int
	if len(last) > 0 {
		for i := last[len(last)-1]; i >= 0; i = prev[i] {
			out = append(out, pairs[i])
		}
	}
	slices.Reverse(out)
	return out
}
