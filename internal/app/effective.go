package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// An effective catalog is the built-in one with the overlay at a revision, on a
// day. Nobody changes it.
type effective struct {
	app      *App   // plans with it
	revision int64  // of the overlay; -1: none was read yet
	day      string // 2026-11-30; prices are those valid on it, in UTC
	rows     []OverlayRow
	at       map[rowKey]int    // of each row its place in rows
	trouble  []catalog.Problem // what of the overlay was left out, and why; nil: nothing

	priced sync.Once
	lists  map[string][]PriceBody
}

// prices are the rows of price lists, whatever their days, by what
// PriceBody.list says.
func (e *effective) prices() map[string][]PriceBody {
	e.priced.Do(func() {
		e.lists = map[string][]PriceBody{}
		for _, r := range e.rows {
			if r.Kind != OverlayPrice {
				continue
			}
			if body, err := ReadOverlayBody(r.Kind, r.Body); err == nil { // else it is in trouble
				b := body.(PriceBody)
				e.lists[b.list()] = append(e.lists[b.list()], b)
			}
		}
	})
	return e.lists
}

// A rowKey names a row of the overlay.
type rowKey struct {
	kind OverlayKind
	key  string
}

// row is a row that stands; its Version is 0 where there is none.
func (e *effective) row(kind OverlayKind, key string) OverlayRow {
	if i, ok := e.at[rowKey{kind, key}]; ok {
		return e.rows[i]
	}
	return OverlayRow{Kind: kind, Key: key}
}

// How long a use case waits to learn whether the catalog changed, and for how
// long it goes on with the last known after that was in vain.
const (
	catalogPatience = time.Second
	catalogPause    = 2 * time.Second
)

// App answers what needs no store, with the catalog as it was last read.
func (p *Plans) App() *App { return p.known.Load().app }

// Current is App with the catalog as it is now: the built-in one with what the
// site added. While the store is away it is the last known.
func (p *Plans) Current(ctx context.Context) *App { return p.effective(ctx).app }

// Trouble says what of the overlay the catalog leaves out, and why; nil where
// that is nothing. It happens where a newer program is stricter than the one
// that stored a row.
func (p *Plans) Trouble() []catalog.Problem { return p.known.Load().trouble }

// effective is the catalog as it is now; the last known where the store cannot
// say.
func (p *Plans) effective(ctx context.Context) *effective {
	if p.store == nil || p.now().UnixNano() < p.askAgain.Load() {
		return p.known.Load()
	}
	asking, cancel := context.WithTimeout(ctx, catalogPatience)
	defer cancel()
	e, err := p.refresh(ctx, asking)
	if err != nil {
		if ctx.Err() == nil {
			p.askAgain.Store(p.now().Add(catalogPause).UnixNano())
		}
		return p.known.Load()
	}
	return e
}

// refresh asks the store, under the context asking, whether the catalog changed
// and reads it again if so.
func (p *Plans) refresh(ctx, asking context.Context) (*effective, error) {
	revision, err := p.store.OverlayRevision(asking)
	if err != nil {
		return nil, err
	}
	day := dayOf(p.now())
	if known := p.known.Load(); known.is(revision, day) {
		return known, nil
	}
	return p.reading.do(ctx, fmt.Sprint(revision, day), func(ctx context.Context) (*effective, error) {
		if known := p.known.Load(); known.is(revision, day) { // read since
			return known, nil
		}
		rows, revision, err := p.store.OverlayRows(ctx)
		if err != nil {
			return nil, err
		}
		e := p.extend(rows, revision, day)
		p.adopt(e)
		return e, nil
	})
}

