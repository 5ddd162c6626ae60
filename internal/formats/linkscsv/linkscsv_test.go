package linkscsv_test

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/linkscsv"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

const header = "link_id,a_device,a_port,a_rack,a_u,b_device,b_port,b_rack,b_u,speed," +
	"fabric,group,run_mm,required_mm,limit_mm,headroom_mm,spare_mm,medium,cables,status,reason"

func TestHeaderIsTheDocumentedOne(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := linkscsv.Encode(&b, &planner.Result{}, csvtext.Options{}); err != nil {
		t.Fatal(err)
	}
	if want := header + "\r\n"; b.String() != want {
		t.Errorf("an empty table is %q, want %q", b.String(), want)
	}
}

func TestNumbersAreEmptyWhereNothingIsKnown(t *testing.T) {
	t.Parallel()
	some, none := csvtext.Some, csvtext.Int{}
	tests := []struct {
		name string
		link planner.Link
		want [5]csvtext.Int // run, required, limit, headroom, spare
	}{
		{"a link on a cable", planner.Link{RunKnown: true, Run: units.MM(2000) + 1, Required: 2401, Limit: 3000, HasCable: true, Spare: 99},
			[5]csvtext.Int{some(2001), some(2401), some(3000), some(599), some(99)}},
		{"a link no part does", planner.Link{RunKnown: true, Run: units.MM(2000), Required: 2400, Limit: 2000},
			[5]csvtext.Int{some(2000), some(2400), some(2000), some(-400), none}},
		{"a medium that does not exist", planner.Link{RunKnown: true, Run: units.MM(2000), Required: 2400, Limit: 0},
			[5]csvtext.Int{some(2000), some(2400), some(0), some(-2400), none}},
		{"no limit", planner.Link{RunKnown: true, Run: units.MM(2000), Required: 2400, Limit: -1},
			[5]csvtext.Int{some(2000), some(2400), none, none, none}},
		{"no run", planner.Link{Limit: 3000}, [5]csvtext.Int{none, none, some(3000), none, none}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.link.A.Device, tt.link.B.Device = &planner.Device{Name: "a"}, &planner.Device{Name: "b"}
			tt.link.Cables = [2]int32{-1, -1}
			for row := range linkscsv.Rows(&planner.Result{Links: []planner.Link{tt.link}}) {
				if got := [5]csvtext.Int{row.RunMM, row.RequiredMM, row.LimitMM, row.HeadroomMM, row.SpareMM}; got != tt.want {
					t.Errorf("got %v, want %v", got, tt.want)
				}
			}
		})
	}
}

// FuzzDecode: nothing panics, and what was read is written and read back the
// same, guarded or not.
func FuzzDecode(f *testing.F) {
	for _, o := range []csvtext.Options{{}, {Delimiter: ';', Excel: true}, {Delimiter: '\t', Raw: true}} {
		var b bytes.Buffer
		if err := linkscsv.Write(&b, linkscsv.Rows(formatstest.Result()), o); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), o.Raw)
	}
	f.Add([]byte(header+"\r\n"), false)
	f.Add([]byte(header+"\r\n\"=1"), true)
	f.Fuzz(func(t *testing.T, text []byte, raw bool) {
		want, err := linkscsv.Decode(bytes.NewReader(text), csvtext.Options{Raw: raw})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := linkscsv.Write(&b, slices.Values(want), csvtext.Options{Raw: raw}); err != nil {
			t.Fatal(err)
		}
		got, err := linkscsv.Decode(&b, csvtext.Options{Raw: raw})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("read %+v, written and read again %+v, %v", want, got, err)
		}
	})
}
