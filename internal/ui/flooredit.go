package ui

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A floorChange is a form that changes the floor, on its way to edits.
type floorChange struct {
	u    *UI
	w    http.ResponseWriter
	r    *http.Request
	o    *opened        // the newest revision
	was  *plan.Document // of the revision the form was made of
	form url.Values

	proposal
}

// floorForm reads the form of a change.
func (u *UI) floorForm(w http.ResponseWriter, r *http.Request) (*floorChange, error) {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return nil, err
	}
	o, err := u.open(r)
	if err != nil {
		return nil, err
	}
	c := &floorChange{u: u, w: w, r: r, o: o, form: r.PostForm, was: o.checked.Document}
	c.Back = c.form.Get("back")
	if c.Base, err = whole("base", c.form.Get("base"), maxRevision); err != nil {
		return nil, err
	}
	if c.Base == 0 {
		return nil, badRequest("the form names no revision; load the page again")
	}
	if c.Base != o.revision.Number {
		then, _, err := u.plans.Result(r.Context(), caller(r), o.plan.ID, c.Base)
		if err != nil {
			return nil, err
		}
		c.was = then.Document
	}
	return c, nil
}

// done goes on with the edits.
func (c *floorChange) done() error {
	if len(c.Edits) == 0 {
		return badRequest("the form changes nothing; change a field first")
	}
	return c.u.propose(c.w, c.r, c.proposal)
}

// get is a field of the form, trimmed.
func (c *floorChange) get(name string) string { return strings.TrimSpace(c.form.Get(name)) }

func (c *floorChange) set(path string, value any) {
	c.Edits = append(c.Edits, plan.Edit{Kind: plan.SetField, Path: path, Value: value})
}

// named puts the new name of what was renamed into the address to go back to.
func (c *floorChange) named(key, name string) {
	at, err := url.Parse(c.Back)
	if err != nil {
		return
	}
	q := at.Query()
	if name == "" {
		for _, look := range []string{"look", key} {
			q.Del(look)
		}
	} else {
		q.Set(key, name)
	}
	q.Del("add")
	at.RawQuery = q.Encode()
	c.Back = at.String()
}

// A floorField is a field of the document a form can change.
type floorField struct {
	name   string
	was    string // as the document has it; empty: it has none
	number bool
	as     string // what the form calls it; empty: as the document
}

// changed sets the fields of the form that differ from the document, and takes
// out those that were emptied. A field the form has not stays.
func (c *floorChange) changed(path string, fields ...floorField) {
	for _, f := range fields {
		as := cmp.Or(f.as, f.name)
		now := c.get(as)
		if !c.form.Has(as) || now == f.was || sameLength(now, f.was) {
			continue
		}
		c.set(path+"."+f.name, valueOf(now, f.number))
	}
}

// valueOf is the text of a form as the value of a field; empty: none. What
// should be a number and is none is left to those who read the field.
func valueOf(text string, number bool) any {
	switch {
	case text == "":
		return nil
	case number && strings.Trim(text, "-0123456789.") == "" && json.Valid([]byte(text)):
		return json.Number(text)
	}
	return text
}

func sameLength(a, b string) bool {
	x, err := units.ParseLength(a)
	if err != nil {
		return false
	}
	y, err := units.ParseLength(b)
	return err == nil && x == y
}

// rackPath is the path of one rack by its name.
func rackPath(name string) string {
	if strings.Trim(name, "0123456789") == "" {
		name = `"` + name + `"`
	}
	return "racks[" + name + "]"
}

// devicePath is the path of one device by its name.
func devicePath(name string) string {
	if strings.Trim(name, "0123456789") == "" {
		name = `"` + name + `"`
	}
	return "devices[" + name + "]"
}

// rack is the rack the form is about, as it was.
func (c *floorChange) rack() (name string, entry *plan.Rack, at int, err error) {
	name = c.get("rack")
	if entry, at = rackEntry(c.was, name); entry == nil {
		return "", nil, 0, badRequest("rack %q is not in revision %d; load the page again", clip(name), c.Base)
	}
	return name, entry, at, nil
}

