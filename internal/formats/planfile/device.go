package planfile

import (
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// The fields of a plan's own device types (catalog.md, Device types).

var deviceTypeFields = record(lines, []field[catalog.DeviceType]{
	required("slug", func(t *catalog.DeviceType) *string { return &t.Slug }, text),
	optional("model", func(t *catalog.DeviceType) *string { return &t.Model }, text),
	optional("maker", func(t *catalog.DeviceType) *string { return &t.Maker }, text),
	optional("kind", func(t *catalog.DeviceType) *string { return &t.Kind },
		word("ib-switch", "eth-switch", "gpu-server", "server", "nic", "dpu", "patch-panel", "pdu")),
	optional("units", func(t *catalog.DeviceType) *units.RackUnits { return &t.Height }, height),
	optional("width", func(t *catalog.DeviceType) *string { return &t.Width }, word("full", "half")),
	optional("depth", func(t *catalog.DeviceType) *units.Length { return &t.Depth }, positive),
	optional("weight_kg", func(t *catalog.DeviceType) *units.Mass { return &t.Weight }, grams),
	optional("power_w", func(t *catalog.DeviceType) *units.Power { return &t.PowerMax }, watts),
	optional("typical_w", func(t *catalog.DeviceType) *units.Power { return &t.PowerTypical }, watts),
	optional("airflow", func(t *catalog.DeviceType) *string { return &t.Airflow }, word("front-to-rear", "rear-to-front", "reversible")),
	optional("port_side", func(t *catalog.DeviceType) *string { return &t.PortSide }, word("front", "rear")),
	optional("protocols", func(t *catalog.DeviceType) *[]catalog.Protocol { return &t.Protocols },
		shortList(maxSpeeds, word(catalog.InfiniBand, catalog.Ethernet))),
	optional("source", func(t *catalog.DeviceType) *[]string { return &t.Sources }, names),
	optional("rails", func(t *catalog.DeviceType) *[]catalog.Rail { return &t.Rails }, rails),
	optional("ports", func(t *catalog.DeviceType) *[]catalog.PortGroup { return &t.Groups }, groups),
})

// Bounds of device types, besides those of catalog.Compile.
const (
	maxSpeeds    = 64
	maxTypes     = 1000
	maxPortNames = 500_000 // of all types of a plan: ports, children, aliases
)

// groups are the port groups of a type, one on each line.
var groups = func() kind[[]catalog.PortGroup] {
	k := shortList(catalog.MaxTypeGroups, portGroup)
	k.write = list(lines, portGroup).write
	return k
}()

var portGroup = record(oneLine, []field[catalog.PortGroup]{
	optional("role", func(g *catalog.PortGroup) *string { return &g.Role }, word("fabric", "storage", "mgmt", "uplink", "oob")),
	required("cage", func(g *catalog.PortGroup) **catalog.FormFactor { return &g.Form }, cage),
	optional("cages", func(g *catalog.PortGroup) *int { return &g.CageCount }, count),
	optional("first", func(g *catalog.PortGroup) *int { return &g.CageFirst }, count),
	optional("per_cage", func(g *catalog.PortGroup) *int { return &g.PortsPerCage }, count),
	required("speeds", func(g *catalog.PortGroup) *[]*catalog.Speed { return &g.Speeds }, shortList(maxSpeeds, variant)),
	required("name", func(g *catalog.PortGroup) *string { return &g.PortPattern }, text),
	optional("cage_name", func(g *catalog.PortGroup) *string { return &g.CagePattern }, text),
	optional("split_suffix", func(g *catalog.PortGroup) *string { return &g.SplitSuffix }, text),
	optional("aliases", func(g *catalog.PortGroup) *[]string { return &g.Aliases }, names),
	optional("adapter", func(g *catalog.PortGroup) *string { return &g.Adapter }, wordOrNumber),
	pcie(),
})

// rails is a list of port names in GPU order.
var rails = func() kind[[]catalog.Rail] {
	ports := func(v *[]catalog.Rail) []string {
		if *v == nil {
			return nil
		}
		out := make([]string, len(*v))
		for i, x := range *v {
			out[i] = x.Port
		}
		return out
	}
	fill := func(v *[]catalog.Rail, ports []string) {
		*v = nil
		if ports != nil {
			*v = make([]catalog.Rail, 0, len(ports))
		}
		for i, p := range ports {
			*v = append(*v, catalog.Rail{Number: i, Port: p, GPU: i})
		}
	}
	return kind[[]catalog.Rail]{
		shape: names.shape,
		read: func(r *reader, n *node, v *[]catalog.Rail) {
			list := ports(v)
			names.read(r, n, &list)
			fill(v, list)
		},
		write:   func(w *writer, v *[]catalog.Rail) { list := ports(v); names.write(w, &list) },
		written: func(v *[]catalog.Rail) bool { return *v != nil },
		edit: func(r *reader, path []step, c change, v *[]catalog.Rail) {
			list := ports(v)
			names.edit(r, path, c, &list)
			fill(v, list)
		},
	}
}()

// cage is the name of a cage form factor; Compile looks it up.
var cage = leaf(func(r *reader, n *node, v **catalog.FormFactor) {
	var name string
	failed := r.failed()
	if readText(r, n, &name); r.failed() == failed {
		*v = &catalog.FormFactor{Name: name}
	}
}, func(w *writer, v **catalog.FormFactor) { w.text((*v).Name) }, func(v **catalog.FormFactor) bool { return *v != nil })

// variant is the name of a speed as a port lists it; Compile looks it up.
var variant = leaf(func(r *reader, n *node, v **catalog.Speed) {
	var name string
	failed := r.failed()
	if readText(r, n, &name); r.failed() == failed {
		*v = &catalog.Speed{Name: name}
	}
}, func(w *writer, v **catalog.Speed) { w.text((*v).Name) }, func(v **catalog.Speed) bool { return *v != nil })

// speed is the name of a rate or of one variant of it.
var speed = leaf(func(r *reader, n *node, v *string) {
	name, what, ok := r.scalar(n)
	if !ok || what != isText {
		r.wrong(n, "a speed such as ndr or 400gbe")
		return
	}
	for _, s := range r.catalog.Speeds {
		if s.Rate == name || s.Name == name {
			*v = name
			return
		}
	}
	if r.full() {
		r.dropped++
		return
	}
	var known []string // the rates; a variant is rarely what was meant
	for _, s := range r.catalog.Speeds {
		if !slices.Contains(known, s.Rate) {
			known = append(known, s.Rate)
		}
	}
	r.fail(n, "%s is not one of the speeds %s%s", clip(name), strings.Join(known, ", "), didYouMean(name, known))
}, text.write, notEmpty)

// pcie is the host link of an adapter: {gen: 5, lanes: 16}, two fields of the
// group.
func pcie() field[catalog.PortGroup] {
	k := record(oneLine, []field[catalog.PortGroup]{
		required("gen", func(g *catalog.PortGroup) *int { return &g.PCIeGen }, whole),
		required("lanes", func(g *catalog.PortGroup) *int { return &g.PCIeLanes }, whole),
	})
	return field[catalog.PortGroup]{
		name: "pcie", shape: k.shape, read: k.read, write: k.write, written: k.written,
		edit: func(r *reader, path []step, c change, g *catalog.PortGroup) {
			link := catalog.PortGroup{PCIeGen: g.PCIeGen, PCIeLanes: g.PCIeLanes}
			k.edit(r, path, c, &link)
			g.PCIeGen, g.PCIeLanes = link.PCIeGen, link.PCIeLanes
		},
	}
}

// deviceTypeKind is a device type, compiled once its fields are read.
var deviceTypeKind = kind[*catalog.DeviceType]{
	shape: deviceTypeFields.shape,
	read: func(r *reader, n *node, v **catalog.DeviceType) {
		t := &catalog.DeviceType{}
		deviceTypeFields.read(r, n, t)
		compile(r, n, t)
		*v = t
	},
	write:   func(w *writer, v **catalog.DeviceType) { deviceTypeFields.write(w, (*v).Written()) },
	written: func(v **catalog.DeviceType) bool { return *v != nil },
	edit: func(r *reader, path []step, c change, v **catalog.DeviceType) {
		t, failed := (*v).Written(), r.failed()
		if deviceTypeFields.edit(r, path, c, t); r.failed() == failed {
			compile(r, c.value, t)
			*v = t
		}
	},
}

// compile works out ports and cages. What Compile complains of begins with the
// field it means ("ports[0].cage: ..."); of a field that could not be read it
// complains in vain.
func compile(r *reader, n *node, t *catalog.DeviceType) {
	if r.full() {
		return
	}
	r.types++
	for _, g := range t.Groups {
		ports := int64(max(1, g.CageCount)) * int64(max(2, g.PortsPerCage))
		r.portNames += ports * int64(len(g.Aliases)+5)
	}
	if r.types > maxTypes {
		r.fail(n, "document holds more than %d device types; take out those no device uses", maxTypes)
		return
	}
	if r.portNames > maxPortNames {
		r.fail(n, "device types have more than %d names of ports, split children and aliases in all; write fewer cages or aliases", maxPortNames)
		return
	}
	here := formatPath(r.path)
	bad := around(r.problems)
	for _, message := range catalog.Compile(t, r.catalog) {
		name, rest, ok := strings.Cut(message, ": ")
		path, err := parsePath(name)
		if !ok || err != nil || strings.ContainsRune(name, ' ') {
			r.fail(n, "%s", message)
			continue
		}
		if bad[here+"."+name] {
			continue
		}
		r.failAt(r.nearest(n, path), here+"."+name, "%s", rest)
	}
}
