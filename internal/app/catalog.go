package app

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// CatalogRevision names the product data: 12 hex digits.
func (a *App) CatalogRevision() string { return a.catalog.Revision }

// A ProductQuery filters products; what is empty or 0 does not.
type ProductQuery struct {
	Text       string // the beginning of a number in any spelling, or words of the description
	Medium     catalog.Medium
	Generation string // one of catalog.Classes
	Shape      string // one of Shapes
	Form       string // a cage that takes a plug of it
	Min, Max   units.Length
	Lifecycle  catalog.Lifecycle
	Evidence   catalog.Evidence
	Status     catalog.SiteStatus
}

// Products lists what fits the query, in the order of media, then as in the
// catalog. The error wraps ErrNotFound where a word of the query names nothing.
func (a *App) Products(q ProductQuery) ([]*catalog.Product, error) {
	var cage *catalog.FormFactor
	if q.Form != "" {
		if cage = a.catalog.Form(q.Form); cage == nil {
			var names []string
			for _, f := range a.catalog.Forms {
				names = append(names, f.Name)
			}
			return nil, missing("form factor", q.Form, names)
		}
	}
	numbered := map[*catalog.Product]bool{}
	for _, p := range a.catalog.Search(q.Text) {
		numbered[p] = true
	}
	var out []*catalog.Product
	for _, medium := range catalog.Media {
		for _, p := range a.catalog.Products {
			if p.Medium == medium && q.admits(p, cage) && (q.Status == "" || a.catalog.StatusOf(p.SKU) == q.Status) && (numbered[p] || described(p, q.Text)) {
				out = append(out, p)
			}
		}
	}
	return out, nil
}

func (q ProductQuery) admits(p *catalog.Product, cage *catalog.FormFactor) bool {
	return (q.Medium == "" || p.Medium == q.Medium) &&
		(q.Generation == "" || slices.Contains(p.Generations(), q.Generation)) &&
		shaped(q.Shape, p.Shape) &&
		(q.Lifecycle == "" || p.Lifecycle == q.Lifecycle) &&
		(q.Evidence == "" || p.Evidence == q.Evidence) &&
		(cage == nil || plugs(cage, p.EndA) || plugs(cage, p.EndB)) &&
		(q.Min == 0 || p.Span() >= q.Min) &&
		(q.Max == 0 || p.Span() <= q.Max)
}

// plugs reports whether the form is the plug's own or a cage that takes it.
func plugs(form, plug *catalog.FormFactor) bool {
	return plug != nil && (form == plug || form.Cage && form.Accept(plug.Name))
}

