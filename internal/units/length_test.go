package units_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/units"
)

func TestParseLength(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		text string
		want units.Length
	}{
		{"nanometres", "1nm", 1},
		{"micrometres", "3um", 3000},
		{"micrometres with a mu", "3µm", 3000},
		{"millimetres", "600mm", 600_000_000},
		{"centimetres", "60cm", 600_000_000},
		{"metres", "2.7m", 2_700_000_000},
		{"kilometres", "1.5km", 1_500_000_000_000},
		{"inches", "30in", 762_000_000},
		{"an inch", "1inch", 25_400_000},
		{"inches in full", "30 inches", 762_000_000},
		{"inches by mark", `30"`, 762_000_000},
		{"inches by double prime", "30″", 762_000_000},
		{"feet", "8ft", 2_438_400_000},
		{"a foot", "1 foot", 304_800_000},
		{"feet in full", "7 feet", 2_133_600_000},
		{"feet by mark", "8'", 2_438_400_000},
		{"feet by prime", "8′", 2_438_400_000},
		{"feet and inches", `8' 6"`, 2_590_800_000},
		{"feet and inches without a space", `8'6"`, 2_590_800_000},
		{"feet and inches in letters", "8ft 6in", 2_590_800_000},
		{"feet and part of an inch", `8' 6.5"`, 2_603_500_000},
		{"a space before the unit", "2.7 m", 2_700_000_000},
		{"spaces around", "  600mm ", 600_000_000},
		{"below zero", "-3m", -3_000_000_000},
		{"feet and inches below zero", `-8' 6"`, -2_590_800_000},
		{"zero", "0mm", 0},
		{"zero below zero", "-0m", 0},
		{"leading zeros", "0002.50m", 2_500_000_000},
		{"no digit before the point", ".5m", 500_000_000},
		{"a quarter of a rack unit", "11.1125mm", 11_112_500},
		{"four decimals of a foot", "0.0001ft", 30_480},
		{"a 256th of a foot, eight decimals", "0.00390625ft", 1_190_625},
		{"one nanometre in kilometres", "0.000000000001km", 1},
		{"trailing zeros beyond a nanometre", "1.00000000000000000000mm", 1_000_000},
		{"the longest", "100km", 100_000_000_000_000},
		{"the longest in nanometres", "100000000000000nm", 100_000_000_000_000},
		{"a number no binary float holds", "0.1m", 100_000_000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := units.ParseLength(tt.text)
			if err != nil || got != tt.want {
				t.Errorf("ParseLength(%q) = %d nm, %v; want %d nm", tt.text, got, err, tt.want)
			}
		})
	}
}

