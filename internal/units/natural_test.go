package units_test

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/units"
)

func quoted(s string) string { return strconv.Quote(s) }

func TestCompareNatural(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, less, more string
	}{
		{"digits count by value", "leaf-2", "leaf-10"},
		{"so do digits in front", "2leaf", "10leaf"},
		{"and in the middle", "IB1/2/1", "IB1/10/1"},
		{"the first run decides", "1/10", "2/1"},
		{"a prefix comes first", "leaf", "leaf-1"},
		{"nothing comes first", "", "a"},
		{"letters by bytes", "a", "b"},
		{"capitals before small letters, by bytes", "Z", "a"},
		{"a digit before a letter, by bytes", "p1", "pa"},
		{"a dash before a digit, by bytes", "p-", "p1"},
		{"more leading zeros first where all else is equal", "leaf-01", "leaf-1"},
		{"value before zeros", "leaf-1", "leaf-02"},
		{"what follows before zeros", "01a", "1b"},
		{"zero", "p0", "p00x"},
		{"digits beyond any integer", "p99999999999999999999998", "p99999999999999999999999"},
		{"bytes that are no text", "a\xfe", "a\xff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := units.CompareNatural(tt.less, tt.more); got != -1 {
				t.Errorf("CompareNatural(%q, %q) = %d, want -1", tt.less, tt.more, got)
			}
			if got := units.CompareNatural(tt.more, tt.less); got != 1 {
				t.Errorf("CompareNatural(%q, %q) = %d, want 1", tt.more, tt.less, got)
			}
			if got := units.CompareNatural(tt.more, tt.more); got != 0 {
				t.Errorf("CompareNatural(%q, itself) = %d, want 0", tt.more, got)
			}
		})
	}
}

// names are short and made of few letters, so that they often differ in little.
func names() *rapid.Generator[string] { return rapid.StringMatching(`[a/0-3-]{0,8}`) }

func TestNaturalOrderIsAnOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := names().Draw(t, "a"), names().Draw(t, "b"), names().Draw(t, "c")
		ab, ba := units.CompareNatural(a, b), units.CompareNatural(b, a)
		if ab != -ba {
			t.Fatalf("%q to %q is %d, the other way %d", a, b, ab, ba)
		}
		if (ab == 0) != (a == b) {
			t.Fatalf("%q to %q is %d; only equal names are equal", a, b, ab)
		}
		if ab <= 0 && units.CompareNatural(b, c) <= 0 && units.CompareNatural(a, c) > 0 {
			t.Fatalf("%q <= %q <= %q, but not the first and last", a, b, c)
		}
	})
}

// naturalOracle compares piece by piece, slow and obvious.
func naturalOracle(a, b string) int {
	x, y := pieces(a), pieces(b)
	for i := 0; i < len(x) && i < len(y); i++ {
		m, mok := new(big.Int).SetString(x[i], 10)
		n, nok := new(big.Int).SetString(y[i], 10)
		c := strings.Compare(x[i], y[i])
		if mok && nok {
			c = m.Cmp(n)
		}
		if c != 0 {
			return c
		}
	}
	if len(x) != len(y) {
		return len(x) - len(y)
	}
	return strings.Compare(a, b)
}

// pieces are runs of digits, and single bytes between them.
func pieces(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			j++
		}
		if j == i {
			j++
		}
		out = append(out, s[i:j])
		i = j
	}
	return out
}

func TestNaturalOrderAgreesWithTheOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(names()).Draw(t, "names")
		got, want := slices.Clone(list), slices.Clone(list)
		slices.SortStableFunc(got, units.CompareNatural)
		slices.SortStableFunc(want, naturalOracle)
		if !slices.Equal(got, want) {
			t.Fatalf("sorted %q, want %q", got, want)
		}
	})
}

func FuzzCompareNatural(f *testing.F) {
	for _, seed := range [][2]string{
		{"leaf-2", "leaf-10"}, {"01", "1"}, {"a01b", "a1b"}, {"", "0"}, {"p0", "p00"}, {"\x00", "\xff"}, {"9", "a"}, {"1a", "01"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		got := units.CompareNatural(a, b)
		want := naturalOracle(a, b)
		if got < -1 || got > 1 || (got < 0) != (want < 0) || (got > 0) != (want > 0) {
			t.Errorf("CompareNatural(%q, %q) = %d, the oracle says %d", a, b, got, want)
		}
		if back := units.CompareNatural(b, a); back != -got {
			t.Errorf("CompareNatural(%q, %q) = %d, the other way %d", a, b, got, back)
		}
	})
}

func BenchmarkCompareNatural(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if units.CompareNatural("leaf-001:IB1/17/1", "leaf-001:IB1/17/2") != -1 {
			b.Fatal("order")
		}
	}
}
