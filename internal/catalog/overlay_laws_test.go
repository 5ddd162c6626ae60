package catalog_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// bigOverlay is an overlay with so many products and prices.
func bigOverlay(products, prices int) catalog.Overlay {
	o := catalog.Overlay{Sources: []catalog.Row{ownSource()}, Types: []*catalog.DeviceType{ownType()}, Status: map[string]catalog.SiteStatus{}}
	for i := range products {
		sku := fmt.Sprintf("EX-%04d", i)
		o.Products = append(o.Products, ownCable("sku", sku, "alt_skus", fmt.Sprintf("EXA%d;EXB%d", i, i), "length_mm", fmt.Sprint(500+i)))
		o.Status[sku] = []catalog.SiteStatus{catalog.Preferred, catalog.Forbidden}[i%2]
	}
	for i := range prices {
		p := ownPrice(fmt.Sprintf("EX-%04d", i%max(1, products)), units.Money(100+i))
		if products == 0 {
			p.ID = "MCP4Y10-N001"
		}
		p.Supplier = fmt.Sprintf("supplier %d", i/max(1, products))
		o.Prices = append(o.Prices, p)
	}
	return o
}

func TestEmptyOverlayIsTheBuiltInCatalog(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]catalog.Overlay{
		"nothing":                      {},
		"empty lists":                  {Sources: []catalog.Row{}, Products: []catalog.Row{}, Types: []*catalog.DeviceType{}, Status: map[string]catalog.SiteStatus{}, Prices: []catalog.PriceRow{}},
		"allowed is what a product is": {Status: map[string]catalog.SiteStatus{"MCP4Y10-N001": catalog.Allowed}},
		"the same in another spelling": {Status: map[string]catalog.SiteStatus{"mcp4y10n001": catalog.Allowed}},
	} {
		if got := mustLoadWith(t, o); got != load(t) {
			t.Errorf("%s: revision %s, want the built-in catalog, %s", name, got.Revision, load(t).Revision)
		}
	}
}

// TestOverlayOrderMeansNothing: the same overlay gives the same revision and the
// same catalog, however its rows are shuffled, and is not changed.
func TestOverlayOrderMeansNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := bigOverlay(rapid.IntRange(0, 12).Draw(t, "products"), rapid.IntRange(0, 30).Draw(t, "prices"))
		other := ownType()
		other.Slug = "a-host"
		o.Types = append(o.Types, other)
		first, err := catalog.LoadWith(o)
		if err != nil {
			t.Fatal(err)
		}
		shuffled := catalog.Overlay{Sources: slices.Clone(o.Sources), Products: slices.Clone(o.Products), Types: slices.Clone(o.Types),
			Status: maps.Clone(o.Status), Prices: slices.Clone(o.Prices)}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		r.Shuffle(len(o.Products), reflect.Swapper(shuffled.Products))
		r.Shuffle(len(o.Prices), reflect.Swapper(shuffled.Prices))
		r.Shuffle(len(o.Types), reflect.Swapper(shuffled.Types))
		again, err := catalog.LoadWith(shuffled)
		if err != nil {
			t.Fatal(err)
		}
		if first.Revision != again.Revision {
			t.Fatalf("revisions %s and %s of one overlay", first.Revision, again.Revision)
		}
		skus := func(c *catalog.Catalog) (out []string) {
			for _, p := range c.Products {
				price, _ := c.PriceOf(p.SKU, "USD")
				out = append(out, fmt.Sprint(p.SKU, c.StatusOf(p.SKU), price))
			}
			for _, ty := range c.Types {
				out = append(out, ty.Slug)
			}
			return out
		}
		if !slices.Equal(skus(first), skus(again)) {
			t.Fatal("the order of the rows changes what the catalog says")
		}
	})
}

