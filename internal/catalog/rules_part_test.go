package catalog_test

import "testing"

func TestRulesOfProducts(t *testing.T) {
	t.Parallel()
	const (
		p         = "products.csv"
		edr5m     = "MCP1600-E005E26,"
		hdr2m     = "MCP1650-H002E26,"
		splitter  = "MCP7Y00-N003,"
		module    = "MMA4Z00-NS,"
		single    = "MMS4X00-NS,"
		lc        = "MMS4X50-NM,"
		mmCord    = "MFP7E10-N050,"
		smCord    = "MFP7E30-N050,"
		splitCord = "MFP7E20-N030,"
	)
	twisted := func(more ...slip) []slip { // a cord of twisted pair, right but for what more says
		s := []slip{
			{p, edr5m, "medium", "twisted-pair"}, {p, edr5m, "protocols", "eth"}, {p, edr5m, "speeds", "1gbe"},
			{p, edr5m, "end_a", "rj45"}, {p, edr5m, "end_b", "rj45"}, {p, edr5m, "reach_mm", "100000"},
		}
		return append(s, more...)
	}
	runRules(t, []ruleCase{
		{name: "one number on two parts", slips: one(p, "MCP7Y00-N002,", "alt_skus", "980-9I92N-00N003"), at: slip{file: p, row: splitter}, want: `number "980-9I92N-00N003" is also that of MCP7Y00-N002`},
		{name: "one number on two parts in another spelling", slips: one(p, edr5m, "alt_skus", "mcp1600 e002e30"), want: `number "mcp1600 e002e30" is also that of MCP1600-E002E30`},
		{name: "a number that is also the SKU", slips: one(p, edr5m, "alt_skus", "MCP1600E005E26"), want: "is also that of MCP1600-E005E26"},
		{name: "a doubtful maker", slips: one(p, edr5m, "maker", "unknown"), want: `maker "unknown" is doubtful`},
		{name: "a doubtful number", slips: one(p, edr5m, "alt_skus", "980-TBD"), want: `alt_skus "980-TBD" is doubtful`},
		{name: "a number with a question mark", slips: one(p, edr5m, "alt_skus", "980-9I9?"), want: "is doubtful"},
		{name: "a protocol the speeds do not have", slips: one(p, edr5m, "protocols", "ib;eth"), want: `protocols "ib;eth", its speeds say "ib"`},
		{name: "a protocol the speeds have", slips: one(p, hdr2m, "protocols", "ib"), want: `protocols "ib", its speeds say "ib;eth"`},
		{name: "an end that is a cage only", slips: one(p, edr5m, "end_b", "mpo12-cpo"), want: "end_b is mpo12-cpo, which is no plug"},
		{name: "a hub that is a cage only", slips: one(p, edr5m, "end_a", "mpo12-cpo"), want: "end_a is mpo12-cpo, which is no plug"},
		{name: "more lanes than the plug", slips: one(p, edr5m, "end_b", "sfp28"), want: "edr does not fit the 1 lanes of sfp28"},
		{name: "more lanes than the hub, all legs together", slips: one(p, splitter, "shape", "1:4"), want: "ndr does not fit the 8 lanes of osfp-finned-2"},
		{name: "lanes too fast for the plug", slips: one(p, hdr2m, "end_b", "qsfp28"), want: "hdr is too fast for qsfp28, whose lanes end at 25 Gb/s"},
		{name: "a cable with one end", slips: one(p, edr5m, "end_b", ""), want: "a cable needs a second end, and a splitter its legs"},
		{name: "a splitter without legs", slips: one(p, splitter, "end_b", ""), want: "a cable needs a second end, and a splitter its legs"},
		{name: "a transceiver with two ends", slips: one(p, module, "end_b", "qsfp28"), want: "a transceiver has one end, shape 1:1 and no length"},
		{name: "a transceiver with a shape", slips: one(p, module, "shape", "1:2"), want: "a transceiver has one end, shape 1:1 and no length"},
		{name: "a transceiver with a length", slips: one(p, module, "length_mm", "1000"), want: "a transceiver has one end, shape 1:1 and no length"},
		{name: "a transceiver with power at a second end", slips: one(p, module, "power_b_mw", "1000"), want: "a transceiver has one end, shape 1:1 and no length"},
		{name: "a transceiver with a second connector", slips: one(p, module, "connector_b", "mpo-12"), want: "a transceiver has one end, shape 1:1 and no length"},
		{name: "a transceiver without optics", slips: one(p, module, "optics", ""), want: "an optics family belongs to transceivers, and each has one"},
		{name: "a cable with optics", slips: one(p, edr5m, "optics", "sr4-25g"), want: "an optics family belongs to transceivers, and each has one"},
		{name: "a fibre without a grade", slips: one(p, mmCord, "fibre", ""), want: "a fibre grade belongs to fibres, and each has one"},
		{name: "a cable with a grade", slips: one(p, edr5m, "fibre", "om4"), want: "a fibre grade belongs to fibres, and each has one"},
		{name: "longer than its reach", slips: twisted(slip{p, edr5m, "reach_mm", "4000"}), want: "length 5 m is above its reach 4 m"},
		{name: "a reach that is not the best by fibre", slips: one(p, module, "reach_mm", "40000"), want: "reach 40 m is not the best of its reaches by fibre, 50 m"},
		{name: "a reach without one by fibre", slips: []slip{{p, lc, "reach_os2_mm", ""}}, want: "reach 2000 m is not the best of its reaches by fibre, 0 m"},
		{name: "a reach by fibre without a reach", slips: one(p, module, "reach_mm", ""), want: "has a reach by fibre and no reach_mm"},
		{name: "a shortest link of a cable", slips: one(p, edr5m, "min_reach_mm", "1000"), want: "a shortest link belongs to a transceiver and is below its reach"},
		{name: "a shortest link as long as the reach", slips: one(p, single, "min_reach_mm", "100000"), want: "a shortest link belongs to a transceiver and is below its reach"},
		{name: "a shortest link without a reach", slips: one(p, "MMA1B00-E100,", "min_reach_mm", "1000"), want: "a shortest link belongs to a transceiver and is below its reach"},
		{name: "a shortest link in the note only", slips: one(p, module, "note", "shortest link 2 m"), want: "the note tells a shortest link, min_reach_mm does not"},
		{name: "a minimum in the note only", slips: one(p, module, "note", "minimum 2 m"), want: "the note tells a shortest link, min_reach_mm does not"},
		{name: "copper longer than any", slips: one(p, edr5m, "length_mm", "5001"), want: "length 5.001 m is above what any dac has, 5 m"},
		{name: "active copper longer than any", slips: one(p, "980-9I602-00N005,", "length_mm", "5500"), want: "above what any acc has, 5 m"},
		{name: "a retimed cable longer than any", slips: one(p, "SF-NND1JH0317-007M,", "length_mm", "7001"), want: "above what any aec has, 7 m"},
		{name: "an optical cable longer than any", slips: one(p, "980-9I44H-00H100,", "length_mm", "100001"), want: "above what any aoc has, 100 m"},
		{name: "twisted pair longer than any", slips: twisted(slip{p, edr5m, "length_mm", "100001"}), want: "above what any twisted-pair has, 100 m"},
		{name: "twisted pair that joins something else", slips: twisted(slip{p, edr5m, "end_b", "sfp28"}), want: "twisted pair joins two RJ45 jacks at BASE-T speeds"},
		{name: "twisted pair at another speed", slips: twisted(slip{p, edr5m, "speeds", "10gbe"}), want: "twisted pair joins two RJ45 jacks at BASE-T speeds"},
		{name: "twisted pair that splits", slips: twisted(slip{p, edr5m, "shape", "1:2"}), want: "twisted pair joins two RJ45 jacks at BASE-T speeds"},
		{name: "twisted pair without a reach", slips: twisted()[:5], want: "a twisted-pair cord has the reach of its category at its fastest speed"},
		{name: "RJ45 on a copper cable", slips: one(p, edr5m, "end_b", "rj45"), want: "RJ45 plugs belong to twisted pair"},
		{name: "LC with pins", slips: one(p, lc, "pins", "male"), want: `LC has no pins ("none"), and only LC`},
		{name: "MPO without pins", slips: one(p, mmCord, "pins", "none"), want: `LC has no pins ("none"), and only LC`},
		{name: "a transceiver's MPO without pins", slips: one(p, module, "pins", "female"), want: "the MPO of a transceiver has pins, so pins is male"},
		{name: "a connector the family does not have", slips: one(p, module, "connector_a", "mpo-16"), want: "connector mpo-16, its optics family has mpo-12"},
		{name: "a polish the family does not have", slips: one(p, module, "polish", "upc"), want: `polish upc, its optics family has "apc"`},
		{name: "automatic without its polish", slips: one(p, module, "polish", ""), want: "is chosen automatically without its polish"},
		{name: "a reach on OM3 above the family's", slips: one(p, module, "reach_om3_mm", "40000"), want: "reach on om3 40 m is above that of its optics family, 30 m"},
		{name: "a reach on OS2 the family does not have", slips: []slip{{p, module, "reach_os2_mm", "100000"}, {p, module, "reach_mm", "100000"}}, want: "reach on os2 100 m is above that of its optics family, 0 m"},
		{name: "a cord no optics use", slips: one(p, mmCord, "polish", ""), want: "no optics use this fibre"},
		{name: "a cord longer than any optics reach", slips: one(p, "MFP7E10-N030,", "length_mm", "30001"), want: "length 30.001 m is above what any optics reach on this fibre, 30 m"},
		{name: "a splitter cord longer than the splitter reach", slips: one(p, "MFP7E40-N030,", "length_mm", "60000"), want: "length 60 m is above the splitter reach 50 m"},
		{name: "a cord with pins", slips: one(p, smCord, "pins", "male"), want: "cords here are alike at both ends, and MPO cords are female"},
		{name: "a cord with two kinds of ends", slips: one(p, smCord, "connector_b", "mpo-16"), want: "cords here are alike at both ends, and MPO cords are female"},
		{name: "not automatic without a reason", slips: []slip{{p, edr5m, "auto_select", "no"}, {p, edr5m, "note", ""}}, want: "auto_select is no and the note does not say why"},
		{name: "automatic on unverified evidence", slips: one(p, edr5m, "evidence", "unverified"), want: "is chosen automatically on unverified evidence"},
		{name: "automatic although planned", slips: one(p, edr5m, "lifecycle", "planned"), want: "is chosen automatically although only planned"},
		{name: "automatic without a length", slips: one(p, edr5m, "length_mm", ""), want: "is chosen automatically without a length"},
		{name: "automatic without a reach", slips: one(p, "MMA1T00-HS,", "auto_select", "yes"), want: "is chosen automatically without a reach"},
		{name: "automatic although the note says to verify", slips: one(p, edr5m, "note", "verify before ordering"), want: "is chosen automatically although its note warns"},
		{name: "automatic although the note says to pick", slips: one(p, edr5m, "note", "pick by hand"), want: "is chosen automatically although its note warns"},
		{name: "automatic although no cage takes it", slips: one(p, "980-9IAO5-00X002,", "end_b", "osfp-unspecified"), want: "is chosen automatically although no cage takes osfp-unspecified"},
		{name: "a lane rate without a place", slips: []slip{
			{"speeds.csv", "1gbe,", "lane_gbps", "2"}, {"speeds.csv", "1gbe,", "gbps", "2"}, {"speeds.csv", "1gbe,", "speed", "2gbe"},
			{p, "MCP2M00-A002E30N,", "speeds", "2gbe"}}, at: slip{file: p, row: "MCP2M00-A002E30N,"}, want: "its lane rate has no place in the order eth-1g"},
		{name: "out of order by length", slips: one(p, "MCP1600-E004E26,", "length_mm", "2900"), want: "is out of order, belongs before MCP1600-E003E26"},
		{name: "out of order by family", slips: one(p, "MCP1600-E005E26,", "family", "MCP1500-E"), want: "is out of order, belongs before MCP1600-E004E26"},
		{name: "out of order by generation", slips: []slip{{p, "MCP7Y00-N002,", "speeds", "hdr;200gbe"}}, want: "is out of order, belongs before MCP7Y00-N01A"},
		{name: "no cord for a transceiver", slips: []slip{{"specifications.csv", "lc-upc-om4,", "optics", "sr4-25g"}, {"specifications.csv", "lc-upc-om4,", "connector_a", "mpo-12"},
			{"specifications.csv", "lc-upc-om4,", "connector_b", "mpo-12"}, {"specifications.csv", "lc-upc-om4,", "pins", "female"}}, at: slip{file: p, row: "MMA2P00-AS,"}, want: "no cord in the catalog fits this transceiver"},
		{name: "no cord for a speed", slips: []slip{{"specifications.csv", "cat6a,", "speeds", "10gbe-t"}, {"specifications.csv", "cat6,", "speeds", "10gbe-t"}}, at: slip{file: "speeds.csv", row: "1gbe,"}, want: "no cord in the catalog carries this speed"},
		{name: "a splitter cord with another grade", slips: one(p, splitCord, "length_mm", "40000"), want: "length 40 m is above what any optics reach on this fibre, 30 m"},
	})
}

