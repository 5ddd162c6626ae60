package ui

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// A rackEdit is a form of the page of racks that was sent.
type rackEdit struct {
	*elevations
	u     *UI
	w     http.ResponseWriter
	r     *http.Request
	base  int
	form  templates.RackForm // as it stood, to be shown again
	wrong map[string]string  // by field
}

// sent reads a form and opens the plan it changes. Where the form was made of an
// earlier revision, what it says is worked out on that: its answer is what came
// first.
func (u *UI) sent(w http.ResponseWriter, r *http.Request) (*rackEdit, error) {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return nil, err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return nil, err
	}
	if base == 0 {
		return nil, badRequest("the form names no revision; load the page again")
	}
	q := r.URL.Query()
	q.Set("rev", strconv.Itoa(base))
	asking := r.Clone(r.Context())
	asking.URL.RawQuery = q.Encode()
	o, err := u.open(asking)
	if err != nil {
		return nil, err
	}
	o.older = false // addresses lead to the newest
	query := url.Values{}
	if back, err := url.Parse(local(r.PostForm.Get("back"))); err == nil {
		query = back.Query()
	}
	e, err := newElevations(o, query)
	if err != nil { // the rack it stood in may be gone
		if e, err = newElevations(o, url.Values{}); err != nil {
			return nil, err
		}
	}
	return &rackEdit{elevations: e, u: u, w: w, r: r, base: base, wrong: map[string]string{}}, nil
}

func (e *rackEdit) value(field string) string { return strings.TrimSpace(e.r.PostForm.Get(field)) }

// has reports whether the form holds a field; a move in the drawing sends only
// what it changes.
func (e *rackEdit) has(field string) bool { return e.r.PostForm.Has(field) }

// answer makes the edits, or shows what is wrong with the form and keeps what
// was typed.
func (e *rackEdit) answer(edits []plan.Edit, message, back string, notes []string) error {
	if len(e.wrong) == 0 && len(edits) == 0 {
		e.wrong[""] = "nothing is changed; the plan says so already"
	}
	if len(e.wrong) > 0 {
		return e.refuse()
	}
	return e.u.propose(e.w, e.r, proposal{Edits: edits, Message: message, Back: back, Base: e.base, Notes: notes})
}

func (e *rackEdit) refuse() error {
	var problems []templates.FieldProblem
	known := map[string]bool{}
	for i := range e.form.Fields {
		f := &e.form.Fields[i]
		known[f.Name] = true
		if e.has(f.Name) {
			f.Value = e.value(f.Name)
			for n := range f.Options {
				f.Options[n].Chosen = f.Options[n].Value == f.Value
			}
		}
		if f.Problem = sentence(e.wrong[f.Name]); f.Problem != "" {
			problems = append(problems, templates.FieldProblem{Label: f.Label, URL: "#f-" + f.Name, Message: f.Problem})
		}
	}
	for _, field := range slices.Sorted(maps.Keys(e.wrong)) {
		if !known[field] {
			problems = append(problems, templates.FieldProblem{Message: sentence(e.wrong[field])})
		}
	}
	if partial(e.r) {
		return write(e.r.Context(), e.w, http.StatusBadRequest, templates.RackFaults(problems))
	}
	for i := range e.form.Checks {
		e.form.Checks[i].On = e.has(e.form.Checks[i].Name)
	}
	e.form.Problems = problems
	asked := e.view.asked
	switch e.form.ID {
	case "place-form":
		asked.Set("form", formPlace)
	case "add-rack-form":
		asked.Set("form", formRack)
	}
	return e.u.showRacks(e.w, e.r, e.o, asked, &e.form)
}

// faults notes what the fields of a rack or device cannot be; under is what
// their names begin with in the form.
func (e *rackEdit) faults(list, under string, fields map[string]any) {
	for field, what := range e.u.plans.App().EntryFaults(list, fields) {
		e.wrong[under+field] = what
	}
}

// numeric is a value of the document: a number where the text is one.
func numeric(text string) any {
	if _, err := strconv.ParseFloat(text, 64); err == nil && json.Valid([]byte(text)) {
		return json.Number(text)
	}
	return text
}

