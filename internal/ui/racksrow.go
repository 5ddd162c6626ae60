package ui

import (
	"fmt"
	"strconv"

	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// wholeRow is the page of a row: some of its racks drawn and listed, the others
// drawn as they come into view.
func (e *elevations) wholeRow() (templates.RacksPage, error) {
	line, at, lines, err := e.line()
	if err != nil {
		return templates.RacksPage{}, err
	}
	e.row, e.rack = rowWord(line), ""
	n := len(line.Racks)
	first := min(max(e.from-1, 0), n-1)
	first -= first % racksAPage
	last := min(first+racksAPage, n)
	around := window(line.Racks, first+1)
	t := e.tiles(around)
	now := line.Racks[first:last]
	if e.all {
		now = around
	}
	drawn := t.Draw(now)
	listed := drawn
	if e.all {
		listed = drawn[:min(len(drawn), racksAPage)]
	}
	p := e.described(listed, t)
	p.Title = line.Caption
	p.Said = fmt.Sprintf("racks %s to %s of %s, left to right", number(first+1), number(last), number(n))
	p.Line.Tiles = e.rowTiles(around, drawn, t)
	page := func(from int) string {
		return e.plain("from", strconv.Itoa(from+1), "draw", "") + "#" + tileID(line.Racks[from])
	}
	if first > 0 {
		p.Prev = templates.Neighbour{Text: line.Racks[first-racksAPage] + " …", URL: page(first - racksAPage)}
	}
	if last < n {
		p.Next = templates.Neighbour{Text: line.Racks[last] + " …", URL: page(last)}
	}
	if len(drawn) < len(around) {
		p.PrintURL = e.plain("draw", "all")
	}
	if len(lines) > 1 {
		rows := templates.Choices{Name: "Rows"}
		for i, l := range lines[:min(len(lines), maxChoices)] {
			text := l.Row
			if text == "" {
				text = "in no row"
			}
			rows.All = append(rows.All, templates.Tab{Text: text, URL: e.plain("row", rowWord(l), "from", "", "device", "", "draw", ""), Current: i == at})
		}
		p.Choices = append([]templates.Choices{rows}, p.Choices...)
	}
	return p, nil
}

// rowTiles are the places of the racks of a row, filled where they are drawn.
func (e *elevations) rowTiles(racks []string, drawn []*drawing.Elevation, t *drawing.Tiles) []templates.RackTile {
	done := map[string]*drawing.Elevation{}
	for _, d := range drawn {
		done[d.Racks[0].Name] = d
	}
	out := make([]templates.RackTile, 0, len(racks))
	for _, name := range racks {
		x := templates.RackTile{ID: tileID(name), Name: name, W: t.W.String(), H: t.H.String(), URL: e.rackURL(name)}
		if d := done[name]; d != nil {
			x.Drawing = e.print(d)
		} else {
			v := e.view
			v.name = "racks/tile"
			x.Load = v.with("rack", name, "row", e.row, "device", "", "form", "", "draw", "", "in", "", "u", "", "at", "")
		}
		out = append(out, x)
	}
	return out
}

// described is what both kinds of the page have in common.
func (e *elevations) described(drawn []*drawing.Elevation, t *drawing.Tiles) templates.RacksPage {
	p := templates.RacksPage{
		Missing: e.missing, Legend: string(svg.Bytes(drawing.Legend(), svg.Options{})),
		Downloads: []templates.Download{{Name: "elevation.svg", URL: e.o.to("export/elevation.svg"), For: "all racks"}},
	}
	if over := t.Overlay(); over != nil {
		p.Line.Overlay = string(svg.Overlay(over))
	}
	which := templates.Choices{Name: "Face"}
	for _, f := range faces {
		which.All = append(which.All, templates.Tab{Text: f.text, URL: e.plain("face", f.word), Current: f.word == e.face})
	}
	p.Choices = append(p.Choices, which)
	devices := 0
	for _, d := range drawn {
		k := &d.Racks[0]
		p.Uses = append(p.Uses, e.o.rackRow(k.Use))
		if len(drawn) == 1 {
			p.Mark, p.Word = markOf(k.Status), k.Words
			if k.Words == "" {
				p.Mark = ""
			}
		}
		for _, n := range k.Notes {
			p.Notes = append(p.Notes, templates.Place{Mark: markOf(n.Status), At: "rack " + k.Name, Message: n.Message})
		}
		for _, row := range k.Rows {
			if row.Device != "" {
				devices++
			}
			p.Devices = append(p.Devices, e.deviceRow(k.Name, &row))
		}
	}
	p.Caption = counted(devices, "device") + ", from the top; U1 is at the bottom"
	e.waiting(&p)
	return p
}

// markOf is the mark of a status of a drawing; empty: none.
func markOf(s drawing.Status) templates.Mark {
	if s == drawing.None {
		return ""
	}
	return templates.Mark(s.String())
}

func (e *elevations) deviceRow(rack string, row *drawing.Row) templates.RackDevice {
	d := templates.RackDevice{
		Rack: rack, RackURL: e.rackURL(rack), U: row.Units, Marked: row.Marked, Free: row.Device == "", Name: row.Device, URL: row.Href,
		Type: row.Type, Kind: row.Kind, Face: row.Face, Ports: row.PortSide, Airflow: row.Airflow, Mark: markOf(row.Status), Word: row.Verdict,
		Notes: row.Notes, Chosen: row.Chosen, Power: "–", Weight: "–",
	}
	if d.Free {
		if e.editable() && row.U > 0 {
			d.PlaceURL = e.placeURL(rack, row.U.String(), "")
		}
		return d
	}
	if row.Known {
		d.TypeURL = "/catalog/types/" + row.Type
	}
	d.Used = number(row.Used) + " of " + number(row.Ports)
	if row.Power > 0 {
		d.Power = thousandth(int64((row.Power + units.Watt - 1) / units.Watt))
	}
	if row.Weight > 0 {
		d.Weight = grouped(row.Weight.Kilograms())
	}
	if row.Links != [drawing.Error + 1]int{} {
		d.LinksURL = e.o.to("links", "device", row.Device)
	}
	return d
}

// waiting lists the devices that stand in no rack.
func (e *elevations) waiting(p *templates.RacksPage) {
	n := 0
	for i := range e.o.result.Devices {
		d := &e.o.result.Devices[i]
		if d.Rack != "" || d.External || d.Path == "" {
			continue
		}
		if n++; n > shownIdle {
			continue
		}
		x := templates.WaitingDevice{Name: d.Name, URL: e.plain("device", d.Name)}
		if d.Type != nil {
			x.Type = d.Type.Slug
		}
		p.Waiting = append(p.Waiting, x)
	}
	if n > shownIdle {
		p.More = "and " + number(n-shownIdle) + " more"
	}
}
