package catalog

// A form says how the cells of a column are written.
type form int

const (
	textCell       form = iota // any text without a list in it
	proseCell                  // any text, semicolons and all
	listCell                   // values joined by ";", none twice
	slugCell                   // a-z, 0-9 and single dashes between them
	wholeCell                  // 1, 2, 3 …
	countCell                  // 0, 1, 2 …
	wholesCell                 // whole numbers joined by ";"
	tenthsCell                 // 5.8
	hundredthsCell             // 0.35
	decimalCell                // 45, 3.0 or 9.43
	halvesCell                 // 1 or 1.5
	dateCell                   // 2026-11-30
	cardCell                   // each, or 1 to 9
)

// A column is one column of a data file and what its cells may hold.
type column struct {
	name  string
	form  form
	need  bool     // the cell may not be empty
	words []string // the only values allowed; "" among them: the cell may be empty
	ref   string   // the file whose rows the cell names, by its first key column
}

// A table is a data file: its columns in order, and those that name a row.
type table struct {
	file    string
	key     []string // no two rows share all of these
	columns []column
}

var (
	generationWords = []string{"edr", "hdr", "ndr", "xdr"}
	ethernetClasses = []string{"eth-1g", "eth-10g", "eth-25g", "eth-50g", "eth-100g", "eth-200g"}
	mediumWords     = []string{"dac", "acc", "aec", "aoc", "transceiver", "fibre", "twisted-pair"}
	evidenceWords   = []string{"maker", "transcribed", "reseller", "unverified"}
	lifecycleWords  = []string{"active", "retired", "planned", "unknown"}
	modeWords       = []string{"mm", "sm"}
	polishWords     = []string{"apc", "upc", ""}
	gradeWords      = []string{"om3", "om4", "om5", "os2"}
	opticPlugs      = []string{"mpo-12", "mpo-16", "lc"}
	cordPlugs       = []string{"mpo-12", "mpo-16", "lc", "rj45"}
	gaugeWords      = []string{"", "26", "28", "30", "32"}
	protocolWords   = []string{"ib", "eth", "ib;eth"}
	shapeWords      = []string{"1:1", "1:2", "1:4"}
	yesNo           = []string{"yes", "no"}
	kindWords       = []string{"ib-switch", "eth-switch", "gpu-server", "server", "nic", "dpu", "patch-panel", "pdu"}
	roleWords       = []string{"fabric", "storage", "mgmt", "uplink", "oob"}
	widthWords      = []string{"", "full", "half"}
	airflowWords    = []string{"", "front-to-rear", "rear-to-front", "reversible"}
	sideWords       = []string{"", "front", "rear"}
)

func optional(words []string) []string { return append([]string{""}, words...) }

// Every row but those of sources.csv says where it was read.
var (
	sourceColumn  = column{name: "source", form: listCell, need: true, ref: "sources.csv"}
	locator       = column{name: "locator", form: proseCell}
	neededLocator = column{name: "locator", form: proseCell, need: true}
	note          = column{name: "note", form: proseCell}
)

