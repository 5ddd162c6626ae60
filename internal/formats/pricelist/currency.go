package pricelist

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/currency"

	"lengthwise/internal/formats/table"
)

// currencies are the codes of ISO 4217 that are legal tender somewhere today.
var currencies = func() map[string]bool {
	m := map[string]bool{}
	for it := currency.Query(); it.Next(); {
		m[it.Unit().String()] = true
	}
	return m
}()

// CurrencyCode reads a currency code of ISO 4217 in any case; false: no currency
// in use has it.
func CurrencyCode(text string) (string, bool) {
	code := strings.ToUpper(strings.TrimSpace(text))
	return code, currencies[code]
}

// signs are what stands for a currency in a price. A sign of several says which
// it may be, not which it is.
var signs = []struct {
	sign  string
	codes []string
}{
	{"€", []string{"EUR"}},
	{"₹", []string{"INR"}},
	{"₩", []string{"KRW"}},
	{"₪", []string{"ILS"}},
	{"₺", []string{"TRY"}},
	{"₫", []string{"VND"}},
	{"₴", []string{"UAH"}},
	{"zł", []string{"PLN"}},
	{"$", []string{"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "BRL", "CLP", "COP", "ARS"}},
	{"£", []string{"GBP", "EGP", "GIP", "FKP", "SHP"}},
	{"¥", []string{"JPY", "CNY"}},
	{"kr", []string{"SEK", "NOK", "DKK", "ISK"}},
}

// mayMean are the currencies that a mark beside an amount may stand for: a code
// or a sign. None: it is neither.
func mayMean(mark string) []string {
	if code, ok := CurrencyCode(mark); ok {
		return []string{code}
	}
	for _, s := range signs {
		if strings.EqualFold(strings.TrimSuffix(mark, "."), s.sign) {
			return s.codes
		}
	}
	return nil
}

// claims are what a row says about its currency: its own cell, the headers of
// its amounts, and the marks beside them. They have to agree.
type claims struct {
	r   *rowReader
	may []string // what all of them allow; nil: nothing was said
}

// column adds what the row's own cell says.
func (k *claims) column(cells []table.Cell) {
	c, ok := k.r.cell(cells, Currency)
	if !ok || strings.TrimSpace(c.Text) == "" {
		return
	}
	code, ok := CurrencyCode(c.Text)
	if !ok {
		k.r.bad(c, fmt.Errorf("is no currency code of ISO 4217 in use; write one such as USD or EUR"))
		return
	}
	k.may = []string{code}
}

// add narrows what the row is in. The cell is the one that says so.
func (k *claims) add(c table.Cell, may []string) {
	if may == nil {
		return
	}
	if k.may == nil {
		k.may = may
		return
	}
	both := slices.DeleteFunc(slices.Clone(k.may), func(code string) bool { return !slices.Contains(may, code) })
	if len(both) == 0 {
		k.r.bad(c, fmt.Errorf("is in %s, and the row is in %s; keep one", strings.Join(may, " or "), strings.Join(k.may, " or ")))
		return
	}
	k.may = both
}

// settle is the currency of a row whose price stands in c: the one it says, else
// the default of the list.
func (k *claims) settle(c table.Cell) string {
	preset := k.r.defaults.Currency
	switch {
	case len(k.may) == 1:
		return k.may[0]
	case k.may == nil && preset != "", slices.Contains(k.may, preset):
		return preset
	case k.may == nil:
		k.r.missing(c, "the price has no currency; add a column currency, or say which holds for the whole list")
	case preset == "":
		k.r.bad(c, fmt.Errorf("may be in %s; add a column currency, or say which holds for the whole list", strings.Join(k.may, ", ")))
	default:
		k.r.bad(c, fmt.Errorf("may be in %s, and the list is said to be in %s; add a column currency", strings.Join(k.may, ", "), preset))
	}
	return ""
}
