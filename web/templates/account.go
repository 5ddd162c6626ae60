package templates

import (
	"context"
	"strings"

	"lengthwise/internal/units"
)

// An AccountPage says how somebody likes the pages.
type AccountPage struct {
	Themes     []Option
	Feet, Keys bool
	Saved      bool // what was chosen was just kept
}

// feetKey marks a context in which lengths are also written in feet.
type feetKey struct{}

// WithFeet is a context in which Metres writes feet beside metres.
func WithFeet(ctx context.Context) context.Context { return context.WithValue(ctx, feetKey{}, true) }

// feetOf is a length in metres as pages print it ("1,207.045") in feet; empty
// where feet are not asked for or the text is no such length.
func feetOf(ctx context.Context, text string) string {
	if ctx.Value(feetKey{}) == nil {
		return ""
	}
	text = strings.ReplaceAll(strings.Replace(text, "−", "-", 1), ",", "")
	l, err := units.ParseLength(text + " m")
	if err != nil {
		return ""
	}
	return strings.Replace(l.Feet(), "-", "−", 1)
}
