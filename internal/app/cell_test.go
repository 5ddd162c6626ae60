package app_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

func builtInApp(t testing.TB) *app.App {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	return app.New(cat, "test")
}

// A cell's page has the figures and products of the matrix, and its parts by
// plugs have each product once.
func TestCellsAreThoseOfTheReachMatrix(t *testing.T) {
	t.Parallel()
	a := builtInApp(t)
	want := map[[3]string]catalog.Reach{}
	for _, r := range a.Catalog().ReachMatrix() {
		shape := app.Straight
		if r.Split {
			shape = app.Splitter
		}
		want[[3]string{r.Class, string(r.Medium), shape}] = r
	}
	met := 0
	for _, c := range a.Cells() {
		page, err := a.CellPage(c.Class, string(c.Medium), c.Shape)
		if err != nil {
			t.Fatal(err)
		}
		w, ok := want[[3]string{c.Class, string(c.Medium), c.Shape}]
		if ok {
			met++
		}
		for _, got := range []catalog.Reach{c.Reach, page.Reach} {
			if got.AutoNow.Length != w.AutoNow.Length || got.Auto.Length != w.Auto.Length || got.Ever.Length != w.Ever.Length ||
				!slices.Equal(got.SKUs(), w.SKUs()) || !slices.Equal(got.AutoNow.SKUs, w.AutoNow.SKUs) {
				t.Errorf("%s %s %s: %s of %v, want %s of %v", c.Class, c.Medium, c.Shape, got.AutoNow.Length, got.SKUs(), w.AutoNow.Length, w.SKUs())
			}
		}
		parts := 0
		for _, x := range page.Between {
			parts += len(x.Reach.Products)
		}
		if parts != len(w.Products) {
			t.Errorf("%s %s %s: %d products by plugs, want %d", c.Class, c.Medium, c.Shape, parts, len(w.Products))
		}
		if len(page.Specs) != len(c.Specs) || len(page.Limits) != len(c.Limits) {
			t.Errorf("%s %s %s: the page has %d cords to specification and %d limits, the matrix %d and %d", c.Class, c.Medium, c.Shape,
				len(page.Specs), len(page.Limits), len(c.Specs), len(c.Limits))
		}
	}
	if met != len(want) {
		t.Errorf("%d cells of the matrix were met, want %d", met, len(want))
	}
}

// What the pages say, by hand from the tables of the data.
func TestCellPage(t *testing.T) {
	t.Parallel()
	a := builtInApp(t)
	tests := []struct {
		class, medium, shape string
		today                units.Length
		limits               []string
		specs                []string
	}{
		{"ndr", "dac", "1:2", 3 * units.Metre, []string{"3 m", "2 m"}, nil},
		{"ndr", "dac", "straight", 2 * units.Metre, []string{"2 m"}, nil},
		{"ndr", "dac", "1:4", 0, nil, nil},
		{"hdr", "dac", "", 0, []string{"2 m"}, nil},
		{"xdr", "dac", "splitter", 0, []string{"0 m"}, nil},
		{"edr", "fibre", "straight", 0, nil, []string{"mpo12-upc-om4"}},
		{"eth-10g", "twisted-pair", "", 0, nil, []string{"cat6a", "cat6-10g"}},
	}
	for _, tt := range tests {
		page, err := a.CellPage(tt.class, tt.medium, tt.shape)
		if err != nil {
			t.Fatal(err)
		}
		var limits, specs []string
		for _, l := range page.Limits {
			limits = append(limits, l.Limit.Metres())
		}
		for _, s := range page.Specs {
			specs = append(specs, s.Key)
		}
		if page.Reach.AutoNow.Length != tt.today || !slices.Equal(limits, tt.limits) || !slices.Equal(specs, tt.specs) {
			t.Errorf("%s %s %s: today %s, limits %v, to specification %v; want %s, %v, %v", tt.class, tt.medium, tt.shape,
				page.Reach.AutoNow.Length.Metres(), limits, specs, tt.today.Metres(), tt.limits, tt.specs)
		}
	}
	for _, ask := range [][3]string{{"ndrr", "dac", ""}, {"ndr", "dacc", ""}, {"ndr", "dac", "1:3"}} {
		if _, err := a.CellPage(ask[0], ask[1], ask[2]); !errors.Is(err, app.ErrNotFound) || !strings.Contains(err.Error(), "did you mean") {
			t.Errorf("%v: error %v, want one that proposes the word meant", ask, err)
		}
	}
}

func TestPlansUsing(t *testing.T) {
	t.Parallel()
	p := newPlans(t)
	var made app.Plan
	for _, x := range p.App().Examples() {
		if x.Name == "edr-habit" {
			made = create(t, p, string(x.Text))
		}
	}
	const sku = "MCP1600-E005E26"
	uses, more, err := p.PlansUsing(t.Context(), app.LocalUser, strings.ToLower(strings.ReplaceAll(sku, "-", "")))
	if err != nil || more || len(uses) != 1 || uses[0].Plan.ID != made.ID || uses[0].Quantity != 8 {
		t.Errorf("plans using %q: %v, more %t, %v; want %s with 8 pieces", sku, uses, more, err, made.ID)
	}
	if uses, _, err := p.PlansUsing(t.Context(), app.LocalUser, "MCP7Y00-N003"); err != nil || len(uses) != 0 {
		t.Errorf("plans using a part no plan needs: %v, %v", uses, err)
	}
	if _, _, err := p.PlansUsing(t.Context(), app.LocalUser, "NOPE-1"); !errors.Is(err, app.ErrNotFound) {
		t.Errorf("a part there is not: error %v", err)
	}
}