func TestParseLengthRefuses(t *testing.T) {
	t.Parallel()
	const noUnit, notNumber, fine, far = "has no unit; write mm, cm, m, in or ft", "is not a number with a unit", "is finer than a nanometre", "is above the limit of 100 km"
	tests := []struct {
		name, text, want string
	}{
		{"nothing", "", "length is empty; write for example 600mm"},
		{"white space", " \t ", "length is empty"},
		{"a sign alone", "-", "has no number"},
		{"two signs", "--3m", notNumber},
		{"a plus", "+3m", notNumber},
		{"a typographic minus", "−3m", notNumber},
		{"a bare number", "2.5", noUnit},
		{"a bare whole number", "600", noUnit},
		{"a unit alone", "m", notNumber},
		{"a point alone", ".m", notNumber},
		{"a point without a digit after it", "5.m", notNumber},
		{"two points", "1.2.3m", notNumber},
		{"a comma", "2,5m", "has a comma; write a point as the decimal mark"},
		{"a comma between thousands", "1,500 mm", "has a comma"},
		{"an exponent", "1e3m", "has an exponent; write the digits out"},
		{"an exponent below zero", "1E-3m", "has an exponent"},
		{"not a number", "NaN m", notNumber},
		{"infinity", "Inf m", notNumber},
		{"hexadecimal", "0x10m", `has the unknown unit "x"`},
		{"digits of another script", "٣m", notNumber},
		{"an unknown unit", "3 yards", `has the unknown unit "yards"; write mm, cm, m, in or ft`},
		{"a capital unit", "3M", `has the unknown unit "M"`},
		{"a tab before the unit", "3\tm", `has the unknown unit "\tm"`},
		{"junk after it", "3m junk", notNumber},
		{"junk glued on", "3mjunk", `has the unknown unit "mjunk"`},
		{"two lengths", "3m 4m", "has more than one number; only feet and inches may stand together"},
		{"metres and centimetres", "3m 40cm", "has more than one number"},
		{"inches and feet", `6" 8'`, "has more than one number"},
		{"feet, inches and inches", `8' 6" 2"`, "has more than one number"},
		{"feet twice", "8ft 6ft", "has more than one number"},
		{"more inches than a foot has", `8' 12"`, "has 12 inches or more beside the feet"},
		{"feet and a bare number", "8' 6", noUnit},
		{"a NUL byte", "3m\x00", `has the unknown unit "m\x00"`},
		{"a NUL byte between", "3\x00m", `has the unknown unit "\x00m"`},
		{"bytes that are no text", "3\xff\xfem", `has the unknown unit "\xff\xfem"`},
		{"half a nanometre", "0.5nm", fine},
		{"a third of a foot", "0.333333333ft", fine},
		{"finer than any unit allows", "0.0000000000001km", fine},
		{"thirty decimals", "1.000000000000000000000000000001m", fine},
		{"beyond the longest", "100.000000000001km", far},
		{"beyond the longest below zero", "-101km", far},
		{"beyond the longest by whole nanometres", "100000000000001nm", far},
		{"more than an int64 holds", "99999999999999999999m", far},
		{"feet beyond the longest with inches", `328083' 12"`, "has 12 inches or more"},
		{"feet that with inches pass the longest", `328083' 11.9"`, far},
		{"a huge string of digits", strings.Repeat("9", 1000) + "m", "has 1001 bytes, more than 64"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := units.ParseLength(tt.text)
			if err == nil {
				t.Fatalf("ParseLength(%q) = %v, want an error that says %q", tt.text, got, tt.want)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("ParseLength(%q) says %q, want %q in it", tt.text, err, tt.want)
			}
			if shown := strings.TrimSpace(tt.text); shown != "" && len(shown) <= 64 && !strings.Contains(err.Error(), quoted(shown)) {
				t.Errorf("ParseLength(%q) says %q, which does not show the value", tt.text, err)
			}
			if len(err.Error()) > 300 || strings.ContainsRune(err.Error(), 0) {
				t.Errorf("ParseLength(%q) has an error of %d bytes or with NUL bytes", tt.text, len(err.Error()))
			}
		})
	}
}

func TestLengthRounding(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		length      units.Length
		ceil, floor int64
	}{
		{"a whole millimetre stays", 2_000_000, 2, 2},
		{"a nanometre over goes up for needs", 2_000_001, 3, 2},
		{"a nanometre short goes down for supplies", 1_999_999, 2, 1},
		{"zero", 0, 0, 0},
		{"below zero, up is towards zero", -1_500_000, -1, -2},
		{"below zero, a nanometre", -1, 0, -1},
		{"the run of the planning rules", 2177_975_000, 2178, 2177},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.length.CeilMM(); got != tt.ceil {
				t.Errorf("%v CeilMM = %d, want %d", tt.length, got, tt.ceil)
			}
			if got := tt.length.FloorMM(); got != tt.floor {
				t.Errorf("%v FloorMM = %d, want %d", tt.length, got, tt.floor)
			}
		})
	}
}

func TestLengthText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		length               units.Length
		str, written, metres string
	}{
		{677_825_000, "677.825 mm", "677.825mm", "0.677825 m"},
		{units.MM(600), "600 mm", "600mm", "0.6 m"},
		{units.Metre, "1000 mm", "1000mm", "1 m"},
		{10 * units.Metre, "10000 mm", "10000mm", "10 m"},
		{1, "0.000001 mm", "0.000001mm", "0.000000001 m"},
		{-11_112_500, "-11.1125 mm", "-11.1125mm", "-0.0111125 m"},
		{0, "0 mm", "0mm", "0 m"},
		{math.MinInt64, "-9223372036854.775808 mm", "-9223372036854.775808mm", "-9223372036.854775808 m"},
	}
	for _, tt := range tests {
		if got := tt.length.String(); got != tt.str {
			t.Errorf("%d nm String = %q, want %q", int64(tt.length), got, tt.str)
		}
		if got := tt.length.Text(); got != tt.written {
			t.Errorf("%d nm Text = %q, want %q", int64(tt.length), got, tt.written)
		}
		if got := tt.length.Metres(); got != tt.metres {
			t.Errorf("%d nm Metres = %q, want %q", int64(tt.length), got, tt.metres)
		}
	}
}

func TestLengthAbs(t *testing.T) {
	t.Parallel()
	if got := (-3 * units.Metre).Abs(); got != 3*units.Metre {
		t.Errorf("Abs of -3 m = %v, want 3 m", got)
	}
	if got := (3 * units.Metre).Abs(); got != 3*units.Metre {
		t.Errorf("Abs of 3 m = %v, want 3 m", got)
	}
}