// floorRack moves, renames or changes a rack.
func (u *UI) floorRack(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	name, e, at, err := c.rack()
	if err != nil {
		return err
	}
	path := rackPath(name)
	c.Message = "change rack " + name
	if where := c.place(path, e, at); where != "" {
		c.Message = "move rack " + name + " to " + where
	}
	c.changed(path, floorField{name: "units", was: writtenCount(e.Units), number: true}, floorField{name: "width", was: writtenLength(e.Width)}, floorField{name: "depth", was: writtenLength(e.Depth)},
		floorField{name: "base", as: "u1", was: writtenLength(e.Base)}, floorField{name: "power_kw", was: writtenKilowatts(e.Power), number: true}, floorField{name: "max_weight_kg", was: writtenMass(e.MaxWeight), number: true})
	if now := c.get("name"); c.form.Has("name") && now != name {
		c.Message = "rename rack " + name + " to " + clip(now)
		c.set(path+".name", valueOf(now, false))
		for i := range c.o.result.Devices {
			if d := &c.o.result.Devices[i]; d.Rack == name && now != "" {
				c.Edits = append(c.Edits, plan.Edit{Kind: plan.MoveDevice, Device: d.Name, Rack: now})
			}
		}
		c.named("rack", now)
	}
	return c.done()
}

// place sets where a rack stands, and says where; empty: it stays.
func (c *floorChange) place(path string, e *plan.Rack, at int) string {
	if !c.form.Has("row") {
		return ""
	}
	before := len(c.Edits)
	row := c.get("row")
	if row == "" {
		if e.Row != "" {
			c.set(path+".row", nil)
			c.set(path+".position", nil)
		}
		was := floorField{name: "faces", was: e.Faces}
		if e.Faces == "" && e.Row == "" && c.get("faces") == "south" {
			was.was = "south" // the default stays unwritten
		}
		c.changed(path, floorField{name: "x", was: writtenLength(e.X)}, floorField{name: "y", was: writtenLength(e.Y)}, was)
		if len(c.Edits) == before {
			return ""
		}
		return fmt.Sprintf("%s east, %s north", clip(c.get("x")), clip(c.get("y")))
	}
	for _, f := range []struct {
		name    string
		written bool
	}{{"x", e.X != nil}, {"y", e.Y != nil}, {"faces", e.Faces != ""}} {
		if f.written {
			c.set(path+"."+f.name, nil)
		}
	}
	position := 0
	if s, err := plan.ExpandRack(e); err == nil {
		position = s.Position(at)
	}
	was := floorField{name: "position", was: writtenCount(&position), number: true}
	if row != e.Row {
		c.set(path+".row", row)
		was.was = ""
	}
	c.changed(path, was)
	if len(c.Edits) == before {
		return ""
	}
	return "row " + clip(row) + ", position " + clip(c.get("position"))
}

// floorRemoveRack takes a rack out, and its devices with it or out of it.
func (u *UI) floorRemoveRack(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	name, _, _, err := c.rack()
	if err != nil {
		return err
	}
	c.Message = "remove rack " + name
	c.takeOut(name, c.get("devices") == "go")
	c.named("rack", "")
	return c.done()
}

// takeOut removes a rack; its devices go too, or stay in none.
func (c *floorChange) takeOut(rack string, devices bool) {
	for i := range c.o.result.Devices {
		switch d := &c.o.result.Devices[i]; {
		case d.Rack != rack:
		case devices:
			c.Edits = append(c.Edits, plan.Edit{Kind: plan.TakeOut, Path: devicePath(d.Name)})
		default:
			c.set(devicePath(d.Name)+".rack", nil)
		}
	}
	c.Edits = append(c.Edits, plan.Edit{Kind: plan.TakeOut, Path: rackPath(rack)})
}
