package cablescsv_test

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/cablescsv"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

const header = "cable_id,label,medium,product,length_mm,required_mm,a_rack,a_u,a_device,a_ports,b_rack,b_u,b_device,b_ports,modules"

func TestHeaderIsTheDocumentedOne(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := cablescsv.Encode(&b, &planner.Result{}, csvtext.Options{}); err != nil {
		t.Fatal(err)
	}
	if want := header + "\r\n"; b.String() != want {
		t.Errorf("an empty table is %q, want %q", b.String(), want)
	}
}

func rowsOfCable(id string) []cablescsv.Row {
	var rows []cablescsv.Row
	for row := range cablescsv.Rows(formatstest.Result()) {
		if row.CableID == id {
			rows = append(rows, row)
		}
	}
	return rows
}

// The leaf's end of a splitter is a in each row, with the port this leg serves;
// a leg has its own need and, where one is written, its own label.
func TestASplitterHasARowForEachLeg(t *testing.T) {
	t.Parallel()
	row := cablescsv.Row{
		CableID: "c-000000000004", Label: "A01-40:IB1/1/A01-01:ib1", Medium: "dac", Product: "MCP7Y00-N003", LengthMM: csvtext.Some(3000), RequiredMM: csvtext.Some(2625),
		A: cablescsv.End{Rack: "A01", U: units.U(40), Device: "leaf-01", Ports: []string{"IB1/1/1"}},
		B: cablescsv.End{Rack: "A01", U: units.U(1), Device: "hgx-001", Ports: []string{"ib1"}},
	}
	second := row
	second.Label, second.RequiredMM, second.A.Ports = `-1 "west"`, csvtext.Some(1879), []string{"IB1/1/2"}
	second.B = cablescsv.End{Rack: "A01", U: units.U(9), Device: "hgx-002", Ports: []string{"ib1"}}
	if diff := cmp.Diff([]cablescsv.Row{row, second}, rowsOfCable("c-000000000004")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAStraightCableHasOneRow(t *testing.T) {
	t.Parallel()
	rows := rowsOfCable("c-000000000005")
	if len(rows) != 1 || !slices.Equal(rows[0].A.Ports, []string{"IB1/29/1", "IB1/29/2"}) || rows[0].Modules != nil {
		t.Errorf("twin-port copper has the rows %+v", rows)
	}
	rows = rowsOfCable("c-000000000001")
	if len(rows) != 1 || !slices.Equal(rows[0].Modules, []string{"MMA4Z00-NS", "MMA4Z00-NS"}) {
		t.Errorf("a cord between two modules has the rows %+v", rows)
	}
}

func TestWhatIsNotKnownIsEmpty(t *testing.T) {
	t.Parallel()
	r := formatstest.Priced()
	for i := range r.Links {
		r.Links[i].RunKnown = false
	}
	r.Cables[0].Length, r.Cables[0].Part = 0, catalog.Part{}
	r.Devices = nil
	r.Cables[0].Ends[0].Device = &planner.Device{Name: "far-1", External: true}
	for row := range cablescsv.Rows(r) {
		if row.LengthMM.Known || row.RequiredMM.Known || row.Product != "" || row.A.Rack != "" || row.A.U != 0 {
			t.Errorf("the row %+v says what nobody knows", row)
		}
	}
}

// FuzzDecode: nothing panics, and what was read is written and read back the
// same, guarded or not.
func FuzzDecode(f *testing.F) {
	for _, o := range []csvtext.Options{{}, {Delimiter: ';', Excel: true}, {Delimiter: '\t', Raw: true}} {
		var b bytes.Buffer
		if err := cablescsv.Write(&b, cablescsv.Rows(formatstest.Result()), o); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), o.Raw)
	}
	f.Add([]byte(header+"\r\n"), false)
	f.Add([]byte(header+"\r\n\"=1"), true)
	f.Fuzz(func(t *testing.T, text []byte, raw bool) {
		want, err := cablescsv.Decode(bytes.NewReader(text), csvtext.Options{Raw: raw})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := cablescsv.Write(&b, slices.Values(want), csvtext.Options{Raw: raw}); err != nil {
			t.Fatal(err)
		}
		got, err := cablescsv.Decode(&b, csvtext.Options{Raw: raw})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("read %+v, written and read again %+v, %v", want, got, err)
		}
	})
}
