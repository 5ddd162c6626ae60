package planner

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A port is one port of a device, or one child of a split port.
type port struct {
	device int32 // index into work.devices; -1: unknown
	port   int32 // index into the type's Ports
	child  int32 // 1 to 4, 0: the whole port
}

// A link is the planner's side of a Link of the result, which stands at the
// same index.
type link struct {
	ends     [2]port
	pair     *pairing
	pin      *pin // nil: nothing is pinned
	measured bool // Link.Run is a measured run
	broken   bool // an error keeps it from being planned
	mixed    bool // its cage is a mixed-cage
	uplink   bool // a fabric wrote it between two switches, so it keeps its ports
}

// expandLinks expands the entries of the document, finds their ports and merges
// links that are written twice.
func (w *work) expandLinks() {
	total := 0
	ends := make([][2]plan.Ends, len(w.doc.Links))
	skip := make([]bool, len(w.doc.Links))
	for i := range w.doc.Links {
		e := &w.doc.Links[i]
		path := "links[" + strconv.Itoa(i) + "]"
		for side, text := range []string{e.A, e.B} {
			parsed, err := plan.ParseEnds(text)
			if err != nil {
				w.report.find(plan.Finding{Code: "unknown-port", Path: path + sideField[side], Subject: text, Message: err.Error()})
				skip[i] = true
			}
			ends[i][side] = parsed
		}
		if skip[i] {
			continue
		}
		a, b := ends[i][0].Len(), ends[i][1].Len()
		if a != b {
			w.report.find(plan.Finding{Code: "count-mismatch", Path: path, Subject: e.A + " - " + e.B, Count: max(a, b),
				Message: fmt.Sprintf("%s names %d %s and %s names %d; both sides must name equally many", e.A, a, plural(a, "port"), e.B, b),
				Fix:     "write as many ports on one side as on the other; a name without a range counts as one"})
			skip[i] = true
			continue
		}
		total += a
	}
	w.links = make([]link, 0, total)
	w.out = make([]Link, 0, total)
	w.portBase = make([]int32, len(w.devices)+1)
	for i := range w.devices {
		n := 0
		if t := w.devices[i].Type; t != nil {
			n = len(t.Ports)
		}
		w.portBase[i+1] = w.portBase[i] + int32(n)
	}
	w.portHead = make([]int32, w.portBase[len(w.devices)])
	w.portNext = make([]int32, 0, 2*total)
	for i := range w.doc.Links {
		if !skip[i] {
			w.expandEntry(i, ends[i])
		}
	}
}

var sideField = [2]string{".a", ".b"}

// A side walks the ports one side of an entry names, device by device.
type side struct {
	devices []string
	index   []int32 // into work.devices, -1: unknown
	ports   []string
}

func (w *work) side(path string, ends plan.Ends) side {
	s := side{devices: ends.Device.Append(nil), ports: ends.Port.Append(nil)}
	s.index = make([]int32, len(s.devices))
	for i, name := range s.devices {
		d, ok := w.deviceByName[name]
		if !ok {
			d = -1
			f := plan.Finding{Code: "unknown-device", Path: path, Subject: name, Count: len(s.ports),
				Message: fmt.Sprintf("device %q is not in the plan", name)}
			if near := w.nearestDevice(name); near != "" {
				f.Message += fmt.Sprintf("; did you mean %q?", near)
			}
			f.Fix = "add the device under devices, or correct its name"
			w.report.find(f)
		}
		s.index[i] = d
	}
	return s
}

func (w *work) nearestDevice(name string) string {
	if len(w.devices) > 2000 {
		return ""
	}
	names := make([]string, len(w.devices))
	for i := range w.devices {
		names[i] = w.devices[i].Name
	}
	return catalog.Closest(name, names)
}

