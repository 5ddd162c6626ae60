package ui

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/formats"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// maxOrderRows is how many rows the page of the order shows at least before the
// rest is left to another page; the files have all.
const maxOrderRows = 1000

func (u *UI) orderRoutes(r chi.Router) {
	r.Get("/cables", u.page(u.cables))
	r.Get("/cables/products", u.page(u.cableProducts))
	r.Get("/modules", u.page(u.modules))
	r.Get("/order", u.page(u.order))
	r.Get("/order/substitute", u.page(u.substitute))
	r.Post("/order/substitute", u.page(u.postSubstitute))
}

// divisions are what an order is divided by, in the words of its address.
var divisions = []templates.Option{{Text: "nothing, one order"}, {Value: "rack", Text: "rack"}, {Value: "fabric", Text: "fabric"}, {Value: "group", Text: "group"}}

// order is the bill of materials with what is to be bought, rows that need a
// decision first: ?by= divides it for deliveries, ?since= says what changed
// since a revision, ?from= begins at another delivery.
func (u *UI) order(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	q := app.OrderQuery{By: asked.Get("by"), Incomplete: !o.result.OK}
	if q.Since, err = whole("since", asked.Get("since"), maxRevision); err != nil {
		return err
	}
	from, err := whole("from", asked.Get("from"), len(o.result.Links)+len(o.result.Racks)+1)
	if err != nil {
		return err
	}
	order, err := u.plans.Order(r.Context(), caller(r), o.plan.ID, o.checked, q)
	if err != nil {
		return err
	}
	p := templates.OrderPage{
		OK: o.result.OK, Spares: spareRule(o.checked.Document.Settings), Priced: o.result.Summary.Cost != nil, Downloads: u.downloads(o),
		Action: o.url + "/order", Rev: asked.Get("rev"), By: chosenOf(divisions, q.By), Since: sinceOptions(o, q.Since), LengthsAt: o.to("cables/products"),
		Pieces: number(order.Pieces), TotalOf: "Total of " + counted(len(order.Rows), "row"),
		Said:  counted(order.Pieces, "piece") + " to order, in " + counted(len(order.Rows), "row") + ".",
		Empty: "There is nothing to buy: the plan has no cable, or all there is exists.",
	}
	if q.Since > 0 {
		p.Compared = fmt.Sprintf("revision %d", q.Since)
	}
	p.Files = o.orderFiles(p.Downloads, q)
	if !o.result.OK {
		s := o.result.Summary
		p.Refused = sentence((&formats.Refused{Errors: s.Errors, Unknown: s.LinksByStatus[planner.StatusUnknown]}).Error()) +
			" The rows below are what is known so far."
	}
	decide := 0
	for i := range order.Rows {
		if order.Rows[i].Attention != "" {
			decide++
		}
	}
	if decide > 0 {
		p.Decide = fmt.Sprintf("%s %s a decision and %s first", counted(decide, "row"), verb(decide, "needs", "need"), verb(decide, "stands", "stand"))
		if q.By != "" {
			p.Decide += " in each delivery"
		}
	}
	u.orderGroups(o, &p, &order, q, from)
	u.orderCost(o, &p)
	f, h := u.planFrame(r, o, "order", "Order")
	return u.show(w, r, templates.Order(f, h, p), templates.OrderList(p))
}

// chosenOf are options with one of them chosen.
func chosenOf(all []templates.Option, value string) []templates.Option {
	out := slices.Clone(all)
	for i := range out {
		out[i].Chosen = out[i].Value == value
	}
	return out
}

// sinceOptions are the revisions an order can be compared with.
func sinceOptions(o *opened, since int) []templates.Option {
	out := []templates.Option{{Text: "nothing", Chosen: since == 0}}
	all := revisionOptions(o.plan.Revision, since)
	if since == 0 {
		all = revisionOptions(o.plan.Revision, o.plan.Revision)
	}
	for _, x := range all {
		if x.Chosen = x.Value == strconv.Itoa(since); x.Chosen || x.Value != strconv.Itoa(o.revision.Number) {
			x.Text = "revision " + x.Text
			out = append(out, x)
		}
	}
	return out
}

