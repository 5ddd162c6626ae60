package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// quarterUnit is a quarter of a rack unit: what the middle of a device is
// counted in.
const quarterUnit = 11_112_500 * units.Nanometre

// A newcomer is a device on its way into w.devices.
type newcomer struct {
	Device
	place place
}

// placeDevices fills w.devices, w.places and w.deviceByName: every device of
// the document in natural order of name. Racks must be placed. A device whose
// place is not known keeps its name; its place has no rack, or no height.
func (w *work) placeDevices() {
	total := 0
	for i := range w.doc.Devices {
		n, _ := plan.CountNames(w.doc.Devices[i].Name) // an unreadable name counts none
		total += n
	}
	all := make([]newcomer, 0, total)
	types := w.localTypes()
	used := map[*catalog.DeviceType]bool{}
	for i := range w.doc.Devices {
		all = w.expandDevice(i, types, used, all)
	}
	w.checkUnusedTypes(types, used)
	order := make([]int32, len(all))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return units.CompareNatural(all[a].Name, all[b].Name) })
	w.devices = make([]Device, 0, len(all))
	w.places = make([]place, 0, len(all))
	w.deviceByName = make(map[string]int32, len(all))
	for _, i := range order {
		d := &all[i]
		if first, twice := w.deviceByName[d.Name]; twice {
			w.report.find(plan.Finding{Code: "duplicate-name", Path: d.Path, Subject: d.Name,
				Message: fmt.Sprintf("device %s is written twice, in %s and %s; the first one counts", d.Name, w.devices[first].Path, d.Path),
				Fix:     "give the second device a name of its own"})
			continue
		}
		w.deviceByName[d.Name] = int32(len(w.devices))
		w.devices = append(w.devices, d.Device)
		w.places = append(w.places, d.place)
	}
	w.fillRacks()
	w.reportGuesses()
}

// localTypes are the types of the document by slug.
func (w *work) localTypes() map[string]*catalog.DeviceType {
	types := make(map[string]*catalog.DeviceType, len(w.doc.DeviceTypes))
	for i, t := range w.doc.DeviceTypes {
		if types[t.Slug] != nil {
			w.report.find(plan.Finding{Code: "duplicate-name", Path: fmt.Sprintf("device_types[%d]", i), Subject: t.Slug,
				Message: fmt.Sprintf("device type %s is written twice; the first one counts", t.Slug),
				Fix:     "give the second type a slug of its own"})
			continue
		}
		types[t.Slug] = t
	}
	return types
}

// checkUnusedTypes reports types of the document no device is of.
func (w *work) checkUnusedTypes(types map[string]*catalog.DeviceType, used map[*catalog.DeviceType]bool) {
	for i, t := range w.doc.DeviceTypes {
		if types[t.Slug] == t && !used[t] {
			w.report.find(plan.Finding{Code: "unused-device-type", Path: fmt.Sprintf("device_types[%d]", i), Subject: t.Slug,
				Message: fmt.Sprintf("no device is of type %s", t.Slug),
				Fix:     "take it out, or name it as the type of a device"})
		}
	}
}

// expandDevice adds the devices of one entry to all.
func (w *work) expandDevice(i int, types map[string]*catalog.DeviceType, used map[*catalog.DeviceType]bool, all []newcomer) []newcomer {
	e := &w.doc.Devices[i]
	slots, err := plan.ExpandDevice(e)
	if err != nil { // a document with such a name is not readable
		return all
	}
	path := "devices[" + strconv.Itoa(i) + "]"
	t := types[e.Type]
	if t == nil {
		t = w.cat.Type(e.Type)
	}
	used[t] = true
	whole := w.checkType(path, e, t, len(slots.Names))
	racks := make([]int32, len(slots.Racks))
	var missing []string
	lost := 0
	for n, name := range slots.Racks {
		r, ok := w.rackByName[name]
		if !ok {
			r = -1
			missing = append(missing, name)
			lost += min(slots.PerRack, max(len(slots.Names)-n*slots.PerRack, 0))
		}
		racks[n] = r
	}
	w.checkSlots(path, e, &slots, missing, lost)
	guess := ""
	if whole {
		guess = guessOf(t)
	}
	for n, name := range slots.Names {
		d := newcomer{Device: Device{Name: name, Type: t, External: e.External, Path: path}, place: place{rack: -1}}
		if n, u, ok := slots.At(n); ok && racks[n] >= 0 && !e.External {
			d.Rack, d.U, d.Face = slots.Racks[n], u, faceOf(e, t)
			if whole {
				d.place = w.placeAt(t, d.Face, e, racks[n], u)
				d.place.guess = guess
				d.U = d.place.u
			}
		}
		all = append(all, d)
	}
	return all
}

