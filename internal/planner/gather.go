package planner

import (
	"cmp"
	"slices"
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
		c := *batches[at.batch].cables.at(int(at.local))
		for e := range c.Ends {
			if m := c.Ends[e].Module; m >= 0 {
				c.Ends[e].Module = newModule[at.batch][m]
			}
		}
		w.cables[i] = c
	}
	w.modules = make([]Module, len(moduleAt))
	for i, at := range moduleAt {
		m := *batches[at.batch].modules.at(int(at.local))
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
		b.skipped.tell(&b.report)
		w.report.add(&b.report)
		w.splits = append(w.splits, b.splits...)
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
