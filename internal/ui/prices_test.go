package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"lengthwise/internal/app"
)

const aList = `Artikel;Preis;Whg;Lieferant;Bemerkung
MCP7Y00-N003;1.234,50;EUR;Acme;x
980-9I924-00N002;99,00;EUR;Acme;
MCP7Y00-N0O1;5,00;EUR;Acme;
MCP7Y00-N01A;frei;EUR;Acme;
`

// fields are the names and values of the fields of a form that would be sent.
func (a *answer) fields(form string) []string {
	a.t.Helper()
	var out []string
	for _, n := range a.all(form + " input[name], " + form + " textarea[name]") {
		name, _ := attr(n, "name")
		value, _ := attr(n, "value")
		if n.Data == "textarea" {
			value = strings.TrimPrefix(n.FirstChild.Data, "\n")
		}
		out = append(out, name, value)
	}
	for _, n := range a.all(form + " select[name]") {
		name, _ := attr(n, "name")
		out = append(out, name, a.chosen(form+` select[name="`+name+`"]`))
	}
	return out
}

// chosen is the value a select would send.
func (a *answer) chosen(selector string) string {
	a.t.Helper()
	options := append(a.all(selector+" option[selected]"), a.all(selector+" option")...)
	if len(options) == 0 {
		a.t.Fatalf("%s has no options", selector)
	}
	value, _ := attr(options[0], "value")
	return value
}

// with are fields with some values changed.
func with(fields []string, pairs ...string) []string {
	return append(append([]string{}, fields...), pairs...)
}

const importForm = `form[action="/catalog/prices/preview"]`

func TestAPriceListIsPreviewedThenLoadedAndLoadedAgainChangesNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.get(t, "/catalog/prices").want(http.StatusOK, "no price list is loaded", "at most 16 MiB")
	page := s.upload(t, "/catalog/prices/preview", "acme.csv", aList).want(http.StatusOK, "Preview of a price list", "2 prices would be stored. 2 rows are left out", "Header in row 1; 4 rows below it")
	if got := page.one(`[data-testid="import-facts"]`); got != "2 new 0 changed 0 the same as stored 1 unknown part number 1 row not readable" {
		t.Errorf("the facts are %q", got)
	}
	if got := page.one(`[data-testid="bad"] tbody`); !strings.HasPrefix(got, "5 B5 frei ") {
		t.Errorf("the bad row is %q, want row 5, cell B5, its value and why", got)
	}
	if got := page.one(`[data-testid="unknown"] tbody`); !strings.HasPrefix(got, "MCP7Y00-N0O1 4 MCP7Y00-N001") {
		t.Errorf("the unknown part is %q, want row 4 and the nearest number", got)
	}
	columns := page.all(`[data-testid="columns"] tbody tr`)
	if len(columns) != 5 || !strings.Contains(words(columns[0]), "recognised") || !strings.Contains(words(columns[4]), "not recognised") {
		t.Errorf("the columns are %q, want four recognised and one not", page.one(`[data-testid="columns"]`))
	}
	if got := page.chosen(`#column-B`); got != "unit_price" {
		t.Errorf("column B is read as %s, want unit_price", got)
	}
	if got := page.one(`[data-testid="first-rows"] tbody tr:first-child`); got != "2 MCP7Y00-N003 1.234,50 EUR Acme x" {
		t.Errorf("the first row shows %q", got)
	}
	if n := len(s.get(t, "/catalog/prices").all(`[data-testid="stored-prices"]`)); n != 0 {
		t.Error("a preview stored prices")
	}

	done := s.post(t, "/catalog/prices/import", page.fields(importForm)...).want(http.StatusOK, "Price list loaded", "2 prices were stored. 2 rows are left out")
	if got, want := done.one(`[data-testid="import-facts"]`), page.one(`[data-testid="import-facts"]`); got != want {
		t.Errorf("loaded: %q, previewed: %q", got, want)
	}
	list := s.get(t, "/catalog/prices").want(http.StatusOK, "2 prices", "1 supplier: Acme", "in EUR", "price list acme.csv")
	if got := list.one(`[data-testid="stored-prices"] tbody tr:last-child`); !strings.HasPrefix(got, "MCP7Y00-N003 Acme EUR 1,234.50 0.00 – – always holds") {
		t.Errorf("the stored row is %q", got)
	}
	again := s.upload(t, "/catalog/prices/preview", "acme.csv", aList).want(http.StatusOK, "Nothing changed", "was loaded before", "remembered")
	if n := len(again.all(importForm + ` button[formaction]`)); n != 0 {
		t.Error("a list that changes nothing can be loaded")
	}
	s.post(t, "/catalog/prices/import", page.fields(importForm)...).want(http.StatusOK, "Nothing changed")

	s.get(t, "/catalog/prices?q=n003").want(http.StatusOK, "1 price")
	s.get(t, "/catalog/prices?q=nothing").want(http.StatusOK, "No stored price holds these words")
	s.get(t, "/catalog/prices?from=x").want(http.StatusBadRequest)
	file := s.get(t, "/catalog/prices.csv")
	if file.status != http.StatusOK || !strings.Contains(file.body, "MCP7Y00-N003,1234.50,0.00,EUR") {
		t.Errorf("the export is %d %q", file.status, file.body)
	}
	for _, name := range []string{"prices.csv", "prices.xlsx"} {
		text := s.get(t, "/catalog/"+name).body
		s.upload(t, "/catalog/prices/preview", name, text).want(http.StatusOK, "Nothing changed: every row is stored as it is")
	}
}