// checkType reports a type that does not exist or is a part. It is false where
// devices of it cannot stand in a rack.
func (w *work) checkType(path string, e *plan.Device, t *catalog.DeviceType, devices int) bool {
	switch {
	case t == nil:
		known := make([]string, 0, len(w.doc.DeviceTypes)+len(w.cat.Types))
		for _, x := range w.doc.DeviceTypes {
			known = append(known, x.Slug)
		}
		for _, x := range w.cat.Types {
			known = append(known, x.Slug)
		}
		w.report.find(plan.Finding{Code: "unknown-type", Path: path + ".type", Subject: e.Type, Count: devices,
			Message: fmt.Sprintf("device type %q of %s does not exist", e.Type, e.Name),
			Fix:     didYouMean(e.Type, known, "add it to device_types, or name a type of the catalog")})
		return false
	case !t.Rackable:
		w.report.find(plan.Finding{Code: "not-a-rack-device", Path: path + ".type", Subject: e.Name, Count: devices,
			Message: fmt.Sprintf("%s is of type %s, a %s: a part that goes into a server, no device of a rack", e.Name, t.Slug, t.Kind),
			Fix:     "place the server that holds it; a generic type such as server-1u-1x-osfp may stand in for it"})
		return false
	}
	return true
}

// checkSlots reports racks that do not exist and names without a slot.
func (w *work) checkSlots(path string, e *plan.Device, slots *plan.DeviceSlots, missing []string, lost int) {
	if e.External {
		return
	}
	if len(missing) > 0 && slots.PerRack > 0 {
		message := fmt.Sprintf("rack %q of %s does not exist", missing[0], e.Name)
		if more := len(missing) - 1; more > 0 {
			message = fmt.Sprintf("rack %q and %d more of %q do not exist", missing[0], more, e.Rack)
		}
		known := make([]string, len(w.racks))
		for i := range w.racks {
			known[i] = w.racks[i].name
		}
		w.report.find(plan.Finding{Code: "unknown-rack", Path: path + ".rack", Subject: e.Rack, Count: max(lost, 1),
			Message: message, Fix: didYouMean(missing[0], known, "add it to racks, or name one that is there")})
	}
	if text := slots.Mismatch(); text != "" {
		w.report.find(plan.Finding{Code: "count-mismatch", Path: path, Subject: e.Name, Count: len(slots.Names) - slots.Slots(),
			Message: text, Fix: "add racks or u, or name fewer devices"})
	}
}

// faceOf is the rack face the front of a device looks out of. What has no
// units hangs at the rear.
func faceOf(e *plan.Device, t *catalog.DeviceType) string {
	if t != nil && t.Rackable && t.Height == 0 {
		return cmp.Or(e.Face, "rear")
	}
	return cmp.Or(e.Face, "front")
}

// placeAt is the place of a device of a type at a unit of a rack; u is 0 where
// it is not known. The entry says where a device without units hangs.
func (w *work) placeAt(t *catalog.DeviceType, face string, e *plan.Device, r int32, u units.RackUnits) place {
	p := place{rack: r, height: t.Height, middle: unknownHeight}
	if t.Height == 0 {
		p.rear = true
		if e.From != nil && e.To != nil {
			p.middle = (*e.From + *e.To) / 2
		}
		return p
	}
	p.u = u
	if u != 0 {
		p.middle = w.racks[r].base + units.Length(2*(u-units.U(1))+t.Height)*quarterUnit
	}
	p.rear = (face == "rear") != (t.PortSide == "rear")
	return p
}

// guessOf says what about the ports' side of a type is a guess; empty: nothing.
func guessOf(t *catalog.DeviceType) string {
	if t.PortSide != "" || t.Height == 0 {
		return ""
	}
	return "port side of " + t.Slug
}

// reportGuesses says of each type whose port side is not known that runs to it
// are computed for the worse side.
func (w *work) reportGuesses() {
	counts := map[*catalog.DeviceType]int{}
	var order []*catalog.DeviceType
	for i := range w.places {
		if w.places[i].guess == "" {
			continue
		}
		t := w.devices[i].Type
		if counts[t] == 0 {
			order = append(order, t)
		}
		counts[t]++
	}
	for _, t := range order {
		w.report.find(plan.Finding{Code: "estimate", Subject: t.Slug, Count: counts[t],
			Message: fmt.Sprintf("port side of %s is not known; runs to %d %s are computed for the worse side",
				t.Slug, counts[t], plural(counts[t], "device")),
			Fix: "look at the device and write port_side in a type of device_types"})
	}
}

// entryOf is the document's entry of a device of w.devices.
func (w *work) entryOf(d *Device) *plan.Device {
	i, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(d.Path, "devices["), "]"))
	if err != nil {
		panic("planner: device " + d.Name + " has no entry: " + d.Path)
	}
	return &w.doc.Devices[i]
}
