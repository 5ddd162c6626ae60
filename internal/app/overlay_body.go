package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/units"
)

// An OverlayBody is what a row of the overlay says: one of the types below.
type OverlayBody interface{ Kind() OverlayKind }

// A ProductBody is a part with a number: the cells of products.csv by the names
// of its columns (docs/catalog.md). Sources are rows of sources.csv that are
// stored along with it, each a row of its own.
type ProductBody struct {
	Cells   catalog.Row   `json:"cells"`
	Sources []catalog.Row `json:"sources,omitempty"`
}

// A SourceBody is where facts of products come from: the cells of sources.csv.
type SourceBody struct {
	Cells catalog.Row `json:"cells"`
}

// A DeviceTypeBody is one entry of a plan's device_types, in YAML.
type DeviceTypeBody struct {
	YAML string `json:"yaml"`
}

// A StatusBody is what the site thinks of a product.
type StatusBody struct {
	Status catalog.SiteStatus `json:"status"`
	Note   string             `json:"note"`
}

// A PriceBody is one row of a price list. Nil is not known or not said. Days
// are 2026-11-30, both included; empty: open.
type PriceBody struct {
	SKU          string `json:"sku"` // or the id spec:… of a part made to specification
	Supplier     string `json:"supplier"`
	UnitPrice    string `json:"unit_price"` // "100.00"
	Surcharge    string `json:"surcharge"`  // empty: 0
	Currency     string `json:"currency"`   // ISO 4217
	LeadTimeDays *int   `json:"lead_time_days"`
	Stock        *int   `json:"stock"`
	ValidFrom    string `json:"valid_from"`
	ValidTo      string `json:"valid_to"`
}

// A MappingBody is how the columns of a price list are read: the field of each
// header that has one.
type MappingBody struct {
	Headers []string          `json:"headers"`
	Fields  map[string]string `json:"fields"`
}

// Kind is OverlayProduct.
func (ProductBody) Kind() OverlayKind { return OverlayProduct }

// Kind is OverlaySource.
func (SourceBody) Kind() OverlayKind { return OverlaySource }

// Kind is OverlayDeviceType.
func (DeviceTypeBody) Kind() OverlayKind { return OverlayDeviceType }

// Kind is OverlayStatus.
func (StatusBody) Kind() OverlayKind { return OverlayStatus }

// Kind is OverlayPrice.
func (PriceBody) Kind() OverlayKind { return OverlayPrice }

// Kind is OverlayMapping.
func (MappingBody) Kind() OverlayKind { return OverlayMapping }

// ReadOverlayBody reads the JSON of a row's body, with no field but those of
// its kind.
func ReadOverlayBody(kind OverlayKind, body []byte) (OverlayBody, error) {
	switch kind {
	case OverlayProduct:
		return readBody[ProductBody](body)
	case OverlaySource:
		return readBody[SourceBody](body)
	case OverlayDeviceType:
		return readBody[DeviceTypeBody](body)
	case OverlayStatus:
		return readBody[StatusBody](body)
	case OverlayPrice:
		return readBody[PriceBody](body)
	case OverlayMapping:
		return readBody[MappingBody](body)
	}
	return nil, fmt.Errorf("overlay row of kind %q: %w; there are product, source, device-type, status, price, mapping", clip(string(kind)), ErrNotFound)
}

func readBody[B OverlayBody](text []byte) (OverlayBody, error) {
	var body B
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err := dec.Decode(&body)
	var other *json.UnmarshalTypeError
	switch {
	case errors.As(err, &other):
		return nil, fmt.Errorf("body of a %s: %s cannot be a %s", body.Kind(), orWord(other.Field, "it"), other.Value)
	case err != nil:
		return nil, fmt.Errorf("body of a %s cannot be read: %w", body.Kind(), err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("body of a %s cannot be read: more text follows the object", body.Kind())
	}
	return body, nil
}

// deviceType is the type as it was written. Its cages and speeds are those of
// the built-in catalog.
func (b DeviceTypeBody) deviceType() (*catalog.DeviceType, error) {
	cat, err := catalog.Load()
	if err != nil {
		return nil, err
	}
	t, err := planfile.DecodeDeviceType([]byte(b.YAML), cat)
	if err != nil {
		return nil, err
	}
	return t.Written(), nil
}

// key names the row of a price: one part, supplier, currency and first day.
func (b PriceBody) key() string {
	return b.list() + "|" + b.ValidFrom
}

// validOn reports whether the price holds on a day.
func (b PriceBody) validOn(day string) bool {
	return b.ValidFrom <= day && (b.ValidTo == "" || day <= b.ValidTo)
}

// overlaps reports whether there is a day on which both prices hold.
func (b PriceBody) overlaps(other PriceBody) bool {
	return (b.ValidTo == "" || other.ValidFrom <= b.ValidTo) && (other.ValidTo == "" || b.ValidFrom <= other.ValidTo)
}

// days is how long the price holds, in words.
func (b PriceBody) days() string {
	switch {
	case b.ValidFrom == "" && b.ValidTo == "":
		return "without end"
	case b.ValidTo == "":
		return "from " + b.ValidFrom + " on"
	case b.ValidFrom == "":
		return "until " + b.ValidTo
	}
	return b.ValidFrom + " to " + b.ValidTo
}

// row is the price as the catalog takes it.
func (b PriceBody) row() (catalog.PriceRow, error) {
	unit, err := parseMoney(b.UnitPrice)
	if err != nil {
		return catalog.PriceRow{}, fmt.Errorf("unit_price %w", err)
	}
	surcharge, err := parseMoney(b.Surcharge)
	if err != nil {
		return catalog.PriceRow{}, fmt.Errorf("surcharge %w", err)
	}
	return catalog.PriceRow{
		ID: b.SKU, Stock: orUnknown(b.Stock),
		Price: catalog.Price{Unit: unit, Surcharge: surcharge, Currency: b.Currency, LeadTimeDays: orUnknown(b.LeadTimeDays), Supplier: b.Supplier,
			ValidFrom: b.ValidFrom, ValidTo: b.ValidTo},
	}, nil
}

func orUnknown(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// maxUnitPrice is the most a price or surcharge may be.
const maxUnitPrice units.Money = 10_000_000_00

// parseMoney reads an amount written as digits with at most two decimals: "100",
// "99.5", "1234.50". Empty is 0.
func parseMoney(text string) (units.Money, error) {
	if text == "" {
		return 0, nil
	}
	whole, cents, point := strings.Cut(text, ".")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	switch {
	case !digits(whole) || point && !digits(cents):
		return 0, fmt.Errorf("%q is no amount; write digits with a point, such as 1234.50", clip(text))
	case len(cents) > 2:
		return 0, fmt.Errorf("%q has %d decimals; write at most 2", clip(text), len(cents))
	}
	n, err := strconv.ParseInt(whole+(cents + "00")[:2], 10, 64)
	if err != nil || n > int64(maxUnitPrice) {
		return 0, fmt.Errorf("%q is above the limit of %s", clip(text), maxUnitPrice)
	}
	return units.Money(n), nil
}

// list names the prices of which at most one may hold on a day.
func (b PriceBody) list() string { return strings.Join([]string{b.SKU, b.Supplier, b.Currency}, "|") }
