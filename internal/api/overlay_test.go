package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lengthwise/internal/api"
)

const preferred = `{"status": "preferred", "note": "stocked"}`

func TestOverlayRowsOverHTTP(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	const row = "/catalog/overlay/status/mcp7y00-n003"
	steps := []struct {
		method, path, body, header string
		status                     int
		tag                        string
	}{
		{http.MethodGet, row, "", "", http.StatusNotFound, ""},
		{http.MethodPut, row, preferred, "", http.StatusPreconditionRequired, ""},
		{http.MethodPut, row, preferred, `If-Match: "1"`, http.StatusPreconditionFailed, ""},
		{http.MethodPut, row, preferred, "If-None-Match: *", http.StatusOK, `"1"`},
		{http.MethodPut, row, preferred, "If-None-Match: *", http.StatusOK, `"1"`}, // the same again changes nothing
		{http.MethodPut, row, `{"status": "forbidden"}`, "If-None-Match: *", http.StatusPreconditionFailed, ""},
		{http.MethodPut, row, `{"status": "forbidden"}`, `If-Match: "1"`, http.StatusOK, `"2"`},
		{http.MethodPut, row, `{"status": "allowed"}`, `If-Match: "1"`, http.StatusPreconditionFailed, ""},
		{http.MethodPut, row, `{"status": "allowed", "colour": 1}`, `If-Match: "2"`, http.StatusBadRequest, ""},
		{http.MethodPut, row, `{"status": "allowed"} {}`, `If-Match: "2"`, http.StatusBadRequest, ""},
		{http.MethodPut, row, `{"status": "allowed", "note": "` + strings.Repeat("x", 600<<10) + `"}`, `If-Match: "2"`, http.StatusRequestEntityTooLarge, ""},
		{http.MethodGet, row, "", "", http.StatusOK, `"2"`},
		{http.MethodDelete, row, "", "", http.StatusPreconditionRequired, ""},
		{http.MethodDelete, row, "", `If-Match: "1"`, http.StatusPreconditionFailed, ""},
		{http.MethodDelete, row, "", `If-Match: "2"`, http.StatusOK, `"3"`},
		{http.MethodGet, row, "", "", http.StatusNotFound, ""},
		{http.MethodDelete, row, "", `If-Match: "3"`, http.StatusNotFound, ""},
		{http.MethodPut, row, preferred, "If-None-Match: *", http.StatusOK, `"4"`},
	}
	for i, s := range steps {
		var headers []string
		if s.header != "" {
			headers = append(headers, s.header)
		}
		got := c.ask(s.method, s.path, s.body, headers...)
		if got.status != s.status || got.header.Get("Etag") != s.tag {
			t.Fatalf("step %d, %s %s with %q: status %d, tag %s; want %d, %s: %.300s", i, s.method, s.path, s.header, got.status, got.header.Get("Etag"), s.status, s.tag, got.body)
		}
		if got.status >= 400 {
			got.problem(t)
		}
	}
	var history struct {
		Changes []api.OverlayEvent `json:"changes"`
	}
	c.ask(http.MethodGet, row+"/history?limit=2", "").into(t, &history)
	if len(history.Changes) != 2 || history.Changes[0].Version != 4 || string(history.Changes[0].Before) != "null" || string(history.Changes[1].After) != "null" {
		t.Errorf("history %+v, want the row put again, before that taken out", history.Changes)
	}
	before := history.Changes[1].ID
	c.ask(http.MethodGet, fmt.Sprintf("/catalog/overlay-history?before=%d", before), "").into(t, &history)
	if len(history.Changes) != 2 || history.Changes[0].Version != 2 {
		t.Errorf("history of all below %d: %+v, want versions 2 and 1", before, history.Changes)
	}
}

func TestAProductAndItsPriceOverHTTP(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	revision := func(path string) string {
		t.Helper()
		var out map[string]any
		c.ask(http.MethodGet, path, "").into(t, &out)
		text, _ := out["catalog_revision"].(string)
		if len(text) != 12 {
			t.Errorf("%s names the catalog %q, want 12 digits", path, text)
		}
		return text
	}
	paths := []string{"/catalog/products?q=MCP7Y00-N003", "/catalog/products/MCP7Y00-N003", "/catalog/reach-matrix", "/catalog/speeds", "/catalog/device-types",
		"/catalog/device-types/qm9700", "/reach?speed=ndr", "/catalog/overlay", "/catalog/prices"}
	before := revision(paths[0])
	key := url.PathEscape("MCP7Y00-N003|Acme|USD|")
	got := c.ask(http.MethodPut, "/catalog/overlay/price/"+key, `{"sku": "MCP7Y00-N003", "supplier": "Acme", "unit_price": "189", "surcharge": "1.5", "currency": "USD", "lead_time_days": 0}`, "If-None-Match: *")
	if got.status != http.StatusOK {
		t.Fatalf("put a price: %d %s", got.status, got.body)
	}
	c.ask(http.MethodPut, "/catalog/overlay/status/MCP7Y00-N003", preferred, "If-None-Match: *")
	after := revision(paths[0])
	for _, path := range paths {
		if r := revision(path); r != after || r == before {
			t.Errorf("%s names catalog %s, want %s and not %s", path, r, after, before)
		}
	}
	var page api.ProductPage
	c.ask(http.MethodGet, "/catalog/products/mcp7y00n003", "").into(t, &page)
	if p := page.Product.Price; p == nil || p.Landed != "190.50" || p.UnitPrice != "189.00" || p.LeadTimeDays == nil || *p.LeadTimeDays != 0 || p.Stock != nil {
		t.Errorf("price %+v, want 189.00 and 1.50 landed for 190.50, lead time 0, stock not said", p)
	}
	if page.Product.Status != "preferred" {
		t.Errorf("status %q, want preferred", page.Product.Status)
	}
	if c.ask(http.MethodGet, "/catalog/products/mcp7y00n003?currency=eur", "").into(t, &page); page.Product.Price != nil {
		t.Errorf("price in EUR %+v, want none", page.Product.Price)
	}
}

