package catalog_test

import "testing"

func TestRulesOfDevices(t *testing.T) {
	t.Parallel()
	const ty, p = "device_types.csv", "device_ports.csv"
	const sw, eth, host, card, panel = "qm9700,1,", "sn5600,1,", "dgx-h100,1,", "mcx653106a-hdat,1,", "patch-panel-mpo-1u,1,"
	runRules(t, []ruleCase{
		{name: "a card with rack units", slips: one(ty, "mcx653106a-hdat,", "rack_units", "1"), want: "units: a nic is a part of a device and takes no rack units"},
		{name: "a switch without rack units", slips: one(ty, "qm9700,", "rack_units", ""), want: "units: a device of a rack has rack units"},
		{name: "a card in a rack", slips: one(ty, "mcx653106a-hdat,", "rackable", "yes"), want: "rackable is the other word"},
		{name: "a switch that goes into no rack", slips: one(ty, "qm9700,", "rackable", "no"), want: "rackable is the other word"},
		{name: "typical power above the maximum", slips: one(ty, "qm9700,", "power_w_typical", "1721"), want: "typical power 1721 W is above the maximum 1720 W"},
		{name: "a generic device with evidence", slips: one(ty, "pdu-2u,", "evidence", "reseller"), want: "only generic devices are unverified, and all of them are"},
		{name: "a real device without evidence", slips: one(ty, "qm9700,", "evidence", "unverified"), want: "only generic devices are unverified, and all of them are"},
		{name: "a device without ports", slips: one(ty, "sn2201,", "slug", "sn2299"), at: slip{file: ty, row: "sn2201,"}, want: "ports: the type has no ports"},
		{name: "a switch without a port of role fabric", slips: one(p, "sb7890,1,", "role", "uplink"), at: slip{file: ty, row: "sb7890,"}, want: "kind ib-switch needs a port of role fabric, and there is none"},
		{name: "a server without a port of role fabric", slips: one(p, "server-1u-qsfp56,1,", "role", "storage"), at: slip{file: ty, row: "server-1u-qsfp56,"}, want: "kind server needs a port of role fabric, and there is none"},
		{name: "groups that do not count 1, 2, 3", slips: one(p, "sn2201,3,", "group", "4"), want: "is group 4; groups are numbered 1, 2, 3 in order, so it is 3"},
		{name: "a cage that is a plug only", slips: one(p, "ufm-appliance-ndr,1,", "cage_form_factor", "osfp-unspecified"), want: "cage_form_factor: osfp-unspecified is a plug and no cage"},
		{name: "another number of ports than the cage has", slips: one(p, sw, "ports_per_cage", "1"), want: "ports_per_cage: is 1, a cage of form osfp-finned-2 has 2"},
		{name: "no speeds", slips: []slip{{p, "sb7800,2,", "speeds", ""}, {p, "sb7800,2,", "max_speed", ""}}, want: "speeds: is empty; list what the ports run at"},
		{name: "a highest speed that is not the first", slips: one(p, sw, "max_speed", "hdr"), want: `max_speed "hdr", the first speed listed is "ndr"`},
		{name: "a highest speed of no speeds", slips: one(p, panel, "max_speed", "ndr"), want: `max_speed "ndr", the first speed listed is ""`},
		{name: "more lanes than the cage", slips: []slip{{p, "sn2201,1,", "speeds", "50gbe-2x25"}, {p, "sn2201,1,", "max_speed", "50gbe-2x25"}}, want: "speeds: 50gbe-2x25 takes 2 lanes, a port here has 1"},
		{name: "lanes too fast for the cage", slips: []slip{{p, "sb7800,1,", "speeds", "hdr"}, {p, "sb7800,1,", "max_speed", "hdr"}}, want: "speeds: hdr is too fast for qsfp28, whose lanes end at 25 Gb/s"},
		{name: "a faster speed behind the first", slips: []slip{{p, "qm8700,1,", "speeds", "hdr100;hdr"}, {p, "qm8700,1,", "max_speed", "hdr100"}}, want: "speeds: hdr is faster than hdr100, which stands first"},
		{name: "a protocol the device does not have", slips: one(p, sw, "speeds", "ndr;ndr200;400gbe"), want: "speeds: 400gbe is not one of the device's protocols"},
		{name: "an unknown placeholder in a name", slips: one(p, sw, "port_name_pattern", "IB1/{cage}/{prot}"), want: `port_name_pattern: "IB1/{cage}/{prot}" has the unknown placeholder {prot}; here may stand {cage} {cage0} {port} {port0} {n} {n0}`},
		{name: "a child's placeholder in a printed name", slips: one(p, sw, "port_name_pattern", "IB1/{cage}/{i}"), want: "has the unknown placeholder {i}"},
		{name: "a port's placeholder in a cage name", slips: one(p, sw, "cage_name_pattern", "IB1/{port}"), want: `cage_name_pattern: "IB1/{port}" has the unknown placeholder {port}; here may stand {cage} {cage0}`},
		{name: "an unknown placeholder in an alias", slips: one(p, sw, "aliases", "{cage}.{x}"), want: `aliases: "{cage}.{x}" has the unknown placeholder {x}`},
		{name: "a brace left open", slips: one(p, sw, "aliases", "P{cage"), want: "has a brace that belongs to no placeholder"},
		{name: "an alias that is the printed name", slips: one(p, sw, "aliases", "IB1/{cage}/{port}"), want: `aliases: "IB1/{cage}/{port}" is the printed name, or listed twice`},
		{name: "an alias of children that do not exist", slips: one(p, "sb7800,1,", "aliases", "1/{cage}/{i}"), want: `aliases: "1/{cage}/{i}" names children of a port that does not split`},
		{name: "a cage with one port and another name", slips: one(p, "sb7800,1,", "cage_name_pattern", "C{cage}"), want: "cage_name_pattern: a cage with one port has the name of its port, IB1/{cage}"},
		{name: "a cage name given twice", slips: one(p, "q3200-ra,2,", "cage_name_pattern", "A{cage}"), want: `cage_name_pattern: cage name "A1" is given twice`},
		{name: "a port name given twice", slips: []slip{{p, "sn2201,3,", "port_name_pattern", "swp{cage}"}, {p, "sn2201,3,", "cage_name_pattern", "swp{cage}"}}, want: `port_name_pattern: name "swp1" is given twice`},
		{name: "an alias that is another port's name", slips: one(p, "sn2201,3,", "aliases", "swp7"), want: `aliases: name "swp7" is given twice`},
		{name: "an alias that is another port's child", slips: one(p, sw, "aliases", "IB1/{cage}/{port}/1"), want: `split_suffix: name "IB1/1/1/1" is given twice`},
		{name: "a suffix missing where the port splits", slips: []slip{{p, sw, "split_suffix", ""}, {p, sw, "aliases", "{n}"}}, want: "split_suffix: the port splits, so its children need a suffix, /{i}"},
		{name: "a suffix where no speed splits", slips: one(p, "sb7800,1,", "split_suffix", "/{i}"), want: "split_suffix: no speed listed takes a half or a quarter of the port's 4 lanes, so it does not split"},
		{name: "a suffix of a server's port", slips: one(p, host, "split_suffix", "/{i}"), want: "split_suffix: only ports of switches split, and the kind is gpu-server"},
		{name: "the suffix of another kind of switch", slips: one(p, eth, "split_suffix", "/{i}"), want: "split_suffix: /{i} is not that of this kind of switch, s{i0}"},
		{name: "cage power of a server", slips: one(p, host, "cage_power_mw", "17000"), want: "cage_power_mw: is kept for switches"},
		{name: "an adapter of a switch", slips: one(p, sw, "adapter", "each"), want: "adapter: kind ib-switch and RJ45 ports have no adapter; leave it out"},
		{name: "an adapter of an RJ45 port", slips: one(p, "dgx-h100,7,", "adapter", "each"), want: "adapter: kind gpu-server and RJ45 ports have no adapter; leave it out"},
		{name: "host lanes of no adapter", slips: one(p, host, "adapter", ""), want: "pcie_gen: is the host link of which adapter?"},
		{name: "a card without an adapter", slips: one(p, "connectx-8-c8240,1,", "adapter", ""), want: "adapter: a nic is one adapter"},
		{name: "a host generation without lanes", slips: one(p, host, "pcie_lanes", ""), want: "pcie_gen: generation and lanes go together"},
		{name: "host lanes without a generation", slips: one(p, host, "pcie_gen", ""), want: "pcie_gen: generation and lanes go together"},
		{name: "a card with one port and a number", slips: one(p, "mcx653105a-hdat,1,", "adapter", "1"), want: "adapter: card 1 has one port; write each"},
		{name: "a card with two host links", slips: one(p, "dgx-h100,4,", "pcie_lanes", "8"), want: "pcie_gen: adapter 1 has two host links; its groups must agree"},
		{name: "more ports than any device", slips: one(p, card, "cage_count", "5000"), want: "cage_count: 5000 is not between 1 and 4096"},
	})
}

