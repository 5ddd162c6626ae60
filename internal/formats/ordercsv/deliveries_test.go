package ordercsv_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/ordercsv"
)

func TestDeliveriesAreReadBackAsWritten(t *testing.T) {
	t.Parallel()
	r := formatstest.Priced()
	for _, by := range []string{"rack", "group", "fabric"} {
		rows, err := ordercsv.DeliveryRows(r, true, by)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := ordercsv.Encode(&b, r, ordercsv.Options{Incomplete: true, By: by}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), "delivery,attention,product,") {
			t.Errorf("by %s the header is %q", by, strings.SplitN(b.String(), "\r\n", 2)[0])
		}
		got, err := ordercsv.DecodeDeliveries(&b, csvtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := slices.Collect(rows); !reflect.DeepEqual(got, want) {
			t.Errorf("by %s: got\n%+v\nwant\n%+v", by, got, want)
		}
	}
	if err := ordercsv.Encode(&bytes.Buffer{}, r, ordercsv.Options{Incomplete: true, By: "colour"}); err == nil || !strings.Contains(err.Error(), "colour") {
		t.Errorf("by colour: got %v, want an error that names it", err)
	}
}
