package plan

import "strings"

// A CodeMeaning documents a code: what a finding with it says.
type CodeMeaning struct {
	Code    Code
	Meaning string // one sentence, without a full stop
}

// A CodeGroup is the codes about one part of a plan.
type CodeGroup struct {
	Name  string // document | rack | port | cable | pathway | fabric
	Codes []CodeMeaning
}

// Codes are all codes there are, by what they are about; within a group errors
// come first, then warnings, then infos. Severities holds how grave each is.
var Codes = []CodeGroup{
	{"document", []CodeMeaning{
		{"unknown-device", "a link, an override or a fabric names a device the plan does not have"},
		{"unknown-type", "a device has a type that neither the library nor the plan's device_types hold, so no fabric links it"},
		{"unknown-rack", "a device stands in a rack the plan does not have"},
		{"unknown-row", "a rack stands in a row the site does not have"},
		{"unknown-port", "a link, an override or the host_ports of a fabric name a port the device's type does not have"},
		{"unknown-product", "a cable pins a product, or the stock lists one, that the catalog does not hold"},
		{"duplicate-name", "two racks, devices, rows, trays, fabrics, device types or link ids have one name, or a fabric names one device or port twice"},
		{"count-mismatch", "two ranges that belong together hold different numbers of names, or there are more names than slots, or a fabric has more or fewer switches than its shape takes"},
		{"contradicting-links", "two entries, or two pins of one cable, say different things about one link or one cage"},
		{"unused-override", "an override names a port that has no link"},
		{"not-yet", "retired: a fabric had a topology that was not generated; every topology is now"},
		{"unused-device-type", "the plan defines a device type that no device has"},
	}},
	{"rack", []CodeMeaning{
		{"unit-overlap", "two devices take the same unit of a rack"},
		{"unit-out-of-range", "a device does not fit into the units its rack has, or no gap is left for it"},
		{"slot-overlap", "two half-width devices take the same half of a unit"},
		{"rack-overlap", "two racks stand in one place"},
		{"not-a-rack-device", "the type of a device is a part, such as an adapter, that cannot stand in a rack"},
		{"no-route", "the trays give no way from one rack to another"},
		{"rack-power", "the devices of a rack can draw more power than the rack has"},
		{"rack-weight", "the devices of a rack weigh more than the rack may hold"},
		{"rack-depth", "a device and the free space behind it are deeper than its rack"},
		{"airflow", "a device moves its air against most others of its rack"},
	}},
	{"port", []CodeMeaning{
		{"port-in-use", "a port serves two links, or a port and its split children are used together"},
		{"self-link", "a link joins a device to itself"},
		{"speed-unsupported", "a port does not list the speed of its link or fabric, or the two ports have none in common"},
		{"protocol-mismatch", "one end of a link, or of a fabric's links, is InfiniBand, the other Ethernet"},
		{"half-used-cage", "a cage has ports, or split children, that serve no link, so part of its plug stays unused"},
		{"host-bus-limit", "the ports of one adapter carry more than its PCIe slot"},
	}},
	{"cable", []CodeMeaning{
		{"no-cable", "no part that the settings allow does this link"},
		{"too-short", "a pinned length is below what the run requires"},
		{"beyond-reach", "a pinned part or medium does not reach so far at this speed"},
		{"below-minimum", "a cord is shorter than its modules allow"},
		{"wrong-connector", "a pinned part does not fit the cage or the module it meets"},
		{"wrong-protocol", "a pinned part carries the other protocol"},
		{"wrong-shape", "a pinned part is straight where a splitter is needed, or the other way round, or no part joins such ports"},
		{"wrong-speed", "a pinned part does not carry the speed of the link"},
		{"wrong-fibre", "a pinned cord has a fibre its modules or the plan do not take"},
		{"mixed-optics", "the modules at both ends belong to optics families that do not interoperate"},
		{"mixed-cage", "the links of one cage need different cables at once: two speeds, or one straight and one split"},
		{"polish-mismatch", "an APC and a UPC face would meet"},
		{"cage-power", "a module draws more power than its cage gives"},
		{"loss-budget", "the fibre and its connectors lose more light than the modules allow"},
		{"retired-product", "a product that is used is no longer sold by its maker"},
		{"forbidden-product", "a product that is used is forbidden at this site"},
		{"weak-evidence", "a product that is used rests on evidence below a transcription of the maker's own words"},
		{"low-headroom", "a cable ends less than the wanted headroom below its limit"},
		{"excess-length", "a cable is far longer than its run requires"},
		{"split-by-distance", "a cage needs optics only because one of its legs is too far; paired otherwise, copper would do"},
		{"known-limitation", "the maker knows of trouble with this combination of ports, module and length"},
		{"unknown-run", "the run of a link cannot be worked out, since an end has no place"},
		{"unknown-lifecycle", "it is not known whether a product that is used is still sold"},
		{"to-specification", "a cord is ordered by description, since no product with a number fits"},
		{"estimate", "a figure rests on a guess about a device or on the average of a class"},
		{"unpriced", "a product has no price in the plan's currency"},
	}},
	{"pathway", []CodeMeaning{
		{"slanted-tray", "a tray runs neither east-west nor north-south; it is left out"},
		{"tray-overfull", "the cables of a tray fill more of it than tray_fill_percent"},
		{"tray-weight", "the cables of a tray weigh more than it may hold"},
		{"bend-radius", "a cable needs a wider bend than the tray or the exit leaves it"},
	}},
	{"fabric", []CodeMeaning{
		{"uneven-uplinks", "the uplinks of a leaf do not divide evenly among the spines"},
		{"not-enough-ports", "a switch has fewer free ports than the fabric needs; the links that found none are left out"},
		{"oversubscribed", "a switch can take in more than it can pass up"},
		{"rail-crossed", "a host port is linked elsewhere than to the switch a fabric would link it to, so the fabric writes no link for it"},
		{"uneven-hashing", "equal flows would collide on the uplinks so that the slowest gets less than half"},
		{"single-spine", "all leaves hang on one spine, whose failure parts the fabric"},
		{"unused-field", "a fabric has a field that its topology does not use"},
		{"rail-order-unknown", "it is not known which port of a type serves which GPU; port order is taken"},
		{"no-uplinks", "a fabric has no spines, so its leaves are not joined, or no cores, so its pods are not"},
	}},
}

// Meaning is the sentence that documents a code, empty for a code there is not.
func (c Code) Meaning() string {
	for _, g := range Codes {
		for _, m := range g.Codes {
			if m.Code == c {
				return m.Meaning
			}
		}
	}
	return ""
}

// FindingsPage is the reference of all codes as Markdown: docs/findings.md.
func FindingsPage() string {
	var b strings.Builder
	b.WriteString(`# Findings

Every finding has a code. Codes are part of the interface: they keep their meaning and their severity, and a code that is no longer
given stays listed here. Any **error** makes a plan not ok; a **warning** asks for a decision; an **info** tells what a figure rests
on. What the planner could not check is no finding: it is listed under ` + "`unchecked`" + `.

This page is written from ` + "`internal/plan/codes.go`" + `; a test keeps both alike.
`)
	for _, g := range Codes {
		b.WriteString("\n## " + strings.ToUpper(g.Name[:1]) + g.Name[1:] + "\n\n| code | severity | meaning |\n|---|---|---|\n")
		for _, m := range g.Codes {
			b.WriteString("| `" + string(m.Code) + "` | " + string(Severities[m.Code]) + " | " + m.Meaning + " |\n")
		}
	}
	return b.String()
}
