package planner

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"lengthwise/internal/units"
)

// giveIDs names links and cables by the ends they have, so that an id outlives
// every edit that leaves the ends alone.
func (w *work) giveIDs() {
	sums := make([][32]byte, max(len(w.out), len(w.cables)))
	w.eachShare(len(w.out), func(first, last int) {
		var buf []byte
		for i := first; i < last; i++ {
			if w.out[i].ID == "" {
				sums[i], buf = linkSum(&w.out[i], buf)
			}
		}
	})
	assignIDs("l-", sums[:len(w.out)], func(i int) *string { return &w.out[i].ID })
	w.eachShare(len(w.cables), func(first, last int) {
		var buf []byte
		for i := first; i < last; i++ {
			sums[i], buf = cableSum(&w.cables[i], buf)
		}
	})
	assignIDs("c-", sums[:len(w.cables)], func(i int) *string { return &w.cables[i].ID })
}

// linkSum hashes the two ends of a link, in natural order, one newline between.
func linkSum(l *Link, buf []byte) ([32]byte, []byte) {
	buf = buf[:0]
	buf = append(append(append(buf, l.A.Device.Name...), ':'), l.A.Port...)
	n := len(buf)
	buf = append(append(append(buf, l.B.Device.Name...), ':'), l.B.Port...)
	m := len(buf)
	if units.CompareNaturalBytes(buf[:n], buf[n:m]) <= 0 {
		buf = append(append(append(buf, buf[:n]...), '\n'), buf[n:m]...)
	} else {
		buf = append(append(append(buf, buf[n:m]...), '\n'), buf[:n]...)
	}
	return sha256.Sum256(buf[m:]), buf
}

// cableSum hashes every device:cage:port of a cable, sorted, a newline between;
// the second fibre of one link adds #2.
func cableSum(c *Cable, buf []byte) ([32]byte, []byte) {
	buf = buf[:0]
	var room [8][2]int
	parts := room[:0] // where each begins and ends in buf, sorted
	for i := range c.Ends {
		e := &c.Ends[i]
		for _, p := range e.Ports {
			first := len(buf)
			buf = append(append(append(append(append(buf, e.Device.Name...), ':'), e.Cage...), ':'), p...)
			at := len(parts)
			parts = append(parts, [2]int{})
			for at > 0 && units.CompareNaturalBytes(buf[first:], buf[parts[at-1][0]:parts[at-1][1]]) < 0 {
				parts[at] = parts[at-1]
				at--
			}
			parts[at] = [2]int{first, len(buf)}
		}
	}
	text := len(buf)
	for i, p := range parts {
		if i > 0 {
			buf = append(buf, '\n')
		}
		buf = append(buf, buf[p[0]:p[1]]...)
	}
	if c.second {
		buf = append(buf, "#2"...)
	}
	return sha256.Sum256(buf[text:]), buf
}

// assignIDs writes prefix + the first 12 hex digits of each sum; where two
// collide, both grow longer. An id that is written already stays. Links that
// cannot be told apart, because what they name does not exist, are numbered.
func assignIDs(prefix string, sums [][32]byte, id func(int) *string) {
	todo := make([]int32, 0, len(sums))
	for i := range sums {
		if *id(i) == "" {
			todo = append(todo, int32(i))
		}
	}
	for digits := 12; len(todo) > 0; digits += 4 {
		var again []int32
		clash := clashes(todo, sums, digits/2)
		var t textBlock
		for n, i := range todo {
			if clash != nil && clash[n] && digits < 64 {
				again = append(again, i)
				continue
			}
			t.text = hex.AppendEncode(append(t.text, prefix...), sums[i][:digits/2])
			t.end(id(int(i)))
		}
		t.cut()
		if digits == 64 {
			numberTwins(todo, id)
			return
		}
		todo = again
	}
}

// clashes marks the sums that share their first bytes with another; nil where
// none do, as is usual.
func clashes(todo []int32, sums [][32]byte, size int) []bool {
	slots := 16
	for slots < 2*len(todo) {
		slots *= 2
	}
	table := make([]int32, slots) // place in todo, plus one
	var clash []bool
	for n, i := range todo {
		slot := binary.LittleEndian.Uint32(sums[i][:]) & uint32(slots-1)
		for table[slot] != 0 && string(sums[todo[table[slot]-1]][:size]) != string(sums[i][:size]) {
			slot = (slot + 1) & uint32(slots-1)
		}
		if table[slot] == 0 {
			table[slot] = int32(n) + 1
			continue
		}
		if clash == nil {
			clash = make([]bool, len(todo))
		}
		clash[n], clash[table[slot]-1] = true, true
	}
	return clash
}

// numberTwins adds -2, -3 ... to ids that are the same to the last digit.
func numberTwins(todo []int32, id func(int) *string) {
	seen := map[string]int{}
	for _, i := range todo {
		text := *id(int(i))
		if seen[text]++; seen[text] > 1 {
			*id(int(i)) = text + "-" + itoa(seen[text])
		}
	}
}
