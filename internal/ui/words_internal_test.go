package ui

import (
	"testing"

	"lengthwise/internal/units"
)

func TestWordsOfPages(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, got, want string }{
		{"thousands have commas", number(1234567), "1,234,567"},
		{"three digits have none", number(999), "999"},
		{"less than nothing has a real minus", metres(-1500), "−1.500"},
		{"metres have all three digits", metres(7045), "7.045"},
		{"many metres have commas", metres(12_345_678), "12,345.678"},
		{"a column has the digits its longest needs", columnOf(units.Metre, 1500*units.Millimetre).of(3 * units.Metre), "3.0"},
		{"a column of whole metres has none", columnOf(units.Metre).of(10_000 * units.Metre), "10,000"},
		{"watts round up to tenths of a kilowatt", thousandth(40_801), "40.9"},
		{"one is one", counted(1, "link"), "1 link"},
		{"a text becomes a sentence", sentence("the run is 2 m"), "The run is 2 m."},
		{"a name keeps its spelling", sentence("leaf-01: too short"), "leaf-01: too short."},
		{"a field keeps its spelling", sentence("od_mm, weight_g_per_m rest on averages"), "od_mm, weight_g_per_m rest on averages."},
		{"a question stays one", sentence("did you mean ndr?"), "Did you mean ndr?"},
		{"nothing stays nothing", sentence(""), ""},
		{"words are listed", listed([]string{"DAC", "ACC", "optical"}), "DAC, ACC and optical"},
		{"a change has a sign", delta(3) + " " + delta(-12) + delta(0), "+3 −12"},
		{"a class by lane rate", classWord("eth-25g"), "Ethernet 25G/lane"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}
