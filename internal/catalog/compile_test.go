package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// named are speeds by name alone, as a codec may give them.
func named(names ...string) []*catalog.Speed {
	var out []*catalog.Speed
	for _, n := range names {
		out = append(out, &catalog.Speed{Name: n})
	}
	return out
}

func cage(name string) *catalog.FormFactor { return &catalog.FormFactor{Name: name} }

// acme is the type of the catalog's page: an 8-GPU server.
func acme() *catalog.DeviceType {
	return &catalog.DeviceType{
		Slug: "acme-8gpu", Model: "Acme 8-GPU", Height: units.U(8), PortSide: "rear",
		Groups: []catalog.PortGroup{{
			Role: "fabric", Form: cage("osfp-flat-1"), CageCount: 8, CageFirst: 1, PortsPerCage: 1, Speeds: named("ndr", "ndr200"),
			PortPattern: "ib{cage}", CagePattern: "ib{cage}", Aliases: []string{"mlx5_{cage0}"}, Adapter: "each", PCIeGen: 5, PCIeLanes: 16,
		}},
		Rails: []catalog.Rail{{Port: "ib1"}, {Port: "ib2"}, {Port: "ib3"}, {Port: "ib4"}, {Port: "ib5"}, {Port: "ib6"}, {Port: "ib7"}, {Port: "ib8"}},
	}
}

// leaf is a switch whose ports split, with all that can be left out left out.
func leaf(kind string) *catalog.DeviceType {
	return &catalog.DeviceType{
		Slug: "acme-leaf", Kind: kind, Height: units.U(1),
		Groups: []catalog.PortGroup{
			{Form: cage("osfp-finned-2"), CageCount: 32, Speeds: named("ndr", "ndr200"), PortPattern: "p{cage}/{port}", CagePattern: "p{cage}"},
			{Role: "mgmt", Form: cage("rj45"), Speeds: named("1gbe"), PortPattern: "mgmt0"},
		},
	}
}

func TestCompile(t *testing.T) {
	t.Parallel()
	c := load(t)
	ty := acme()
	if got := catalog.Compile(ty, c); len(got) > 0 {
		t.Fatalf("the type of the catalog's page has problems: %v", got)
	}
	if !ty.Local || !ty.Rackable || ty.Kind != "server" || ty.Width != "full" || ty.Lifecycle != catalog.UnknownLifecycle || ty.Evidence != catalog.Unverified {
		t.Errorf("the defaults read %+v", *ty)
	}
	if len(ty.Ports) != 8 || len(ty.Cages) != 8 || ty.Groups[0].Number != 1 || ty.Groups[0].Form != c.Form("osfp-flat-1") || ty.Groups[0].Speeds[1] != c.Speed("ndr200") {
		t.Errorf("the ports read %+v", ty.Ports)
	}
	if at, ok := ty.Find("mlx5_7"); !ok || ty.Name(at) != "ib8" {
		t.Errorf("mlx5_7 is %v, %v; want ib8", at, ok)
	}
	if r := ty.Rails[3]; r.Number != 3 || r.GPU != 3 || r.Port != "ib4" {
		t.Errorf("rail 3 reads %+v", r)
	}
}

func TestCompileFillsIn(t *testing.T) {
	t.Parallel()
	c := load(t)
	for kind, child := range map[string]string{"ib-switch": "p3/1/2", "eth-switch": "p3/1s1"} {
		ty := leaf(kind)
		if got := catalog.Compile(ty, c); len(got) > 0 {
			t.Fatalf("%s: %v", kind, got)
		}
		g := ty.Groups[0]
		if g.Role != "fabric" || g.PortsPerCage != 2 || g.CageFirst != 1 || ty.Groups[1].CageCount != 1 || ty.Groups[1].CagePattern != "mgmt0" || ty.Model != "acme-leaf" {
			t.Errorf("%s: the defaults read %+v", kind, ty.Groups)
		}
		if at, ok := ty.Find(child); !ok || at.Child != 2 || ty.Ports[at.Port].Name != "p3/1" {
			t.Errorf("%s: %s is %+v, %v", kind, child, at, ok)
		}
		if len(ty.Ports[64].Children) != 0 || ty.Groups[1].SplitSuffix != "" {
			t.Errorf("%s: the management port splits: %+v", kind, ty.Ports[64])
		}
	}
	ty := leaf("eth-switch")
	ty.Groups[0].SplitSuffix = "/{i}"
	if got := catalog.Compile(ty, c); len(got) > 0 {
		t.Fatalf("a plan's Ethernet switch may name its children with a slash: %v", got)
	}
	if _, ok := ty.Find("p3/1/2"); !ok {
		t.Error("p3/1/2 is not found")
	}
}