func TestRulesOfSpecifications(t *testing.T) {
	t.Parallel()
	const f = "specifications.csv"
	const mm, sm, split, mpo16, lc, cat = "mpo12-apc-om4,", "mpo12-apc-os2,", "mpo12-apc-om4-split2,", "mpo16-apc-os2,", "lc-upc-os2,", "cat6a,"
	runRules(t, []ruleCase{
		{name: "lengths that fall", slips: one(f, mm, "lengths_mm", "1000;500"), want: "lengths are not in rising order"},
		{name: "two kinds of ends", slips: one(f, mm, "connector_b", "mpo-16"), want: "cords here are alike at both ends"},
		{name: "twisted pair with another plug", slips: []slip{{f, cat, "connector_a", "lc"}, {f, cat, "connector_b", "lc"}}, want: "twisted pair is a straight RJ45 cord of a category, for named speeds"},
		{name: "twisted pair that splits", slips: one(f, cat, "shape", "1:2"), want: "twisted pair is a straight RJ45 cord of a category, for named speeds"},
		{name: "twisted pair without a category", slips: one(f, cat, "category", ""), want: "twisted pair is a straight RJ45 cord of a category, for named speeds"},
		{name: "twisted pair without speeds", slips: one(f, cat, "speeds", ""), want: "twisted pair is a straight RJ45 cord of a category, for named speeds"},
		{name: "twisted pair with a grade", slips: one(f, cat, "fibre", "om4"), want: "twisted pair has nothing of a fibre"},
		{name: "twisted pair with optics", slips: one(f, cat, "optics", "sr-25g"), want: "twisted pair has nothing of a fibre"},
		{name: "twisted pair with a polish", slips: one(f, cat, "polish", "upc"), want: "twisted pair has nothing of a fibre"},
		{name: "twisted pair with pins", slips: one(f, cat, "pins", "none"), want: "twisted pair has nothing of a fibre"},
		{name: "twisted pair with a polarity", slips: one(f, cat, "polarity", "a-b"), want: "twisted pair has nothing of a fibre"},
		{name: "twisted pair at another speed", slips: one(f, cat, "speeds", "1gbe;10gbe"), want: "10gbe is no BASE-T speed"},
		{name: "twisted pair beyond its end", slips: one(f, cat, "reach_mm", "100001"), want: "reach 100.001 m; twisted pair ends at 100 m"},
		{name: "a fibre with a category", slips: one(f, mm, "category", "cat6"), want: "a fibre has a grade, a polish and optics families, and no category or speeds"},
		{name: "a fibre with speeds", slips: one(f, mm, "speeds", "ndr"), want: "a fibre has a grade"},
		{name: "a fibre without a grade", slips: one(f, mm, "fibre", ""), want: "a fibre has a grade"},
		{name: "a fibre without optics", slips: one(f, mm, "optics", ""), want: "a fibre has a grade"},
		{name: "a fibre without a polish", slips: one(f, mm, "polish", ""), want: "a fibre has a grade"},
		{name: "a fibre with RJ45", slips: []slip{{f, mm, "connector_a", "rj45"}, {f, mm, "connector_b", "rj45"}}, want: "a fibre has a grade"},
		{name: "MPO that is not female", slips: one(f, mm, "pins", "none"), want: "cords with MPO are female"},
		{name: "LC with pins", slips: one(f, lc, "pins", "female"), want: "LC has no pins"},
		{name: "no polarity, and no note that keeps it back", slips: one(f, mpo16, "note", "ask the maker"), want: "without a polarity the note must keep it from automatic choice"},
		{name: "optics of another mode", slips: one(f, sm, "optics", "dr4-100g;sr4-100g"), want: "sr4-100g is not for this fibre"},
		{name: "optics of another connector", slips: one(f, sm, "optics", "dr4-100g;dr8-100g"), want: "dr8-100g is not for this fibre"},
		{name: "optics of another polish", slips: one(f, mm, "optics", "sr4-100g;sr4-50g"), want: "sr4-50g has another polish"},
		{name: "optics of a polish not known", slips: one(f, lc, "note", ""), want: "the polish of dr1-100g is not known, and the note does not say so"},
		{name: "multiplexed optics without a crossed pair", slips: one(f, lc, "polarity", "type-b"), want: "fr4-100g is wavelength-multiplexed: it wants a crossed pair and cannot be split"},
		{name: "multiplexed optics that are split", slips: one(f, lc, "shape", "1:2"), want: "fr4-100g is wavelength-multiplexed: it wants a crossed pair and cannot be split"},
		{name: "a reach that is not the best of its optics", slips: one(f, mm, "reach_mm", "60000"), want: "reach 60 m is not the best of its optics, 50 m"},
		{name: "a splitter's reach that is the straight one", slips: one(f, "mpo12-apc-os2-split2,", "reach_mm", "500000"), want: "reach 500 m is not the best of its optics, 50 m"},
		{name: "a length above the reach", slips: one(f, split, "lengths_mm", "1000;50001"), want: "length 50.001 m is above its reach 50 m"},
	})
}

