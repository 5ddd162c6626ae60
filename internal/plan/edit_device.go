package plan

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/units"
)

// move carries out the edit of that kind.
func (e *editor) move(edit Edit) error {
	to, err := edit.place()
	if err != nil {
		return err
	}
	i, k, err := e.findDevice(edit.Device)
	if err != nil {
		return err
	}
	rest, d, err := takeDevice(&e.doc.Devices[i], k)
	if err != nil {
		return err
	}
	before := d
	if edit.Rack != "" {
		d.Rack, d.External = strings.TrimSpace(edit.Rack), false
	}
	if edit.U != "" {
		d.U = to
	}
	if d.Rack == "" && edit.U != "" {
		return fmt.Errorf("device %s is in no rack; name the rack", quote(d.Name))
	}
	word(&d.Face, edit.Face)
	word(&d.Slot, edit.Slot)
	word(&d.Side, edit.Side)
	e.doc.Devices = slices.Concat(e.doc.Devices[:i], rest, []Device{d}, e.doc.Devices[i+1:])
	return e.settle(&before, &e.doc.Devices[i+len(rest)], i+len(rest))
}

// place checks the fields of a move and gives its u.
func (edit *Edit) place() (Positions, error) {
	if edit.Rack != "" {
		if n, err := ParseNames(edit.Rack); err != nil {
			return Positions{}, err
		} else if n.Ranged() {
			return Positions{}, fmt.Errorf("rack %s is a range; a device moves to one rack", quote(edit.Rack))
		}
	}
	switch edit.U {
	case "":
		return Positions{}, nil
	case "top", "bottom":
		return Positions{Pack: edit.U}, nil
	}
	u, err := units.ParseRackUnits(edit.U)
	if err != nil {
		return Positions{}, fmt.Errorf("u %s is no unit; write a number such as 12 or 12.5, top or bottom", quote(edit.U))
	}
	return Positions{At: []units.RackUnits{u}}, nil
}

// findDevice is the entry that holds a device, and its place among the names.
func (e *editor) findDevice(name string) (entry, index int, err error) {
	entry = -1
	for i := range e.doc.Devices {
		n, err := ParseNames(e.doc.Devices[i].Name)
		if err != nil {
			return 0, 0, err
		}
		k := n.Index(name)
		if k < 0 {
			continue
		}
		if entry >= 0 {
			return 0, 0, fmt.Errorf("device %s is written in devices[%d] and devices[%d]; give one of them another name first", quote(name), entry, i)
		}
		entry, index = i, k
	}
	if entry < 0 {
		return 0, 0, fmt.Errorf("device %s is not in the plan", quote(name))
	}
	return entry, index, nil
}

// isolateDevice gives a device an entry of its own and its position; gone: it
// is taken out instead.
func (e *editor) isolateDevice(name string, gone bool) (int, error) {
	i, k, err := e.findDevice(name)
	if err != nil {
		return 0, err
	}
	rest, d, err := takeDevice(&e.doc.Devices[i], k)
	if err != nil {
		return 0, err
	}
	if gone {
		e.doc.Devices = slices.Concat(e.doc.Devices[:i], rest, e.doc.Devices[i+1:])
		return 0, e.settle(&d, nil, -1)
	}
	e.doc.Devices = slices.Concat(e.doc.Devices[:i], rest, []Device{d}, e.doc.Devices[i+1:])
	return i + len(rest), nil
}

// takeDevice takes the k-th device out of an entry: the entries of the others,
// each in its old slot, and the entry of that one in its slot.
func takeDevice(entry *Device, k int) (rest []Device, taken Device, err error) {
	s, err := ExpandDevice(entry)
	if err != nil {
		return nil, Device{}, err
	}
	if s.Mismatch() != "" {
		return nil, Device{}, fmt.Errorf("entry %s has %s; mend that first", quote(entry.Name), s.Mismatch())
	}
	taken = *entry
	taken.Name = s.Names[k]
	if rack, u, ok := s.At(k); ok {
		taken.Rack = s.Racks[rack]
		if u > 0 {
			taken.U = Positions{At: []units.RackUnits{u}}
		}
	}
	if len(s.Names) > 1 {
		rest = placeDevices(entry, &s, k, nil)
	}
	return rest, taken, nil
}

