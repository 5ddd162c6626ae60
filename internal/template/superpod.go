package template

import (
	"strconv"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// The DGX SuperPOD reference architecture for DGX B200, chapter "DGX SuperPOD
// Architecture", table 3: 32 nodes and 8 leaves a unit, 32 links down and 32 up
// on every leaf, pods of 4 units above 8 units.
const (
	unitHosts  = 32
	unitLeaves = 8
	podUnits   = 4
	flatUnits  = 8 // up to here there are two tiers
)

var b200SuperPod = &Template{
	Name:  "b200-superpod",
	Title: "B200 SuperPOD",
	About: "DGX B200 in units of 32, eight rails at NDR, two or three tiers",
	Params: with("B200 SuperPOD",
		[]Param{whole("units", "Scalable units", "Units of 32 hosts and 8 leaves. Up to 8 there are two tiers; above, pods of 4 units and a tier of cores.", 4, 1, 64), rackPower(40)},
		hallParams()),
	build: buildSuperPod,
}

func buildSuperPod(b *builder) {
	n := b.int("units")
	if n > flatUnits && n%podUnits != 0 {
		b.fail("units", "units %d does not fill pods of %d; the nearest that do are %d and %d", n, podUnits, n/podUnits*podUnits, (n/podUnits+1)*podUnits)
		return
	}
	host, sw := b.typ("dgx-b200"), b.typ("qm9700")
	leaves := n * unitLeaves
	f := rails("ndr", n*unitHosts, unitHosts, leaves)
	spineCount, cores := spines(leaves, unitHosts, fabricPorts(sw, "ndr")), 0
	if n > flatUnits {
		pods := n / podUnits
		spineCount = pods * podUnits * unitLeaves
		group := coreGroup(pods, fabricPorts(sw, "ndr"))
		cores = podUnits * unitLeaves * group
		f.Pods, f.Cores = ptr(pods), series("core-", cores)
		b.note("%s of %d units, %d spines each; spine i of every pod joins core group i of %s", counted(pods, "pod"), podUnits, podUnits*unitLeaves, counted(group, "core"))
	}
	f.Spines = series("spine-", spineCount)
	b.doc.Fabrics = []plan.Fabric{f}

	h := &hall{hosts: n * unitHosts, host: host, lead: "dgx-", kw: b.int("rack_kw"), step: 2 * n}
	h.perRack = b.inRack(host, h.kw, 4, 2, 1)
	h.unitRacks = unitHosts / h.perRack / 2
	h.at = upward(h.perRack, host.Height, 1)
	h.groups = []group{{"leaf-", sw, leaves}, {"spine-", sw, spineCount}, {"core-", sw, cores}}
	b.lay(h)
	above := counted(spineCount, "spine")
	if cores > 0 {
		above += " and " + counted(cores, "core")
	}
	b.describe("%d DGX B200 in %s, rail-optimised NDR with %d leaves, %s", h.hosts, counted(n, "unit"), leaves, above)
	b.note("%s; a unit is two rows, rear to rear, with no switches in its compute racks", h.said())
	b.verify("Whether port order is the order of the GPUs is not known for this type (rail-order-unknown): ask, and write host_ports")
}

// coreGroup is the smallest number of cores in a group that divides the uplinks
// of a spine and whose ports hold all pods.
func coreGroup(pods, ports int) int {
	for g := 1; g <= unitHosts; g++ {
		if unitHosts%g == 0 && pods*unitHosts/g <= ports {
			return g
		}
	}
	return unitHosts
}

// rails is the rail-optimised compute fabric of hosts called dgx, without its
// spines.
func rails(speed string, hosts, perUnit, leaves int) plan.Fabric {
	return plan.Fabric{
		Name: "compute", Topology: "rail-optimized", Speed: speed, Hosts: series("dgx-", hosts), HostsPerUnit: ptr(perUnit), Leaves: series("leaf-", leaves),
	}
}

var h100Unit = &Template{
	Name:  "h100-unit",
	Title: "H100 unit",
	About: "One unit of DGX H100 or H200, eight rails at NDR, 8 leaves and 4 spines",
	Params: with("H100 unit",
		[]Param{
			whole("hosts", "Hosts", "How many of the unit's 32 hosts there are; the ports of the others stay reserved.", unitHosts, 1, unitHosts),
			oneOf("host", "Host", "DGX H200 is the same case with the same ports; DGX H100 is no longer sold.", "dgx-h100", "dgx-h200"),
			rackPower(45),
		}, hallParams()),
	build: buildH100Unit,
}

func buildH100Unit(b *builder) {
	host, sw := b.typ(b.word("host")), b.typ("qm9700")
	h := &hall{hosts: b.int("hosts"), host: host, lead: "dgx-", kw: b.int("rack_kw"), step: 2}
	h.perRack = b.inRack(host, h.kw, 4, 2, 1)
	h.at = upward(h.perRack, host.Height, 1)
	const spineCount = 4
	h.groups = []group{{"leaf-", sw, unitLeaves}, {"spine-", sw, spineCount}}
	b.lay(h)
	f := rails("ndr", h.hosts, unitHosts, unitLeaves)
	f.Spines = series("spine-", spineCount)
	b.doc.Fabrics = []plan.Fabric{f}
	b.describe("%s in one unit, rail-optimised NDR with %d leaves and %d spines", countedType(h.hosts, host), unitLeaves, spineCount)
	b.note("%s; rail r of every host goes to leaf r, in the order of the GPUs", h.said())
	if host.Lifecycle == catalog.Retired {
		b.verify("%s is no longer sold; with host=dgx-h200, the same case, ports and rails, every cable stays as it is", host.Slug)
	}
}

// countedType is "32 DGX H100".
func countedType(n int, t *catalog.DeviceType) string { return strconv.Itoa(n) + " " + t.Model }

var b300XDR = &Template{
	Name:  "b300-xdr",
	Title: "B300 XDR",
	About: "DGX B300 in units, eight rails at XDR on Q3400-RA, two tiers",
	Params: with("B300 XDR",
		[]Param{
			whole("units", "Units", "Groups of hosts with eight leaves of their own, one for each rail.", 1, 1, 18),
			oneOf("hosts_per_unit", "Hosts in a unit", "72 hosts fill half of a leaf's 144 ports, the other half goes up.", "72", "64", "56", "48", "40", "32", "24", "16", "8"),
			rackPower(60),
		}, hallParams()),
	build: buildB300,
}

func buildB300(b *builder) {
	host, sw := b.typ("dgx-b300"), b.typ("q3400-ra")
	n := b.int("units")
	perUnit, err := strconv.Atoi(b.word("hosts_per_unit"))
	if err != nil {
		b.fail("hosts_per_unit", "%s", err)
		return
	}
	leaves, ports := n*unitLeaves, fabricPorts(sw, "xdr")
	spineCount := spines(leaves, perUnit, ports)
	if spineCount == 0 {
		b.fail("units", "units %d takes %d leaves; the %d ports of a %s hold %d leaves in two tiers, which is %d units", n, leaves, ports, sw.Slug, ports, ports/unitLeaves)
		return
	}
	h := &hall{hosts: n * perUnit, host: host, lead: "dgx-", kw: b.int("rack_kw")}
	h.perRack = b.inRack(host, h.kw, 4, 2, 1)
	h.row = rowOf(ceil(perUnit, h.perRack))
	h.at = upward(h.perRack, host.Height, 1)
	h.groups = []group{{"leaf-", sw, leaves}, {"spine-", sw, spineCount}}
	b.lay(h)
	f := rails("xdr", h.hosts, perUnit, leaves)
	f.Spines = series("spine-", spineCount)
	b.doc.Fabrics = []plan.Fabric{f}
	b.describe("%d DGX B300 in %s, rail-optimised XDR with %d leaves and %d spines", h.hosts, counted(n, "unit"), leaves, spineCount)
	b.note("%s; ports look to the cold front, as both types have it", h.said())
	b.verify("Sources disagree on which side the ports of a DGX B300 are; at the back, every length here changes")
	b.verify("Whether port order is the order of the GPUs is not known for this type (rail-order-unknown): ask, and write host_ports")
}

// rowOf is how many racks a row takes where a unit has so many: all of them, or
// half where that is more than twenty.
func rowOf(racks int) int {
	const most = 20
	for racks > most {
		racks = ceil(racks, 2)
	}
	return racks + 2
}
