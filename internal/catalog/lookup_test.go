package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

func skus(list []*catalog.Product) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = p.SKU
	}
	return out
}

func TestProductInAnySpelling(t *testing.T) {
	t.Parallel()
	c := load(t)
	tests := []struct{ text, want string }{
		{"MCP7Y00-N003", "MCP7Y00-N003"},
		{"mcp7y00-n003", "MCP7Y00-N003"},
		{"MCP7Y00N003", "MCP7Y00-N003"},
		{" mcp7 y00 n003 ", "MCP7Y00-N003"},
		{"980-9I92N-00N003", "MCP7Y00-N003"},
		{"9809i92n00n003", "MCP7Y00-N003"},
		{"FS 177377", "QDD-400G-AC03"},
		{"MCP7Y00-N003-FL", ""},
		{"MCP7Y00", ""},
		{"", ""},
		{"-", ""},
		{"\x00", ""},
	}
	for _, tt := range tests {
		got := ""
		if p := c.Product(tt.text); p != nil {
			got = p.SKU
		}
		if got != tt.want {
			t.Errorf("Product(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestEveryNumberIsFound(t *testing.T) {
	t.Parallel()
	c := load(t)
	for _, p := range c.Products {
		for _, n := range append([]string{p.SKU}, p.AltSKUs...) {
			for _, spelling := range []string{n, strings.ToLower(n), strings.ReplaceAll(n, "-", ""), strings.ReplaceAll(n, "-", " ")} {
				if c.Product(spelling) != p {
					t.Errorf("Product(%q) is not %s", spelling, p.SKU)
				}
				if part, ok := c.Part(spelling); !ok || part.Product != p || part.Length != p.Length || part.ID() != p.SKU {
					t.Errorf("Part(%q) = %+v, %v; want %s", spelling, part, ok, p.SKU)
				}
			}
			if !slices.Contains(c.Search(n[:4]), p) {
				t.Errorf("Search(%q) does not find %s", n[:4], p.SKU)
			}
		}
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	c := load(t)
	tests := []struct {
		text string
		want []string
	}{
		{"mcp4y10", []string{"MCP4Y10-N00A", "MCP4Y10-N001", "MCP4Y10-N002"}},
		{"MCP4Y10-N002", []string{"MCP4Y10-N002"}},
		{"9809i92", []string{"MCP7Y00-N01A", "MCP7Y00-N002", "MCP7Y00-N02A", "MCP7Y00-N003", "MCP7Y00-N01A-FLT", "MCP7Y00-N002-FLT"}},
		{"fs-17", []string{"QDD-400G-AC03"}},
		{"zzz", []string{}},
	}
	for _, tt := range tests {
		if got := skus(c.Search(tt.text)); !slices.Equal(got, tt.want) {
			t.Errorf("Search(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
	if got := c.Search(""); len(got) != len(c.Products) {
		t.Errorf("an empty search finds %d products, want all %d", len(got), len(c.Products))
	}
}

func TestPartsToSpecification(t *testing.T) {
	t.Parallel()
	c := load(t)
	for _, s := range c.Specifications {
		for _, length := range s.Lengths {
			id := s.ID(length)
			part, ok := c.Part(id)
			if !ok || part.Spec != s || part.Length != length || part.ID() != id || part.Nil() {
				t.Errorf("Part(%q) = %+v, %v", id, part, ok)
			}
		}
	}
	if got := c.Specification("mpo12-apc-om4-split2").ID(10 * units.Metre); got != "spec:mpo12-apc-om4-split2:10m" {
		t.Errorf("the id reads %q", got)
	}
	if got := c.Specification("cat6").ID(units.MM(500)); got != "spec:cat6:0.5m" {
		t.Errorf("the id reads %q", got)
	}
	if part, ok := c.Part("spec:cat6a:10000mm"); !ok || part.ID() != "spec:cat6a:10m" {
		t.Errorf("the length in millimetres is %+v, %v", part, ok)
	}
	for _, id := range []string{"spec:", "spec:cat6a", "spec:cat6a:", "spec:cat6a:10", "spec:cat6a:11m", "spec:cat7:10m", "spec:CAT6A:10m", "spec:cat6a:10m:x", "SPEC:cat6a:10m", ""} {
		if part, ok := c.Part(id); ok || !part.Nil() {
			t.Errorf("Part(%q) = %+v, want none", id, part)
		}
	}
}

func TestNamesThatDoNotExist(t *testing.T) {
	t.Parallel()
	c := load(t)
	for what, got := range map[string]bool{
		"speed": c.Speed("ndr400") == nil, "rate": c.Rate("400gbe-8x50") == nil, "form": c.Form("osfp") == nil,
		"optics": c.OpticsFamily("sr4") == nil, "fibre": c.FibreGrade("om6") == nil, "type": c.Type("QM9700") == nil,
		"source": c.Source("nobody") == nil, "specification": c.Specification("cat7") == nil,
		"assemblies": c.Assemblies("string") == nil, "transceivers": c.Transceivers(nil, nil) == nil,
	} {
		if !got {
			t.Errorf("a %s that does not exist is found", what)
		}
	}
}

func TestRates(t *testing.T) {
	t.Parallel()
	c := load(t)
	tests := []struct {
		rate string
		want []string
	}{
		{"ndr", []string{"ndr"}},
		{"400gbe", []string{"400gbe", "400gbe-8x50"}},
		{"10gbe", []string{"10gbe", "10gbe-t"}},
		{"100gbe", []string{"100gbe", "100gbe-2x50"}},
	}
	for _, tt := range tests {
		var got []string
		for _, s := range c.Rate(tt.rate) {
			got = append(got, s.Name)
			if s.Rate != tt.rate || c.Speed(s.Name) != s || c.Speeds[s.Order] != s {
				t.Errorf("%s: rate %q, order %d", s.Name, s.Rate, s.Order)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("rate %s has %v, want %v", tt.rate, got, tt.want)
		}
	}
}

func TestTransceivers(t *testing.T) {
	t.Parallel()
	c := load(t)
	tests := []struct {
		cage, speed string
		want        []string
	}{
		{"osfp-finned-2", "ndr", []string{"MMA4Z00-NS", "MMS4X00-NM", "MMS4X00-NS", "MMS4X50-NM", "MMS4X90-NR"}},
		{"osfp-flat-2", "ndr", []string{"980-9I51A-00NS00", "MMS4X00-NM-FLT", "MMS4X00-NM-HGX", "MMS4X00-NS-FLT"}},
		{"osfp-flat-1", "ndr200", []string{"MMA4Z00-NS400", "MMS4X00-NS400"}},
		{"qsfp56", "hdr", []string{"MMA1T00-HS", "MMS1W50-HM"}},
		{"qsfp56", "edr", []string{"MMA1B00-E100"}},
		{"mpo12-cpo", "xdr", []string{}},
		{"osfp-finned-2", "edr", []string{}},
	}
	for _, tt := range tests {
		if got := skus(c.Transceivers(c.Form(tt.cage), c.Speed(tt.speed))); !slices.Equal(got, tt.want) {
			t.Errorf("%s at %s takes %v, want %v", tt.cage, tt.speed, got, tt.want)
		}
	}
}

// TestTransceiversAgreeWithASearch holds the table to the slow way.
func TestTransceiversAgreeWithASearch(t *testing.T) {
	t.Parallel()
	c := load(t)
	for _, f := range c.Forms {
		for _, s := range c.Speeds {
			var want []string
			for _, p := range c.Products {
				if p.Medium == catalog.Transceiver && f.Cage && f.Accept(p.EndA.Name) && p.Carries(s) {
					want = append(want, p.SKU)
				}
			}
			if got := skus(c.Transceivers(f, s)); !slices.Equal(got, want) {
				t.Errorf("%s at %s takes %v, want %v", f.Name, s.Name, got, want)
			}
		}
	}
}

func TestCords(t *testing.T) {
	t.Parallel()
	c := load(t)
	if got := len(c.Cords("1:1")); got != 21 {
		t.Errorf("%d straight cords have a number, want 21", got)
	}
	if got := skus(c.Cords("1:2")); len(got) != 5 || got[0] != "MFP7E20-N005" {
		t.Errorf("the splitter cords with a number are %v", got)
	}
	keys := func(list []*catalog.Specification) string {
		var out []string
		for _, s := range list {
			out = append(out, s.Key)
		}
		return strings.Join(out, " ")
	}
	if got, want := keys(c.SpecCords(catalog.FibreCord, "1:2")), "mpo12-apc-om4-split2 mpo12-apc-os2-split2"; got != want {
		t.Errorf("splitter cords to specification are %q, want %q", got, want)
	}
	if got, want := keys(c.SpecCords(catalog.TwistedPair, "1:1")), "cat6a cat6 cat6-10g"; got != want {
		t.Errorf("twisted pair to specification is %q, want %q", got, want)
	}
}

func TestMediaLimit(t *testing.T) {
	t.Parallel()
	c := load(t)
	tests := []struct {
		name, generation, shape, head string
		medium                        catalog.Medium
		want                          string
	}{
		{"EDR copper, whatever the head", "edr", "1:1", "", catalog.DAC, "5 m"},
		{"NDR copper straight", "ndr", "1:1", "finned", catalog.DAC, "2 m"},
		{"NDR copper straight, flat: nothing stated", "ndr", "1:1", "flat", catalog.DAC, ""},
		{"NDR splitter with a finned head", "ndr", "1:2", "finned", catalog.DAC, "3 m"},
		{"NDR splitter with a flat head", "ndr", "1:2", "flat", catalog.DAC, "2 m"},
		{"XDR copper of any shape does not exist", "xdr", "1:4", "flat", catalog.DAC, "0 m"},
		{"active copper: nothing stated", "ndr", "1:1", "finned", catalog.ACC, ""},
		{"no such generation", "gdr", "1:1", "", catalog.DAC, ""},
	}
	for _, tt := range tests {
		got := ""
		if m := c.MediaLimit(tt.generation, tt.medium, tt.shape, tt.head); m != nil {
			got = m.Limit.Metres()
			if len(m.Sources) == 0 {
				t.Errorf("%s: the limit has no source", tt.name)
			}
		}
		if got != tt.want {
			t.Errorf("%s: limit %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestClassDefault(t *testing.T) {
	t.Parallel()
	c := load(t)
	tests := []struct {
		name               string
		medium             catalog.Medium
		family, awg, field string
		want               int // hundredths, 0: none
	}{
		{"diameter of OSFP copper", catalog.DAC, "osfp", "26", "od_mm", 943},
		{"diameter of QSFP copper by gauge", catalog.DAC, "qsfp", "26", "od_mm", 720},
		{"diameter of QSFP copper without a gauge", catalog.DAC, "qsfp", "", "od_mm", 0},
		{"diameter of an optical cable", catalog.AOC, "osfp", "", "od_mm", 300},
		{"bend radius of an optical cable by family", catalog.AOC, "qsfp-dd", "", "bend_radius_mm", 6000},
		{"bend radius of another family", catalog.AOC, "osfp", "", "bend_radius_mm", 0},
		{"power of copper", catalog.DAC, "sfp", "", "power_mw", 10000},
		{"power of HDR active copper", catalog.ACC, "qsfp", "", "power_mw", 350000},
		{"power of XDR active copper: none on purpose", catalog.ACC, "osfp", "", "power_mw", 0},
		{"weight of copper", catalog.ACC, "osfp", "", "weight_g_per_m", 4500},
		{"twisted pair has none", catalog.TwistedPair, "", "", "od_mm", 0},
	}
	for _, tt := range tests {
		got := 0
		if d := c.ClassDefault(tt.medium, tt.family, tt.awg, tt.field); d != nil {
			got = d.Value
		}
		if got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestConnectorLoss(t *testing.T) {
	t.Parallel()
	c := load(t)
	tests := []struct {
		name, connector, grade string
		mode                   catalog.Mode
		polish                 string
		want                   int // hundredths of dB, -1: none
		returnLoss             int
	}{
		{"low-loss MPO multimode APC", "mpo-12", "low-loss", catalog.Multimode, "apc", 35, 35},
		{"low-loss MPO multimode UPC takes the row without polish", "mpo-12", "low-loss", catalog.Multimode, "upc", 35, 0},
		{"no polish takes the row without", "mpo-12", "low-loss", catalog.Multimode, "", 35, 0},
		{"low-loss MPO single-mode UPC is not known", "mpo-12", "low-loss", catalog.SingleMode, "upc", -1, 0},
		{"standard MPO", "mpo-12", "standard", catalog.SingleMode, "apc", 75, 0},
		{"low-loss LC single-mode", "lc", "low-loss", catalog.SingleMode, "upc", 25, 55},
		{"low-loss LC multimode is not known", "lc", "low-loss", catalog.Multimode, "upc", -1, 0},
		{"MPO-16 is not known", "mpo-16", "low-loss", catalog.SingleMode, "apc", -1, 0},
	}
	for _, tt := range tests {
		got, back := -1, 0
		if x := c.ConnectorLoss(tt.connector, tt.grade, tt.mode, tt.polish); x != nil {
			got, back = x.Loss, x.ReturnLoss
		}
		if got != tt.want || back != tt.returnLoss {
			t.Errorf("%s: loss %d return %d, want %d and %d", tt.name, got, back, tt.want, tt.returnLoss)
		}
	}
}

func TestClosest(t *testing.T) {
	t.Parallel()
	words := []string{"rack", "row", "racks", "position", "units"}
	tests := []struct{ name, word, want string }{
		{"a letter left out", "rak", "rack"},
		{"a letter too many", "raack", "rack"},
		{"two letters swapped", "rakc", "rack"},
		{"another letter", "roq", "row"},
		{"another case", "RACK", "rack"},
		{"the word itself", "units", "units"},
		{"the first of equals", "rac", "rack"},
		{"too far", "banana", ""},
		{"nothing", "", ""},
		{"a third of a long word", "possision", "position"},
		{"very long", strings.Repeat("x", 100_000), ""},
	}
	for _, tt := range tests {
		if got := catalog.Closest(tt.word, words); got != tt.want {
			t.Errorf("%s: Closest(%.20q) = %q, want %q", tt.name, tt.word, got, tt.want)
		}
	}
	c := load(t)
	if got := c.NearestSKU("MCP7Y00-N0O3"); got != "MCP7Y00-N003" {
		t.Errorf("NearestSKU finds %q", got)
	}
	if got := c.NearestSKU("mma4z00-ns-flat"); got != "MMA4Z00-NS-FLT" {
		t.Errorf("NearestSKU finds %q among the other numbers", got)
	}
	if got := c.NearestType("qm9770"); got != "qm9700" {
		t.Errorf("NearestType finds %q", got)
	}
	if got := c.NearestType("toaster"); got != "" {
		t.Errorf("NearestType finds %q for a toaster", got)
	}
}

func TestClosestIsACandidateOrNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-dA-D-]{0,8}`)).Draw(t, "words")
		word := rapid.StringMatching(`[a-dA-D-]{0,8}`).Draw(t, "word")
		got := catalog.Closest(word, words)
		if got != "" && !slices.Contains(words, got) {
			t.Fatalf("Closest(%q) = %q, which is no candidate", word, got)
		}
		if slices.Contains(words, word) && word != "" && len(word) <= 64 && !strings.EqualFold(got, word) {
			t.Fatalf("Closest(%q) = %q, the word itself is a candidate", word, got)
		}
	})
}

func BenchmarkProduct(b *testing.B) {
	c := load(b)
	for _, text := range []string{"MCP7Y00-N003", "mcp7y00 n003"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if c.Product(text) == nil {
					b.Fatal("not found")
				}
			}
		})
	}
}