func TestColumnsAreChosenByHandAndRemembered(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const text = "Ref,Net now,Where\nMCP7Y00-N003,10.00,Hall 2\n"
	page := s.upload(t, "/catalog/prices/preview", "list.csv", text, "currency", "eur", "supplier", "Bolt").want(http.StatusOK, "The columns are not understood")
	if len(page.all(importForm+` button[formaction]`)) != 0 {
		t.Error("a list whose columns are not understood can be loaded")
	}
	page = s.post(t, "/catalog/prices/preview", with(page.fields(importForm), "field-A", "sku", "field-B", "unit_price")...).want(http.StatusOK, "1 price would be stored.", "chosen here", "Load 1 price")
	if got := page.one(`[data-testid="columns"] tbody tr:last-child`); !strings.HasSuffix(got, "not recognised") {
		t.Errorf("the column nobody chose is %q, want it not recognised still", got)
	}
	s.post(t, "/catalog/prices/import", page.fields(importForm)...).want(http.StatusOK, "1 price was stored.")
	s.get(t, "/catalog/prices").want(http.StatusOK, "Bolt", "in EUR")
	s.upload(t, "/catalog/prices/preview", "other.csv", text, "currency", "EUR", "supplier", "Bolt").want(http.StatusOK, "remembered", "Nothing changed")
	s.get(t, "/catalog/overlay").want(http.StatusOK, "Ref, Net now, Where")
}

func TestAListThatCannotBeReadSaysWhyAndTheWayOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, c := range map[string]struct {
		text, says string
		pairs      []string
	}{
		"empty":           {"", "empty", nil},
		"no table":        {"PK\x03\x04 and no more", "", nil},
		"a bad supplier":  {aList, "holds a |", []string{"supplier", "A|B"}},
		"too many bytes":  {strings.Repeat("x", 17<<20), "16 MiB", nil},
		"far above it":    {strings.Repeat("x", 24<<20), "16 MiB", nil},
		"a binary column": {"\x00\x01\x02,\x03\n", "", nil},
	} {
		a := s.upload(t, "/catalog/prices/preview", "list.csv", c.text, c.pairs...)
		if a.status != http.StatusBadRequest && a.status != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: status %d, want it refused", name, a.status)
			continue
		}
		if got := a.one(`[data-testid="error"]`); !strings.Contains(got, c.says) || len(a.all(`[data-testid="error"] a[href^="#f-"]`)) == 0 {
			t.Errorf("%s: says %q, want %q and a link to the field", name, got, c.says)
		}
	}
	s.post(t, "/catalog/prices/preview").want(http.StatusBadRequest, "choose a CSV or XLSX file")
	s.post(t, "/catalog/prices/import", "list", "%%%").want(http.StatusBadRequest, "choose the file again")
	s.post(t, "/catalog/prices/import", "list", "aGVsbG8").want(http.StatusBadRequest, "choose the file again")
}

