package e2e

import (
	"strings"
	"testing"
)

// Whoever buys divides the order for deliveries, sees what another part would
// cost in watts, makes it, reads what that changed in the order, and undoes it.
func TestOrderIsDividedSubstitutedAndCompared(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, strings.Replace(s.get(t, "/api/v1/plans/"+s.planOf(t, "H100 unit")), "name: H100 unit", "name: An order", 1))
	p := newTab(t, s)
	p.visit("/plans/" + id + "/order")
	p.reads(`[data-testid="order-said"]`, "688 pieces to order, in 8 rows")
	p.reads(`[data-testid="spares-rule"]`, "5 %, at least 1")

	p.visit("/plans/" + id + "/order?by=rack")
	p.reads(`[data-testid="deliveries-sum"]`, "together 688, of the 688 the whole order has")
	p.reads(`[data-testid="order"]`, "Rack A01", "Spares of the whole order")
	file := s.get(t, "/plans/"+id+"/export/order.csv?by=rack")
	rows := strings.Count(file, "\r\n") - 1
	if shown := p.count(`[data-testid="order"] tbody tr:not(.group)`); shown != rows {
		t.Errorf("the page shows %d rows, the file of the same has %d", shown, rows)
	}
	p.visit("/plans/" + id + "/order?by=fabric")
	p.reads(`[data-testid="order"]`, "In no fabric", "Spares of the whole order")

	p.visit("/plans/" + id + "/order/substitute?product=MCP4Y10-N001")
	p.reads(`[data-testid="substitutes"]`, "DAC of 1.5 m", "all 32 links", "optical", "does not reach: 32 of 32 links would fail")
	if p.count(`tr[data-option="aoc"] button[value="save"]`) != 0 {
		t.Error("a way that does not reach can be applied at once")
	}
	p.opens(`tr[data-option="optical"] button[value="preview"]`, `[data-testid="edit-preview"]`, "16 cables of DAC become 32 of optical", "+540.8 W")
	p.visit("/plans/" + id + "/order/substitute?product=MCP4Y10-N001")
	p.follow(`tr[data-option="longer"] button[value="save"]`)
	p.reads(`[data-testid="plan-head"]`, "revision 2", "DAC of 1.5 m instead of MCP4Y10-N001, 32 links")

	p.visit("/plans/" + id + "/order?since=1")
	p.reads(`[data-testid="order"]`, "Change", "+17", "−17", "revision 1")
	if file := s.get(t, "/plans/"+id+"/export/order.csv?since=1"); !strings.Contains(file, ",change\r\n") || !strings.Contains(file, ",-17\r\n") {
		t.Errorf("the file does not say the change:\n%s", file)
	}
	p.visit("/plans/" + id + "/order?done=2")
	p.follow(`[data-testid="saved"] button`)
	p.reads(`[data-testid="plan-head"]`, "revision 3")
	p.visit("/plans/" + id + "/order?since=1")
	p.reads(`[data-testid="order-said"]`, "688 pieces to order, in 8 rows")

	p.visit("/plans/" + id + "/cables/products")
	p.reads(`[data-testid="length-table"]`, "Length, m", "All 64 64 256 384")
	if bars := p.count(`[data-testid="lengths"] a.ch-col`); bars != p.count(`[data-testid="length-table"] tbody tr`)-1 {
		t.Errorf("%d columns are drawn, the table has another number of lengths", bars)
	}
	p.follow(`[data-testid="length-table"] tbody a`)
	p.reads("caption", "cables")
}