// placeDevices writes the devices of an entry but the one at out (-1: none) as
// few entries, each device in its old slot. fix gives the unit at which a
// device is to be written instead of being packed; nil: none is.
func placeDevices(entry *Device, s *DeviceSlots, out int, fix func(name, rack string) (units.RackUnits, bool)) []Device {
	var rows []row
	listed := map[string][]units.RackUnits{} // by row.same
	for i := 0; i < len(s.Names); {
		rack, _, placed := s.At(i)
		// A group: devices of one rack, all of them with a listed unit or none.
		var at []units.RackUnits
		var pieces []row
		count, fixed := 0, false
		for ; i < len(s.Names); i++ {
			r, u, _ := s.At(i)
			if placed && r != rack {
				break
			}
			if i == out {
				continue
			}
			if u == 0 && fix != nil && placed {
				u, _ = fix(s.Names[i], s.Racks[rack])
			}
			if count > 0 && fixed != (u > 0) {
				break
			}
			fixed = u > 0
			count++
			if fixed {
				at = append(at, u)
			}
			pieces = addRow(pieces, row{cols: []Names{numbered(s.Names[i])}})
		}
		for _, p := range joinRows(pieces) {
			if placed {
				p.cols = append(p.cols, numbered(s.Racks[rack]))
			}
			n := p.cols[0].Len()
			if fixed {
				p.same = fmt.Sprint("u ", at[:n])
				listed[p.same], at = at[:n:n], at[n:]
			} else if placed {
				p.same = fmt.Sprint("each ", n)
			}
			rows = append(rows, p)
		}
	}
	rows = joinRows(rows)
	entries := make([]Device, len(rows))
	for i, r := range rows {
		d := *entry
		d.Name = r.cols[0].String()
		if len(r.cols) > 1 {
			d.Rack = r.cols[1].String()
		}
		if at := listed[r.same]; at != nil {
			d.U = Positions{At: at}
		}
		entries[i] = d
	}
	return entries
}

// settle writes out the packed devices of the racks an edited entry left or
// came to, so that they stay where they are. before or after is nil where the
// entry is new or gone; at is the position of the edited entry, -1: gone.
func (e *editor) settle(before, after *Device, at int) error {
	if before != nil && after != nil && sameFilling(before, after) {
		return nil
	}
	racks := map[string]bool{}
	for _, d := range []*Device{before, after} {
		if d == nil {
			continue
		}
		s, err := ExpandDevice(d)
		if err != nil {
			return err
		}
		for _, name := range s.Names {
			e.edited[name] = true
		}
		for i := 0; i < len(s.Racks) && i*s.PerRack < len(s.Names); i++ {
			racks[s.Racks[i]] = true
		}
	}
	var devices []Device
	for i := range e.doc.Devices {
		d := &e.doc.Devices[i]
		if i == at || d.U.Pack == "" || d.Rack == "" {
			devices = append(devices, *d)
			continue
		}
		entries, err := e.unpack(d, racks)
		if err != nil {
			return err
		}
		devices = append(devices, entries...)
	}
	e.doc.Devices = devices
	return nil
}

// sameFilling reports whether two entries take the same units of the same
// racks, in the same order of names.
func sameFilling(a, b *Device) bool {
	return a.Name == b.Name && a.Type == b.Type && a.Rack == b.Rack && a.External == b.External &&
		a.U.Pack == b.U.Pack && slices.Equal(a.U.At, b.U.At)
}

// unpack writes the devices of a packed entry that stand in the racks at the
// unit they have; the others stay packed.
func (e *editor) unpack(d *Device, racks map[string]bool) ([]Device, error) {
	s, err := ExpandDevice(d)
	if err != nil {
		return nil, err
	}
	touched := ""
	for i, rack := range s.Racks {
		if racks[rack] && i*s.PerRack < len(s.Names) {
			touched = rack
			break
		}
	}
	switch {
	case touched == "":
		return []Device{*d}, nil
	case e.Placed == nil:
		return nil, fmt.Errorf("%s stands in rack %s with u: %s and would slip; give it a unit first", quote(d.Name), quote(touched), d.U.Pack)
	}
	some := false
	entries := placeDevices(d, &s, -1, func(name, rack string) (units.RackUnits, bool) {
		if !racks[rack] || e.edited[name] {
			return 0, false
		}
		in, u, ok := e.Placed(name)
		if !ok || in != rack {
			return 0, false
		}
		some = true
		return u, true
	})
	if !some {
		return []Device{*d}, nil
	}
	return entries, nil
}
