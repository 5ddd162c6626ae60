package template

import (
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// positions is one unit.
func positions(u int) plan.Positions { return plan.Positions{At: []units.RackUnits{units.U(u)}} }

var singleRack = &Template{
	Name:  "single-rack",
	Title: "Single rack",
	About: "One rack of hosts around one switch",
	Params: with("Single rack", []Param{
		whole("hosts", "Hosts", "All of one type, which the speed decides; half below the switch, half above it.", 4, 1, 40),
		oneOf("speed", "Speed", "NDR, XDR and 400 GbE take 8-GPU servers, the others 1U servers.", "ndr", "xdr", "hdr", "edr", "400gbe", "200gbe", "100gbe"),
		rackPower(70),
	}),
	build: buildSingleRack,
}

func buildSingleRack(b *builder) {
	kit, n, kw := b.kitOf(), b.int("hosts"), b.int("rack_kw")
	host, sw := b.typ(kit.host), b.typ(kit.sw)
	perHost := fabricPorts(host, kit.speed)
	most := int((units.U(rackUnits) - sw.Height) / host.Height)
	if byPorts := fabricPorts(sw, kit.uplink) * kit.split / perHost; byPorts < most {
		most = byPorts
	}
	if n > most {
		b.fail("hosts", "hosts %d is above the %d %s that one rack of %d units with one %s takes", n, most, host.Slug, rackUnits, sw.Slug)
	} else if need := units.Power(n)*host.PowerMax + sw.PowerMax; need > power(kw) {
		b.fail("rack_kw", "rack_kw %d is below the %s of %s and the switch; write %d or more", kw, need, counted(n, "host"), kilowatts(need))
	}
	if b.failed() {
		return
	}
	below := (n + 1) / 2
	leafAt := units.U(1) + units.RackUnits(below)*host.Height
	at := append(upward(below, host.Height, 1), upward(n-below, host.Height, int((leafAt+sw.Height)/units.U(1)))...)
	h := &hall{host: host}
	b.doc.Racks = []plan.Rack{{Name: "R1", Power: ptr(power(kw))}}
	b.doc.Devices = []plan.Device{
		{Name: series("host-", n), Type: host.Slug, Rack: "R1", U: plan.Positions{At: at}},
		{Name: "leaf-1", Type: sw.Slug, Rack: "R1", U: plan.Positions{At: []units.RackUnits{leafAt}}, Face: h.facing(sw)},
	}
	f := plan.Fabric{Name: "rack", Topology: "single-switch", Speed: kit.speed, Hosts: series("host-", n), Leaves: "leaf-1"}
	if kit.split > 1 {
		f.Split = ptr(kit.split)
	}
	b.doc.Fabrics = []plan.Fabric{f}
	b.describe("%s around one %s at %s", counted(n, "host"), sw.Model, b.catalog.Rate(kit.speed)[0].Label)
}
