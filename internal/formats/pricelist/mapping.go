package pricelist

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"lengthwise/internal/formats/table"
)

// A Mapping says what each column of a list is taken for.
type Mapping struct {
	Columns  []Column  // in the order of the list, blank headers left out
	Problems []Problem // why the list cannot be read so; then Rows gives these only
}

// A Column is a header and the field it was taken for.
type Column struct {
	Letters    string // "C"
	Header     string // as written
	Field      Field  // empty: not recognised
	Currency   string // code or sign that the header names: "Unit price (EUR)"
	Remembered bool   // the field was given, not guessed

	at int // index of the column
}

// A fieldDefinition lists the headers a field is known by, normalised as words does.
type fieldDefinition struct {
	field    Field
	synonyms []string
}

// synonyms are headers seen on lists of makers, distributors and inventory
// programs, in English and German. One header means one field.
var synonyms = []fieldDefinition{
	{SKU, []string{
		"sku", "part number", "part no", "partnumber", "partno", "part num", "p n", "pn", "product number", "product no",
		"product code", "product id", "product sku", "item number", "item code", "item sku", "mfr part no", "mfr part number",
		"mfr part", "mfg part number", "mfg part no", "mfr p n", "mfg p n", "manufacturer part number", "manufacturer part no", "mpn", "mfpn",
		"ordering part number", "order code", "order number", "order no", "orderable part number", "nvidia sku", "nvidia part number", "maker sku",
		"artikelnummer", "artikel nr", "artikelnr", "art nr", "artikel", "teilenummer", "teile nr", "bestellnummer", "bestell nr",
		"herstellernummer", "hersteller teilenummer", "hersteller artikelnummer", "material number", "materialnummer",
	}},
	{AltSKU, []string{
		"alt sku", "alt skus", "alternative sku", "alternate sku", "alternative part number", "alternate part number", "legacy opn", "opn",
		"legacy part number", "legacy sku", "old part number", "other part number", "alte artikelnummer",
	}},
	{UnitPrice, []string{
		"unit price", "price", "unit cost", "price each", "price per unit", "price per piece", "list price", "net price", "net unit price",
		"unit net price", "unit list price", "sell price", "sales price", "your price", "dealer price", "cost", "cost price", "ea price", "each",
		"preis", "stückpreis", "stueckpreis", "einzelpreis", "nettopreis", "listenpreis", "preis pro stück", "preis je stück", "ek", "ek preis",
		"einkaufspreis", "vk", "vk preis", "e preis",
	}},
	{Surcharge, []string{
		"surcharge", "unit surcharge", "fee", "handling fee", "freight", "unit freight", "landing", "landing cost", "shipping", "shipping cost", "duty",
		"aufschlag", "zuschlag", "fracht", "frachtkosten", "versand", "versandkosten", "zoll",
	}},
	{Currency, []string{"currency", "curr", "cur", "currency code", "iso currency", "price currency", "waehrung", "währung", "whg"}},
	{LeadTimeDays, []string{
		"lead time days", "leadtime days", "lead days", "lead time in days", "delivery time days", "delivery days", "lieferzeit tage",
		"lieferzeit in tagen",
	}},
	{LeadTimeWeeks, []string{
		"lead time weeks", "leadtime weeks", "lead time wks", "lead weeks", "lead time in weeks", "delivery time weeks", "delivery weeks",
		"lieferzeit wochen", "lieferzeit in wochen",
	}},
	{LeadTime, []string{"lead time", "leadtime", "lead", "lt", "delivery time", "delivery", "lieferzeit"}},
	{Stock, []string{
		"stock", "stock qty", "stock quantity", "qty available", "quantity available", "available", "available qty", "available quantity",
		"on hand", "qty on hand", "quantity on hand", "in stock", "inventory", "qty in stock", "bestand", "lagerbestand", "lager", "verfügbar",
		"verfuegbar", "menge verfügbar",
	}},
	{Supplier, []string{"supplier", "supplier name", "vendor", "vendor name", "distributor", "reseller", "seller", "lieferant", "händler", "haendler", "distributor name"}},
	{ValidFrom, []string{"valid from", "from", "start date", "price valid from", "effective", "effective date", "effective from", "gültig ab", "gueltig ab", "gültig von"}},
	{ValidTo, []string{
		"valid to", "to", "valid until", "valid till", "valid through", "end date", "expiry", "expires", "expiry date", "expiration date", "price valid to",
		"price valid until", "effective to", "gültig bis", "gueltig bis",
	}},
}

// fields finds the field of a normalised header.
var fields = func() map[string]Field {
	m := map[string]Field{}
	for _, d := range synonyms {
		for _, s := range d.synonyms {
			m[s] = d.field
		}
	}
	return m
}()

