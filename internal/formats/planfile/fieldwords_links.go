package planfile

const (
	portValue   = "device:port, may be a range"
	speedValue  = "rate or variant: ndr, 400gbe, 400gbe-8x50"
	runMeaning  = "measured run: replaces the computed one and takes no slack"
	existing    = "true: the cable is there already; checked, never ordered"
	pinned      = "what the link has to be made with; checked, never replaced"
	labelWords  = "text on the cable, may be a range"
	mediumWords = "medium it has to be"
)

// linkWords are of links, overrides and fabrics.
var linkWords = []fieldWords{
	{"links[].a", portValue, "", "one end", DevicePorts},
	{"links[].b", portValue, "", "the other end", DevicePorts},
	{"links[].speed", speedValue, "the fastest both ports list", "rate the link runs at", SpeedNames},
	{"links[].run", lengthValue, "computed", runMeaning, ""},
	{"links[].cable", "fields", "", pinned, ""},
	{"links[].cable.medium", "word", "", mediumWords, ""},
	{"links[].cable.length", lengthValue, "", "length of the product, exactly", ""},
	{"links[].cable.sku", pinValue, "", "the assembly, or the cord of an optical link", ProductSKUs},
	{"links[].cable.module_a", pinValue, "", "transceiver on the side of a", ProductSKUs},
	{"links[].cable.module_b", pinValue, "", "transceiver on the side of b", ProductSKUs},
	{"links[].existing", flagValue, "false", existing, ""},
	{"links[].id", rangeValue, "from its ends", "id in results, of the same count as the ends", ""},
	{"links[].label", labelWords, "rack, unit and port of both ends", "what the cable is labelled", ""},
	{"links[].color", "text", "", "colour of the cable, in your words", ""},
	{"links[].group", "text", "", "what the link belongs to: orders split by it", ""},

	{"overrides[].at", portValue, "", "an end of the links it speaks of", DevicePorts},
	{"overrides[].run", lengthValue, "computed", runMeaning, ""},
	{"overrides[].cable", "fields", "", pinned, ""},
	{"overrides[].cable.medium", "word", "", mediumWords, ""},
	{"overrides[].cable.length", lengthValue, "", "length of the product, exactly", ""},
	{"overrides[].cable.sku", pinValue, "", "the assembly, or the cord of an optical link", ProductSKUs},
	{"overrides[].cable.module_a", pinValue, "", "transceiver on the side of at", ProductSKUs},
	{"overrides[].cable.module_b", pinValue, "", "transceiver on the other side", ProductSKUs},
	{"overrides[].existing", flagValue, "false", existing, ""},
	{"overrides[].label", labelWords, "rack, unit and port of both ends", "what the cable is labelled", ""},
	{"overrides[].color", "text", "", "colour of the cable, in your words", ""},
	{"overrides[].group", "text", "", "what the link belongs to: orders split by it", ""},

	{"fabrics[].name", "name", "", "what the fabric is called", ""},
	{"fabrics[].topology", "word", "", "shape of the fabric", ""},
	{"fabrics[].speed", speedValue, "", "rate of the hosts' links", SpeedNames},
	{"fabrics[].hosts", rangeValue, "", "devices at the edge", DeviceNames},
	{"fabrics[].host_ports", "list of ports, in rail order", "all ports of role fabric that carry the speed", "ports of a host it takes", TypePorts},
	{"fabrics[].hosts_per_unit", wholeValue, "the hosts divided evenly, rounded up", "hosts of a scalable unit", ""},
	{"fabrics[].hosts_per_leaf", wholeValue, "the hosts divided evenly, rounded up", "hosts of a leaf, or of a pair of leaves", ""},
	{"fabrics[].leaves", rangeValue, "", "leaf switches; required but for fat-tree", DeviceNames},
	{"fabrics[].spines", rangeValue, "", "spine switches", DeviceNames},
	{"fabrics[].cores", rangeValue, "", "core switches", DeviceNames},
	{"fabrics[].k", wholeValue, "", "ports of a switch of a fat-tree", ""},
	{"fabrics[].edges", rangeValue, "", "edge switches of a fat-tree", DeviceNames},
	{"fabrics[].aggregations", rangeValue, "", "aggregation switches of a fat-tree", DeviceNames},
	{"fabrics[].pods", wholeValue, "1", "pods; required with cores", ""},
	{"fabrics[].homing", "word", "single", "single: a host on one leaf; dual: spread over a pair", ""},
	{"fabrics[].uplink_speed", speedValue, "as speed", "rate of links between switches", SpeedNames},
	{"fabrics[].oversubscription", "number, up to four decimals", "1", "bandwidth down to bandwidth up; sets the uplinks", ""},
	{"fabrics[].links_per_pair", wholeValue, "from oversubscription", "uplinks of each leaf to each spine, outright", ""},
	{"fabrics[].split", "1, 2 or 4", "1", "a switch port for hosts is taken as so many children", ""},
	{"fabrics[].routing", "word", "ecmp for Ethernet, adaptive for InfiniBand", "how flows take paths; judges balance", ""},
}

