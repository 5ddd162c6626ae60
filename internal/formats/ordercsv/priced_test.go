package ordercsv_test

import (
	"bytes"
	"math/big"
	"os"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// TestOrderWithPricesAddsUp plans a whole unit with a price for every part: the
// file's rows have prices, currency and lead time, and add up to the cent to the
// total, as a whole and divided into deliveries.
func TestOrderWithPricesAddsUp(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../examples/h100-unit/plan.yaml")
	if err != nil {
		t.Fatal(err)
	}
	base, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	var o catalog.Overlay
	price := func(id string) {
		n := len(o.Prices)
		o.Prices = append(o.Prices, catalog.PriceRow{ID: id, Stock: n % 7,
			Price: catalog.Price{Unit: units.Money(1999 + 137*n), Surcharge: units.Money(n % 3 * 101), Currency: "USD", LeadTimeDays: n % 60, Supplier: "Example"}})
	}
	for _, p := range base.Products {
		price(p.SKU)
	}
	for _, s := range base.Specifications {
		for _, length := range s.Lengths {
			price(s.ID(length))
		}
	}
	cat, err := catalog.LoadWith(o)
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode(text, planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	use := true
	doc.Settings.UseStock = &use
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil || !res.OK {
		t.Fatalf("plan: %v, ok %t", err, res != nil && res.OK)
	}
	total := new(big.Rat)
	for _, by := range append([]string{""}, planner.Deliveries...) {
		var file bytes.Buffer
		if err := ordercsv.Encode(&file, res, ordercsv.Options{By: by}); err != nil {
			t.Fatal(err)
		}
		rows := decoded(t, &file, by)
		sum := new(big.Rat)
		parts := 0
		for _, row := range rows {
			if row.SKU == "" && !strings.HasPrefix(row.Product, "spec:") {
				continue // a switch: no number, no price
			}
			parts++
			p, _ := cat.PriceOf(row.Product, "USD")
			unit, extended := rat(t, string(row.UnitPrice)), rat(t, string(row.ExtendedPrice))
			if want := new(big.Rat).Mul(unit, big.NewRat(row.Order.N, 1)); row.Currency != "USD" || !row.LeadTimeDays.Known || row.LeadTimeDays.N != int64(p.LeadTimeDays) ||
				unit.Cmp(big.NewRat(int64(p.Unit+p.Surcharge), 100)) != 0 || extended.Cmp(want) != 0 {
				t.Errorf("by %q: row %+v, want %+v extended to %s", by, row, p, want.FloatString(2))
			}
			sum.Add(sum, extended)
		}
		if want := rat(t, res.Summary.Cost.Amount.String()); parts == 0 || sum.Cmp(want) != 0 {
			t.Errorf("by %q: %d rows add up to %s, the total is %s", by, parts, sum.FloatString(2), want.FloatString(2))
		}
		total = sum
	}
	if total.Sign() <= 0 || !res.Summary.Cost.AtLeast || len(res.Shortages) == 0 {
		t.Errorf("total %s, at least: %t (the switches have no price), %d shortages", total.FloatString(2), res.Summary.Cost.AtLeast, len(res.Shortages))
	}
	for _, by := range planner.Deliveries {
		deliveries, err := res.Deliveries(by)
		if err != nil {
			t.Fatal(err)
		}
		var sum units.Money
		for _, d := range deliveries {
			sum += d.Cost.Amount
		}
		if sum != res.Summary.Cost.Amount {
			t.Errorf("deliveries by %s cost %s, the order costs %s", by, sum, res.Summary.Cost.Amount)
		}
	}
}

func decoded(t *testing.T, file *bytes.Buffer, by string) []ordercsv.Row {
	t.Helper()
	if by == "" {
		rows, err := ordercsv.Decode(file, ordercsv.Options{}.Options)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	divided, err := ordercsv.DecodeTable(file, ordercsv.Options{By: by})
	if err != nil {
		t.Fatal(err)
	}
	var rows []ordercsv.Row
	for _, d := range divided {
		rows = append(rows, d.Row)
	}
	return rows
}

func rat(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no amount", text)
	}
	return r
}
