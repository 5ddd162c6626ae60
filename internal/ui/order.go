package ui

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// maxOrderRows is how many rows the page of the order shows; the file has all.
const maxOrderRows = 1000

// order is the bill of materials with what is to be bought, rows that need a
// decision first.
func (u *UI) order(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	p := templates.OrderPage{
		OK: o.result.OK, Spares: spareRule(o.checked.Document.Settings), Priced: o.result.Summary.Cost != nil, Downloads: u.downloads(o),
		Empty: "There is nothing to buy: the plan has no cable, or all there is exists.",
	}
	p.Order = p.Downloads[0]
	if !o.result.OK {
		s := o.result.Summary
		p.Refused = sentence((&formats.Refused{Errors: s.Errors, Unknown: s.LinksByStatus[planner.StatusUnknown]}).Error()) +
			" The rows below are what is known so far."
	}
	decide, decimals := 0, columnOf()
	for i := range o.result.BOM {
		decimals = max(decimals, columnOf(units.MM(o.result.BOM[i].Part.Ordered().FloorMM())))
	}
	for row := range ordercsv.Rows(o.result, !o.result.OK) {
		if row.Attention != "" {
			decide++
		}
		if len(p.Rows) < maxOrderRows {
			p.Rows = append(p.Rows, u.orderRow(o, row, decimals))
		}
	}
	if decide > 0 {
		p.Decide = fmt.Sprintf("%s %s a decision and %s first", counted(decide, "row"), verb(decide, "needs", "need"), verb(decide, "stands", "stand"))
	}
	u.orderCost(o, &p)
	f, h := u.planFrame(r, o, "order", "Order")
	return write(r.Context(), w, http.StatusOK, templates.Order(f, h, p))
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
	p.Total, p.TotalOf = grouped(c.Amount.String()), "Total of "+counted(len(o.result.BOM), "row")
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

func (u *UI) orderRow(o *opened, row ordercsv.Row, decimals column) templates.OrderRow {
	out := templates.OrderRow{
		Attention: row.Attention, Part: row.Product, AltSKUs: strings.Join(row.AltSKUs, ", "), Description: row.Description,
		Medium: mediumWord[row.Medium], Length: "–", Quantity: count(row.Quantity), Spares: count(row.Spares), Stock: count(row.FromStock),
		Order: count(row.Order), Unit: grouped(string(row.UnitPrice)), Price: grouped(string(row.ExtendedPrice)),
		LeadTime:  count(row.LeadTimeDays),
		Lifecycle: row.Lifecycle, Evidence: row.Evidence, Sources: sourceRows(u.plans.App().Sources(row.Source)),
	}
	if row.LengthMM.Known {
		out.Length = decimals.of(units.MM(row.LengthMM.N))
	}
	switch catalog.Medium(row.Medium) {
	case "":
	case catalog.Transceiver:
		out.UsedURL = o.to("modules", "product", row.Product)
	default:
		out.UsedURL = o.to("cables", "product", row.Product)
	}
	switch {
	case row.Product == "": // links without a part
		out.Part, out.UsedURL = "none", o.to("links", "medium", "none")
	case row.SKU != "":
		out.PartURL = partLink(row.SKU).URL
	case !strings.HasPrefix(row.Product, "spec:"):
		out.PartURL = typeURL(row.Product)
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
