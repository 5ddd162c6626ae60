package ui_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
)

// put stores a row of the site's overlay.
func (s *site) put(t testing.TB, key string, body app.OverlayBody) {
	t.Helper()
	if _, err := s.plans.PutOverlay(t.Context(), app.LocalUser, app.PutRequest{Key: key, Body: body, Message: "test"}); err != nil {
		t.Fatalf("put %s: %v", key, err)
	}
}

func (s *site) price(t testing.TB, sku, supplier, currency, unit, surcharge string, days int) {
	t.Helper()
	s.put(t, sku+"|"+supplier+"|"+currency+"|", app.PriceBody{SKU: sku, Supplier: supplier, Currency: currency, UnitPrice: unit, Surcharge: surcharge, LeadTimeDays: &days})
}

func TestTheMatrixLeadsToThePartsAndSourcesOfEachFigure(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.get(t, "/catalog/reach").want(http.StatusOK, "ever 2 m", "does not exist", "spec 100 m", "only where a plan pins it")
	for _, want := range []struct{ class, medium, shape, says string }{
		{"edr", "dac", "straight", "EDR DAC straight: 5 m"},
		{"hdr", "dac", "straight", "HDR DAC straight: ever 2 m"},
		{"ndr", "dac", "straight", "NDR DAC straight: 2 m"},
		{"ndr", "dac", "splitter", "NDR DAC splitter: 3 m"},
		{"xdr", "dac", "splitter", "XDR DAC splitter: does not exist"},
		{"ndr", "fibre", "splitter", "NDR fibre splitter: (30 m) only by pin spec 50 m"},
		{"edr", "acc", "straight", "EDR ACC straight: –"},
		{"eth-10g", "twisted-pair", "straight", "Ethernet 10G/lane twisted pair straight: spec 100 m"},
	} {
		if got := page.one(`a.figure[href="/catalog/reach/` + want.class + "/" + want.medium + "?shape=" + want.shape + `"]`); got != want.says {
			t.Errorf("the cell says %q, want %q", got, want.says)
		}
	}
	cells := 0
	for _, cell := range page.all(`[data-testid="matrix"] td`) {
		said := words(cell)
		if strings.HasSuffix(said, ": –") {
			continue
		}
		cells++
		parts, sources := 0, 0
		for _, a := range page.all(`[data-testid="matrix"] td a[href]`) {
			if a.Parent.Parent.Parent != cell {
				continue
			}
			switch href, _ := attr(a, "href"); {
			case strings.HasPrefix(href, "/catalog/sources#"):
				sources++
			case strings.HasPrefix(href, "/catalog/products/"), strings.HasPrefix(href, "/catalog/specifications#"):
				parts++
			}
		}
		if sources == 0 || parts == 0 && !strings.Contains(said, "does not exist") {
			t.Errorf("cell %q names %d parts and %d sources, want some of each", said, parts, sources)
		}
	}
	if cells < 40 {
		t.Errorf("%d cells have a figure, want at least 40", cells)
	}
}

func TestACellNamesWhatItRestsOnAndAnEmptyOneSaysWhy(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.get(t, "/catalog/reach/ndr/dac?shape=1:2").want(http.StatusOK, "3 m can be ordered today", "Filter and sort these products")
	if got := page.one(`[data-testid="figures"] tbody tr:first-child`); !strings.HasPrefix(got, "Orderable today 3 m MCP7Y00-N003 nv-mcp7y00-order") {
		t.Errorf("the first figure is %q, want 3 m with its part and source", got)
	}
	if got := page.one(`[data-testid="limits"] tbody`); !strings.Contains(got, "3 m 1:2 finned") || !strings.Contains(got, "2 m 1:2 flat") ||
		!strings.Contains(got, "as MCP7Y00-N003") || !strings.Contains(got, "the maker's own page") {
		t.Errorf("the limits are %q, want both with where they are written and who says so", got)
	}
	if got := page.one(`[data-testid="between"] tbody`); !strings.Contains(got, "osfp-finned-2 to 2 × osfp-flat-1 3 MCP7Y00-N003") {
		t.Errorf("by plugs: %q, want 3 m between a switch and hosts", got)
	}
	if got := page.one(`[data-testid="sources"]`); !strings.Contains(got, "source not identified") || !strings.Contains(got, "https://docs.nvidia.com/") {
		t.Errorf("the sources are %q, want titles with addresses, and what nobody could name", got)
	}
	s.get(t, "/catalog/reach/xdr/dac").want(http.StatusOK, "It does not exist", "Passive copper does not exist", "(NVIDIA)", "opening text", "ACC")
	s.get(t, "/catalog/reach/hdr/dac").want(http.StatusOK, "Nothing can be ordered today; 2 m was sold", "all retired")
	s.get(t, "/catalog/reach/edr/aec").want(http.StatusOK, "The catalog knows of none", "no source it has says", "DAC")
	s.get(t, "/catalog/reach/eth-10g/twisted-pair").want(http.StatusOK, "Up to 100 m by cords to specification", "cat6a")
}

