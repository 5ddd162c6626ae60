package ui

import (
	"net/url"

	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// A view is a list of a plan as it is asked for: its addresses keep what the
// query says and change a part of it.
type view struct {
	o     *opened
	name  string
	asked url.Values
}

// with is the address with pairs of keys and values changed; an empty value
// takes the key out.
func (v view) with(pairs ...string) string {
	q := url.Values{}
	for key, values := range v.asked {
		if len(values) > 0 && values[0] != "" {
			q.Set(key, values[0])
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			q.Del(pairs[i])
		} else {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	at := v.o.url + "/" + v.name
	if len(q) > 0 {
		at += "?" + q.Encode()
	}
	return at
}

func (v view) after(cursor string) string { return v.with("after", cursor) }

// head is the head of a column sorted by a word. Choosing it again turns the
// order around; first says that the list is sorted so where nothing is asked.
func (v view) head(text, by string, numbers, first bool) templates.SortHead {
	h := templates.SortHead{Text: text, Numbers: numbers}
	mine := v.asked.Get("sort") == by || first && v.asked.Get("sort") == ""
	desc := v.asked.Get("desc") == "1"
	switch {
	case mine && desc:
		h.Sorted, h.URL = "descending", v.with("sort", by, "desc", "", "after", "")
	case mine:
		h.Sorted, h.URL = "ascending", v.with("sort", by, "desc", "1", "after", "")
	default:
		h.URL = v.with("sort", by, "desc", "", "after", "")
	}
	return h
}

func (o *opened) linkRow(l *planner.Link) templates.LinkRow {
	row := templates.LinkRow{
		ID: l.ID, URL: o.to("links/" + url.PathEscape(l.ID)), Mark: templates.Mark(l.Status), Word: statusWord[l.Status],
		A: o.end(l.A.Device, l.A.Port), B: o.end(l.B.Device, l.B.Port), Medium: mediumWord[string(l.Medium)], Speed: l.Speed, Existing: l.Existing,
		Run: "–", Required: "–", Limit: "–", Length: "–", Spare: "–",
	}
	if l.RunKnown {
		row.Run, row.Required = least(l.Run.CeilMM(), l.RunAtLeast), least(l.Required, l.RequiredAtLeast)
	}
	if l.Limit >= 0 {
		row.Limit = metres(l.Limit)
	}
	if l.HasCable {
		row.Spare = metres(l.Spare)
	}
	for _, c := range l.Cables {
		if c < 0 {
			continue
		}
		cable := &o.result.Cables[c]
		if cable.Length > 0 {
			row.Length = metres(cable.Length.FloorMM())
		}
		if !cable.Part.Nil() {
			row.Part = append(row.Part, partLink(cable.Part.ID()))
		}
	}
	return row
}

// end is one end of a link or cable.
func (o *opened) end(d *planner.Device, port string) templates.EndCell {
	e := templates.EndCell{Device: d.Name, Port: port, Rack: d.Rack, Place: d.Rack, DeviceURL: o.to("links", "device", d.Name)}
	if d.Rack != "" {
		e.RackURL = o.to("racks", "rack", d.Rack, "device", d.Name)
	}
	if d.U > 0 {
		e.U = d.U.String()
		e.Place = d.Rack + " U" + e.U
	}
	return e
}
