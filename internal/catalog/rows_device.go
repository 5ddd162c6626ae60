package catalog

import (
	"slices"

	"lengthwise/internal/units"
)

// deviceTypes builds the built-in types with their ports and rails.
func (l *loader) deviceTypes() {
	ports := map[string][]*row{}
	usable := map[string]bool{}
	for _, r := range l.sheets["device_ports.csv"].rows {
		slug := r.get("slug")
		if len(ports[slug]) == 0 {
			usable[slug] = true
		}
		usable[slug] = usable[slug] && r.ok && !r.shaky
		ports[slug] = append(ports[slug], r)
	}
	rails := map[string][]*row{}
	for _, r := range l.good("device_rails.csv") {
		rails[r.get("slug")] = append(rails[r.get("slug")], r)
	}
	for _, r := range l.good("device_types.csv") {
		t := l.deviceType(r)
		l.c.Types = append(l.c.Types, t)
		l.c.index.types[t.Slug] = t
		if !l.sheets["device_ports.csv"].broken && (usable[t.Slug] || ports[t.Slug] == nil) {
			l.compile(r, t, ports[t.Slug])
			l.rails(t, rails[t.Slug])
		}
	}
}

func (l *loader) deviceType(r *row) *DeviceType {
	whole, half := cutHalf(r.get("rack_units"))
	t := &DeviceType{
		Slug: r.get("slug"), Model: r.get("model"), Maker: r.get("maker"), Kind: r.get("kind"), Rackable: r.get("rackable") == "yes",
		Height: units.U(whole) + half, Width: r.get("width"), Depth: r.mm("depth_mm"), Weight: units.Mass(r.int("weight_g")),
		PowerMax: units.Power(r.int("power_w_max")) * units.Watt, PowerTypical: units.Power(r.int("power_w_typical")) * units.Watt,
		Airflow: r.get("airflow"), PortSide: r.get("port_side"), Cooling: r.get("cooling"), Lifecycle: Lifecycle(r.get("lifecycle")),
		Evidence: Evidence(r.get("evidence")), Note: r.get("note"), Citation: l.cite(r),
	}
	for _, p := range r.list("protocols") {
		t.Protocols = append(t.Protocols, Protocol(p))
	}
	l.rowOf[t] = r
	if isCard(t.Kind) == t.Rackable {
		l.bad(r, "cards are parts of a device and everything else goes into a rack, so rackable is the other word")
	}
	if (t.Maker == "generic") != (t.Evidence == Unverified) {
		l.bad(r, "only generic devices are unverified, and all of them are")
	}
	l.checkEvidence(r, t.Evidence, t.Sources)
	return t
}

// cutHalf reads a checked number of rack units.
func cutHalf(cell string) (int, units.RackUnits) {
	if n := len(cell) - len(".5"); n > 0 && cell[n:] == ".5" {
		return toInt(cell[:n]), 1
	}
	return toInt(cell), 0
}

// columnOf is the column of device_ports.csv that a field of a plan's type is
// called here.
var columnOf = map[string]string{
	"cage": "cage_form_factor", "cages": "cage_count", "first": "cage_first", "per_cage": "ports_per_cage", "name": "port_name_pattern",
	"cage_name": "cage_name_pattern", "pcie": "pcie_gen", "cage_power": "cage_power_mw",
}