// schema lists the data files, each after those it names rows of. Lengths and
// reaches are whole millimetres, power milliwatts where the name says _mw and
// watts where it says _w, loss dB with two decimals; an empty cell is not
// known. What the columns mean at length: data/NOTES.md.
var schema = []*table{
	{file: "sources.csv", key: []string{"key"}, columns: []column{
		{name: "key", form: slugCell, need: true}, // unid-…: nobody could name it; own-…: this catalog's own
		{name: "title", form: proseCell, need: true},
		{name: "publisher", need: true},
		{name: "address"}, // empty for unid- and own- keys only
		{name: "date_read", form: dateCell, need: true},
		{name: "kind", words: []string{"maker", "transcription", "reseller", "standard", "third-party"}},
	}},
	{file: "speeds.csv", key: []string{"speed"}, columns: []column{
		{name: "speed", need: true}, // Ethernet: the rate, with the variant after a dash
		{name: "protocol", words: []string{"ib", "eth"}},
		{name: "generation", words: optional(generationWords)}, // InfiniBand only
		{name: "gbps", form: wholeCell, need: true},
		{name: "lanes", form: wholeCell, need: true},
		{name: "lane_gbps", form: wholeCell, need: true},
		{name: "modulation", words: []string{"nrz", "pam4", "base-t"}},
		{name: "label", form: proseCell, need: true},
		sourceColumn, locator,
	}},
	{file: "form_factors.csv", key: []string{"form_factor"}, columns: []column{
		{name: "form_factor", need: true},
		{name: "kind", words: []string{"cage", "plug", "both"}},
		{name: "family", words: []string{"qsfp", "osfp", "qsfp-dd", "sfp", "rj45", "mpo", "lc"}},
		{name: "shell", words: []string{"", "finned", "flat"}},
		{name: "lanes", form: wholeCell}, // of the whole cage, both ports of a twin
		{name: "ports", form: wholeCell, words: []string{"", "1", "2"}},
		{name: "max_lane_gbps", form: wholeCell},
		{name: "accepts", form: listCell, ref: "form_factors.csv"}, // plugs that fit the cage and work
		{name: "label", form: proseCell, need: true},
		sourceColumn, locator,
	}},
	{file: "optics.csv", key: []string{"family"}, columns: []column{
		{name: "family", need: true},
		{name: "label", form: proseCell, need: true},
		{name: "lane_gbps", form: wholeCell, need: true},
		{name: "modulation", words: []string{"nrz", "pam4"}},
		{name: "wavelength_nm", form: wholeCell},
		{name: "fibre_mode", words: modeWords},
		{name: "connector", words: opticPlugs},
		{name: "polish", words: polishWords},
		{name: "fibres_per_port", form: wholeCell, need: true},
		{name: "wdm", words: yesNo},
		{name: "reach_om3_mm", form: wholeCell}, // straight, by grade of fibre
		{name: "reach_om4_mm", form: wholeCell},
		{name: "reach_om5_mm", form: wholeCell},
		{name: "reach_os2_mm", form: wholeCell},
		{name: "splitter_reach_mm", form: wholeCell}, // over a 1:2 splitter fibre
		{name: "channel_loss_db", form: hundredthsCell},
		{name: "mated_pairs_assumed", form: wholeCell}, // in the reach the makers print
		{name: "interoperates_with", form: listCell, ref: "optics.csv"},
		sourceColumn, locator,
	}},
	{file: "fibre_types.csv", key: []string{"fibre"}, columns: []column{
		{name: "fibre", words: gradeWords},
		{name: "mode", words: modeWords},
		{name: "attenuation_db_per_km", form: hundredthsCell},     // for planning
		{name: "attenuation_max_db_per_km", form: hundredthsCell}, // of the standard
		{name: "colour"},
		sourceColumn, locator,
	}},
	{file: "connector_loss.csv", key: []string{"connector", "grade", "mode", "polish"}, columns: []column{
		{name: "connector", words: opticPlugs},
		{name: "grade", words: []string{"low-loss", "standard"}},
		{name: "mode", words: modeWords},
		{name: "loss_db_per_mated_pair", form: hundredthsCell, need: true},
		{name: "return_loss_db", form: wholeCell},
		{name: "polish", words: polishWords},
		sourceColumn, locator,
	}},
	{file: "products.csv", key: []string{"sku"}, columns: []column{
		{name: "sku", need: true},
		{name: "alt_skus", form: listCell}, // other numbers of the same part
		{name: "maker", need: true},
		{name: "family", need: true},
		{name: "medium", words: mediumWords},
		{name: "description", form: proseCell, need: true},
		{name: "protocols", form: listCell, words: protocolWords},
		{name: "speeds", form: listCell, need: true, ref: "speeds.csv"}, // of each port; of a splitter, of each leg
		{name: "end_a", need: true, ref: "form_factors.csv"},            // the hub of a splitter
		{name: "end_b", ref: "form_factors.csv"},                        // each leg; empty for transceivers
		{name: "shape", words: shapeWords},
		{name: "length_mm", form: wholeCell},
		{name: "reach_mm", form: wholeCell}, // the best of the reaches by fibre
		{name: "reach_om3_mm", form: wholeCell},
		{name: "reach_om4_mm", form: wholeCell},
		{name: "reach_os2_mm", form: wholeCell},
		{name: "min_reach_mm", form: wholeCell}, // shortest link the maker allows
		{name: "optics", ref: "optics.csv"},
		{name: "fibre", words: optional(gradeWords), ref: "fibre_types.csv"},
		{name: "connector_a", words: optional(opticPlugs)},
		{name: "connector_b", words: optional(opticPlugs)},
		{name: "polish", words: polishWords},
		{name: "pins", words: []string{"", "male", "female", "none"}},
		{name: "power_a_mw", form: wholeCell},
		{name: "power_b_mw", form: wholeCell}, // of each leg
		{name: "awg", form: wholeCell, words: gaugeWords},
		{name: "od_mm", form: tenthsCell},
		{name: "bend_radius_mm", form: wholeCell},
		{name: "weight_g", form: wholeCell},
		{name: "lifecycle", words: lifecycleWords},
		{name: "evidence", words: evidenceWords},
		{name: "auto_select", words: yesNo}, // no: only when pinned, and the note says why
		sourceColumn, neededLocator, note,
	}},
	{file: "specifications.csv", key: []string{"key"}, columns: []column{
		{name: "key", form: slugCell, need: true},
		{name: "medium", words: []string{"fibre", "twisted-pair"}},
		{name: "shape", words: []string{"1:1", "1:2"}},
		{name: "connector_a", words: cordPlugs},
		{name: "connector_b", words: cordPlugs},
		{name: "polish", words: polishWords},
		{name: "polarity", words: []string{"", "type-b", "a-b"}},
		{name: "pins", words: []string{"", "female", "none"}},
		{name: "fibre", words: optional(gradeWords), ref: "fibre_types.csv"},
		{name: "category", words: []string{"", "cat6", "cat6a"}},
		{name: "optics", form: listCell, ref: "optics.csv"}, // fibre rows
		{name: "speeds", form: listCell, ref: "speeds.csv"}, // twisted-pair rows
		{name: "reach_mm", form: wholeCell, need: true},     // the best of its optics
		{name: "lengths_mm", form: wholesCell, need: true},  // rising; each is one part
		{name: "description", form: proseCell, need: true},
		sourceColumn, neededLocator, note,
	}},
	{file: "class_defaults.csv", key: []string{"medium", "form_family", "awg", "field"}, columns: []column{
		{name: "medium", words: mediumWords},
		{name: "form_family", words: []string{"", "qsfp", "osfp", "qsfp-dd", "sfp"}},
		{name: "awg", words: gaugeWords},
		{name: "field", words: []string{"od_mm", "bend_radius_mm", "power_mw", "weight_g_per_m"}},
		{name: "value", form: decimalCell, need: true},
		sourceColumn, neededLocator, note,
	}},
	{file: "standards.csv", key: []string{"standard", "fibre"}, columns: []column{
		{name: "standard", need: true},
		{name: "clause"},
		{name: "gbps", form: wholeCell, need: true},
		{name: "lanes", form: wholeCell},
		{name: "medium", words: []string{"copper", "twisted-pair", "mm", "sm"}},
		{name: "fibre", words: optional(gradeWords)},
		{name: "reach_mm", form: wholeCell, need: true},
		{name: "channel_loss_db", form: hundredthsCell},
		{name: "connector"},
		{name: "evidence", words: evidenceWords},
		sourceColumn, locator,
	}},
	{file: "device_types.csv", key: []string{"slug"}, columns: []column{
		{name: "slug", form: slugCell, need: true},
		{name: "model", need: true},
		{name: "maker", need: true},
		{name: "kind", words: kindWords},
		{name: "rackable", words: yesNo}, // no: a part of a device
		{name: "rack_units", form: halvesCell},
		{name: "width", words: widthWords},
		{name: "depth_mm", form: wholeCell},
		{name: "weight_g", form: wholeCell},
		{name: "power_w_max", form: wholeCell},
		{name: "power_w_typical", form: wholeCell},
		{name: "airflow", words: airflowWords},
		{name: "port_side", words: sideWords},
		{name: "cooling", words: []string{"", "air", "liquid"}},
		{name: "protocols", form: listCell, words: optional(protocolWords)},
		{name: "lifecycle", words: lifecycleWords},
		{name: "evidence", words: evidenceWords},
		sourceColumn, neededLocator, note,
	}},
	{file: "device_ports.csv", key: []string{"slug", "group"}, columns: []column{
		{name: "slug", need: true, ref: "device_types.csv"},
		{name: "group", form: wholeCell, need: true},
		{name: "role", words: roleWords},
		{name: "cage_first", form: wholeCell, need: true}, // number of the first cage
		{name: "cage_count", form: wholeCell, need: true},
		{name: "cage_form_factor", need: true, ref: "form_factors.csv"},
		{name: "ports_per_cage", form: wholeCell, need: true},
		{name: "cage_power_mw", form: wholeCell}, // what every cage of the row allows
		{name: "max_speed"},                      // the first of speeds
		{name: "speeds", form: listCell, ref: "speeds.csv"},
		{name: "port_name_pattern", need: true}, // what results print
		{name: "cage_name_pattern", need: true},
		{name: "split_suffix", words: []string{"", "/{i}", "s{i0}"}},
		{name: "aliases", form: listCell}, // understood, never printed
		{name: "pcie_gen", form: wholeCell},
		{name: "pcie_lanes", form: wholeCell},
		{name: "adapter", form: cardCell}, // whose host link: each port's own, or the card of that number
		sourceColumn, neededLocator,
	}},
	{file: "device_rails.csv", key: []string{"slug", "port"}, columns: []column{
		{name: "slug", need: true, ref: "device_types.csv"},
		{name: "rail", form: countCell},
		{name: "port", need: true}, // its printed name
		{name: "gpu", form: countCell},
		{name: "rdma_name"}, // what the host reports
		sourceColumn, neededLocator,
	}},
	{file: "media_limits.csv", key: []string{"generation", "medium", "shape", "head"}, columns: []column{
		{name: "generation", words: generationWords},
		{name: "medium", words: mediumWords},
		{name: "shape", words: optional(shapeWords)},
		{name: "head", words: []string{"", "finned", "flat"}}, // shell of end_a
		{name: "limit_mm", form: countCell, need: true},       // 0: does not exist at that generation
		sourceColumn, neededLocator, note,
	}},
}