// expandEntry adds the links of one entry.
func (w *work) expandEntry(i int, ends [2]plan.Ends) {
	e := &w.doc.Links[i]
	path := "links[" + strconv.Itoa(i) + "]"
	n := ends[0].Len()
	ids, labels := w.perLink(path+".id", e.ID, n), w.perLink(path+".label", e.Label, n)
	sides := [2]side{w.side(path+".a", ends[0]), w.side(path+".b", ends[1])}
	p := w.pinOf(e.Cable, path+".cable")
	for k := range n {
		w.links, w.out = append(w.links, link{pin: p}), append(w.out, Link{})
		l, out := &w.links[len(w.links)-1], &w.out[len(w.out)-1]
		for s := range sides {
			sd := &sides[s]
			d, name := k/len(sd.ports), sd.ports[k%len(sd.ports)]
			l.ends[s], out.end(s).Device, out.end(s).Port = w.findPort(path+sideField[s], sd.index[d], sd.devices[d], name)
			if l.ends[s].device < 0 {
				l.broken = true
			}
		}
		out.Path, out.Group, out.Color, out.Run = path, e.Group, e.Color, -1
		out.Existing = e.Existing != nil && *e.Existing
		if ids != nil {
			out.ID = ids[k]
		}
		if labels != nil {
			out.Label = labels[k]
		}
		if e.Run != nil {
			out.Run, l.measured = *e.Run, true
		}
		w.addLink(l, out, e.Speed)
	}
}

func (l *Link) end(side int) *End {
	if side == 0 {
		return &l.A
	}
	return &l.B
}

// perLink expands an id or label range; a wrong count is a finding and gives nil.
func (w *work) perLink(path, text string, n int) []string {
	if text == "" {
		return nil
	}
	parse := plan.ParseNames
	if strings.HasSuffix(path, ".label") {
		parse = plan.ParseLabels
	}
	names, err := parse(text)
	if err == nil && names.Len() == n {
		return names.Append(nil)
	}
	got := 0
	if err == nil {
		got = names.Len()
	}
	w.report.find(plan.Finding{Code: "count-mismatch", Path: path, Subject: text, Count: n,
		Message: fmt.Sprintf("%q names %d, the entry has %d %s", text, got, n, plural(n, "link"))})
	return nil
}

// findPort looks one port up. The device is -1 where either does not exist,
// and the names are then as written.
func (w *work) findPort(path string, device int32, deviceName, portName string) (port, *Device, string) {
	if device < 0 {
		return port{device: -1}, w.stranger(deviceName), portName
	}
	d := &w.devices[device]
	if d.Type == nil {
		return port{device: -1}, d, portName
	}
	n, ok := d.Type.Find(portName)
	if !ok {
		w.report.find(plan.Finding{Code: "unknown-port", Path: path, Subject: d.Name + ":" + portName,
			Message: fmt.Sprintf("port %q of %s does not exist (%s has %s)", portName, d.Name, d.Type.Slug, portSummary(d.Type)),
			Fix:     "name a port the type has"})
		return port{device: -1}, d, portName
	}
	return port{device: device, port: n.Port, child: n.Child}, d, d.Type.Name(n)
}

// stranger is the Device of a name the plan does not hold.
func (w *work) stranger(name string) *Device {
	if w.strangers == nil {
		w.strangers = map[string]*Device{}
	}
	d := w.strangers[name]
	if d == nil {
		d = &Device{Name: name}
		w.strangers[name] = d
	}
	return d
}

// portSummary names the ports of a type, group by group: "IB1/1/1 to IB1/32/2, mgmt0".
func portSummary(t *catalog.DeviceType) string {
	text := ""
	for i := 0; i < len(t.Ports); {
		j := i
		for j+1 < len(t.Ports) && t.Ports[j+1].Group == t.Ports[i].Group {
			j++
		}
		if text != "" {
			text += ", "
		}
		text += t.Ports[i].Name
		if j > i {
			text += " to " + t.Ports[j].Name
		}
		i = j + 1
	}
	return text
}

// addLink checks the link just appended against those before it, and takes it
// out again where it is one of them written twice.
func (w *work) addLink(l *link, out *Link, speed string) {
	id := int32(len(w.links) - 1)
	listed := !l.broken // its ends take their ports
	if l.broken {
		out.Reason = missingEnd(out)
	} else {
		if same := w.sameLink(l.ends); same >= 0 {
			w.links, w.out = w.links[:id], w.out[:id]
			w.mergeLink(same, *l, *out, speed)
			return
		}
		switch {
		case l.ends[0].device == l.ends[1].device:
			w.report.find(plan.Finding{Code: "self-link", Path: out.Path, Subject: subject(out),
				Message: fmt.Sprintf("link joins %s to itself (%s and %s)", out.A.Device.Name, out.A.Port, out.B.Port),
				Fix:     "name another device on one side"})
			out.Reason = "the link joins a device to itself"
			l.broken, listed = true, false
		case w.portTaken(l.ends, out):
			out.Reason = "a port of the link is used by another"
			l.broken, listed = true, false
		}
	}
	w.agree(l, out, speed)
	w.portNext = append(w.portNext, 0, 0)
	if !listed {
		return
	}
	for s := range l.ends {
		head := w.head(l.ends[s])
		w.portNext[2*id+int32(s)] = *head
		*head = 2*id + int32(s) + 1
	}
}

