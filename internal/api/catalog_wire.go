package api

import (
	"encoding/json"
	"fmt"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// Null, on the wire, is what is not known; lengths are whole millimetres.

// Revisioned names the catalog an answer was taken from.
type Revisioned struct {
	CatalogRevision string `json:"catalog_revision" doc:"Of the built-in catalog with what the site added"`
}

func revisioned(a *app.App) Revisioned { return Revisioned{a.CatalogRevision()} }

// A CatalogProduct is a part with a number.
type CatalogProduct struct {
	SKU         string         `json:"sku"`
	AltSKUs     []string       `json:"alt_skus"`
	Maker       string         `json:"maker"`
	Family      string         `json:"family"`
	Medium      catalog.Medium `json:"medium"`
	Description string         `json:"description"`
	Generations []string       `json:"generations"`
	Speeds      []string       `json:"speeds" doc:"Carried by each port; of a splitter, by each leg"`
	Shape       string         `json:"shape" doc:"1:1, 1:2 or 1:4"`
	EndA        *string        `json:"end_a" doc:"Plug; of a splitter that of the hub"`
	EndB        *string        `json:"end_b"`
	LengthMM    *int64         `json:"length_mm"`
	ReachMM     *int64         `json:"reach_mm" doc:"Of a transceiver, on its best fibre"`
	PowerW      *json.Number   `json:"power_w" doc:"Of the plug end_a"`
	PowerLegW   *json.Number   `json:"power_leg_w" doc:"Of each plug end_b"`
	ODMM        *json.Number   `json:"od_mm" doc:"Outer diameter"`
	BendMM      *int64         `json:"bend_radius_mm"`
	WeightKg    *json.Number   `json:"weight_kg"`
	AWG         *string        `json:"awg"`
	Optics      *string        `json:"optics"`
	Fibre       *string        `json:"fibre"`
	ConnectorA  *string        `json:"connector_a"`
	ConnectorB  *string        `json:"connector_b"`
	Polish      *string        `json:"polish"`
	Lifecycle   string         `json:"lifecycle"`
	Evidence    string         `json:"evidence"`
	Automatic   bool           `json:"automatic" doc:"Chosen without a pin"`
	Note        string         `json:"note"`
	Sources     []string       `json:"sources" doc:"Keys of where the facts come from"`
	Locator     string         `json:"locator" doc:"Where in the sources"`

	Status catalog.SiteStatus `json:"site_status" doc:"preferred, allowed or forbidden: what the site thinks of it"`
	Price  *PartPrice         `json:"price" doc:"The lowest of the site's price lists today; null: none in the currency"`
}

func productOf(cat *catalog.Catalog, p *catalog.Product, currency string) CatalogProduct {
	out := CatalogProduct{
		SKU: p.SKU, AltSKUs: listed(p.AltSKUs), Maker: p.Maker, Family: p.Family, Medium: p.Medium, Description: p.Description,
		Generations: listed(p.Generations()), Speeds: speedNames(p.Speeds), Shape: p.Shape,
		EndA: formName(p.EndA), EndB: formName(p.EndB), LengthMM: millimetres(p.Length), ReachMM: millimetres(p.Reach),
		PowerW: watts(p.PowerA), PowerLegW: watts(p.PowerB), BendMM: millimetres(p.BendRadius),
		AWG: known(p.AWG), ConnectorA: known(p.ConnectorA), ConnectorB: known(p.ConnectorB), Polish: known(p.Polish),
		Lifecycle: string(p.Lifecycle), Evidence: string(p.Evidence), Automatic: p.Automatic, Note: p.Note,
		Sources: listed(p.Sources), Locator: p.Locator, Status: cat.StatusOf(p.SKU), Price: priceOf(cat, p.SKU, currency),
	}
	if p.OD > 0 {
		out.ODMM = number(fmt.Sprintf("%d.%d", p.OD/10, p.OD%10))
	}
	if p.Weight > 0 {
		out.WeightKg = number(p.Weight.Kilograms())
	}
	if p.Optics != nil {
		out.Optics = &p.Optics.Family
	}
	if p.Fibre != nil {
		out.Fibre = &p.Fibre.Grade
	}
	return out
}

func number(s string) *json.Number { n := json.Number(s); return &n }

func watts(p units.Power) *json.Number {
	if p == 0 {
		return nil
	}
	return number(p.Watts())
}

// millimetres is a length that is ordered or offered, so rounded down.
func millimetres(l units.Length) *int64 {
	if l == 0 {
		return nil
	}
	mm := l.FloorMM()
	return &mm
}

func formName(f *catalog.FormFactor) *string {
	if f == nil {
		return nil
	}
	return &f.Name
}

func speedNames(all []*catalog.Speed) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = s.Name
	}
	return out
}

// A Source is a document facts were taken from.
type Source struct {
	Key       string `json:"key"`
	Title     string `json:"title"`
	Publisher string `json:"publisher"`
	Address   string `json:"address" doc:"Empty: not on the web, or not identified"`
	DateRead  string `json:"date_read"`
	Kind      string `json:"kind"`
}

