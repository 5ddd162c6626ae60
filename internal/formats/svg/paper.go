package svg

import (
	"bytes"
	"fmt"

	"lengthwise/internal/drawing"
)

// OnPaper gives a drawing of this package the size it has on paper, whatever
// its size on the screen.
func OnPaper(made []byte, size drawing.Paper) []byte {
	from := bytes.Index(made, []byte(` width="`))
	to := bytes.Index(made, []byte(` viewBox="`))
	if from < 0 || to < from {
		return made
	}
	out := append([]byte{}, made[:from]...)
	out = fmt.Appendf(out, ` width="%d.%dmm" height="%d.%dmm"`, size.W/10, size.W%10, size.H/10, size.H%10)
	return append(out, made[to:]...)
}
