package planfile

// Names is a set of names that may stand in a field.
type Names string

// The sets of names fields take.
const (
	RowNames       Names = "row"
	RackNames      Names = "rack"
	DeviceNames    Names = "device"
	DevicePorts    Names = "device-port" // "leaf-01:IB1/1/1"
	TypePorts      Names = "port"        // of a device type: "ib1"
	DeviceTypes    Names = "device-type"
	ProductSKUs    Names = "sku"
	SpeedNames     Names = "speed"
	SpeedVariants  Names = "speed-variant"
	CageFormFactor Names = "cage"
)

// A Field says what one field of a document is for, to whoever writes one.
type Field struct {
	Path     string   `json:"path"` // "racks[].units": [] is each entry of a list
	Value    string   `json:"value"`
	Default  string   `json:"default,omitempty"` // in words where it is no single value; empty: none
	Meaning  string   `json:"meaning"`
	Required bool     `json:"required,omitempty"`
	List     bool     `json:"list,omitempty"`
	Record   bool     `json:"record,omitempty"` // has fields of its own
	Words    []string `json:"words,omitempty"`  // what it is one of
	Names    Names    `json:"names,omitempty"`  // what it names; empty: nothing that is known
}

// Fields lists every field of a document, outer before inner, in the order the
// format writes them in. The caller may change the list, not the words in it.
func Fields() []Field {
	var out []Field
	documentKind.shape.walk("", func(path string, f fieldShape) {
		w := wordsOf(path)
		out = append(out, Field{path, w.value, w.fallback, w.meaning, f.required, f.shape.list, len(f.shape.fields) > 0, f.shape.words, w.names})
	})
	return out
}

// fieldWords is what is said of a field. The path may end a path: what the
// rules of single media say is the same for each.
type fieldWords struct {
	path, value, fallback, meaning string
	names                          Names
}

// wordsOf finds what is said of a field, by its path or by the nearest pattern
// whose star stands for one name.
func wordsOf(path string) fieldWords {
	for _, table := range [][]fieldWords{planWords, settingWords, placeWords, linkWords, typeWords} {
		for _, w := range table {
			if w.fits(path) {
				return w
			}
		}
	}
	return fieldWords{}
}

// fits reports whether a path is that of the words.
func (w fieldWords) fits(path string) bool {
	i, j := 0, 0
	for i < len(w.path) && j < len(path) {
		switch {
		case w.path[i] == '*':
			for j < len(path) && path[j] != '.' {
				j++
			}
			i++
		case w.path[i] != path[j]:
			return false
		default:
			i, j = i+1, j+1
		}
	}
	return i == len(w.path) && j == len(path)
}

const (
	lengthValue = "length with its unit: 600mm, 2.7m, 8ft"
	wholeValue  = "whole number"
	flagValue   = "true or false"
	pinValue    = "SKU of the catalog"
	rangeValue  = "name or range: a-[01-32]"
	percentage  = "percent, up to two decimals"
)

// planWords are of the document's own fields.
var planWords = []fieldWords{
	{"version", "1", "", "version of the format", ""},
	{"name", "text", "", "what the plan is called", ""},
	{"description", "text", "", "what the plan is for, in your words", ""},
	{"settings", "fields", "as each says", "what the planner may choose and how much it adds", ""},
	{"site", "fields", "", "rows and trays of the one hall", ""},
	{"racks", "list of racks", "", "where devices stand", ""},
	{"device_types", "list of device types", "", "types the built-in library has not got", ""},
	{"devices", "list of devices", "", "what stands in the racks", ""},
	{"links", "list of links", "", "pairs of ports that must talk", ""},
	{"overrides", "list of overrides", "", "more about links that exist already, found by either end", ""},
	{"fabrics", "list of fabrics", "", "links written by rule: which hosts, leaves and spines", ""},
}

// settingWords are of settings.
var settingWords = []fieldWords{
	{"settings.media", "list of media, most preferred first", "all: dac, acc, aec, aoc, optical, twisted-pair", "media a link may take", ""},
	{"settings.choose", "word", "preference", "preference: the first medium that works; cheapest: the cheapest of those allowed", ""},
	{"settings.multimode", "word", "om4", "best multimode grade the planner may use", ""},
	{"settings.twisted_pair", "word", "cat6a", "category of twisted pair to order", ""},
	{"settings.allow_retired", flagValue, "false", "true: also products their maker no longer sells", ""},
	{"settings.evidence", "word", "reseller", "weakest evidence accepted for a product", ""},
	{"settings.slack", "fields", "percent 5, per_end 150mm", "what a run is lengthened by", ""},
	{"settings.slack.percent", percentage, "5", "share of the run added", ""},
	{"settings.slack.per_end", lengthValue, "150mm", "length added at each end", ""},
	{"settings.slack.copper", "fields", "as slack", "slack of copper, where it differs", ""},
	{"settings.slack.optical", "fields", "as slack", "slack of optical links, where it differs", ""},
	{"settings.slack.*.percent", percentage, "as slack", "share of the run added", ""},
	{"settings.slack.*.per_end", lengthValue, "as slack", "length added at each end", ""},
	{"settings.exit", lengthValue, "300mm", "from the port to the vertical manager and into it, each end", ""},
	{"settings.direct", flagValue, "false", "true: close neighbours in one rack are patched without the manager", ""},
	{"settings.tray_entry", lengthValue, "300mm", "from the vertical manager to the tray, each end", ""},
	{"settings.tray_search", lengthValue, "1.5m", "how far from a rack face a tray may be when none touches the rack's footprint", ""},
	{"settings.headroom", lengthValue, "0mm", "warn when the limit minus the required length is below this", ""},
	{"settings.excess", lengthValue, "5m", "warn when spare length is above this and above half the ordered length", ""},
	{"settings.spares", "fields", "percent 5, minimum 1", "spare parts to order with each product", ""},
	{"settings.spares.percent", percentage, "5", "share of the quantity ordered as spares, rounded up", ""},
	{"settings.spares.minimum", wholeValue, "1", "spares of a product at least", ""},
	{"settings.spares.*", "fields", "as spares", "spares of products of this medium, where they differ", ""},
	{"settings.spares.*.percent", percentage, "as spares", "share of the quantity ordered as spares, rounded up", ""},
	{"settings.spares.*.minimum", wholeValue, "as spares", "spares of a product at least", ""},
	{"settings.stock", "list of parts at hand", "none", "parts at hand, used first", ""},
	{"settings.stock[].sku", pinValue, "", "the part", ProductSKUs},
	{"settings.stock[].quantity", wholeValue, "", "how many there are", ""},
	{"settings.use_stock", flagValue, "false", "true: also the stock column of the price list", ""},
	{"settings.tray_fill_percent", "whole percent", "40", "how full a tray may be", ""},
	{"settings.rear_space", lengthValue, "150mm", "free depth behind a device", ""},
	{"settings.patch_panels", wholeValue, "0", "panels in every optical path; each adds two mated pairs", ""},
	{"settings.connectors", "word", "low-loss", "grade of mated pairs in the loss budget", ""},
	{"settings.currency", "three letters of ISO 4217", "USD", "currency of costs", ""},
	{"settings.energy", "fields", "0.12, 1.3, 4", "what a watt costs", ""},
	{"settings.energy.price_per_kwh", "number, up to four decimals", "0.12", "price of one kWh in the plan's currency", ""},
	{"settings.energy.pue", "number, up to three decimals", "1.3", "power usage effectiveness of the hall", ""},
	{"settings.energy.years", wholeValue, "4", "years the energy is paid for", ""},
}

