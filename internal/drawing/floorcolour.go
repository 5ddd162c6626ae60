package drawing

import (
	"fmt"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// What colours of racks stand for.
const (
	ByPower  = "power"
	ByUnits  = "units"
	ByRun    = "run"
	ByStatus = "status"
)

// FloorColours lists them as they are offered.
var FloorColours = []string{ByPower, ByUnits, ByRun, ByStatus}

// A floorColour is what colours of racks stand for.
type floorColour interface {
	// of is the step of one or more racks, their value as it is printed in a
	// box whose legend says the unit, and the value in words.
	of(places []Place) (step int, short, full string)
	// unit is what a value is counted in, where there is room for it.
	unit() string
	// legend is what stands above the steps, and the words of each step from
	// none to above the limit and not known; those without words do not occur.
	legend() (head string, words [7]string)
}

func newFloorColour(h *Hall, by string) floorColour {
	switch by {
	case ByUnits:
		c := &freeColour{}
		for i := range h.res.Racks {
			c.most = max(c.most, h.res.Racks[i].Units.Limit)
		}
		return c
	case ByRun:
		return newRunColour(h)
	case ByStatus:
		return newStatusColour(h)
	}
	return powerColour{}
}

// powerColour is by what of the power a rack may take is used.
type powerColour struct{}

func (powerColour) of(places []Place) (int, string, string) {
	var use planner.Use
	for i := range places {
		u := places[i].Use.Power
		use.Used += u.Used
		use.Unknown += u.Unknown
		if u.Limit < 0 || use.Limit < 0 {
			use.Limit = -1
		} else {
			use.Limit += u.Limit
		}
	}
	short := kilo(use.Used)
	full := short + " kW"
	if use.Limit >= 0 {
		full = short + " of " + kilo(use.Limit) + " kW"
	}
	if use.Unknown > 0 {
		short, full = "≥ "+short, "at least "+full+", "+counted(use.Unknown, "device", "devices")+" without a figure"
	}
	return FloorStep(use.Used, use.Limit, 100), short, full
}

func (powerColour) unit() string { return " kW" }

func (powerColour) legend() (string, [7]string) {
	return "Racks: kW used, ≥ where devices have no figure; the colour is the share of what the rack may take", steps
}

// steps are the words of shares of a limit.
var steps = [7]string{"none", "to 25 %", "to 50 %", "to 75 %", "to 100 %", "above", "no limit"}

// freeColour is by how many units are free: the quarters of the highest rack.
type freeColour struct{ most int64 }

func (c *freeColour) of(places []Place) (int, string, string) {
	var free, most int64
	for i := range places {
		u := places[i].Use.Units
		free += u.Limit - u.Used
		most += c.most
	}
	short := units.RackUnits(free).String()
	if free < 0 {
		return 5, short, units.RackUnits(-free).String() + " U more than it has"
	}
	return FloorStep(free, most, 100), short, short + " U free"
}

func (c *freeColour) unit() string { return " U free" }

func (c *freeColour) legend() (string, [7]string) {
	words := quarters(c.most, func(v int64) string { return units.RackUnits(v).String() + " U" })
	words[5] = "overfull"
	return "Racks: free units", words
}

// quarters are the words of the quarters of a largest value.
func quarters(most int64, text func(int64) string) [7]string {
	words := [7]string{"none"}
	for i := int64(1); i <= 4; i++ {
		words[i] = "to " + text(most*i/4)
	}
	return words
}

// runColour is by the longest run of the links that end in a rack: the quarters
// of the longest of the plan.
type runColour struct {
	most    int64
	longest map[string]*planner.Link
}

func newRunColour(h *Hall) *runColour {
	c := &runColour{longest: map[string]*planner.Link{}}
	for i := range h.res.Links {
		l := &h.res.Links[i]
		if !l.RunKnown {
			continue
		}
		c.most = max(c.most, l.Run.CeilMM())
		for _, e := range [2]planner.End{l.A, l.B} {
			if was := c.longest[e.Device.Rack]; e.Device.Rack != "" && (was == nil || l.Run > was.Run) {
				c.longest[e.Device.Rack] = l
			}
		}
	}
	return c
}

func (c *runColour) of(places []Place) (int, string, string) {
	var most int64
	known, atLeast := false, ""
	for i := range places {
		if l := c.longest[places[i].Name]; l != nil && (!known || l.Run.CeilMM() > most) {
			most, known, atLeast = l.Run.CeilMM(), true, ""
			if l.RunAtLeast {
				atLeast = "at least "
			}
		}
	}
	if !known {
		return -1, "–", "no run known"
	}
	return FloorStep(max(1, most), max(1, c.most), 100), decimetres(most), "longest run " + atLeast + metres(most)
}

func (c *runColour) unit() string { return " m" }

func (c *runColour) legend() (string, [7]string) {
	words := quarters(c.most, func(v int64) string { return decimetres(v) + " m" })
	words[0], words[6] = "", "no run"
	return "Racks: longest run that ends there, m", words
}

// decimetres is whole millimetres in metres with one digit, rounded up: needs
// round up.
func decimetres(mm int64) string {
	tenths := (mm + 99) / 100
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// statusColour is by the worst that is known of a rack, its devices and their
// links.
type statusColour struct {
	status map[string]Status
	links  map[string]*[Error + 1]int
}

func newStatusColour(h *Hall) *statusColour {
	c := &statusColour{status: map[string]Status{}, links: map[string]*[Error + 1]int{}}
	rackOf := func(name string) *[Error + 1]int {
		n := c.links[name]
		if n == nil {
			n = new([Error + 1]int)
			c.links[name] = n
		}
		return n
	}
	for i := range h.res.Links {
		l := &h.res.Links[i]
		s := statusOf(l.Status)
		a, b := l.A.Device.Rack, l.B.Device.Rack
		if a != "" {
			rackOf(a)[s]++
		}
		if b != "" && b != a {
			rackOf(b)[s]++
		}
	}
	for i := range h.places {
		name := h.places[i].Name
		if n := c.links[name]; n != nil {
			c.status[name] = worst(n)
		}
	}
	for i := range h.res.Findings {
		f := &h.res.Findings[i]
		rack := ""
		switch {
		case f.Severity == plan.Info:
		case strings.HasPrefix(f.Path, "racks["):
			rack = f.Subject
		case strings.HasPrefix(f.Path, "devices["):
			rack = h.RackOf(f.Subject)
		}
		if rack != "" {
			c.status[rack] = max(c.status[rack], severity(f.Severity))
		}
	}
	return c
}

// worst is the worst status there is any of.
func worst(n *[Error + 1]int) Status {
	for s := Error; s > None; s-- {
		if n[s] > 0 {
			return s
		}
	}
	return None
}

// worstOf is the worst status of racks.
func (c *statusColour) worstOf(places []Place) Status {
	s := None
	for i := range places {
		s = max(s, c.status[places[i].Name])
	}
	return s
}

func (c *statusColour) of(places []Place) (int, string, string) {
	s := c.worstOf(places)
	n := 0
	for i := range places {
		if l := c.links[places[i].Name]; l != nil {
			n += l[s]
		}
	}
	short := [...]string{"–", "OK", "warning", "unknown", "error"}[s]
	switch {
	case s == None:
		return 0, short, "no links"
	case n == 0:
		return 0, short, short + " of the rack or a device"
	case s == OK:
		return 0, short, counted(n, "link", "links") + " OK"
	}
	return 0, number(n), counted(n, "link", "links") + " with the worst status, " + short
}

func (c *statusColour) unit() string { return "" }

func (c *statusColour) legend() (string, [7]string) {
	return "Racks: worst status of the rack, its devices and their links; the number is how many links have it", [7]string{}
}

// kilo is watts in kW with one digit, rounded up: needs round up.
func kilo(watts int64) string {
	tenths := (watts + 99) / 100
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// FloorStep is the colour of a share of a limit: 0 nothing, 1 to 4 the quarters
// of the limit, 5 above it; -1: there is no limit. Limit counts so many percent
// of what.
func FloorStep(used, what int64, percent int) int {
	if what <= 0 {
		return -1
	}
	whole := what / 100 * int64(percent)
	if percent == 100 {
		whole = what
	}
	switch {
	case used <= 0:
		return 0
	case used > whole:
		return 5
	}
	return int(min(4, 1+(used-1)*4/max(1, whole)))
}
