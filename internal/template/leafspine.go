package template

import "lengthwise/internal/plan"

var leafSpine = &Template{
	Name:  "leaf-spine",
	Title: "Leaf and spine",
	About: "Hosts on leaves, leaves on spines, InfiniBand or Ethernet, single or dual homed",
	Params: with("Leaf and spine",
		[]Param{
			whole("hosts", "Hosts", "All of one type, which the speed decides.", 32, 2, 2000),
			oneOf("speed", "Speed", "What host ports run at: NDR on QM9700, XDR on Q3400-RA, HDR on QM8700, 400 GbE on SN5600 with every port split in two and 800 GbE up, 200 GbE on SN4600, 100 GbE on SN4600C.",
				"ndr", "xdr", "hdr", "400gbe", "200gbe", "100gbe"),
			oneOf("homing", "Homing", "single: all ports of a host on one leaf. dual: odd ports on the first, even ports on the second leaf of a pair.", "single", "dual"),
			oneOf("oversubscription", "Oversubscription", "Bandwidth down to bandwidth up at each leaf; 1 is non-blocking.", "1", "1.5", "2", "3", "4"),
			whole("hosts_per_leaf", "Hosts on a leaf", "With dual homing on a pair of leaves. 0: as many as its ports allow.", 0, 0, 128),
			perRackParam(40), rowParam(12), rackPower(45),
		}, hallParams()),
	build: buildLeafSpine,
}

// A leaf is how the ports of one leaf are shared out.
type leaf struct{ hosts, down, up int }

func buildLeafSpine(b *builder) {
	kit := b.kitOf()
	host, sw := b.typ(kit.host), b.typ(kit.sw)
	ports, perHost := fabricPorts(sw, kit.uplink), fabricPorts(host, kit.speed)
	dual := b.word("homing") == "dual"
	if dual && perHost < 2 {
		b.fail("homing", "homing dual needs two ports, and a %s has one at %s; write single, or choose another speed", host.Slug, kit.speed)
		return
	}
	l, ok := b.share(kit, ports, perHost, dual)
	if !ok {
		return
	}
	step := 1
	if dual {
		step = 2
	}
	leaves := ceil(b.int("hosts"), l.hosts) * step
	spineCount := 0
	if leaves > step {
		spineCount = spines(leaves, l.up, ports)
		if spineCount == 0 {
			b.fail("hosts", "hosts %d takes %d leaves; two tiers of %s hold %d leaves, which is %d hosts at %d a leaf",
				b.int("hosts"), leaves, sw.Slug, ports/step*step, ports/step*l.hosts, l.hosts)
			return
		}
	}
	h := &hall{hosts: b.int("hosts"), host: host, lead: "host-", kw: b.int("rack_kw"), row: b.int("row_racks")}
	h.perRack = min(b.perRack(host, h.kw), h.hosts)
	h.at = upward(h.perRack, host.Height, 1)
	h.groups = []group{{"leaf-", sw, leaves}, {"spine-", sw, spineCount}}
	if b.lay(h); b.failed() {
		return
	}
	f := plan.Fabric{
		Name: "fabric", Topology: "leaf-spine", Speed: kit.speed, Hosts: series("host-", h.hosts), HostsPerLeaf: ptr(l.hosts), Leaves: series("leaf-", leaves),
	}
	if dual {
		f.Homing = "dual"
	}
	if spineCount > 0 {
		f.Spines, f.Oversubscription = series("spine-", spineCount), b.word("oversubscription")
	}
	if kit.uplink != kit.speed {
		f.UplinkSpeed = kit.uplink
	}
	if kit.split > 1 {
		f.Split = ptr(kit.split)
	}
	b.doc.Fabrics = []plan.Fabric{f}
	on := counted(leaves, "leaf")
	if spineCount > 0 {
		on += " and " + counted(spineCount, "spine")
	}
	b.describe("%s on %s at %s", counted(h.hosts, "host"), on, b.catalog.Rate(kit.speed)[0].Label)
	b.note("%s; each leaf keeps %d ports for hosts and %d for uplinks", h.said(), l.down, l.up)
}