func TestCompileKeepsWhatWasWritten(t *testing.T) {
	t.Parallel()
	c := load(t)
	ty := leaf("ib-switch")
	if got := catalog.Compile(ty, c); len(got) > 0 {
		t.Fatal(got)
	}
	w := ty.Written()
	if w.Width != "" || w.Model != "" || w.Groups[0].SplitSuffix != "" || w.Groups[0].Role != "" || w.Groups[1].CageCount != 0 || w.Ports != nil {
		t.Errorf("written reads %+v", *w)
	}
	w.Kind, w.Groups[0].Role = "eth-switch", "uplink"
	if again := ty.Written(); again.Kind != "ib-switch" || again.Groups[0].Role != "" {
		t.Error("a change to what Written gave changes the type")
	}
	if got := catalog.Compile(w, c); len(got) > 0 {
		t.Fatal(got)
	}
	if _, ok := w.Find("p1/1s0"); !ok {
		t.Error("the type with another kind keeps the suffix of the old one")
	}
	if q := c.Type("qm9700").Written(); q.Slug != "qm9700" || q.Ports != nil || len(q.Groups) != 2 {
		t.Errorf("a built-in type is written as %+v", *q)
	}
}

func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	type edit func(*catalog.DeviceType)
	group := func(f func(*catalog.PortGroup)) edit {
		return func(ty *catalog.DeviceType) { f(&ty.Groups[0]) }
	}
	tests := []struct {
		name string
		base func() *catalog.DeviceType
		edit edit
		want string // one of the problems
	}{
		{"no slug", acme, func(ty *catalog.DeviceType) { ty.Slug = "" }, `slug: "" is not small letters and digits`},
		{"a slug in capitals", acme, func(ty *catalog.DeviceType) { ty.Slug = "Acme" }, `slug: "Acme" is not small letters`},
		{"a very long slug", acme, func(ty *catalog.DeviceType) { ty.Slug = strings.Repeat("a", 65) }, "at most 64"},
		{"an unknown kind", acme, func(ty *catalog.DeviceType) { ty.Kind = "switch" }, `kind: "switch" is not known; write ib-switch, eth-switch`},
		{"an unknown width", acme, func(ty *catalog.DeviceType) { ty.Width = "third" }, "width: "},
		{"an unknown airflow", acme, func(ty *catalog.DeviceType) { ty.Airflow = "front-to-raer" }, `airflow: "front-to-raer" is not known; write front-to-rear, rear-to-front, reversible; did you mean "front-to-rear"?`},
		{"an unknown side", acme, func(ty *catalog.DeviceType) { ty.PortSide = "left" }, "port_side: "},
		{"an unknown protocol", acme, func(ty *catalog.DeviceType) { ty.Protocols = []catalog.Protocol{"fc"} }, `protocols: "fc" is not known`},
		{"a protocol its speeds do not have", acme, func(ty *catalog.DeviceType) { ty.Protocols = []catalog.Protocol{"eth"} }, "ports[0].speeds: ndr is not one of the device's protocols"},
		{"a card with units", acme, func(ty *catalog.DeviceType) { ty.Kind = "nic" }, "units: a nic is a part of a device and takes no rack units"},
		{"units below zero", acme, func(ty *catalog.DeviceType) { ty.Height = -1 }, "units: -0.5 is below zero"},
		{"depth below zero", acme, func(ty *catalog.DeviceType) { ty.Depth = -1 }, "depth: is below zero"},
		{"weight below zero", acme, func(ty *catalog.DeviceType) { ty.Weight = -1 }, "weight_kg: is below zero"},
		{"power below zero", acme, func(ty *catalog.DeviceType) { ty.PowerMax = -1 }, "power_w: is below zero"},
		{"typical power above the maximum", acme, func(ty *catalog.DeviceType) { ty.PowerMax, ty.PowerTypical = 1, 2 }, "typical_w: typical power 0.002 W is above the maximum 0.001 W"},
		{"rails without ports", acme, func(ty *catalog.DeviceType) { ty.Groups = nil }, "rails: 8 rails for 0 ports of role fabric"},
		{"too many groups", acme, func(ty *catalog.DeviceType) { ty.Groups = make([]catalog.PortGroup, 65) }, "ports: 65 groups of ports are above the limit of 64"},
		{"an unknown role", acme, group(func(g *catalog.PortGroup) { g.Role = "compute" }), `ports[0].role: "compute" is not known; write fabric, storage, mgmt, uplink, oob`},
		{"no cage", acme, group(func(g *catalog.PortGroup) { g.Form = nil }), "ports[0].cage: is missing; write one of rj45, sfp28"},
		{"an unknown cage", acme, group(func(g *catalog.PortGroup) { g.Form = cage("osfp-flat1") }), `ports[0].cage: unknown cage "osfp-flat1"; did you mean "osfp-flat-1"?`},
		{"a plug for a cage", acme, group(func(g *catalog.PortGroup) { g.Form = cage("osfp-unspecified") }), "ports[0].cage: osfp-unspecified is a plug and no cage"},
		{"an unknown speed", acme, group(func(g *catalog.PortGroup) { g.Speeds = named("ndr", "nrd200") }), `ports[0].speeds: unknown speed "nrd200"; did you mean "ndr200"?`},
		{"a speed that is nothing", acme, group(func(g *catalog.PortGroup) { g.Speeds = []*catalog.Speed{nil} }), `ports[0].speeds: unknown speed ""`},
		{"a rate without such a variant", acme, group(func(g *catalog.PortGroup) { g.Speeds = named("800gbe-8x100") }), "ports[0].speeds: unknown speed"},
		{"no speeds", acme, group(func(g *catalog.PortGroup) { g.Speeds = nil }), "ports[0].speeds: is empty; list what the ports run at, fastest first"},
		{"a speed twice", acme, group(func(g *catalog.PortGroup) { g.Speeds = named("ndr", "ndr") }), "ports[0].speeds: ndr is listed twice"},
		{"a speed of too many lanes", acme, group(func(g *catalog.PortGroup) { g.Speeds = named("800gbe") }), "ports[0].speeds: 800gbe takes 8 lanes, a port here has 4"},
		{"a speed of too fast lanes", acme, group(func(g *catalog.PortGroup) { g.Speeds = named("xdr") }), "ports[0].speeds: xdr is too fast for osfp-flat-1, whose lanes end at 100 Gb/s"},
		{"a slower speed first", acme, group(func(g *catalog.PortGroup) { g.Speeds = named("ndr200", "ndr") }), "ports[0].speeds: ndr is faster than ndr200, which stands first; list the fastest first"},
		{"speeds of a cage without known lanes", acme, group(func(g *catalog.PortGroup) { g.Form = cage("lc-duplex") }), "ports[0].speeds: a cage of form lc-duplex has no known lanes and so no speeds"},
		{"another number of ports than the cage has", acme, group(func(g *catalog.PortGroup) { g.PortsPerCage = 2 }), "ports[0].per_cage: is 2, a cage of form osfp-flat-1 has 1"},
		{"ports per cage below zero", acme, group(func(g *catalog.PortGroup) { g.PortsPerCage = -1 }), "ports[0].per_cage: -1 is not between 1 and 4096"},
		{"cages below zero", acme, group(func(g *catalog.PortGroup) { g.CageCount = -8 }), "ports[0].cages: -8 is not between 1 and 4096"},
		{"a billion cages", acme, group(func(g *catalog.PortGroup) { g.CageCount = 1_000_000_000 }), "ports[0].cages: 1000000000 is not between 1 and 4096"},
		{"a first cage below one", acme, group(func(g *catalog.PortGroup) { g.CageFirst = -1 }), "ports[0].first: -1 is not between 1 and 99999"},
		{"a first cage beyond counting", acme, group(func(g *catalog.PortGroup) { g.CageFirst = 1 << 62 }), "ports[0].first: "},
		{"no name", acme, group(func(g *catalog.PortGroup) { g.PortPattern = "" }), "ports[0].name: is empty; write a pattern such as p{cage}"},
		{"a name that is the same for all", acme, group(func(g *catalog.PortGroup) { g.PortPattern, g.CagePattern = "ib", "ib" }), `ports[0].name: name "ib" is given twice`},
		{"a name with a colon", acme, group(func(g *catalog.PortGroup) { g.PortPattern, g.CagePattern = "ib:{cage}", "ib:{cage}" }), `ports[0].name: name "ib:1" has a character a name may not have`},
		{"a name with a bracket", acme, group(func(g *catalog.PortGroup) { g.PortPattern, g.CagePattern = "ib[{cage}]", "ib[{cage}]" }), "has a character a name may not have"},
		{"a name with a NUL byte", acme, group(func(g *catalog.PortGroup) { g.PortPattern, g.CagePattern = "ib\x00{cage}", "ib\x00{cage}" }), "has a character a name may not have"},
		{"a name of white space", acme, group(func(g *catalog.PortGroup) { g.PortPattern, g.CagePattern = " {cage}", " {cage}" }), "is empty or has white space around it"},
		{"a very long name", acme, group(func(g *catalog.PortGroup) { g.PortPattern = strings.Repeat("x", 64) + "{cage}" }), "is longer than 64 characters"},
		{"an unknown placeholder", acme, group(func(g *catalog.PortGroup) { g.PortPattern = "ib{gpu}" }), `ports[0].name: "ib{gpu}" has the unknown placeholder {gpu}`},
		{"a child's placeholder in a name", acme, group(func(g *catalog.PortGroup) { g.PortPattern = "ib{i}" }), `ports[0].name: "ib{i}" has the unknown placeholder {i}`},
		{"a brace left open", acme, group(func(g *catalog.PortGroup) { g.PortPattern = "ib{cage" }), "ports[0].name: \"ib{cage\" has a brace that belongs to no placeholder"},
		{"another cage name where the cage has one port", acme, group(func(g *catalog.PortGroup) { g.CagePattern = "c{cage}" }), `ports[0].cage_name: cage "c1" has one port, so it has the name of its port, "ib1"`},
		{"no cage name where the cage has two ports", func() *catalog.DeviceType { return leaf("ib-switch") }, group(func(g *catalog.PortGroup) { g.CagePattern = "" }), "ports[0].cage_name: is empty"},
		{"a cage name that is the same for all", func() *catalog.DeviceType { return leaf("ib-switch") }, group(func(g *catalog.PortGroup) { g.CagePattern = "p" }), `ports[0].cage_name: cage name "p" is given twice`},
		{"a port's placeholder in a cage name", func() *catalog.DeviceType { return leaf("ib-switch") }, group(func(g *catalog.PortGroup) { g.CagePattern = "p{port}" }), "ports[0].cage_name: \"p{port}\" has the unknown placeholder {port}"},
		{"an alias that is another port", acme, group(func(g *catalog.PortGroup) { g.Aliases = []string{"ib2"} }), `ports[0].aliases: name "ib2" is given twice`},
		{"an alias twice", acme, group(func(g *catalog.PortGroup) { g.Aliases = []string{"m{n}", "m{n}"} }), `ports[0].aliases: "m{n}" is the printed name, or listed twice`},
		{"an alias that is the name", acme, group(func(g *catalog.PortGroup) { g.Aliases = []string{"ib{cage}"} }), `ports[0].aliases: "ib{cage}" is the printed name, or listed twice`},
		{"an alias of children of a server", acme, group(func(g *catalog.PortGroup) { g.Aliases = []string{"m{n}.{i}"} }), `ports[0].aliases: "m{n}.{i}" names children of a port that does not split`},
		{"an empty alias", acme, group(func(g *catalog.PortGroup) { g.Aliases = []string{""} }), "ports[0].aliases: is empty"},
		{"more names than a type may have", acme, group(func(g *catalog.PortGroup) {
			g.CageCount, g.Aliases = 4000, []string{"a{n}", "b{n}", "c{n}", "d{n}", "e{n}"}
		}), "ports[0].aliases: the type's ports have more than the limit of 20000 names"},
		{"more ports than a type may have", acme, func(ty *catalog.DeviceType) {
			ty.Groups = append(ty.Groups, ty.Groups[0])
			ty.Groups[0].CageCount, ty.Groups[1].CageCount = 4000, 4000
		}, "ports[1].cages: the type has more than the limit of 4096 ports"},
		{"two groups with the same names", acme, func(ty *catalog.DeviceType) { ty.Groups = append(ty.Groups, ty.Groups[0]) }, `ports[1].name: name "ib1" is given twice`},
		{"a suffix on a server", acme, group(func(g *catalog.PortGroup) { g.SplitSuffix = "/{i}" }), "ports[0].split_suffix: only ports of switches split, and the kind is server"},
		{"a suffix without a child's number", func() *catalog.DeviceType { return leaf("ib-switch") }, group(func(g *catalog.PortGroup) { g.SplitSuffix = "/x" }), `ports[0].split_suffix: "/x" must hold {i} or {i0} once`},
		{"a suffix with a cage", func() *catalog.DeviceType { return leaf("ib-switch") }, group(func(g *catalog.PortGroup) { g.SplitSuffix = "/{cage}" }), "ports[0].split_suffix: \"/{cage}\" has the unknown placeholder {cage}; here may stand {i} {i0}"},
		{"a suffix where nothing splits", func() *catalog.DeviceType { return leaf("ib-switch") }, group(func(g *catalog.PortGroup) { g.Speeds, g.SplitSuffix = named("ndr"), "/{i}" }), "ports[0].split_suffix: no speed listed takes a half or a quarter of the port's 4 lanes"},
		{"an adapter that is no number", acme, group(func(g *catalog.PortGroup) { g.Adapter = "both" }), `ports[0].adapter: "both" is not each or a card number 1 to 9`},
		{"an adapter of a switch", func() *catalog.DeviceType { return leaf("ib-switch") }, group(func(g *catalog.PortGroup) { g.Adapter = "each" }), "ports[0].adapter: kind ib-switch and RJ45 ports have no adapter; leave it out"},
		{"host lanes of no adapter", acme, group(func(g *catalog.PortGroup) { g.Adapter = "" }), "ports[0].pcie: is the host link of which adapter?"},
		{"a generation without lanes", acme, group(func(g *catalog.PortGroup) { g.PCIeLanes = 0 }), "ports[0].pcie: generation and lanes go together"},
		{"a generation nobody has", acme, group(func(g *catalog.PortGroup) { g.PCIeGen = 7 }), "ports[0].pcie: generation 7 is not between 3 and 6"},
		{"lanes nobody has", acme, group(func(g *catalog.PortGroup) { g.PCIeLanes = 12 }), "ports[0].pcie: 12 lanes are not 1, 2, 4, 8, 16 or 32"},
		{"a card of one port", acme, group(func(g *catalog.PortGroup) { g.Adapter, g.CageCount = "1", 1 }), "ports[0].adapter: card 1 has one port; write each"},
		{"cage power of a server", acme, group(func(g *catalog.PortGroup) { g.CagePower = 17000 }), "ports[0].cage_power: is kept for switches"},
		{"a rail that is no port", acme, func(ty *catalog.DeviceType) { ty.Rails[2].Port = "ib9" }, `rails[2]: the type has no port "ib9"; did you mean "ib1"?`},
		{"a rail by its alias", acme, func(ty *catalog.DeviceType) { ty.Rails[2].Port = "mlx5_2" }, `rails[2]: "mlx5_2" is not the printed name; write "ib3"`},
		{"a rail twice", acme, func(ty *catalog.DeviceType) { ty.Rails[2].Port = "ib1" }, "rails[2]: port ib1 is listed twice"},
		{"a rail too few", acme, func(ty *catalog.DeviceType) { ty.Rails = ty.Rails[:7] }, "rails: 7 rails for 8 ports of role fabric; list every one of them, GPU 0 first"},
		{"a rail on a port of another role", func() *catalog.DeviceType {
			ty := leaf("ib-switch")
			ty.Rails = []catalog.Rail{{Port: "mgmt0"}}
			return ty
		}, func(*catalog.DeviceType) {}, "rails[0]: port mgmt0 has role mgmt; a rail is a port of role fabric"},
	}
	c := load(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ty := tt.base()
			tt.edit(ty)
			got := catalog.Compile(ty, c)
			if !slices.ContainsFunc(got, func(p string) bool { return strings.Contains(p, tt.want) }) {
				t.Errorf("want a problem that says %q, got\n%s", tt.want, strings.Join(got, "\n"))
			}
			if total := len(strings.Join(got, "\n")); total > 20_000 {
				t.Errorf("the problems take %d bytes", total)
			}
		})
	}
}

