package netboxtype_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/netboxtype"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

func load(t testing.TB) *catalog.Catalog {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

func read(t testing.TB, text string) *netboxtype.Import {
	t.Helper()
	x, err := netboxtype.Read("type.yaml", []byte(text), load(t))
	if err != nil {
		t.Fatalf("%v\nof %s", err, text)
	}
	return x
}

// device is a device type of the library with the interfaces given as "name
// type" and fields of its own.
func device(fields string, interfaces ...string) string {
	var b strings.Builder
	b.WriteString("manufacturer: Example\nmodel: EX\nslug: example-ex\nu_height: 1\n" + fields + "interfaces:\n")
	for _, x := range interfaces {
		name, kind, _ := strings.Cut(x, " ")
		kind, mgmt := strings.CutSuffix(kind, " mgmt")
		fmt.Fprintf(&b, "  - {name: %q, type: %s, mgmt_only: %v}\n", name, kind, mgmt)
	}
	return b.String()
}

// run is interfaces whose names are a format with a number, or with two.
func run(format, kind string, first, last int, ports ...int) []string {
	var out []string
	for i := first; i <= last; i++ {
		if ports == nil {
			out = append(out, fmt.Sprintf(format, i)+" "+kind)
		}
		for _, p := range ports {
			out = append(out, fmt.Sprintf(format, i, p)+" "+kind)
		}
	}
	return out
}

func TestADeviceTypeOfTheLibrary(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/hx-40.yaml")
	if err != nil {
		t.Fatal(err)
	}
	x := read(t, string(text))
	const want = `slug: example-hx-40
model: HX-40
maker: Example
kind: ib-switch
units: 1
weight_kg: 11.34
power_w: 700
airflow: rear-to-front
protocols: [ib]
source: [NetBox device type example-hx-40]
ports:
  - {role: mgmt, cage: rj45, cages: 1, speeds: [1gbe], name: mg0}
  - {role: fabric, cage: qsfp56, cages: 40, speeds: [hdr], name: "hx1/{cage}"}
`
	got := string(planfile.EncodeDeviceType(x.Type))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if again, err := planfile.DecodeDeviceType([]byte(got), load(t)); err != nil || len(again.Ports) != 41 {
		t.Errorf("what is written decodes to %d ports, %v", len(again.Ports), err)
	}
	var notes []string
	for title, list := range map[string][]netboxtype.Note{"mapped": x.Report.Mapped, "guessed": x.Report.Guessed, "ignored": x.Report.Ignored} {
		for _, n := range list {
			notes = append(notes, fmt.Sprintf("%s %02d %s (%s) %s", title, n.Line, n.Field, n.Value, n.Became))
		}
	}
	slices.Sort(notes)
	wanted := []string{
		"guessed 00 kind () kind: ib-switch", "guessed 00 port_side () ", "guessed 00 speeds () ", "guessed 00 width () width: full",
		"guessed 04 slug (example-hx_40) slug: example-hx-40",
		"guessed 16 power-ports (2 entries) power_w: 700",
		"ignored 05 part_number (EX-HX40-01) ", "ignored 07 is_full_depth (false) ", "ignored 11 comments (An invented switch: 40 ports of HDR.) ",
		"ignored 13 console-ports (1 entry) ", "ignored 23 module-bays (1 entry) ",
		"ignored 110 interfaces (up[1-2]) ", "ignored 114 interfaces (lo) ",
		"mapped 02 manufacturer (Example) maker: Example", "mapped 03 model (HX-40) model: HX-40", "mapped 06 u_height (1) units: 1",
		"mapped 08 airflow (rear-to-front) airflow: rear-to-front", "mapped 09 weight (25) weight_kg: 11.34", "mapped 10 weight_unit (lb) weight_kg",
		"mapped 27 interfaces (mg0) 1 x rj45, mgmt, 1gbe: mg0", "mapped 30 interfaces (hx1/[1-40]) 40 x qsfp56, fabric, hdr: hx1/{cage}",
	}
	slices.Sort(wanted)
	if !slices.Equal(notes, wanted) {
		t.Errorf("report:\n got %s\nwant %s", strings.Join(notes, "\n     "), strings.Join(wanted, "\n     "))
	}
}

func TestRunsOfInterfacesBecomeGroups(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text string
		want string // kind, then each group as cages x cage/ports speed, pattern and that of the cage
	}{
		"twin-port cages by their names": {device("", run("%d/%d", "infiniband-ndr", 1, 32, 1, 2)...),
			"ib-switch; 32 x osfp-finned-2/2 ndr {cage}/{port} {cage}"},
		"names that count from 0": {device("", run("P%d.%d", "infiniband-ndr", 0, 31, 0, 1)...),
			"ib-switch; 32 x osfp-finned-2/2 ndr P{cage0}.{port0} P{cage0}"},
		"a gap in the names": {device("", append(run("P%d.%d", "infiniband-ndr", 0, 9, 0, 1), run("P%d.%d", "infiniband-ndr", 12, 19, 0, 1)...)...),
			"ib-switch; 10 x osfp-finned-2/2 ndr P{cage0}.{port0} P{cage0}; 8 x osfp-finned-2/2 ndr P{cage}.{port0} P{cage}"},
		"XDR": {device("", run("sw%dp%d", "infiniband-xdr", 1, 72, 1, 2)...), "ib-switch; 72 x osfp224-finned-2/2 xdr sw{cage}p{port} sw{cage}"},
		"one port that has no twin": {device("", append([]string{"fnm1 infiniband-xdr"}, run("sw%dp%d", "infiniband-xdr", 1, 20, 1, 2)...)...),
			"ib-switch; 20 x osfp224-finned-2/2 xdr sw{cage}p{port} sw{cage}"},
		"Ethernet ports of an InfiniBand switch": {device("", run("IB1/%d", "200gbase-x-qsfp56", 1, 40)...), "ib-switch; 40 x qsfp56/1 hdr IB1/{cage}"},
		"the same by the model": {strings.ReplaceAll(device("", run("p%d", "100gbase-x-qsfp28", 1, 36)...), "manufacturer: Example\nmodel: EX", "manufacturer: Mellanox\nmodel: SB7800"),
			"ib-switch; 36 x qsfp28/1 edr p{cage}"},
		"800GbE": {device("", run("swp%d", "800gbase-x-osfp", 1, 64)...), "eth-switch; 64 x osfp-8/1 800gbe swp{cage}"},
		"400GbE in pairs": {device("", run("Ethernet%d/%d", "400gbase-x-osfp", 1, 32, 1, 2)...),
			"eth-switch; 32 x osfp-finned-2/2 400gbe Ethernet{cage}/{port} Ethernet{cage}"},
		"400GbE alone":            {device("", run("et-0/0/%d", "400gbase-x-osfp", 0, 31)...), "eth-switch; 32 x osfp-8/1 400gbe-8x50 et-0/0/{cage0}"},
		"400GbE in QSFP-DD":       {device("", run("Ethernet%d/1", "400gbase-x-qsfpdd", 1, 32)...), "eth-switch; 32 x qsfp-dd/1 400gbe-8x50 Ethernet{cage}/1"},
		"names padded with zeros": {device("", run("p%02d", "100gbase-x-qsfp28", 9, 11)...), "server; 1 x qsfp28/1 100gbe p09; 2 x qsfp28/1 100gbe p{cage}"},
		"a host": {device("", append(run("ib%d", "infiniband-ndr", 1, 8), "eth1 200gbase-x-qsfp56", "bmc 1000base-t mgmt", "lan 10gbase-t")...),
			"server; 8 x osfp-flat-1/1 ndr ib{cage}; 1 x qsfp56/1 200gbe eth1; 1 x rj45/1 1gbe bmc; 1 x rj45/1 10gbe-t lan"},
		"flat twin-port cages": {device("", run("slot%d port %d", "x", 0, -1)...) + "  - {name: s1p1, type: 400gbase-x-osfp-rhs}\n  - {name: s1p2, type: 400gbase-x-osfp-rhs}\n",
			"server; 1 x osfp-flat-2/2 400gbe s{cage}p{port} s{cage}"},
		"a switch of twisted pair": {device("", run("ge%d", "1000base-t", 1, 48)...), "eth-switch; 48 x rj45/1 1gbe ge{cage}"},
		"no interface of use":      {device("", "wifi ieee802.11ax"), "server"},
	} {
		x := read(t, tt.text)
		got := x.Type.Kind
		for _, g := range x.Type.Groups {
			got += fmt.Sprintf("; %d x %s/%d %s %s", g.CageCount, g.Form.Name, g.PortsPerCage, g.Speeds[0].Name, g.PortPattern)
			if g.CagePattern != g.PortPattern {
				got += " " + g.CagePattern
			}
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, tt.want)
		}
	}
}

