package template

import (
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// A kit is what a network of one speed is built of: real types where the
// catalog has them, generic stand-ins where not.
type kit struct {
	speed  string
	uplink string // speed between switches
	split  int    // host ports of a switch port
	sw     string
	host   string
}

var kits = []kit{
	{speed: "ndr", uplink: "ndr", split: 1, sw: "qm9700", host: "hgx-8gpu-osfp"},
	{speed: "xdr", uplink: "xdr", split: 1, sw: "q3400-ra", host: "dgx-b300"},
	{speed: "hdr", uplink: "hdr", split: 1, sw: "qm8700", host: "server-1u-qsfp56"},
	{speed: "edr", uplink: "edr", split: 1, sw: "sb7800", host: "server-1u-1x-qsfp28"},
	{speed: "400gbe", uplink: "800gbe", split: 2, sw: "sn5600", host: "hgx-8gpu-osfp"},
	{speed: "200gbe", uplink: "200gbe", split: 1, sw: "sn4600", host: "server-1u-qsfp56"},
	{speed: "100gbe", uplink: "100gbe", split: 1, sw: "sn4600c", host: "server-1u-1x-qsfp28"},
}

// kitOf is the kit of the speed parameter.
func (b *builder) kitOf() kit {
	for _, k := range kits {
		if k.speed == b.word("speed") {
			return k
		}
	}
	b.fail("speed", "speed %s has no switch in this template", quote(b.word("speed")))
	return kits[0]
}

// hostsWith are single-port servers by speed, for trees whose hosts have one
// port each.
var hostsWith = map[string]string{"ndr": "server-1u-1x-osfp", "xdr": "server-1u-1x-osfp224", "hdr": "server-1u-1x-qsfp56"}

// fabricPorts is how many ports for a fabric carry the rate.
func fabricPorts(t *catalog.DeviceType, rate string) int {
	n := 0
	for i := range t.Ports {
		g := t.Ports[i].Group
		if g.Role != "fabric" {
			continue
		}
		for _, s := range g.Speeds {
			if s.Rate == rate {
				n++
				break
			}
		}
	}
	return n
}

// gbps is what a rate carries.
func (b *builder) gbps(rate string) int {
	if all := b.catalog.Rate(rate); len(all) > 0 {
		return all[0].Gbps
	}
	return 1
}

// inRack is how many hosts share a rack: the most of these numbers that its
// power and its units allow, best first.
func (b *builder) inRack(t *catalog.DeviceType, kw int, most ...int) int {
	for _, n := range most {
		if units.Power(n)*t.PowerMax <= power(kw) && units.RackUnits(n)*t.Height <= units.U(rackUnits-2) {
			return n
		}
	}
	b.fail("rack_kw", "rack_kw %d is below the %s of one %s; write %d or more", kw, t.PowerMax, t.Slug, kilowatts(t.PowerMax))
	return 1
}

// perRack is the parameter hosts_per_rack, or with 0 as many hosts as fill
// usual units at this power.
func (b *builder) perRack(t *catalog.DeviceType, kw int) int {
	const usual = 32 // of 48 units: what four servers of 8 units take
	said := b.int("hosts_per_rack")
	if said == 0 {
		most := max(1, int(units.U(usual)/t.Height))
		for n := most; n > 1; n-- {
			if units.Power(n)*t.PowerMax <= power(kw) {
				return n
			}
		}
		return b.inRack(t, kw, 1)
	}
	if most := int(units.U(rackUnits-2) / t.Height); said > most {
		b.fail("hosts_per_rack", "hosts_per_rack %d is above the %d of %s units that a rack of %d units takes", said, most, t.Height, rackUnits)
	} else if need := units.Power(said) * t.PowerMax; need > power(kw) {
		b.fail("hosts_per_rack", "hosts_per_rack %d draws %s, above the %d kW of rack_kw; write %d or less", said, need, kw, power(kw)/t.PowerMax)
	}
	return said
}

func perRackParam(most int) Param {
	return whole("hosts_per_rack", "Hosts in a rack", "How many hosts share a rack. 0: as many as 32 units and the rack's power allow.", 0, 0, most)
}

// upward are the lowest units of n devices of a height, from a unit up.
func upward(n int, height units.RackUnits, from int) []units.RackUnits {
	at := make([]units.RackUnits, n)
	for i := range at {
		at[i] = units.U(from) + units.RackUnits(i)*height
	}
	return at
}

// spines is the smallest number of spines, two or more where that can be, that
// divides the uplinks of each leaf and whose ports take all leaves; 0: none.
func spines(leaves, uplinks, ports int) int {
	for s := min(2, uplinks); s <= uplinks; s++ {
		if uplinks%s == 0 && leaves*uplinks/s <= ports {
			return s
		}
	}
	return 0
}