func (l *loader) compile(r *row, t *DeviceType, ports []*row) {
	for i, p := range ports {
		g := PortGroup{
			Number: p.int("group"), Role: p.get("role"), CageFirst: p.int("cage_first"), CageCount: p.int("cage_count"),
			Form: l.c.index.forms[p.get("cage_form_factor")], PortsPerCage: p.int("ports_per_cage"),
			CagePower: units.Power(p.int("cage_power_mw")), Speeds: l.speedsOf(p), PortPattern: p.get("port_name_pattern"),
			CagePattern: p.get("cage_name_pattern"), SplitSuffix: p.get("split_suffix"), Aliases: p.list("aliases"),
			PCIeGen: p.int("pcie_gen"), PCIeLanes: p.int("pcie_lanes"), Adapter: p.get("adapter"), Citation: l.cite(p),
		}
		fastest := ""
		if len(g.Speeds) > 0 {
			fastest = g.Speeds[0].Name
		}
		if p.get("max_speed") != fastest {
			l.bad(p, "max_speed %s, the first speed listed is %s", quote(p.get("max_speed")), quote(fastest))
		}
		if g.Number != i+1 {
			l.bad(p, "is group %d; groups are numbered 1, 2, 3 in order, so it is %d", g.Number, i+1)
		}
		if g.PortsPerCage == 1 && g.CagePattern != g.PortPattern {
			l.bad(p, "cage_name_pattern: a cage with one port has the name of its port, %s", g.PortPattern)
		}
		t.Groups = append(t.Groups, g)
	}
	served := slices.ContainsFunc(t.Groups, func(g PortGroup) bool { return g.Role == "fabric" })
	if !served && (t.IsSwitch() || t.Kind == "gpu-server" || t.Kind == "server") {
		l.bad(r, "kind %s needs a port of role fabric, and there is none", t.Kind)
	}
	k := &compiler{t: t, c: l.c}
	k.compile()
	for _, p := range k.problems {
		at, field := r, p.field
		if p.group >= 0 {
			at = ports[p.group]
			if c := columnOf[p.field]; c != "" {
				field = c
			}
		}
		l.bad(at, "%s: %s", field, p.message)
	}
}

// rails reads what is known of rails, GPUs and RDMA names: one each, and no
// rail without its GPU.
func (l *loader) rails(t *DeviceType, rows []*row) {
	if len(t.names) == 0 {
		return
	}
	seen := map[string]bool{}
	next := 0
	for _, r := range rows {
		rail := Rail{Number: -1, Port: r.get("port"), GPU: -1, RDMAName: r.get("rdma_name"), Citation: l.cite(r)}
		at, ok := t.names[rail.Port]
		switch {
		case !ok || t.Name(at) != rail.Port || at.Child > 0:
			l.bad(r, "%s is no printed port name of the device%s", quote(rail.Port), didYouMean(rail.Port, t.portNames()))
		case r.get("rail") != "" && t.Ports[at.Port].Group.Role != "fabric":
			l.bad(r, "port %s has role %s; a rail is a port of role fabric", rail.Port, t.Ports[at.Port].Group.Role)
		}
		if r.get("rail") == "" && r.get("gpu") == "" && rail.RDMAName == "" {
			l.bad(r, "the row says nothing: no rail, no gpu, no rdma_name")
		}
		if (r.get("rail") == "") != (r.get("gpu") == "") {
			l.bad(r, "rail and gpu are known together")
		}
		for _, column := range []string{"rail", "gpu", "rdma_name"} {
			if v := r.get(column); v != "" && seen[column+v] {
				l.bad(r, "%s %s is given twice", column, v)
			} else {
				seen[column+v] = true
			}
		}
		if r.get("rail") != "" {
			rail.Number, rail.GPU = r.int("rail"), r.int("gpu")
			if rail.Number != next {
				l.bad(r, "rail %d stands where rail %d is expected", rail.Number, next)
			}
			if rail.GPU != rail.Number {
				l.bad(r, "rail %d is GPU %d; rail r is GPU r", rail.Number, rail.GPU)
			}
			next = rail.Number + 1
		}
		t.Rails = append(t.Rails, rail)
	}
	fabric := 0
	for _, p := range t.Ports {
		if p.Group.Role == "fabric" {
			fabric++
		}
	}
	if next > 0 && next != fabric {
		l.bad(rows[len(rows)-1], "rails end at %d; the device has %d ports of role fabric, so they are 0 to %d", next-1, fabric, fabric-1)
	}
}
