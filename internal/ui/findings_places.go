package ui

import (
	"slices"
	"strings"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// placeOf is what a finding is about: the rows of it, and where it stands in a
// drawing. What is none of the plan leads nowhere.
func (u *UI) placeOf(o *opened, subject string) templates.CausePlace {
	p := templates.CausePlace{Subject: subject}
	a, b, pair := strings.Cut(subject, " - ")
	device, _, port := strings.Cut(a, ":")
	switch {
	case strings.HasPrefix(subject, "spec:"):
		p.URL = u.partURL(subject)
	case port && pair:
		p.URL = o.to("links", "q", a+" "+b)
		p.Draw, p.DrawURL = o.drawnDevice(device)
	case port:
		p.URL = o.to("links", "q", subject)
		p.Draw, p.DrawURL = o.drawnDevice(device)
	case pair: // two racks
		if o.hasRack(a) {
			p.Draw, p.DrawURL = "floor", o.to("floor", "rack", a)
		}
	case o.hasDevice(subject):
		p.URL = o.to("links", "device", subject)
		p.Draw, p.DrawURL = o.drawnDevice(subject)
	case o.hasRack(subject):
		p.URL = o.to("racks", "rack", subject)
		p.Draw, p.DrawURL = "floor", o.to("floor", "rack", subject)
	case slices.ContainsFunc(o.result.Trays, func(t planner.TrayUse) bool { return t.Name == subject }):
		p.URL = o.to("floor", "tray", subject)
	case slices.ContainsFunc(o.result.Fabrics, func(f planner.FabricUse) bool { return f.Name == subject }):
		p.URL = o.to("fabrics", "fabric", subject)
	default:
		p.URL = u.partURL(subject)
	}
	return p
}

// partURL is the page of a product or device type of the catalog, empty where
// there is none of that name.
func (u *UI) partURL(name string) string {
	if u.plans.App().Type(name) != nil {
		return typeURL(name)
	}
	if _, err := u.plans.App().Product(name); err == nil {
		return partLink(name).URL
	}
	return ""
}

// drawnDevice is the elevation a device is drawn in, with the device chosen.
func (o *opened) drawnDevice(name string) (word, address string) {
	at, ok := slices.BinarySearchFunc(o.result.Devices, name, func(d planner.Device, name string) int { return units.CompareNatural(d.Name, name) })
	if !ok || o.result.Devices[at].Rack == "" {
		return "", ""
	}
	rack := o.result.Devices[at].Rack
	return "rack " + rack, o.to("racks", "rack", rack, "device", name)
}

func (o *opened) hasRack(name string) bool {
	_, ok := slices.BinarySearchFunc(o.result.Racks, name, func(r planner.RackUse, name string) int { return units.CompareNatural(r.Name, name) })
	return ok
}
