package ui

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
)

// A formField is one thing a row of the overlay says. Fixed ones name the row
// and do not change once it is there.
type formField struct {
	name, label, help string
	need, fixed, long bool
	words             []string // the only ones allowed; empty first: it may be empty
	known             string   // what the catalog can suggest: speeds, plugs, optics, sources
}

// A formGroup is fields that belong together.
type formGroup struct {
	legend string
	fields []formField
}

func optional(words ...string) []string { return append([]string{""}, words...) }

var kindsOfSourceWords = []string{"maker", "transcription", "reseller", "standard", "third-party"}

// sourceFields are the columns of sources.csv; prefix goes before their names.
func sourceFields(prefix string, need bool) []formField {
	return []formField{
		{name: prefix + "key", label: "Key", help: "small letters, digits, single dashes: acme-dac-sheet", need: need, fixed: need},
		{name: prefix + "title", label: "Title", help: "of the document", need: need},
		{name: prefix + "publisher", label: "Publisher", help: "who published it, or the copy", need: need},
		{name: prefix + "address", label: "Address", help: "where it can be read; only keys that begin with own- or unid- have none"},
		{name: prefix + "date_read", label: "Read on", help: "2026-11-30", need: need},
		{name: prefix + "kind", label: "Kind", help: "decides which evidence it founds", need: need, words: optional(kindsOfSourceWords...)},
	}
}

// newSource goes before the names of fields of a source that a product brings.
const newSource = "new_source_"

// forms are the fields of each kind of row, in the order of a form.
var forms = map[app.OverlayKind][]formGroup{
	app.OverlayProduct: {
		{"What it is", []formField{
			{name: "sku", label: "Part number", help: "the number to order", need: true, fixed: true},
			{name: "alt_skus", label: "Other numbers", help: "of the same part, joined by ;"},
			{name: "maker", label: "Maker", need: true},
			{name: "family", label: "Family", help: "product family", need: true},
			{name: "medium", label: "Medium", need: true, words: optional("dac", "acc", "aec", "aoc", "transceiver", "fibre", "twisted-pair")},
			{name: "description", label: "Description", need: true},
			{name: "protocols", label: "Protocols", help: "those of its speeds", need: true, words: optional("ib", "eth", "ib;eth")},
			{name: "speeds", label: "Speeds", help: "of each port; of a splitter, of each leg; joined by ;", need: true, known: "speeds"},
		}},
		{"Plugs and length", []formField{
			{name: "end_a", label: "Plug of end A", help: "of a splitter, of the hub", need: true, known: "plugs"},
			{name: "end_b", label: "Plug of end B", help: "of a splitter, of each leg; empty for transceivers", known: "plugs"},
			{name: "shape", label: "Shape", need: true, words: optional("1:1", "1:2", "1:4")},
			{name: "length_mm", label: "Length, mm", help: "empty for transceivers"},
		}},
		{"Reach", []formField{
			{name: "reach_mm", label: "Reach, mm", help: "the best of those by fibre"},
			{name: "reach_om3_mm", label: "Reach on OM3, mm"},
			{name: "reach_om4_mm", label: "Reach on OM4, mm"},
			{name: "reach_os2_mm", label: "Reach on OS2, mm"},
			{name: "min_reach_mm", label: "Shortest link, mm", help: "that the maker allows"},
		}},
		{"Optics and fibre", []formField{
			{name: "optics", label: "Optics family", help: "transceivers only, and each", known: "optics"},
			{name: "fibre", label: "Fibre", help: "cords only, and each", words: optional("om3", "om4", "om5", "os2")},
			{name: "connector_a", label: "Connector A", help: "of the module, or of a cord's first end", words: optional("mpo-12", "mpo-16", "lc")},
			{name: "connector_b", label: "Connector B", help: "of a cord's other end", words: optional("mpo-12", "mpo-16", "lc")},
			{name: "polish", label: "Polish", help: "empty: not known", words: optional("apc", "upc")},
			{name: "pins", label: "Pins", help: "of an MPO; LC has none", words: optional("male", "female", "none")},
		}},
		{"Figures", []formField{
			{name: "power_a_mw", label: "Power of end A, mW"},
			{name: "power_b_mw", label: "Power of end B, mW", help: "of each leg"},
			{name: "awg", label: "Wire gauge, AWG", help: "of copper", words: optional("26", "28", "30", "32")},
			{name: "od_mm", label: "Outer diameter, mm", help: "one decimal: 5.8"},
			{name: "bend_radius_mm", label: "Smallest bend radius, mm"},
			{name: "weight_g", label: "Weight, g"},
		}},
		{"Can it be trusted", []formField{
			{name: "lifecycle", label: "Lifecycle", need: true, words: optional("active", "retired", "planned", "unknown")},
			{name: "evidence", label: "Evidence", help: "a source of a kind that founds it is needed", need: true, words: optional("maker", "transcribed", "reseller", "unverified")},
			{name: "auto_select", label: "Chosen automatically", help: "no: only when pinned, and the note says why", need: true, words: optional("yes", "no")},
			{name: "source", label: "Sources", help: "keys, joined by ;", need: true, known: "sources"},
			{name: "locator", label: "Where in them", help: "page, table", need: true},
			{name: "note", label: "Note", help: "what else is to be known"},
		}},
		{"A new source, if none of the catalog has it", sourceFields(newSource, false)},
	},
	app.OverlaySource: {{"The document", sourceFields("", true)}},
	app.OverlayStatus: {{"Status at this site", []formField{
		{name: "sku", label: "Part number", help: "of any product, in any spelling", need: true, fixed: true},
		{name: "status", label: "Status", help: "preferred: before others of its length; forbidden: never chosen, a pin is warned of", need: true, words: []string{"preferred", "allowed", "forbidden"}},
		{name: "note", label: "Note", help: "why"},
	}}},
	app.OverlayDeviceType: {{"The type", []formField{
		{name: "yaml", label: "Device type, YAML", help: "in the shape of a plan's device_types: slug, model, units, ports", need: true, long: true},
	}}},
	app.OverlayPrice: {
		{"Whose price", []formField{
			{name: "sku", label: "Part number", help: "in any spelling, or the id of a part to specification (spec:…)", need: true, fixed: true},
			{name: "supplier", label: "Supplier", help: "may be empty", fixed: true},
			{name: "currency", label: "Currency", help: "three capital letters: USD, EUR", need: true, fixed: true},
			{name: "valid_from", label: "First day", help: "2026-11-30; empty: open", fixed: true},
		}},
		{"The price", []formField{
			{name: "unit_price", label: "Unit price", help: "of one piece, without the surcharge: 1234.50", need: true},
			{name: "surcharge", label: "Surcharge", help: "freight, duty and the like for one piece; empty: none"},
			{name: "lead_time_days", label: "Lead time, days", help: "0: at once; empty: not known"},
			{name: "stock", label: "Stock", help: "pieces at hand; empty: not said"},
			{name: "valid_to", label: "Last day", help: "2026-12-31; empty: open"},
		}},
	},
}

