package planner

import (
	"cmp"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/fabric"
	"lengthwise/internal/plan"
)

// expandFabrics writes the links of every fabric, in document order, behind the
// explicit ones. The only error is *plan.Problems: a fabric has more links than
// a plan may hold.
func (w *work) expandFabrics() error {
	if len(w.doc.Fabrics) == 0 {
		return nil
	}
	plant := w.plant()
	w.shapes = make([]*fabric.Shape, len(w.doc.Fabrics))
	names := map[string]int{}
	for i := range w.doc.Fabrics {
		f, path := &w.doc.Fabrics[i], "fabrics["+itoa(i)+"]"
		if first, twice := names[f.Name]; twice {
			w.report.find(plan.Finding{Code: "duplicate-name", Path: path, Subject: f.Name, Count: 2,
				Message: "fabric " + f.Name + " is written twice, in fabrics[" + itoa(first) + "] and " + path,
				Fix:     "give the second fabric a name of its own"})
		} else {
			names[f.Name] = i
		}
		shape, findings, err := fabric.Generate(plant, f, path, plan.MaxLinks-len(w.links))
		if err != nil {
			return err
		}
		w.shapes[i] = shape
		w.joinFabric(f, shape)
		for _, found := range findings {
			w.report.find(found)
		}
		if w.stopped() {
			return ErrStopped
		}
	}
	w.tellFabrics()
	w.findUnordered()
	return nil
}

// plant is what fabrics see of the plan: its devices and the ports its links use.
func (w *work) plant() *fabric.Plant {
	p := &fabric.Plant{Catalog: w.cat, Devices: make([]fabric.Device, len(w.devices)), ByName: w.deviceByName, Uses: w.uses}
	for i := range w.devices {
		p.Devices[i] = fabric.Device{Name: w.devices[i].Name, Type: w.devices[i].Type}
	}
	return p
}

// uses calls f with every link end on a port: its child, and where the link leads.
func (w *work) uses(device, portIndex int32, f func(child int32, far fabric.End)) {
	for e := w.portHead[w.portBase[device]+portIndex]; e != 0; e = w.portNext[e-1] {
		ends := &w.links[(e-1)/2].ends
		side := (e - 1) % 2
		far := ends[1-side]
		f(ends[side].child, fabric.End{Device: far.device, Port: catalog.PortName{Port: far.port, Child: far.child}})
	}
}

// joinFabric puts the links of a shape on their ports, so that the next fabric
// sees them, and lets explicit links that are the fabric's belong to it. What the
// result says of the links is filled in when all fabrics are there.
func (w *work) joinFabric(f *plan.Fabric, s *fabric.Shape) {
	w.links = slices.Grow(w.links, len(s.Links))
	w.portNext = slices.Grow(w.portNext, 2*len(s.Links))
	for i := range s.Links {
		x := &s.Links[i]
		if x.Explicit {
			if id, _ := w.linkAt(portOf(x.A)); id >= 0 && int(id) < len(w.out) && w.out[id].Fabric == "" {
				w.out[id].Fabric = f.Name
			}
			continue
		}
		w.listLink(link{ends: [2]port{portOf(x.A), portOf(x.B)}, uplink: x.Tier != fabric.HostTier})
	}
}

// listLink appends a link and puts its ends on their ports.
func (w *work) listLink(l link) {
	id := int32(len(w.links))
	w.links, w.portNext = append(w.links, l), append(w.portNext, 0, 0)
	for s := range l.ends {
		head := w.head(l.ends[s])
		w.portNext[2*id+int32(s)] = *head
		*head = 2*id + int32(s) + 1
	}
}

// tellFabrics fills in what the result says of the generated links.
func (w *work) tellFabrics() {
	id := len(w.out)
	w.out = append(make([]Link, 0, len(w.links)), w.out...)
	for i, s := range w.shapes {
		f, path := &w.doc.Fabrics[i], "fabrics["+itoa(i)+"]"
		uplink := cmp.Or(f.UplinkSpeed, f.Speed)
		for k := range s.Links {
			x := &s.Links[k]
			if x.Explicit {
				continue
			}
			speed := f.Speed
			if x.Tier != fabric.HostTier {
				speed = uplink
			}
			w.out = append(w.out, Link{A: w.endOf(x.A), B: w.endOf(x.B), Fabric: f.Name, Path: path, Run: -1})
			w.agree(&w.links[id], &w.out[id], speed)
			id++
		}
	}
	for _, s := range w.shapes {
		for _, e := range s.Crossed {
			if at, _ := w.linkAt(portOf(e)); at >= 0 {
				w.blame(at, StatusWarning)
			}
		}
	}
}

func portOf(e fabric.End) port {
	return port{device: e.Device, port: e.Port.Port, child: e.Port.Child}
}

func (w *work) endOf(e fabric.End) End {
	d := &w.devices[e.Device]
	return End{Device: d, Port: d.Type.Name(e.Port)}
}

// findUnordered says once for each type that its ports were taken in port order,
// since nobody knows which serves which GPU.
func (w *work) findUnordered() {
	var types []*catalog.DeviceType
	hosts := map[*catalog.DeviceType]int{}
	seen := make([]bool, len(w.devices))
	for _, s := range w.shapes {
		for _, t := range s.Unordered {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
			for _, d := range s.Hosts {
				if w.devices[d].Type == t && !seen[d] {
					seen[d] = true
					hosts[t]++
				}
			}
		}
	}
	for _, t := range types {
		w.report.find(plan.Finding{Code: "rail-order-unknown", Subject: t.Slug, Count: hosts[t],
			Message: "it is not known which port of " + t.Slug + " serves which GPU: rails are taken in port order",
			Fix:     "write host_ports in the order of the GPUs"})
	}
}