// Every page of the catalog is there and keeps the house rules.
func TestEveryCellProductAndTypeHasAPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	cat := s.plans.App().Catalog()
	var all []string
	for _, class := range catalog.Classes {
		for _, m := range catalog.Media {
			for _, shape := range append([]string{""}, app.Shapes...) {
				all = append(all, "/catalog/reach/"+class+"/"+string(m)+"?shape="+shape)
			}
		}
	}
	for _, p := range cat.Products {
		all = append(all, "/catalog/products/"+url.PathEscape(p.SKU))
	}
	for _, x := range cat.Types {
		all = append(all, "/catalog/types/"+url.PathEscape(x.Slug))
	}
	for _, address := range all {
		page := s.get(t, address).want(http.StatusOK)
		for _, fault := range faults(page) {
			t.Errorf("%s: %s", address, fault)
		}
		if t.Failed() {
			return
		}
	}
}

func TestProductsAreFilteredCountedAndSorted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := func(address string) string {
		t.Helper()
		return words(s.get(t, address).want(http.StatusOK).all(`[data-testid="products"] tbody th`)[0])
	}
	s.get(t, "/catalog/products?q=9809i92n00n003").want(http.StatusOK, "1 product", "MCP7Y00-N003")
	s.get(t, "/catalog/products?q=mcp7y00").want(http.StatusOK, "8 products")
	page := s.get(t, "/catalog/products?generation=ndr").want(http.StatusOK)
	if got := page.one(`[data-testid="counts"]`); !strings.Contains(got, "21 DAC") || !strings.Contains(got, "transceiver") {
		t.Errorf("the counts are %q, want one for each medium", got)
	}
	s.get(t, "/catalog/products?medium=dac&generation=ndr&shape=1:4").want(http.StatusOK, "2 products", "MCP7Y40-N002")
	s.get(t, "/catalog/products?lifecycle=planned").want(http.StatusOK, "2 products")
	s.get(t, "/catalog/products?evidence=maker&form=osfp-flat-1&min=2.5m&max=3m").want(http.StatusOK, "MCP7Y00-N003")
	s.get(t, "/catalog/products?status=forbidden").want(http.StatusOK, "No product is like that", "show all products", "overlay")
	if got := first("/catalog/products?medium=dac&generation=ndr&sort=length&desc=1"); got != "MCP7Y00-N003" {
		t.Errorf("the longest NDR copper is %s, want MCP7Y00-N003", got)
	}
	if got := first("/catalog/products?q=MCP7Y00&sort=length"); got != "MCP7Y00-N001" {
		t.Errorf("the shortest is %s, want MCP7Y00-N001", got)
	}
	page = s.get(t, "/catalog/products?q=MCP7Y00&sort=length")
	if got, _ := attr(page.all(`th[aria-sort="ascending"] a`)[0], "href"); got != "/catalog/products?desc=1&q=MCP7Y00&sort=length" {
		t.Errorf("the head of the column leads to %s, want the same list the other way around", got)
	}
	if n := len(page.all(`input[form="filter"][name="sort"][value="length"]`)); n != 1 {
		t.Error("the list does not keep its order for the filter")
	}

	s.price(t, "MCP7Y00-N001", "Acme", "USD", "90.00", "12.50", 7)
	s.price(t, "MCP7Y00-N001", "Zeta", "USD", "101.00", "", 3)
	s.price(t, "MCP7Y00-N002", "Acme", "USD", "1250.00", "", 7)
	s.price(t, "MCP7Y00-N002", "Acme", "EUR", "80.00", "", 7)
	s.put(t, "MCP7Y00-N003", app.StatusBody{Status: catalog.Forbidden})
	page = s.get(t, "/catalog/products?q=MCP7Y00&currency=USD&sort=price&desc=1").want(http.StatusOK, "Landed price, USD", "never: forbidden here")
	if got := words(page.all(`[data-testid="products"] tbody tr`)[0]); !strings.Contains(got, "MCP7Y00-N002") || !strings.Contains(got, "1,250.00") {
		t.Errorf("the dearest row is %q, want MCP7Y00-N002 for 1,250.00", got)
	}
	if got := words(page.all(`[data-testid="products"] tbody tr`)[1]); !strings.Contains(got, "MCP7Y00-N001") || !strings.Contains(got, "101.00 3") {
		t.Errorf("the next row is %q, want MCP7Y00-N001 for the 101.00 of Zeta, not the 102.50 of Acme", got)
	}
	s.get(t, "/catalog/products?status=forbidden").want(http.StatusOK, "1 product", "MCP7Y00-N003")
	s.get(t, "/catalog/products?currency=JPY").want(http.StatusBadRequest, "EUR, USD")
	s.get(t, "/catalog").want(http.StatusOK, "in EUR and USD for 2 of 232 products", "4 rows, loaded last", "1 forbidden")
	if got := s.get(t, "/catalog/reach").one(`a.figure[href="/catalog/reach/ndr/dac?shape=splitter"]`); got != "NDR DAC splitter: 3 m" {
		t.Errorf("a forbidden part changes the figure to %q", got)
	}
	s.get(t, "/catalog/reach").want(http.StatusOK, "forbidden here")
}

