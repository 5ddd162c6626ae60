package drawing

import (
	"fmt"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// facts are what is known of one device that is drawn.
type facts struct {
	dev      *planner.Device
	typeName string // as the document writes it
	slot     string // as written
	side     string // as written
	from, to *units.Length
	ports    []Status // by port of the type, the worst of its links; None: no link
	links    [Error + 1]int
	findings []string // messages of those about the device itself
	status   Status
	chosen   bool
	peer     bool // linked to the chosen device
}

// factsOf are the facts of each device that is drawn.
type factsOf map[*planner.Device]*facts

// lookAt gathers the facts of devices, in one pass over the links of the plan.
func (h *Hall) lookAt(devices []int32, chosen string) factsOf {
	seen := make(factsOf, len(devices))
	named := make(map[string]*facts, len(devices))
	for _, i := range devices {
		d := &h.res.Devices[i]
		f := &facts{dev: d, chosen: chosen != "" && d.Name == chosen}
		if e := h.entryOf(d); e != nil {
			f.typeName, f.slot, f.side, f.from, f.to = e.Type, e.Slot, e.Side, e.From, e.To
		}
		if d.Type != nil {
			f.ports = make([]Status, len(d.Type.Ports))
		}
		if !f.stands() {
			f.status = Error // unknown-type, not-a-rack-device
		}
		seen[d], named[d.Name] = f, f
	}
	var centre *planner.Device
	if at, ok := h.device(chosen); ok {
		centre = &h.res.Devices[at]
	}
	for i := range h.res.Links {
		l := &h.res.Links[i]
		a, b := seen[l.A.Device], seen[l.B.Device]
		if a == nil && b == nil {
			continue
		}
		status := statusOf(l.Status)
		if a != nil {
			a.link(l.A.Port, status)
			a.peer = a.peer || l.B.Device == centre && a.dev != centre
		}
		if b != nil && b != a {
			b.link(l.B.Port, status)
			b.peer = b.peer || l.A.Device == centre && b.dev != centre
		}
	}
	for i := range h.res.Findings {
		fd := &h.res.Findings[i]
		if f := named[fd.Subject]; f != nil && fd.Severity != plan.Info && strings.HasPrefix(fd.Path, "devices[") {
			f.findings = append(f.findings, fd.Message)
			f.status = max(f.status, severity(fd.Severity))
		}
	}
	return seen
}

// severity is the status of what a finding is about.
func severity(s plan.Severity) Status {
	switch s {
	case plan.Error:
		return Error
	case plan.Warning:
		return Warning
	}
	return None
}

func (f *facts) link(port string, s Status) {
	f.links[s]++
	f.status = max(f.status, s)
	if f.dev.Type == nil {
		return
	}
	if n, ok := f.dev.Type.Find(port); ok {
		f.ports[n.Port] = max(f.ports[n.Port], s)
	}
}

// stands reports whether the device can stand in a rack at all.
func (f *facts) stands() bool { return f.dev.Type != nil && f.dev.Type.Rackable }

// beside reports whether the device takes no units.
func (f *facts) beside() bool { return f.stands() && f.dev.Type.Height == 0 }

// height is how many units the device takes; what is not known takes one.
func (f *facts) height() units.RackUnits {
	if !f.stands() {
		return units.U(1)
	}
	return f.dev.Type.Height
}

// rear reports whether the front of the device looks out of the rear face.
func (f *facts) rear() bool { return f.dev.Face == "rear" }

// half reports whether it takes half the width, and whether that is the left
// half for who looks at the front of the rack: slots are meant as one looks at
// the device's own front.
func (f *facts) half() (half, left bool) {
	if !f.stands() || f.dev.Type.Width != "half" {
		return false, false
	}
	return true, (f.slot == "right") == f.rear()
}

// shallow reports whether the device does not reach the far face of a rack.
// Where the depth is not known it takes all of it (planning rules, Geometry).
func (f *facts) shallow(rack units.Length) bool {
	return f.stands() && f.dev.Type.Depth > 0 && 2*f.dev.Type.Depth <= rack
}

// portsAt reports whether its ports may look out of a face of the rack: of
// both, where the side is not known.
func (f *facts) portsAt(rear bool) bool {
	if !f.stands() || f.beside() {
		return false
	}
	switch f.dev.Type.PortSide {
	case "front":
		return f.rear() == rear
	case "rear":
		return f.rear() != rear
	}
	return true
}

// air is which way air moves at a face.
func (f *facts) air(rear bool) Air {
	if !f.stands() {
		return AirUnknown
	}
	in := f.rear() == rear // at the device's own front
	switch f.dev.Type.Airflow {
	case "front-to-rear":
	case "rear-to-front":
		in = !in
	case "reversible":
		return AirEither
	default:
		return AirUnknown
	}
	if in {
		return AirIn
	}
	return AirOut
}

// cage is the state of a cage of the device's type.
func (f *facts) cage(c *catalog.Cage) State {
	linked, worst := 0, None
	for _, p := range c.Ports {
		if f.ports[p] != None {
			linked++
			worst = max(worst, f.ports[p])
		}
	}
	switch {
	case worst == Error:
		return UsedError
	case worst == Unknown:
		return UsedUnknown
	case worst == Warning:
		return UsedWarned
	case linked == 0:
		return Free
	case linked < len(c.Ports):
		return Partly
	}
	return Used
}

// used is how many ports have a link.
func (f *facts) used() int {
	n := 0
	for _, s := range f.ports {
		if s != None {
			n++
		}
	}
	return n
}

// kindWords are the kinds of device types in words.
var kindWords = map[string]string{
	"ib-switch": "InfiniBand switch", "eth-switch": "Ethernet switch", "gpu-server": "GPU server", "server": "server",
	"nic": "network card", "dpu": "DPU", "patch-panel": "patch panel", "pdu": "power unit",
}

// kind is the device's kind in words.
func (f *facts) kind() string {
	switch {
	case f.dev.Type == nil:
		return "unknown type"
	case !f.dev.Type.Rackable:
		return kindWords[f.dev.Type.Kind] + ", not a rack device"
	}
	return kindWords[f.dev.Type.Kind]
}

// model is what a label adds to the name.
func (f *facts) model() string {
	switch {
	case f.dev.Type == nil:
		return "unknown type " + f.typeName
	case f.dev.Type.Maker == "generic":
		return f.dev.Type.Slug
	}
	return f.dev.Type.Model
}

// verdict says how its links and the device itself stand: "2 links with errors,
// 6 links ok".
func (f *facts) verdict() string {
	var parts []string
	if n := len(f.findings); n > 0 {
		parts = append(parts, counted(n, "problem", "problems")+" of its own")
	}
	add := func(s Status, words string) {
		if n := f.links[s]; n > 0 {
			parts = append(parts, counted(n, "link", "links")+" "+words)
		}
	}
	add(Error, "with errors")
	add(Unknown, "unknown")
	add(Warning, "with warnings")
	add(OK, "ok")
	if f.links == [Error + 1]int{} {
		parts = append(parts, "no links")
	}
	return strings.Join(parts, ", ")
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
