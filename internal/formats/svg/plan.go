package svg

import (
	"io"

	"lengthwise/internal/drawing"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// racksInLine is how many racks of a row stand side by side, front and rear: as
// many as an A3 sheet shows with its figures readable.
const racksInLine = 4

// EncodePlan writes a file with the elevations of every rack of a plan, row by
// row, as far as one drawing holds them; what is left out is said in it. The
// result must be that of the document.
func EncodePlan(w io.Writer, doc *plan.Document, res *planner.Result) error {
	h := drawing.NewHall(doc, res)
	e := h.Elevation(h.Lines(drawing.Both), drawing.Options{Title: "Racks of " + res.Name, Wrap: racksInLine, Legend: true})
	return Encode(w, e, Options{Standalone: true})
}
