package app

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/pricelist"
	"lengthwise/internal/plan"
)

// The bounds of what a row of the overlay says.
const (
	maxOverlay     = 200_000   // rows of the overlay in all
	maxKey         = 300       // bytes
	maxSupplier    = 100       // characters
	maxDeviceType  = 256 << 10 // bytes of its YAML
	maxBodySources = 20        // that a product brings along
)

// A bodyCheck finds out what is wrong with a body, all of it.
type bodyCheck struct {
	faults
	e *effective
}

// body is the key of the row and the body in the one form it is stored in.
func (c *bodyCheck) body(key string, body OverlayBody) (string, OverlayBody) {
	c.text("key", key, maxKey)
	switch b := body.(type) {
	case ProductBody:
		return c.product(key, b)
	case SourceBody:
		b.Cells = filled(b.Cells)
		return c.named(key, b.Cells["key"], "cells.key"), b
	case DeviceTypeBody:
		return c.deviceType(key, b)
	case StatusBody:
		c.text("note", b.Note, MaxMessage)
		if b.Status == "" {
			c.add("status", "status is empty; write preferred, allowed or forbidden")
		}
		word(&c.faults, "status", b.Status, catalog.Preferred, catalog.Allowed, catalog.Forbidden)
		return c.part("key", key), b
	case PriceBody:
		b = c.price(b)
		return c.named(key, b.key(), "key"), b
	}
	c.add("kind", "a mapping is remembered when a price list is imported; it can be taken out and not put")
	return key, body
}

// named is the key a body says, which must be the one asked for.
func (c *bodyCheck) named(key, said, path string) string {
	switch {
	case said == "":
		c.add(path, "%s is empty", path)
	case key != "" && key != said:
		c.add(path, "the row is %q and its body says %q; write the same, or take this row out and put another", clip(key), clip(said))
	case strings.Contains(said, "|") && path != "key":
		c.add(path, "%q holds a |, which no number may", clip(said))
	case len(said) > maxKey:
		c.add(path, "the key is %d bytes long; the limit is %d", len(said), maxKey)
	}
	return said
}

// filled are the cells that hold something.
func filled(cells catalog.Row) catalog.Row {
	out := maps.Clone(cells)
	maps.DeleteFunc(out, func(_, cell string) bool { return cell == "" })
	return out
}

func (c *bodyCheck) product(key string, b ProductBody) (string, OverlayBody) {
	b.Cells = filled(b.Cells)
	if len(b.Sources) > maxBodySources {
		c.add("sources", "%d sources; the limit is %d", len(b.Sources), maxBodySources)
	}
	seen := map[string]bool{}
	for i, cells := range b.Sources {
		path := fmt.Sprintf("sources[%d].key", i)
		b.Sources[i] = filled(cells)
		if name := c.named("", cells["key"], path); seen[name] {
			c.add(path, "source %q stands here twice", clip(name))
		} else {
			seen[name] = true
		}
	}
	return c.named(key, b.Cells["sku"], "cells.sku"), b
}

func (c *bodyCheck) deviceType(key string, b DeviceTypeBody) (string, OverlayBody) {
	if len(b.YAML) > maxDeviceType {
		c.add("yaml", "yaml is %d bytes long; the limit is %d", len(b.YAML), maxDeviceType)
		return key, b
	}
	t, err := b.deviceType()
	var problems *plan.Problems
	switch {
	case errors.As(err, &problems):
		for _, x := range problems.List {
			x.Path = strings.TrimSuffix("yaml."+x.Path, ".")
			c.list = append(c.list, x)
		}
		return key, b
	case err != nil:
		c.add("yaml", "%v", err)
		return key, b
	}
	return c.named(key, t.Slug, "yaml.slug"), b
}

// part is the number of a part as the catalog writes it, or its id spec:….
func (c *bodyCheck) part(path, number string) string {
	part, ok := c.e.app.catalog.Part(strings.TrimSpace(number))
	if ok {
		return part.ID()
	}
	hint := ""
	if near := c.e.app.catalog.NearestSKU(number); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	c.add(path, "part %q is not in the catalog%s", clip(number), hint)
	return number
}

// price is the body with amounts to the cent and the part's number as the
// catalog writes it.
func (c *bodyCheck) price(b PriceBody) PriceBody {
	b.SKU, b.Supplier = c.part("sku", b.SKU), strings.TrimSpace(b.Supplier)
	c.text("supplier", b.Supplier, maxSupplier)
	if strings.Contains(b.Supplier, "|") {
		c.add("supplier", "supplier %q holds a |; write it without", clip(b.Supplier))
	}
	if b.UnitPrice == "" {
		c.add("unit_price", "unit_price is empty; write the price of one piece, such as 1234.50")
	}
	for _, f := range []struct {
		path   string
		amount *string
	}{{"unit_price", &b.UnitPrice}, {"surcharge", &b.Surcharge}} {
		m, err := parseMoney(*f.amount)
		if err != nil {
			c.add(f.path, "%s %v", f.path, err)
		}
		*f.amount = m.String()
	}
	c.figures(b)
	c.period(b)
	return b
}

// figures checks what the catalog would check later, once the price begins.
func (c *bodyCheck) figures(b PriceBody) {
	if code, known := pricelist.CurrencyCode(b.Currency); !known || code != b.Currency {
		c.add("currency", "currency %q is no code of ISO 4217 in use, in capital letters; write one such as USD or EUR", clip(b.Currency))
	}
	for _, f := range []struct {
		path  string
		value *int
		most  int
	}{{"lead_time_days", b.LeadTimeDays, catalog.MaxLeadTimeDays}, {"stock", b.Stock, catalog.MaxStock}} {
		if f.value != nil && (*f.value < 0 || *f.value > f.most) {
			c.add(f.path, "%s is %d; write a number from 0 to %d, or null where it is not known", f.path, *f.value, f.most)
		}
	}
}

// period checks the days of a price, also against those of the prices beside it.
func (c *bodyCheck) period(b PriceBody) {
	if !c.days(b) {
		return
	}
	for _, other := range c.e.prices()[b.list()] {
		if other.ValidFrom != b.ValidFrom && b.overlaps(other) {
			c.add("valid_from", "the price holds %s, and another of this part, supplier and currency %s; end one before the other begins", b.days(), other.days())
		}
	}
}

// days checks the days of a price by themselves.
func (c *bodyCheck) days(b PriceBody) bool {
	before := len(c.list)
	for _, f := range []struct{ path, day string }{{"valid_from", b.ValidFrom}, {"valid_to", b.ValidTo}} {
		if t, err := time.Parse(time.DateOnly, f.day); f.day != "" && (err != nil || t.Year() < 1900) {
			c.add(f.path, "%s %q is no day; write it as 2026-11-30", f.path, clip(f.day))
		}
	}
	if len(c.list) == before && b.ValidTo != "" && b.ValidTo < b.ValidFrom {
		c.add("valid_to", "valid_to %s is before valid_from %s", b.ValidTo, b.ValidFrom)
	}
	return len(c.list) == before
}
