package ui

import (
	"fmt"
	"net/http"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// How much a hand-out holds.
const (
	reviewCauses = 40
	reviewOrder  = 200
	reviewRows   = 12 // drawings of rows
	racksAReview = 10 // of a row side by side
)

// printReview is the hand-out of a design review.
func (u *UI) printReview(w http.ResponseWriter, r *http.Request) error {
	s, err := u.newSheaf(r, "review")
	if err != nil {
		return err
	}
	o := s.o
	p := templates.ReviewPage{Sentence: sentenceOf(o), Facts: o.facts(), Priced: o.result.Summary.Cost != nil, Money: o.result.Currency}
	groups := o.checked.FindingGroups()
	p.Causes = u.causes(o, groups[:min(len(groups), reviewCauses)])
	p.More = leftOutOf(len(groups), reviewCauses, "cause", "the page of findings has all")
	p.Fabrics = reviewFabrics(o)
	if err := u.reviewOrder(r, o, &p); err != nil {
		return err
	}
	s.reviewDrawings(&p)
	s.doc.Said = "Made to be read beside the plan: " + o.revision.Name + "."
	return write(r.Context(), w, http.StatusOK, templates.PrintReview(u.printFrame(r, s), s.doc, p))
}

// leftOutOf says how many of n are not shown; empty: all are.
func leftOutOf(n, shown int, noun, where string) string {
	if n <= shown {
		return ""
	}
	return fmt.Sprintf("The first %s of %s; %s.", number(shown), counted(n, noun), where)
}

// sentenceOf is whether a plan works, in a sentence.
func sentenceOf(o *opened) string {
	s := o.result.Summary
	word := strings.ToLower(counted(s.Links, "link"))
	switch {
	case o.result.OK && s.Warnings == 0:
		return "This works: all " + word + " have a cable that does, and nothing was found to be wrong."
	case o.result.OK:
		return "This works: all " + word + " have a cable that does; " + counted(s.Warnings, "warning") + " " + verb(s.Warnings, "is", "are") + " to be looked at."
	}
	return "This does not work yet: " + counted(s.Errors, "error") + " " + verb(s.Errors, "stands", "stand") + " against it, listed below by cause."
}

// reviewFabrics are the fabrics of a plan in figures.
func reviewFabrics(o *opened) templates.Grid {
	g := templates.Grid{ID: "review-fabrics", Caption: "Fabrics", Heads: heads("Fabric", "Topology", "Speed", "#Links", "#Longest run, m")}
	type figure struct {
		links   int
		longest int64
	}
	of := map[string]*figure{}
	for i := range o.result.Links {
		l := &o.result.Links[i]
		if l.Fabric == "" {
			continue
		}
		if of[l.Fabric] == nil {
			of[l.Fabric] = &figure{}
		}
		of[l.Fabric].links++
		of[l.Fabric].longest = max(of[l.Fabric].longest, l.Run.CeilMM())
	}
	for i := range o.checked.Document.Fabrics {
		f := &o.checked.Document.Fabrics[i]
		x := of[f.Name]
		if x == nil {
			x = &figure{}
		}
		g.Rows = append(g.Rows, templates.GridRow{Cells: words(f.Name, f.Topology, f.Speed, number(x.links), metres(x.longest))})
	}
	return g
}

// reviewOrder is the order with its open decisions.
func (u *UI) reviewOrder(r *http.Request, o *opened, p *templates.ReviewPage) error {
	order, err := u.plans.Order(r.Context(), caller(r), o.plan.ID, o.checked, app.OrderQuery{Incomplete: !o.result.OK})
	if err != nil {
		return err
	}
	x := &orderRows{u: u, o: o, decimals: columnOf()}
	for i := range o.result.BOM {
		if b := &o.result.BOM[i]; !b.Part.Nil() {
			x.decimals = max(x.decimals, columnOf(units.MM(b.Part.Ordered().FloorMM())))
		}
	}
	p.Order = x.rows(order.Rows[:min(len(order.Rows), reviewOrder)])
	p.Spares = spareRule(o.checked.Document.Settings)
	p.OrderSaid = counted(order.Pieces, "piece") + " to order, in " + counted(len(order.Rows), "row") + "."
	decide := 0
	for i := range order.Rows {
		if order.Rows[i].Attention != "" {
			decide++
		}
	}
	if decide > 0 {
		p.Decide = counted(decide, "row") + " " + verb(decide, "needs", "need") + " a decision"
	}
	if c := o.result.Summary.Cost; c != nil {
		p.Cost = "Cost: " + costWords(c)
		if costWords(c) != costNotKnown {
			p.Cost += " " + o.result.Currency
		}
	}
	p.OrderMore = leftOutOf(len(order.Rows), reviewOrder, "row", "the files of the order have all")
	return nil
}

// reviewDrawings draws the floor and the rows.
func (s *sheaf) reviewDrawings(p *templates.ReviewPage) {
	hall := drawing.NewHall(s.o.checked.Document, s.o.result)
	room := s.paper.across
	room.H -= rackHeading
	for i := range s.o.result.Racks {
		if !s.o.result.Racks[i].Floor.Placed {
			continue
		}
		floor := drawing.NewFloor(hall, drawing.FloorOptions{By: drawing.ByPower, Fill: s.o.checked.Document.Settings.Effective().TrayFill})
		sheet := templates.DrawingSheet{Title: "Floor", Said: floor.Said}
		made := svg.FloorBytes(floor, svg.Options{})
		if per := floor.Map.Per; per > 0 {
			scale, size := drawing.FitScale(floor.W, floor.H, 1, per, room)
			tall := s.paper.upright
			tall.H -= rackHeading
			if upright, turned := drawing.FitScale(floor.W, floor.H, 1, per, tall); upright < scale {
				scale, size, sheet.Upright = upright, turned, true
			}
			sheet.Scale, made = fmt.Sprintf("Scale 1:%d", scale), svg.OnPaper(made, size)
		}
		sheet.Drawing = string(made)
		p.Drawings = append(p.Drawings, sheet)
		break
	}
	px, length := drawing.Unit()
	drawn, left := 0, 0
	for _, line := range hall.Lines(drawing.Fronts) {
		for from := 0; from < len(line.Racks); from += racksAReview {
			if drawn == reviewRows {
				left++
				continue
			}
			drawn++
			part := line
			part.Racks = line.Racks[from:min(from+racksAReview, len(line.Racks))]
			made := hall.Elevation([]drawing.Line{part}, drawing.Options{Faces: drawing.Fronts, Legend: true})
			scale, size := drawing.FitScale(made.W, made.H, px, length, room)
			sheet := templates.DrawingSheet{Title: line.Caption, Scale: fmt.Sprintf("Scale 1:%d", scale), Drawing: string(svg.OnPaper(svg.Bytes(made, svg.Options{}), size))}
			if len(line.Racks) > racksAReview {
				sheet.Said = fmt.Sprintf("Racks %d to %d of %d, left to right.", from+1, from+len(part.Racks), len(line.Racks))
			}
			p.Drawings = append(p.Drawings, sheet)
		}
	}
	if left > 0 {
		p.DrawingsMore = counted(left, "more drawing") + " of racks " + verb(left, "is", "are") + " left out; the rack sheets have every rack."
	}
}
