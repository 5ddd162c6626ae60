package bomcsv_test

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"lengthwise/internal/formats/bomcsv"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

const header = "sku,spec,device_type,alt_skus,description,maker,medium,length_mm,quantity,spares," +
	"from_stock,order_quantity,unit_price,extended_price,currency,power_w,lifecycle,evidence,source,estimate"

func TestHeaderIsTheDocumentedOne(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := bomcsv.Encode(&b, &planner.Result{}, csvtext.Options{}); err != nil {
		t.Fatal(err)
	}
	if want := header + "\r\n"; b.String() != want {
		t.Errorf("an empty table is %q, want %q", b.String(), want)
	}
}

func TestExactlyOneNameIsSet(t *testing.T) {
	t.Parallel()
	for row := range bomcsv.Rows(formatstest.Result()) {
		n := 0
		for _, name := range []string{row.SKU, row.Spec, row.DeviceType} {
			if name != "" {
				n++
			}
		}
		if n != 1 {
			t.Errorf("the row %+v has %d names, want 1", row, n)
		}
	}
}

func TestLengthsOfSuppliesAreRoundedDown(t *testing.T) {
	t.Parallel()
	r := formatstest.Priced()
	product := *r.BOM[0].Part.Product
	product.Length = 3*units.Foot + 1 // 914.4 mm and a nanometre
	r.BOM[0].Part.Product = &product
	for row := range bomcsv.Rows(r) {
		if row.LengthMM != csvtext.Some(914) {
			t.Errorf("3 ft are %v mm, want 914", row.LengthMM)
		}
	}
}

// FuzzDecode: nothing panics, and what was read is written and read back the
// same, guarded or not.
func FuzzDecode(f *testing.F) {
	for _, o := range []csvtext.Options{{}, {Delimiter: ';', Excel: true}, {Delimiter: '\t', Raw: true}} {
		var b bytes.Buffer
		if err := bomcsv.Write(&b, bomcsv.Rows(formatstest.Result()), o); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), o.Raw)
	}
	f.Add([]byte(header+"\r\n"), false)
	f.Add([]byte(header+"\r\n\"=1"), true)
	f.Fuzz(func(t *testing.T, text []byte, raw bool) {
		want, err := bomcsv.Decode(bytes.NewReader(text), csvtext.Options{Raw: raw})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := bomcsv.Write(&b, slices.Values(want), csvtext.Options{Raw: raw}); err != nil {
			t.Fatal(err)
		}
		got, err := bomcsv.Decode(&b, csvtext.Options{Raw: raw})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("read %+v, written and read again %+v, %v", want, got, err)
		}
	})
}