func sourcesOf(all []*catalog.Source) []Source {
	out := make([]Source, len(all))
	for i, s := range all {
		out[i] = Source(*s)
	}
	return out
}

// A ProductPage is a product with what people ask next about it.
type ProductPage struct {
	Revisioned
	Product  CatalogProduct   `json:"product"`
	Sources  []Source         `json:"sources"`
	FitsA    []string         `json:"fits_a" doc:"Device types with a cage that takes end_a"`
	FitsB    []string         `json:"fits_b" doc:"Device types with a cage that takes end_b"`
	Longer   *string          `json:"longer" doc:"The next longer of its kind"`
	Instead  []CatalogProduct `json:"instead" doc:"Of each later medium the shortest at least as long that joins the same cages"`
	ReachMM  Fibres           `json:"reach_mm" doc:"Of a transceiver, by fibre grade"`
	Evidence string           `json:"evidence_means" doc:"What the evidence of the product means"`
}

// Fibres are reaches by fibre grade, null where it does not run on that.
type Fibres struct {
	OM3 *int64 `json:"om3"`
	OM4 *int64 `json:"om4"`
	OM5 *int64 `json:"om5"`
	OS2 *int64 `json:"os2"`
}

func fibresOf(r catalog.FibreReach) Fibres {
	return Fibres{millimetres(r.On("om3")), millimetres(r.On("om4")), millimetres(r.On("om5")), millimetres(r.On("os2"))}
}

// evidenceWords say what an evidence level means.
var evidenceWords = map[catalog.Evidence]string{
	catalog.Maker:       "the maker's own page gives the number or the fact that matters most",
	catalog.Transcribed: "a named copy of the maker's page",
	catalog.Reseller:    "a seller or another third party",
	catalog.Unverified:  "no more than a mention; never chosen automatically",
}

func productPageOf(now *app.App, page *app.ProductPage, currency string) ProductPage {
	cat := now.Catalog()
	currency = currencyOf(cat, currency)
	out := ProductPage{
		Revisioned: revisioned(now), Product: productOf(cat, page.Product, currency), Sources: sourcesOf(page.Sources), FitsA: slugs(page.FitsA), FitsB: slugs(page.FitsB),
		Instead: make([]CatalogProduct, len(page.Instead)), ReachMM: fibresOf(page.Product.FibreReach), Evidence: evidenceWords[page.Product.Evidence],
	}
	if page.Longer != nil {
		out.Longer = &page.Longer.SKU
	}
	for i, p := range page.Instead {
		out.Instead[i] = productOf(cat, p, currency)
	}
	return out
}

func slugs(all []*catalog.DeviceType) []string {
	out := make([]string, len(all))
	for i, t := range all {
		out[i] = t.Slug
	}
	return out
}

// A ReachCell says how far a medium goes at a generation, straight or split.
type ReachCell struct {
	Class  string         `json:"class" doc:"InfiniBand generation, or Ethernet by lane rate"`
	Medium catalog.Medium `json:"medium"`
	Split  bool           `json:"split"`
	Today  Figure         `json:"today" doc:"The longest that is chosen automatically and still sold"`
	Sold   Figure         `json:"sold" doc:"The longest that is chosen automatically, retired parts too"`
	Ever   Figure         `json:"ever" doc:"The longest of all, those that have to be pinned too"`
	SKUs   []string       `json:"skus" doc:"All products of the cell"`
}

// A Figure is a length with the products that reach it.
type Figure struct {
	LengthMM *int64   `json:"length_mm" doc:"Null: nothing"`
	SKUs     []string `json:"skus"`
	Sources  []string `json:"sources"`
}

func cellOf(r *catalog.Reach) ReachCell {
	return ReachCell{Class: r.Class, Medium: r.Medium, Split: r.Split, Today: figureOf(r.AutoNow), Sold: figureOf(r.Auto), Ever: figureOf(r.Ever), SKUs: listed(r.SKUs())}
}

func figureOf(f catalog.Figure) Figure {
	return Figure{LengthMM: millimetres(f.Length), SKUs: listed(f.SKUs), Sources: listed(f.Sources)}
}

// A Speed is a rate with its lanes and modulation.
type Speed struct {
	Name       string           `json:"name" doc:"What a port lists"`
	Rate       string           `json:"rate" doc:"What a link names"`
	Protocol   catalog.Protocol `json:"protocol"`
	Generation string           `json:"generation" doc:"Empty for Ethernet"`
	Gbps       int              `json:"gbps"`
	Lanes      int              `json:"lanes"`
	LaneGbps   int              `json:"lane_gbps"`
	Modulation string           `json:"modulation"`
	Label      string           `json:"label"`
}

func speedOf(s *catalog.Speed) Speed {
	return Speed{s.Name, s.Rate, s.Protocol, s.Generation, s.Gbps, s.Lanes, s.LaneGbps, s.Modulation, s.Label}
}
