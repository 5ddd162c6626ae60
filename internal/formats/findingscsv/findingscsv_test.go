package findingscsv_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/findingscsv"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/planner"
)

const header = "severity,code,path,line,column,subject,count,message,fix,source"

func TestHeaderIsTheDocumentedOne(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := findingscsv.Encode(&b, &planner.Result{}, csvtext.Options{}); err != nil {
		t.Fatal(err)
	}
	if want := header + "\r\n"; b.String() != want {
		t.Errorf("an empty table is %q, want %q", b.String(), want)
	}
}

func TestDecodeNamesTheLine(t *testing.T) {
	t.Parallel()
	_, err := findingscsv.Decode(strings.NewReader(header+"\nerror,no-cable,links[4],x,5,a,1,m,,\n"), csvtext.Options{})
	if want := `line 2, column line: "x" is not a whole number`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// FuzzDecode: nothing panics, and what was read is written and read back the
// same, guarded or not.
func FuzzDecode(f *testing.F) {
	for _, o := range []csvtext.Options{{}, {Delimiter: ';', Excel: true}, {Delimiter: '\t', Raw: true}} {
		var b bytes.Buffer
		if err := findingscsv.Write(&b, findingscsv.Rows(formatstest.Result()), o); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), o.Raw)
	}
	f.Add([]byte(header+"\r\n"), false)
	f.Add([]byte(header+"\r\n\"=1"), true)
	f.Fuzz(func(t *testing.T, text []byte, raw bool) {
		want, err := findingscsv.Decode(bytes.NewReader(text), csvtext.Options{Raw: raw})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := findingscsv.Write(&b, slices.Values(want), csvtext.Options{Raw: raw}); err != nil {
			t.Fatal(err)
		}
		got, err := findingscsv.Decode(&b, csvtext.Options{Raw: raw})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("read %+v, written and read again %+v, %v", want, got, err)
		}
	})
}
