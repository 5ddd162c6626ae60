package plan_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

func TestDefaultSettings(t *testing.T) {
	t.Parallel()
	e := plan.Settings{}.Effective()
	tests := []struct {
		name      string
		got, want any
	}{
		{"media", e.Media, []plan.Medium{"dac", "acc", "aec", "aoc", "optical", "twisted-pair"}},
		{"choose", e.Cheapest, false},
		{"multimode", e.Multimode, "om4"},
		{"twisted_pair", e.TwistedPair, "cat6a"},
		{"allow_retired", e.AllowRetired, false},
		{"evidence", e.Evidence, catalog.Reseller},
		{"slack for copper", e.Copper, plan.SlackRule{Percent: 500, PerEnd: 150 * units.Millimetre}},
		{"slack for optics", e.Optical, plan.SlackRule{Percent: 500, PerEnd: 150 * units.Millimetre}},
		{"exit", e.Exit, 300 * units.Millimetre},
		{"direct", e.Direct, false},
		{"tray_entry", e.TrayEntry, 300 * units.Millimetre},
		{"tray_search", e.TraySearch, 1500 * units.Millimetre},
		{"headroom", e.Headroom, units.Length(0)},
		{"excess", e.Excess, 5 * units.Metre},
		{"stock", len(e.Stock), 0},
		{"use_stock", e.UseStock, false},
		{"tray_fill_percent", e.TrayFill, 40},
		{"rear_space", e.RearSpace, 150 * units.Millimetre},
		{"patch_panels", e.PatchPanels, 0},
		{"connectors", e.Connectors, "low-loss"},
		{"currency", e.Currency, "USD"},
		{"energy price, ten-thousandths", e.EnergyPrice, 1200},
		{"energy pue, thousandths", e.PUE, 1300},
		{"energy years", e.Years, 4},
	}
	for _, m := range catalog.Media {
		tests = append(tests, struct {
			name      string
			got, want any
		}{"spares of " + string(m), e.Spares[m], plan.SpareRule{Percent: 500, Minimum: 1}})
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.got, tt.want); diff != "" {
			t.Errorf("default of %s, got - want +:\n%s", tt.name, diff)
		}
	}
}

func ptr[T any](v T) *T { return &v }

func TestWrittenSettingsReplaceDefaults(t *testing.T) {
	t.Parallel()
	s := plan.Settings{
		Media: []plan.Medium{"aoc"}, Choose: "cheapest", Multimode: "om3", TwistedPair: "cat6", AllowRetired: ptr(true),
		Evidence: catalog.Maker, Exit: ptr(units.Length(0)), Direct: ptr(true), TrayEntry: ptr(1 * units.Millimetre),
		TraySearch: ptr(2 * units.Millimetre), Headroom: ptr(3 * units.Millimetre), Excess: ptr(4 * units.Millimetre),
		Stock: []plan.Stock{{SKU: "EX-1", Quantity: 2}}, UseStock: ptr(true), TrayFill: ptr(50),
		RearSpace: ptr(5 * units.Millimetre), PatchPanels: ptr(2), Connectors: "standard", Currency: "EUR",
		Energy: &plan.Energy{PricePerKWh: ptr(1), PUE: ptr(1000), Years: ptr(0)},
		Slack: &plan.Slack{Percent: ptr(300),
			Copper:  &plan.Slack{PerEnd: ptr(10 * units.Millimetre)},
			Optical: &plan.Slack{Percent: ptr(0)}},
		Spares: &plan.Spares{Minimum: ptr(2), ByMedium: map[catalog.Medium]*plan.Spares{
			catalog.DAC: {Percent: ptr(1000)}, catalog.FibreCord: {Minimum: ptr(0)}}},
	}
	want := plan.Effective{
		Media: []plan.Medium{"aoc"}, Cheapest: true, Multimode: "om3", TwistedPair: "cat6", AllowRetired: true,
		Evidence: catalog.Maker, Direct: true, TrayEntry: 1 * units.Millimetre, TraySearch: 2 * units.Millimetre,
		Headroom: 3 * units.Millimetre, Excess: 4 * units.Millimetre, Stock: []plan.Stock{{SKU: "EX-1", Quantity: 2}}, UseStock: true,
		TrayFill: 50, RearSpace: 5 * units.Millimetre, PatchPanels: 2, Connectors: "standard", Currency: "EUR",
		EnergyPrice: 1, PUE: 1000, Years: 0,
		// What copper and optical do not write comes from the common slack, what that does not write from the default.
		Copper:  plan.SlackRule{Percent: 300, PerEnd: 10 * units.Millimetre},
		Optical: plan.SlackRule{Percent: 0, PerEnd: 150 * units.Millimetre},
		Spares:  map[catalog.Medium]plan.SpareRule{},
	}
	for _, m := range catalog.Media {
		want.Spares[m] = plan.SpareRule{Percent: 500, Minimum: 2}
	}
	want.Spares[catalog.DAC] = plan.SpareRule{Percent: 1000, Minimum: 2}
	want.Spares[catalog.FibreCord] = plan.SpareRule{Percent: 500, Minimum: 0}
	if diff := cmp.Diff(s.Effective(), want); diff != "" {
		t.Errorf("effective settings, got - want +:\n%s", diff)
	}
}

