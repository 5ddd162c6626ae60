package planner

import (
	"fmt"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A pin is what a link or an override demands of the cable, looked up in the
// catalog. It is shared by the links of an entry and never changed.
type pin struct {
	plan.Cable
	part    catalog.Part        // of SKU
	modules [2]*catalog.Product // of ModuleA, ModuleB
	path    string
	bad     bool // names an unknown product
}

// pinOf looks a pinned cable up; nil where nothing is pinned.
func (w *work) pinOf(c plan.Cable, path string) *pin {
	if c.IsZero() {
		return nil
	}
	p := &pin{Cable: c, path: path}
	for i, field := range []struct{ name, sku string }{{"module_a", c.ModuleA}, {"module_b", c.ModuleB}} {
		if field.sku == "" {
			continue
		}
		p.modules[i] = w.cat.Product(field.sku)
		if p.modules[i] == nil || p.modules[i].Medium != catalog.Transceiver {
			what := "is not in the catalog"
			if p.modules[i] != nil {
				what = "is no transceiver but " + string(p.modules[i].Medium)
			}
			w.unknownProduct(path+"."+field.name, field.sku, what)
			p.bad = true
		}
	}
	if c.SKU == "" {
		return p
	}
	part, ok := w.cat.Part(c.SKU)
	switch {
	case !ok:
		w.unknownProduct(path+".sku", c.SKU, "is not in the catalog")
		p.bad = true
	case part.Product != nil && part.Product.Medium == catalog.Transceiver:
		w.unknownProduct(path+".sku", c.SKU, "is a transceiver; pin it as module_a or module_b")
		p.bad = true
	}
	p.part = part
	return p
}

func (w *work) unknownProduct(path, sku, what string) {
	f := plan.Finding{Code: "unknown-product", Path: path, Subject: sku, Message: fmt.Sprintf("product %q %s", sku, what)}
	if near := w.cat.NearestSKU(sku); near != "" && what == "is not in the catalog" {
		f.Message += fmt.Sprintf("; did you mean %s?", near)
	}
	f.Fix = "write a number of the catalog; server catalog list shows them"
	w.report.find(f)
}