func TestFactsAreTakenExactly(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fields string
		check  func(*catalog.DeviceType) bool
	}{
		"kilograms":                      {"weight: 14.8\nweight_unit: kg\n", func(t *catalog.DeviceType) bool { return t.Weight == 14_800 }},
		"pounds, rounded up":             {"weight: 1\nweight_unit: lb\n", func(t *catalog.DeviceType) bool { return t.Weight == 454 }},
		"ounces":                         {"weight: 16\nweight_unit: oz\n", func(t *catalog.DeviceType) bool { return t.Weight == 454 }},
		"grams":                          {"weight: 900\nweight_unit: g\n", func(t *catalog.DeviceType) bool { return t.Weight == 900 }},
		"a weight without its unit":      {"weight: 900\n", func(t *catalog.DeviceType) bool { return t.Weight == 0 }},
		"a weight in stones":             {"weight: 9\nweight_unit: st\n", func(t *catalog.DeviceType) bool { return t.Weight == 0 }},
		"an airflow that is not known":   {"airflow: passive\n", func(t *catalog.DeviceType) bool { return t.Airflow == "" }},
		"one supply":                     {"power-ports:\n  - {name: a, type: x, maximum_draw: 300}\n", func(t *catalog.DeviceType) bool { return t.PowerMax == 300*units.Watt }},
		"four supplies, two pairs":       {"power-ports:\n" + strings.Repeat("  - {name: a, type: x, maximum_draw: 300}\n", 4), func(t *catalog.DeviceType) bool { return t.PowerMax == 600*units.Watt }},
		"three supplies make no pairs":   {"power-ports:\n" + strings.Repeat("  - {name: a, type: x, maximum_draw: 300}\n", 3), func(t *catalog.DeviceType) bool { return t.PowerMax == 0 }},
		"a supply that says nothing":     {"power-ports:\n  - {name: a, type: x, maximum_draw: 300}\n  - {name: b, type: x}\n", func(t *catalog.DeviceType) bool { return t.PowerMax == 0 }},
		"no depth is made of a yes":      {"is_full_depth: true\n", func(t *catalog.DeviceType) bool { return t.Depth == 0 }},
		"a source says where it is from": {"", func(t *catalog.DeviceType) bool { return t.Sources[0] == "NetBox device type example-ex" }},
	} {
		if x := read(t, device(tt.fields, "p1 infiniband-hdr")); !tt.check(x.Type) {
			t.Errorf("%s: got %+v", name, x.Type)
		}
	}
	if x := read(t, strings.Replace(device("", "p1 infiniband-hdr"), "u_height: 1", "u_height: 0.5", 1)); x.Type.Height.String() != "0.5" {
		t.Errorf("half a U became %s", x.Type.Height)
	}
	if x := read(t, strings.Replace(device("", "p1 infiniband-hdr"), "slug: example-ex", "slug: qm8700", 1)); x.Type.Slug != "qm8700-netbox" {
		t.Errorf("a slug the catalog has became %s", x.Type.Slug)
	}
}

