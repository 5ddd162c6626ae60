package ui

import (
	"fmt"
	"net/http"
	"strconv"

	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// rackSheetsAPart is how many racks one print holds.
const rackSheetsAPart = 60

// printRacks prints one rack a sheet: ?rack= and ?row= say which, ?part= which
// part of many.
func (u *UI) printRacks(w http.ResponseWriter, r *http.Request) error {
	s, err := u.newSheaf(r, "racks")
	if err != nil {
		return err
	}
	var names *plan.Names
	if s.doc.Rack != "" {
		parsed, err := plan.ParseNames(s.doc.Rack)
		if err != nil {
			return badRequest("rack: %s", err)
		}
		names = &parsed
	}
	hall := drawing.NewHall(s.o.checked.Document, s.o.result)
	var chosen []drawing.Place
	for _, p := range hall.Places() {
		if (names == nil || names.Index(p.Name) >= 0) && (s.doc.Row == "" || p.Row == s.doc.Row) {
			chosen = append(chosen, p)
		}
	}
	from, to, err := s.part(len(chosen), rackSheetsAPart, "rack")
	if err != nil {
		return err
	}
	var sheets []templates.RackSheet
	for i, p := range chosen[from:to] {
		sheets = append(sheets, s.rackSheet(hall, p, from+i+1, len(chosen)))
	}
	s.doc.Empty = "No rack is like that."
	if len(hall.Places()) == 0 {
		s.doc.Empty = "The plan has no rack yet."
	}
	return write(r.Context(), w, http.StatusOK, templates.PrintRacks(u.printFrame(r, s), s.doc, sheets))
}

// part is the part of n things a print holds, and the way to the others.
func (s *sheaf) part(n, each int, noun string) (from, to int, err error) {
	parts := max(1, (n+each-1)/each)
	part, err := whole("part", s.asked.Get("part"), parts)
	if err != nil {
		return 0, 0, err
	}
	part = max(1, part)
	s.parts(part, parts)
	from, to = (part-1)*each, min(n, part*each)
	s.doc.Said = counted(n, noun) + "."
	if parts > 1 {
		s.doc.Said = fmt.Sprintf("%s %s to %s of %s, part %d of %d. The other parts are printed by themselves.", upperFirst(plural(2, noun)), number(from+1), number(to), number(n), part, parts)
	}
	return from, to, nil
}

// parts are the ways to the other parts of a print.
func (s *sheaf) parts(part, parts int) {
	if part > 1 {
		s.doc.Prev = s.at("part", strconv.Itoa(part-1))
	}
	if part < parts {
		s.doc.Next = s.at("part", strconv.Itoa(part+1))
	}
}

// What a rack sheet leaves for its drawing, beside the devices and below its
// heading.
const (
	rackDrawingWidth = 1250 // tenths of a millimetre
	rackHeading      = 130
)

// rackSheet is the sheet of one rack.
func (s *sheaf) rackSheet(hall *drawing.Hall, place drawing.Place, n, of int) templates.RackSheet {
	drawn := hall.Elevation([]drawing.Line{{Racks: []string{place.Name}}}, drawing.Options{Faces: drawing.Both})
	px, length := drawing.Unit()
	scale, size := drawing.FitScale(drawn.W, drawn.H, px, length, drawing.Paper{W: rackDrawingWidth, H: s.paper.across.H - rackHeading})
	sheet := templates.RackSheet{
		Name: place.Name, Scale: fmt.Sprintf("Scale 1:%d", scale), Drawing: string(svg.OnPaper(svg.Bytes(drawn, svg.Options{}), size)),
		Said: fmt.Sprintf("rack %s of %s", number(n), number(of)), Where: "in no row",
	}
	if place.Row != "" {
		sheet.Where = fmt.Sprintf("row %s, position %d", place.Row, place.Position)
	}
	for i := range drawn.Racks {
		k := &drawn.Racks[i]
		sheet.Use = s.o.rackRow(k.Use)
		sheet.Mark, sheet.Word = markOf(k.Status), k.Words
		for _, note := range k.Notes {
			sheet.Notes = append(sheet.Notes, templates.Place{Mark: markOf(note.Status), At: "rack " + k.Name, Message: note.Message})
		}
		for j := range k.Rows {
			if row := &k.Rows[j]; row.Device != "" {
				sheet.Devices = append(sheet.Devices, sheetDevice(row))
			}
		}
	}
	return sheet
}

// sheetDevice is a device of a rack sheet.
func sheetDevice(row *drawing.Row) templates.SheetDevice {
	d := templates.SheetDevice{U: row.Units, Marked: row.Marked, Name: row.Device, Type: row.Type, Face: row.Face, Ports: row.PortSide, Air: row.Airflow,
		Used: number(row.Used) + " of " + number(row.Ports), Power: "–", Weight: "–", Mark: markOf(row.Status), Word: row.Verdict, Notes: row.Notes}
	if row.Power > 0 {
		d.Power = thousandth(int64((row.Power + units.Watt - 1) / units.Watt))
	}
	if row.Weight > 0 {
		d.Weight = grouped(row.Weight.Kilograms())
	}
	return d
}
