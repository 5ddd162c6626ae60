package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fold makes the spellings of one part number equal: small letters, without
// dashes and spaces.
func fold(number string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, number)
}

// Product finds a part by its number or another of its numbers, in any
// spelling: small letters, without dashes. It is nil where there is none.
func (c *Catalog) Product(sku string) *Product {
	if p := c.index.products[sku]; p != nil {
		return p
	}
	return c.index.products[fold(sku)]
}

// Search finds the products one of whose numbers begins with the text, in any
// spelling, in file order. An empty text finds all.
func (c *Catalog) Search(text string) []*Product {
	prefix := fold(text)
	var out []*Product
	for _, p := range c.Products {
		if p.numbered(prefix) {
			out = append(out, p)
		}
	}
	return out
}

func (p *Product) numbered(prefix string) bool {
	if strings.HasPrefix(fold(p.SKU), prefix) {
		return true
	}
	for _, n := range p.AltSKUs {
		if strings.HasPrefix(fold(n), prefix) {
			return true
		}
	}
	return false
}

// NearestSKU is the part number most like the text, or empty where none is
// near.
func (c *Catalog) NearestSKU(text string) string {
	var numbers []string
	for _, p := range c.Products {
		numbers = append(append(numbers, p.SKU), p.AltSKUs...)
	}
	return Closest(text, numbers)
}

// NearestType is the slug of a device type most like the text, or empty where
// none is near.
func (c *Catalog) NearestType(text string) string {
	slugs := make([]string, len(c.Types))
	for i, t := range c.Types {
		slugs[i] = t.Slug
	}
	return Closest(text, slugs)
}

// maxCompared is the longest word Closest looks at, in bytes.
const maxCompared = 64

// Closest is the candidate that takes the fewest single-letter changes (put in,
// take out, replace, swap two neighbours) to become the word, whatever the
// case; the first of several. It is empty where that would change more than a
// third of the word.
func Closest(word string, candidates []string) string {
	if len(word) > maxCompared || word == "" {
		return ""
	}
	w := strings.ToLower(word)
	best, least := "", 1+max(1, utf8.RuneCountInString(w)/3)
	for _, c := range candidates {
		if len(c) > maxCompared || len(c)-len(w) >= least*utf8.UTFMax || len(w)-len(c) >= least*utf8.UTFMax {
			continue
		}
		if d := distance(w, strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// didYouMean ends a message with the nearest candidate, where there is one.
func didYouMean(word string, candidates []string) string {
	if near := Closest(word, candidates); near != "" {
		return "; did you mean " + quote(near) + "?"
	}
	return ""
}

// distance is the optimal string alignment distance of two short words.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	older := make([]int, len(y)+1)
	old := make([]int, len(y)+1)
	now := make([]int, len(y)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(x); i++ {
		now[0] = i
		for j := 1; j <= len(y); j++ {
			change := old[j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			now[j] = min(change, old[j]+1, now[j-1]+1)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], older[j-2]+1)
			}
		}
		older, old, now = old, now, older
	}
	return old[len(y)]
}
