package ui

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// maxPlaced is how many devices or racks one form adds.
const maxPlaced = 1000

// placeDevices adds devices, each above the one before.
func (u *UI) placeDevices(w http.ResponseWriter, r *http.Request) error {
	e, err := u.sent(w, r)
	if err != nil {
		return err
	}
	e.form = e.placeForm()
	var t *catalog.DeviceType
	if slug := e.value("type"); slug == "" {
		e.wrong["type"] = "name a type; the list has those of the catalog and of this plan"
	} else {
		t = e.checkType(slug)
	}
	names := e.names()
	rack := e.value("rack")
	if rack != "" && e.hall.Find(rack) < 0 {
		e.wrong["rack"] = fmt.Sprintf("the plan has no rack %q; add it first, or leave it empty", clip(rack))
	}
	value := map[string]any{"name": strings.Join(plan.CompressNames(names), ""), "type": e.value("type")}
	if rack != "" {
		value["rack"] = rack
		e.stack(value, t, len(names))
	}
	optional := map[string]any{}
	for _, field := range []string{"face", "slot", "side"} {
		if v := e.value(field); v != "" && !(field == "face" && v == "front") {
			value[field], optional[field] = v, v
		}
	}
	e.faults("devices", "", optional)
	edits := []plan.Edit{{Kind: plan.AddEntry, Path: "devices", Value: value}}
	chosen := ""
	if len(names) > 0 {
		chosen = names[0]
	}
	back := e.plain("device", chosen)
	if rack != "" && e.row == "" {
		back = e.plain("device", chosen, "rack", rack)
	}
	return e.answer(edits, fmt.Sprintf("add %v", value["name"]), back, nil)
}

// names are those of the devices of the form: a range, or numbers on from one
// name.
func (e *rackEdit) names() []string {
	text := e.value("name")
	if text == "" {
		e.wrong["name"] = "give it a name"
		return nil
	}
	count, err := strconv.Atoi(first(e.value("count"), "1"))
	if err != nil || count < 1 || count > maxPlaced {
		e.wrong["count"] = fmt.Sprintf("%q is not a number from 1 to %d", clip(e.value("count")), maxPlaced)
		return nil
	}
	parsed, err := plan.ParseNames(text)
	switch {
	case err != nil:
		e.wrong["name"] = err.Error()
		return nil
	case parsed.Len() > maxPlaced:
		e.wrong["name"] = fmt.Sprintf("the range holds %s; add at most %s at a time", counted(parsed.Len(), "name"), number(maxPlaced))
		return nil
	case parsed.Len() > 1 && count > 1 && parsed.Len() != count:
		e.wrong["count"] = fmt.Sprintf("the range holds %s, not %d; leave one of the two away", counted(parsed.Len(), "name"), count)
		return nil
	}
	names := parsed.Append(nil)
	if len(names) == 1 && count > 1 {
		names = numbered(names[0], count)
	}
	for _, name := range names {
		if e.o.hasDevice(name) {
			e.wrong["name"] = fmt.Sprintf("the plan has a device %q already", clip(name))
			break
		}
	}
	if len(plan.CompressNames(names)) != 1 {
		e.wrong["name"] = "the names do not make one range; write a range such as leaf-[05-08]"
	}
	return names
}

// numbered are names that count on from one: leaf-08, leaf-09, leaf-10. A name
// without figures at its end is given some.
func numbered(name string, count int) []string {
	stem := strings.TrimRight(name, "0123456789")
	figures := name[len(stem):]
	if figures == "" || len(figures) > 9 {
		stem, figures = name+"-", "1"
	}
	from, _ := strconv.Atoi(figures) // at most nine digits
	out := make([]string, count)
	for i := range out {
		out[i] = fmt.Sprintf("%s%0*d", stem, len(figures), from+i)
	}
	return out
}

// stack writes the units of a number of devices, each above the one before.
func (e *rackEdit) stack(value map[string]any, t *catalog.DeviceType, count int) {
	text := e.value("u")
	switch {
	case t != nil && t.Height == 0:
		return
	case text == "top" || text == "bottom":
		value["u"] = text
		return
	case text == "":
		e.wrong["u"] = "say at which unit; top or bottom packs it"
		return
	}
	at, err := units.ParseRackUnits(text)
	if err != nil {
		e.wrong["u"] = fmt.Sprintf("u %q is no unit; write a number such as 12 or 12.5, top or bottom", clip(text))
		return
	}
	if t == nil {
		return
	}
	list := make([]any, count)
	for i := range list {
		list[i] = json.Number((at + units.RackUnits(i)*t.Height).String())
	}
	if value["u"] = list; count == 1 {
		value["u"] = list[0]
	}
}

