package template

import (
	"fmt"

	"lengthwise/internal/plan"
)

var twoNetworks = &Template{
	Name:  "two-networks",
	Title: "Two networks",
	About: "A compute fabric beside storage, in-band and out-of-band management, 1 GbE to 400 GbE and NDR",
	Params: with("Two networks",
		[]Param{
			whole("hosts", "Hosts", "DGX B200, in one unit of eight rails.", 16, 2, unitHosts),
			whole("storage_servers", "Storage servers", "Two ports of 400 GbE each, one on each storage switch.", 4, 1, 16),
			whole("head_servers", "Head servers", "For scheduling and logins, two ports of 25 GbE each.", 2, 1, 8),
			rackPower(40),
		}, hallParams()),
	build: buildTwoNetworks,
}

// The networks of the template and what their switches are called.
const (
	storageLead = "storage-sw-"
	inbandLead  = "inband-"
	accessLead  = "access-"
	oobLead     = "oob-"
)

func buildTwoNetworks(b *builder) {
	host, ndr := b.typ("dgx-b200"), b.typ("qm9700")
	hosts, stores, heads := b.int("hosts"), b.int("storage_servers"), b.int("head_servers")
	const spineCount = 4
	h := &hall{hosts: hosts, host: host, lead: "dgx-", kw: b.int("rack_kw"), step: 2, row: 18}
	h.perRack = b.inRack(host, h.kw, 4, 2, 1)
	h.at = upward(h.perRack, host.Height, 1)
	h.groups = []group{
		{"leaf-", ndr, unitLeaves}, {"spine-", ndr, spineCount},
		{storageLead, b.typ("sn5600"), 2}, {inbandLead, b.typ("sn4600c"), 2}, {accessLead, b.typ("sn3420"), 2},
		{"store-", b.typ("server-2u-qsfp112"), stores}, {"head-", b.typ("server-1u-qsfp56"), heads},
	}
	oob := b.outOfBand(h)
	h.groups = append(h.groups, group{oobLead, b.typ("sn2201"), oob})
	if b.lay(h); b.failed() {
		return
	}
	b.networks(hosts, stores, heads, oob)
	b.describe("%d DGX B200 with NDR compute, 400 GbE storage, 100 and 25 GbE in-band and 1 GbE out-of-band networks", hosts)
	b.note("%s", h.said())
	b.verify("Whether port order is the order of the GPUs is not known for this type (rail-order-unknown): ask, and write host_ports")
}

// networks writes the fabrics of the hosts and the links of everything else.
func (b *builder) networks(hosts, stores, heads, oob int) {
	compute := rails("ndr", hosts, unitHosts, unitLeaves)
	compute.Spines = series("spine-", 4)
	pair := func(name, speed, lead string, split *int, ports ...string) plan.Fabric {
		return plan.Fabric{Name: name, Topology: "leaf-spine", Speed: speed, Hosts: series("dgx-", hosts), HostPorts: ports,
			HostsPerLeaf: ptr(unitHosts), Leaves: series(lead, 2), Homing: "dual", Split: split}
	}
	b.doc.Fabrics = []plan.Fabric{
		compute,
		pair("storage", "400gbe", storageLead, ptr(2), "slot1p1", "slot2p1"),
		pair("in-band", "100gbe", inbandLead, nil, "slot1p2", "slot2p2"),
	}
	for i := 1; i <= 2; i++ {
		b.halves(stores, fmt.Sprintf("ib%d", i), fmt.Sprintf("%s%d", storageLead, i))
		b.join(series("store-", stores), fmt.Sprintf("eth%d", i), fmt.Sprintf("%s%d", accessLead, i), 1, stores, "25gbe", "in-band")
		b.join(series("head-", heads), fmt.Sprintf("eth%d", i), fmt.Sprintf("%s%d", accessLead, i), stores+1, heads, "25gbe", "in-band")
	}
	const up = 49 // the first uplink of access and out-of-band switches
	for i := 1; i <= 2; i++ {
		to := fmt.Sprintf("%s%d", inbandLead, i)
		b.join(series(accessLead, 2), fmt.Sprintf("swp%d", up+i-1), to, up, 2, "100gbe", "in-band")
		b.join(series(oobLead, oob), fmt.Sprintf("swp%d", up+i-1), to, up+2, oob, "100gbe", "out-of-band")
	}
	b.link(plan.Link{A: inbandLead + "1:swp[63-64]", B: inbandLead + "2:swp[63-64]", Speed: "100gbe", Group: "in-band"})
}

// halves joins storage servers to split ports of a storage switch, two on each,
// past those of the hosts.
func (b *builder) halves(stores int, port, sw string) {
	const first = 33
	add := func(name, child string) {
		b.link(plan.Link{A: name + ":" + port, B: sw + ":swp" + child, Speed: "400gbe", Group: "storage"})
	}
	if whole := stores / 2; whole > 0 {
		add(names("store-", 1, 2*whole, stores), brackets(first, first+whole-1)+"s[0-1]")
	}
	if stores%2 == 1 {
		add(names("store-", stores, stores, stores), brackets(first+stores/2, first+stores/2)+"s0")
	}
}

// join writes one entry of links: a port of each of n devices to consecutive
// ports of an Ethernet switch.
func (b *builder) join(devices, port, sw string, first, n int, speed, group string) {
	b.link(plan.Link{A: devices + ":" + port, B: sw + ":swp" + brackets(first, first+n-1), Speed: speed, Group: group})
}

func (b *builder) link(l plan.Link) { b.doc.Links = append(b.doc.Links, l) }

// brackets is "[1-8]", or the number alone.
func brackets(first, last int) string {
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("[%d-%d]", first, last)
}

// outOfBand joins the management port of everything to out-of-band switches,
// one after another, and gives their number.
func (b *builder) outOfBand(h *hall) int {
	const ports = 48 // 1GBASE-T ports of an SN2201
	next, total := 0, h.hosts
	for _, g := range h.groups {
		total += g.count
	}
	count := ceil(total, ports)
	plug := func(lead string, n int, port string) {
		for done := 0; done < n; {
			take := min(n-done, ports-next%ports)
			b.join(names(lead, done+1, done+take, n), port, names(oobLead, next/ports+1, next/ports+1, count), next%ports+1, take, "1gbe", "out-of-band")
			done, next = done+take, next+take
		}
	}
	plug(h.lead, h.hosts, "bmc")
	for _, g := range h.groups {
		port := "bmc"
		for i := range g.typ.Ports {
			if p := g.typ.Ports[i]; g.typ.IsSwitch() && p.Group.Role == "mgmt" {
				port = p.Name
				break
			}
		}
		plug(g.lead, g.count, port)
	}
	return count
}
