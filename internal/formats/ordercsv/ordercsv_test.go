package ordercsv_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/planner"
)

const header = "attention,product,sku,alt_skus,description,medium,length_mm,quantity,spares," +
	"from_stock,order_quantity,unit_price,extended_price,currency,lead_time_days,lifecycle,evidence,source"

func TestHeaderIsTheDocumentedOne(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := ordercsv.Encode(&b, &planner.Result{OK: true}, ordercsv.Options{}); err != nil {
		t.Fatal(err)
	}
	if want := header + "\r\n"; b.String() != want {
		t.Errorf("an empty order is %q, want %q", b.String(), want)
	}
}

func TestRowsThatNeedADecisionComeFirst(t *testing.T) {
	t.Parallel()
	var got []string
	for row := range ordercsv.Rows(formatstest.Result(), true) {
		got = append(got, row.Attention+"|"+row.Product)
	}
	want := []string{
		"no part: 1 link|",
		"verify part number|MCA4J80-N004", "to specification|spec:mpo12-apc-os2:5m", "verify part number|sn5600", "verify part number|qm9700",
		"|MCP7Y00-N003", "|EX-DR8", "|MMA4Z00-NS", "|MFP7E10-N010",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestDecisionsAreJoined(t *testing.T) {
	t.Parallel()
	r := formatstest.Priced()
	r.BOM[0].Attention = []string{"verify part number", "retired"}
	r.Missing = []planner.MissingPart{{Description: "400 Gb/s NDR", Links: 4}}
	rows := slices.Collect(ordercsv.Rows(r, true))
	if rows[0].Attention != "no part: 4 links" || rows[0].SKU != "" || rows[0].Quantity != csvtext.Some(4) || rows[0].Order.Known {
		t.Errorf("a group without a part is %+v", rows[0])
	}
	if rows[1].Attention != "verify part number; retired" {
		t.Errorf("attention is %q", rows[1].Attention)
	}
	if n := len(slices.Collect(ordercsv.Rows(r, false))); n != 1 {
		t.Errorf("%d rows without the missing ones, want 1", n)
	}
}

func TestRefusalSaysWhy(t *testing.T) {
	t.Parallel()
	tests := []struct {
		refused ordercsv.Refused
		want    string
	}{
		{ordercsv.Refused{Errors: 1}, "order refused: the plan has 1 error; mend the plan, or ask for an incomplete order"},
		{ordercsv.Refused{Errors: 3, Unknown: 2}, "order refused: the plan has 3 errors and 2 links of unknown run; mend the plan, or ask for an incomplete order"},
		{ordercsv.Refused{Unknown: 1}, "order refused: the plan has 1 link of unknown run; mend the plan, or ask for an incomplete order"},
		{ordercsv.Refused{}, "order refused: the plan is not ok; mend the plan, or ask for an incomplete order"},
	}
	for _, tt := range tests {
		if got := tt.refused.Error(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	var refused *ordercsv.Refused
	if err := ordercsv.Encode(&bytes.Buffer{}, formatstest.Result(), ordercsv.Options{}); !errors.As(err, &refused) || *refused != (ordercsv.Refused{Errors: 2, Unknown: 1}) {
		t.Errorf("got %v, want a refusal with both counts", err)
	}
}

func TestIncompleteName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"order.csv":                "order-INCOMPLETE.csv",
		"order-INCOMPLETE.csv":     "order-INCOMPLETE.csv",
		"out/pod.a/order":          "out/pod.a/order-INCOMPLETE",
		"out/pod.a/order.xlsx":     "out/pod.a/order-INCOMPLETE.xlsx",
		"order-INCOMPLETE.csv.old": "order-INCOMPLETE.csv-INCOMPLETE.old",
		"order-incomplete.csv":     "order-incomplete-INCOMPLETE.csv",
	} {
		if got := ordercsv.IncompleteName(name); got != want {
			t.Errorf("an incomplete %s is %s, want %s", name, got, want)
		}
	}
}

// FuzzDecode: nothing panics, and what was read is written and read back the
// same, guarded or not.
func FuzzDecode(f *testing.F) {
	for _, o := range []csvtext.Options{{}, {Delimiter: ';', Excel: true}, {Delimiter: '\t', Raw: true}} {
		var b bytes.Buffer
		if err := ordercsv.Write(&b, ordercsv.Rows(formatstest.Result(), true), o); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), o.Raw)
	}
	f.Add([]byte(header+"\r\n"), false)
	f.Add([]byte(header+"\r\n\"=1"), true)
	f.Fuzz(func(t *testing.T, text []byte, raw bool) {
		want, err := ordercsv.Decode(bytes.NewReader(text), csvtext.Options{Raw: raw})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := ordercsv.Write(&b, slices.Values(want), csvtext.Options{Raw: raw}); err != nil {
			t.Fatal(err)
		}
		got, err := ordercsv.Decode(&b, csvtext.Options{Raw: raw})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("read %+v, written and read again %+v, %v", want, got, err)
		}
	})
}
