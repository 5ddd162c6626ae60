package ui

import (
	"fmt"
	"strconv"

	"lengthwise/internal/app"
	"lengthwise/internal/drawing"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// side fills what stands beside the drawing: the selected device with the forms
// that change it, or a form that adds something.
func (e *elevations) side(p *templates.RacksPage) {
	p.Move = templates.RackMove{Action: e.o.url + "/racks/device", Base: strconv.Itoa(e.o.plan.Revision), Back: e.back()}
	if e.editable() {
		p.PlaceURL, p.RackURL = e.placeURL(e.rack, "", ""), e.plain("form", formRack, "device", "")
	} else {
		p.Move = templates.RackMove{}
	}
	p.Move.Row = e.row
	if e.missing == "" && e.device != "" {
		p.Side.Chosen = e.chosen()
	}
	if !e.editable() {
		return
	}
	switch {
	case e.form == formPlace:
		p.Side.Forms = []templates.RackForm{e.placeForm()}
	case e.form == formRack:
		p.Side.Forms = []templates.RackForm{e.addRackForm()}
	case e.o.hasDevice(e.device):
		p.Side.Forms = []templates.RackForm{e.changeForm(), e.takeForm()}
	}
	if e.wrong != nil {
		e.putWrong(p)
	}
	if len(p.Side.Forms) > 0 || len(p.Change) > 0 {
		p.Side.Lists = e.lists()
	}
}

// putWrong puts a form that came back with problems where it stood, with what
// was typed.
func (e *elevations) putWrong(p *templates.RacksPage) {
	for _, list := range [][]templates.RackForm{p.Side.Forms, p.Change} {
		for i := range list {
			if list[i].ID == e.wrong.ID {
				list[i] = *e.wrong
				return
			}
		}
	}
	p.Side.Forms = append(p.Side.Forms, *e.wrong)
}

// back is the address of what is shown, without what a change would show anew.
func (e *elevations) back() string {
	return e.plain("device", e.device)
}

// chosen is the selected device with its links, errors first.
func (e *elevations) chosen() *templates.ChosenDevice {
	rack := e.hall.RackOf(e.device)
	drawn := e.hall.Tiles([]string{rack}, e.options()).Draw([]string{rack})
	for i := range drawn[0].Racks[0].Rows {
		if row := &drawn[0].Racks[0].Rows[i]; row.Chosen {
			return e.chosenRow(rack, row)
		}
	}
	return nil
}

func (e *elevations) chosenRow(rack string, row *drawing.Row) *templates.ChosenDevice {
	d := e.deviceRow(rack, row)
	c := &templates.ChosenDevice{
		Name: row.Device, Mark: d.Mark, Word: row.Verdict, Notes: row.Notes, LinksURL: e.o.to("links", "device", row.Device),
		CloseURL: e.plain("device", ""),
		Said:     fmt.Sprintf("%s selected, U%s of rack %s, %s", row.Device, row.Units, rack, row.Verdict),
	}
	add := func(name, value string) {
		if value != "" && value != "–" {
			c.Facts = append(c.Facts, templates.Pair{Name: name, Value: value})
		}
	}
	add("Type", row.Type+", "+row.Kind)
	if e.row != "" {
		add("Rack", rack)
	}
	add("U", row.Units)
	add("Marked", row.Marked)
	add("Front looks out of", row.Face)
	add("Ports look out of", row.PortSide)
	add("Air", row.Airflow)
	add("Ports used", d.Used)
	add("Power at most, kW", d.Power)
	add("Weight, kg", d.Weight)
	if c.Mark == "" {
		c.Mark = "neutral"
	}
	if at := e.hall.Device(row.Device); at != nil {
		if line := e.o.lineOf(at.Path); line > 0 {
			c.SourceURL = e.o.lineURL(line)
		}
	}
	page, err := e.o.checked.Links(app.LinkQuery{Device: row.Device, Limit: shownLinks})
	if err != nil { // a name that reads as a range of others
		return c
	}
	for _, i := range page.Links {
		c.Links = append(c.Links, e.near(&e.o.result.Links[i], row.Device))
	}
	if page.Total > len(page.Links) {
		c.More = "All " + counted(page.Total, "link")
	}
	return c
}

// near is a link as seen from one of its devices.
func (e *elevations) near(l *planner.Link, device string) templates.NearLink {
	here, far := l.A, l.B
	if here.Device.Name != device {
		here, far = far, here
	}
	row := e.o.linkRow(l)
	n := templates.NearLink{
		URL: row.URL, Mark: row.Mark, Word: row.Word, Port: here.Port, Far: e.o.end(far.Device, far.Port), Medium: row.Medium, Length: row.Length,
	}
	if far.Device.Rack != "" {
		n.FarURL = e.plain("rack", far.Device.Rack, "device", far.Device.Name, "row", "", "from", "")
	}
	if l.Status != planner.StatusOK {
		n.Reason = l.Reason
	}
	return n
}