// agree works out what the two ends of a link run, and breaks a link whose ends
// cannot talk.
func (w *work) agree(l *link, out *Link, speed string) {
	out.Speed = speed
	if !l.broken {
		l.pair = w.pairing(l.ends, speed)
		out.Speed, out.Generation = l.pair.rate, l.pair.generation
		if l.pair.code != "" {
			w.report.find(plan.Finding{Code: l.pair.code, Path: out.Path, Subject: subject(out), Message: l.pair.message, Fix: l.pair.fix})
			out.Reason = l.pair.message
			l.broken = true
		}
	}
	if s := w.cat.Rate(out.Speed); l.broken && len(s) > 0 {
		out.Generation = generation(s[0])
	}
}

// missingEnd says which end of a link does not exist.
func missingEnd(l *Link) string {
	for _, e := range []End{l.A, l.B} {
		switch {
		case e.Device.Path == "":
			return "device " + e.Device.Name + " is not in the plan"
		case e.Device.Type == nil:
			return "the type of " + e.Device.Name + " is not known"
		}
		if _, ok := e.Device.Type.Find(e.Port); !ok {
			return e.Device.Name + " has no port " + e.Port
		}
	}
	return ""
}

// head is where the list of link ends on a port begins: the index of an end
// (2 x link + side) plus one, 0 for none.
func (w *work) head(p port) *int32 { return &w.portHead[w.portBase[p.device]+p.port] }

// onPort calls f with every link end on a port, its children included.
func (w *work) onPort(device, portIndex int32, f func(link int32, side int)) {
	for e := w.portHead[w.portBase[device]+portIndex]; e != 0; e = w.portNext[e-1] {
		f((e-1)/2, int(e-1)%2)
	}
}

// sameLink finds a link between the same two ports, -1 if there is none.
func (w *work) sameLink(ends [2]port) int32 {
	for e := *w.head(ends[0]); e != 0; e = w.portNext[e-1] {
		other := &w.links[(e-1)/2]
		if other.ends == ends || other.ends == [2]port{ends[1], ends[0]} {
			return (e - 1) / 2
		}
	}
	return -1
}

// portTaken reports a port that another link has already, or whose split
// children or parent it has.
func (w *work) portTaken(ends [2]port, out *Link) bool {
	taken := false
	for s, p := range ends {
		for e := *w.head(p); e != 0; e = w.portNext[e-1] {
			other := (e - 1) / 2
			q := w.links[other].ends[(e-1)%2]
			if q.child != p.child && q.child != 0 && p.child != 0 {
				continue
			}
			first := &w.out[other]
			f := plan.Finding{Code: "port-in-use", Path: out.Path, Subject: subject(out), Count: 2}
			name, used := out.end(s).String(), first.end(int(e-1)%2).String()
			if q.child == p.child {
				f.Message = fmt.Sprintf("port %s is already used by link %s (%s)", name, subject(first), first.Path)
				f.Fix = "give one of the two links another port"
			} else {
				f.Message = fmt.Sprintf("port %s cannot be used: %s is used by link %s (%s), and a port and its split children exclude each other", name, used, subject(first), first.Path)
				f.Fix = "use either the whole port or its split children"
			}
			w.report.find(f)
			w.blame(other, StatusError)
			taken = true
			break
		}
	}
	return taken
}

// blame gives a link at least the given status.
func (w *work) blame(link int32, s Status) {
	l := &w.out[link]
	if rankStatus(s) < rankStatus(l.Status) {
		l.Status = s
	}
}

func rankStatus(s Status) int {
	switch s {
	case StatusError:
		return 0
	case StatusUnknown:
		return 1
	case StatusWarning:
		return 2
	}
	return 3
}

// subject names a link by its ends: "hgx-029:ib1 - leaf-01:IB1/15/1".
func subject(l *Link) string {
	return l.A.Device.Name + ":" + l.A.Port + " - " + l.B.Device.Name + ":" + l.B.Port
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