func TestPriceListsOverHTTP(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	const list = "part;Net;note\r\nMCP7Y00-N003;189,00;x\r\nMCP7Y00-N0O3;1,00;y\r\nMCP7Y00-N002;call;z\r\n"
	ask := func(query string) (out api.PriceImport) {
		t.Helper()
		got := c.ask(http.MethodPost, "/catalog/prices?name=list.csv&supplier=Acme&currency=EUR&map=part:sku&map=Net:unit_price"+query, list, "Content-Type: text/csv")
		if got.status != http.StatusOK {
			t.Fatalf("import: %d %s", got.status, got.body)
		}
		got.into(t, &out)
		return out
	}
	if r := ask("&preview=true"); r.New != 1 || !r.Preview || len(r.Columns) != 3 || !r.Columns[1].Given || r.Columns[2].Given {
		t.Errorf("preview %+v, want one new, the columns part and Net as given", r)
	}
	r := ask("")
	if r.New != 1 || len(r.Unknown) != 1 || r.Unknown[0].Row != 3 || r.Unknown[0].Nearest != "MCP7Y00-N003" || len(r.Bad) != 1 || r.Bad[0].Cell != "B4" || r.Bad[0].Value != "call" {
		t.Errorf("import %+v, want one new, row 3 unknown, cell B4 bad", r)
	}
	if again := ask(""); again.Same != 1 || again.New != 0 || again.CatalogRevision != r.CatalogRevision {
		t.Errorf("again %+v, want nothing changed", again)
	}
	var prices struct {
		CatalogRevision string            `json:"catalog_revision"`
		Prices          []api.StoredPrice `json:"prices"`
		Total           int               `json:"total"`
		Next            *string           `json:"next"`
	}
	c.ask(http.MethodGet, "/catalog/prices?q=acme", "").into(t, &prices)
	if prices.Total != 1 || prices.Prices[0].UnitPrice != "189.00" || prices.Prices[0].Version != 1 {
		t.Errorf("prices %+v, want the one", prices)
	}
	file := c.ask(http.MethodGet, "/catalog/prices.csv", "")
	want := "sku,unit_price,surcharge,currency,lead_time_days,stock,supplier,valid_from,valid_to\r\nMCP7Y00-N003,189.00,0.00,EUR,,,Acme,,\r\n"
	if string(file.body) != want || !strings.Contains(file.header.Get("Content-Disposition"), "prices.csv") {
		t.Errorf("prices.csv:\n%s\nwant\n%s", file.body, want)
	}
	book := c.ask(http.MethodGet, "/catalog/prices.xlsx", "")
	back := c.ask(http.MethodPost, "/catalog/prices?name=prices.xlsx", string(book.body), "Content-Type: "+book.header.Get("Content-Type"))
	if back.into(t, &r); back.status != http.StatusOK || r.Same != 1 || r.Rows != 1 {
		t.Errorf("prices.xlsx imported: %d %+v, want the one row, the same", back.status, r)
	}
	for name, body := range map[string]string{"empty": "", "no list": "a,b\n1,2\n"} {
		if got := c.ask(http.MethodPost, "/catalog/prices", body); got.status != http.StatusBadRequest || len(got.problem(t).Errors) == 0 {
			t.Errorf("%s: %d %s, want 400 with what is wrong", name, got.status, got.body)
		}
	}
	if got := c.ask(http.MethodPost, "/catalog/prices?map=price", list); got.status != http.StatusBadRequest {
		t.Errorf("a mapping without a field: %d, want 400", got.status)
	}
}

func TestAPlanSaysHowTheCatalogMovedIt(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	made := c.create(fine)
	if made.Change != nil {
		t.Errorf("a new plan was moved by the catalog: %+v", made.Change)
	}
	sku := ""
	for id := range made.Summary.Parts {
		sku = id
	}
	c.ask(http.MethodPut, "/catalog/overlay/price/"+url.PathEscape(sku+"||USD|"), `{"sku": "`+sku+`", "unit_price": "10", "currency": "USD"}`, "If-None-Match: *")
	c.ask(http.MethodGet, "/plans/"+made.ID+"/result", "") // opened
	var now api.Plan
	c.ask(http.MethodGet, "/plans/"+made.ID+"/summary", "").into(t, &now)
	if now.Change == nil || now.Change.From != made.Summary.CatalogRevision || now.Change.To != now.Summary.CatalogRevision || len(now.Change.Sentences) != 1 ||
		!strings.HasPrefix(now.Change.Sentences[0], "the cost is known now: ") || now.Revision != 1 {
		t.Errorf("after a price: %+v, want that the cost is known now, at revision 1", now.Change)
	}
}
