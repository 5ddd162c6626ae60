package planner

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestEnergyCost(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name              string
		mw                int64
		years, pue, price int
		want              int64 // hundredths
	}{
		{"17 W for four years at 0.12 and PUE 1.3: 92.93", 17_000, 4, 1300, 1200, 9293}, // 0.017 x 8760 x 4 x 1.3 x 0.12 = 92.926 08
		{"nothing drawn", 0, 4, 1300, 1200, 0},
		{"power for nothing", 17_000, 4, 1300, 0, 0},
		{"no years", 17_000, 0, 1300, 1200, 0},
		{"half a cent is a cent", 1, 1, 1000, 5708, 1},             // 0.00876 x 0.5708 = 0.005 000 2
		{"just below half a cent is none", 1, 1, 1000, 5707, 0},    // 0.004 999 3
		{"exactly half a cent is a cent", 625, 1, 2000, 1000, 110}, // 10.95 kWh at 0.1: 109.5
		{"beyond any currency", math.MaxInt64 / 8760 / 50, 50, 10_000, 100_000_000, math.MaxInt64},
	}
	for _, tt := range tests {
		if got := energyCost(tt.mw, tt.years, tt.pue, tt.price); got != tt.want {
			t.Errorf("%s: got %d hundredths, want %d", tt.name, got, tt.want)
		}
	}
}

// TestEnergyCostIsExact compares with fractions, up to the bounds of a plan and
// far beyond those of a part.
func TestEnergyCostIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		mw := rapid.Int64Range(0, 10_000_000_000).Draw(t, "mw")
		years, pue, price := rapid.IntRange(0, 50).Draw(t, "years"), rapid.IntRange(1000, 10_000).Draw(t, "pue"), rapid.IntRange(0, 10_000_000).Draw(t, "price")
		cents := big.NewRat(1, 2)
		kwh := new(big.Rat).Mul(big.NewRat(mw, 1_000_000), big.NewRat(8760*int64(years), 1))
		cents.Add(cents, kwh.Mul(kwh, new(big.Rat).Mul(big.NewRat(int64(pue), 1000), big.NewRat(int64(price), 100))))
		want := new(big.Int).Div(cents.Num(), cents.Denom())
		if !want.IsInt64() {
			want.SetInt64(math.MaxInt64)
		}
		if got := energyCost(mw, years, pue, price); got != want.Int64() {
			t.Fatalf("%d mW, %d years, PUE %d, price %d: got %d hundredths, want %s", mw, years, pue, price, got, want)
		}
	})
}