// described reports whether a product's description holds every word.
func described(p *catalog.Product, words string) bool {
	text := strings.ToLower(p.Description)
	for _, w := range strings.Fields(strings.ToLower(words)) {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// missing says that a word names nothing, and what it may have meant.
func missing(kind, word string, known []string) error {
	if near := catalog.Closest(word, known); near != "" {
		return fmt.Errorf("%s %q: %w; did you mean %s?", kind, word, ErrNotFound, near)
	}
	if len(known) > 30 {
		return fmt.Errorf("%s %q: %w", kind, word, ErrNotFound)
	}
	return fmt.Errorf("%s %q: %w; there are %s", kind, word, ErrNotFound, strings.Join(known, ", "))
}

// A ProductPage is a product with what people ask next about it.
type ProductPage struct {
	Product *catalog.Product
	Sources []*catalog.Source
	FitsA   []*catalog.DeviceType // rackable types with a cage that takes EndA at a speed of the product
	FitsB   []*catalog.DeviceType // the same for EndB; nil for transceivers
	Longer  *catalog.Product      // the next longer of its kind, of transceivers the next farther; nil: there is none
	Instead []*catalog.Product    // of each other medium the shortest at least as long that joins the same cages
}

// Product is the page of a part number in any spelling. The error wraps
// ErrNotFound.
func (a *App) Product(sku string) (*ProductPage, error) {
	p := a.catalog.Product(sku)
	if p == nil {
		if near := a.catalog.NearestSKU(sku); near != "" {
			return nil, fmt.Errorf("part %q: %w; did you mean %s?", sku, ErrNotFound, near)
		}
		return nil, fmt.Errorf("part %q: %w; list the parts by the beginning of a number or by medium", sku, ErrNotFound)
	}
	page := &ProductPage{Product: p, Sources: a.Sources(p.Sources), FitsA: a.takes(p, p.EndA), FitsB: a.takes(p, p.EndB)}
	for _, other := range a.catalog.Products {
		if !alike(p, other) || !other.Automatic || other.Lifecycle == catalog.Retired || a.catalog.StatusOf(other.SKU) == catalog.Forbidden {
			continue
		}
		switch {
		case other.Medium == p.Medium && other.Span() > p.Span() && (page.Longer == nil || other.Span() < page.Longer.Span()):
			page.Longer = other
		case other.Medium != p.Medium && other.Span() >= p.Span():
			at := slices.IndexFunc(page.Instead, func(x *catalog.Product) bool { return x.Medium == other.Medium })
			if at < 0 {
				page.Instead = append(page.Instead, other)
			} else if other.Span() < page.Instead[at].Span() {
				page.Instead[at] = other
			}
		}
	}
	slices.SortFunc(page.Instead, func(x, y *catalog.Product) int {
		return slices.Index(catalog.Media, x.Medium) - slices.Index(catalog.Media, y.Medium)
	})
	return page, nil
}

// alike reports whether two parts of known length or reach join the same ends
// in the same shape at a speed both carry.
func alike(p, q *catalog.Product) bool {
	if p == q || p.Span() == 0 || p.EndA != q.EndA || p.EndB != q.EndB || p.Shape != q.Shape || p.Fibre != q.Fibre || p.Polish != q.Polish {
		return false
	}
	return len(p.Speeds) > 0 && q.Carries(p.Speeds[0])
}

// takes lists the types that may stand in a rack and have a cage for the plug.
func (a *App) takes(p *catalog.Product, plug *catalog.FormFactor) []*catalog.DeviceType {
	if plug == nil {
		return nil
	}
	var out []*catalog.DeviceType
	for _, t := range a.catalog.Types {
		if t.Rackable && len(Takes(t, p, plug)) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// Takes lists the port groups of a type whose cages take a product's plug at a
// speed the product carries.
func Takes(t *catalog.DeviceType, p *catalog.Product, plug *catalog.FormFactor) []*catalog.PortGroup {
	var out []*catalog.PortGroup
	for i := range t.Groups {
		if g := &t.Groups[i]; g.Form.Accept(plug.Name) && slices.ContainsFunc(p.Speeds, g.Lists) {
			out = append(out, g)
		}
	}
	return out
}

// Sources are the sources of the keys, in their order.
func (a *App) Sources(keys []string) []*catalog.Source {
	var out []*catalog.Source
	for _, k := range keys {
		if s := a.catalog.Source(k); s != nil {
			out = append(out, s)
		}
	}
	return out
}

// Types lists the device types whose slug, model or maker holds the text, the
// built-in ones first, in the order of the catalog.
func (a *App) Types(text string) []*catalog.DeviceType {
	var out []*catalog.DeviceType
	text = strings.ToLower(text)
	for _, t := range a.catalog.Types {
		if strings.Contains(t.Slug, text) || strings.Contains(strings.ToLower(t.Model), text) || strings.Contains(strings.ToLower(t.Maker), text) {
			out = append(out, t)
		}
	}
	return out
}

// Type is the device type of that slug, built in or of the site, nil where there is none.
func (a *App) Type(slug string) *catalog.DeviceType { return a.catalog.Type(slug) }

// LintCatalog reads a catalog from a folder's files by the rules the built-in
// one keeps. The error is a *catalog.Problems with every bad row.
func (a *App) LintCatalog(files fs.FS) (*catalog.Catalog, error) { return catalog.LoadFS(files) }

// Catalog is what the App plans with: built in, and what the site added.
func (a *App) Catalog() *catalog.Catalog { return a.catalog }
