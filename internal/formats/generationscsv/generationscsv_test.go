package generationscsv_test

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/generationscsv"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

const header = "generation,links,dac,acc,aec,aoc,optical,nothing,nothing_shortest_run_mm," +
	"copper_host_mm,copper_host,copper_switch_mm,copper_switch,power_w,power_at_least,power_estimate,cost,cost_at_least,currency," +
	"parts,source,ethernet_left_out,unknown_run_left_out,no_speed_left_out,note"

func TestHeaderIsTheDocumentedOne(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := generationscsv.Encode(&b, &planner.Generations{}, csvtext.Options{}); err != nil {
		t.Fatal(err)
	}
	if want := header + "\r\n"; b.String() != want {
		t.Errorf("an empty table is %q, want %q", b.String(), want)
	}
}

// Media of a plan stand in their own columns, in whatever order it prefers them;
// those it leaves out count nothing.
func TestMediaStandInTheirColumns(t *testing.T) {
	t.Parallel()
	g := &planner.Generations{Judged: 9, Media: []plan.Medium{plan.Optical, plan.DAC}, List: []planner.Generation{{Name: "ndr", ByMedium: []int{5, 3}, Nothing: 1}}}
	rows := slices.Collect(generationscsv.Rows(g))
	r := rows[0]
	got := []csvtext.Int{r.DAC, r.ACC, r.AEC, r.AOC, r.Optical, r.Nothing}
	want := []csvtext.Int{csvtext.Some(3), csvtext.Some(0), csvtext.Some(0), csvtext.Some(0), csvtext.Some(5), csvtext.Some(1)}
	if !slices.Equal(got, want) {
		t.Errorf("dac, acc, aec, aoc, optical, nothing: got %v, want %v", got, want)
	}
	if r.CopperHostMM.Known || r.Cost != "" || r.Note != planner.GenerationsNote {
		t.Errorf("got copper %v, cost %q and the note %q; want neither, and the note", r.CopperHostMM, r.Cost, r.Note)
	}
}

// FuzzDecode: nothing panics, and what was read is written and read back the
// same, guarded or not.
func FuzzDecode(f *testing.F) {
	cat, err := catalog.Load()
	if err != nil {
		f.Fatal(err)
	}
	g := planner.CompareGenerations(formatstest.Result(), &plan.Document{}, cat)
	for _, o := range []csvtext.Options{{}, {Delimiter: ';', Excel: true}, {Delimiter: '\t', Raw: true}} {
		var b bytes.Buffer
		if err := generationscsv.Encode(&b, g, o); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), o.Raw)
	}
	f.Add([]byte(header+"\r\n"), false)
	f.Fuzz(func(t *testing.T, text []byte, raw bool) {
		want, err := generationscsv.Decode(bytes.NewReader(text), csvtext.Options{Raw: raw})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := generationscsv.Write(&b, slices.Values(want), csvtext.Options{Raw: raw}); err != nil {
			t.Fatal(err)
		}
		got, err := generationscsv.Decode(&b, csvtext.Options{Raw: raw})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("read %+v, then %+v (%v)", want, got, err)
		}
	})
}
