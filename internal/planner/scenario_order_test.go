package planner_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// overlay reads one line of what a scenario's site adds to the catalog.
func (s *room) overlay(t *testing.T, at, word string, fields []string) {
	t.Helper()
	switch word {
	case "product":
		row := productRow(t, fields[2])
		row["sku"], row["alt_skus"] = fields[0], ""
		for i := 3; i+1 < len(fields); i += 2 {
			row[fields[i]] = strings.ReplaceAll(fields[i+1], "_", " ")
		}
		s.site.Products = append(s.site.Products, row)
	case "status":
		if s.site.Status == nil {
			s.site.Status = map[string]catalog.SiteStatus{}
		}
		s.site.Status[fields[0]] = catalog.SiteStatus(fields[1])
	default:
		row := catalog.PriceRow{ID: fields[0], Stock: -1, Price: catalog.Price{Unit: cents(t, at, fields[1]), Currency: "USD", LeadTimeDays: -1}}
		for i := 2; i+1 < len(fields); i += 2 {
			n, _ := strconv.Atoi(fields[i+1])
			switch fields[i] {
			case "surcharge":
				row.Surcharge = cents(t, at, fields[i+1])
			case "currency":
				row.Currency = fields[i+1]
			case "days":
				row.LeadTimeDays = n
			case "stock":
				row.Stock = n
			case "supplier":
				row.Supplier = fields[i+1]
			default:
				t.Fatalf("%s: %q is no word of a price", at, fields[i])
			}
		}
		s.site.Prices = append(s.site.Prices, row)
	}
}

// cents reads "12.34".
func cents(t *testing.T, at, text string) units.Money {
	t.Helper()
	n, err := strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
	if whole, frac, ok := strings.Cut(text, "."); err != nil || !ok || len(frac) != 2 || whole == "" {
		t.Fatalf("%s: %q is no amount such as 12.34", at, text)
	}
	return units.Money(n)
}

// productRow is the cells of a built-in product.
func productRow(t *testing.T, sku string) catalog.Row {
	t.Helper()
	f, err := os.Open("../catalog/data/products.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(rows, func(r []string) bool { return r[0] == sku })
	if at < 0 {
		t.Fatalf("no product %s", sku)
	}
	out := catalog.Row{}
	for i, column := range rows[0] {
		out[column] = rows[at][i]
	}
	return out
}

// checkOrder holds a line about the order against a result; done is false where
// the line is about something else.
func checkOrder(res *planner.Result, want []string) (got string, done bool) {
	switch want[0] {
	case "order":
		return checkOrderRow(res, want), true
	case "short":
		var all []string
		for _, s := range res.Shortages {
			line := fmt.Sprintf("%s %d %d", s.ID, s.Needed, s.AtHand)
			if line == strings.Join(want[1:], " ") && s.Short == s.Needed-s.AtHand {
				return "", true
			}
			all = append(all, line)
		}
		return fmt.Sprintf("shortages %q", all), true
	case "cost":
		c := res.Summary.Cost
		switch {
		case c == nil:
			return "no cost", true
		case c.Amount.String() != want[1] || c.AtLeast != (len(want) > 2):
			return fmt.Sprintf("%s, at least: %t", c.Amount, c.AtLeast), true
		}
		return "", true
	case "says":
		var all []string
		for _, f := range res.Findings {
			text := f.Message + "; fix: " + f.Fix
			if strings.Contains(text, strings.Join(want[1:], " ")) {
				return "", true
			}
			all = append(all, text)
		}
		return strings.Join(all, "\n"), true
	}
	return "", false
}

func checkOrderRow(res *planner.Result, want []string) string {
	money := func(m *units.Money) string {
		if m == nil {
			return "none"
		}
		return m.String()
	}
	var ids []string
	for i := range res.BOM {
		r := &res.BOM[i]
		if r.Part.Nil() || r.Part.ID() != want[1] {
			if !r.Part.Nil() {
				ids = append(ids, r.Part.ID())
			}
			continue
		}
		got := map[string]string{"stock": strconv.Itoa(r.FromStock), "unit": money(r.UnitPrice), "extended": money(r.ExtendedPrice), "days": strconv.Itoa(r.LeadTimeDays)}
		ok := strconv.Itoa(r.Order) == want[2]
		for j := 3; j+1 < len(want); j += 2 {
			ok = ok && got[want[j]] == want[j+1]
		}
		if !ok {
			return fmt.Sprintf("%d to buy, %v", r.Order, got)
		}
		return ""
	}
	return fmt.Sprintf("rows %q", ids)
}
