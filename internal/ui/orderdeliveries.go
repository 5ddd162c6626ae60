package ui

import (
	"fmt"
	"strconv"

	"lengthwise/internal/app"
	"lengthwise/web/templates"
)

// orderPager leads through deliveries that one page does not hold.
func (o *opened) orderPager(p *templates.OrderPage, order *app.Order, q app.OrderQuery, from, to int) {
	if from == 0 && to == len(order.Parts) {
		return
	}
	at := func(n int) string {
		since, first := "", ""
		if q.Since > 0 {
			since = strconv.Itoa(q.Since)
		}
		if n > 0 {
			first = strconv.Itoa(n)
		}
		return o.to("order", "by", q.By, "since", since, "from", first)
	}
	p.Pager.Said = fmt.Sprintf("Deliveries %s to %s of %s.", number(from+1), number(to), number(len(order.Parts)))
	if from > 0 {
		before, rows := from-1, order.Parts[from-1].Rows
		for before > 0 && rows+order.Parts[before-1].Rows <= maxOrderRows {
			before--
			rows += order.Parts[before].Rows
		}
		p.Pager.First, p.Pager.Prev = at(0), at(before)
	}
	if to < len(order.Parts) {
		p.Pager.Next = at(to)
	}
}

// delivery is one delivery and what it comes to.
func (o *opened) delivery(by string, d *app.DeliveryPart) templates.OrderGroup {
	g := templates.OrderGroup{Said: counted(d.Pieces, "piece")}
	if d.Cost != nil {
		if g.Said += ", " + costWords(d.Cost); costWords(d.Cost) != costNotKnown {
			g.Said += " " + o.result.Currency
		} else {
			g.Said = counted(d.Pieces, "piece") + ", cost " + costNotKnown
		}
	}
	switch {
	case d.Spares:
		g.Name = "Spares of the whole order"
	case d.Name == "":
		g.Name = "In no " + by
	case by == "rack":
		g.Name, g.URL = "Rack "+d.Name, o.to("racks", "rack", d.Name)
	case by == "fabric":
		g.Name, g.URL = "Fabric "+d.Name, o.to("links", "fabric", d.Name)
	default:
		g.Name, g.URL = "Group "+d.Name, o.to("links", "group", d.Name)
	}
	return g
}

// deliveriesSum says that the deliveries hold what is ordered, no piece more or
// less.
func (o *opened) deliveriesSum(order *app.Order) string {
	pieces, deliveries, spares, whole := 0, 0, 0, 0
	for _, d := range order.Parts {
		if pieces += d.Pieces; d.Spares {
			spares = d.Pieces
		} else {
			deliveries++
		}
	}
	for i := range o.result.BOM {
		whole += o.result.BOM[i].Order
	}
	n := number(deliveries) + " deliveries hold"
	if deliveries == 1 {
		n = "1 delivery holds"
	}
	return fmt.Sprintf("%s %s and the spares %s: together %s, of the %s the whole order has. A cable is counted at its first end.",
		n, counted(pieces-spares, "piece"), number(spares), number(pieces), number(whole))
}