// changeDevice moves a device and changes what it is.
func (u *UI) changeDevice(w http.ResponseWriter, r *http.Request) error {
	e, err := u.sent(w, r)
	if err != nil {
		return err
	}
	if e.device = r.PostForm.Get("device"); !e.o.hasDevice(e.device) {
		return badRequest("the plan has no device %q; load the page again", clip(e.device))
	}
	e.form = e.changeForm()
	d := e.hall.Device(e.device)
	entry := e.entryOf(d)
	var edits []plan.Edit
	move := plan.Edit{Kind: plan.MoveDevice, Device: e.device}
	changed := func(field, now string) string {
		if v := e.value(field); e.has(field) && v != "" && v != now {
			return v
		}
		return ""
	}
	u0 := ""
	if d.U > 0 {
		u0 = d.U.String()
	}
	move.Rack, move.U = changed("rack", d.Rack), changed("u", u0)
	move.Face = changed("face", first(d.Face, "front"))
	move.Slot, move.Side = changed("slot", first(entry.Slot, "left")), changed("side", first(entry.Side, "left"))
	if move.Rack != "" && e.hall.Find(move.Rack) < 0 {
		e.wrong["rack"] = fmt.Sprintf("the plan has no rack %q", clip(move.Rack))
	}
	if move.U != "" && move.U != "top" && move.U != "bottom" {
		if _, err := units.ParseRackUnits(move.U); err != nil {
			e.wrong["u"] = fmt.Sprintf("u %q is no unit; write a number such as 12 or 12.5, top or bottom", clip(move.U))
		}
	}
	if move.Rack != "" || move.U != "" || move.Face != "" || move.Slot != "" || move.Side != "" {
		edits = append(edits, move)
	}
	fields := map[string]any{}
	for _, x := range []struct{ field, now string }{{"from", lengthText(entry.From)}, {"to", lengthText(entry.To)}} {
		if v := e.value(x.field); e.has(x.field) && v != x.now {
			fields[x.field] = nil
			if v != "" {
				fields[x.field] = v
			}
		}
	}
	if t := changed("type", entry.Type); t != "" {
		if e.checkType(t) != nil {
			fields["type"] = t
		}
	}
	e.faults("devices", "", fields)
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		edits = append(edits, plan.Edit{Kind: plan.SetField, Path: devicePath(e.device) + "." + field, Value: fields[field]})
	}
	var notes []string
	name := e.device
	if to := changed("name", e.device); to != "" {
		switch names, err := plan.ParseNames(to); {
		case err != nil:
			e.wrong["name"] = err.Error()
		case names.Ranged():
			e.wrong["name"] = "a device has one name, not a range"
		case e.o.hasDevice(to):
			e.wrong["name"] = fmt.Sprintf("the plan has a device %q already", clip(to))
		default:
			change := e.o.checked.RenameDevice(e.device, to)
			edits, notes, name = append(edits, change.Edits...), change.Notes, to
		}
	}
	back := []string{"device", name}
	if e.rack != "" && move.Rack != "" {
		back = append(back, "rack", move.Rack)
	}
	e.device = name
	return e.answer(edits, e.movedMessage(d.Name, &move, edits), e.plain(back...), notes)
}

// movedMessage says what a move is, where that is all: "leaf-03 to U31 of A02".
func (e *rackEdit) movedMessage(device string, m *plan.Edit, edits []plan.Edit) string {
	if len(edits) != 1 || edits[0].Kind != plan.MoveDevice {
		if len(edits) == 0 {
			return ""
		}
		return "change " + clip(device)
	}
	text := "move " + clip(device)
	if m.U != "" {
		text += " to U" + strings.TrimPrefix(m.U, "U")
	}
	if m.Rack != "" {
		text += " of " + clip(m.Rack)
	}
	if m.Face != "" {
		text += ", front to the " + m.Face
	}
	return text
}

// checkType is the type a form names; nil: there is none, which is noted.
func (e *rackEdit) checkType(slug string) *catalog.DeviceType {
	t := e.typeOf(slug)
	switch {
	case t == nil:
		e.wrong["type"] = fmt.Sprintf("there is no device type %q", clip(slug))
		if near := e.o.checked.Catalog.NearestType(slug); near != "" {
			e.wrong["type"] += "; did you mean " + near + "?"
		}
	case !t.Rackable:
		e.wrong["type"] = fmt.Sprintf("%s is a part that cannot stand in a rack", clip(slug))
		return nil
	}
	return t
}

// takeDevice takes a device out.
func (u *UI) takeDevice(w http.ResponseWriter, r *http.Request) error {
	e, err := u.sent(w, r)
	if err != nil {
		return err
	}
	if e.device = r.PostForm.Get("device"); !e.o.hasDevice(e.device) {
		return badRequest("the plan has no device %q; load the page again", clip(e.device))
	}
	e.form = e.takeForm()
	with := e.has("links")
	change := e.o.checked.TakeOut([]string{e.device}, with)
	message := "take out " + clip(e.device) + " without its links"
	notes := []string{"Its links stay as they are: " + goesWith(&change) + ". Written ones become findings unknown-device."}
	if with {
		all := e.o.checked.TakeOut([]string{e.device}, true)
		message, notes = "take out "+clip(e.device)+" with its links", append([]string{"With it go " + goesWith(&all) + "."}, all.Notes...)
	}
	return e.answer(change.Edits, message, e.plain("device", ""), notes)
}
