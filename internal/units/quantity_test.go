package units_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/units"
)

func TestRackUnits(t *testing.T) {
	t.Parallel()
	if got, want := units.U(42).Height(), units.Length(1_866_900_000); got != want {
		t.Errorf("42 units are %v, want %v", got, want)
	}
	if got, want := units.RackUnits(25).Height(), units.Length(555_625_000); got != want {
		t.Errorf("12.5 units are %v, want %v", got, want)
	}
	if got, want := units.RackUnits(1).Height(), units.Length(22_225_000); got != want {
		t.Errorf("half a unit is %v, want %v", got, want)
	}
	tests := []struct {
		text string
		want units.RackUnits
	}{
		{"8", units.U(8)}, {"12.5", 25}, {"12.50", 25}, {"12.0", 24}, {" 1 ", 2}, {"0", 0}, {"0.5", 1}, {"1000", 2000}, {"007", 14},
	}
	for _, tt := range tests {
		if got, err := units.ParseRackUnits(tt.text); err != nil || got != tt.want {
			t.Errorf("ParseRackUnits(%q) = %v, %v; want %v", tt.text, got, err, tt.want)
		}
	}
}

func TestParseRackUnitsRefuses(t *testing.T) {
	t.Parallel()
	const steps, above = "are not a number in steps of a half; write for example 12 or 12.5", "are above the limit of 1000"
	tests := []struct{ name, text, want string }{
		{"nothing", "", steps},
		{"a letter", "U12", steps},
		{"below zero", "-1", steps},
		{"minus zero", "-0", steps},
		{"a plus", "+1", steps},
		{"a third", "12.3", steps},
		{"a quarter", "12.25", steps},
		{"a point without digits", "12.", steps},
		{"no digit before the point", ".5", steps},
		{"two points", "1.5.0", steps},
		{"an exponent", "1e3", steps},
		{"an underscore", "1_0", steps},
		{"a comma", "12,5", steps},
		{"a NUL byte", "12\x00", steps},
		{"one above the limit", "1001", above},
		{"half above the limit", "1000.5", above},
		{"more than an int holds", "99999999999999999999", above},
		{"a huge string", strings.Repeat("9", 1000), above},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := units.ParseRackUnits(tt.text)
			if err == nil || !strings.Contains(err.Error(), tt.want) || len(err.Error()) > 200 {
				t.Errorf("ParseRackUnits(%q) = %v, %v; want an error that says %q", tt.text, got, err, tt.want)
			}
		})
	}
}

func TestRackUnitsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		u := units.RackUnits(rapid.Int32Range(0, 2000).Draw(t, "halves"))
		if got, err := units.ParseRackUnits(u.String()); err != nil || got != u {
			t.Fatalf("ParseRackUnits(%q) = %v, %v; want %d halves", u.String(), got, err, u)
		}
	})
}

func TestQuantityText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, got, want string }{
		{"units", units.U(12).String(), "12"},
		{"half units", units.RackUnits(25).String(), "12.5"},
		{"half a unit", units.RackUnits(1).String(), "0.5"},
		{"units below zero", units.RackUnits(-1).String(), "-0.5"},
		{"watts", (1720 * units.Watt).String(), "1720 W"},
		{"part of a watt", units.Power(300).String(), "0.3 W"},
		{"milliwatts", units.Power(1).Watts(), "0.001"},
		{"watts as a number", units.Power(2_227_200).Watts(), "2227.2"},
		{"kilograms", (15 * units.Kilogram).String(), "15 kg"},
		{"grams", units.Mass(14_800).Kilograms(), "14.8"},
		{"mass below zero", units.Mass(-5).Kilograms(), "-0.005"},
		{"the greatest power", units.Power(math.MaxInt64).Watts(), "9223372036854775.807"},
		{"money", units.Money(1_350_000).String(), "13500.00"},
		{"cents", units.Money(5).String(), "0.05"},
		{"money below zero", units.Money(-105).String(), "-1.05"},
		{"the least money", units.Money(math.MinInt64).String(), "-92233720368547758.08"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}
