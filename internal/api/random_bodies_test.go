package api_test

// randomBodies are bodies that no schema tells how to make.
var randomBodies = map[string][]string{
	"what-if": {
		`{"settings": {"exit": "500mm"}}`, `{"settings": {"media": ["aoc", "optical"], "slack": {"percent": 10}}, "against": {"settings": {"exit": "1m"}}}`,
		`{"edits": [{"edit": "set", "path": "settings.direct", "value": true}]}`, `{"settings": {"exit": 500}}`, `{"settings": [], "edits": {}}`, `{}`,
	},
	"import-device-type": {
		"manufacturer: Example\nmodel: EX-40\nslug: example-ex-40\nu_height: 1\ninterfaces:\n  - {name: p1, type: infiniband-hdr}\n  - {name: \"a:b\", type: virtual}\n",
		"{manufacturer: E, model: M, weight: 1, weight_unit: lb, x: [[[[]]]], interfaces: []}", "manufacturer: &a E\nmodel: *a\n", "interfaces: [{name: a}, b]", "\t", "",
	},
	"put-overlay-row": {
		`{"status": "preferred", "note": ""}`, `{"status": "preferred", "note": ""}`, `{"status": "preferred", "note": ""}`, `{"status": "forbidden", "note": "x"}`, `{"status": "maybe"}`, `{"cells": {"sku": "X-1"}}`, `{"yaml": "slug: x"}`,
		`{"sku": "MCP7Y00-N002", "unit_price": "10.5", "currency": "USD", "valid_to": "2027-01-31"}`, `{"sku": "MCP7Y00-N002", "unit_price": "-1", "currency": "usd"}`,
		`{"status": "allowed", "note": "\u0000\ud800"}`, `{"cells": {"sku": "a|b", "\u0000": "\u0001"}, "sources": [{}, {"key": "x"}]}`,
	},
	"simulate": {`{}`, `{"trials": 5}`, `{"trials": 3, "queue_pairs": [1, 64], "collectives": ["all-to-all"]}`, `{"trials": 100000, "collectives": ["all-to-all"]}`, `{"seed": -1}`},
	"keep-filter": {
		`{"name": "errors", "view": {"links": {"status": "error"}}}`, `{"name": "long", "all_plans": true, "view": {"links": {"min_mm": 3000, "sort": "run", "desc": true}, "by": "racks"}}`,
		`{"name": "", "view": {"links": {"status": "bad", "rack": "A[1-"}, "by": "x"}}`, `{"name": "\u0000", "view": {"links": {}, "columns": ["\u0000"]}}`,
	},
	"rename-filter": {`{"name": "a"}`, `{"name": "b"}`, `{"name": "c"}`, `{"name": " "}`},
	"link-edits": {
		`{"all": true, "medium": "aoc"}`, `{"filter": {"status": "ok"}, "color": "red", "take_out": ["group"]}`, `{"links": ["l-none"], "run": "2m"}`,
		`{"filter": {"rack": "[", "min_mm": -1}, "label": "{x}", "run": "2"}`, `{"links": [], "all": true}`, `{}`,
	},
	"import-prices": {
		"sku,price,currency\nMCP7Y00-N003,189.00,USD\nMCP7Y00-N009,1,USD\n", "part number;price;currency\nMCP7Y00-N002;\"1.234,50\";EUR\n", "a,b\n1,2\n",
		"sku,price,currency\n\xff,x,\x00\n", "sku,price,currency,valid from\nMCP7Y00-N003,call,USD,2026-13-01\n", "PK\x03\x04 not a workbook",
	},
}
