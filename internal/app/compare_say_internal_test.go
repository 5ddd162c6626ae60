package app

import (
	"testing"

	"lengthwise/internal/plan"
)

// Four splitters that become eight cords are not eight cables that change.
func TestWhatBecomesOfCablesCountsBothSides(t *testing.T) {
	t.Parallel()
	for want, m := range map[string]MediumChange{
		"8 cables change from AOC to DAC":              {From: plan.AOC, To: plan.DAC, Was: 8, Cables: 8},
		"1 cable changes from AOC to DAC":              {From: plan.AOC, To: plan.DAC, Was: 1, Cables: 1},
		"4 cables of DAC become 8 of optical":          {From: plan.DAC, To: plan.Optical, Was: 4, Cables: 8},
		"1 cable of DAC becomes 2 of optical":          {From: plan.DAC, To: plan.Optical, Was: 1, Cables: 2},
		"2 cables of optical become 1 of DAC":          {From: plan.Optical, To: plan.DAC, Was: 2, Cables: 1},
		"3 links no longer get a cable, which was DAC": {From: plan.DAC, Was: 2, Cables: 3},
	} {
		if m.say(); m.Text != want {
			t.Errorf("said %q, want %q", m.Text, want)
		}
	}
}
