package pricelist

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page that lists the headers lists all of them.
func TestEveryHeaderIsDocumented(t *testing.T) {
	t.Parallel()
	name := filepath.Join("..", "..", "..", "docs", "price-lists.md")
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range synonyms {
		fmt.Fprintf(&b, "| `%s` | %s |\n", d.field, strings.Join(d.synonyms, ", "))
	}
	if !bytes.Contains(page, []byte(b.String())) {
		t.Errorf("docs/price-lists.md does not hold these rows:\n%s", b.String())
	}
}

func TestAHeaderMeansOneField(t *testing.T) {
	t.Parallel()
	seen := map[string]Field{}
	for _, d := range synonyms {
		for _, s := range d.synonyms {
			if s != words(s) {
				t.Errorf("%q is not in the form headers are looked up in, %q", s, words(s))
			}
			if other, ok := seen[s]; ok {
				t.Errorf("%q means %s and %s", s, other, d.field)
			}
			seen[s] = d.field
		}
	}
	for _, f := range Fields {
		if got, _ := fieldOf(string(f)); got != f && f != Ignored {
			t.Errorf("our own header %s is taken for %q", f, got)
		}
	}
}

func TestHeadersNameCurrencies(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"Unit price (EUR)": "unit_price EUR", "price_usd": "unit_price USD", "Preis (€) netto": " ", "Preis €": "unit_price €", "TRY price": "unit_price TRY",
		"top price": " ", "Stock EUR": " ", "Freight [CHF]": "surcharge CHF", "Price ($)": "unit_price $", "price": "unit_price ",
	} {
		f, code := fieldOf(header)
		if got := string(f) + " " + code; got != want {
			t.Errorf("%s: got %q, want %q", header, got, want)
		}
	}
}