// words is a header in the form it is looked up in: small letters, words parted
// by one blank, punctuation gone. Two headers with the same words are the same.
func words(header string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(header), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}), " ")
}

// fieldOf is the field a header stands for, and the code or sign of a currency
// that it names.
func fieldOf(header string) (f Field, currency string) {
	for _, s := range signs {
		before, after, ok := strings.Cut(header, s.sign)
		if !ok || unicode.IsLetter([]rune(s.sign)[0]) {
			continue
		}
		if f = fields[words(before+" "+after)]; f == UnitPrice || f == Surcharge {
			return f, s.sign
		}
	}
	all := words(header)
	if f = fields[all]; f != "" {
		return f, ""
	}
	list := strings.Fields(all)
	for i, w := range list {
		code, ok := CurrencyCode(w)
		if !ok || slices.Contains(alsoWords, w) && !strings.Contains(header, code) {
			continue
		}
		rest := strings.Join(slices.Delete(slices.Clone(list), i, i+1), " ")
		if f = fields[rest]; f == UnitPrice || f == Surcharge {
			return f, code
		}
	}
	return "", ""
}

// alsoWords are codes of currencies that are words too: in a header they count
// in capital letters only ("top price").
var alsoWords = []string{"all", "cup", "gel", "mad", "pen", "top", "try"}

// Guess says what each column is taken for: what is remembered of this list's
// headers, else what the header means. remembered maps headers, in any case and
// punctuation, to fields; a column to leave out is mapped to "ignored".
func (t *Table) Guess(remembered map[string]string) Mapping {
	given := map[string]string{}
	for header, field := range remembered {
		given[words(header)] = field
	}
	m := Mapping{}
	for i, h := range t.Headers {
		header := strings.TrimSpace(h.Text)
		if header == "" {
			continue
		}
		c := Column{Header: header, at: i}
		c.Letters = table.Letters(int(h.Column))
		c.Field, c.Currency = fieldOf(header)
		if field, ok := given[words(header)]; ok {
			c.Remembered, c.Field = true, Field(field)
			if c.Field != "" && !slices.Contains(Fields, c.Field) {
				m.refuse(t, "column %s %q is mapped to %q, which is no field; the fields are %s", c.Letters, header, field, fieldNames())
				c.Field = Ignored
			}
		}
		m.Columns = append(m.Columns, c)
	}
	m.check(t)
	return m
}

// Fields is the mapping as Guess remembers it: each header with its field,
// "ignored" for those that are not read.
func (m Mapping) Fields() map[string]string {
	out := map[string]string{}
	for _, c := range m.Columns {
		f := c.Field
		if f == "" {
			f = Ignored
		}
		out[words(c.Header)] = string(f)
	}
	return out
}

// Key is the same for all lists with the same headers in the same order.
func (m Mapping) Key() string {
	var b strings.Builder
	for _, c := range m.Columns {
		b.WriteString(words(c.Header) + "\n")
	}
	return b.String()
}

func fieldNames() string {
	names := make([]string, len(Fields))
	for i, f := range Fields {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}

func (m *Mapping) refuse(t *Table, format string, args ...any) {
	m.Problems = append(m.Problems, Problem{Sheet: t.Sheet, Row: t.HeaderRow, Message: fmt.Sprintf(format, args...)})
}

// check refuses two columns of one field, naming both, and a list without part
// numbers or prices, naming what was seen.
func (m *Mapping) check(t *Table) {
	leads := []Field{LeadTime, LeadTimeDays, LeadTimeWeeks}
	first := map[Field]Column{}
	for _, c := range m.Columns {
		kind := c.Field
		if slices.Contains(leads, kind) {
			kind = LeadTime
		}
		if kind == "" || kind == Ignored {
			continue
		}
		other, twice := first[kind]
		if !twice {
			first[kind] = c
			continue
		}
		m.refuse(t, "columns %s %q and %s %q are both taken for %s; map one of them to %s",
			other.Letters, other.Header, c.Letters, c.Header, kind, Ignored)
	}
	_, sku := first[SKU]
	_, alt := first[AltSKU]
	_, price := first[UnitPrice]
	if (sku || alt) && price {
		return
	}
	var missing []string
	if !sku && !alt {
		missing = append(missing, "part numbers (sku)")
	}
	if !price {
		missing = append(missing, "prices (unit_price)")
	}
	seen := make([]string, len(m.Columns))
	for i, c := range m.Columns {
		seen[i] = fmt.Sprintf("%s %q", c.Letters, c.Header)
	}
	m.refuse(t, "no column of %s was recognised; the headers are %s; map the column to its field, or name it so",
		strings.Join(missing, " and none of "), strings.Join(seen, ", "))
}
