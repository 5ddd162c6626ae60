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

// TestReachAgreesWithThePlanningRules holds the products to the limits people
// quote, as planning rules, 3, states them.
func TestReachAgreesWithThePlanningRules(t *testing.T) {
	t.Parallel()
	c := load(t)
	cell := func(class string, medium catalog.Medium, split bool) catalog.Reach {
		for _, r := range c.ReachMatrix() {
			if r.Class == class && r.Medium == medium && r.Split == split {
				return r
			}
		}
		return catalog.Reach{}
	}
	limit := func(generation string, medium catalog.Medium, shape, head string) units.Length {
		m := c.MediaLimit(generation, medium, shape, head)
		if m == nil || len(m.Sources) == 0 {
			t.Errorf("no limit with a source for %s %s %s %s", generation, medium, shape, head)
			return -1
		}
		return m.Limit
	}
	const m = units.Metre
	ndr, xdr := cell("ndr", catalog.ACC, false), cell("xdr", catalog.ACC, false)
	var offered, pinned []units.Length // NDR active copper, straight
	for _, p := range ndr.Products {
		list := &pinned
		if p.Automatic {
			list = &offered
		}
		if !slices.Contains(*list, p.Length) {
			*list = append(*list, p.Length)
		}
	}
	multimode, single := c.OpticsFamily("sr4-100g"), c.OpticsFamily("dr4-100g")
	ns400, nm := c.Product("MMS4X00-NS400"), c.Product("MMS4X00-NM")
	tests := []struct {
		rule      string
		got, want units.Length
	}{
		{"EDR passive copper to 5 m", limit("edr", catalog.DAC, "1:1", ""), 5 * m},
		{"as the products say", cell("edr", catalog.DAC, false).AutoNow.Length, 5 * m},
		{"HDR passive copper to 2 m", limit("hdr", catalog.DAC, "1:1", ""), 2 * m},
		{"as the products ever sold say", cell("hdr", catalog.DAC, false).Auto.Length, 2 * m},
		{"all of it retired, straight", cell("hdr", catalog.DAC, false).AutoNow.Length, 0},
		{"all of it retired, split", cell("hdr", catalog.DAC, true).AutoNow.Length, 0},
		{"NDR straight to 2 m", limit("ndr", catalog.DAC, "1:1", "finned"), 2 * m},
		{"as the products say", cell("ndr", catalog.DAC, false).AutoNow.Length, 2 * m},
		{"NDR 1:2 splitter to 3 m", limit("ndr", catalog.DAC, "1:2", "finned"), 3 * m},
		{"as the products say", cell("ndr", catalog.DAC, true).AutoNow.Length, 3 * m},
		{"flat-top head 2 m", limit("ndr", catalog.DAC, "1:2", "flat"), 2 * m},
		{"XDR none", limit("xdr", catalog.DAC, "1:1", ""), 0},
		{"as the products say: none straight", cell("xdr", catalog.DAC, false).Ever.Length, 0},
		{"as the products say: none split", cell("xdr", catalog.DAC, true).Ever.Length, 0},
		{"active copper NDR to 5 m", ndr.AutoNow.Length, 5 * m},
		{"3 m and 5 m are chosen, of three lengths", units.Length(len(offered)) * m, 2 * m},
		{"3 m", slices.Min(offered), 3 * m},
		{"4 m only when pinned", slices.Max(pinned), 4 * m},
		{"XDR active splitter to 2 m", cell("xdr", catalog.ACC, true).AutoNow.Length, 2 * m},
		{"XDR active straight exists to 3 m", xdr.Ever.Length, 3 * m},
		{"and only when pinned", xdr.Auto.Length, 0},
		{"multimode NDR 30 m on OM3", multimode.Reach.OM3, 30 * m},
		{"50 m on OM4", multimode.Reach.OM4, 50 * m},
		{"with a 1:2 splitter fibre, 50 m", single.SplitterReach, 50 * m},
		{"an NM module facing an NS400 is capped at 100 m", min(nm.FibreReach.OS2, ns400.FibreReach.OS2), 100 * m},
		{"Cat 6A to 100 m", c.Specification("cat6a").Reach, 100 * m},
		{"10GBASE-T on Cat 6 to 55 m", c.Specification("cat6-10g").Reach, 55 * m},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.rule, tt.got.Metres(), tt.want.Metres())
		}
	}
	if note := c.MediaLimit("edr", catalog.DAC, "1:1", "").Note; !strings.Contains(note, "RS-FEC beyond 2 m") {
		t.Errorf("EDR copper beyond 2 m runs with RS-FEC; the note says %q", note)
	}
}