func TestAProductTellsFactsSourcesPricesAndPlans(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.example(t, "h100-unit")
	page := s.get(t, "/catalog/products/mma4z00ns").want(http.StatusOK, "lifecycle unknown", "Goes into", "qm9700", "128")
	if got := page.one(`[data-testid="plans"] tbody`); !strings.HasPrefix(got, "H100 unit") || !strings.Contains(got, " 128 ") {
		t.Errorf("the plans are %q, want the H100 unit with 128 pieces", got)
	}
	if got := page.one(`[data-testid="facts"]`); !strings.Contains(got, "Power 17 W") || !strings.Contains(got, "Weight not known") {
		t.Errorf("the facts are %q, want units, and what is not known said", got)
	}
	page = s.get(t, "/catalog/products/MCP7Y00-N002").want(http.StatusOK, "Next longer", "MCP7Y00-N02A", "The hub goes into", "Each of the 2 legs goes into")
	if got := page.one(`[data-testid="facts"]`); !strings.Contains(got, "9.43 mm, average of its class estimate nv-dgx-h100-dc") {
		t.Errorf("the facts are %q, want the average marked as an estimate with its source", got)
	}
	if got := page.one(`[data-testid="sources"] tbody`); !strings.Contains(got, "MCP7Y00-Nxxx product specification") || !strings.Contains(got, "2026-11-30") {
		t.Errorf("the sources are %q, want titles and the days they were read", got)
	}
	s.get(t, "/catalog/products/MCP7Y10-N003").want(http.StatusOK, "source not identified", "never chosen automatically", "by pin", "No plan needs it")

	s.price(t, "MCP7Y00-N002", "Acme", "USD", "90.00", "12.50", 7)
	s.price(t, "MCP7Y00-N002", "Zeta", "USD", "101.00", "", 3)
	s.put(t, "MCP7Y00-N002", app.StatusBody{Status: catalog.Preferred})
	page = s.get(t, "/catalog/products/MCP7Y00-N002").want(http.StatusOK, "preferred: chosen before others of its length")
	rows := page.all(`[data-testid="prices"] tbody tr`)
	if len(rows) != 2 || !strings.HasPrefix(words(rows[0]), "Zeta USD 101.00 0.00 101.00 3 not said always by plans in USD") ||
		!strings.HasPrefix(words(rows[1]), "Acme USD 90.00 12.50 102.50 7") {
		t.Errorf("the prices are %q, want the lowest landed first", page.one(`[data-testid="prices"] tbody`))
	}
}