// rackValues are the fields of a rack as the form says them, and those that are
// not as they were; a field that was emptied is nil.
func (e *rackEdit) rackValues() (said, changed map[string]any) {
	said, changed = map[string]any{}, map[string]any{}
	for i := range e.form.Fields {
		f := &e.form.Fields[i]
		field, ok := strings.CutPrefix(f.Name, "rack_")
		if !ok || field == "name" || !e.has(f.Name) {
			continue
		}
		was := f.Value
		for _, x := range f.Options {
			if x.Chosen {
				was = x.Value
			}
		}
		v := e.value(f.Name)
		var value any
		switch field {
		case "position", "units", "first_unit", "power_kw", "max_weight_kg":
			value = numeric(v)
		default:
			value = v
		}
		if v != "" {
			said[field] = value
		}
		if v != was {
			if changed[field] = value; v == "" {
				changed[field] = nil
			}
		}
	}
	e.faults("racks", "rack_", said)
	return said, changed
}

// addRacks adds racks.
func (u *UI) addRacks(w http.ResponseWriter, r *http.Request) error {
	e, err := u.sent(w, r)
	if err != nil {
		return err
	}
	e.form = e.addRackForm()
	value, _ := e.rackValues()
	value["name"] = e.value("rack_name")
	names := e.rackNames(maxPlaced)
	if value["row"] == nil {
		delete(value, "position")
	}
	back := e.plain("device", "")
	if len(names) == 1 {
		back = e.plain("device", "", "rack", names[0], "row", "", "from", "", "face", "")
	}
	return e.answer([]plan.Edit{{Kind: plan.AddEntry, Path: "racks", Value: value}}, fmt.Sprintf("add %s %s", plural(len(names), "rack"), e.value("rack_name")), back, nil)
}

// rackNames are the names a form gives racks, at most so many; those of racks
// that stand already are noted.
func (e *rackEdit) rackNames(most int) []string {
	text := e.value("rack_name")
	if text == "" {
		e.wrong["rack_name"] = "give it a name"
		return nil
	}
	parsed, err := plan.ParseNames(text)
	switch {
	case err != nil:
		e.wrong["rack_name"] = err.Error()
		return nil
	case parsed.Len() > most:
		e.wrong["rack_name"] = fmt.Sprintf("it holds %s; give at most %s", counted(parsed.Len(), "name"), number(most))
		return nil
	}
	names := parsed.Append(nil)
	for _, name := range names {
		if e.hall.Find(name) >= 0 {
			e.wrong["rack_name"] = fmt.Sprintf("the plan has a rack %q already", clip(name))
		}
	}
	return names
}

// changeRack changes a rack.
func (u *UI) changeRack(w http.ResponseWriter, r *http.Request) error {
	e, err := u.sent(w, r)
	if err != nil {
		return err
	}
	name := r.PostForm.Get("was")
	if e.hall.Find(name) < 0 {
		return badRequest("the plan has no rack %q; load the page again", clip(name))
	}
	e.form = e.rackForms(name)[0]
	_, changed := e.rackValues()
	var edits []plan.Edit
	for _, field := range slices.Sorted(maps.Keys(changed)) {
		edits = append(edits, plan.Edit{Kind: plan.SetField, Path: rackPath(name) + "." + field, Value: changed[field]})
	}
	now := name
	if to := e.value("rack_name"); e.has("rack_name") && to != name {
		if e.rackNames(1) != nil && e.wrong["rack_name"] == "" {
			edits, now = append(edits, e.o.checked.RenameRack(name, to)...), to
		}
	}
	return e.answer(edits, "change rack "+clip(now), e.plain("rack", now), nil)
}

// removeRack takes a rack out, with its devices where the form says so.
func (u *UI) removeRack(w http.ResponseWriter, r *http.Request) error {
	e, err := u.sent(w, r)
	if err != nil {
		return err
	}
	name := r.PostForm.Get("was")
	if e.hall.Find(name) < 0 {
		return badRequest("the plan has no rack %q; load the page again", clip(name))
	}
	e.form = e.rackForms(name)[1]
	inside := e.o.checked.DevicesIn(name)
	var edits []plan.Edit
	notes := []string{fmt.Sprintf("Its %s stay and stand in a rack the plan no longer has: findings unknown-rack.", counted(len(inside), "device"))}
	message := "take out rack " + clip(name)
	switch {
	case len(inside) == 0:
		notes = nil
	case e.has("devices"):
		change := e.o.checked.TakeOut(inside, true)
		edits, notes = change.Edits, append([]string{fmt.Sprintf("With it go %s and %s.", counted(len(inside), "device"), goesWith(&change))}, change.Notes...)
		message += " with its devices"
	}
	edits = append(edits, plan.Edit{Kind: plan.TakeOut, Path: rackPath(name)})
	return e.answer(edits, message, e.o.to("racks"), notes)
}
