package ui

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// matrix shows how far each medium goes.
func (u *UI) matrix(w http.ResponseWriter, r *http.Request) error {
	s, err := u.shop(r)
	if err != nil {
		return err
	}
	cells := s.Cells()
	p := templates.MatrixPage{}
	for _, part := range []struct {
		title    string
		ethernet bool
	}{{"InfiniBand", false}, {"Ethernet, by lane rate", true}} {
		m := templates.MatrixPart{Title: part.title}
		for _, class := range catalog.Classes {
			if strings.HasPrefix(class, "eth-") == part.ethernet {
				m.Classes = append(m.Classes, strings.TrimSuffix(strings.TrimPrefix(classWord(class), "Ethernet "), "/lane"))
			}
		}
		for _, medium := range catalog.Media {
			for _, shape := range []string{app.Straight, app.Splitter} {
				if row, filled := s.matrixRow(cells, medium, shape, part.ethernet); filled {
					m.Rows = append(m.Rows, row)
				}
			}
		}
		p.Parts = append(p.Parts, m)
	}
	f := u.frame(r, "catalog", "Reach matrix", catalogCrumb, templates.Crumb{Text: "Reach matrix"})
	return write(r.Context(), w, http.StatusOK, templates.Matrix(f, p))
}

// matrixRow is one medium in one shape; filled is false where no cell has
// anything to say.
func (s *shop) matrixRow(cells []app.Cell, medium catalog.Medium, shape string, ethernet bool) (row templates.MatrixRow, filled bool) {
	row = templates.MatrixRow{Medium: mediumWord[string(medium)], Shape: shape}
	for i := range cells {
		c := &cells[i]
		if c.Medium == medium && c.Shape == shape && strings.HasPrefix(c.Class, "eth-") == ethernet {
			filled = filled || !c.Empty() || len(c.Limits) > 0
			row.Cells = append(row.Cells, s.matrixCell(c))
		}
	}
	return row, filled
}

func (s *shop) matrixCell(c *app.Cell) templates.MatrixCell {
	cell := templates.MatrixCell{Name: classWord(c.Class) + " " + mediumWord[string(c.Medium)] + " " + c.Shape, URL: cellURL(c.Class, c.Medium, c.Shape)}
	today, ever, all := c.Reach.AutoNow, c.Reach.Auto, c.Reach.Ever
	if today.Length > 0 {
		cell.Today = far(today.Length)
	}
	if ever.Length > today.Length {
		cell.Ever = far(ever.Length)
	}
	if all.Length > ever.Length {
		cell.Pinned = far(all.Length)
	}
	if l := c.SpecReach(); l > 0 {
		cell.Spec = far(l)
	}
	best := today
	for _, f := range []catalog.Figure{ever, all} {
		if best.Length == 0 {
			best = f
		}
	}
	keys := best.Sources
	switch no := nonexistent(c); {
	case no != nil:
		cell.Why, keys = "does not exist", no.Sources
	case c.Empty() || cell.Today+cell.Ever+cell.Pinned+cell.Spec == "":
		cell.Why = "–"
	}
	cell.Banned = len(today.SKUs) > 0 && !slices.ContainsFunc(today.SKUs, func(sku string) bool { return s.cat.StatusOf(sku) != catalog.Forbidden })
	ids := best.SKUs
	if len(ids) == 0 {
		for _, x := range c.Specs {
			ids, keys = append(ids, "spec:"+x.Key), append(slices.Clone(keys), x.Sources...)
		}
	}
	cell.Parts, cell.More = partLinks(ids)
	cell.Sources = s.sources(unique(keys))
	return cell
}

// far is a length in metres with commas between thousands.
func far(l units.Length) string { return grouped(strings.TrimSuffix(l.Metres(), " m")) + " m" }

// unique are words without those that came before.
func unique(words []string) []string {
	var out []string
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// nonexistent is the limit of 0 that says there is no such thing, nil: none.
func nonexistent(c *app.Cell) *catalog.MediaLimit {
	for _, l := range c.Limits {
		if l.Limit == 0 && c.Empty() {
			return l
		}
	}
	return nil
}

// cellURL is the page of a cell of the matrix.
func cellURL(class string, medium catalog.Medium, shape string) string {
	at := "/catalog/reach/" + class + "/" + string(medium)
	if shape != "" {
		at += "?" + url.Values{"shape": {shape}}.Encode()
	}
	return at
}