// valuesOf are what a body says, by the fields of its form.
func valuesOf(body app.OverlayBody) map[string]string {
	switch b := body.(type) {
	case app.ProductBody:
		return maps.Clone(b.Cells)
	case app.SourceBody:
		return maps.Clone(b.Cells)
	case app.StatusBody:
		return map[string]string{"status": string(b.Status), "note": b.Note}
	case app.DeviceTypeBody:
		return map[string]string{"yaml": b.YAML}
	case app.PriceBody:
		return map[string]string{
			"sku": b.SKU, "supplier": b.Supplier, "unit_price": b.UnitPrice, "surcharge": b.Surcharge, "currency": b.Currency,
			"lead_time_days": optionalCount(b.LeadTimeDays), "stock": optionalCount(b.Stock), "valid_from": b.ValidFrom, "valid_to": b.ValidTo,
		}
	case app.MappingBody:
		return maps.Clone(b.Fields)
	}
	return nil
}

func optionalCount(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// refusedCount stands for a number that could not be read: the use case refuses
// it along with whatever else is wrong.
const refusedCount = -1

// bodyOf is the body a form says, and what of it is no number, by field.
func bodyOf(kind app.OverlayKind, v map[string]string) (app.OverlayBody, map[string]string) {
	wrong := map[string]string{}
	count := func(name string) *int {
		text := strings.TrimSpace(v[name])
		if text == "" {
			return nil
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			n, wrong[name] = refusedCount, fmt.Sprintf("%q is no whole number; write digits, or nothing where it is not known", clip(text))
		}
		return &n
	}
	switch kind {
	case app.OverlayProduct:
		b := app.ProductBody{Cells: catalog.Row{}}
		brought := catalog.Row{}
		for name, value := range v {
			if column, ok := strings.CutPrefix(name, newSource); !ok {
				b.Cells[name] = value
			} else if value != "" {
				brought[column] = value
			}
		}
		if len(brought) > 0 {
			b.Sources = []catalog.Row{brought}
		}
		return b, wrong
	case app.OverlaySource:
		return app.SourceBody{Cells: catalog.Row(v)}, wrong
	case app.OverlayStatus:
		return app.StatusBody{Status: catalog.SiteStatus(v["status"]), Note: v["note"]}, wrong
	case app.OverlayDeviceType:
		return app.DeviceTypeBody{YAML: v["yaml"]}, wrong
	case app.OverlayPrice, app.OverlayMapping:
	}
	return app.PriceBody{
		SKU: v["sku"], Supplier: v["supplier"], UnitPrice: v["unit_price"], Surcharge: v["surcharge"], Currency: strings.ToUpper(v["currency"]),
		LeadTimeDays: count("lead_time_days"), Stock: count("stock"), ValidFrom: v["valid_from"], ValidTo: v["valid_to"],
	}, wrong
}

// fieldsOf are the fields of a kind in the order of its form; those of a
// mapping are its headers.
func fieldsOf(kind app.OverlayKind, values ...map[string]string) []formField {
	var out []formField
	for _, g := range forms[kind] {
		out = append(out, g.fields...)
	}
	if kind != app.OverlayMapping {
		return out
	}
	names := map[string]bool{}
	for _, v := range values {
		for name := range v {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		out = append(out, formField{name: name, label: name})
	}
	return out
}

// fieldOfPath is the field a problem's path leads to; empty: none of the form.
func fieldOfPath(kind app.OverlayKind, path string) string {
	name := path
	switch {
	case strings.HasPrefix(path, "cells."):
		name = strings.TrimPrefix(path, "cells.")
	case strings.HasPrefix(path, "sources[0]."):
		name = newSource + strings.TrimPrefix(path, "sources[0].")
	case strings.HasPrefix(path, "sources ") && kind == app.OverlayProduct:
		name = newSource + path[strings.LastIndexByte(path, ' ')+1:]
	case path == "yaml" || strings.HasPrefix(path, "yaml."):
		name = "yaml"
	case path == "key":
		name = "sku"
	}
	if slices.ContainsFunc(fieldsOf(kind), func(f formField) bool { return f.name == name }) {
		return name
	}
	return ""
}