func TestExpectations(t *testing.T) {
	t.Parallel()
	const p, f = "products.csv", "specifications.csv"
	at := func(file string) slip { return slip{file: file} }
	long := func(row string) slip { return slip{p, row, "lifecycle", "unknown"} }
	runRules(t, []ruleCase{
		{name: "EDR copper", slips: []slip{long("MCP1600-E005E26,")}, at: at(p), line: -1, want: "EDR passive copper is active to 5 m"},
		{name: "HDR copper", slips: one(p, "MCP1650-H002E26,", "length_mm", "2500"), at: at(p), line: -1, want: "HDR passive copper goes straight to 2 m"},
		{name: "HDR copper active", slips: one(p, "MCP1650-H002E26,", "lifecycle", "active"), at: at(p), line: -1, want: "HDR passive copper is no longer active"},
		{name: "HDR copper splitters active", slips: one(p, "MCP7H50-H002R26,", "lifecycle", "active"), at: at(p), line: -1, want: "HDR passive copper is no longer active"},
		{name: "NDR copper", slips: one(p, "MCP4Y10-N002,", "length_mm", "2500"), at: at(p), line: -1, want: "NDR passive copper goes straight to 2 m"},
		{name: "NDR splitters", slips: []slip{long("MCP7Y00-N003,")}, at: at(p), line: -1, want: "NDR passive copper splitters go to 3 m"},
		{name: "XDR copper", slips: []slip{{p, "980-9IAM1-00X001,", "medium", "dac"}, {p, "980-9IAM2-00X001,", "medium", "dac"}, {p, "980-9IAM4-00X001,", "medium", "dac"}}, at: at(p), line: -1, want: "there is no XDR passive copper"},
		{name: "NDR active copper", slips: []slip{long("980-9I602-00N005,")}, at: at(p), line: -1, want: "NDR active copper goes to 5 m"},
		{name: "XDR active copper", slips: []slip{long("980-9IAM3-00X003,")}, at: at(p), line: -1, want: "XDR active copper goes straight to 3 m"},
		{name: "XDR active splitters", slips: []slip{long("980-9IAO5-00X002,")}, at: at(p), line: -1, want: "XDR active copper splitters go to 2 m"},
		{name: "HDR optical cables", slips: []slip{long("980-9I44H-00H100,")}, at: at(p), line: -1, want: "HDR active optical cable is active to 100 m"},
		{name: "EDR optical cables", slips: one(p, "MFA1A00-E003,", "lifecycle", "active"), at: at(p), line: -1, want: "EDR active optical cable is retired and went to 30 m"},
		{name: "XDR optical cables", slips: []slip{{p, "980-9IAO5-00X001,", "medium", "aoc"}, {p, "980-9IAO5-00X01A,", "medium", "aoc"}, {p, "980-9IAO5-00X002,", "medium", "aoc"}}, at: at(p), line: -1, want: "there is no XDR active optical cable"},
		{name: "the shortest link", slips: one(p, "MMS4X00-NM,", "min_reach_mm", "2000"), at: at(p), line: -1, want: "the shortest link is 2 m where the maker says so"},
		{name: "Cat 6A", slips: []slip{{f, "cat6a,", "reach_mm", "90000"}, {f, "cat6a,", "lengths_mm", "500;1000"}}, at: at(f), line: -1, want: "cat6a goes to 100 m at 10GBASE-T"},
		{name: "Cat 6", slips: one(f, "cat6-10g,", "reach_mm", "50000"), at: at(f), line: -1, want: "cat6-10g goes to 55 m at 10GBASE-T alone"},
		{name: "multimode at NDR", slips: one(f, "mpo12-apc-om4,", "key", "mpo12-apc-om4-cord"), at: at(f), line: -1, want: "mpo12-apc-om4 goes to 50 m"},
		{name: "splitter fibres of other lanes", slips: one(f, "mpo12-apc-os2-split2,", "optics", "dr4-200g"), at: at(f), line: -1, want: "splitter fibres go to 50 m and serve 100G lanes only"},
	})
}
