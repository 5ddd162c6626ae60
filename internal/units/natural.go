package units

// CompareNatural orders names the way people count: runs of digits by their
// value, everything else by bytes, so leaf-2 comes before leaf-10. Names that
// differ only in leading zeros are ordered by bytes. It returns -1, 0 or 1.
func CompareNatural(a, b string) int { return compareNatural(a, b) }

// CompareNaturalBytes is CompareNatural of names held as bytes.
func CompareNaturalBytes(a, b []byte) int { return compareNatural(a, b) }

func compareNatural[T string | []byte](a, b T) int {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if digit(a[i]) && digit(b[j]) {
			si, sj := i, j
			for i < len(a) && digit(a[i]) {
				i++
			}
			for j < len(b) && digit(b[j]) {
				j++
			}
			x, y := trimZeros(a[si:i]), trimZeros(b[sj:j])
			if len(x) != len(y) {
				return sign(len(x) - len(y))
			}
			if c := compareBytes(x, y); c != 0 {
				return c
			}
			continue
		}
		if a[i] != b[j] {
			return sign(int(a[i]) - int(b[j]))
		}
		i++
		j++
	}
	if rest := (len(a) - i) - (len(b) - j); rest != 0 {
		return sign(rest)
	}
	return compareBytes(a, b)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func trimZeros[T string | []byte](s T) T {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}

// compareBytes orders by bytes, as bytes.Compare does.
func compareBytes[T string | []byte](a, b T) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return sign(int(a[i]) - int(b[i]))
		}
	}
	return sign(len(a) - len(b))
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
