package formats_test

import (
	"bytes"
	"io"
	"iter"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lengthwise/internal/formats/bomcsv"
	"lengthwise/internal/formats/cablescsv"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/findingscsv"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/generationscsv"
	"lengthwise/internal/formats/linkscsv"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// texts are hostile and arbitrary ones.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(formatstest.Hostile), rapid.String())
}

// rowsOf draws rows of any type, with cells of each kind the way they occur.
func rowsOf[R any]() *rapid.Generator[[]R] {
	return rapid.SliceOfN(rapid.MakeCustom[R](rapid.MakeConfig{
		Types: map[reflect.Type]*rapid.Generator[any]{
			reflect.TypeFor[csvtext.Int](): rapid.Custom(func(t *rapid.T) csvtext.Int {
				if !rapid.Bool().Draw(t, "known") {
					return csvtext.Int{}
				}
				return csvtext.Some(rapid.Int64().Draw(t, "n"))
			}).AsAny(),
			reflect.TypeFor[csvtext.Decimal](): rapid.Custom(func(t *rapid.T) csvtext.Decimal {
				return csvtext.Decimal(rapid.StringMatching(`|-?[0-9]{1,9}(\.[0-9]{1,4})?`).Draw(t, "decimal"))
			}).AsAny(),
			reflect.TypeFor[units.RackUnits](): rapid.Custom(func(t *rapid.T) units.RackUnits {
				return units.RackUnits(rapid.Int32Range(0, 2000).Draw(t, "u"))
			}).AsAny(),
			reflect.TypeFor[string]():   texts().AsAny(),
			reflect.TypeFor[[]string](): rapid.SliceOfN(texts(), 0, 3).AsAny(),
		},
	}), 0, 4)
}

func options() *rapid.Generator[csvtext.Options] {
	return rapid.Custom(func(t *rapid.T) csvtext.Options {
		return csvtext.Options{
			Delimiter: rapid.SampledFrom([]byte{0, ',', ';', '\t'}).Draw(t, "delimiter"),
			Excel:     rapid.Bool().Draw(t, "excel"),
			Raw:       rapid.Bool().Draw(t, "raw"),
		}
	})
}

// roundTrip: what was written is what is read, for arbitrary rows and for those
// of a result.
func roundTrip[R any](t *testing.T, rows iter.Seq[R],
	write func(io.Writer, iter.Seq[R], csvtext.Options) error, decode func(io.Reader, csvtext.Options) ([]R, error),
) {
	t.Helper()
	t.Parallel()
	same := func(t interface{ Fatalf(string, ...any) }, want []R, o csvtext.Options) {
		var b bytes.Buffer
		if err := write(&b, slices.Values(want), o); err != nil {
			t.Fatalf("write: %v", err)
		}
		text := b.String()
		got, err := decode(&b, csvtext.Options{Raw: o.Raw})
		if err != nil {
			t.Fatalf("decode %q: %v", text, err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("rows written and read back differ (-want +got):\n%s\nfrom %q", diff, text)
		}
	}
	of := slices.Collect(rows)
	if len(of) == 0 {
		t.Fatal("the result has no rows")
	}
	for _, delimiter := range []byte{',', ';', '\t'} {
		same(t, of, csvtext.Options{Delimiter: delimiter, Excel: delimiter == ';'})
	}
	rapid.Check(t, func(t *rapid.T) {
		same(t, rowsOf[R]().Draw(t, "rows"), options().Draw(t, "options"))
	})
}

func hostileResult() *planner.Result {
	r := formatstest.Result()
	for i, text := range formatstest.Hostile {
		f := r.Findings[i%len(r.Findings)]
		f.Subject, f.Message = text, text+text
		r.Findings = append(r.Findings, f)
		l := r.Links[i%len(r.Links)]
		l.Group, l.Label = text, text
		r.Links = append(r.Links, l)
		c := r.Cables[i%len(r.Cables)]
		c.Label = text
		r.Cables = append(r.Cables, c)
		b := r.BOM[i%len(r.BOM)]
		b.Description, b.Estimate = text, []string{text, text}
		r.BOM = append(r.BOM, b)
	}
	return r
}

func TestOrderIsReadBack(t *testing.T) {
	roundTrip(t, ordercsv.Rows(hostileResult(), true), ordercsv.Write, ordercsv.Decode)
}

func TestBOMIsReadBack(t *testing.T) {
	roundTrip(t, bomcsv.Rows(hostileResult()), bomcsv.Write, bomcsv.Decode)
}

func TestCablesAreReadBack(t *testing.T) {
	roundTrip(t, cablescsv.Rows(hostileResult()), cablescsv.Write, cablescsv.Decode)
}

func TestLinksAreReadBack(t *testing.T) {
	roundTrip(t, linkscsv.Rows(hostileResult()), linkscsv.Write, linkscsv.Decode)
}

func TestFindingsAreReadBack(t *testing.T) {
	roundTrip(t, findingscsv.Rows(hostileResult()), findingscsv.Write, findingscsv.Decode)
}

func TestGenerationsAreReadBack(t *testing.T) {
	roundTrip(t, generationscsv.Rows(planner.CompareGenerations(formatstest.Result(), &plan.Document{}, builtIn())), generationscsv.Write, generationscsv.Decode)
}