// orderFiles are the files of what the page shows.
func (o *opened) orderFiles(all []templates.Download, q app.OrderQuery) []templates.Download {
	since, incomplete := "", ""
	if q.Since > 0 {
		since = strconv.Itoa(q.Since)
	}
	if q.Incomplete {
		incomplete = "1"
	}
	var out []templates.Download
	for i, name := range []string{"order.csv", "order.xlsx"} {
		out = append(out, templates.Download{Name: all[i].Name, For: all[i].For, URL: o.to("export/"+name, "by", q.By, "since", since, "incomplete", incomplete)})
	}
	return out
}

// orderGroups puts the rows into the table: all of them, or as many whole
// deliveries as a page holds.
func (u *UI) orderGroups(o *opened, p *templates.OrderPage, order *app.Order, q app.OrderQuery, from int) {
	x := &orderRows{u: u, o: o, decimals: columnOf(), bom: map[string]*planner.BOMRow{}}
	for i := range o.result.BOM {
		b := &o.result.BOM[i]
		if b.Part.Nil() {
			continue
		}
		x.bom[b.Part.ID()] = b
		x.decimals = max(x.decimals, columnOf(units.MM(b.Part.Ordered().FloorMM())))
	}
	if len(order.Rows) == 0 {
		return
	}
	if q.By == "" {
		p.Groups = []templates.OrderGroup{{Rows: x.rows(order.Rows[:min(len(order.Rows), maxOrderRows)])}}
		if n := len(order.Rows); n > maxOrderRows {
			p.Pager.Said = "The first " + number(maxOrderRows) + " of " + counted(n, "row") + "; the files have all."
		}
		return
	}
	if order.Skipped > 0 {
		p.Groups = append(p.Groups, templates.OrderGroup{Name: "Links without a cable", URL: o.to("links", "medium", "none"), Rows: x.rows(order.Rows[:order.Skipped])})
	}
	from = min(from, max(0, len(order.Parts)-1))
	shown, to := 0, from
	for ; to < len(order.Parts) && (to == from || shown+order.Parts[to].Rows <= maxOrderRows); to++ {
		d := &order.Parts[to]
		shown += d.Rows
		g := o.delivery(q.By, d)
		g.Rows = x.rows(order.Rows[d.First : d.First+d.Rows])
		p.Groups = append(p.Groups, g)
	}
	p.Sum = o.deliveriesSum(order)
	o.orderPager(p, order, q, from, to)
}

// orderCost says what the order costs, with which prices, and what of the stock
// does not suffice.
func (u *UI) orderCost(o *opened, p *templates.OrderPage) {
	p.Money, p.PriceURL, p.PriceWay = o.result.Currency, "/catalog/prices", "Prices"
	for _, x := range o.result.Shortages {
		p.Short = append(p.Short, templates.ShortRow{
			Part: partLink(x.ID), Needed: number(x.Needed), AtHand: number(x.AtHand), Short: number(x.Short), LeadTime: leadTime(x.LeadTimeDays),
		})
	}
	c := o.result.Summary.Cost
	if c == nil {
		p.PriceNote, p.PriceWay = "No price list is loaded, so the order has no prices.", "Load one"
		return
	}
	p.Cost = "Cost: " + costWords(c)
	if p.Cost != "Cost: "+costNotKnown {
		p.Cost += " " + o.result.Currency
	}
	if c.Unpriced > 0 {
		p.Cost += ", " + counted(c.Unpriced, "product") + " without a price"
	}
	p.Total = grouped(c.Amount.String())
	if c.AtLeast {
		p.TotalOf += ", at least"
	}
	p.PriceNote = "Unit prices are landed: with the surcharge, of the supplier that asks least on the day the plan was planned."
	if all := u.plans.App().Catalog().Currencies(); c.Unpriced > 0 && !slices.Contains(all, o.result.Currency) {
		p.PriceNote = fmt.Sprintf("The plan counts in %s, and the price list has %s: set settings.currency in the document, or load prices in %s.",
			o.result.Currency, listed(all), o.result.Currency)
	}
}

