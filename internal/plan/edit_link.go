package plan

import (
	"fmt"
	"slices"
	"strings"
)

// port is the spelling of an end that ends are compared by.
func (e *editor) port(end string) string {
	if e.Port == nil {
		return end
	}
	return e.Port(end)
}

// cutEnd checks a single end, and gives it trimmed and its device.
func cutEnd(text string) (end, device string, err error) {
	ends, err := ParseEnds(text)
	if err != nil {
		return "", "", err
	}
	if ends.Device.Ranged() || ends.Port.Ranged() {
		return "", "", fmt.Errorf("%s is a range; name one port", quote(text))
	}
	return ends.String(), ends.Device.String(), nil
}

// index is the place of an end among those of a range, in any spelling; -1: it
// is not among them.
func (e *editor) index(ends Ends, end string) int {
	device, port, _ := strings.Cut(end, ":")
	d := ends.Device.Index(device)
	if d < 0 {
		return -1
	}
	if p := ends.Port.Index(port); p >= 0 {
		return d*ends.Port.Len() + p
	}
	if e.Port == nil {
		return -1
	}
	p, want := 0, e.Port(end)
	for name := range ends.Port.All() {
		if e.Port(device+":"+name) == want {
			return d*ends.Port.Len() + p
		}
		p++
	}
	return -1
}

// A linkAt is a link of the document: the entry, its place in the entry, and
// the side (0: a, 1: b) an end was found on.
type linkAt struct{ entry, index, side int }

// findLinks gives the links at an end; one written twice is found twice.
func (e *editor) findLinks(end string) ([]linkAt, error) {
	var found []linkAt
	for i := range e.doc.Links {
		for side, text := range []string{e.doc.Links[i].A, e.doc.Links[i].B} {
			ends, err := ParseEnds(text)
			if err != nil {
				return nil, err
			}
			if k := e.index(ends, end); k >= 0 {
				found = append(found, linkAt{i, k, side})
			}
		}
	}
	return found, nil
}

// findLink is the one link at an end; ok is false where there is none.
func (e *editor) findLink(end string) (at linkAt, ok bool, err error) {
	found, err := e.findLinks(end)
	switch {
	case err != nil || len(found) == 0:
		return linkAt{}, false, err
	case len(found) > 1:
		return linkAt{}, false, fmt.Errorf("%s is written in links[%d] and links[%d]; take one of them out first",
			quote(end), found[0].entry, found[1].entry)
	}
	return found[0], true, nil
}

// isolateLink gives the link at an end an entry of its own and its position;
// gone: it is taken out instead.
func (e *editor) isolateLink(text string, gone bool) (int, error) {
	end, _, err := cutEnd(text)
	if err != nil {
		return 0, err
	}
	at, ok, err := e.findLink(end)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, fmt.Errorf("no entry of links writes a link at %s", quote(end))
	}
	rest, taken, err := takeLinks(&e.doc.Links[at.entry], at.index)
	if err != nil {
		return 0, err
	}
	if gone {
		taken = nil
	}
	e.doc.Links = slices.Concat(e.doc.Links[:at.entry], rest, taken, e.doc.Links[at.entry+1:])
	return at.entry + len(rest), nil
}

// takeLinks takes links out of an entry by their places in it: the entries of
// the others in written order, and one entry for each taken.
func takeLinks(entry *Link, out ...int) (rest, taken []Link, err error) {
	columns, n, err := linkColumns(entry)
	if err != nil {
		return nil, nil, err
	}
	var rows []row
	taken = make([]Link, len(out))
	for k := range n {
		r := row{cols: make([]Names, len(columns))}
		for c := range columns {
			r.cols[c] = numbered(columns[c][k])
		}
		if at := slices.Index(out, k); at >= 0 {
			taken[at] = r.link(entry)
			continue
		}
		rows = addRow(rows, r)
	}
	for _, r := range joinRows(rows) {
		rest = append(rest, r.link(entry))
	}
	return rest, taken, nil
}

// linkColumns expands what a link entry writes for each of its n links: both
// ends, then id and label where they are written.
func linkColumns(l *Link) (columns [][]string, n int, err error) {
	a, err := ParseEnds(l.A)
	if err != nil {
		return nil, 0, err
	}
	b, err := ParseEnds(l.B)
	if err != nil {
		return nil, 0, err
	}
	n = a.Len()
	columns = [][]string{a.Append(nil), b.Append(nil)}
	counts := []int{b.Len()}
	for i, text := range []string{l.ID, l.Label} {
		if text == "" {
			continue
		}
		read := ParseNames
		if i == 1 {
			read = ParseLabels
		}
		names, err := read(text)
		if err != nil {
			return nil, 0, err
		}
		counts = append(counts, names.Len())
		columns = append(columns, names.Append(nil))
	}
	for _, count := range counts {
		if count != n {
			return nil, 0, fmt.Errorf("entry %s - %s pairs %d with %d; mend that first", quote(l.A), quote(l.B), n, count)
		}
	}
	return columns, n, nil
}