// typeWords are of the plan's own device types.
var typeWords = []fieldWords{
	{"device_types[].slug", "name", "", "what devices call the type", ""},
	{"device_types[].model", "text", "the slug", "model as its maker writes it", ""},
	{"device_types[].maker", "text", "", "who makes it", ""},
	{"device_types[].kind", "word", "server", "what it is", ""},
	{"device_types[].units", "units, whole or half", "0", "height in U", ""},
	{"device_types[].width", "word", "full", "full, or half of the rack's width", ""},
	{"device_types[].depth", lengthValue, "", "depth; without it room behind is unchecked", ""},
	{"device_types[].weight_kg", "kilograms", "", "weight", ""},
	{"device_types[].power_w", "watts", "", "most it draws", ""},
	{"device_types[].typical_w", "watts", "", "what it draws usually", ""},
	{"device_types[].airflow", "word", "", "where air goes", ""},
	{"device_types[].port_side", "word", "", "side of the device its ports are on", ""},
	{"device_types[].protocols", "list of words", "", "what its ports speak", ""},
	{"device_types[].source", "text, or a list", "", "where these figures are from", ""},
	{"device_types[].rails", "list of ports, in GPU order", "port order, said so", "port of each GPU", ""},
	{"device_types[].ports", "list of port groups", "", "its ports, a group for each kind of cage", ""},
	{"device_types[].ports[].role", "word", "fabric", "what the ports are for", ""},
	{"device_types[].ports[].cage", "form factor", "", "cage a module or connector goes into", CageFormFactor},
	{"device_types[].ports[].cages", wholeValue, "1", "how many cages", ""},
	{"device_types[].ports[].first", wholeValue, "1", "number of the first cage", ""},
	{"device_types[].ports[].per_cage", wholeValue, "what the cage has", "ports in each cage", ""},
	{"device_types[].ports[].speeds", "list of variants", "", "what each port runs at", SpeedVariants},
	{"device_types[].ports[].name", "pattern: ib{cage}", "", "name of a port, as results print it", ""},
	{"device_types[].ports[].cage_name", "pattern", "as name, where a cage has one port", "name of a cage", ""},
	{"device_types[].ports[].split_suffix", "pattern: /{i}", "that of its kind of switch", "what a split child adds to its port's name", ""},
	{"device_types[].ports[].aliases", "pattern, or a list", "", "other names the ports answer to", ""},
	{"device_types[].ports[].adapter", "each, or the number of a card", "", "which ports share a host link", ""},
	{"device_types[].ports[].pcie", "fields", "", "host link of the adapter", ""},
	{"device_types[].ports[].pcie.gen", wholeValue, "", "generation of PCI Express", ""},
	{"device_types[].ports[].pcie.lanes", wholeValue, "", "lanes", ""},
}
