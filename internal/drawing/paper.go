package drawing

import "lengthwise/internal/units"

// Paper is a size on paper, in tenths of a millimetre.
type Paper struct{ W, H int64 }

// scales are the usual scales of drawings, 1 to so many, the largest first.
var scales = []int64{5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 2500, 5000, 10_000}

// tenth is a tenth of a millimetre.
const tenth = units.Millimetre / 10

// FitScale is the largest usual scale at which a drawing of w by h fits the
// room, and its size on paper. So many pixels stand for a length in the hall:
// of an elevation Unit, of a floor Map. What fits at no scale is given the
// smallest.
func FitScale(w, h Px, pixels Px, stand units.Length, room Paper) (scale int64, size Paper) {
	for _, scale = range scales {
		on := func(p Px) int64 { return int64(p) * int64(stand) / int64(pixels) / scale / int64(tenth) }
		if size = (Paper{on(w), on(h)}); size.W <= room.W && size.H <= room.H {
			break
		}
	}
	return scale, size
}

// Unit is how many pixels of an elevation stand for which length: a rack unit.
func Unit() (Px, units.Length) { return UnitHeight, units.U(1).Height() }