func TestCompileTakes(t *testing.T) {
	t.Parallel()
	c := load(t)
	panel := &catalog.DeviceType{Slug: "panel", Kind: "patch-panel", Height: units.U(1),
		Groups: []catalog.PortGroup{{Form: cage("lc-duplex"), CageCount: 48, PortPattern: "{cage}"}}}
	strip := &catalog.DeviceType{Slug: "strip", Kind: "pdu", Groups: []catalog.PortGroup{{Role: "oob", Form: cage("rj45"), Speeds: named("1gbe"), PortPattern: "mgmt"}}}
	card := &catalog.DeviceType{Slug: "card", Kind: "nic", Groups: []catalog.PortGroup{{Form: cage("qsfp112"), CageCount: 2, Speeds: named("ndr"), PortPattern: "p{cage}", Adapter: "1", PCIeGen: 5, PCIeLanes: 16}}}
	storage := &catalog.DeviceType{Slug: "storage", Height: units.RackUnits(3), Groups: []catalog.PortGroup{{Role: "storage", Form: cage("qsfp112"), Speeds: named("400gbe", "200gbe-2x100"), PortPattern: "st0"}}}
	for name, ty := range map[string]*catalog.DeviceType{
		"a patch panel without speeds": panel, "a power strip without units": strip, "a card": card, "a server with storage ports only, 1.5 units": storage,
	} {
		if got := catalog.Compile(ty, c); len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
		if ty.Rackable != (ty.Kind != "nic") {
			t.Errorf("%s: rackable is %v", name, ty.Rackable)
		}
	}
}

