package ui

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"lengthwise/internal/drawing"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// add adds an entry to a list of the document.
func (c *floorChange) add(path string, value map[string]any) {
	c.Edits = append(c.Edits, plan.Edit{Kind: plan.AddEntry, Path: path, Value: value})
}

// filled puts the fields of the form that hold something into an entry.
func (c *floorChange) filled(entry map[string]any, number bool, names ...string) {
	for _, name := range names {
		if v := valueOf(c.get(name), number); v != nil {
			entry[name] = v
		}
	}
}

// floorAddRack adds a rack or a range of racks.
func (u *UI) floorAddRack(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	name := c.get("name")
	if name == "" {
		return badRequest("the racks have no name; write one, or a range such as B[01-08]")
	}
	entry, err := c.ofKind(name)
	if err != nil {
		return err
	}
	if c.get("row") != "" {
		c.filled(entry, false, "row")
		c.filled(entry, true, "position")
	} else {
		c.filled(entry, false, "x", "y", "faces")
	}
	c.filled(entry, true, "units", "power_kw", "max_weight_kg")
	c.filled(entry, false, "width", "depth")
	if base := valueOf(c.get("u1"), false); base != nil {
		entry["base"] = base
	}
	c.add("racks", entry)
	c.Message = "add racks " + clip(name)
	if names, err := plan.ParseNames(name); err == nil && names.Len() == 1 {
		c.Message = "add rack " + clip(name)
		c.named("rack", name)
	} else {
		c.named("row", c.get("row"))
	}
	return c.done()
}

// ofKind is an entry of racks of the kind the form chose.
func (c *floorChange) ofKind(name string) (map[string]any, error) {
	entry := map[string]any{"name": name}
	kind := c.get("kind")
	if kind == "" {
		return entry, nil
	}
	at, err := whole("kind", kind, plan.MaxRacks)
	if err != nil {
		return nil, err
	}
	if at >= len(c.was.Racks) {
		return nil, badRequest("the kind of rack is gone; load the page again")
	}
	e := &c.was.Racks[at]
	for _, f := range []struct {
		name, text string
		number     bool
	}{
		{"units", writtenCount(e.Units), true}, {"width", writtenLength(e.Width), false}, {"depth", writtenLength(e.Depth), false}, {"base", writtenLength(e.Base), false},
		{"first_unit", writtenCount(e.FirstUnit), true}, {"numbering", e.Numbering, false}, {"power_kw", writtenKilowatts(e.Power), true}, {"max_weight_kg", writtenMass(e.MaxWeight), true},
	} {
		if f.text != "" {
			entry[f.name] = valueOf(f.text, f.number)
		}
	}
	return entry, nil
}

// floorAddRow adds a row or a range of rows, with racks where the form names
// some.
func (u *UI) floorAddRow(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	names, err := plan.ParseNames(c.get("name"))
	if err != nil {
		return badRequest("name of the row: %s", err)
	}
	if names.Len() > plan.MaxRows {
		return badRequest("%s are %d rows; the limit is %d", clip(c.get("name")), names.Len(), plan.MaxRows)
	}
	all := names.Append(nil)
	if len(all) == 1 && c.get("faces") != "alternating" {
		return c.addRow(all[0], valueOf(c.get("y"), false), valueOf(c.get("x"), false), c.get("faces"))
	}
	return c.addRows(all)
}

// addRow adds one row; what is wrong with its fields is said of the edit.
func (c *floorChange) addRow(name string, y, x any, faces string) error {
	if err := c.row(name, y, x, faces); err != nil {
		return err
	}
	c.Message = "add row " + clip(name)
	c.named("row", name)
	return c.done()
}

// addRows adds rows one beside the other.
func (c *floorChange) addRows(names []string) error {
	var bad []string
	length := func(field string) units.Length {
		text := c.get(field)
		if text == "" && field == "x" {
			return 0
		}
		l, err := units.ParseLength(text)
		if err != nil {
			bad = append(bad, field+": "+err.Error())
		}
		return l
	}
	x, y, spacing := length("x"), length("y"), length("spacing")
	if len(bad) > 0 {
		return badRequest("the rows cannot be laid out: %s", strings.Join(bad, "; "))
	}
	for i, name := range names {
		faces := c.get("faces")
		if faces == "alternating" {
			faces = []string{"south", "north"}[i%2]
		}
		atX, atY := x, y+units.Length(i)*spacing
		if faces == "east" || faces == "west" {
			atX, atY = x+units.Length(i)*spacing, y
		}
		if err := c.row(name, atY.Text(), atX.Text(), faces); err != nil {
			return err
		}
	}
	c.Message = fmt.Sprintf("add %d rows, %s to %s", len(names), clip(names[0]), clip(names[len(names)-1]))
	c.named("row", names[0])
	return c.done()
}

