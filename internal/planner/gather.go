package planner

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"lengthwise/internal/units"
)

// A spot is where a cable or module stands in its batch.
type spot struct {
	key          uint64
	batch, local int32
}

// gather puts the batches together: cables and modules in natural order of
// their first end, everything that points to them renumbered.
func (w *work) gather(batches []*batch) {
	cableAt := order(batches, func(b *batch) []uint64 { return b.keys })
	moduleAt := order(batches, func(b *batch) []uint64 { return b.moduleKeys })
	newCable, newModule := renumber(batches, cableAt), renumber(batches, moduleAt)
	w.cables = make([]Cable, len(cableAt))
	for i, at := range cableAt {
		c := batches[at.batch].cables[at.local]
		for e := range c.Ends {
			if m := c.Ends[e].Module; m >= 0 {
				c.Ends[e].Module = newModule[at.batch][m]
			}
		}
		w.cables[i] = c
	}
	w.modules = make([]Module, len(moduleAt))
	for i, at := range moduleAt {
		m := batches[at.batch].modules[at.local]
		for c := range m.Cables {
			m.Cables[c] = newCable[at.batch][m.Cables[c]]
		}
		slices.Sort(m.Cables)
		w.modules[i] = m
	}
	for n, b := range batches {
		for _, c := range w.components[b.first:b.last] {
			for _, id := range w.grouped[c.first:c.last] {
				out := &w.out[id]
				for i, cable := range out.Cables {
					if out.HasCable && cable >= 0 {
						out.Cables[i] = newCable[n][cable]
					}
				}
			}
		}
		w.report.add(&b.report)
		w.splits = append(w.splits, b.splits...)
		for k, count := range b.missing {
			if w.missing == nil {
				w.missing = map[missingKey]int{}
			}
			w.missing[k] += count
		}
	}
}

func order(batches []*batch, keys func(*batch) []uint64) []spot {
	n := 0
	for _, b := range batches {
		n += len(keys(b))
	}
	out := make([]spot, 0, n)
	for i, b := range batches {
		for j, k := range keys(b) {
			out = append(out, spot{k, int32(i), int32(j)})
		}
	}
	slices.SortFunc(out, func(a, b spot) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Or(cmp.Compare(a.batch, b.batch), cmp.Compare(a.local, b.local))
	})
	return out
}

// renumber gives, for each batch, the new number of each of its spots.
func renumber(batches []*batch, spots []spot) [][]int32 {
	sizes := make([]int32, len(batches))
	for _, s := range spots {
		sizes[s.batch]++
	}
	out := make([][]int32, len(batches))
	for i := range out {
		out[i] = make([]int32, sizes[i])
	}
	for i, s := range spots {
		out[s.batch][s.local] = int32(i)
	}
	return out
}

// giveIDs names links and cables by the ends they have, so that an id outlives
// every edit that leaves the ends alone.
func (w *work) giveIDs() {
	sums := make([][32]byte, len(w.out))
	w.eachShare(len(w.out), func(first, last int) {
		var buf []byte
		for i := first; i < last; i++ {
			if w.out[i].ID == "" {
				sums[i], buf = linkSum(&w.out[i], buf)
			}
		}
	})
	assignIDs("l-", sums, func(i int) *string { return &w.out[i].ID })
	sums = make([][32]byte, len(w.cables))
	w.eachShare(len(w.cables), func(first, last int) {
		for i := first; i < last; i++ {
			sums[i] = cableSum(&w.cables[i])
		}
	})
	assignIDs("c-", sums, func(i int) *string { return &w.cables[i].ID })
}

// linkSum hashes the two ends of a link, in natural order, one newline between.
func linkSum(l *Link, buf []byte) ([32]byte, []byte) {
	buf = buf[:0]
	buf = append(append(append(buf, l.A.Device.Name...), ':'), l.A.Port...)
	n := len(buf)
	buf = append(append(append(buf, l.B.Device.Name...), ':'), l.B.Port...)
	m := len(buf)
	if compareNaturalBytes(buf[:n], buf[n:m]) <= 0 {
		buf = append(append(append(buf, buf[:n]...), '\n'), buf[n:m]...)
	} else {
		buf = append(append(append(buf, buf[n:m]...), '\n'), buf[:n]...)
	}
	return sha256.Sum256(buf[m:]), buf
}

func compareNaturalBytes(a, b []byte) int { return units.CompareNatural(string(a), string(b)) }

// cableSum hashes every device:cage:port of a cable, sorted; the second fibre
// of one link adds #2.
func cableSum(c *Cable) [32]byte {
	var parts [8]string
	list := parts[:0]
	for i := range c.Ends {
		e := &c.Ends[i]
		for _, p := range e.Ports {
			list = append(list, e.Device.Name+":"+e.Cage+":"+p)
		}
	}
	slices.SortFunc(list, units.CompareNatural)
	text := strings.Join(list, "\n")
	if c.second {
		text += "#2"
	}
	return sha256.Sum256([]byte(text))
}

// assignIDs writes prefix + the first 12 hex digits of each sum; where two
// collide, both grow longer. An id that is written already stays. Links that
// cannot be told apart, because what they name does not exist, are numbered.
func assignIDs(prefix string, sums [][32]byte, id func(int) *string) {
	var todo []int
	for i := range sums {
		if *id(i) == "" {
			todo = append(todo, i)
		}
	}
	for digits := 12; len(todo) > 0 && digits <= 64; digits += 4 {
		first := make(map[string]int, len(todo)) // hex digits -> place in todo
		clash := map[int]bool{}
		for n, i := range todo {
			key := string(sums[i][:digits/2])
			if m, ok := first[key]; ok {
				clash[m], clash[n] = true, true
				continue
			}
			first[key] = n
		}
		var again []int
		for n, i := range todo {
			if clash[n] && digits < 64 {
				again = append(again, i)
				continue
			}
			var text [66]byte
			size := copy(text[:], prefix)
			hex.Encode(text[size:size+digits], sums[i][:digits/2])
			*id(i) = string(text[:size+digits])
		}
		if digits == 64 {
			numberTwins(todo, id)
		}
		todo = again
	}
}

// numberTwins adds -2, -3 ... to ids that are the same to the last digit.
func numberTwins(todo []int, id func(int) *string) {
	seen := map[string]int{}
	for _, i := range todo {
		text := *id(i)
		if seen[text]++; seen[text] > 1 {
			*id(i) = text + "-" + itoa(seen[text])
		}
	}
}
