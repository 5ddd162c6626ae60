package drawing

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestNamesAreCutInTheMiddle(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, words string
		room        Px
		want        string
		size        Px
	}{
		{"room for the largest font", "leaf-1", 600, "leaf-1", 120},
		{"a smaller font fits", "leaf-1", 300, "leaf-1", 95},
		{"the smallest font is too wide", "compute-pod-a-dgx-001", 600, "compu…gx-001", 70},
		{"room for three characters", "dgx-001", 190, "d…1", 70},
		{"no room", "dgx-001", 100, "", 70},
		{"nothing to say", "", 100, "", 120},
	}
	for _, tt := range tests {
		got, size := fit(tt.words, tt.room, 120, 70)
		if got != tt.want || size != tt.size {
			t.Errorf("%s: fit(%q, %s) = %q at %s, want %q at %s", tt.name, tt.words, tt.room, got, size, tt.want, tt.size)
		}
	}
}

func TestNoWordIsWiderThanItsPlace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.String().Draw(rt, "words")
		room := Px(rapid.IntRange(0, 4000).Draw(rt, "room"))
		got, size := fit(words, room, 120, 70)
		if widthOf(got, size) > room {
			rt.Errorf("fit(%q, %s) = %q, %s wide", words, room, got, widthOf(got, size))
		}
		if got != words && got != "" && !strings.Contains(got, "…") {
			rt.Errorf("fit(%q, %s) = %q: cut without saying so", words, room, got)
		}
		if utf8.ValidString(words) && !utf8.ValidString(got) {
			rt.Errorf("fit(%q, %s) = %q: cut within a character", words, room, got)
		}
	})
}

func TestPixelsArePrintedExactly(t *testing.T) {
	t.Parallel()
	for px, want := range map[Px]string{0: "0", 10: "1", 15: "1.5", 1234: "123.4", -5: "-0.5", -1230: "-123"} {
		if got := px.String(); got != want {
			t.Errorf("%d tenths are %q, want %q", int32(px), got, want)
		}
	}
}