// row adds a row and its racks to the edits.
func (c *floorChange) row(name string, y, x any, faces string) error {
	entry := map[string]any{"name": name, "y": y, "faces": faces}
	if x != nil {
		entry["x"] = x
	}
	if y == nil {
		delete(entry, "y") // the reader says that it is missing
	}
	c.filled(entry, false, "pitch")
	c.filled(entry, true, "side_pass")
	c.add("site.rows", entry)
	racks := strings.ReplaceAll(c.get("racks"), "{row}", name)
	if racks == "" {
		return nil
	}
	rack, err := c.ofKind(racks)
	if err != nil {
		return err
	}
	rack["row"], rack["position"] = name, 1
	c.add("racks", rack)
	return nil
}

// floorRow moves, renames or changes a row; its racks go along.
func (u *UI) floorRow(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	path, was, err := c.rowNamed()
	if err != nil {
		return err
	}
	e := effectiveRow(was)
	faces, runs := floorField{name: "faces", was: e.faces}, floorField{name: "runs", was: e.runs}
	if now := c.get("faces"); c.form.Has("faces") && sideways(now) != sideways(e.faces) && sideways(c.get("runs")) == sideways(now) {
		runs.was = "" // turned without being told the way: the default
		if c.get("runs") == e.runs {
			c.form.Set("runs", "")
			if was.Runs != "" {
				runs.was = was.Runs
			}
		}
	}
	c.changed(path, floorField{name: "x", was: writtenLength(was.X)}, floorField{name: "y", was: writtenLength(was.Y)}, floorField{name: "pitch", was: writtenLength(was.Pitch)},
		faces, runs, floorField{name: "side_pass", was: writtenCount(was.SidePass), number: true})
	c.Message = "change row " + was.Name
	if now := c.get("name"); c.form.Has("name") && now != was.Name {
		c.Message = "rename row " + was.Name + " to " + clip(now)
		c.set(path+".name", valueOf(now, false))
		racks := c.o.checked.Document.Racks
		for i := range racks {
			if racks[i].Row == was.Name {
				c.set("racks["+strconv.Itoa(i)+"].row", valueOf(now, false))
			}
		}
		c.named("row", now)
	}
	return c.done()
}

// sideways reports whether a way to look, or to run, is along x.
func sideways(word string) bool { return word == "east" || word == "west" }

// rowNamed is the row the form is about: its path in the newest revision, and
// the row as it was.
func (c *floorChange) rowNamed() (path string, was *plan.Row, err error) {
	name := c.get("of")
	for i := range c.was.Site.Rows {
		if c.was.Site.Rows[i].Name == name {
			was = &c.was.Site.Rows[i]
			break
		}
	}
	now := c.o.checked.Document.Site.Rows
	for i := range now {
		if now[i].Name == name && was != nil {
			return "site.rows[" + strconv.Itoa(i) + "]", was, nil
		}
	}
	return "", nil, badRequest("row %q is not in the plan; load the page again", clip(name))
}

// maxStaying bounds the racks that stay where a removed row had them: each is
// written out by itself.
const maxStaying = 500

// floorRemoveRow takes a row out; its racks stay where they stand, or go.
func (u *UI) floorRemoveRow(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	path, row, err := c.rowNamed()
	if err != nil {
		return err
	}
	c.Message = "remove row " + row.Name
	hall := drawing.NewHall(c.o.checked.Document, c.o.result)
	for i := range hall.Places() {
		k := &hall.Places()[i]
		if k.Row != row.Name {
			continue
		}
		if c.get("racks") == "go" {
			c.takeOut(k.Name, false)
			continue
		}
		if len(c.Edits) > 5*maxStaying {
			return badRequest("row %s has more than %d racks; move some into another row first", clip(row.Name), maxStaying)
		}
		at := rackPath(k.Name)
		c.set(at+".row", nil)
		c.set(at+".position", nil)
		c.set(at+".x", k.Use.Floor.X.Text())
		c.set(at+".y", k.Use.Floor.Y.Text())
		c.set(at+".faces", k.Use.Floor.Faces)
	}
	c.Edits = append(c.Edits, plan.Edit{Kind: plan.TakeOut, Path: path})
	c.named("row", "")
	return c.done()
}
