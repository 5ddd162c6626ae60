package plan

import (
	"math/bits"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// Effective are the settings with every default filled in.
type Effective struct {
	Media           []Medium
	Cheapest        bool
	Multimode       string
	TwistedPair     string
	AllowRetired    bool
	Evidence        catalog.Evidence
	Copper, Optical SlackRule
	Exit            units.Length
	Direct          bool
	TrayEntry       units.Length
	TraySearch      units.Length
	Headroom        units.Length
	Excess          units.Length
	Spares          map[catalog.Medium]SpareRule // every medium of products
	Stock           []Stock
	UseStock        bool
	TrayFill        int // percent
	RearSpace       units.Length
	PatchPanels     int
	Connectors      string
	Currency        string
	EnergyPrice     int // ten-thousandths per kWh
	PUE             int // thousandths
	Years           int
}

// A SlackRule lengthens a run: run x (1 + percent) + 2 x per end.
type SlackRule struct {
	Percent int // hundredths of a percent
	PerEnd  units.Length
}

// Required is the length a cable must have for a run, in whole millimetres,
// rounded up once. A run is not negative.
func (s SlackRule) Required(run units.Length) int64 {
	// run x (10000 + percent) + 2 x per end x 10000, over 10000 mm. A run is a
	// sum along trays and has no bound, so the products take 128 bits.
	const d = uint64(units.Millimetre) * 10000
	hi, lo := bits.Mul64(uint64(run), uint64(10000+s.Percent))
	hi2, lo2 := bits.Mul64(2*uint64(s.PerEnd), 10000)
	lo, carry := bits.Add64(lo, lo2, 0)
	q, r := bits.Div64(hi+hi2+carry, lo, d)
	if r > 0 {
		q++
	}
	return int64(q)
}

// A SpareRule says how many spares a quantity gets.
type SpareRule struct {
	Percent int // hundredths of a percent
	Minimum int
}

// Of is max(minimum, ceil(quantity x percent)); nothing has no spare.
func (s SpareRule) Of(quantity int) int {
	if quantity == 0 {
		return 0
	}
	n := int64(quantity) * int64(s.Percent)
	return max(s.Minimum, int((n+9999)/10000))
}
