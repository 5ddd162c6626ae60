package catalog

import (
	"slices"
	"strconv"

	"lengthwise/internal/units"
)

// Classes lists the columns of the reach matrix in order: the InfiniBand
// generations, then Ethernet by lane rate.
var Classes = slices.Concat(generationWords, ethernetClasses)

// Generations lists where a product belongs, in the order of Classes: its
// InfiniBand generations; a product with Ethernet speeds only by its lane rate.
func (p *Product) Generations() []string {
	mine := map[string]bool{}
	for _, s := range p.Speeds {
		if s.Generation != "" {
			mine[s.Generation] = true
		}
	}
	if len(mine) == 0 {
		for _, s := range p.Speeds {
			mine["eth-"+strconv.Itoa(s.LaneGbps)+"g"] = true
		}
	}
	var out []string
	for _, class := range Classes {
		if mine[class] {
			out = append(out, class)
		}
	}
	return out
}

// Span is what the product offers to a run: its length; of a transceiver its
// own reach; 0 where not known.
func (p *Product) Span() units.Length {
	if p.Medium == Transceiver {
		return p.Reach
	}
	return p.Length
}

// A Reach says how far a medium goes at a generation or speed: one cell of the
// reach matrix.
type Reach struct {
	Class  string // one of Classes, or the name of a speed
	Medium Medium
	Split  bool // splitters; false: straight

	Products []*Product // all of the cell, in file order
	Active   Figure     // the longest with lifecycle active
	Ever     Figure     // the longest of all, those that can only be pinned too
	Auto     Figure     // the longest open to automatic choice: ever sold
	AutoNow  Figure     // the same without retired parts: orderable today
}

// A Figure is a length with the products that reach it. Length 0: none.
type Figure struct {
	Length  units.Length
	SKUs    []string // in file order
	Sources []string // their keys, each once, in the order of the SKUs
}

func (f *Figure) add(p *Product) {
	span := p.Span()
	if span == 0 || span < f.Length {
		return
	}
	if span > f.Length {
		*f = Figure{Length: span}
	}
	f.SKUs = append(f.SKUs, p.SKU)
	for _, key := range p.Sources {
		if !slices.Contains(f.Sources, key) {
			f.Sources = append(f.Sources, key)
		}
	}
}

func (r *Reach) add(p *Product) {
	r.Products = append(r.Products, p)
	r.Ever.add(p)
	if p.Lifecycle == Active {
		r.Active.add(p)
	}
	if p.Automatic {
		r.Auto.add(p)
		if p.Lifecycle != Retired {
			r.AutoNow.add(p)
		}
	}
}

// SKUs lists the products of the cell, in file order.
func (r *Reach) SKUs() []string {
	out := make([]string, len(r.Products))
	for i, p := range r.Products {
		out[i] = p.SKU
	}
	return out
}

// Sources lists the keys of the sources of the cell's products, each once, in
// file order.
func (r *Reach) Sources() []string {
	var out []string
	for _, p := range r.Products {
		for _, key := range p.Sources {
			if !slices.Contains(out, key) {
				out = append(out, key)
			}
		}
	}
	return out
}

// ReachOf is how far products go together, given in file order: a cell, or the
// part of a cell between certain plugs. Class, Medium and Split stay empty.
func ReachOf(products []*Product) Reach {
	var r Reach
	for _, p := range products {
		r.add(p)
	}
	return r
}

// ReachMatrix is the longest length by class, medium and shape, in the order of
// Classes, Media, straight before split; cells without products are left out
// (MediaLimit may say why). A product counts in every InfiniBand generation it
// carries, transceivers by their own reach.
func (c *Catalog) ReachMatrix() []Reach {
	return c.reaches(Classes, (*Product).Generations)
}

// SpeedReach is the same for one speed: what carries it, by medium and shape.
func (c *Catalog) SpeedReach(s *Speed) []Reach {
	return c.reaches([]string{s.Name}, func(p *Product) []string {
		if p.Carries(s) {
			return []string{s.Name}
		}
		return nil
	})
}

func (c *Catalog) reaches(classes []string, of func(*Product) []string) []Reach {
	type cell struct {
		class  string
		medium Medium
		split  bool
	}
	cells := map[cell]*Reach{}
	for _, p := range c.Products {
		for _, class := range of(p) {
			at := cell{class, p.Medium, p.Shape != "1:1"}
			if cells[at] == nil {
				cells[at] = &Reach{Class: class, Medium: p.Medium, Split: at.split}
			}
			cells[at].add(p)
		}
	}
	var out []Reach
	for _, class := range classes {
		for _, medium := range Media {
			for _, split := range []bool{false, true} {
				if r := cells[cell{class, medium, split}]; r != nil {
					out = append(out, *r)
				}
			}
		}
	}
	return out
}
