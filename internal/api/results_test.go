package api_test

import (
	"net/http"
	"strings"
	"testing"

	"lengthwise/internal/api"
	"lengthwise/internal/formats/resultjson"
)

func TestResultParts(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	p := c.create(example(t, "h100-unit"))
	tests := []struct {
		path  string
		part  string
		total int
	}{
		{"/links", "links", 512},
		{"/links?status=error", "links", 0},
		{"/links?medium=dac", "links", 128},
		{"/links?sort=run&desc=true&limit=3", "links", 512},
		{"/cables", "cables", 384},
		{"/cables?medium=optical&limit=1000", "cables", 256},
		{"/modules", "modules", 256},
		{"/findings", "findings", -1},
		{"/causes", "causes", -1},
		{"/bom", "bom", -1},
		{"/racks", "racks", 10},
		{"/racks?q=" + "nothing-called-so", "racks", 0},
		{"/trays", "trays", -1},
		{"/fabrics", "fabrics", -1},
		{"/unchecked", "unchecked", -1},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			t.Parallel()
			a := c.ask(http.MethodGet, "/plans/"+p.ID+tt.path, "")
			var page map[string]any
			a.into(t, &page)
			rows, ok := page[tt.part].([]any)
			if a.status != 200 || !ok || page["revision"] != 1.0 || tt.total >= 0 && page["total"] != float64(tt.total) {
				t.Fatalf("status %d, rows %v, total %v, want %d: %.300s", a.status, ok, page["total"], tt.total, a.body)
			}
			if total := page["total"].(float64); (page["next"] == nil) != (len(rows) == int(total)) {
				t.Errorf("%d of %v rows, next %v", len(rows), total, page["next"])
			}
		})
	}
}

func TestPagesOfLinksAreAllLinks(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	p := c.create(example(t, "h100-unit"))
	seen := map[string]bool{}
	for cursor := ""; ; {
		var page struct {
			api.Rows
			Links []resultjson.Link `json:"links"`
		}
		c.ask(http.MethodGet, "/plans/"+p.ID+"/links?limit=100&sort=run"+cursor, "").into(t, &page)
		for _, l := range page.Links {
			if seen[l.ID] {
				t.Errorf("link %s is on two pages", l.ID)
			}
			seen[l.ID] = true
		}
		if page.Next == nil {
			break
		}
		cursor = "&cursor=" + *page.Next
	}
	if len(seen) != 512 {
		t.Errorf("pages hold %d links, want 512", len(seen))
	}
}

func TestResultIsWhatCheckAnswers(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	p := c.create(tooLong)
	stored, checked := c.ask(http.MethodGet, "/plans/"+p.ID+"/result", ""), c.ask(http.MethodPost, "/check", tooLong)
	if string(stored.body) != string(checked.body) || stored.header.Get("Plan-Revision") != "1" {
		t.Errorf("result of revision %s =\n%s\nwant what /check answers:\n%s", stored.header.Get("Plan-Revision"), stored.body, checked.body)
	}
}