// TestEveryFactOfAnOverlayIsInItsRevision changes one thing at a time: two
// catalogs that differ must not have one revision, or a stored result of the one
// would serve as that of the other.
func TestEveryFactOfAnOverlayIsInItsRevision(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	add := func(name string, o catalog.Overlay) {
		revision := mustLoadWith(t, o).Revision
		if other, taken := seen[revision]; taken {
			t.Errorf("%s and %s have one revision", name, other)
		}
		seen[revision] = name
	}
	base := func() catalog.Overlay {
		o := bigOverlay(2, 2)
		o.Types[0].Rails = []catalog.Rail{{Port: "ib1"}, {Port: "ib2"}, {Port: "ib3"}, {Port: "ib4"}, {Port: "ib5"}, {Port: "ib6"}, {Port: "ib8"}, {Port: "ib7"}}
		return o
	}
	add("the overlay", base())
	for column, value := range map[string]string{"note": "x", "maker": "X", "family": "X", "description": "X", "locator": "page 2", "weight_g": "5", "od_mm": "5.0",
		"bend_radius_mm": "9", "power_a_mw": "1", "power_b_mw": "1", "awg": "30", "auto_select": "no", "lifecycle": "retired", "alt_skus": "", "length_mm": "700"} {
		o := base()
		o.Products[1][column] = value
		if column == "auto_select" {
			o.Products[1]["note"] = "by hand"
		}
		add("column "+column, o)
	}
	o := base()
	o.Sources[0]["title"] = "another"
	add("the title of a source", o)
	o = base()
	delete(o.Status, "EX-0001")
	add("a status", o)
	price := reflect.TypeFor[catalog.Price]()
	for i := range price.NumField() {
		o := base()
		changeField(reflect.ValueOf(&o.Prices[1].Price).Elem().Field(i))
		if f := price.Field(i).Name; f == "Currency" {
			o.Prices[1].Currency = "EUR"
		} else if f == "ValidFrom" || f == "ValidTo" {
			reflect.ValueOf(&o.Prices[1].Price).Elem().Field(i).SetString("2026-11-30")
		}
		add("price "+price.Field(i).Name, o)
	}
	o = base()
	o.Prices[1].Stock = 9
	add("stock", o)
	o = base()
	o.Prices = o.Prices[:1]
	add("a price less", o)
	typeFacts(t, base, add)
}

// typeFacts changes every exported fact of a device type. What Compile works
// out, or sets itself, is none.
func typeFacts(t *testing.T, base func() catalog.Overlay, add func(string, catalog.Overlay)) {
	values := map[string]any{"Kind": "server", "Width": "half", "Airflow": "reversible", "PortSide": "front", "Slug": "ex-other", "Height": units.U(9),
		"Lifecycle": catalog.Active, "Evidence": catalog.Reseller, "Protocols": []catalog.Protocol{catalog.InfiniBand, catalog.Ethernet},
		"Role": "storage", "Form": &catalog.FormFactor{Name: "osfp-finned-2"}, "Speeds": []*catalog.Speed{{Name: "ndr"}, {Name: "ndr200"}},
		"PortPattern": "p{cage}", "CagePattern": "", "PCIeGen": 6, "PCIeLanes": 8, "Adapter": "", "Aliases": []string{"x{cage}"}, "Port": ""}
	skip := []string{"Rackable", "Local", "Ports", "Cages", "Groups", "Rails", "Number", "GPU", "PortsPerCage", "CagePower", "SplitSuffix", "CagePattern", "Port", "Role", "Form", "Adapter"}
	change := func(name string, of reflect.Type, at func(*catalog.DeviceType) reflect.Value) {
		for i := range of.NumField() {
			f := of.Field(i)
			if !f.IsExported() || slices.Contains(skip, f.Name) {
				continue
			}
			o := base()
			ty := o.Types[0]
			field := at(ty).Field(i)
			if v, ok := values[f.Name]; ok {
				field.Set(reflect.ValueOf(v))
			} else {
				changeField(field)
			}
			if name == "group" {
				ty.Rails = nil // they name ports as the group does
				if f.Name != "PortPattern" && f.Name != "CageCount" && f.Name != "CageFirst" {
					ty.Rails = base().Types[0].Rails
				}
			}
			add(name+" "+f.Name, o)
		}
	}
	change("type", reflect.TypeFor[catalog.DeviceType](), func(ty *catalog.DeviceType) reflect.Value { return reflect.ValueOf(ty).Elem() })
	change("group", reflect.TypeFor[catalog.PortGroup](), func(ty *catalog.DeviceType) reflect.Value { return reflect.ValueOf(&ty.Groups[0]).Elem() })
	change("rail", reflect.TypeFor[catalog.Rail](), func(ty *catalog.DeviceType) reflect.Value { return reflect.ValueOf(&ty.Rails[0]).Elem() })
	o := base()
	o.Types[0].Rails[0], o.Types[0].Rails[1] = o.Types[0].Rails[1], o.Types[0].Rails[0]
	add("the order of rails", o)
}

