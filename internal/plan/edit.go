package plan

// An Edit changes a document. Kind says which fields count:
//
//	set       Path, Value (nil takes the field out)
//	add       Path (of a list), Value
//	remove    Path (of an entry)
//	move      Device, and any of Rack, U, Face, Slot, Side
//	override  At, Set (a nil value takes a field out)
//	swap      A, B: two ports of one switch whose links change places
type Edit struct {
	Kind   string         `json:"edit"`
	Path   string         `json:"path,omitempty"`
	Value  any            `json:"value,omitempty"`
	Device string         `json:"device,omitempty"`
	Rack   string         `json:"rack,omitempty"`
	U      string         `json:"u,omitempty"`
	Face   string         `json:"face,omitempty"`
	Slot   string         `json:"slot,omitempty"`
	Side   string         `json:"side,omitempty"`
	At     []string       `json:"at,omitempty"`
	Set    map[string]any `json:"set,omitempty"`
	A      string         `json:"a,omitempty"`
	B      string         `json:"b,omitempty"`
}
