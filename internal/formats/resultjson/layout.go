package resultjson

import (
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A Layout is what a search for a better layout found: moves of switches in the
// order in which each brings the most. Instead says what was counted where the
// goal itself could not be; nothing says why there are no moves. Complete is
// false where a bound ended the search.
type Layout struct {
	Goal     string       `json:"goal"` // copper | cost
	Instead  string       `json:"instead"`
	Currency string       `json:"currency"`
	Before   Standing     `json:"before"`
	After    Standing     `json:"after"` // with all moves made
	Gain     Gain         `json:"gain"`  // of all moves
	Moves    []LayoutMove `json:"moves"`
	Nothing  string       `json:"nothing"`
	Complete bool         `json:"complete"`
	Steps    int          `json:"steps"`    // links planned again
	Switches int          `json:"switches"` // that could be moved
	Kept     []Kept       `json:"kept"`
}

// A Standing is what a layout is judged by. Copper counts links on DAC, ACC and
// AEC of all that are not twisted pair; cost is of cables, modules and cords, null
// while no price list is loaded.
type Standing struct {
	Errors       int    `json:"errors"`
	Warnings     int    `json:"warnings"`
	Unknown      int    `json:"unknown"`
	Copper       int    `json:"copper"`
	Links        int    `json:"links"`
	Cost         *Cost  `json:"cost"`
	PowerW       Number `json:"power_w"`
	PowerAtLeast bool   `json:"power_at_least"`
	CableMM      int64  `json:"cable_mm"` // of all cables together
	LongestRunMM int64  `json:"longest_run_mm"`
}

// A LayoutMove is what is done at one time. After is with it and all moves
// before it; gain is against what was before it. Needs lists moves, by their
// place in the list from 0, without which a place is taken; notes the limits
// that could not be checked.
type LayoutMove struct {
	Text    string       `json:"text"`
	Devices []Relocation `json:"devices"`
	Edits   []Edit       `json:"edits"`
	After   Standing     `json:"after"`
	Gain    Gain         `json:"gain"`
	Needs   []int        `json:"needs"`
	Notes   []string     `json:"notes"`
}

// A Gain is by how much something grew; cost and power_w are null where one
// side is not known, or is a lower bound.
type Gain struct {
	Copper  int     `json:"copper"`
	Cost    *string `json:"cost"`
	PowerW  *Number `json:"power_w"`
	CableMM int64   `json:"cable_mm"`
}

// A Relocation is a device in another place.
type Relocation struct {
	Device   string `json:"device"`
	FromRack string `json:"from_rack"`
	FromU    Number `json:"from_u"`
	Rack     string `json:"rack"`
	U        Number `json:"u"`
}

// Kept is how many switches were left where they are for one reason, and the
// first of them.
type Kept struct {
	Why     string   `json:"why"`
	Devices []string `json:"devices"`
	Count   int      `json:"count"`
}

// LayoutOf is a layout on the wire.
func LayoutOf(l *planner.Layout) Layout {
	out := Layout{Goal: string(l.Goal), Instead: l.Instead, Currency: l.Currency, Before: StandingOf(&l.Before), After: StandingOf(&l.After), Gain: gainOf(&l.Before, &l.After),
		Moves: make([]LayoutMove, len(l.Moves)), Nothing: l.Nothing, Complete: l.Complete, Steps: l.Steps, Switches: l.Switches, Kept: make([]Kept, len(l.Kept))}
	was := &l.Before
	for i := range l.Moves {
		m := &l.Moves[i]
		out.Moves[i] = LayoutMove{Text: m.Text, Devices: relocations(m.Steps), Edits: make([]Edit, len(m.Edits)), After: StandingOf(&m.After), Gain: gainOf(was, &m.After),
			Needs: append([]int{}, m.Needs...), Notes: append([]string{}, m.Notes...)}
		for k, e := range m.Edits {
			out.Moves[i].Edits[k] = Edit(e)
		}
		was = &m.After
	}
	for i, k := range l.Kept {
		out.Kept[i] = Kept(k)
	}
	return out
}

func relocations(list []planner.Relocation) []Relocation {
	out := make([]Relocation, len(list))
	for i, r := range list {
		out[i] = Relocation{Device: r.Device, FromRack: r.FromRack, FromU: Number(r.From.String()), Rack: r.Rack, U: Number(r.U.String())}
	}
	return out
}

// StandingOf is a standing on the wire.
func StandingOf(s *planner.Standing) Standing {
	out := Standing{Errors: s.Errors, Warnings: s.Warnings, Unknown: s.Unknown, Copper: s.Copper, Links: s.Links,
		PowerW: Number(s.Power.Watts()), PowerAtLeast: s.PowerAtLeast, CableMM: int64(s.Cable / units.Millimetre), LongestRunMM: s.LongestRun.CeilMM()}
	if s.Cost != nil {
		out.Cost = &Cost{Amount: s.Cost.Amount.String(), AtLeast: s.Cost.AtLeast, Unpriced: s.Cost.Unpriced}
	}
	return out
}

// gainOf is the difference of two standings.
func gainOf(was, is *planner.Standing) Gain {
	g := Gain{Copper: is.Copper - was.Copper, CableMM: int64((is.Cable - was.Cable) / units.Millimetre)}
	if !was.PowerAtLeast && !is.PowerAtLeast {
		g.PowerW = number((is.Power - was.Power).Watts())
	}
	if was.Cost != nil && is.Cost != nil && !was.Cost.AtLeast && !is.Cost.AtLeast {
		by := is.Cost.Amount - was.Cost.Amount
		g.Cost = money(&by)
	}
	return g
}