// changeField gives a field another value.
func changeField(f reflect.Value) {
	switch f.Kind() {
	case reflect.String:
		f.SetString(f.String() + "x")
	case reflect.Int, reflect.Int64:
		f.SetInt(f.Int() + 1)
	case reflect.Slice:
		f.Set(reflect.MakeSlice(f.Type(), 1, 1))
	case reflect.Struct: // a citation
		f.Field(1).SetString("page 9")
	default:
		panic("a field of kind " + f.Kind().String())
	}
}

// TestLoadWithLeavesItsArgumentAlone: a type is compiled in a copy.
func TestLoadWithLeavesItsArgumentAlone(t *testing.T) {
	t.Parallel()
	o := bigOverlay(3, 3)
	mustLoadWith(t, o)
	if !reflect.DeepEqual(o, bigOverlay(3, 3)) {
		t.Error("LoadWith changed the overlay it was given")
	}
	c := mustLoadWith(t, o)
	again := mustLoadWith(t, catalog.Overlay{Sources: o.Sources, Products: o.Products, Types: []*catalog.DeviceType{c.Type("ex-host")}, Status: o.Status, Prices: o.Prices})
	if again.Revision != c.Revision {
		t.Error("a compiled type gives another revision than the one it was compiled from")
	}
}

// BenchmarkLoadWith is what a change of the overlay costs an instance.
func BenchmarkLoadWith(b *testing.B) {
	o := bigOverlay(500, 5000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := catalog.LoadWith(o); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzLoadWith puts any text into any cell of an overlay: there is a catalog or
// there are problems, each of which names its row, and never a panic.
func FuzzLoadWith(f *testing.F) {
	f.Add("length_mm", "99999999999", "MCP4Y10-N001", int64(1), "USD")
	f.Add("shape", "1:", "spec:cat6a:10m", int64(-1), "usd")
	f.Add("speeds", "ndr;;ndr", "spec:", int64(1<<62), "")
	f.Add("sku", "spec:cat6a:10m", "\xff", int64(0), "EUR")
	f.Add("source", "ex-sheet;ex-sheet", "", int64(0), "EUR")
	f.Fuzz(func(t *testing.T, column, cell, id string, unit int64, currency string) {
		o := catalog.Overlay{
			Sources: []catalog.Row{ownSource(), {"key": cell}}, Products: []catalog.Row{ownCable(column, cell), ownCable("sku", "EX-OTHER")},
			Types:  []*catalog.DeviceType{ownType(), {Slug: cell, Groups: []catalog.PortGroup{{PortPattern: column, Adapter: cell}}}},
			Status: map[string]catalog.SiteStatus{id: catalog.SiteStatus(column)},
			Prices: []catalog.PriceRow{{ID: id, Price: catalog.Price{Unit: units.Money(unit), Currency: currency, Supplier: cell, ValidFrom: cell}, Stock: -1}},
		}
		c, err := catalog.LoadWith(o)
		var list *catalog.Problems
		switch {
		case (c == nil) == (err == nil):
			t.Fatalf("LoadWith gives %v and %v", c, err)
		case err != nil && (!errors.As(err, &list) || len(list.List) == 0):
			t.Fatalf("LoadWith gives an error without problems: %v", err)
		}
		if list != nil {
			for _, p := range list.List {
				if p.Table == "" || p.Message == "" || p.File != "" {
					t.Fatalf("problem %+v does not name its row", p)
				}
			}
		}
	})
}
