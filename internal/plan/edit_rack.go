package plan

import (
	"fmt"
	"slices"
)

// isolateRack gives a rack an entry of its own and its position in the list;
// gone: it is taken out instead. The others keep their places in the row.
func (e *editor) isolateRack(name string, gone bool) (int, error) {
	entry, index := -1, 0
	for i := range e.doc.Racks {
		n, err := ParseNames(e.doc.Racks[i].Name)
		if err != nil {
			return 0, err
		}
		k := n.Index(name)
		if k < 0 {
			continue
		}
		if entry >= 0 {
			return 0, fmt.Errorf("rack %s is written in racks[%d] and racks[%d]; give one of them another name first", quote(name), entry, i)
		}
		entry, index = i, k
	}
	if entry < 0 {
		return 0, fmt.Errorf("rack %s is not in the plan", quote(name))
	}
	s, err := ExpandRack(&e.doc.Racks[entry])
	if err != nil {
		return 0, err
	}
	original := e.doc.Racks[entry]
	part := func(from, to int) []Rack {
		var racks []Rack
		for _, text := range CompressNames(s.Names[from:to]) {
			r := original
			r.Name = text
			if s.First > 0 && from > 0 {
				position := s.Position(from)
				r.Position = &position
			}
			n, _ := CountNames(text) // CompressNames writes what ParseNames reads
			from += n
			racks = append(racks, r)
		}
		return racks
	}
	parts := append(part(0, index), part(index+1, len(s.Names))...)
	if !gone {
		parts = append(parts, part(index, index+1)...)
	}
	e.doc.Racks = slices.Concat(e.doc.Racks[:entry], parts, e.doc.Racks[entry+1:])
	return entry + len(parts) - 1, nil
}
