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

// feetIn is a length as pages print it ("1,207.045", "≥ 3.2") in feet; empty
// where feet are not asked for or the text is no length in the unit.
func feetIn(ctx context.Context, text, unit string) string {
	if ctx.Value(feetKey{}) == nil {
		return ""
	}
	text = strings.TrimPrefix(text, "≥ ")
	text = strings.ReplaceAll(strings.Replace(text, "−", "-", 1), ",", "")
	l, err := units.ParseLength(text + " " + unit)
	if err != nil {
		return ""
	}
	return strings.Replace(l.Feet(), "-", "−", 1)
}