func TestFaultsAreToldAtTheirLineAllAtOnce(t *testing.T) {
	t.Parallel()
	deep := "manufacturer: E\nmodel: M\nx: " + strings.Repeat("[", 12) + strings.Repeat("]", 12) + "\n"
	for name, tt := range map[string]struct {
		text string
		want []string // beginnings
	}{
		"nothing":            {"", []string{"type.yaml: the file is empty"}},
		"no map":             {"- a\n", []string{"type.yaml:1:1: a device type is a map of fields"}},
		"no YAML":            {"manufacturer: x\n\tmodel: y\n", []string{"type.yaml:2:1: not YAML: found a tab character"}},
		"two documents":      {"manufacturer: E\nmodel: M\n---\na: b\n", []string{"type.yaml:3:1: a second document begins here"}},
		"another encoding":   {"model: \xff\n", []string{"type.yaml: the file is not UTF-8"}},
		"nested":             {deep, []string{"type.yaml:3:12: lists and maps are nested more than 8 deep"}},
		"anchors and tags":   {"manufacturer: &a E\nmodel: *a\nslug: !!str x\n", []string{"type.yaml:1:15: anchors", "type.yaml:2:8: aliases", "type.yaml:3:7: the tag"}},
		"merge keys":         {"manufacturer: E\nmodel: M\n<<: {a: b}\n", []string{"type.yaml:3:1: merge keys"}},
		"a field twice":      {"model: M\nmanufacturer: E\nmodel: M\n", []string{`type.yaml:3:1: field "model" is written twice`}},
		"above the limit":    {strings.Repeat("#", netboxtype.MaxBytes+1), []string{"type.yaml: the file is above the limit of 1048576 bytes (1 MiB)"}},
		"too many values":    {"a: [" + strings.Repeat("1,", 200_000) + "]\n", []string{"type.yaml: the file holds more than 60000 values"}},
		"fields of a device": {"slug: x\n", []string{"type.yaml:1:1: manufacturer: required field", "type.yaml:1:1: model: required field"}},
		"interfaces": {device("", "a infiniband-hdr", "a infiniband-hdr") + "  - {type: x}\n  - name: [b]\n    type: x\n  - just text\n  - {name: c, type: x, mgmt_only: perhaps}\n",
			[]string{`type.yaml:7:5: interfaces[1].name: interface "a" is listed on line 6 already`, `type.yaml:8:5: interfaces[2].name: required field "name" is missing`,
				"type.yaml:9:11: interfaces[3].name: a text should stand here", "type.yaml:11:5: interfaces[4]: a map of fields",
				"type.yaml:12:35: interfaces[5].mgmt_only: true or false"}},
		"no list":         {"manufacturer: E\nmodel: M\ninterfaces: many\n", []string{"type.yaml:3:13: interfaces: a list should stand here"}},
		"a supply":        {"manufacturer: E\nmodel: M\npower-ports:\n  - {name: a, type: x, maximum_draw: lots}\n", []string{`type.yaml:4:38: power-ports[0].maximum_draw: "lots" is not a whole number of watts`}},
		"too many groups": {device("", run("x%03d", "infiniband-hdr", 0, 79)...), []string{"type.yaml: ports: 80 groups of ports are above the limit of 64"}},
	} {
		_, err := netboxtype.Read("type.yaml", []byte(tt.text), load(t))
		var problems *plan.Problems
		if !errors.As(err, &problems) {
			t.Errorf("%s: got %v, want problems", name, err)
			continue
		}
		got := strings.Split(err.Error(), "\n")
		if !slices.EqualFunc(got, tt.want, strings.HasPrefix) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, tt.want)
		}
	}
}

