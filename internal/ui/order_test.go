package ui_test

import (
	"net/http"
	"strings"
	"testing"
)

// An order can be divided and compared, and says what does not exist.
func TestTheOrderIsDividedAndCompared(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	s.get(t, at+"/order").want(http.StatusOK, "688 pieces to order, in 8 rows", "Spares of each product: 5 %, at least 1")
	page := s.get(t, at+"/order?by=rack").want(http.StatusOK, "Rack A01", "Spares of the whole order", "together 688, of the 688 the whole order has")
	file := s.get(t, at+"/export/order.csv?by=rack").want(http.StatusOK).body
	if shown, rows := len(page.all(`[data-testid="order"] tbody tr:not(.group)`)), strings.Count(file, "\n")-1; shown != rows {
		t.Errorf("the page shows %d rows, the file has %d", shown, rows)
	}
	s.get(t, at+"/order?since=1").want(http.StatusOK, "Change", "revision 1")
	s.get(t, at+"/order?since=9").want(http.StatusNotFound)
	s.get(t, at+"/order?by=colour").want(http.StatusBadRequest, "colour", "fabric, rack or group")
	s.get(t, at+"/export/order.csv?by=colour").want(http.StatusBadRequest, "colour")
	s.get(t, at+"/cables/products").want(http.StatusOK, "384 cables in 5 lengths", "Least spare")
}

// What could take a product's place says what it comes to, and is made as a
// revision; what is no product or no way is said.
func TestAProductIsSubstituted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	one := at + "/order/substitute?product=MCP4Y10-N001"
	page := s.get(t, one).want(http.StatusOK, "DAC of 1.5 m", "does not reach: 32 of 32 links would fail", "+540.8")
	if n := len(page.all(`tr[data-option="aec"] button`)); n != 1 {
		t.Errorf("a way that fails has %d buttons, want its preview alone", n)
	}
	s.get(t, at+"/order/substitute?product=nothing").want(http.StatusNotFound)
	s.get(t, one+"&option=magic").want(http.StatusBadRequest, "magic")
	form := []string{"base", "1", "product", "MCP4Y10-N001", "option", "longer"}
	s.post(t, at+"/order/substitute", append(form, "do", "preview")...).want(http.StatusOK, "The plan stays OK")
	s.post(t, at+"/order/substitute", append(form, "do", "save")...).follow()
	s.get(t, at+"/order?since=1").want(http.StatusOK, "revision 2", "+17", "−17")
	s.post(t, at+"/order/substitute", append(form, "do", "save")...).want(http.StatusConflict)
}
