package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/xuri/excelize/v2"
)

// supplierList writes a workbook as suppliers send them: a title, columns in an
// order of their own, two part numbers nobody knows, a price in words and one
// below nothing.
func supplierList(t testing.TB, parts []string) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	rows := [][]any{{"Price list of Acme"}, {}, {"Description", "Net price USD", "Part number", "Lead time (weeks)", "On hand"}}
	for i, part := range parts {
		rows = append(rows, []any{"part", 100 + i, part, 2, 500})
	}
	rows = append(rows, []any{"?", 10, "ZZ-NOBODY-1", 1, 1}, []any{"?", 10, "MCP7Y00-N0O3", 1, 1},
		[]any{"words", "on request", "MCP7Y00-N003", 1, 1}, []any{"below nothing", -5, "MCP7Y00-N01A", 1, 1})
	for i, row := range rows {
		if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "acme.xlsx")
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// choose puts a file into a field for files.
func (p *tab) choose(selector, path string) {
	p.Helper()
	p.do("choose "+path, chromedp.SetUploadFiles(chromedp.CSS(selector), []string{path}))
}

// A supplier's workbook becomes the prices of an order, with script and without.
func TestAPriceListBecomesTheCostOfAnOrder(t *testing.T) {
	t.Parallel()
	for _, script := range []bool{true, false} {
		t.Run(fmt.Sprintf("script %v", script), func(t *testing.T) {
			t.Parallel()
			s := startServer(t, newStateDir(t), "--examples")
			p := newTab(t, s)
			p.script(script)
			plan := "/plans/" + s.planOf(t, "EDR habit")
			p.visit(plan + "/order")
			if got := p.text(`[data-testid="price-state"]`); !strings.Contains(got, "No price list is loaded") {
				t.Errorf("before any list the order says %q", got)
			}
			order := s.get(t, plan+"/export/order.csv")
			var parts []string
			for line := range strings.Lines(order) {
				if cells := strings.Split(line, ","); len(cells) > 2 && cells[2] != "sku" && cells[2] != "" {
					parts = append(parts, cells[2])
				}
			}
			if len(parts) == 0 {
				t.Fatalf("the order names no part:\n%s", order)
			}
			p.follow(`[data-testid="price-state"] a`)
			p.choose("#f-file", supplierList(t, parts))
			p.do("name the supplier", chromedp.SetValue(chromedp.CSS("#f-supplier"), "Acme"))
			p.follow(`form[action="/catalog/prices/preview"] button`)
			for selector, says := range map[string][]string{
				`[data-testid="place"]`:        {"Sheet Sheet1", "row 3"},
				`[data-testid="import-facts"]`: {fmt.Sprintf("%d new", len(parts)), "2 unknown part numbers", "2 rows not readable"},
				`[data-testid="unknown"]`:      {"ZZ-NOBODY-1", "MCP7Y00-N0O3", "MCP7Y00-N003"},
				`[data-testid="bad"]`:          {"on request", "-5", "Sheet1", "B" + fmt.Sprint(len(parts)+6)},
			} {
				got := p.text(selector)
				for _, want := range says {
					if !strings.Contains(got, want) {
						t.Errorf("%s says %q, want %q in it", selector, got, want)
					}
				}
			}
			p.follow(`button[formaction="/catalog/prices/import"]`)
			if got := p.text(`[data-testid="sentence"]`); !strings.Contains(got, "stored") || !strings.Contains(got, "4 rows are left out") {
				t.Errorf("loaded says %q", got)
			}
			p.visit(plan + "/order")
			if got := p.text(`[data-testid="cost"]`); !strings.Contains(got, "at least 900.00 USD, 1 product without a price") {
				t.Errorf("the order's cost is %q, want 900.00 USD and the switch without a price", got)
			}
			if got := p.text(`[data-testid="total"]`); !strings.Contains(got, ".00") {
				t.Errorf("the order's total is %q", got)
			}
			if got := p.text(`[data-testid="order"]`); !strings.Contains(got, "14") {
				t.Errorf("no row says a lead time of 14 days: %q", got)
			}
			p.visit(plan)
			p.visit(plan)
			if got := p.text(`[data-testid="moved"]`); !strings.Contains(got, "The cost is known now") {
				t.Errorf("the overview says %q, want that the cost is known now", got)
			}
			p.visit("/")
			if got := p.text(`[data-testid="plans"]`); !strings.Contains(got, "USD") {
				t.Errorf("the list of plans shows no cost: %q", got)
			}
		})
	}
}

// Two tabs edit one price: the second sees both versions, and saves on top
// knowingly.
func TestTwoTabsEditOnePrice(t *testing.T) {
	t.Parallel()
	s := startServer(t, newStateDir(t))
	first, second := newTab(t, s), newTab(t, s)
	second.script(false)
	first.visit("/catalog/overlay/price?sku=MCP7Y00-N003")
	first.write("#f-unit_price", "100")
	first.write("#f-currency", "USD")
	first.follow(`form[action="/catalog/overlay/price"] button.primary`)
	const edit = `[data-testid="stored-prices"] a[href^="/catalog/overlay/price?"]`
	for _, p := range []*tab{first, second} {
		p.visit("/catalog/prices")
		p.follow(edit)
	}
	first.write("#f-unit_price", "110")
	first.follow(`form[action="/catalog/overlay/price"] button.primary`)
	first.reads(`[data-testid="stored-prices"]`, "110.00")
	second.do("write another price", chromedp.SetValue(chromedp.CSS("#f-unit_price"), "120"))
	if status := second.follow(`form[action="/catalog/overlay/price"] button.primary`); status != 409 {
		t.Errorf("the second tab: status %d, want 409", status)
	}
	if got := second.text(`[data-testid="conflict"]`); !strings.Contains(got, "100.00") || !strings.Contains(got, "110.00") || !strings.Contains(got, "120") {
		t.Errorf("the second tab sees %q, want all three prices", got)
	}
	second.follow(`form[action="/catalog/overlay/price"] button.primary`)
	if got := second.text(`[data-testid="stored-prices"]`); !strings.Contains(got, "120.00") {
		t.Errorf("stored is %q, want 120.00", got)
	}
	second.visit("/catalog/overlay/history?kind=price")
	if got := second.text(`[data-testid="changes"]`); !strings.Contains(got, "100.00 → 110.00") || !strings.Contains(got, "110.00 → 120.00") {
		t.Errorf("the history says %q, want both changes", got)
	}
}