func TestExports(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	good, bad := c.create(fine), c.create(tooLong)
	tests := []struct {
		name   string
		path   string
		status int
		holds  string
		file   string
	}{
		{"an order", good.ID + "/export/order.csv", 200, "attention,product,sku", "order.csv"},
		{"of a plan that is not ok", bad.ID + "/export/order.csv", 409, "1 error", ""},
		{"although it is not", bad.ID + "/export/order.csv?incomplete=1", 200, "no part: 1 link", "order-INCOMPLETE.csv"},
		{"a schedule of it all the same", bad.ID + "/export/cables.csv", 200, "cable_id,label", "cables.csv"},
		{"for a spreadsheet", good.ID + "/export/links.csv?excel=1&delimiter=%3B", 200, "\ufefflink_id;a_device", "links.csv"},
		{"a delimiter there is not", good.ID + "/export/links.csv?delimiter=x", 400, "query.delimiter", ""},
		{"incomplete is for orders", good.ID + "/export/links.csv?incomplete=1", 400, "query.incomplete", ""},
		{"a format there is not", good.ID + "/export/order.doc", 404, "the formats are", ""},
		{"the document", good.ID + "/export/plan.json", 200, `"version": 1`, "plan.json"},
		{"a revision there is not", good.ID + "/export/plan.json?revision=9", 404, "revision 9", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := c.ask(http.MethodGet, "/plans/"+tt.path, "")
			if a.status != tt.status || !strings.Contains(string(a.body), tt.holds) {
				t.Errorf("GET %s = %d\n%.500s\nwant %d with %q", tt.path, a.status, a.body, tt.status, tt.holds)
			}
			if got := a.header.Get("Content-Disposition"); tt.file != "" && got != `attachment; filename="`+tt.file+`"` {
				t.Errorf("GET %s: file %s, want %s", tt.path, got, tt.file)
			}
		})
	}
	withFabric := c.create(twoLeaves)
	for _, f := range c.app.Formats() {
		id := good.ID
		if f.OfFabric {
			id = withFabric.ID
		}
		if a := c.ask(http.MethodGet, "/plans/"+id+"/export/"+f.Name, ""); a.status != 200 || len(a.body) == 0 || a.header.Get("Content-Type") != f.MediaType {
			t.Errorf("export %s = %d %s with %d bytes, want %s", f.Name, a.status, a.header.Get("Content-Type"), len(a.body), f.MediaType)
		}
	}
}

func TestCatalog(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	tests := []struct {
		name, path string
		status     int
		holds      string
	}{
		{"copper does 3 m at NDR from a switch to flat cages", "/reach?speed=ndr&length=3m&from=qm9700:IB1/1/1&to=hgx-8gpu-osfp:ib1", 200, `"media":["dac","optical"]`},
		{"a rate has variants", "/reach?speed=400gbe", 200, `"speed":"400gbe-8x50"`},
		{"a length without a unit", "/reach?speed=ndr&length=3", 400, `query.length`},
		{"a speed there is not", "/reach?speed=ndx", 400, `did you mean ndr?`},
		{"no speed", "/reach?length=3m", 400, `query.speed`},
		{"an end there is not", "/reach?speed=ndr&from=qm970", 400, `did you mean qm9700?`},
		{"a port there is not", "/reach?speed=ndr&from=qm9700:IB1/99", 400, `port of qm9700`},
		{"an end that does not do the speed", "/reach?speed=xdr&from=qm9700", 400, `it does ndr`},
		{"products by medium and length", "/catalog/products?medium=dac&generation=ndr&min=3m&limit=2", 200, `"total":`},
		{"a product in any spelling", "/catalog/products/mcp7y00n003", 200, `"sku":"MCP7Y00-N003"`},
		{"a product there is not", "/catalog/products/MCP7Y00-N004", 404, `did you mean`},
		{"the matrix", "/catalog/reach-matrix", 200, `"class":"edr"`},
		{"speeds", "/catalog/speeds", 200, `"name":"ndr"`},
		{"device types", "/catalog/device-types?q=qm97", 200, `"slug":"qm9700"`},
		{"a device type", "/catalog/device-types/qm9700", 200, `"name":"IB1/1/1"`},
		{"a device type there is not", "/catalog/device-types/qm9701", 404, `did you mean qm9700?`},
		{"templates", "/templates", 200, `"name":"h100-unit"`},
		{"a template", "/templates/h100-unit", 200, "version: 1"},
		{"a variant of one", "/templates/edr-habit%2Fndr", 200, "version: 1"},
		{"formats", "/formats", 200, `"name":"order.csv"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if a := c.ask(http.MethodGet, tt.path, ""); a.status != tt.status || !strings.Contains(string(a.body), tt.holds) {
				t.Errorf("GET %s = %d\n%.500s\nwant %d with %q", tt.path, a.status, a.body, tt.status, tt.holds)
			}
		})
	}
}
