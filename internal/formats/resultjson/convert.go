package resultjson

import (
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

func summaryOf(r *planner.Result) Summary {
	s := &r.Summary
	out := Summary{
		Racks: s.Racks, Devices: s.Devices, Links: s.Links, Cables: s.Cables, Modules: s.Modules, Existing: s.Existing,
		Errors: s.Errors, Warnings: s.Warnings,
		LinksByStatus: LinksByStatus{
			OK: s.LinksByStatus[planner.StatusOK], Error: s.LinksByStatus[planner.StatusError],
			Warning: s.LinksByStatus[planner.StatusWarning], Unknown: s.LinksByStatus[planner.StatusUnknown],
		},
		LinksByGeneration: LinksByGeneration{
			EDR: s.LinksByGeneration["edr"], HDR: s.LinksByGeneration["hdr"], NDR: s.LinksByGeneration["ndr"],
			XDR: s.LinksByGeneration["xdr"], Ethernet: s.LinksByGeneration["ethernet"],
		},
		CablesByMedium: CablesByMedium{
			DAC: s.CablesByMedium[plan.DAC], ACC: s.CablesByMedium[plan.ACC], AEC: s.CablesByMedium[plan.AEC],
			AOC: s.CablesByMedium[plan.AOC], Optical: s.CablesByMedium[plan.Optical],
			TwistedPair: s.CablesByMedium[plan.TwistedPair],
		},
		PowerW: Number(s.Power.Watts()), PowerAtLeast: s.PowerAtLeast,
		Currency: r.Currency, LongestRunMM: s.LongestRun.CeilMM(),
	}
	if c := s.Cost; c != nil {
		out.Cost = &Cost{Amount: c.Amount.String(), AtLeast: c.AtLeast, Unpriced: c.Unpriced}
	}
	return out
}

func findingOf(f *plan.Finding) Finding {
	out := Finding{
		Code: string(f.Code), Severity: string(f.Severity), Path: f.Path, Subject: f.Subject, Count: f.Count,
		Message: f.Message, Fix: f.Fix, Edits: make([]Edit, 0, len(f.Edits)), Source: f.Source,
	}
	if f.Line > 0 {
		out.Line, out.Column = &f.Line, &f.Column
	}
	for _, e := range f.Edits {
		out.Edits = append(out.Edits, Edit(e))
	}
	return out
}

func linkOf(r *planner.Result, l *planner.Link, route []Segment) Link {
	out := Link{
		ID: l.ID, A: linkEndOf(l.A), B: linkEndOf(l.B), Speed: known(l.Speed), Fabric: l.Fabric, Group: l.Group,
		Label: labelOf(r, l), Existing: l.Existing, Route: route, RunAtLeast: l.RunAtLeast,
		RequiredAtLeast: l.RequiredAtLeast, Estimate: listed(l.Estimate), Medium: known(string(l.Medium)),
		Cables: make([]string, 0, len(l.Cables)), Status: string(l.Status), Reason: l.Reason,
	}
	if l.RunKnown {
		run := l.Run.CeilMM()
		out.RunMM, out.RequiredMM = &run, &l.Required
		if l.Limit >= 0 {
			headroom := l.Limit - l.Required
			out.HeadroomMM = &headroom
		}
		if l.HasCable {
			out.SpareMM = &l.Spare
		}
	}
	if l.Limit >= 0 {
		out.LimitMM = &l.Limit
	}
	for _, c := range l.Cables {
		if c >= 0 {
			out.Cables = append(out.Cables, r.Cables[c].ID)
		}
	}
	return out
}

// labelOf is the label as written, else that of the link's cable.
func labelOf(r *planner.Result, l *planner.Link) string {
	if l.Label == "" && l.Cables[0] >= 0 {
		return r.Cables[l.Cables[0]].Label
	}
	return l.Label
}

// routeOf is the way of a link. A measured run is one segment, an unknown one
// none.
func routeOf(l *planner.Link) []Segment {
	if l.Route == nil {
		if !l.RunKnown {
			return []Segment{}
		}
		return []Segment{{Name: "measured run", LengthMM: l.Run.CeilMM(), Length: l.Run.String()}}
	}
	return segmentsOf(l.Route.Segments())
}

func segmentsOf(segments []planner.Segment) []Segment {
	out := make([]Segment, len(segments))
	for i, s := range segments {
		out[i] = Segment{Name: s.Name, LengthMM: s.MM, Length: s.Length.String()}
	}
	return out
}

func linkEndOf(e planner.End) LinkEnd {
	rack, u, face := placeOf(e.Device)
	return LinkEnd{Device: e.Device.Name, Port: e.Port, Rack: rack, U: u, Face: face}
}

func cableOf(r *planner.Result, c *planner.Cable) Cable {
	out := Cable{
		ID: c.ID, Label: c.Label, Shape: c.Shape, Medium: string(c.Medium), LengthMM: millimetres(c.Length),
		Existing: c.Existing, UnusedLegs: c.UnusedLegs, Product: productOf(c.Part),
		Links: make([]string, len(c.Links)), Ends: make([]CableEnd, len(c.Ends)),
	}
	for i, l := range c.Links {
		out.Links[i] = r.Links[l].ID
	}
	for i, e := range c.Ends {
		rack, u, face := placeOf(e.Device)
		out.Ends[i] = CableEnd{
			Device: e.Device.Name, Cage: e.Cage, Ports: listed(e.Ports), Rack: rack, U: u, Face: face, Leg: e.Leg,
		}
		if e.Module >= 0 {
			out.Ends[i].Module = &r.Modules[e.Module].ID
		}
	}
	return out
}

func moduleOf(r *planner.Result, m *planner.Module) Module {
	out := Module{
		ID: m.ID, Device: m.Device.Name, Cage: m.Cage, Product: productOf(catalog.Part{Product: m.Product}),
		Existing: m.Existing, Cables: make([]string, len(m.Cables)),
	}
	for i, c := range m.Cables {
		out.Cables[i] = r.Cables[c].ID
	}
	return out
}

func productOf(p catalog.Part) Product {
	return Product{SKU: known(p.SKU()), Spec: known(p.SpecID())}
}

func bomRowOf(b *planner.BOMRow) BOMRow {
	out := BOMRow{
		SKU: known(b.Part.SKU()), Spec: known(b.Part.SpecID()), AltSKUs: listed(b.Part.AltSKUs()),
		Description: b.Description, Maker: b.Part.Maker(), Medium: known(string(b.Part.Medium())),
		LengthMM: millimetres(b.Part.Ordered()), Quantity: b.Quantity, Spares: b.Spares, FromStock: b.FromStock,
		OrderQuantity: b.Order, UnitPrice: money(b.UnitPrice), ExtendedPrice: money(b.ExtendedPrice),
		Currency: b.Currency, Lifecycle: string(b.Lifecycle), Evidence: string(b.Evidence),
		Source: strings.Join(b.Sources, ";"), Estimate: listed(b.Estimate),
	}
	if b.DeviceType != nil {
		out.DeviceType, out.Maker = &b.DeviceType.Slug, b.DeviceType.Maker
	}
	if b.PowerKnown {
		out.PowerW = number(b.Power.Watts())
	}
	return out
}

func shortageOf(s *planner.Shortage) Shortage {
	out := Shortage{Needed: s.Needed, AtHand: s.AtHand, Short: s.Short}
	if strings.HasPrefix(s.ID, "spec:") {
		out.Spec = &s.ID
	} else {
		out.SKU = &s.ID
	}
	if s.LeadTimeDays >= 0 {
		out.LeadTimeDays = &s.LeadTimeDays
	}
	return out
}

func rackOf(u *planner.RackUse) Rack {
	return Rack{
		Name:     u.Name,
		Units:    useOf(u.Units, func(n int64) string { return units.RackUnits(n).String() }),
		PowerW:   useOf(u.Power, func(n int64) string { return (units.Power(n) * units.Watt).Watts() }),
		WeightKg: useOf(u.Weight, func(n int64) string { return units.Mass(n).Kilograms() }),
		Ports:    useOf(u.Ports, whole),
	}
}

func useOf(u planner.Use, text func(int64) string) Use {
	out := Use{Used: Number(text(u.Used)), Unknown: u.Unknown}
	if u.Limit >= 0 {
		out.Limit = number(text(u.Limit))
	}
	return out
}

func trayOf(t *planner.TrayUse) Tray {
	out := Tray{
		Name: t.Name, FromXMM: t.FromX.FloorMM(), FromYMM: t.FromY.FloorMM(), ToXMM: t.ToX.FloorMM(), ToYMM: t.ToY.FloorMM(),
		HeightMM: t.Height.FloorMM(), Cables: t.Cables, AreaMM2: Number(hundredths(t.Area)), AreaAtLeast: !t.AreaKnown,
		KgPerM: Number(millionths(t.Weight)), WeightAtLeast: !t.WeightKnown, Estimated: t.Estimate,
	}
	if t.Capacity > 0 {
		out.CapacityMM2 = number(hundredths(t.Capacity))
		out.FillPercent = number(hundredths((t.Area*10_000 + t.Capacity - 1) / t.Capacity))
	}
	if t.MaxWeight > 0 {
		out.MaxKgPerM = number(millionths(t.MaxWeight))
	}
	return out
}