func TestADeviceTypeIsDrawnAndEachCageLeadsToItsRow(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.get(t, "/catalog/types/dgx-h100").want(http.StatusOK, "Fabrics take rails in this order", "mlx5_0", "easymanua-h100", "card 1, PCIe gen 5 × 16")
	cages := page.all(`[data-testid="port-drawing"] a[href]`)
	if len(cages) != 10 {
		t.Fatalf("%d cages are drawn, want 10", len(cages))
	}
	for _, cage := range cages {
		href, _ := attr(cage, "href")
		label, _ := attr(cage, "aria-label")
		if row := page.one(`[data-testid="ports"] tr[id="` + strings.TrimPrefix(href, "#") + `"]`); !strings.Contains(row, strings.TrimSuffix(strings.Fields(label)[1], ",")) {
			t.Errorf("cage %q leads to row %q, want its own", label, row)
		}
	}
	if got := page.one(`[data-testid="rails"] tbody tr:first-child`); got != "0 OSFP4P2 0 mlx5_0" {
		t.Errorf("rail 0 is %q, want OSFP4P2 for GPU 0", got)
	}
	s.get(t, "/catalog/types/hgx-8gpu-osfp").want(http.StatusOK, "The order of rails is not known")
	page = s.get(t, "/catalog/types/qm9700").want(http.StatusOK, "P{cage0}.{port0}", "2 × ndr200: IB1/1/1/1, IB1/1/1/2 and so on", "Depth 660 mm")
	if len(page.all(`[data-testid="rails"]`)) != 0 {
		t.Error("a switch has rails")
	}
	s.get(t, "/catalog/types?kind=eth-switch&q=sn5").want(http.StatusOK, "3 device types", "sn5600")
	s.get(t, "/catalog/types?protocol=ib&kind=dpu").want(http.StatusOK, "bluefield-3-b3140l")
	s.get(t, "/catalog/types?q=nvidia&kind=gpu-server").want(http.StatusOK, "7 device types")
	s.get(t, "/catalog/types/hgx-8gpu-osfp").want(http.StatusOK, "hgx-8gpu-osfp Generic 8-GPU server")
	s.get(t, "/catalog/types?q=nothing-like-it").want(http.StatusOK, "No device type is like that", "Show all device types")

	s.put(t, "acme-8gpu", app.DeviceTypeBody{YAML: `{slug: acme-8gpu, model: Acme 8-GPU, maker: Acme, kind: gpu-server, units: 8,
  ports: [{role: fabric, cage: osfp-flat-1, cages: 8, speeds: [ndr], name: "ib{cage}"}]}`})
	page = s.get(t, "/catalog/types/acme-8gpu").want(http.StatusOK, "this site's own", "ib1 to ib8", "Ports look out of not known")
	if n := len(page.all(`[data-testid="port-drawing"] a[href="#group-1"]`)); n != 8 {
		t.Errorf("%d cages are drawn, want 8", n)
	}
	s.get(t, "/catalog/types?q=acme").want(http.StatusOK, "1 device type", "this site's own")
	s.get(t, "/catalog/products/MCP7Y00-N002").want(http.StatusOK, "acme-8gpu")
}

// A page of a plan leads to where it is managed, and its parts to their pages.
func TestPagesOfAPlanLeadToItsManagementAndItsParts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	for _, view := range []string{"", "/racks", "/links", "/findings"} {
		if n := len(s.get(t, at+view).all(`[data-testid="plan-head"] a[href="` + at + `/manage"]`)); n != 1 {
			t.Errorf("%s has %d links to where the plan is managed, want 1", view, n)
		}
	}
	for _, view := range []string{"/cables", "/order", "/modules"} {
		page := s.get(t, at+view)
		parts, rows := page.all(`main tbody td a.id[href^="/catalog/"], main tbody th a.id[href^="/catalog/"]`), page.all(`main tbody tr`)
		if len(parts) < len(rows) {
			t.Errorf("%s has %d links to parts in %d rows, want one in each", view, len(parts), len(rows))
		}
	}
}