// share finds how many hosts a leaf takes. Uplinks begin with the first free
// cage after the hosts' ports.
func (b *builder) share(kit kit, ports, perHost int, dual bool) (leaf, bool) {
	each := perHost
	if dual {
		each = perHost / 2
	}
	tenths := map[string]int{"1": 10, "1.5": 15, "2": 20, "3": 30, "4": 40}[b.word("oversubscription")]
	cage := b.catalog.Type(kit.sw).Ports[0].Group.PortsPerCage
	of := func(hosts int) (leaf, bool) {
		l := leaf{hosts: hosts, down: hosts * each}
		l.up = ceil(10*l.down*b.gbps(kit.speed), tenths*b.gbps(kit.uplink))
		taken := ceil(ceil(l.down, kit.split), cage) * cage
		return l, taken+l.up <= ports
	}
	most := leaf{}
	for n := 1; ; n++ {
		l, ok := of(n)
		if !ok {
			break
		}
		most = l
	}
	said := b.int("hosts_per_leaf")
	if said == 0 {
		return most, true
	}
	l, ok := of(said)
	if !ok {
		b.fail("hosts_per_leaf", "hosts_per_leaf %d takes %d ports down and %d up of a %s, which has %d; write %d or less, or allow more oversubscription",
			said, ceil(l.down, kit.split), l.up, kit.sw, ports, most.hosts)
	}
	return l, ok
}

var hgxRows = &Template{
	Name:  "hgx-rows",
	Title: "HGX rows",
	About: "8-GPU servers with a leaf in every rack, spines between: copper wherever it reaches",
	Params: with("HGX rows",
		[]Param{
			whole("hosts", "Servers", "Eight ports each; a rack's servers share its leaf.", 16, 2, 256),
			whole("hosts_per_rack", "Servers in a rack", "Half of them below the leaf, half above it.", 4, 1, 4),
			rowParam(3), rackPower(45),
		}, hallParams()),
	build: buildHGXRows,
}

func buildHGXRows(b *builder) {
	host, sw := b.typ("hgx-8gpu-osfp"), b.typ("qm9700")
	perRack := b.int("hosts_per_rack")
	leaves := ceil(b.int("hosts"), perRack)
	ports, up := fabricPorts(sw, "ndr"), perRack*fabricPorts(host, "ndr")
	count := spines(leaves, up, ports)
	if count == 0 {
		b.fail("hosts", "hosts %d at %d a rack takes %d leaves; two tiers of %s hold %d, which is %d hosts", b.int("hosts"), perRack, leaves, sw.Slug, ports, ports*perRack)
		return
	}
	if leaves == 1 {
		b.fail("hosts", "hosts %d fit one rack and need no spines; take the template single-rack, or write %d or more", b.int("hosts"), perRack+1)
		return
	}
	h := &hall{hosts: b.int("hosts"), host: host, lead: "hgx-", perRack: perRack, kw: b.int("rack_kw"), row: b.int("row_racks")}
	const leafAt = 20
	below := (perRack + 1) / 2
	h.at = append(upward(below, host.Height, leafAt-1-8*below), upward(perRack-below, host.Height, leafAt+2)...)
	h.beside = []plan.Device{{Name: series("leaf-", leaves), Type: sw.Slug, U: positions(leafAt), Face: h.facing(sw)}}
	h.groups = []group{{"spine-", sw, count}}
	h.top = positions(leafAt + 1).At[0]
	if b.lay(h); b.failed() {
		return
	}
	b.doc.Fabrics = []plan.Fabric{{
		Name: "compute", Topology: "leaf-spine", Speed: "ndr", Hosts: series("hgx-", h.hosts), HostsPerLeaf: ptr(perRack),
		Leaves: series("leaf-", leaves), Spines: series("spine-", count),
	}}
	b.describe("%d HGX servers in %s, a leaf in each, %d spines, NDR, non-blocking", h.hosts, counted(h.compute, "rack"), count)
	b.note("The leaf stands in the middle of its rack, the spines level with it: with side_pass=1 racks next to the spines are joined by copper")
}
