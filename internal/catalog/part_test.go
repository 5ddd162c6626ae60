package catalog_test

import (
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

func TestPartIsNamedByExactlyOneOfProductAndSpecification(t *testing.T) {
	t.Parallel()
	product := &catalog.Product{SKU: "EX-DAC-003", AltSKUs: []string{"999-003"}, Maker: "Example", Medium: catalog.DAC, Length: 3 * units.Metre}
	spec := &catalog.Specification{Key: "lc-os2", Medium: catalog.FibreCord}
	type facts struct {
		sku, spec, maker string
		medium           catalog.Medium
		length           units.Length
		alt              int
	}
	tests := []struct {
		name string
		part catalog.Part
		want facts
	}{
		{"a product", catalog.Part{Product: product, Length: 3 * units.Metre}, facts{"EX-DAC-003", "", "Example", catalog.DAC, 3 * units.Metre, 1}},
		{"a length of a specification", catalog.Part{Spec: spec, Length: 500 * units.Millimetre},
			facts{"", "spec:lc-os2:0.5m", "", catalog.FibreCord, 500 * units.Millimetre, 0}},
		{"no part", catalog.Part{}, facts{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := tt.part
			got := facts{p.SKU(), p.SpecID(), p.Maker(), p.Medium(), p.Ordered(), len(p.AltSKUs())}
			if got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}