func TestRulesOfRails(t *testing.T) {
	t.Parallel()
	const r = "device_rails.csv"
	runRules(t, []ruleCase{
		{name: "a port that is no printed name", slips: one(r, "dgx-h100,3,", "port", "OSFP4P9"), want: `"OSFP4P9" is no printed port name of the device; did you mean "OSFP4P1"?`},
		{name: "a rail on a storage port", slips: one(r, "dgx-h100,3,", "port", "slot1p1"), want: "port slot1p1 has role storage; a rail is a port of role fabric"},
		{name: "a row that says nothing", slips: one(r, "dgx-gb200-tray,,Left Bay OSFP P3,", "rdma_name", ""), want: "the row says nothing"},
		{name: "a rail without a GPU", slips: one(r, "dgx-h100,3,", "gpu", ""), want: "rail and gpu are known together"},
		{name: "a GPU without a rail", slips: one(r, "dgx-h100,7,", "rail", ""), want: "rail and gpu are known together"},
		{name: "a rail twice", slips: one(r, "dgx-h100,3,", "rail", "2"), want: "rail 2 is given twice"},
		{name: "a GPU twice", slips: one(r, "dgx-h100,3,", "gpu", "2"), want: "gpu 2 is given twice"},
		{name: "an RDMA name twice", slips: one(r, "dgx-h100,3,", "rdma_name", "mlx5_0"), want: "rdma_name mlx5_0 is given twice"},
		{name: "a rail that is another GPU", slips: one(r, "dgx-h100,7,", "gpu", "8"), want: "rail 7 is GPU 8; rail r is GPU r"},
		{name: "a rail left out", slips: one(r, "dgx-h100,7,", "rail", "8"), want: "rail 8 stands where rail 7 is expected"},
		{name: "rails of some ports only", slips: []slip{{r, "dgx-h100,7,", "gpu", ""}, {r, "dgx-h100,7,", "rail", ""}}, want: "rails end at 6; the device has 8 ports of role fabric, so they are 0 to 7"},
		{name: "the same port twice", slips: one(r, "dgx-h100,7,", "port", "OSFP4P2"), want: "has the same slug, port as line 2"},
	})
}
