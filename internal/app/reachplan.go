package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A PlanReach is a reach answer within a plan: by its settings, with its own
// device types, and between two of its ports for the run between them.
type PlanReach struct {
	ReachAnswer

	// Of two ports of devices of the plan.
	Ports      bool          // both ends are such; else the rest is zero
	Link       *planner.Link // the link that joins them; nil: none does
	Route      *planner.Route
	Measured   bool // the run of the link is a measured one; Route is nil
	Run        units.Length
	RunKnown   bool
	RunAtLeast bool // some part of it is not known
	// Required of copper and twisted pair, and of AOC and optics; 0: not known.
	RequiredCopper, RequiredOptical units.Length
}

// Errors of questions about a plan.
var (
	errLengthOfPorts = errors.New("length is worked out from the run between the two ports; leave it out")
	errOneDevice     = errors.New("both ends are on one device; name ports of two")
)

// Reach says what each medium does between two ends: "device:port" of the plan,
// or what App.Reach takes. Where no speed is asked and a link joins the two, it
// answers for that of the link. Its error is that of App.Reach.
func (c *Checked) Reach(q ReachQuery) (*PlanReach, error) {
	doc := c.Document
	k := &reacher{cat: c.Catalog, settings: doc.Settings, set: doc.Settings.Effective(), local: doc.DeviceTypes}
	if q.Currency == "" && slices.Contains(c.Catalog.Currencies(), k.set.Currency) {
		q.Currency = k.set.Currency
	}
	from, a, err := c.end(k, q.From)
	if err != nil {
		return nil, err
	}
	to, b, err := c.end(k, q.To)
	if err != nil {
		return nil, err
	}
	out := &PlanReach{}
	k.need = [2]units.Length{q.Length, q.Length}
	if a != nil && b != nil {
		switch {
		case a.Device == b.Device:
			return nil, invalid("to", errOneDevice)
		case q.Length > 0:
			return nil, invalid("length", errLengthOfPorts)
		}
		out.between(c, k, *a, *b)
		if q.Speed == "" && out.Link != nil {
			q.Speed = out.Link.Speed
		}
	}
	answer, err := k.between(q, from, to)
	if err != nil {
		return nil, err
	}
	out.ReachAnswer = *answer
	for i := range out.Offers {
		if o := &out.Offers[i]; !slices.Contains(k.set.Media, o.Medium) {
			o.Note = joinNotes(o.Note, "the settings of the plan leave "+string(o.Medium)+" out")
		}
	}
	out.warn()
	return out, nil
}

func joinNotes(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// warn adds what is to be known of the run.
func (p *PlanReach) warn() {
	switch {
	case !p.Ports:
	case !p.RunKnown && p.Route != nil && p.Route.NoWay:
		p.Notes = append(p.Notes, ReachNote{Text: "there is no way between the two racks; add a tray that joins them"})
	case !p.RunKnown:
		p.Notes = append(p.Notes, ReachNote{Text: "the run is not known; place both devices in racks, or give the link a measured run"})
	case p.RunAtLeast:
		p.Notes = append(p.Notes, ReachNote{Text: "some part of the run is not known: it is at least so long, and so is what is required"})
	}
	if p.Ports && p.Route != nil {
		for _, guess := range p.Route.Estimate {
			p.Notes = append(p.Notes, ReachNote{Text: "the run is an estimate: " + guess})
		}
	}
}

// between works out the run between two ports, and what it requires of copper
// and optics.
func (p *PlanReach) between(c *Checked, k *reacher, a, b planner.End) {
	p.Ports = true
	if p.Link = c.linkBetween(a, b); p.Link != nil {
		p.Route, p.Run, p.RunKnown, p.RunAtLeast = p.Link.Route, p.Link.Run, p.Link.RunKnown, p.Link.RunAtLeast
		p.Measured = p.RunKnown && p.Route == nil
	} else if r := planner.RunBetween(c.Document, c.Catalog, a.Device.Name, b.Device.Name); r != nil {
		p.Route, p.Run, p.RunKnown, p.RunAtLeast = r, r.Run, r.Known, r.AtLeast
	}
	switch {
	case !p.RunKnown:
		return
	case p.Measured:
		p.RequiredCopper, p.RequiredOptical = units.MM(p.Run.CeilMM()), units.MM(p.Run.CeilMM())
	default:
		p.RequiredCopper, p.RequiredOptical = units.MM(k.set.Copper.Required(p.Run)), units.MM(k.set.Optical.Required(p.Run))
	}
	k.need = [2]units.Length{p.RequiredCopper, p.RequiredOptical}
}

// linkBetween is the link that joins two ports, nil where none does.
func (c *Checked) linkBetween(a, b planner.End) *planner.Link {
	x := c.index()
	d := slices.IndexFunc(c.Result.Devices, func(d planner.Device) bool { return d.Name == a.Device.Name })
	for _, i := range x.at[x.first[d]:x.first[d+1]] {
		l := &c.Result.Links[i]
		if l.A == a && l.B == b || l.A == b && l.B == a {
			return l
		}
	}
	return nil
}

// end reads an end of a question about the plan. It gives the port too where
// that is one of a device of the plan.
func (c *Checked) end(k *reacher, text string) (*end, *planner.End, error) {
	name, port, named := strings.Cut(text, ":")
	i, ok := slices.BinarySearchFunc(c.Result.Devices, name, func(d planner.Device, name string) int { return units.CompareNatural(d.Name, name) })
	if !ok || c.Result.Devices[i].Name != name || c.Result.Devices[i].Type == nil {
		e, err := k.end(text)
		if errors.Is(err, ErrNotFound) && named && k.deviceType(name) == nil {
			return nil, nil, c.noDevice(name)
		}
		return e, nil, err
	}
	d := &c.Result.Devices[i]
	if !named {
		e, err := k.end(d.Type.Slug)
		if err == nil {
			e.text = text
		}
		return e, nil, err
	}
	e, err := endOfPort(text, d.Type, port)
	if err != nil {
		return nil, nil, err
	}
	found, _ := d.Type.Find(port)
	return e, &planner.End{Device: d, Port: d.Type.Name(found)}, nil
}

// mostNames is up to how many devices are looked through for one that was meant.
const mostNames = 2000

func (c *Checked) noDevice(name string) error {
	var names []string
	if len(c.Result.Devices) <= mostNames {
		for i := range c.Result.Devices {
			names = append(names, c.Result.Devices[i].Name)
		}
	}
	if near := catalog.Closest(name, names); near != "" {
		return fmt.Errorf("device %q of the plan: %w; did you mean %s?", name, ErrNotFound, near)
	}
	return fmt.Errorf("device %q of the plan: %w; name a device of the plan or a device type", name, ErrNotFound)
}

// Reach asks about a revision of a plan; number 0 is the newest.
func (p *Plans) Reach(ctx context.Context, who Caller, id string, number int, q ReachQuery) (*PlanReach, Revision, error) {
	checked, r, err := p.Result(ctx, who, id, number)
	if err != nil {
		return nil, Revision{}, err
	}
	answer, err := checked.Reach(q)
	if err != nil {
		return nil, Revision{}, fmt.Errorf("plan %s: %w", id, err)
	}
	return answer, r, nil
}
