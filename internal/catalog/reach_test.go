package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// matrix is what the data was checked to say on 2026-11-30: class and medium,
// shape, rows, longest active, longest ever, automatic, automatic now; metres.
const matrix = `
edr dac           1:1    12      5      5      5    5
edr aoc           1:1     6      -     30     30    -
edr transceiver   1:1     1      -      -      -    -
hdr dac           1:1     4      -      2      2    -
hdr dac           split   3      -      3      2    -
hdr acc           split   1      -      3      -    -
hdr aoc           1:1    17    100    100    100  100
hdr aoc           split  16     30     30     30   30
hdr transceiver   1:1     2   2000   2000   2000 2000
ndr dac           1:1     7      2      2      2    2
ndr dac           split  14      3      3      3    3
ndr acc           1:1     5      5      5      5    5
ndr acc           split   1      -      5      -    -
ndr transceiver   1:1    13  10000  10000   2000 2000
ndr fibre         1:1    21    150    150    150  150
ndr fibre         split   5     30     30      -    -
xdr acc           1:1     8      3      3      -    -
xdr acc           split   3      2      2      2    2
xdr transceiver   1:1    11   2000   2000    500  500
xdr fibre         1:1    10    150    150    150  150
eth-25g dac       1:1    26      3      5      5    -
eth-25g dac       split  10      -      3      3    -
eth-25g aoc       1:1     6      -     30     30   30
eth-25g aoc       split   1      -      3      -    -
eth-25g transceiver 1:1   7    500  10000  10000  500
eth-50g dac       1:1     6      -      3      3    -
eth-50g acc       1:1     1      3      3      -    -
eth-50g aoc       1:1     2      3      3      -    -
eth-50g aoc       split   7      3     30     30   30
eth-50g transceiver 1:1   2    500    500    500  500
eth-100g aec      split   5      7      7      -    -
eth-100g transceiver 1:1  6    500    500    500  500
eth-200g transceiver 1:1  3    500    500    500  500
`

func TestReachMatrix(t *testing.T) {
	t.Parallel()
	var want []string
	for _, line := range strings.Split(strings.TrimSpace(matrix), "\n") {
		want = append(want, strings.Join(strings.Fields(line), " "))
	}
	metres := func(f catalog.Figure) string {
		if f.Length == 0 {
			return "-"
		}
		return strings.TrimSuffix(f.Length.Metres(), " m")
	}
	var got []string
	for _, r := range load(t).ReachMatrix() {
		shape := "1:1"
		if r.Split {
			shape = "split"
		}
		got = append(got, fmt.Sprintf("%s %s %s %d %s %s %s %s", r.Class, r.Medium, shape, len(r.Products), metres(r.Active), metres(r.Ever), metres(r.Auto), metres(r.AutoNow)))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReachCellsNameTheirProducts(t *testing.T) {
	t.Parallel()
	c := load(t)
	cells := 0
	for _, r := range c.ReachMatrix() {
		if len(r.SKUs()) != len(r.Products) || len(r.Sources()) == 0 {
			t.Errorf("%s %s: %d SKUs, %d products, %d sources", r.Class, r.Medium, len(r.SKUs()), len(r.Products), len(r.Sources()))
		}
		for _, f := range []catalog.Figure{r.Active, r.Ever, r.Auto, r.AutoNow} {
			if (f.Length == 0) != (len(f.SKUs) == 0) || (f.Length == 0) != (len(f.Sources) == 0) {
				t.Errorf("%s %s: %v with SKUs %v and sources %v", r.Class, r.Medium, f.Length, f.SKUs, f.Sources)
			}
			for _, sku := range f.SKUs {
				cells++
				if c.Product(sku).Span() != f.Length {
					t.Errorf("%s %s: %s is said to reach %v", r.Class, r.Medium, sku, f.Length)
				}
			}
		}
	}
	if cells == 0 {
		t.Error("no figure names a product")
	}
	ndr := c.ReachMatrix()[9]
	if want := []string{"MCP4Y10-N002"}; !slices.Equal(ndr.AutoNow.SKUs, want) || !slices.Contains(ndr.AutoNow.Sources, "nv-mcp4y10") {
		t.Errorf("the longest NDR copper is %v from %v, want %v", ndr.AutoNow.SKUs, ndr.AutoNow.Sources, want)
	}
}

func TestSpeedReach(t *testing.T) {
	t.Parallel()
	c := load(t)
	longest := func(speed string, medium catalog.Medium, split bool) units.Length {
		for _, r := range c.SpeedReach(c.Speed(speed)) {
			if r.Medium == medium && r.Split == split {
				return r.AutoNow.Length
			}
		}
		return 0
	}
	tests := []struct {
		speed  string
		medium catalog.Medium
		split  bool
		want   units.Length
	}{
		{"ndr", catalog.DAC, false, 2 * units.Metre},
		{"ndr", catalog.DAC, true, 3 * units.Metre},
		{"ndr200", catalog.DAC, true, 0},
		{"xdr", catalog.DAC, false, 0},
		{"xdr", catalog.ACC, true, 2 * units.Metre},
		{"400gbe", catalog.DAC, true, 3 * units.Metre},
		{"100gbe", catalog.AOC, false, 30 * units.Metre},
		{"edr", catalog.DAC, false, 5 * units.Metre},
	}
	for _, tt := range tests {
		if got := longest(tt.speed, tt.medium, tt.split); got != tt.want {
			t.Errorf("%s over %s, split %v: %v, want %v", tt.speed, tt.medium, tt.split, got, tt.want)
		}
	}
}

func TestGenerations(t *testing.T) {
	t.Parallel()
	c := load(t)
	tests := []struct {
		sku  string
		want []string
	}{
		{"MCP1600-E005E26", []string{"edr"}},
		{"MCP1650-H002E26", []string{"hdr"}},
		{"MFP7E30-N030", []string{"ndr", "xdr"}},
		{"MMA4Z00-NS-T", []string{"eth-100g"}},
		{"MMA2P00-AS", []string{"eth-25g"}},
		{"MMS1V00-WM", []string{"eth-50g"}},
	}
	for _, tt := range tests {
		if got := c.Product(tt.sku).Generations(); !slices.Equal(got, tt.want) {
			t.Errorf("%s belongs to %v, want %v", tt.sku, got, tt.want)
		}
	}
}