// TestCompileNeverPanics puts anything into a type.
func TestCompileNeverPanics(t *testing.T) {
	t.Parallel()
	c := load(t)
	text := rapid.SampledFrom([]string{"", "a", "p{cage}", "p{port}", "{n}", "{i}", "/{i}", "s{i0}", "{", "}", "fabric", "mgmt", "each", "1", "rear", ":", "\x00"})
	number := rapid.SampledFrom([]int{-1 << 62, -1, 0, 1, 2, 4, 8, 64, 4096, 4097, 1 << 62})
	rapid.Check(t, func(t *rapid.T) {
		ty := &catalog.DeviceType{
			Slug: text.Draw(t, "slug"), Kind: rapid.SampledFrom([]string{"", "ib-switch", "eth-switch", "server", "nic", "patch-panel", "x"}).Draw(t, "kind"),
			Height: units.RackUnits(number.Draw(t, "height")), PortSide: text.Draw(t, "side"), Airflow: text.Draw(t, "airflow"),
			Protocols: rapid.SliceOfN(rapid.SampledFrom([]catalog.Protocol{"ib", "eth", "x"}), 0, 2).Draw(t, "protocols"),
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "groups") {
			g := catalog.PortGroup{
				Role: text.Draw(t, "role"), CageFirst: number.Draw(t, "first"), CageCount: number.Draw(t, "count"), PortsPerCage: number.Draw(t, "per cage"),
				PortPattern: text.Draw(t, "name") + fmt.Sprint(i), CagePattern: text.Draw(t, "cage name"), SplitSuffix: text.Draw(t, "suffix"),
				Aliases: rapid.SliceOfN(text, 0, 3).Draw(t, "aliases"), Adapter: text.Draw(t, "adapter"), PCIeGen: number.Draw(t, "gen"), PCIeLanes: number.Draw(t, "lanes"),
				Speeds: named(rapid.SliceOfN(rapid.SampledFrom([]string{"ndr", "ndr200", "hdr", "800gbe", "400gbe", "1gbe", "x"}), 0, 3).Draw(t, "speeds")...),
			}
			if name := rapid.SampledFrom([]string{"", "osfp-finned-2", "osfp-8", "qsfp56", "rj45", "lc-duplex", "mpo12-cpo", "osfp-unspecified", "x"}).Draw(t, "cage"); name != "" {
				g.Form = cage(name)
			}
			ty.Groups = append(ty.Groups, g)
		}
		for _, port := range rapid.SliceOfN(text, 0, 2).Draw(t, "rails") {
			ty.Rails = append(ty.Rails, catalog.Rail{Port: port})
		}
		if len(catalog.Compile(ty, c)) > 0 {
			return
		}
		for i, p := range ty.Ports {
			if at, ok := ty.Find(p.Name); !ok || int(at.Port) != i {
				t.Fatalf("port %q is not found under its name", p.Name)
			}
		}
	})
}

func BenchmarkCompile(b *testing.B) {
	c := load(b)
	b.ReportAllocs()
	for b.Loop() {
		if got := catalog.Compile(leaf("ib-switch"), c); len(got) > 0 {
			b.Fatal(got)
		}
	}
}
