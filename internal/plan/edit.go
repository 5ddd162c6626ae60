package plan

import (
	"errors"
	"fmt"
	"strings"

	"lengthwise/internal/units"
)

// An Edit changes a document. Kind says which fields count:
//
//	set       Path, Value (nil takes the field out)
//	add       Path (of a list), Value
//	remove    Path (of an entry)
//	move      Device, and any of Rack, U, Face, Slot, Side
//	override  At, Set (a nil value takes a field out)
//	swap      A, B: two ports of one switch whose links change places; the link
//	          a fabric writes to a host becomes an explicit link
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
	SetField     = "set"
	AddEntry     = "add"
	TakeOut      = "remove"
	MoveDevice   = "move"
	OverrideLink = "override"
	SwapLinks    = "swap"
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

// An EditContext is what edits must know beyond the document. Its functions
// speak of the document before the first edit, as the planner placed it.
type EditContext struct {
	// Fields carries out set, add, remove and the values of an override. nil:
	// those are refused.
	Fields FieldEditor
	// Placed is where a device packed with u: top or bottom stands; ok is false
	// where no gap was left for it. nil: an edit that would let a packed device
	// slip to another place is refused.
	Placed func(device string) (rack string, u units.RackUnits, ok bool)
	// Port is the name results print for an end "device:port", so that two
	// spellings of a port are one. nil: as written.
	Port func(end string) string
	// Peer is the other end of the link at an end, in the spelling of Port. nil:
	// an override is only found by the end it is written at.
	Peer func(end string) (other string, ok bool)
	// Generated is the fabric that writes the link at an end, and the link's
	// other end in the spelling of Port; ok is false where none does. nil: links
	// of fabrics cannot be swapped.
	Generated func(end string) (fabric, other string, ok bool)
}

// Apply makes edits one after the other, each in the document the one before
// left, and gives the new document; doc and what it points to stay as they
// are. An edit of one device, rack or link of a range replaces the entry by
// entries that keep every other where it was, and one entry for the edited;
// devices packed with u: top or bottom in a rack whose filling changes are
// written out at the unit they have. A result that Validate refuses is an
// error, *Problems.
func Apply(doc *Document, edits []Edit, ctx EditContext) (*Document, error) {
	e := &editor{doc: doc, EditContext: ctx, edited: map[string]bool{}}
	for i, edit := range edits {
		copied := *e.doc
		e.doc = &copied
		if err := e.apply(edit); err != nil {
			return nil, fmt.Errorf("edit %d, %s: %w", i+1, edit.describe(), err)
		}
	}
	if problems := Validate(e.doc); len(problems) > 0 {
		return nil, &Problems{List: problems}
	}
	return e.doc, nil
}

// describe is the edit in a few words: "move leaf-03".
func (e Edit) describe() string {
	what := e.Path
	switch e.Kind {
	case MoveDevice:
		what = e.Device
	case OverrideLink:
		what = strings.Join(e.At[:min(len(e.At), 1)], "")
	case SwapLinks:
		what = e.A + " and " + e.B
	}
	return strings.TrimSpace(e.Kind + " " + strings.Trim(quote(what), `"`))
}

// An editor holds the document between edits. What the document points to is
// shared with the one given and never changed.
type editor struct {
	EditContext
	doc    *Document
	edited map[string]bool // devices whose place an edit changed; Placed no longer speaks of them
}

func (e *editor) apply(edit Edit) error {
	switch edit.Kind {
	case SetField, AddEntry, TakeOut:
		return e.field(edit)
	case MoveDevice:
		return e.move(edit)
	case OverrideLink:
		return e.override(edit)
	case SwapLinks:
		return e.swap(edit)
	}
	return fmt.Errorf("%s is not one of set, add, remove, move, override, swap", quote(edit.Kind))
}

var errNoFields = errors.New("fields cannot be edited here; use the program's codec")

// field carries out set, add and remove.
func (e *editor) field(edit Edit) error {
	list, name, rest := cutPath(edit.Path)
	if name != "" {
		return e.named(edit, list, name, rest)
	}
	return e.plain(edit)
}

// cutPath reads a path that begins with a name in place of a position:
// "devices[dgx-003].face" is devices, dgx-003, .face. The name is empty where
// the path is of another kind.
func cutPath(path string) (list, name, rest string) {
	list, after, ok := strings.Cut(path, "[")
	if !ok || list != "racks" && list != "devices" && list != "links" {
		return "", "", ""
	}
	name, rest, ok = strings.Cut(after, "]")
	if !ok || name != "" && strings.Trim(name, "0123456789") == "" {
		return "", "", ""
	}
	return list, strings.Trim(name, `"`), rest
}

// named edits one rack, device or link that may be part of a range: it is
// given an entry of its own first.
func (e *editor) named(edit Edit, list, name, rest string) error {
	gone := edit.Kind == TakeOut && rest == ""
	isolate := map[string]func(string, bool) (int, error){"racks": e.isolateRack, "devices": e.isolateDevice, "links": e.isolateLink}[list]
	at, err := isolate(name, gone)
	if err != nil || gone {
		return err
	}
	edit.Path = spot{list, at}.String() + rest
	return e.plain(edit)
}

// plain hands an edit by position to the field editor and keeps the devices
// around an edited one where they are.
func (e *editor) plain(edit Edit) error {
	if e.Fields == nil {
		return errNoFields
	}
	before := e.doc
	after, err := e.Fields.EditField(before, edit)
	if err != nil {
		return err
	}
	e.doc = after
	i, ok := devicePath(edit.Path)
	if !ok {
		return nil
	}
	switch {
	case i < 0 && edit.Kind == AddEntry: // path is "devices"
		return e.settle(nil, &after.Devices[len(after.Devices)-1], len(after.Devices)-1)
	case i < 0:
		return nil
	case len(after.Devices) < len(before.Devices):
		return e.settle(&before.Devices[i], nil, -1)
	}
	return e.settle(&before.Devices[i], &after.Devices[i], i)
}

// devicePath is the position of the device entry a path leads to or into, -1
// for the list of devices; ok is false for other paths.
func devicePath(path string) (int, bool) {
	rest, ok := strings.CutPrefix(path, "devices")
	if !ok {
		return 0, false
	}
	if rest == "" {
		return -1, true
	}
	number, _, ok := strings.Cut(strings.TrimPrefix(rest, "["), "]")
	i, err := parseNumber(number, number)
	return int(i), ok && err == nil
}
