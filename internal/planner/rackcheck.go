package planner

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// skipMany notes that a check was not made for n things of one subject.
func (r *report) skipMany(check, subject, why string, n int) {
	if n > 0 {
		r.skip(check, subject, why)
		r.unchecked[[3]string{check, subject, why}] += n - 1
	}
}

// checkRacks reports racks that hold more watts or kilograms than they may,
// devices too deep for their rack, and devices whose air moves against the
// others of their rack (planning rules, section 4). A figure that is missing is
// an unchecked entry. Racks that hold nothing need no check.
func (w *work) checkRacks() {
	list, first := w.inRacks()
	for r := range w.racks {
		devices := list[first[r]:first[r+1]]
		if len(devices) == 0 {
			continue
		}
		k := &w.racks[r]
		sum := w.sumRack(devices)
		w.checkRackPower(k, &sum, devices)
		w.checkRackWeight(k, &sum, devices)
		w.checkRackDepth(k, devices)
		w.checkAirflow(k, devices)
	}
}

// A rackSum is what the devices of a rack add up to.
type rackSum struct {
	power             units.Power // maximum
	weight            units.Mass
	noPower, noWeight int // devices without a figure
	ports             int
}

func (w *work) sumRack(devices []int32) rackSum {
	var sum rackSum
	for _, i := range devices {
		t := w.devices[i].Type
		sum.power += t.PowerMax
		if t.PowerMax == 0 {
			sum.noPower++
		}
		sum.weight += t.Weight
		if t.Weight == 0 {
			sum.noWeight++
		}
		sum.ports += len(t.Ports)
	}
	return sum
}

func (w *work) checkRackPower(k *rack, sum *rackSum, devices []int32) {
	switch {
	case k.power < 0:
		w.report.skip("rack-power", k.name, "the rack has no power_kw")
	case sum.power > k.power:
		w.report.find(plan.Finding{Code: "rack-power", Path: k.path, Subject: k.name, Count: len(devices),
			Message: fmt.Sprintf("the devices of rack %s draw up to %s%s; its limit is %s", k.name, sum.power, orMore(sum.noPower), k.power),
			Fix:     "move devices to another rack, or raise power_kw where the feed allows it"})
	case sum.noPower > 0:
		w.report.skipMany("rack-power", k.name, w.missingFigure("maximum power", devices, func(t *catalog.DeviceType) bool { return t.PowerMax == 0 }), sum.noPower)
	}
}

func (w *work) checkRackWeight(k *rack, sum *rackSum, devices []int32) {
	switch {
	case k.maxWeight < 0:
		w.report.skip("rack-weight", k.name, "the rack has no max_weight_kg")
	case sum.weight > k.maxWeight:
		w.report.find(plan.Finding{Code: "rack-weight", Path: k.path, Subject: k.name, Count: len(devices),
			Message: fmt.Sprintf("the devices of rack %s weigh %s%s; its limit is %s", k.name, sum.weight, orMore(sum.noWeight), k.maxWeight),
			Fix:     "move devices to another rack, or raise max_weight_kg where rack and floor allow it"})
	case sum.noWeight > 0:
		w.report.skipMany("rack-weight", k.name, w.missingFigure("weight", devices, func(t *catalog.DeviceType) bool { return t.Weight == 0 }), sum.noWeight)
	}
}

// orMore says that a sum leaves devices out.
func orMore(missing int) string {
	if missing == 0 {
		return ""
	}
	return fmt.Sprintf(" or more (%d without a figure)", missing)
}

// missingFigure names the types that lack a figure: "no weight known of qm8700, sn3700".
func (w *work) missingFigure(what string, devices []int32, lacks func(*catalog.DeviceType) bool) string {
	const shown = 3
	var slugs []string
	for _, i := range devices {
		if t := w.devices[i].Type; lacks(t) && !slices.Contains(slugs, t.Slug) {
			slugs = append(slugs, t.Slug)
		}
	}
	slices.SortFunc(slugs, units.CompareNatural)
	more := ""
	if len(slugs) > shown {
		more = fmt.Sprintf(" and %d more types", len(slugs)-shown)
		slugs = slugs[:shown]
	}
	return "no " + what + " known of " + strings.Join(slugs, ", ") + more
}

// checkRackDepth compares each device, and the free space it needs behind it,
// with the rack.
func (w *work) checkRackDepth(k *rack, devices []int32) {
	unknown := 0
	for _, i := range devices {
		d := &w.devices[i]
		switch {
		case d.Type.Height == 0: // hangs beside the units
		case d.Type.Depth == 0:
			unknown++
		case d.Type.Depth+w.set.RearSpace > k.depth:
			w.report.find(plan.Finding{Code: "rack-depth", Path: d.Path, Subject: d.Name,
				Message: fmt.Sprintf("%s is %s deep and needs %s behind it; rack %s is %s deep", d.Name, d.Type.Depth, w.set.RearSpace, k.name, k.depth),
				Fix:     "use a deeper rack, or lower settings.rear_space where cables and plugs need less"})
		}
	}
	if unknown > 0 {
		w.report.skipMany("rack-depth", k.name, w.missingFigure("depth", devices,
			func(t *catalog.DeviceType) bool { return t.Depth == 0 && t.Height != 0 }), unknown)
	}
}