func (e *effective) is(revision int64, day string) bool {
	return e.revision == revision && e.day == day
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// adopt makes a catalog the one everybody works with from now on.
func (p *Plans) adopt(e *effective) {
	before := p.known.Swap(e)
	if from, to := before.app.CatalogRevision(), e.app.CatalogRevision(); from != to {
		p.cache.keepOnly(from, to)
		select {
		case p.changed <- struct{}{}:
		default: // it is known already
		}
	}
}

// extend makes the effective catalog of an overlay. Rows that the catalog
// refuses are left out and said in trouble; where that does not help, it is the
// last catalog.
func (p *Plans) extend(rows []OverlayRow, revision int64, day string) *effective {
	a := p.known.Load().app
	cat, trouble := loadOverlay(rows, day)
	if cat != nil {
		a = a.with(cat)
	}
	return arranged(rows, revision, day, a, trouble)
}

// arranged puts rows in their order: by kind, then by key.
func arranged(rows []OverlayRow, revision int64, day string, a *App, trouble []catalog.Problem) *effective {
	e := &effective{app: a, revision: revision, day: day, rows: rows, at: make(map[rowKey]int, len(rows)), trouble: trouble}
	slices.SortFunc(e.rows, func(a, b OverlayRow) int {
		return cmp.Or(cmp.Compare(slices.Index(OverlayKinds, a.Kind), slices.Index(OverlayKinds, b.Kind)), units.CompareNatural(a.Key, b.Key))
	})
	for i, r := range e.rows {
		e.at[rowKey{r.Kind, r.Key}] = i
	}
	return e
}

// with is the same App with another catalog.
func (a *App) with(cat *catalog.Catalog) *App {
	b := *a
	b.catalog = cat
	return &b
}

// maxTries is how often rows that are refused are left out before the overlay
// as a whole is given up: what names a row left out is refused in its turn.
const maxTries = 5

// loadOverlay is the catalog with the overlay's rows, and what had to be left
// out of them. It is nil where nothing helps.
func loadOverlay(rows []OverlayRow, day string) (*catalog.Catalog, []catalog.Problem) {
	o, trouble := overlayOf(rows, day)
	for range maxTries {
		cat, err := catalog.LoadWith(o)
		if err == nil {
			return cat, trouble
		}
		var problems *catalog.Problems
		if !errors.As(err, &problems) {
			return nil, append(trouble, catalog.Problem{Message: err.Error()})
		}
		trouble = append(trouble, problems.List...)
		left := 0
		for _, x := range problems.List {
			left += leaveOut(&o, x.Table, x.Key)
		}
		if left == 0 {
			return nil, trouble
		}
	}
	return nil, append(trouble, catalog.Problem{Message: "too many rows of the overlay depend on rows that are refused"})
}

// leaveOut takes rows out of an overlay and counts them.
func leaveOut(o *catalog.Overlay, table, key string) int {
	before := len(o.Products) + len(o.Sources) + len(o.Types) + len(o.Status) + len(o.Prices)
	switch table {
	case "products":
		o.Products = slices.DeleteFunc(o.Products, func(r catalog.Row) bool { return r["sku"] == key })
	case "sources":
		o.Sources = slices.DeleteFunc(o.Sources, func(r catalog.Row) bool { return r["key"] == key })
	case "device-types":
		o.Types = slices.DeleteFunc(o.Types, func(t *catalog.DeviceType) bool { return t.Slug == key })
	case "status":
		delete(o.Status, key)
	case "prices":
		o.Prices = slices.DeleteFunc(o.Prices, func(r catalog.PriceRow) bool { return r.ID == key })
	}
	return before - (len(o.Products) + len(o.Sources) + len(o.Types) + len(o.Status) + len(o.Prices))
}

// overlayOf reads the bodies of rows. One that cannot be read is left out and
// said.
func overlayOf(rows []OverlayRow, day string) (catalog.Overlay, []catalog.Problem) {
	o := catalog.Overlay{Status: map[string]catalog.SiteStatus{}}
	var trouble []catalog.Problem
	for _, r := range rows {
		if err := addRow(&o, r, day); err != nil {
			trouble = append(trouble, catalog.Problem{Table: tableNames[r.Kind], Key: r.Key, Message: strings.ReplaceAll(err.Error(), "\n", "; ")})
		}
	}
	return o, trouble
}

// tableNames is what catalog.LoadWith calls the rows of a kind.
var tableNames = map[OverlayKind]string{
	OverlayProduct: "products", OverlaySource: "sources", OverlayDeviceType: "device-types", OverlayStatus: "status", OverlayPrice: "prices",
	OverlayMapping: "mappings",
}

func addRow(o *catalog.Overlay, r OverlayRow, day string) error {
	body, err := ReadOverlayBody(r.Kind, r.Body)
	if err != nil {
		return err
	}
	switch b := body.(type) {
	case ProductBody:
		o.Products = append(o.Products, b.Cells)
	case SourceBody:
		o.Sources = append(o.Sources, b.Cells)
	case DeviceTypeBody:
		t, err := b.deviceType()
		if err != nil {
			return err
		}
		o.Types = append(o.Types, t)
	case StatusBody:
		o.Status[r.Key] = b.Status
	case PriceBody:
		if b.validOn(day) {
			row, err := b.row()
			if err != nil {
				return err
			}
			o.Prices = append(o.Prices, row)
		}
	}
	return nil
}