func lengths() *rapid.Generator[units.Length] {
	return rapid.Custom(func(t *rapid.T) units.Length {
		return units.Length(rapid.Int64Range(-int64(units.MaxLength), int64(units.MaxLength)).Draw(t, "nm"))
	})
}

func TestWrittenLengthReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := lengths().Draw(t, "length")
		for _, text := range []string{l.Text(), l.String(), l.Metres()} {
			if got, err := units.ParseLength(text); err != nil || got != l {
				t.Fatalf("ParseLength(%q) = %v, %v; want %v", text, got, err, l)
			}
		}
	})
}

// exact reads number and unit with big rationals: slow and obvious.
func exact(t *rapid.T, number string, unit units.Length) (units.Length, bool) {
	v, ok := new(big.Rat).SetString(number)
	if !ok {
		t.Fatalf("%q is no number", number)
	}
	v.Mul(v, new(big.Rat).SetInt64(int64(unit)))
	if !v.IsInt() || v.Cmp(new(big.Rat).SetInt64(int64(units.MaxLength))) > 0 {
		return 0, false
	}
	return units.Length(v.Num().Int64()), true
}

func TestParseLengthIsExact(t *testing.T) {
	t.Parallel()
	sizes := map[string]units.Length{
		"nm": units.Nanometre, "um": units.Micrometre, "mm": units.Millimetre, "cm": units.Centimetre, "m": units.Metre,
		"km": units.Kilometre, "in": units.Inch, "ft": units.Foot,
	}
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]string{"nm", "um", "mm", "cm", "m", "km", "in", "ft"}).Draw(t, "unit")
		number := rapid.StringMatching(`[0-9]{1,16}(\.[0-9]{1,16})?`).Draw(t, "number")
		want, ok := exact(t, number, sizes[unit])
		got, err := units.ParseLength(number + unit)
		if ok != (err == nil) || got != want {
			t.Fatalf("ParseLength(%q) = %d, %v; the exact value is %d, representable %v", number+unit, got, err, want, ok)
		}
	})
}

func TestRoundingNeverCheats(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := lengths().Draw(t, "length")
		up, down := units.MM(l.CeilMM()), units.MM(l.FloorMM())
		if up < l || up-l >= units.Millimetre {
			t.Fatalf("%v rounded up is %v", l, up)
		}
		if down > l || l-down >= units.Millimetre {
			t.Fatalf("%v rounded down is %v", l, down)
		}
	})
}

func FuzzParseLength(f *testing.F) {
	for _, seed := range []string{
		"600mm", "2.7 m", `8' 6"`, "-3m", "", "-", "1e3m", "NaN m", "3m junk", "2,5m", "8ft 12in", "0.00390625ft", "\x00", "3m\x00",
		strings.Repeat("9", 70) + "m", "99999999999999999999km", "1.0000000000000000001mm", "٣m", "3µm",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := units.ParseLength(text)
		if err != nil {
			if l != 0 || len(err.Error()) > 600 {
				t.Errorf("ParseLength(%q) gives %v with an error of %d bytes", text, l, len(err.Error()))
			}
			return
		}
		if l.Abs() > units.MaxLength {
			t.Errorf("ParseLength(%q) = %v, beyond the limit", text, l)
		}
		if back, err := units.ParseLength(l.Text()); err != nil || back != l {
			t.Errorf("ParseLength(%q) = %v, which reads back as %v, %v", text, l, back, err)
		}
	})
}

func BenchmarkParseLength(b *testing.B) {
	for _, text := range []string{"600mm", "2.7m", `8' 6"`} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := units.ParseLength(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLengthText(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if units.Length(677_825_000).Text() == "" {
			b.Fatal("empty")
		}
	}
}

func TestFeet(t *testing.T) {
	t.Parallel()
	tests := []struct {
		length units.Length
		want   string
	}{
		{units.MM(7045), "23.11"},
		{units.Foot, "1.00"},
		{0, "0.00"},
		{units.MM(1), "0.00"},
		{units.MM(2), "0.01"},
		{units.Foot / 200, "0.01"},                 // a half goes away from zero
		{units.Foot/200 - units.Nanometre, "0.00"}, // just below does not
		{-units.MM(370), "-1.21"},
		{-units.MM(1), "0.00"},
		{units.MaxLength, "328083.99"},
	}
	for _, tt := range tests {
		if got := tt.length.Feet(); got != tt.want {
			t.Errorf("%s in feet: got %s, want %s", tt.length, got, tt.want)
		}
	}
}
