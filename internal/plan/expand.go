package plan

import (
	"fmt"

	"lengthwise/internal/units"
)

// RackSlots are the racks of one entry and where they stand in their row.
type RackSlots struct {
	Names []string // written order
	First int      // position of the first; 0: the entry names no row
}

// Position is the position of the i-th rack in its row; 0: it stands in none.
func (s *RackSlots) Position(i int) int {
	if s.First == 0 {
		return 0
	}
	return s.First + i
}

// ExpandRack gives the racks of an entry. A range takes consecutive positions
// from the written one, from 1 where none is written. The only errors are
// those of ParseNames.
func ExpandRack(r *Rack) (RackSlots, error) {
	names, err := ParseNames(r.Name)
	if err != nil {
		return RackSlots{}, err
	}
	s := RackSlots{Names: names.Append(nil)}
	if r.Row != "" {
		s.First = 1
		if r.Position != nil {
			s.First = *r.Position
		}
	}
	return s, nil
}

// DeviceSlots are the devices of one entry and the slots they fill: rack by
// rack in written order, each rack offering PerRack slots.
type DeviceSlots struct {
	Names   []string          // written order
	Racks   []string          // written order; nil: the entry names no rack
	U       []units.RackUnits // the lowest unit of each slot of a rack; nil: packed, or without units
	Pack    string            // top | bottom | ""
	PerRack int               // slots each rack offers; 0 without racks
}

// ExpandDevice gives the devices of an entry and their slots. A listed u is
// one slot of each rack; with u: top or bottom, and where no u is written (0U
// devices), each rack offers ceil(names / racks) slots. The only errors are
// those of ParseNames.
func ExpandDevice(d *Device) (DeviceSlots, error) {
	names, err := ParseNames(d.Name)
	if err != nil {
		return DeviceSlots{}, err
	}
	s := DeviceSlots{Names: names.Append(nil), U: d.U.At, Pack: d.U.Pack}
	if d.Rack == "" {
		return s, nil
	}
	racks, err := ParseNames(d.Rack)
	if err != nil {
		return DeviceSlots{}, err
	}
	s.Racks = racks.Append(nil)
	s.PerRack = len(s.U)
	if len(s.U) == 0 {
		s.PerRack = (len(s.Names) + len(s.Racks) - 1) / len(s.Racks)
	}
	return s, nil
}

// Slots is how many slots there are.
func (s *DeviceSlots) Slots() int { return len(s.Racks) * s.PerRack }

// At is the slot of the i-th device: the index of its rack in Racks and the
// lowest unit it takes, 0 where none is listed. ok is false where the entry
// names no rack or has no slot left for it.
func (s *DeviceSlots) At(i int) (rack int, u units.RackUnits, ok bool) {
	if i >= s.Slots() {
		return 0, 0, false
	}
	if len(s.U) > 0 {
		u = s.U[i%s.PerRack]
	}
	return i / s.PerRack, u, true
}

// Mismatch says that there are more names than slots (count-mismatch), stating
// both counts; empty: every name has a slot, or the entry names no rack.
func (s *DeviceSlots) Mismatch() string {
	if s.Racks == nil || len(s.Names) <= s.Slots() {
		return ""
	}
	return fmt.Sprintf("%s for %s: %s of %d u each; add racks or u, or name fewer devices",
		counted(len(s.Names), "device"), counted(s.Slots(), "slot"), counted(len(s.Racks), "rack"), s.PerRack)
}

// counted is "1 slot" or "28 slots".
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
