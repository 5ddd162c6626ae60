package plan

import (
	"fmt"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// The bounds of single fields: wide enough for any hall there is, tight enough
// that no sum of lengths leaves an int64.
const (
	MaxPosition   = 20_000               // racks of a row
	MaxUnits      = 100                  // height of a rack, in units
	MaxPercent    = 10_000               // of slack and spares, in hundredths of a percent: 100 %
	MaxQuantity   = 1_000_000            // pieces in stock, least spares
	MaxPanels     = 10                   // patch panels in an optical path
	MaxYears      = 50                   // of energy
	MaxFirstUnit  = 1_000                // the number painted on the lowest unit
	MaxSidePass   = 100                  // positions
	MaxFootprint  = 10 * units.Metre     // pitch, width and depth of racks and trays
	MaxRise       = 100 * units.Metre    // heights above or below the floor
	MaxAllowance  = 100 * units.Metre    // exit, tray entry, slack and the like
	MaxDistance   = 10 * units.Kilometre // headroom, excess and tray search
	MaxProblems   = 1_000                // Validate stops there
	MaxText       = 10_000               // characters of a description
	maxRackPower  = 10_000_000 * units.Watt
	maxRackWeight = 100_000 * units.Kilogram
)

// Validate finds what makes a document unreadable whoever wrote it: a required
// field that is missing, a word that is not in its field's list, a number, a
// length, a name or a range out of its bounds, and more names than a plan may
// hold. It expands nothing and follows no reference: unknown names, counts that
// differ and the like are findings of the planner. Problems are in document
// order, without lines; at most MaxProblems are looked for.
func Validate(doc *Document) []Problem {
	c := &checker{}
	top := spot{index: -1}
	if doc.Version != 1 {
		c.fail(top, "version", "version is %d; this program reads version 1", doc.Version)
	}
	c.title(top, "name", doc.Name)
	c.prose(top, "description", doc.Description)
	c.settings(&doc.Settings)
	c.site(&doc.Site)
	c.racks(doc.Racks)
	c.devices(doc.Devices)
	c.links(doc.Links)
	c.overrides(doc.Overrides)
	c.fabrics(doc.Fabrics)
	return c.problems
}

func (c *checker) settings(s *Settings) {
	at := spot{list: "settings", index: -1}
	if s.Media != nil && len(s.Media) == 0 {
		c.fail(at, "media", "list of media is empty; name at least one of %s", list(Media))
	}
	for i, m := range s.Media {
		field := fmt.Sprintf("media[%d]", i)
		if check(c, at, field, m, Media...) && slices.Contains(s.Media[:i], m) {
			c.fail(at, field, "%s is listed twice; keep the place it is preferred at", quote(string(m)))
		}
	}
	check(c, at, "choose", s.Choose, "preference", "cheapest")
	check(c, at, "multimode", s.Multimode, "om3", "om4", "om5")
	check(c, at, "twisted_pair", s.TwistedPair, "cat6", "cat6a")
	check(c, at, "evidence", s.Evidence, catalog.Maker, catalog.Transcribed, catalog.Reseller, catalog.Unverified)
	c.slack(at, "slack", s.Slack)
	if s.Slack != nil {
		c.slack(at, "slack.copper", s.Slack.Copper)
		c.slack(at, "slack.optical", s.Slack.Optical)
	}
	c.length(at, "exit", s.Exit, 0, MaxAllowance)
	c.length(at, "tray_entry", s.TrayEntry, 0, MaxAllowance)
	c.length(at, "tray_search", s.TraySearch, 0, MaxDistance)
	c.length(at, "headroom", s.Headroom, 0, MaxDistance)
	c.length(at, "excess", s.Excess, 0, MaxDistance)
	c.spares(at, "spares", s.Spares)
	if s.Spares != nil {
		for _, m := range catalog.Media {
			c.spares(at, "spares."+string(m), s.Spares.ByMedium[m])
		}
	}
	for i, x := range s.Stock {
		row := spot{list: "settings.stock", index: i}
		if c.required(row, "sku", x.SKU) {
			c.label(row, "sku", x.SKU)
		}
		c.number(row, "quantity", &x.Quantity, 0, MaxQuantity)
	}
	c.number(at, "tray_fill_percent", s.TrayFill, 1, 100)
	c.length(at, "rear_space", s.RearSpace, 0, MaxFootprint)
	c.number(at, "patch_panels", s.PatchPanels, 0, MaxPanels)
	check(c, at, "connectors", s.Connectors, "low-loss", "standard")
	if s.Currency != "" && !isCurrency(s.Currency) {
		c.fail(at, "currency", "currency %s is not three capital letters; write a code of ISO 4217 such as USD", quote(s.Currency))
	}
	if e := s.Energy; e != nil {
		c.decimal(at, "energy.price_per_kwh", e.PricePerKWh, 10_000, 0, 1000)
		c.decimal(at, "energy.pue", e.PUE, 1000, 1, 10)
		c.number(at, "energy.years", e.Years, 0, MaxYears)
	}
}

func isCurrency(s string) bool {
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return len(s) == 3
}

func (c *checker) slack(at spot, field string, s *Slack) {
	if s != nil {
		c.decimal(at, field+".percent", s.Percent, 100, 0, MaxPercent/100)
		c.length(at, field+".per_end", s.PerEnd, 0, MaxAllowance)
	}
}

func (c *checker) spares(at spot, field string, s *Spares) {
	if s != nil {
		c.decimal(at, field+".percent", s.Percent, 100, 0, MaxPercent/100)
		c.number(at, field+".minimum", s.Minimum, 0, MaxQuantity)
	}
}

func (c *checker) site(s *Site) {
	for i := range s.Rows {
		r, at := &s.Rows[i], spot{"site.rows", i}
		c.single(at, "name", r.Name, true)
		if r.Y == nil {
			c.fail(at, "y", "required field is missing")
		}
		c.length(at, "pitch", r.Pitch, units.Millimetre, MaxFootprint)
		check(c, at, "faces", r.Faces, "south", "north", "east", "west")
		if r.Faces == "east" || r.Faces == "west" {
			check(c, at, "runs", r.Runs, "north", "south")
		} else {
			check(c, at, "runs", r.Runs, "east", "west")
		}
		c.number(at, "side_pass", r.SidePass, 0, MaxSidePass)
	}
	c.bound(0, len(s.Rows), MaxRows, "site.rows", "rows")
	c.bound(0, len(s.Trays), MaxTrays, "site.trays", "trays")
	for i := range s.Trays {
		t, at := &s.Trays[i], spot{"site.trays", i}
		c.single(at, "name", t.Name, true)
		c.length(at, "height", &t.Height, -MaxRise, MaxRise)
		c.length(at, "width", t.Width, units.Millimetre, MaxFootprint)
		c.length(at, "depth", t.Depth, units.Millimetre, MaxFootprint)
		bounded(c, at, "max_kg_per_m", t.MaxKgPerM, 1, 10_000*units.Kilogram)
	}
}

func (c *checker) racks(racks []Rack) {
	total := 0
	for i := range racks {
		if c.full() {
			return
		}
		r, at := &racks[i], spot{"racks", i}
		names := c.names(at, "name", r.Name, true)
		c.single(at, "row", r.Row, false)
		c.number(at, "position", r.Position, 1, MaxPosition)
		if r.Position != nil && *r.Position <= MaxPosition && *r.Position+names-1 > MaxPosition {
			c.fail(at, "position", "%d racks from position %d end beyond the limit of %d", names, *r.Position, MaxPosition)
		}
		c.standing(at, r)
		check(c, at, "faces", r.Faces, "south", "north", "east", "west")
		c.number(at, "units", r.Units, 1, MaxUnits)
		c.length(at, "width", r.Width, units.Millimetre, MaxFootprint)
		c.length(at, "depth", r.Depth, units.Millimetre, MaxFootprint)
		c.length(at, "base", r.Base, -MaxRise, MaxRise)
		c.number(at, "first_unit", r.FirstUnit, 0, MaxFirstUnit)
		check(c, at, "numbering", r.Numbering, "bottom-up", "top-down")
		bounded(c, at, "power_kw", r.Power, 1, maxRackPower)
		bounded(c, at, "max_weight_kg", r.MaxWeight, 1, maxRackWeight)
		total = c.bound(total, names, MaxRacks, "racks", "racks")
	}
}

// standing checks that a rack is given one place: by its row, or by x and y.
func (c *checker) standing(at spot, r *Rack) {
	switch {
	case r.Row != "" && (r.X != nil || r.Y != nil || r.Faces != ""):
		field := "faces"
		if r.X != nil {
			field = "x"
		} else if r.Y != nil {
			field = "y"
		}
		c.fail(at, field, "rack stands in row %s, which gives its place and direction; take %s out, or the row", quote(r.Row), field)
	case r.X != nil && r.Y == nil:
		c.fail(at, "y", "required field is missing beside x")
	case r.X == nil && r.Y != nil:
		c.fail(at, "x", "required field is missing beside y")
	}
}

func (c *checker) devices(devices []Device) {
	total := 0
	for i := range devices {
		if c.full() {
			return
		}
		d, at := &devices[i], spot{"devices", i}
		names := c.names(at, "name", d.Name, true)
		if c.required(at, "type", d.Type) {
			c.label(at, "type", d.Type)
		}
		c.names(at, "rack", d.Rack, false)
		for j, u := range d.U.At {
			if u < units.U(1) || u > units.U(MaxUnits)+1 {
				field := "u"
				if len(d.U.At) > 1 {
					field = fmt.Sprintf("u[%d]", j)
				}
				c.fail(at, field, "unit %s is not between 1 and %d.5; U1 is the lowest", u, MaxUnits)
			}
		}
		check(c, at, "u", d.U.Pack, "top", "bottom")
		check(c, at, "face", d.Face, "front", "rear")
		check(c, at, "slot", d.Slot, "left", "right")
		check(c, at, "side", d.Side, "left", "right")
		c.length(at, "from", d.From, -MaxRise, MaxRise)
		c.length(at, "to", d.To, -MaxRise, MaxRise)
		switch {
		case d.From != nil && d.To == nil:
			c.fail(at, "to", "required field is missing beside from")
		case d.From == nil && d.To != nil:
			c.fail(at, "from", "required field is missing beside to")
		case d.From != nil && *d.To <= *d.From:
			c.fail(at, "to", "%s is not above from, %s; heights count from the floor", d.To.Text(), d.From.Text())
		}
		if d.External && d.Rack != "" {
			c.fail(at, "rack", "device is external and stands outside the plan; take the rack out, or external")
		}
		total = c.bound(total, names, MaxDevices, "devices", "devices")
	}
}

func (c *checker) links(links []Link) {
	total := 0
	for i := range links {
		if c.full() {
			return
		}
		l, at := &links[i], spot{"links", i}
		n := max(c.ends(at, "a", l.A), c.ends(at, "b", l.B))
		c.run(at, l.Run)
		c.cable(at, &l.Cable)
		c.names(at, "id", l.ID, false)
		c.labels(at, "label", l.Label)
		c.label(at, "color", l.Color)
		c.label(at, "group", l.Group)
		total = c.bound(total, n, MaxLinks, "links", "links")
	}
}

func (c *checker) overrides(overrides []Override) {
	for i := range overrides {
		if c.full() {
			return
		}
		o, at := &overrides[i], spot{"overrides", i}
		c.ends(at, "at", o.At)
		c.run(at, o.Run)
		c.cable(at, &o.Cable)
		c.labels(at, "label", o.Label)
		c.label(at, "color", o.Color)
		c.label(at, "group", o.Group)
	}
}

func (c *checker) run(at spot, run *units.Length) {
	if run != nil && (*run <= 0 || *run > units.MaxLength) {
		c.fail(at, "run", "run is %s; a measured run is above 0mm and at most 100 km; take the field out where nothing was measured", run.Text())
	}
}

func (c *checker) cable(at spot, x *Cable) {
	check(c, at, "cable.medium", x.Medium, Media...)
	if x.Length < 0 || x.Length > units.MaxLength {
		c.fail(at, "cable.length", "length is %s; a cable is above 0mm and at most 100 km long", x.Length.Text())
	}
	c.label(at, "cable.sku", x.SKU)
	c.label(at, "cable.module_a", x.ModuleA)
	c.label(at, "cable.module_b", x.ModuleB)
}