// leadTime is days until a part can be here.
func leadTime(days int) string {
	if days < 0 {
		return "not known"
	}
	return number(days)
}

func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// orderRows prints rows of one order.
type orderRows struct {
	u        *UI
	o        *opened
	decimals column
	bom      map[string]*planner.BOMRow // by id of the part
}

func (x *orderRows) rows(all []ordercsv.DeliveryRow) []templates.OrderRow {
	out := make([]templates.OrderRow, len(all))
	for i := range all {
		out[i] = x.row(&all[i])
	}
	return out
}

func (x *orderRows) row(row *ordercsv.DeliveryRow) templates.OrderRow {
	out := templates.OrderRow{
		Attention: row.Attention, Part: row.Product, AltSKUs: strings.Join(row.AltSKUs, ", "), Description: row.Description,
		Medium: mediumWord[row.Medium], Length: "–", Quantity: count(row.Quantity), Spares: count(row.Spares), Stock: count(row.FromStock),
		Order: count(row.Order), Unit: grouped(string(row.UnitPrice)), Price: grouped(string(row.ExtendedPrice)), LeadTime: count(row.LeadTimeDays),
		Lifecycle: row.Lifecycle, Ended: row.Lifecycle == string(catalog.Retired), Evidence: row.Evidence,
		Sources: sourceRows(x.u.plans.App().Sources(row.Source)), Gone: row.Change.Known && row.Change.N < 0 && row.Order.N == 0 && row.Quantity.N == 0,
	}
	if row.Change.Known {
		out.Change = delta(int(row.Change.N))
	}
	if row.LengthMM.Known {
		out.Length = x.decimals.of(units.MM(row.LengthMM.N))
	}
	part := !out.Gone
	switch catalog.Medium(row.Medium) {
	case "":
		part = false
	case catalog.Transceiver:
		out.UsedURL = x.o.to("modules", "product", row.Product)
	default:
		out.UsedURL = x.o.to("cables", "product", row.Product)
	}
	if part && row.Product != "" && row.Quantity.N > 0 && !x.o.older {
		out.SubstituteURL = x.o.to("order/substitute", "product", row.Product)
	}
	switch {
	case row.Product == "": // links without a part
		out.Part, out.UsedURL = "none", x.o.to("links", "medium", "none")
	case row.SKU != "" || strings.HasPrefix(row.Product, "spec:"):
		out.PartURL = partLink(row.Product).URL
		if b := x.bom[row.Product]; b != nil {
			out.Locator = b.Locator
		}
		out.NoSource = len(row.Source) == 0
	default:
		out.PartURL, out.NoSource = typeURL(row.Product), len(row.Source) == 0
	}
	if out.Gone {
		out.UsedURL = ""
	}
	return out
}

// count is a whole number of a table, a dash where there is none.
func count(n csvtext.Int) string {
	if !n.Known {
		return "–"
	}
	return grouped(fmt.Sprint(n.N))
}

// spareRule says how many spares are ordered: most media share one rule.
func spareRule(s plan.Settings) string {
	rules := s.Effective().Spares
	type said struct {
		rule  plan.SpareRule
		media []string
	}
	var all []said
	for _, m := range catalog.Media {
		at := slices.IndexFunc(all, func(x said) bool { return x.rule == rules[m] })
		if at < 0 {
			all, at = append(all, said{rule: rules[m]}), len(all)
		}
		all[at].media = append(all[at].media, mediumWord[string(m)])
	}
	var words []string
	for _, x := range all {
		rule := fmt.Sprintf("%s %%, at least %d", strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%02d", x.rule.Percent/100, x.rule.Percent%100), "0"), "."), x.rule.Minimum)
		if len(all) > 1 {
			rule += " of " + strings.Join(x.media, ", ")
		}
		words = append(words, rule)
	}
	return "Spares of each product: " + strings.Join(words, "; ") + "."
}