// blows is the direction a device moves air through its rack: 1 front to rear,
// -1 rear to front, 0 where it moves none, takes either version, or nothing is
// known (known is false).
func blows(d *Device) (direction int, known bool) {
	switch d.Type.Airflow {
	case "front-to-rear":
		direction = 1
	case "rear-to-front":
		direction = -1
	case "reversible":
		return 0, true
	default:
		return 0, d.Type.Kind == "patch-panel"
	}
	if d.Face == "rear" {
		direction = -direction
	}
	return direction, true
}

// checkAirflow reports devices whose air moves against most others of their
// rack; where neither direction has most, one finding names both sides.
func (w *work) checkAirflow(k *rack, devices []int32) {
	var sides [2][]int32 // front to rear, rear to front
	unknown := 0
	for _, i := range devices {
		direction, known := blows(&w.devices[i])
		switch {
		case !known:
			unknown++
		case direction > 0:
			sides[0] = append(sides[0], i)
		case direction < 0:
			sides[1] = append(sides[1], i)
		}
	}
	if unknown > 0 && len(devices) > 1 {
		w.report.skipMany("airflow", k.name, w.missingFigure("airflow", devices, func(t *catalog.DeviceType) bool {
			_, known := blows(&Device{Type: t})
			return !known
		}), unknown)
	}
	few, most := sides[0], sides[1]
	words := [2]string{"front to rear", "rear to front"}
	if len(few) > len(most) {
		few, most = most, few
		words[0], words[1] = words[1], words[0]
	}
	if len(few) == 0 {
		return
	}
	const fix = "turn it round (face), or order it with the other airflow"
	if len(few) == len(most) {
		w.report.find(plan.Finding{Code: "airflow", Path: k.path, Subject: k.name, Count: len(few) + len(most),
			Message: fmt.Sprintf("in rack %s air moves %s through %s and %s through %s", k.name, words[0], w.nameSome(few), words[1], w.nameSome(most)),
			Fix:     "turn one side round (face), or order it with the other airflow"})
		return
	}
	for _, i := range few {
		d := &w.devices[i]
		w.report.find(plan.Finding{Code: "airflow", Path: d.Path, Subject: d.Name, Fix: fix,
			Message: fmt.Sprintf("%s moves air %s; most others of rack %s move it %s (%s)", d.Name, words[0], k.name, words[1], w.nameSome(most))})
	}
}

// nameSome lists the first few devices by name: "a, b, c and 5 more".
func (w *work) nameSome(devices []int32) string {
	const shown = 3
	var b strings.Builder
	for n, i := range devices {
		if n == shown {
			fmt.Fprintf(&b, " and %d more", len(devices)-n)
			break
		}
		if n > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.devices[i].Name)
	}
	return b.String()
}

// rackUses says what each rack holds, in natural order of name: units in
// halves, watts at most (rounded up), grams, and ports; ports gives how many
// ports of a device are used. Devices without a figure are counted apart.
func (w *work) rackUses(ports func(device int32) (used int)) []RackUse {
	list, first := w.inRacks()
	strays := w.straysOf()
	out := make([]RackUse, len(w.racks))
	var cells [][4]int32
	for r := range w.racks {
		k := &w.racks[r]
		devices := list[first[r]:first[r+1]]
		sum := w.sumRack(devices)
		s := newShelf(k, cells)
		cells = s.cells
		u := Use{Limit: int64(units.U(k.units)), Unknown: strays[r]}
		used := 0
		for _, i := range devices {
			used += ports(i)
			switch {
			case w.places[i].u != 0:
				s.put(i, w.bodyOf(i))
			case w.places[i].height != 0:
				u.Unknown++
			}
		}
		for i := range s.cells {
			if s.cells[i] != [4]int32{} {
				u.Used++
			}
		}
		out[r] = RackUse{Name: k.name, Floor: k.floor(), Units: u,
			Power:  Use{Used: ceilDiv(int64(sum.power), int64(units.Watt)), Limit: -1, Unknown: sum.noPower + strays[r]},
			Weight: Use{Used: int64(sum.weight), Limit: -1, Unknown: sum.noWeight + strays[r]},
			Ports:  Use{Used: int64(used), Limit: int64(sum.ports), Unknown: strays[r]}}
		if k.power >= 0 {
			out[r].Power.Limit = int64(k.power / units.Watt)
		}
		if k.maxWeight >= 0 {
			out[r].Weight.Limit = int64(k.maxWeight)
		}
	}
	return out
}

// straysOf counts, for each rack, the devices written into it whose type does
// not exist or is a part: nothing is known of them.
func (w *work) straysOf() []int {
	strays := make([]int, len(w.racks))
	for i := range w.devices {
		if d := &w.devices[i]; d.Rack != "" && w.places[i].rack < 0 {
			strays[w.rackByName[d.Rack]]++
		}
	}
	return strays
}

func ceilDiv(n, d int64) int64 { return (n + d - 1) / d }
