package template

import "lengthwise/internal/plan"

var fatTree = &Template{
	Name:  "fat-tree",
	Title: "Fat tree",
	About: "A three-tier fat tree of k-port switches, k³/4 hosts with one port each",
	Params: with("Fat tree",
		[]Param{
			whole("k", "k, ports of a switch that are used", "Even. k pods of k/2 edge and k/2 aggregation switches, (k/2)² cores, k³/4 hosts.", 8, 4, 48),
			oneOf("speed", "Speed", "NDR is built of QM9700, XDR of Q3400-RA, HDR of QM8700, which has 40 ports.", "ndr", "xdr", "hdr"),
			perRackParam(40), rowParam(20), rackPower(40),
		}, hallParams()),
	build: buildFatTree,
}

func rowParam(racks int) Param {
	return whole("row_racks", "Racks in a row", "Compute and network racks together.", racks, 2, 40)
}

func buildFatTree(b *builder) {
	k, kit := b.int("k"), b.kitOf()
	host, sw := b.typ(hostsWith[kit.speed]), b.typ(kit.sw)
	if k%2 != 0 {
		b.fail("k", "k %d is odd; a fat tree needs an even number of ports on each switch: %d or %d", k, k-1, k+1)
	}
	if ports := fabricPorts(sw, kit.speed); k > ports {
		b.fail("k", "k %d is above the %d ports of a %s; write %d or less, or choose another speed", k, ports, sw.Slug, ports)
	}
	if b.failed() {
		return
	}
	h := &hall{hosts: k * k * k / 4, host: host, lead: "host-", kw: b.int("rack_kw"), row: b.int("row_racks")}
	h.perRack = min(b.perRack(host, h.kw), h.hosts)
	h.at = upward(h.perRack, host.Height, 1)
	edges, cores := k*k/2, k*k/4
	h.groups = []group{{"edge-", sw, edges}, {"agg-", sw, edges}, {"core-", sw, cores}}
	b.lay(h)
	b.doc.Fabrics = []plan.Fabric{{
		Name: "tree", Topology: "fat-tree", Speed: kit.speed, K: ptr(k), Hosts: series("host-", h.hosts),
		Edges: series("edge-", edges), Aggregations: series("agg-", edges), Cores: series("core-", cores),
	}}
	b.describe("Fat tree with k = %d: %d hosts, %d edge and %d aggregation switches, %d cores", k, h.hosts, edges, edges, cores)
	b.note("%s", h.said())
}
