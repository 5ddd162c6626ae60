package app

import (
	"fmt"
	"strings"

	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// DevicesIn are the devices that stand in a rack, in natural order of name.
func (c *Checked) DevicesIn(rack string) []string {
	var out []string
	for i := range c.Result.Devices {
		if d := &c.Result.Devices[i]; d.Rack == rack {
			out = append(out, d.Name)
		}
	}
	return out
}

// RenameRack is what gives a rack another name: its devices follow, entry by
// entry where one names this rack alone, else one by one.
func (c *Checked) RenameRack(rack, name string) []plan.Edit {
	edits := []plan.Edit{{Kind: plan.SetField, Path: "racks[" + quoted(rack) + "].name", Value: name}}
	var single []plan.Edit
	for i := range c.Document.Devices {
		d := &c.Document.Devices[i]
		slots, err := plan.ExpandDevice(d)
		if err != nil {
			continue
		}
		if len(slots.Racks) == 1 && slots.Racks[0] == rack {
			edits = append(edits, plan.Edit{Kind: plan.SetField, Path: fmt.Sprintf("devices[%d].rack", i), Value: name})
			continue
		}
		for n, device := range slots.Names {
			if at, _, ok := slots.At(n); ok && slots.Racks[at] == rack {
				single = append(single, plan.Edit{Kind: plan.MoveDevice, Device: device, Rack: name})
			}
		}
	}
	return append(edits, single...)
}

// A RackLoad is what a rack holds before and after a change.
type RackLoad struct {
	Name    string
	Was, Is *RackHolds // nil: there is no such rack then
}

// RackHolds are the sums of a rack. Depth is its deepest device with the free
// space behind it against the depth of the rack, in whole millimetres.
type RackHolds struct {
	planner.RackUse
	Depth planner.Use
}

// compareLoads lists the racks that hold something else now, those of the new
// plan first, each in natural order of name.
func compareLoads(was, is *Checked) []RackLoad {
	before := make(map[string]*planner.RackUse, len(was.Result.Racks))
	for i := range was.Result.Racks {
		before[was.Result.Racks[i].Name] = &was.Result.Racks[i]
	}
	old, now := deepest{checked: was}, deepest{checked: is}
	var out []RackLoad
	for i := range is.Result.Racks {
		r := &is.Result.Racks[i]
		b := before[r.Name]
		delete(before, r.Name)
		if b != nil && b.Units == r.Units && b.Power == r.Power && b.Weight == r.Weight && b.Ports == r.Ports {
			continue
		}
		x := RackLoad{Name: r.Name, Is: now.holds(r)}
		if b != nil {
			x.Was = old.holds(b)
		}
		out = append(out, x)
	}
	for i := range was.Result.Racks {
		if r := &was.Result.Racks[i]; before[r.Name] != nil {
			out = append(out, RackLoad{Name: r.Name, Was: old.holds(r)})
		}
	}
	return out
}

// A deepest works out the depths of racks; it looks at the plan when first
// asked.
type deepest struct {
	checked *Checked
	depths  map[string]planner.Use // by rack; nil: not looked yet
}

func (d *deepest) holds(r *planner.RackUse) *RackHolds {
	if d.depths == nil {
		d.look()
	}
	return &RackHolds{RackUse: *r, Depth: d.depths[r.Name]}
}

func (d *deepest) look() {
	hall := drawing.NewHall(d.checked.Document, d.checked.Result)
	d.depths = make(map[string]planner.Use, len(hall.Places()))
	for _, p := range hall.Places() {
		d.depths[p.Name] = planner.Use{Limit: p.Depth.FloorMM()}
	}
	behind := d.checked.Document.Settings.Effective().RearSpace
	for i := range d.checked.Result.Devices {
		x := &d.checked.Result.Devices[i]
		use, ok := d.depths[x.Rack]
		switch {
		case !ok || x.Type == nil || !x.Type.Rackable || x.Type.Height == 0:
			continue
		case x.Type.Depth == 0:
			use.Unknown++
		default:
			use.Used = max(use.Used, (x.Type.Depth + behind).CeilMM())
		}
		d.depths[x.Rack] = use
	}
}

// EntryFaults says of each value, set alone in a rack or a device ("racks",
// "devices"), why it cannot be; the keys are those of the fields.
func (a *App) EntryFaults(list string, fields map[string]any) map[string]string {
	out := map[string]string{}
	probe := &plan.Document{Version: 1, Name: "x", Racks: []plan.Rack{{Name: "x"}}, Devices: []plan.Device{{Name: "x", Type: "x"}}}
	for field, value := range fields {
		e := plan.Edit{Kind: plan.SetField, Path: list + "[0]." + field, Value: value}
		if _, err := plan.Apply(probe, []plan.Edit{e}, plan.EditContext{Fields: planfile.Editor{Catalog: a.catalog}}); err != nil {
			said := err.Error()
			if _, rest, ok := strings.Cut(said, e.Path+": "); ok {
				said = rest
			}
			out[field] = said
		}
	}
	return out
}