// placeWords are of the site, racks and devices.
var placeWords = []fieldWords{
	{"site.rows", "list of rows", "", "lines of racks", ""},
	{"site.rows[].name", "name", "", "what the row is called", ""},
	{"site.rows[].x", lengthValue, "0mm", "corner of position 1's rack where the row begins, to the east", ""},
	{"site.rows[].y", lengthValue, "", "corner of position 1's rack where the row begins, to the north", ""},
	{"site.rows[].pitch", lengthValue, "600mm", "from one rack position to the next", ""},
	{"site.rows[].faces", "word", "south", "where the front of the racks looks", ""},
	{"site.rows[].runs", "word", "east; north where faces is east or west", "where positions count to", ""},
	{"site.rows[].side_pass", wholeValue, "0", "positions apart a cable may go from rack to rack without the tray", ""},
	{"site.trays", "list of trays", "the default trays", "where cables run between racks", ""},
	{"site.trays[].name", "name", "", "what the tray is called", ""},
	{"site.trays[].from", "point: [0m, 1.2m]", "", "where the tray begins", ""},
	{"site.trays[].to", "point: [6m, 1.2m]", "", "where the tray ends", ""},
	{"site.trays[].height", lengthValue, "", "height above the floor", ""},
	{"site.trays[].width", lengthValue, "", "inner width; without it fill is unchecked", ""},
	{"site.trays[].depth", lengthValue, "", "inner depth; without it fill is unchecked", ""},
	{"site.trays[].max_kg_per_m", "kilograms a metre", "", "load the tray bears; without it weight is unchecked", ""},

	{"racks[].name", rangeValue, "", "what the rack is called; a range takes consecutive positions", ""},
	{"racks[].row", "name of a row", "", "the row it stands in; without one give x, y and faces", RowNames},
	{"racks[].position", wholeValue, "", "place in the row, from 1", ""},
	{"racks[].x", lengthValue, "", "where it stands, to the east; only without a row", ""},
	{"racks[].y", lengthValue, "", "where it stands, to the north; only without a row", ""},
	{"racks[].faces", "word", "south, without a row", "where its front looks", ""},
	{"racks[].units", wholeValue, "48", "height in U", ""},
	{"racks[].width", lengthValue, "600mm", "outer width", ""},
	{"racks[].depth", lengthValue, "1200mm", "outer depth", ""},
	{"racks[].base", lengthValue, "0mm", "floor to the lower edge of U1", ""},
	{"racks[].first_unit", wholeValue, "1", "number marked on the lowest unit of the drawing; no distance changes", ""},
	{"racks[].numbering", "word", "bottom-up", "how the rack's own marks count; no distance changes", ""},
	{"racks[].power_kw", "kilowatts", "", "limit of power; without it power is unchecked", ""},
	{"racks[].max_weight_kg", "kilograms", "", "limit of weight; without it weight is unchecked", ""},

	{"devices[].name", rangeValue, "", "what the device is called; a range fills slots rack by rack", ""},
	{"devices[].type", "device type", "", "its device type, of the library or of device_types", DeviceTypes},
	{"devices[].rack", "rack or range of racks", "", "where it stands", RackNames},
	{"devices[].u", "unit, list of units, top or bottom", "", "lowest unit it takes, U1 at the bottom; halves allowed", ""},
	{"devices[].face", "word", "front", "rack face its front looks out of", ""},
	{"devices[].slot", "word", "left", "half of the rack's width a half-width device takes", ""},
	{"devices[].side", "word", "", "side of a device that takes no unit, seen from the rear", ""},
	{"devices[].from", lengthValue, "", "lower end of a device that takes no unit", ""},
	{"devices[].to", lengthValue, "", "upper end of a device that takes no unit", ""},
	{"devices[].external", flagValue, "false", "true: outside the plan; its links give their run", ""},
}