func TestRequired(t *testing.T) {
	t.Parallel()
	usual := plan.SlackRule{Percent: 500, PerEnd: 150 * units.Millimetre}
	tests := []struct {
		name string
		rule plan.SlackRule
		run  units.Length
		want int64 // mm
	}{
		{"host at U1 to leaf at U40 of one rack: 2586.87", usual, 2_177_975 * units.Micrometre, 2587},
		{"the same host to a leaf three positions along: 6530.31", usual, 5_933_625 * units.Micrometre, 6531},
		{"the shortest order, two exits", usual, 600 * units.Millimetre, 930},
		{"no slack leaves whole millimetres alone", plan.SlackRule{}, 2500 * units.Millimetre, 2500},
		{"a nanometre more is the next millimetre", plan.SlackRule{}, 2500*units.Millimetre + 1, 2501},
		{"a hundredth of a percent counts", plan.SlackRule{Percent: 1}, 10 * units.Metre, 10_001},
		{"the longest run at the most slack", plan.SlackRule{Percent: plan.MaxPercent, PerEnd: plan.MaxAllowance}, units.MaxLength, 200_200_000},
		{"a sum of many trays does not overflow", plan.SlackRule{Percent: plan.MaxPercent}, math.MaxInt64, 18_446_744_073_710},
	}
	for _, tt := range tests {
		if got := tt.rule.Required(tt.run); got != tt.want {
			t.Errorf("%s: required of %s: got %d mm, want %d mm", tt.name, tt.run, got, tt.want)
		}
	}
}

func TestSpares(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rule           plan.SpareRule
		quantity, want int
	}{
		{plan.SpareRule{Percent: 300, Minimum: 1}, 7, 1},
		{plan.SpareRule{Percent: 300, Minimum: 1}, 0, 0},
		{plan.SpareRule{Percent: 500, Minimum: 1}, 128, 7},
		{plan.SpareRule{Percent: 500, Minimum: 1}, 1, 1},
		{plan.SpareRule{Percent: 500, Minimum: 0}, 20, 1},
		{plan.SpareRule{Percent: 500, Minimum: 0}, 21, 2},
		{plan.SpareRule{Percent: 0, Minimum: 0}, 1000, 0},
		{plan.SpareRule{Percent: 1, Minimum: 3}, 10_000, 3},
		{plan.SpareRule{Percent: plan.MaxPercent, Minimum: 0}, 2_000_000, 2_000_000},
	}
	for _, tt := range tests {
		if got := tt.rule.Of(tt.quantity); got != tt.want {
			t.Errorf("spares of %d at %d hundredths of a percent, at least %d: got %d, want %d",
				tt.quantity, tt.rule.Percent, tt.rule.Minimum, got, tt.want)
		}
	}
}
