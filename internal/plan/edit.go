package plan

// An Edit changes a document. Kind says which fields count:
//
//	set       Path, Value (nil takes the field out)
//	add       Path (of a list), Value
//	remove    Path (of an entry)
//	move      Device, and any of Rack, U, Face, Slot, Side
//	override  At, Set (a nil value takes a field out)
//	swap      A, B: two ports of one switch whose links change places
//
// A Path is fields and positions, as in findings: "settings.allow_retired",
// "racks[2].depth", "site.trays". In racks, devices and links a name may stand
// for the position, and then means that one alone, whatever range it was
// written in: "devices[dgx-003].face", "racks[A03].depth",
// "links[dgx-003:bmc].cable"; a name of digits only stands in quotes.
type Edit struct {
	Kind   string         `json:"edit"`
	Path   string         `json:"path,omitempty"`
	Value  any            `json:"value,omitempty"`
	Device string         `json:"device,omitempty"`
	Rack   string         `json:"rack,omitempty"`
	U      string         `json:"u,omitempty"` // "12", "12.5", "top", "bottom"
	Face   string         `json:"face,omitempty"`
	Slot   string         `json:"slot,omitempty"`
	Side   string         `json:"side,omitempty"`
	At     []string       `json:"at,omitempty"`
	Set    map[string]any `json:"set,omitempty"`
	A      string         `json:"a,omitempty"`
	B      string         `json:"b,omitempty"`
}

// The kinds of edits.
const (
	SetField  = "set"
	AddEntry  = "add"
	TakeOut   = "remove"
	Move      = "move"
	SetOthers = "override"
	Swap      = "swap"
)

// A FieldEditor carries out edits of kind set, add and remove whose Path holds
// fields and positions only. It knows the fields of the document and their
// types; formats/planfile has one.
type FieldEditor interface {
	// EditField gives the document with the edit made; doc and what it points
	// to stay as they are. Value is a string, bool, json.Number, float64, int,
	// list or map as decoded from JSON; nil in a set takes the field out. The
	// error says which path or value is wrong. The result need not have passed
	// Validate.
	EditField(doc *Document, edit Edit) (*Document, error)
}
