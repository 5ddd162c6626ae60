package ui

import (
	"net/http"
	"strconv"

	"lengthwise/internal/drawing"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// trayNamed is the tray the form is about, as rowNamed.
func (c *floorChange) trayNamed() (path string, was *plan.Tray, err error) {
	name := c.get("tray")
	was = trayNamed(c.was, name)
	now := c.o.checked.Document.Site.Trays
	for i := range now {
		if now[i].Name == name && was != nil {
			return "site.trays[" + strconv.Itoa(i) + "]", was, nil
		}
	}
	return "", nil, badRequest("tray %q is not written in the plan; load the page again, or write the default trays first", clip(name))
}

// floorTray moves, renames or changes a tray.
func (u *UI) floorTray(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	path, t, err := c.trayNamed()
	if err != nil {
		return err
	}
	c.Message = "change tray " + t.Name
	if c.form.Has("dx") {
		if err := c.shift(path, t); err != nil {
			return err
		}
	}
	for _, end := range []struct {
		name string
		x, y units.Length
	}{{"from", t.FromX, t.FromY}, {"to", t.ToX, t.ToY}} {
		x, y := c.get(end.name+"_x"), c.get(end.name+"_y")
		if c.form.Has(end.name+"_x") && (!sameLength(x, end.x.Text()) || !sameLength(y, end.y.Text())) {
			c.set(path+"."+end.name, []any{x, y})
			c.Message = "move tray " + t.Name
		}
	}
	c.changed(path, floorField{name: "height", was: t.Height.Text()}, floorField{name: "width", was: writtenLength(t.Width)}, floorField{name: "depth", was: writtenLength(t.Depth)},
		floorField{name: "max_kg_per_m", was: writtenMass(t.MaxKgPerM), number: true}, floorField{name: "name", was: t.Name})
	if c.form.Has("name") {
		c.named("tray", c.get("name"))
	}
	return c.done()
}

// shift moves a whole tray, as a drag does: dx east, dy north.
func (c *floorChange) shift(path string, t *plan.Tray) error {
	dx, err := units.ParseLength(c.get("dx"))
	if err != nil {
		return badRequest("dx: %s", err)
	}
	dy, err := units.ParseLength(c.get("dy"))
	if err != nil {
		return badRequest("dy: %s", err)
	}
	if dx != 0 || dy != 0 {
		c.set(path+".from", []any{(t.FromX + dx).Text(), (t.FromY + dy).Text()})
		c.set(path+".to", []any{(t.ToX + dx).Text(), (t.ToY + dy).Text()})
	}
	c.Message = "move tray " + t.Name
	return nil
}

// floorAddTray adds a tray.
func (u *UI) floorAddTray(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	entry := map[string]any{"from": []any{c.get("from_x"), c.get("from_y")}, "to": []any{c.get("to_x"), c.get("to_y")}}
	c.filled(entry, false, "name", "height", "width", "depth")
	c.filled(entry, true, "max_kg_per_m")
	c.add("site.trays", entry)
	c.Message = "add tray " + clip(c.get("name"))
	c.named("tray", c.get("name"))
	return c.done()
}

// floorRemoveTray takes a tray out.
func (u *UI) floorRemoveTray(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	path, t, err := c.trayNamed()
	if err != nil {
		return err
	}
	c.Message = "remove tray " + t.Name
	c.Edits = append(c.Edits, plan.Edit{Kind: plan.TakeOut, Path: path})
	c.named("tray", "")
	return c.done()
}

// floorWriteTrays writes the default trays into the document.
func (u *UI) floorWriteTrays(w http.ResponseWriter, r *http.Request) error {
	c, err := u.floorForm(w, r)
	if err != nil {
		return err
	}
	if len(c.o.checked.Document.Site.Trays) > 0 {
		return badRequest("the plan writes trays already; change those")
	}
	drawing.Fullest(c.o.result.Trays, func(all []planner.TrayUse, _ *planner.TrayUse) {
		first, last := &all[0], &all[len(all)-1]
		entry := map[string]any{"name": first.Name, "from": []any{first.FromX.Text(), first.FromY.Text()}, "to": []any{last.ToX.Text(), last.ToY.Text()},
			"height": first.Height.Text()}
		c.filled(entry, false, "width", "depth")
		c.filled(entry, true, "max_kg_per_m")
		c.add("site.trays", entry)
	})
	c.Message = "write the default trays"
	return c.done()
}
