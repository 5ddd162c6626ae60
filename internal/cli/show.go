package cli

import (
	"fmt"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

type showCommand struct {
	Name string `arg:"" name:"sku" help:"Part number in any spelling, or the slug of a device type."`
}

// Run prints all that is known of a part or a device type.
func (c *showCommand) Run(r *run) error {
	p := newPage(r.io.Out, r.io.Env)
	if t := r.app.Type(c.Name); t != nil {
		p.deviceType(t, r.app.Sources(t.Sources))
		return p.writeTo(r.io.Out)
	}
	page, err := r.app.Product(c.Name)
	if err != nil {
		return err
	}
	p.product(page)
	return p.writeTo(r.io.Out)
}

// fact prints one fact; what is not known is left out.
func (p *page) fact(name, value string) {
	if value != "" {
		p.wrapped(fmt.Sprintf("  %-14s ", name), strings.Repeat(" ", 17), value)
	}
}

// evidenceWords say what an evidence level means.
var evidenceWords = map[catalog.Evidence]string{
	catalog.Maker:       "maker: its own page gives the number or the fact that matters most",
	catalog.Transcribed: "transcribed: a named copy of the maker's page",
	catalog.Reseller:    "reseller: a seller or another third party",
	catalog.Unverified:  "unverified: no more than a mention; never chosen automatically",
}

var lifecycleWords = map[catalog.Lifecycle]string{
	catalog.Active:           "active: sold by its maker",
	catalog.Retired:          "retired: no longer sold by its maker",
	catalog.Planned:          "planned: not sold yet",
	catalog.UnknownLifecycle: "unknown: in none of the maker's lists",
}

func (p *page) product(page *app.ProductPage) {
	x := page.Product
	p.line(p.styled(bold, x.SKU), "  ", x.Description)
	p.fact("also", strings.Join(x.AltSKUs, ", "))
	p.fact("maker", x.Maker)
	p.fact("medium", string(x.Medium)+", "+x.Shape)
	p.fact("ends", ends(x))
	p.fact("speeds", speedLabels(x.Speeds))
	p.fact("length", length(x.Length))
	p.reaches(x)
	p.fibre(x)
	p.body(x)
	p.fact("lifecycle", lifecycleWords[x.Lifecycle])
	p.fact("evidence", evidenceWords[x.Evidence])
	p.fact("chosen", map[bool]string{true: "automatically, where the plan's settings admit it", false: "only where the plan pins it"}[x.Automatic])
	p.fact("note", x.Note)
	p.fact("fits", fits(x, page))
	if page.Longer != nil {
		p.fact("next longer", page.Longer.SKU+", "+page.Longer.Length.Metres())
	}
	for _, other := range page.Instead {
		p.fact("or as "+string(other.Medium), other.SKU+", "+other.Length.Metres())
	}
	p.sources(page.Sources, x.Locator)
}

func speedLabels(all []*catalog.Speed) string {
	labels := make([]string, len(all))
	for i, s := range all {
		labels[i] = s.Name + " (" + s.Label + ")"
	}
	return strings.Join(labels, ", ")
}

// length is empty where not known.
func length(l units.Length) string {
	if l == 0 {
		return ""
	}
	return l.Metres()
}

func (p *page) reaches(x *catalog.Product) {
	p.fact("reach", length(x.Reach))
	var grades []string
	for _, grade := range []string{"om3", "om4", "om5", "os2"} {
		if l := x.FibreReach.On(grade); l > 0 {
			grades = append(grades, strings.ToUpper(grade)+" "+l.Metres())
		}
	}
	p.fact("reach on", strings.Join(grades, ", "))
	p.fact("at least", length(x.MinReach))
}

func (p *page) fibre(x *catalog.Product) {
	if x.Optics != nil {
		p.fact("optics", x.Optics.Label)
	}
	if x.Fibre != nil {
		p.fact("fibre", strings.ToUpper(x.Fibre.Grade))
	}
	connectors := x.ConnectorA
	if x.ConnectorB != "" {
		connectors += " to " + x.ConnectorB
	}
	p.fact("connectors", connectors)
	p.fact("polish", strings.ToUpper(x.Polish))
	p.fact("pins", x.Pins)
}

func (p *page) body(x *catalog.Product) {
	var watts []string
	for _, w := range []units.Power{x.PowerA, x.PowerB} {
		if w > 0 {
			watts = append(watts, w.String())
		}
	}
	p.fact("power", strings.Join(watts, " and ")+map[bool]string{true: ", hub and each leg"}[len(watts) == 2 && x.Legs > 1])
	p.fact("wire gauge", x.AWG)
	if x.OD > 0 {
		p.fact("diameter", fmt.Sprintf("%d.%d mm", x.OD/10, x.OD%10))
	}
	if x.BendRadius > 0 {
		p.fact("bend radius", x.BendRadius.String())
	}
	if x.Weight > 0 {
		p.fact("weight", x.Weight.String())
	}
}

// fits lists the device types each end goes into.
func fits(x *catalog.Product, page *app.ProductPage) string {
	slugs := func(all []*catalog.DeviceType) string {
		if len(all) == 0 {
			return "no type of the catalog"
		}
		names := make([]string, len(all))
		for i, t := range all {
			names[i] = t.Slug
		}
		return strings.Join(names, ", ")
	}
	switch {
	case x.Medium == catalog.FibreCord || x.Medium == catalog.TwistedPair:
		return ""
	case x.EndB == nil || x.EndB == x.EndA:
		return slugs(page.FitsA)
	}
	return fmt.Sprintf("%s: %s; %s: %s", x.EndA.Name, slugs(page.FitsA), x.EndB.Name, slugs(page.FitsB))
}

// sources says who says so.
func (p *page) sources(all []*catalog.Source, locator string) {
	for _, s := range all {
		about := s.Label()
		if s.Publisher != "" {
			about += ", " + s.Publisher
		}
		if s.Address != "" {
			about += ", " + s.Address
		}
		p.fact("source", fmt.Sprintf("%s: %s (read %s)", s.Key, about, s.DateRead))
	}
	p.fact("where in it", locator)
}

func (p *page) deviceType(t *catalog.DeviceType, sources []*catalog.Source) {
	p.line(p.styled(bold, t.Slug), "  ", t.Model)
	p.fact("maker", t.Maker)
	p.fact("kind", t.Kind)
	if t.Rackable {
		p.fact("height", t.Height.String()+"U")
	} else {
		p.fact("height", "a part of a device: it cannot stand in a rack")
	}
	p.fact("depth", length(t.Depth))
	if t.Weight > 0 {
		p.fact("weight", t.Weight.String())
	}
	if t.PowerMax > 0 {
		p.fact("power", "at most "+t.PowerMax.String())
	}
	p.fact("ports look", t.PortSide)
	p.fact("air", t.Airflow)
	for i := range t.Groups {
		p.portGroup(t, &t.Groups[i])
	}
	var rails []string
	for _, r := range t.Rails {
		if r.Number >= 0 {
			rails = append(rails, r.Port)
		}
	}
	p.fact("rail order", strings.Join(rails, ", "))
	p.fact("note", t.Note)
	p.sources(sources, t.Locator)
}

// portGroup prints a run of like cages: how many, the speeds, and the names of
// the first and last port.
func (p *page) portGroup(t *catalog.DeviceType, g *catalog.PortGroup) {
	var first, last *catalog.Port
	n := 0
	for i := range t.Ports {
		if t.Ports[i].Group == g {
			if first == nil {
				first = &t.Ports[i]
			}
			last = &t.Ports[i]
			n++
		}
	}
	if first == nil {
		return
	}
	names := first.Name
	if last != first {
		names += " to " + last.Name
	}
	text := fmt.Sprintf("%s: %s, %s in %s %s, %s", names, g.Role, count(n, "port"), count(g.CageCount, "cage"), g.Form.Name, speeds(g.Speeds))
	if len(first.Children) > 0 {
		text += "; splits into " + first.Children[0] + " and so on"
	}
	if len(g.Aliases) > 0 {
		text += "; also " + strings.Join(g.Aliases, ", ")
	}
	p.fact("ports", text)
}