// link writes a row of linkColumns as an entry like the given one.
func (r *row) link(entry *Link) Link {
	l := *entry
	l.A, l.B = r.cols[0].String(), r.cols[1].String()
	next := 2
	for _, field := range []*string{&l.ID, &l.Label} {
		if *field != "" {
			*field = r.cols[next].String()
			next++
		}
	}
	return l
}

// swap lets the links on two ports of one device change places. What overrides
// say of them goes with them.
func (e *editor) swap(edit Edit) error {
	a, device, err := cutEnd(edit.A)
	if err != nil {
		return err
	}
	b, other, err := cutEnd(edit.B)
	if err != nil {
		return err
	}
	if device != other {
		return fmt.Errorf("%s and %s are ports of different devices; links change places on one switch", quote(a), quote(b))
	}
	if e.port(a) == e.port(b) {
		return fmt.Errorf("%s and %s are the same port", quote(a), quote(b))
	}
	atA, okA, err := e.findLink(a)
	if err != nil {
		return err
	}
	atB, okB, err := e.findLink(b)
	if err != nil {
		return err
	}
	var written []Link // links of fabrics, with the other port
	for _, x := range []struct {
		end, to string
		ok      bool
	}{{a, b, okA}, {b, a, okB}} {
		if x.ok {
			continue
		}
		l, err := e.writtenOut(x.end, x.to)
		if err != nil {
			return err
		}
		written = append(written, l...)
	}
	switch {
	case !okA && !okB && written == nil:
		return fmt.Errorf("no entry of links and no fabric writes a link at %s or %s", quote(a), quote(b))
	case okA && okB && atA.entry == atB.entry && atA.index == atB.index:
		return fmt.Errorf("%s and %s are the ends of one link", quote(a), quote(b))
	case okA && okB && atA.entry == atB.entry:
		err = e.rename(atA.entry, []linkAt{atA, atB}, []string{b, a})
	default:
		// The later entry first, so that the position of the earlier holds.
		if okB && (!okA || atB.entry > atA.entry) {
			err = e.rename(atB.entry, []linkAt{atB}, []string{a})
			okB = false
		}
		if okA && err == nil {
			err = e.rename(atA.entry, []linkAt{atA}, []string{b})
		}
		if okB && err == nil {
			err = e.rename(atB.entry, []linkAt{atB}, []string{a})
		}
	}
	if err != nil {
		return err
	}
	e.doc.Links = slices.Concat(e.doc.Links, written)
	return e.swapOverrides(a, b)
}

// writtenOut is the link a fabric writes at a port as an explicit link at
// another port of the same device; none where no fabric writes one, or where an
// edit has written it out before. A link between two switches is an error.
func (e *editor) writtenOut(end, to string) ([]Link, error) {
	if e.Generated == nil {
		return nil, nil
	}
	name, other, ok := e.Generated(end)
	if !ok {
		return nil, nil
	}
	if _, moved, err := e.findLink(other); err != nil || moved {
		return nil, err
	}
	i := slices.IndexFunc(e.doc.Fabrics, func(f Fabric) bool { return f.Name == name })
	if i < 0 {
		return nil, nil
	}
	f := &e.doc.Fabrics[i]
	hosts, err := ParseNames(f.Hosts)
	if err != nil {
		return nil, err
	}
	device, _, _ := strings.Cut(end, ":")
	far, _, _ := strings.Cut(other, ":")
	switch {
	case hosts.Index(far) >= 0:
		return []Link{{A: other, B: to, Speed: f.Speed}}, nil
	case hosts.Index(device) >= 0:
		return []Link{{A: to, B: other, Speed: f.Speed}}, nil
	}
	return nil, fmt.Errorf("fabric %s writes the link at %s between two switches, and such a link keeps its ports; swap links of hosts, or write the links of these switches under links",
		name, quote(end))
}

// rename gives links of one entry entries of their own with another end each.
func (e *editor) rename(entry int, at []linkAt, ends []string) error {
	out := make([]int, len(at))
	for i := range at {
		out[i] = at[i].index
	}
	rest, taken, err := takeLinks(&e.doc.Links[entry], out...)
	if err != nil {
		return err
	}
	for i := range taken {
		if at[i].side == 0 {
			taken[i].A = ends[i]
		} else {
			taken[i].B = ends[i]
		}
	}
	e.doc.Links = slices.Concat(e.doc.Links[:entry], rest, taken, e.doc.Links[entry+1:])
	return nil
}
