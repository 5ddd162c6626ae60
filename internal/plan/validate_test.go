package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// small is a document with nothing wrong in it; change makes it another.
func small(change func(*plan.Document)) *plan.Document {
	doc := &plan.Document{
		Version: 1, Name: "Pod A: first", Description: "two racks\n\tand a leaf",
		Site: plan.Site{
			Rows:  []plan.Row{{Name: "A", Y: ptr(units.Length(0))}},
			Trays: []plan.Tray{{Name: "over-A", ToX: 6 * units.Metre, Height: 2700 * units.Millimetre}},
		},
		Racks:   []plan.Rack{{Name: "A[01-02]", Row: "A", Position: ptr(1)}},
		Devices: []plan.Device{{Name: "host-[1-2]", Type: "example-host", Rack: "A[01-02]", U: at(1)}},
		Links:   []plan.Link{{A: "host-1:p1", B: "host-2:p1", Label: "A01-01:p1/A02-01:p1"}},
		Overrides: []plan.Override{
			{At: "host-1:p1", Run: ptr(1 * units.Metre)},
		},
	}
	change(doc)
	return doc
}

func TestValidate(t *testing.T) {
	t.Parallel()
	slack := func(s plan.Slack) func(*plan.Document) { return func(d *plan.Document) { d.Settings.Slack = &s } }
	mm := func(n int64) *units.Length { return ptr(units.MM(n)) }
	tree := plan.Fabric{Name: "f", Topology: "fat-tree", Speed: "ndr", Hosts: "h[1-16]"}
	leaf := plan.Fabric{Name: "f", Topology: "leaf-spine", Speed: "ndr", Hosts: "h[1-16]", Leaves: "leaf-1"}
	fabric := func(f plan.Fabric, change func(*plan.Fabric)) func(*plan.Document) {
		return func(d *plan.Document) {
			change(&f)
			d.Fabrics = []plan.Fabric{f}
		}
	}
	tests := []struct {
		name   string
		change func(*plan.Document)
		want   string // "path: message", a line each
	}{
		{"nothing wrong", func(*plan.Document) {}, ""},
		{"version", func(d *plan.Document) { d.Version = 2 }, "version: version is 2; this program reads version 1"},
		{"name", func(d *plan.Document) { d.Name = " " }, "name: required field is missing"},
		{"name length", func(d *plan.Document) { d.Name = strings.Repeat("é", 65) },
			`name: name "` + strings.Repeat("é", 64) + `…" is 65 characters long; the limit is 64`},
		{"description", func(d *plan.Document) { d.Description = "a\x00b" }, `description: text "a\x00b" holds the unprintable character U+0000`},
		{"description length", func(d *plan.Document) { d.Description = strings.Repeat("x", 10_001) },
			"description: text is 10001 characters long; the limit is 10000"},
		{"broken text", func(d *plan.Document) { d.Name = "a\xffb" }, `name: text "a\xffb" is not valid UTF-8`},

		{"no media", func(d *plan.Document) { d.Settings.Media = []plan.Medium{} },
			"settings.media: list of media is empty; name at least one of dac, acc, aec, aoc, optical, twisted-pair"},
		{"media", func(d *plan.Document) { d.Settings.Media = []plan.Medium{"dac", "fibre", "dac"} },
			`settings.media[1]: "fibre" is not one of dac, acc, aec, aoc, optical, twisted-pair` + "\n" +
				`settings.media[2]: "dac" is listed twice; keep the place it is preferred at`},
		{"words", func(d *plan.Document) {
			d.Settings.Choose, d.Settings.Multimode, d.Settings.TwistedPair, d.Settings.Evidence, d.Settings.Connectors = "best", "om2", "cat7", "rumour", "good"
		}, `settings.choose: "best" is not one of preference, cheapest
settings.multimode: "om2" is not one of om3, om4, om5
settings.twisted_pair: "cat7" is not one of cat6, cat6a
settings.evidence: "rumour" is not one of maker, transcribed, reseller, unverified
settings.connectors: "good" is not one of low-loss, standard`},
		{"slack", slack(plan.Slack{Percent: ptr(-1), PerEnd: mm(-1)}),
			"settings.slack.percent: number -0.01 is not between 0 and 100\nsettings.slack.per_end: length -1mm is not between 0mm and 100 m"},
		{"slack of a medium", slack(plan.Slack{Copper: &plan.Slack{Percent: ptr(10_050)}, Optical: &plan.Slack{PerEnd: mm(100_001)}}),
			"settings.slack.copper.percent: number 100.5 is not between 0 and 100\nsettings.slack.optical.per_end: length 100001mm is not between 0mm and 100 m"},
		{"the bounds themselves", func(d *plan.Document) {
			d.Settings.Slack = &plan.Slack{Percent: ptr(10_000), PerEnd: mm(100_000)}
			d.Settings.TrayFill, d.Settings.PatchPanels = ptr(100), ptr(10)
			d.Racks[0].Units, d.Devices[0].U = ptr(100), plan.Positions{At: []units.RackUnits{units.U(100) + 1}}
			d.Racks[0].Position = ptr(plan.MaxPosition - 1)
		}, ""},
		{"allowances", func(d *plan.Document) {
			s := &d.Settings
			s.Exit, s.TrayEntry, s.TraySearch, s.Headroom, s.Excess, s.RearSpace = mm(-1), mm(100_001), mm(10_000_001), mm(-2), mm(-3), mm(10_001)
		}, `settings.exit: length -1mm is not between 0mm and 100 m
settings.tray_entry: length 100001mm is not between 0mm and 100 m
settings.tray_search: length 10000001mm is not between 0mm and 10000 m
settings.headroom: length -2mm is not between 0mm and 10000 m
settings.excess: length -3mm is not between 0mm and 10000 m
settings.rear_space: length 10001mm is not between 0mm and 10 m`},
		{"spares", func(d *plan.Document) {
			d.Settings.Spares = &plan.Spares{Percent: ptr(10_001), ByMedium: map[catalog.Medium]*plan.Spares{catalog.AOC: {Minimum: ptr(-1)}}}
		}, "settings.spares.percent: number 100.01 is not between 0 and 100\nsettings.spares.aoc.minimum: number -1 is not between 0 and 1000000"},
		{"stock", func(d *plan.Document) { d.Settings.Stock = []plan.Stock{{SKU: "X", Quantity: 0}, {Quantity: -1}} },
			"settings.stock[1].sku: required field is missing\nsettings.stock[1].quantity: number -1 is not between 0 and 1000000"},
		{"numbers", func(d *plan.Document) { d.Settings.TrayFill, d.Settings.PatchPanels = ptr(0), ptr(11) },
			"settings.tray_fill_percent: number 0 is not between 1 and 100\nsettings.patch_panels: number 11 is not between 0 and 10"},
		{"currency", func(d *plan.Document) { d.Settings.Currency = "usd" },
			`settings.currency: currency "usd" is not three capital letters; write a code of ISO 4217 such as USD`},
		{"energy", func(d *plan.Document) {
			d.Settings.Energy = &plan.Energy{PricePerKWh: ptr(-1), PUE: ptr(999), Years: ptr(51)}
		}, `settings.energy.price_per_kwh: number -0.0001 is not between 0 and 1000
settings.energy.pue: number 0.999 is not between 1 and 10
settings.energy.years: number 51 is not between 0 and 50`},

		{"row", func(d *plan.Document) {
			d.Site.Rows = append(d.Site.Rows, plan.Row{Name: "R[1-2]", Pitch: mm(0), Faces: "up", SidePass: ptr(-1)})
		}, `site.rows[1].name: "R[1-2]" is a range; this field takes one name
site.rows[1].y: required field is missing
site.rows[1].pitch: length 0mm is not between 1mm and 10 m
site.rows[1].faces: "up" is not one of south, north, east, west
site.rows[1].side_pass: number -1 is not between 0 and 100`},
		{"a row cannot run the way it faces", func(d *plan.Document) { d.Site.Rows[0].Faces, d.Site.Rows[0].Runs = "west", "west" },
			`site.rows[0].runs: "west" is not one of north, south`},
		{"a row that faces south runs east or west", func(d *plan.Document) { d.Site.Rows[0].Runs = "north" },
			`site.rows[0].runs: "north" is not one of east, west`},
		{"tray", func(d *plan.Document) {
			d.Site.Trays[0] = plan.Tray{Height: units.MM(100_001), Width: mm(0), Depth: mm(-5), MaxKgPerM: ptr(units.Mass(0))}
		}, `site.trays[0].name: required field is missing
site.trays[0].height: length 100001mm is not between -100000mm and 100 m
site.trays[0].width: length 0mm is not between 1mm and 10 m
site.trays[0].depth: length -5mm is not between 1mm and 10 m
site.trays[0].max_kg_per_m: 0 kg is not above 0 and at most 10000 kg`},

		{"rack", func(d *plan.Document) {
			d.Racks[0] = plan.Rack{Name: "A:1", Position: ptr(0), Faces: "in", Units: ptr(0), Width: mm(0), Depth: mm(10_001), Base: mm(-100_001),
				FirstUnit: ptr(-1), Numbering: "random", Power: ptr(units.Power(0)), MaxWeight: ptr(units.Mass(-1))}
		}, `racks[0].name: name "A:1" holds ':', which separates a device from its port
racks[0].position: number 0 is not between 1 and 20000
racks[0].faces: "in" is not one of south, north, east, west
racks[0].units: number 0 is not between 1 and 100
racks[0].width: length 0mm is not between 1mm and 10 m
racks[0].depth: length 10001mm is not between 1mm and 10 m
racks[0].base: length -100001mm is not between -100000mm and 100 m
racks[0].first_unit: number -1 is not between 0 and 1000
racks[0].numbering: "random" is not one of bottom-up, top-down
racks[0].power_kw: 0 W is not above 0 and at most 10000000 W
racks[0].max_weight_kg: -0.001 kg is not above 0 and at most 100000 kg`},
		{"racks beyond the end of a row", func(d *plan.Document) { d.Racks[0].Position = ptr(plan.MaxPosition) },
			"racks[0].position: 2 racks from position 20000 end beyond the limit of 20000"},
		{"a rack with two places", func(d *plan.Document) { d.Racks[0].Y = mm(0) },
			`racks[0].y: rack stands in row "A", which gives its place and direction; take y out, or the row`},
		{"a rack with two directions", func(d *plan.Document) { d.Racks[0].Faces = "north" },
			`racks[0].faces: rack stands in row "A", which gives its place and direction; take faces out, or the row`},
		{"x without y", func(d *plan.Document) { d.Racks[0] = plan.Rack{Name: "X", X: mm(1)} }, "racks[0].y: required field is missing beside x"},
		{"y without x", func(d *plan.Document) { d.Racks[0] = plan.Rack{Name: "X", Y: mm(1)} }, "racks[0].x: required field is missing beside y"},
		{"too many racks", func(d *plan.Document) {
			d.Racks = []plan.Rack{{Name: "a[1-12000]"}, {Name: "b[1-12000]"}, {Name: "c["}}
		}, "racks: document holds 24000 racks and more after expansion; the limit is 20000"},

		{"device", func(d *plan.Document) {
			d.Devices[0] = plan.Device{Rack: "A]", U: at(0, 1, 101), Face: "up", Slot: "mid", Side: "top"}
		}, `devices[0].name: required field is missing
devices[0].type: required field is missing
devices[0].rack: name "A]" has a ']' without its '['
devices[0].u[0]: unit 0 is not between 1 and 100.5; U1 is the lowest
devices[0].u[2]: unit 101 is not between 1 and 100.5; U1 is the lowest
devices[0].face: "up" is not one of front, rear
devices[0].slot: "mid" is not one of left, right
devices[0].side: "top" is not one of left, right`},
		{"the upper half of nothing", func(d *plan.Document) { d.Devices[0].U = plan.Positions{At: []units.RackUnits{1}} },
			"devices[0].u: unit 0.5 is not between 1 and 100.5; U1 is the lowest"},
		{"packing", func(d *plan.Document) { d.Devices[0].U = plan.Positions{Pack: "middle"} }, `devices[0].u: "middle" is not one of top, bottom`},
		{"from without to", func(d *plan.Document) { d.Devices[0].From = mm(1) }, "devices[0].to: required field is missing beside from"},
		{"to without from", func(d *plan.Document) { d.Devices[0].To = mm(1) }, "devices[0].from: required field is missing beside to"},
		{"to below from", func(d *plan.Document) { d.Devices[0].From, d.Devices[0].To = mm(5), mm(5) },
			"devices[0].to: 5mm is not above from, 5mm; heights count from the floor"},
		{"an external device in a rack", func(d *plan.Document) { d.Devices[0].External = true },
			"devices[0].rack: device is external and stands outside the plan; take the rack out, or external"},
		{"too many devices", func(d *plan.Document) { d.Devices[0].Name = "n[1-200001]" },
			"devices: document holds 200001 devices and more after expansion; the limit is 200000"},
		{"a billion devices", func(d *plan.Document) { d.Devices[0].Name = "n[1-1000000000]" },
			`devices[0].name: range "n[1-1000000000]" holds 1000000000 names; the limit is 4000000`},

		{"link", func(d *plan.Document) {
			d.Links[0] = plan.Link{A: "host-1", Run: mm(0), Cable: plan.Cable{Medium: "copper", Length: -1}, ID: "x:y", Label: "l[", Color: "a\nb", Group: "g\x7f"}
		}, `links[0].a: "host-1" names no port; write device:port
links[0].b: required field is missing
links[0].run: run is 0mm; a measured run is above 0mm and at most 100 km; take the field out where nothing was measured
links[0].cable.medium: "copper" is not one of dac, acc, aec, aoc, optical, twisted-pair
links[0].cable.length: length is -0.000001mm; a cable is above 0mm and at most 100 km long
links[0].id: name "x:y" holds ':', which separates a device from its port
links[0].label: range "l[" has a '[' without its ']'
links[0].color: text "a\nb" holds the unprintable character U+000A
links[0].group: text "g\x7f" holds the unprintable character U+007F`},
		{"a label too long", func(d *plan.Document) { d.Links[0].Color = strings.Repeat("x", 301) },
			`links[0].color: text "` + strings.Repeat("x", 64) + `…" is 301 characters long; the limit is 300`},
		{"too many links", func(d *plan.Document) {
			d.Links = []plan.Link{{A: "a[1-1000]:p[1-1001]", B: "b:p"}, {A: "c:p", B: "d[1-1000]:p[1-1000]"}}
		}, "links: document holds 2001000 links and more after expansion; the limit is 2000000"},
		{"too many names", func(d *plan.Document) {
			d.Links = []plan.Link{{A: "a[1-1000]:p[1-1500]", B: "b[1-1000]:p[1-1500]", ID: "i[1-1000000]"}}
		}, "document holds 4000009 names and more after expansion; the limit is 4000000"},
		{"override", func(d *plan.Document) {
			d.Overrides[0] = plan.Override{Run: mm(-1), Cable: plan.Cable{Length: 101 * units.Kilometre}, Label: "]"}
		}, `overrides[0].at: required field is missing
overrides[0].run: run is -1mm; a measured run is above 0mm and at most 100 km; take the field out where nothing was measured
overrides[0].cable.length: length is 101000000mm; a cable is above 0mm and at most 100 km long
overrides[0].label: name "]" has a ']' without its '['`},

		{"fabric", fabric(plan.Fabric{}, func(f *plan.Fabric) {}), `fabrics[0].name: required field is missing
fabrics[0].topology: required field is missing
fabrics[0].speed: required field is missing
fabrics[0].hosts: required field is missing
fabrics[0].leaves: required field is missing`},
		{"a fat-tree has its own required fields", fabric(tree, func(*plan.Fabric) {}), `fabrics[0].cores: required field is missing
fabrics[0].edges: required field is missing
fabrics[0].aggregations: required field is missing
fabrics[0].k: required field is missing; a fat-tree is built from switches of k ports`},
		{"fabric fields", fabric(leaf, func(f *plan.Fabric) {
			f.Topology, f.Homing, f.Routing, f.HostPorts, f.Split, f.Oversubscription = "ring", "triple", "luck", []string{"p1", "p["}, ptr(3), "0.0"
			f.K, f.HostsPerUnit, f.HostsPerLeaf, f.LinksPerPair, f.Cores = ptr(1), ptr(0), ptr(0), ptr(0), "c1"
		}), `fabrics[0].topology: "ring" is not one of single-switch, leaf-spine, rail-optimized, fat-tree
fabrics[0].host_ports[1]: range "p[" has a '[' without its ']'
fabrics[0].k: number 1 is not between 2 and 100000
fabrics[0].hosts_per_unit: number 0 is not between 1 and 100000
fabrics[0].hosts_per_leaf: number 0 is not between 1 and 100000
fabrics[0].links_per_pair: number 0 is not between 1 and 100000
fabrics[0].homing: "triple" is not one of single, dual
fabrics[0].routing: "luck" is not one of ecmp, static, adaptive
fabrics[0].split: split is 3; write 1, 2 or 4
fabrics[0].pods: required field is missing beside cores
fabrics[0].spines: required field is missing beside cores, which join spines
fabrics[0].oversubscription: ratio "0.0" is no decimal number above 0; write for example 1, 1.5 or 3`},
		{"two points in a ratio", fabric(leaf, func(f *plan.Fabric) { f.Oversubscription = "1.5.2" }),
			`fabrics[0].oversubscription: ratio "1.5.2" is no decimal number above 0; write for example 1, 1.5 or 3`},
		{"no host port", fabric(leaf, func(f *plan.Fabric) { f.HostPorts = []string{} }),
			"fabrics[0].host_ports: list is empty; name the ports of a host in rail order, or take the field out"},
		{"an odd k", fabric(tree, func(f *plan.Fabric) {
			f.K, f.Edges, f.Aggregations, f.Cores = ptr(5), "e1", "a1", "c1"
		}), "fabrics[0].k: k is 5; a fat-tree switch has as many ports up as down, so write an even number such as 6"},
		{"a good fabric", fabric(leaf, func(f *plan.Fabric) {
			f.Oversubscription, f.Split, f.Cores, f.Pods, f.Spines = "1.5", ptr(2), "c1", ptr(1), "s[1-2]"
		}), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range plan.Validate(small(tt.change)) {
				got = append(got, p.String())
			}
			if diff := cmp.Diff(strings.Join(got, "\n"), tt.want); diff != "" {
				t.Errorf("problems, got - want +:\n%s", diff)
			}
		})
	}
}

func TestValidateStops(t *testing.T) {
	t.Parallel()
	doc := small(func(d *plan.Document) {
		for i := range 3000 {
			d.Devices = append(d.Devices, plan.Device{Name: fmt.Sprintf("n%d[", i), Type: "t"})
		}
	})
	if got := len(plan.Validate(doc)); got != plan.MaxProblems {
		t.Errorf("problems of 3,000 broken entries: got %d, want %d", got, plan.MaxProblems)
	}
}

func BenchmarkValidate100kLinks(b *testing.B) {
	doc := small(func(d *plan.Document) {
		for i := range 100_000 {
			d.Links = append(d.Links, plan.Link{A: fmt.Sprintf("host-%05d:p1", i), B: fmt.Sprintf("leaf-%04d:IB1/%d/1", i/32, i%32+1)})
		}
	})
	b.ReportAllocs()
	for b.Loop() {
		if got := plan.Validate(doc); len(got) > 0 {
			b.Fatal(got[0])
		}
	}
}
