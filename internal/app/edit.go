package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// edit makes edits in the text of a revision, which checked is the result of.
// What they do not touch stays as it was written. An edit that cannot be made
// is *Invalid.
func (a *App) edit(r Revision, edits []plan.Edit, checked *Checked) ([]byte, error) {
	text, err := planfile.ApplyText(r.Text, r.MediaType, edits, a.editContext(checked), checked.Catalog)
	if err != nil {
		return nil, editFault(err)
	}
	return text, nil
}

// EditsIn says in a few words what edits do: "move leaf-03", "2 edits".
func EditsIn(edits []plan.Edit) string {
	if len(edits) != 1 {
		return plural(len(edits), "edit")
	}
	e := edits[0]
	what := e.Path
	switch e.Kind {
	case plan.MoveDevice:
		what = e.Device
	case plan.OverrideLink:
		what = strings.Join(e.At[:min(len(e.At), 1)], "")
		if more := len(e.At) - 1; more > 0 {
			what = fmt.Sprintf("%s and %d more", clip(what), more)
		}
	case plan.SwapLinks:
		what = clip(e.A) + " and " + clip(e.B)
	}
	if e.Kind == plan.TakeOut || e.Kind == plan.SetField && e.Value == nil {
		return "take out " + clip(what)
	}
	return e.Kind + " " + clip(what)
}

// editFault is the reason an edit cannot be made.
func editFault(err error) error {
	var problems *plan.Problems
	if errors.As(err, &problems) {
		list := slices.Clone(problems.List)
		if said := err.Error(); said != problems.Error() { // "edit 2, set settings.exit: …"
			at, _, _ := strings.Cut(said, ": ")
			for i := range list {
				list[i].Message = at + ": " + list[i].Message
			}
		}
		return &Invalid{Problems: &plan.Problems{List: list, Dropped: problems.Dropped}}
	}
	return &Invalid{Problems: &plan.Problems{List: []plan.Problem{{Path: "edits", Message: err.Error()}}}}
}

// editContext tells edits where the planner put the devices of a checked plan,
// how it prints ports, and what is linked to what.
func (a *App) editContext(c *Checked) plan.EditContext {
	x := c.index()
	port := func(end string) string {
		device, name, _ := strings.Cut(end, ":")
		if d := x.device(device); d >= 0 {
			if t := x.result.Devices[d].Type; t != nil {
				if at, ok := t.Find(name); ok {
					return device + ":" + t.Name(at)
				}
			}
		}
		return end
	}
	linkAt := func(end string) (l *planner.Link, other string, ok bool) {
		end = port(end)
		device, name, _ := strings.Cut(end, ":")
		d := x.device(device)
		if d < 0 {
			return nil, "", false
		}
		for _, i := range x.linksAt(d) {
			switch l := &x.result.Links[i]; {
			case x.a[i] == d && l.A.Port == name:
				return l, l.B.String(), true
			case x.b[i] == d && l.B.Port == name:
				return l, l.A.String(), true
			}
		}
		return nil, "", false
	}
	return plan.EditContext{
		Placed: func(name string) (string, units.RackUnits, bool) {
			i := x.device(name)
			if i < 0 {
				return "", 0, false
			}
			d := &x.result.Devices[i]
			return d.Rack, d.U, d.Rack != "" && d.U > 0
		},
		Port: port,
		Peer: func(end string) (string, bool) {
			_, other, ok := linkAt(end)
			return other, ok
		},
		Generated: func(end string) (string, string, bool) {
			l, other, ok := linkAt(end)
			if !ok || !strings.HasPrefix(l.Path, "fabrics[") {
				return "", "", false
			}
			return l.Fabric, other, true
		},
	}
}
