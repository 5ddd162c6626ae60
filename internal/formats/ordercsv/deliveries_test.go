package ordercsv_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/planner"
)

func TestDeliveriesAreReadBackAsWritten(t *testing.T) {
	t.Parallel()
	r := formatstest.Priced()
	for _, by := range []string{"rack", "group", "fabric"} {
		o := ordercsv.Options{Incomplete: true, By: by}
		want := table(t, r, o)
		var b bytes.Buffer
		if err := ordercsv.Encode(&b, r, o); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), "delivery,attention,product,") {
			t.Errorf("by %s the header is %q", by, strings.SplitN(b.String(), "\r\n", 2)[0])
		}
		got, err := ordercsv.DecodeTable(&b, o)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("by %s: got\n%+v\nwant\n%+v", by, got, want)
		}
	}
	if err := ordercsv.Encode(&bytes.Buffer{}, r, ordercsv.Options{Incomplete: true, By: "colour"}); err == nil || !strings.Contains(err.Error(), "colour") {
		t.Errorf("by colour: got %v, want an error that names it", err)
	}
}

// TestChangeSinceAnotherOrder compares an order with an earlier one: what grew,
// what shrank, what came and what is gone, as a whole and by rack.
func TestChangeSinceAnotherOrder(t *testing.T) {
	t.Parallel()
	was, is := formatstest.Result(), formatstest.Result()
	first := was.BOM[0].Part.ID()
	was.BOM[0].Order += 7
	is.BOM = is.BOM[:len(is.BOM)-1]
	lost := was.BOM[len(was.BOM)-1]
	for _, by := range []string{"", "rack"} {
		o := ordercsv.Options{Incomplete: true, By: by, Before: was, BeforeName: "revision 3"}
		rows := table(t, is, o)
		var b bytes.Buffer
		if err := ordercsv.WriteTable(&b, rows, o); err != nil {
			t.Fatal(err)
		}
		if head, _, _ := strings.Cut(b.String(), "\r\n"); !strings.HasSuffix(head, ",source,change") {
			t.Errorf("by %q the header is %q, want change at its end", by, head)
		}
		got, err := ordercsv.DecodeTable(&b, o)
		if err != nil || !reflect.DeepEqual(got, rows) {
			t.Errorf("by %q: read back\n%+v, %v\nwant\n%+v", by, got, err, rows)
		}
	}
	rows, err := ordercsv.Table(is, ordercsv.Options{Before: was})
	if err != nil {
		t.Fatal(err)
	}
	change := map[string]int64{}
	for _, row := range rows {
		if !row.Change.Known {
			t.Errorf("%s says no change", row.Product)
		}
		change[row.Product] = row.Change.N
	}
	end := rows[len(rows)-1]
	if change[first] != -7 || end.Change.N != int64(-lost.Order) || end.Order.N != 0 || end.Description != lost.Description {
		t.Errorf("the changes are %v and the last row %+v; want -7 of %s and %d of %s, which is gone", change, end, first, -lost.Order, lost.Description)
	}
	back, err := ordercsv.Table(was, ordercsv.Options{Before: is})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range back {
		if row.Description == lost.Description && row.Change.N != int64(lost.Order) {
			t.Errorf("a product that was not there before changes by %d, want all %d", row.Change.N, lost.Order)
		}
	}
}

// table are the rows of an order as they can be read back: that rows are spares
// is said by their delivery.
func table(t *testing.T, r *planner.Result, o ordercsv.Options) []ordercsv.DeliveryRow {
	t.Helper()
	rows, err := ordercsv.Table(r, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		if rows[i].Spare && rows[i].Delivery != "spares" {
			t.Errorf("a spare is in delivery %q", rows[i].Delivery)
		}
		rows[i].Spare = false
	}
	return rows
}