// The second of two tabs is told, nothing of either is lost, and it can save on
// top knowingly.
func TestTwoTabsEditOnePrice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.price(t, "MCP7Y00-N003", "Acme", "USD", "100.00", "", 7)
	at := "/catalog/overlay/price?key=MCP7Y00-N003%7CAcme%7CUSD%7C"
	const form = `form[action="/catalog/overlay/price"]`
	first, second := s.get(t, at).want(http.StatusOK, "Price MCP7Y00-N003 of Acme in USD", "Version 1"), s.get(t, at)
	s.post(t, "/catalog/overlay/price", with(first.fields(form), "unit_price", "110.00", "message", "new quote")...).follow()
	told := s.post(t, "/catalog/overlay/price", with(second.fields(form), "unit_price", "120.00", "lead_time_days", "9")...).want(http.StatusConflict, "saved version 2", "new quote")
	rows := told.all(`[data-testid="conflict"] tbody tr`)
	if len(rows) != 2 || words(rows[0]) != "Unit price 100.00 110.00 changed 120.00 changed" || words(rows[1]) != "Lead time, days 7 7 9 changed" {
		t.Errorf("the conflict shows %q", told.one(`[data-testid="conflict"]`))
	}
	if got := s.get(t, "/catalog/prices").one(`[data-testid="stored-prices"] tbody`); !strings.Contains(got, "110.00") {
		t.Errorf("stored is %q, want the first tab's 110.00", got)
	}
	s.post(t, "/catalog/overlay/price", told.fields(form)...).follow()
	if got := s.get(t, "/catalog/prices").one(`[data-testid="stored-prices"] tbody`); !strings.Contains(got, "120.00") {
		t.Errorf("stored is %q, want 120.00", got)
	}
	history := s.get(t, "/catalog/overlay/price/history?key=MCP7Y00-N003%7CAcme%7CUSD%7C").want(http.StatusOK, "Unit price: 110.00 → 120.00", "Unit price: 100.00 → 110.00", "new quote", "Lead time, days: 7 → 9", "added")
	if n := len(history.all(`[data-testid="changes"] tbody tr`)); n != 3 {
		t.Errorf("the history has %d changes, want 3", n)
	}

	late := s.get(t, at)
	s.post(t, "/catalog/overlay/price/remove", "key", "MCP7Y00-N003|Acme|USD|", "base", "2").want(http.StatusConflict, "It was not taken out", "Version 3")
	gone := s.post(t, "/catalog/overlay/price/remove", "key", "MCP7Y00-N003|Acme|USD|", "base", "3").follow()
	s.get(t, "/catalog/prices").want(http.StatusOK, "no price list is loaded")
	s.post(t, "/catalog/overlay/price", with(late.fields(form), "unit_price", "130.00")...).want(http.StatusConflict, "taken out meanwhile")
	page := s.get(t, gone).want(http.StatusOK, "taken out", "Bring back")
	back := s.post(t, "/catalog/overlay/price/restore", page.fields(`tr:first-child form`)...).follow()
	s.get(t, back).want(http.StatusOK, "put back as of")
	if got := s.get(t, back).fields(form); !strings.Contains(strings.Join(got, " "), "unit_price 120.00") {
		t.Errorf("brought back: %q, want the 120.00", got)
	}
}

func TestAPriceFormSaysAllThatIsWrongAtItsField(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.post(t, "/catalog/overlay/price", "sku", "MCP7Y00-N0O3", "unit_price", "12,5", "currency", "euro", "lead_time_days", "soon", "stock", "-2", "valid_to", "tomorrow").
		want(http.StatusBadRequest, "Not saved", "did you mean MCP7Y00-N003?", `"soon" is no whole number`)
	for _, field := range []string{"sku", "unit_price", "currency", "lead_time_days", "stock", "valid_to"} {
		if len(page.all(`[data-testid="error"] a[href="#f-`+field+`"]`)) != 1 || len(page.all(`#f-`+field+`[aria-invalid="true"]`)) != 1 || page.one("#w-"+field) == "" {
			t.Errorf("%s: no link to it, or nothing at it: %s", field, page.one(`[data-testid="error"]`))
		}
	}
	if got, _ := attr(page.all("#f-unit_price")[0], "value"); got != "12,5" {
		t.Errorf("the form holds %q, want what was written", got)
	}
	for _, fault := range faults(page) {
		t.Error(fault)
	}
	s.post(t, "/catalog/overlay/price", "sku", "mcp7y00n003", "unit_price", "12.5", "currency", "eur").follow()
	rows, _, err := s.plans.Overlay(t.Context(), app.LocalUser, app.OverlayQuery{Kind: app.OverlayPrice})
	if err != nil || len(rows) != 1 || rows[0].Key != "MCP7Y00-N003||EUR|" {
		t.Errorf("stored %+v (%v), want the number as the catalog writes it", rows, err)
	}
	s.post(t, "/catalog/overlay/price", "sku", "MCP7Y00-N003", "unit_price", "13.5", "currency", "EUR").want(http.StatusConflict, "saved version 1", "12.50", "13.5")
}
