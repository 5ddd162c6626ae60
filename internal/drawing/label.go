package drawing

import "unicode/utf8"

// widthOf is how wide words are in a font of a size. It goes by the wider of
// the common sans-serif fonts (DejaVu Sans), so that what fits here fits
// everywhere.
func widthOf(words string, size Px) Px {
	n := 0
	for _, r := range words {
		n += advance(r)
	}
	return Px((n*int(size) + 999) / 1000)
}

// advance is how far a character moves the pen, in thousandths of the font size.
func advance(r rune) int {
	switch {
	case r == 'i' || r == 'j' || r == 'l' || r == '.' || r == ',' || r == ':' || r == ';' || r == '\'' || r == '|':
		return 340
	case r == 'f' || r == 't' || r == 'r' || r == '-' || r == '(' || r == ')' || r == '[' || r == ']' || r == '/' || r == ' ' || r == 'I':
		return 420
	case r == 'm' || r == 'w' || r == 'M' || r == 'W' || r == '@' || r == '%' || r == '…':
		return 1000
	case r >= 'A' && r <= 'Z':
		return 770
	case r < 0x2000:
		return 640
	}
	return 1050 // ideographs and the like are as wide as they are high
}

// fit is words in the largest font between two sizes that are no wider than
// room; where the smallest is too wide the middle is left out, since the ends of
// a name tell it from its neighbours. Empty: not even three characters fit.
func fit(words string, room, largest, smallest Px) (string, Px) {
	for size := largest; size >= smallest; size -= 5 {
		if widthOf(words, size) <= room {
			return words, size
		}
	}
	all := []rune(words)
	for keep := len(all) - 1; keep >= 2; keep-- {
		tail := (keep + 1) / 2
		cut := string(all[:keep-tail]) + "…" + string(all[len(all)-tail:])
		if widthOf(cut, smallest) <= room {
			return cut, smallest
		}
	}
	return "", smallest
}

// baseline is where a line of a font stands when its capitals are centred on y.
func baseline(y, size Px) Px { return y + size*36/100 }

// shorten cuts words to a number of characters.
func shorten(words string, most int) string {
	if utf8.RuneCountInString(words) <= most {
		return words
	}
	all := []rune(words)
	return string(all[:most-1]) + "…"
}
