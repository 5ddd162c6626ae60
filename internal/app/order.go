package app

import (
	"context"
	"fmt"
	"slices"

	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/planner"
)

// An OrderQuery says how an order is read. The zero value is the whole order,
// compared with nothing.
type OrderQuery struct {
	By         string // divided by fabric, rack or group; empty: whole
	Since      int    // a revision to compare with; 0: none
	Incomplete bool   // with the groups of links without a cable first
}

// An Order is the rows of an order as files have them too.
type Order struct {
	Rows    []ordercsv.DeliveryRow
	Pieces  int            // to order in all rows
	Parts   []DeliveryPart // of an order that is divided, in the order of Rows
	Skipped int            // groups of links without a cable, which stand before the parts
}

// A DeliveryPart is one delivery: its rows are those from First on.
type DeliveryPart struct {
	Name   string
	Spares bool
	First  int
	Rows   int
	Pieces int           // to order
	Cost   *planner.Cost // nil while no price list is loaded
}

// Order is the order of a revision that was planned. The error is *Invalid where
// the query asks for words that are none, and wraps ErrNotFound where the plan
// has no revision to compare with.
func (p *Plans) Order(ctx context.Context, who Caller, id string, checked *Checked, q OrderQuery) (Order, error) {
	o, err := p.orderOptions(ctx, who, id, q)
	if err != nil {
		return Order{}, err
	}
	rows, err := ordercsv.Table(checked.Result, o)
	if err != nil {
		return Order{}, err
	}
	out := Order{Rows: rows}
	for i := range rows {
		out.Pieces += int(rows[i].Order.N)
	}
	if q.By == "" {
		return out, nil
	}
	if q.Incomplete {
		out.Skipped = len(checked.Result.Missing)
	}
	deliveries, err := checked.Result.Deliveries(q.By)
	if err != nil {
		return Order{}, err
	}
	costs := map[string]*planner.Cost{}
	spares := (*planner.Cost)(nil)
	for _, d := range deliveries {
		if costs[d.Name] = d.Cost; d.Spares {
			spares = d.Cost
			delete(costs, d.Name)
		}
	}
	for i := out.Skipped; i < len(rows); i++ {
		if n := len(out.Parts); n == 0 || out.Parts[n-1].Name != rows[i].Delivery || out.Parts[n-1].Spares != rows[i].Spare {
			part := DeliveryPart{Name: rows[i].Delivery, Spares: rows[i].Spare, First: i, Cost: costs[rows[i].Delivery]}
			if part.Spares {
				part.Cost = spares
			}
			out.Parts = append(out.Parts, part)
		}
		last := &out.Parts[len(out.Parts)-1]
		last.Rows++
		last.Pieces += int(rows[i].Order.N)
	}
	return out, nil
}

// orderOptions are what files of an order are written with.
func (p *Plans) orderOptions(ctx context.Context, who Caller, id string, q OrderQuery) (ordercsv.Options, error) {
	o := ordercsv.Options{Incomplete: q.Incomplete, By: q.By}
	if err := checkDivision(q.By); err != nil {
		return o, err
	}
	if q.Since > 0 {
		was, r, err := p.Result(ctx, who, id, q.Since)
		if err != nil {
			return o, err
		}
		o.Before, o.BeforeName = was.Result, fmt.Sprintf("revision %d", r.Number)
	}
	return o, nil
}

// checkDivision refuses a word an order is not divided by.
func checkDivision(by string) error {
	if by != "" && !slices.Contains(planner.Deliveries, by) {
		return fault("by", "by %q is not known; an order is divided by fabric, rack or group", clip(by))
	}
	return nil
}
