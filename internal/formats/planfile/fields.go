package planfile

import (
	"maps"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// The fields of a document, in the order they are written in. This is the
// whole of the format; what a field means stands beside its type in plan.

var documentKind = record(lines, []field[plan.Document]{
	required("version", func(d *plan.Document) *int { return &d.Version }, whole),
	required("name", func(d *plan.Document) *string { return &d.Name }, text),
	optional("description", func(d *plan.Document) *string { return &d.Description }, prose),
	optional("settings", func(d *plan.Document) *plan.Settings { return &d.Settings }, settingsKind),
	optional("site", func(d *plan.Document) *plan.Site { return &d.Site }, siteKind),
	optional("racks", func(d *plan.Document) *[]plan.Rack { return &d.Racks }, list(lines, rackKind)),
	optional("device_types", func(d *plan.Document) *[]*catalog.DeviceType { return &d.DeviceTypes }, list(lines, deviceTypeKind)),
	optional("devices", func(d *plan.Document) *[]plan.Device { return &d.Devices }, list(lines, deviceKind)),
	optional("links", func(d *plan.Document) *[]plan.Link { return &d.Links }, list(lines, linkKind)),
	optional("overrides", func(d *plan.Document) *[]plan.Override { return &d.Overrides }, list(lines, overrideKind)),
	optional("fabrics", func(d *plan.Document) *[]plan.Fabric { return &d.Fabrics }, list(lines, fabricKind)),
})

var settingsKind = record(lines, []field[plan.Settings]{
	optional("media", func(s *plan.Settings) *[]plan.Medium { return &s.Media }, shortList(maxShortList, mediumKind)),
	optional("choose", func(s *plan.Settings) *string { return &s.Choose }, word("preference", "cheapest")),
	optional("multimode", func(s *plan.Settings) *string { return &s.Multimode }, word("om3", "om4", "om5")),
	optional("twisted_pair", func(s *plan.Settings) *string { return &s.TwistedPair }, word("cat6", "cat6a")),
	optional("allow_retired", func(s *plan.Settings) **bool { return &s.AllowRetired }, pointer(flag)),
	optional("evidence", func(s *plan.Settings) *catalog.Evidence { return &s.Evidence },
		word(catalog.Maker, catalog.Transcribed, catalog.Reseller, catalog.Unverified)),
	optional("slack", func(s *plan.Settings) **plan.Slack { return &s.Slack }, pointer(slackKind)),
	optional("exit", func(s *plan.Settings) **units.Length { return &s.Exit }, pointer(length)),
	optional("direct", func(s *plan.Settings) **bool { return &s.Direct }, pointer(flag)),
	optional("tray_entry", func(s *plan.Settings) **units.Length { return &s.TrayEntry }, pointer(length)),
	optional("tray_search", func(s *plan.Settings) **units.Length { return &s.TraySearch }, pointer(length)),
	optional("headroom", func(s *plan.Settings) **units.Length { return &s.Headroom }, pointer(length)),
	optional("excess", func(s *plan.Settings) **units.Length { return &s.Excess }, pointer(length)),
	optional("spares", func(s *plan.Settings) **plan.Spares { return &s.Spares }, pointer(sparesKind)),
	optional("stock", func(s *plan.Settings) *[]plan.Stock { return &s.Stock }, list(lines, stockKind)),
	optional("use_stock", func(s *plan.Settings) **bool { return &s.UseStock }, pointer(flag)),
	optional("tray_fill_percent", func(s *plan.Settings) **int { return &s.TrayFill }, pointer(whole)),
	optional("rear_space", func(s *plan.Settings) **units.Length { return &s.RearSpace }, pointer(length)),
	optional("patch_panels", func(s *plan.Settings) **int { return &s.PatchPanels }, pointer(whole)),
	optional("connectors", func(s *plan.Settings) *string { return &s.Connectors }, word("low-loss", "standard")),
	optional("currency", func(s *plan.Settings) *string { return &s.Currency }, text),
	optional("energy", func(s *plan.Settings) **plan.Energy { return &s.Energy }, pointer(energyKind)),
})

var mediumKind = word(plan.Media...)

// slackRule are the fields of settings.slack and of the two rules in it.
var slackRule = []field[plan.Slack]{
	optional("percent", func(s *plan.Slack) **int { return &s.Percent }, pointer(hundredths)),
	optional("per_end", func(s *plan.Slack) **units.Length { return &s.PerEnd }, pointer(length)),
}

var slackKind = record(oneLine, slices.Concat(slackRule, []field[plan.Slack]{
	optional("copper", func(s *plan.Slack) **plan.Slack { return &s.Copper }, pointer(record(oneLine, slackRule))),
	optional("optical", func(s *plan.Slack) **plan.Slack { return &s.Optical }, pointer(record(oneLine, slackRule))),
}))

// spareRule are the fields of settings.spares and of the rule of a medium.
var spareRule = []field[plan.Spares]{
	optional("percent", func(s *plan.Spares) **int { return &s.Percent }, pointer(hundredths)),
	optional("minimum", func(s *plan.Spares) **int { return &s.Minimum }, pointer(whole)),
}

var sparesKind = func() kind[plan.Spares] {
	fields := slices.Clone(spareRule)
	for _, m := range catalog.Media {
		fields = append(fields, spareMedium(m, record(oneLine, spareRule)))
	}
	return record(oneLine, fields)
}()

// spareMedium is the rule of one medium, an entry of a map.
func spareMedium(m catalog.Medium, k kind[plan.Spares]) field[plan.Spares] {
	p := pointer(k)
	// put sets the entry in a copy: the map may belong to another document.
	put := func(s *plan.Spares, rule *plan.Spares) {
		if rule == s.ByMedium[m] {
			return
		}
		s.ByMedium = maps.Clone(s.ByMedium)
		switch {
		case rule != nil && s.ByMedium == nil:
			s.ByMedium = map[catalog.Medium]*plan.Spares{m: rule}
		case rule != nil:
			s.ByMedium[m] = rule
		default:
			if delete(s.ByMedium, m); len(s.ByMedium) == 0 {
				s.ByMedium = nil
			}
		}
	}
	return field[plan.Spares]{
		name: string(m), shape: k.shape,
		read: func(r *reader, n *node, s *plan.Spares) {
			rule := s.ByMedium[m]
			p.read(r, n, &rule)
			put(s, rule)
		},
		write: func(w *writer, s *plan.Spares) {
			rule := s.ByMedium[m]
			p.write(w, &rule)
		},
		written: func(s *plan.Spares) bool { return s.ByMedium[m] != nil },
		edit: func(r *reader, path []step, c change, s *plan.Spares) {
			rule := s.ByMedium[m]
			p.edit(r, path, c, &rule)
			put(s, rule)
		},
	}
}

var stockKind = record(oneLine, []field[plan.Stock]{
	required("sku", func(s *plan.Stock) *string { return &s.SKU }, text),
	required("quantity", func(s *plan.Stock) *int { return &s.Quantity }, always(whole)),
})

// always is a kind whose zero is a value like any other.
func always[V any](k kind[V]) kind[V] {
	k.written = func(*V) bool { return true }
	return k
}

var energyKind = record(oneLine, []field[plan.Energy]{
	optional("price_per_kwh", func(e *plan.Energy) **int { return &e.PricePerKWh }, pointer(tenThou)),
	optional("pue", func(e *plan.Energy) **int { return &e.PUE }, pointer(thousand)),
	optional("years", func(e *plan.Energy) **int { return &e.Years }, pointer(whole)),
})

var siteKind = record(lines, []field[plan.Site]{
	optional("rows", func(s *plan.Site) *[]plan.Row { return &s.Rows }, list(lines, rowKind)),
	optional("trays", func(s *plan.Site) *[]plan.Tray { return &s.Trays }, list(lines, trayKind)),
})

var faces = word("south", "north", "east", "west")

var rowKind = record(oneLine, []field[plan.Row]{
	required("name", func(o *plan.Row) *string { return &o.Name }, text),
	optional("x", func(o *plan.Row) **units.Length { return &o.X }, pointer(length)),
	required("y", func(o *plan.Row) **units.Length { return &o.Y }, pointer(length)),
	optional("pitch", func(o *plan.Row) **units.Length { return &o.Pitch }, pointer(length)),
	optional("faces", func(o *plan.Row) *string { return &o.Faces }, faces),
	optional("runs", func(o *plan.Row) *string { return &o.Runs }, word("east", "west", "north", "south")),
	optional("side_pass", func(o *plan.Row) **int { return &o.SidePass }, pointer(whole)),
})

var trayKind = record(oneLine, []field[plan.Tray]{
	required("name", func(t *plan.Tray) *string { return &t.Name }, text),
	pointField("from", func(t *plan.Tray) point { return point{&t.FromX, &t.FromY} }),
	pointField("to", func(t *plan.Tray) point { return point{&t.ToX, &t.ToY} }),
	required("height", func(t *plan.Tray) *units.Length { return &t.Height }, always(length)),
	optional("width", func(t *plan.Tray) **units.Length { return &t.Width }, pointer(length)),
	optional("depth", func(t *plan.Tray) **units.Length { return &t.Depth }, pointer(length)),
	optional("max_kg_per_m", func(t *plan.Tray) **units.Mass { return &t.MaxKgPerM }, pointer(grams)),
})

// pointField is a required point of a tray.
func pointField(name string, at func(*plan.Tray) point) field[plan.Tray] {
	k := leaf(func(r *reader, n *node, p *point) { readPoint(r, n, *p) },
		func(w *writer, p *point) { writePoint(w, *p) },
		func(*point) bool { return true })
	return field[plan.Tray]{
		name: name, required: true,
		read:    func(r *reader, n *node, t *plan.Tray) { p := at(t); k.read(r, n, &p) },
		write:   func(w *writer, t *plan.Tray) { p := at(t); k.write(w, &p) },
		written: func(*plan.Tray) bool { return true },
		edit:    func(r *reader, path []step, c change, t *plan.Tray) { p := at(t); k.edit(r, path, c, &p) },
	}
}

var rackKind = record(oneLine, []field[plan.Rack]{
	required("name", func(k *plan.Rack) *string { return &k.Name }, text),
	optional("row", func(k *plan.Rack) *string { return &k.Row }, text),
	optional("position", func(k *plan.Rack) **int { return &k.Position }, pointer(whole)),
	optional("x", func(k *plan.Rack) **units.Length { return &k.X }, pointer(length)),
	optional("y", func(k *plan.Rack) **units.Length { return &k.Y }, pointer(length)),
	optional("faces", func(k *plan.Rack) *string { return &k.Faces }, faces),
	optional("units", func(k *plan.Rack) **int { return &k.Units }, pointer(whole)),
	optional("width", func(k *plan.Rack) **units.Length { return &k.Width }, pointer(length)),
	optional("depth", func(k *plan.Rack) **units.Length { return &k.Depth }, pointer(length)),
	optional("base", func(k *plan.Rack) **units.Length { return &k.Base }, pointer(length)),
	optional("first_unit", func(k *plan.Rack) **int { return &k.FirstUnit }, pointer(whole)),
	optional("numbering", func(k *plan.Rack) *string { return &k.Numbering }, word("bottom-up", "top-down")),
	optional("power_kw", func(k *plan.Rack) **units.Power { return &k.Power }, pointer(kilowatts)),
	optional("max_weight_kg", func(k *plan.Rack) **units.Mass { return &k.MaxWeight }, pointer(grams)),
})

var leftRight = word("left", "right")

var deviceKind = record(oneLine, []field[plan.Device]{
	required("name", func(d *plan.Device) *string { return &d.Name }, text),
	required("type", func(d *plan.Device) *string { return &d.Type }, text),
	optional("rack", func(d *plan.Device) *string { return &d.Rack }, text),
	optional("u", func(d *plan.Device) *plan.Positions { return &d.U }, positions),
	optional("face", func(d *plan.Device) *string { return &d.Face }, word("front", "rear")),
	optional("slot", func(d *plan.Device) *string { return &d.Slot }, leftRight),
	optional("side", func(d *plan.Device) *string { return &d.Side }, leftRight),
	optional("from", func(d *plan.Device) **units.Length { return &d.From }, pointer(length)),
	optional("to", func(d *plan.Device) **units.Length { return &d.To }, pointer(length)),
	optional("external", func(d *plan.Device) *bool { return &d.External }, flag),
})

var cableKind = record(oneLine, []field[plan.Cable]{
	optional("medium", func(c *plan.Cable) *plan.Medium { return &c.Medium }, mediumKind),
	optional("length", func(c *plan.Cable) *units.Length { return &c.Length }, positive),
	optional("sku", func(c *plan.Cable) *string { return &c.SKU }, text),
	optional("module_a", func(c *plan.Cable) *string { return &c.ModuleA }, text),
	optional("module_b", func(c *plan.Cable) *string { return &c.ModuleB }, text),
})

var linkKind = record(oneLine, []field[plan.Link]{
	required("a", func(l *plan.Link) *string { return &l.A }, text),
	required("b", func(l *plan.Link) *string { return &l.B }, text),
	optional("speed", func(l *plan.Link) *string { return &l.Speed }, speed),
	optional("run", func(l *plan.Link) **units.Length { return &l.Run }, pointer(length)),
	optional("cable", func(l *plan.Link) *plan.Cable { return &l.Cable }, cableKind),
	optional("existing", func(l *plan.Link) **bool { return &l.Existing }, pointer(flag)),
	optional("id", func(l *plan.Link) *string { return &l.ID }, text),
	optional("label", func(l *plan.Link) *string { return &l.Label }, text),
	optional("color", func(l *plan.Link) *string { return &l.Color }, text),
	optional("group", func(l *plan.Link) *string { return &l.Group }, text),
})

var overrideKind = record(oneLine, []field[plan.Override]{
	required("at", func(o *plan.Override) *string { return &o.At }, text),
	optional("run", func(o *plan.Override) **units.Length { return &o.Run }, pointer(length)),
	optional("cable", func(o *plan.Override) *plan.Cable { return &o.Cable }, cableKind),
	optional("existing", func(o *plan.Override) **bool { return &o.Existing }, pointer(flag)),
	optional("label", func(o *plan.Override) *string { return &o.Label }, text),
	optional("color", func(o *plan.Override) *string { return &o.Color }, text),
	optional("group", func(o *plan.Override) *string { return &o.Group }, text),
})

var fabricKind = record(oneLine, []field[plan.Fabric]{
	required("name", func(f *plan.Fabric) *string { return &f.Name }, text),
	required("topology", func(f *plan.Fabric) *string { return &f.Topology },
		word("single-switch", "leaf-spine", "rail-optimized", "fat-tree")),
	required("speed", func(f *plan.Fabric) *string { return &f.Speed }, speed),
	required("hosts", func(f *plan.Fabric) *string { return &f.Hosts }, text),
	optional("host_ports", func(f *plan.Fabric) *[]string { return &f.HostPorts }, names),
	optional("hosts_per_unit", func(f *plan.Fabric) **int { return &f.HostsPerUnit }, pointer(whole)),
	optional("hosts_per_leaf", func(f *plan.Fabric) **int { return &f.HostsPerLeaf }, pointer(whole)),
	optional("leaves", func(f *plan.Fabric) *string { return &f.Leaves }, text),
	optional("spines", func(f *plan.Fabric) *string { return &f.Spines }, text),
	optional("cores", func(f *plan.Fabric) *string { return &f.Cores }, text),
	optional("k", func(f *plan.Fabric) **int { return &f.K }, pointer(whole)),
	optional("edges", func(f *plan.Fabric) *string { return &f.Edges }, text),
	optional("aggregations", func(f *plan.Fabric) *string { return &f.Aggregations }, text),
	optional("pods", func(f *plan.Fabric) **int { return &f.Pods }, pointer(whole)),
	optional("homing", func(f *plan.Fabric) *string { return &f.Homing }, word("single", "dual")),
	optional("uplink_speed", func(f *plan.Fabric) *string { return &f.UplinkSpeed }, speed),
	optional("oversubscription", func(f *plan.Fabric) *string { return &f.Oversubscription }, ratio),
	optional("links_per_pair", func(f *plan.Fabric) **int { return &f.LinksPerPair }, pointer(whole)),
	optional("split", func(f *plan.Fabric) **int { return &f.Split }, pointer(whole)),
	optional("routing", func(f *plan.Fabric) *string { return &f.Routing }, word("ecmp", "static", "adaptive")),
})
