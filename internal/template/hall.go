package template

import (
	"fmt"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// The measures of a hall. A rack is what the document's defaults say; aisles
// are two tiles of 600 mm, rear to rear across the hot one.
const (
	rackUnits = 48
	rackPitch = 600 * units.Millimetre
	rackDepth = 1200 * units.Millimetre
	aisle     = 1200 * units.Millimetre
	aisleBays = 2                      // positions between two stretches of a row
	trayAbove = 300 * units.Millimetre // over the racks, as the default trays
	trayWidth = 300 * units.Millimetre
	trayDepth = 100 * units.Millimetre
	pairDepth = 2 * (rackDepth + aisle) // two rows, the hot aisle between them, the cold aisle to the next
)

// maxSwitches is how many switches a network rack takes, so that its cables
// still find room: this package's choice, not a limit of any product.
const maxSwitches = 20

// maxRacks bounds a hall: some way beyond it hosts come to stand farther from
// their leaves than the modules of single-port cages reach, 100 m at NDR.
const maxRacks = 3000

// A group is devices of one kind that stand in network racks.
type group struct {
	lead  string // of their names: "leaf-"
	typ   *catalog.DeviceType
	count int
}

// A hall is where everything stands. Rows are cut into stretches of equal
// length; two rows stand rear to rear.
type hall struct {
	hosts     int
	host      *catalog.DeviceType
	lead      string // of their names: "dgx-"
	perRack   int    // hosts in a rack
	at        []units.RackUnits
	beside    []plan.Device   // what stands in every compute rack beside the hosts; Rack is filled in
	groups    []group         // in network racks, from the top down
	kw        int             // of every rack
	top       units.RackUnits // the highest unit switches take in a network rack; 0: the last but one
	row       int             // racks in a stretch; 0: from those below
	unitRacks int             // compute racks in a stretch; 0: from row
	step      int             // the number of network racks is a multiple of it; 0: any

	compute, network int // racks, worked out
}

// lay puts racks and devices into the document.
func (b *builder) lay(h *hall) {
	h.compute = ceil(h.hosts, h.perRack)
	if h.network = b.networkRacks(h); b.failed() {
		return
	}
	all := h.compute + h.network
	if all > maxRacks {
		b.fail("hosts_per_rack", "hosts_per_rack %d takes %d racks; a hall has at most %d here, so that optics reach across it: write more", h.perRack, all, maxRacks)
		return
	}
	if h.unitRacks > 0 {
		h.row = h.unitRacks + ceil(h.network, ceil(h.compute, h.unitRacks))
	}
	if h.row == 0 || h.row > all {
		h.row = all
	}
	b.rows(h)
	b.hostsInto(h)
	b.switchesInto(h)
}

// networkRacks is the least number of racks that hold the switches.
func (b *builder) networkRacks(h *hall) int {
	if len(h.groups) == 0 {
		return 0
	}
	step := max(h.step, 1)
	total := 0
	for _, g := range h.groups {
		total += g.count
	}
	for n := step; n <= total+step; n += step {
		if h.fits(n) {
			return n
		}
	}
	least := units.Power(0)
	for _, g := range h.groups {
		if g.count > 0 {
			least += g.typ.PowerMax
		}
	}
	b.fail("rack_kw", "rack_kw %d is below the %s of one of each kind of switch in a network rack; write %d or more", h.kw, least, kilowatts(least))
	return 0
}

// kilowatts is a power in whole kilowatts, rounded up.
func kilowatts(p units.Power) int { return int((p + power(1) - 1) / power(1)) }

// power is so many kilowatts.
func power(kw int) units.Power { return units.Power(kw) * 1000 * units.Watt }

// fits reports whether n racks hold the switches, spread evenly.
func (h *hall) fits(n int) bool {
	var height units.RackUnits
	var draw units.Power
	switches := 0
	for _, g := range h.groups {
		each := ceil(g.count, n)
		switches += each
		height += units.RackUnits(each) * g.typ.Height
		draw += units.Power(each) * g.typ.PowerMax
	}
	return switches <= maxSwitches && height <= units.U(rackUnits-2) && draw <= power(h.kw)
}

// A stretch is a part of a row.
type stretch struct {
	row, start       int // the row, from 0; the position before its first rack
	compute, network int // racks
	first, firstNet  int // their numbers, from 1
	before           int // positions left of the network racks
}

// stretches cuts the racks into stretches, filled one after another, the
// network racks shared out evenly. Columns of them stand side by side, so that
// the hall comes out about as wide as it is deep.
func (b *builder) stretches(h *hall) (all []stretch, rows, columns int) {
	all = make([]stretch, ceil(h.compute+h.network, h.row))
	compute, n := 0, len(all)
	for i := range all {
		before, after := ceil(i*h.network, n), ceil((i+1)*h.network, n)
		s := stretch{network: after - before, first: compute + 1, firstNet: before + 1}
		s.compute = min(h.row-s.network, h.compute-compute)
		if b.word("network") != atEnd {
			s.before = (h.row - s.network) / 2
		}
		compute += s.compute
		all[i] = s
	}
	columns = squarest(ceil(n, 2), h.row)
	for i := range all {
		all[i].row = i/2/columns*2 + i%2
		all[i].start = i / 2 % columns * (h.row + aisleBays)
		rows = max(rows, all[i].row+1)
	}
	return all, rows, columns
}

// squarest is into how many columns to cut pairs of stretches so that width and
// depth of the hall add up to the least: runs go along both.
func squarest(pairs, row int) int {
	columns, best := 1, units.Length(0)
	for c := 1; c <= pairs; c++ {
		size := units.Length(c*(row+aisleBays))*rackPitch + units.Length(ceil(pairs, c))*pairDepth
		if best == 0 || size < best {
			best, columns = size, c
		}
	}
	return columns
}

// rows writes the rows, the trays where they are not left to the planner, and
// the racks.
func (b *builder) rows(h *hall) {
	all, rows, columns := b.stretches(h)
	for i := range rows {
		row := plan.Row{Name: rowName(i), Y: ptr(units.Length(i/2)*pairDepth + units.Length(i%2)*(rackDepth+aisle)), Faces: "south"}
		if i%2 == 1 {
			row.Faces = "north"
		}
		if pass := b.int("side_pass"); pass > 0 {
			row.SidePass = ptr(pass)
		}
		b.doc.Site.Rows = append(b.doc.Site.Rows, row)
	}
	for _, s := range all {
		left := min(s.before, s.compute)
		h.racks(b, computeRack, s.first, left, s.row, s.start+1)
		h.racks(b, networkRack, s.firstNet, s.network, s.row, s.start+s.before+1)
		h.racks(b, computeRack, s.first+left, s.compute-left, s.row, s.start+s.before+s.network+1)
	}
	if b.word("cross_trays") == crossAtNetwork && rows > 1 {
		b.trays(h, rows, columns)
	}
}

// The names of racks begin with these.
const (
	computeRack = "C"
	networkRack = "N"
)

// racks writes an entry of racks with the numbers first and on, from a position
// of a row on.
func (h *hall) racks(b *builder, lead string, first, count, row, position int) {
	if count == 0 {
		return
	}
	total := h.compute
	if lead == networkRack {
		total = h.network
	}
	r := plan.Rack{Name: names(lead, first, first+count-1, total), Row: rowName(row), Position: ptr(position)}
	r.Power = ptr(power(h.kw))
	b.doc.Racks = append(b.doc.Racks, r)
}

// rowName is A, B ... Z, AA, AB ...
func rowName(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return rowName(i/26-1) + rowName(i%26)
}

// trays writes one along the rear of each row and across the hall at its ends
// and above the network racks of every column.
func (b *builder) trays(h *hall, rows, columns int) {
	wide := units.Length(columns*(h.row+aisleBays)-aisleBays) * rackPitch
	height := units.U(rackUnits).Height() + trayAbove
	tray := func(name string, x0, y0, x1, y1 units.Length) {
		b.doc.Site.Trays = append(b.doc.Site.Trays, plan.Tray{Name: name, FromX: x0, FromY: y0, ToX: x1, ToY: y1, Height: height})
	}
	rear := func(row int) units.Length {
		y := *b.doc.Site.Rows[row].Y
		if row%2 == 0 {
			y += rackDepth
		}
		return y
	}
	for i := range rows {
		tray("over-"+rowName(i), 0, rear(i), wide, rear(i))
	}
	first, last := rear(0), rear(rows-1)
	tray("west", 0, first, 0, last)
	for c := range columns {
		at := units.Length(c*(h.row+aisleBays))*rackPitch + b.networkAt(h)
		tray(names("cross-", c+1, c+1, columns), at, first, at, last)
	}
	tray("east", wide, first, wide, last)
}

// networkAt is how far along a stretch the middle of its network racks is.
func (b *builder) networkAt(h *hall) units.Length {
	n := ceil(h.network, ceil(h.compute+h.network, h.row))
	if b.word("network") == atEnd {
		return units.Length(n) * rackPitch / 2
	}
	return units.Length((h.row-n)/2)*rackPitch + units.Length(n)*rackPitch/2
}

// hostsInto writes the hosts.
func (b *builder) hostsInto(h *hall) {
	b.doc.Devices = append(b.doc.Devices, plan.Device{
		Name: series(h.lead, h.hosts), Type: h.host.Slug, Rack: series(computeRack, h.compute), U: plan.Positions{At: h.at},
	})
	for _, d := range h.beside {
		d.Rack = series(computeRack, h.compute)
		b.doc.Devices = append(b.doc.Devices, d)
	}
}

// switchesInto writes the switches, from the top of each network rack down:
// close to the tray. Of a group that does not come out even the first racks
// hold one more.
func (b *builder) switchesInto(h *hall) {
	top := h.top
	if top == 0 {
		top = units.U(rackUnits - 1)
	}
	for _, g := range h.groups {
		each, more := g.count/h.network, g.count%h.network
		at := make([]units.RackUnits, ceil(g.count, h.network))
		for i := range at {
			at[len(at)-1-i] = top - units.RackUnits(i+1)*g.typ.Height + units.U(1)
		}
		top -= units.RackUnits(len(at)) * g.typ.Height
		if more > 0 {
			b.place(h, g, 1, more, each+1, 1, at)
		}
		if each > 0 {
			b.place(h, g, more*(each+1)+1, h.network-more, each, more+1, at[len(at)-each:])
		}
	}
}

// place writes the devices of a group from number first on into racks from
// number rack on, each at the same units of every rack.
func (b *builder) place(h *hall, g group, first, racks, each, rack int, at []units.RackUnits) {
	d := plan.Device{
		Name: names(g.lead, first, first+racks*each-1, g.count), Type: g.typ.Slug,
		Rack: names(networkRack, rack, rack+racks-1, h.network), U: plan.Positions{At: at}, Face: h.facing(g.typ),
	}
	b.doc.Devices = append(b.doc.Devices, d)
}

// facing is how a switch is mounted: its ports look where those of the hosts
// do. Empty is the default, front.
func (h *hall) facing(t *catalog.DeviceType) string {
	if t.PortSide != "" && h.host.PortSide != "" && t.PortSide != h.host.PortSide {
		return "rear"
	}
	return ""
}

// said is what the head says of the hall.
func (h *hall) said() string {
	parts := []string{fmt.Sprintf("%s with %s", counted(h.compute, "compute rack"), hostsIn(h.perRack))}
	if h.network > 0 {
		parts = append(parts, counted(h.network, "network rack"))
	}
	return strings.Join(parts, ", ")
}

func hostsIn(n int) string {
	if n == 1 {
		return "one host each"
	}
	return fmt.Sprintf("%d hosts each", n)
}