// Whatever the interfaces are, each is taken over, guessed or left out, once;
// those taken over are ports of their names.
func TestEveryInterfaceIsAccountedFor(t *testing.T) {
	t.Parallel()
	cat := load(t)
	kinds := []string{"infiniband-ndr", "infiniband-hdr", "400gbase-x-osfp", "800gbase-x-osfp", "1000base-t", "10gbase-x-sfpp", "virtual", "400gbase-x-osfp-rhs"}
	rapid.Check(t, func(t *rapid.T) {
		var list []string
		for range rapid.IntRange(1, 5).Draw(t, "runs") {
			format := rapid.SampledFrom([]string{"p%d", "%d", "a%d/1", "b%02d", "c-%d.x", "d:%d"}).Draw(t, "names")
			kind := rapid.SampledFrom(kinds).Draw(t, "kind")
			first, n := rapid.IntRange(0, 12).Draw(t, "first"), rapid.IntRange(0, 20).Draw(t, "length")
			var ports []int
			if rapid.Bool().Draw(t, "twins") {
				from := rapid.IntRange(0, 2).Draw(t, "port")
				format, ports = "t%d/%d", []int{from, from + 1}
			}
			list = append(list, run(format, kind, first, first+n, ports...)...)
		}
		seen := map[string]bool{}
		list = slices.DeleteFunc(list, func(x string) bool {
			name, _, _ := strings.Cut(x, " ")
			twice := seen[name]
			seen[name] = true
			return twice
		})
		x, err := netboxtype.Read("type.yaml", []byte(device("", list...)), cat)
		if err != nil {
			if strings.Contains(err.Error(), "groups of ports are above the limit") {
				return
			}
			t.Fatal(err)
		}
		told := map[string]int{}
		for _, notes := range [][]netboxtype.Note{x.Report.Mapped, x.Report.Guessed, x.Report.Ignored} {
			for _, n := range notes {
				if n.Field != "interfaces" {
					continue
				}
				for part := range strings.SplitSeq(n.Value, ", ") {
					names, err := plan.ParseNames(part)
					if err != nil { // names that cannot be those of a port are shown as they are
						told[part]++
						continue
					}
					for name := range names.All() {
						told[name]++
					}
				}
			}
		}
		long := slices.ContainsFunc(slices.Concat(x.Report.Ignored, x.Report.Guessed, x.Report.Mapped), func(n netboxtype.Note) bool { return strings.HasSuffix(n.Value, "…") })
		for name := range seen {
			if told[name] != 1 && !long {
				t.Fatalf("interface %s is told of %d times in %+v", name, told[name], x.Report)
			}
		}
		for _, p := range x.Type.Ports {
			if !seen[p.Name] {
				t.Fatalf("port %s is no interface of the file", p.Name)
			}
		}
		again, err := planfile.DecodeDeviceType(planfile.EncodeDeviceType(x.Type), cat)
		if err != nil || len(again.Ports) != len(x.Type.Ports) {
			t.Fatalf("what is written decodes to %v, %v", again, err)
		}
	})
}

func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("testdata/hx-40.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(device("weight: 1\nweight_unit: lb\n", run("%d/%d", "infiniband-ndr", 1, 4, 1, 2)...)))
	f.Add([]byte("{manufacturer: E, model: M, interfaces: [{name: \"{\", type: infiniband-xdr}, {name: ib1, type: infiniband-xdr}]}"))
	cat := load(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := netboxtype.Read("type.yaml", data, cat)
		if err != nil {
			var problems *plan.Problems
			if !errors.As(err, &problems) || len(problems.List) == 0 {
				t.Fatalf("error %v of %T", err, err)
			}
			return
		}
		entry := planfile.EncodeDeviceType(x.Type)
		if again, err := planfile.DecodeDeviceType(entry, cat); err != nil || len(again.Ports) != len(x.Type.Ports) {
			t.Fatalf("%s decodes to %v, %v", entry, again, err)
		}
	})
}
