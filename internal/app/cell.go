package app

import (
	"cmp"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// The shapes a question about the catalog may name beside the shapes of parts
// themselves, 1:1, 1:2 and 1:4.
const (
	Straight = "straight" // 1:1
	Splitter = "splitter" // any other
)

// Shapes lists every word for a shape; empty stands for any.
var Shapes = []string{Straight, Splitter, "1:1", "1:2", "1:4"}

// shaped reports whether a part's shape is one that was asked for.
func shaped(asked, shape string) bool {
	switch asked {
	case "":
		return true
	case Straight:
		return shape == "1:1"
	case Splitter:
		return shape != "1:1"
	}
	return asked == shape
}

// A Cell is a cell of the reach matrix with what it rests on. It is empty
// where it has neither products nor cords to specification; Limits may say why.
type Cell struct {
	Class  string // one of catalog.Classes
	Medium catalog.Medium
	Shape  string // one of Shapes; empty: any

	Reach  catalog.Reach            // of all its products, transceivers by their own reach
	Specs  []*catalog.Specification // cords made to specification that serve the class
	Limits []*catalog.MediaLimit    // stated limits; one of 0 says that there is no such thing
}

// Empty reports whether nothing that can be ordered is of the cell.
func (c *Cell) Empty() bool { return len(c.Reach.Products) == 0 && len(c.Specs) == 0 }

// SpecReach is the farthest reach of the cords made to specification; 0: none.
func (c *Cell) SpecReach() units.Length {
	var far units.Length
	for _, s := range c.Specs {
		if s.Automatic() {
			far = max(far, s.Reach)
		}
	}
	return far
}

// Cells are all cells of the reach matrix, straight before splitters, in the
// order of catalog.Classes, then catalog.Media; empty ones too.
func (a *App) Cells() []Cell {
	cat := a.catalog
	served := classesServed(cat)
	type at struct {
		class  string
		medium catalog.Medium
		split  bool
	}
	reaches := map[at]catalog.Reach{}
	for _, r := range cat.ReachMatrix() {
		reaches[at{r.Class, r.Medium, r.Split}] = r
	}
	var out []Cell
	for _, class := range catalog.Classes {
		for _, medium := range catalog.Media {
			for _, shape := range []string{Straight, Splitter} {
				c := Cell{Class: class, Medium: medium, Shape: shape, Reach: reaches[at{class, medium, shape == Splitter}]}
				c.rest(cat, served)
				out = append(out, c)
			}
		}
	}
	return out
}

// rest fills in what a cell has beside its products.
func (c *Cell) rest(cat *catalog.Catalog, served [][]string) {
	for i, s := range cat.Specifications {
		if s.Medium == c.Medium && shaped(c.Shape, s.Shape) && slices.Contains(served[i], c.Class) {
			c.Specs = append(c.Specs, s)
		}
	}
	for _, l := range cat.MediaLimits {
		if l.Generation == c.Class && l.Medium == c.Medium && (l.Shape == "" || shaped(c.Shape, l.Shape)) {
			c.Limits = append(c.Limits, l)
		}
	}
}

// classesServed are the classes each cord to specification carries: those of
// its own speeds, or of the transceivers with its optics.
func classesServed(cat *catalog.Catalog) [][]string {
	of := map[*catalog.Optics][]string{}
	for _, p := range cat.Assemblies(catalog.Transceiver) {
		of[p.Optics] = append(of[p.Optics], p.Generations()...)
	}
	out := make([][]string, len(cat.Specifications))
	for i, s := range cat.Specifications {
		out[i] = (&catalog.Product{Speeds: s.Speeds}).Generations()
		for _, o := range s.Optics {
			out[i] = append(out[i], of[o]...)
		}
	}
	return out
}

// A CellPage is one cell with what people ask next about it.
type CellPage struct {
	Cell
	Between []CellPart   // its products by plugs and shape, the farthest today first
	Others  []Cell       // the other media of the class that are not empty, in the order of media
	Shapes  []ShapeCount // the medium's shapes in the class that are not empty: any, then in the order of Shapes
}

// A ShapeCount is how many products and cords to specification have a shape.
type ShapeCount struct {
	Shape string // one of Shapes; empty: any
	Parts int
}

// A CellPart is what a cell has between one pair of plugs. B is nil for
// transceivers.
type CellPart struct {
	A, B  *catalog.FormFactor
	Shape string
	Reach catalog.Reach
}

// CellPage answers how far a medium goes in a class, in a shape or any. The
// error wraps ErrNotFound for a class, a medium or a shape there is not.
func (a *App) CellPage(class, medium, shape string) (*CellPage, error) {
	if !slices.Contains(catalog.Classes, class) {
		return nil, missing("generation", class, catalog.Classes)
	}
	if !slices.Contains(catalog.Media, catalog.Medium(medium)) {
		var names []string
		for _, m := range catalog.Media {
			names = append(names, string(m))
		}
		return nil, missing("medium", medium, names)
	}
	if shape != "" && !slices.Contains(Shapes, shape) {
		return nil, missing("shape", shape, Shapes)
	}
	cat := a.catalog
	served := classesServed(cat)
	page := &CellPage{Cell: cellOf(cat, served, class, catalog.Medium(medium), shape)}
	page.Between = between(page.Reach.Products)
	for _, m := range catalog.Media {
		if other := cellOf(cat, served, class, m, ""); m != page.Medium && !other.Empty() {
			page.Others = append(page.Others, other)
		}
	}
	for _, x := range append([]string{""}, Shapes...) {
		if c := cellOf(cat, served, class, page.Medium, x); !c.Empty() {
			page.Shapes = append(page.Shapes, ShapeCount{x, len(c.Reach.Products) + len(c.Specs)})
		}
	}
	return page, nil
}

func cellOf(cat *catalog.Catalog, served [][]string, class string, medium catalog.Medium, shape string) Cell {
	c := Cell{Class: class, Medium: medium, Shape: shape}
	var mine []*catalog.Product
	for _, p := range cat.Assemblies(medium) {
		if shaped(shape, p.Shape) && slices.Contains(p.Generations(), class) {
			mine = append(mine, p)
		}
	}
	c.Reach = catalog.ReachOf(mine)
	c.rest(cat, served)
	return c
}

// between parts products by plugs and shape.
func between(products []*catalog.Product) []CellPart {
	type key struct {
		a, b  *catalog.FormFactor
		shape string
	}
	groups := map[key][]*catalog.Product{}
	var order []key
	for _, p := range products {
		k := key{p.EndA, p.EndB, p.Shape}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], p)
	}
	var out []CellPart
	for _, k := range order {
		out = append(out, CellPart{k.a, k.b, k.shape, catalog.ReachOf(groups[k])})
	}
	slices.SortStableFunc(out, func(x, y CellPart) int {
		return cmp.Or(cmp.Compare(y.Reach.AutoNow.Length, x.Reach.AutoNow.Length), cmp.Compare(y.Reach.Auto.Length, x.Reach.Auto.Length),
			cmp.Compare(y.Reach.Ever.Length, x.Reach.Ever.Length))
	})
	return out
}
