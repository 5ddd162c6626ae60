package formats_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// input is what every format can be written from; golden files blank the version.
func input(r *planner.Result) formats.Input {
	return formats.Input{
		Result: r, Catalog: builtIn(), Version: "", Artifact: "plans/pod-a.yaml",
		Document: &plan.Document{Version: 1, Name: "Pod A", Devices: []plan.Device{{Name: "dgx-[001-002]", Type: "dgx-h100"}}},
	}
}

// builtIn is the catalog of the program.
var builtIn = sync.OnceValue(func() *catalog.Catalog {
	cat, err := catalog.Load()
	if err != nil {
		panic("load the catalog: " + err.Error())
	}
	return cat
})

func encode(t *testing.T, f formats.Format, r *planner.Result, o formats.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Encode(&b, input(r), o); err != nil {
		t.Fatalf("encode %s: %v", f.Name, err)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	t.Parallel()
	excel := formats.Options{CSV: csvtext.Options{Excel: true, Delimiter: ';'}}
	tests := []struct {
		format, file string
		result       *planner.Result
		options      formats.Options
	}{
		{"order.csv", "order-INCOMPLETE.csv", formatstest.Result(), formats.Options{Incomplete: true}},
		{"order.csv", "order.csv", formatstest.Priced(), formats.Options{}},
		{"order.csv", "order-excel.csv", formatstest.Priced(), excel},
		{"bom.csv", "bom.csv", formatstest.Result(), formats.Options{}},
		{"bom.csv", "bom-priced.csv", formatstest.Priced(), formats.Options{}},
		{"cables.csv", "cables.csv", formatstest.Result(), formats.Options{}},
		{"links.csv", "links.csv", formatstest.Result(), formats.Options{}},
		{"links.csv", "links-raw.csv", formatstest.Result(), formats.Options{CSV: csvtext.Options{Raw: true}}},
		{"findings.csv", "findings.csv", formatstest.Result(), formats.Options{}},
		{"findings.sarif", "findings.sarif", formatstest.Result(), formats.Options{}},
		{"findings.sarif", "nothing.sarif", formatstest.Priced(), formats.Options{}},
		{"result.json", "result.json", formatstest.Result(), formats.Options{}},
		{"result.json", "result-priced.json", formatstest.Priced(), formats.Options{}},
		{"generations.csv", "generations.csv", formatstest.Result(), formats.Options{}},
		{"generations.csv", "generations-excel.csv", formatstest.Result(), excel},
		{"generations.json", "generations.json", formatstest.Result(), formats.Options{}},
		{"generations.svg", "generations.svg", formatstest.Result(), formats.Options{}},
		{"elevation.svg", "elevation.svg", formatstest.Result(), formats.Options{}},
		{"floor.svg", "floor.svg", formatstest.Result(), formats.Options{}},
		{"plan.yaml", "plan.yaml", nil, formats.Options{}},
		{"plan.json", "plan.json", nil, formats.Options{}},
	}
	var seen []string
	for _, tt := range tests {
		seen = append(seen, tt.format)
		t.Run(tt.file, func(t *testing.T) {
			t.Parallel()
			f, err := formats.Find(tt.format)
			if err != nil {
				t.Fatal(err)
			}
			formatstest.Golden(t, tt.file, encode(t, f, tt.result, tt.options))
		})
	}
	for _, f := range formats.All() {
		if f.Name == "order.xlsx" || f.OfFabric {
			continue // compared with order.csv cell by cell; drawn of a plan that has a fabric
		}
		if !slices.Contains(seen, f.Name) {
			t.Errorf("%s has no golden file", f.Name)
		}
	}
}

func TestTheSameResultGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	for _, f := range formats.All() {
		o := formats.Options{Incomplete: true}
		if f.OfFabric {
			continue // the result has none
		}
		if !bytes.Equal(encode(t, f, formatstest.Result(), o), encode(t, f, formatstest.Result(), o)) {
			t.Errorf("%s: two runs differ", f.Name)
		}
	}
}

func TestOrderOfAPlanThatIsNotOKIsRefused(t *testing.T) {
	t.Parallel()
	f, err := formats.Find("order.csv")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = f.Encode(&b, input(formatstest.Result()), formats.Options{})
	var refused *formats.Refused
	if !errors.As(err, &refused) || b.Len() != 0 {
		t.Fatalf("got %v and %d bytes, want a refusal and none", err, b.Len())
	}
	want := "order refused: the plan has 2 errors and 1 link of unknown run; mend the plan, or ask for an incomplete order"
	if err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestFindNamesTheFormats(t *testing.T) {
	t.Parallel()
	_, err := formats.Find("order.pdf")
	want := `format "order.pdf" does not exist; the formats are order.csv, order.xlsx, bom.csv, cables.csv, links.csv, findings.csv, ` +
		"findings.sarif, result.json, generations.csv, generations.json, generations.svg, elevation.svg, floor.svg, fabric.svg, plan.yaml, plan.json"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestFileNames(t *testing.T) {
	t.Parallel()
	for _, f := range formats.All() {
		want := f.Name
		if got := f.FileName(false); got != want {
			t.Errorf("file of %s is %s", f.Name, got)
		}
		if stem, ext, _ := strings.Cut(f.Name, "."); stem == "order" {
			want = "order-INCOMPLETE." + ext
		}
		if got := f.FileName(true); got != want {
			t.Errorf("file of an incomplete %s is %s, want %s", f.Name, got, want)
		}
	}
}

// A wide result has n links on n straight cables, all between the same few
// devices: what grows with n is the result itself.
func wide(n int) *planner.Result {
	r := formatstest.Priced()
	link, cable := r.Links[0], r.Cables[0]
	cable.Ends = cable.Ends[:2]
	r.Links, r.Cables = make([]planner.Link, n), make([]planner.Cable, n)
	ends := []planner.CableEnd{cable.Ends[0], cable.Ends[1]}
	ends[1].Link = -1
	numbers := make([]int32, n)
	for i := range n {
		numbers[i] = int32(i)
		r.Links[i], r.Cables[i] = link, cable
		r.Links[i].Cables = [2]int32{int32(i), -1}
		r.Cables[i].Links, r.Cables[i].Ends = numbers[i:i+1:i+1], ends
	}
	return r
}

// A gauge is a writer that remembers the most memory in use while it was
// written to.
type gauge struct {
	writes, bytes int
	peak          uint64
}

func (g *gauge) Write(p []byte) (int, error) {
	g.bytes += len(p)
	if g.writes++; g.writes%64 == 0 {
		g.peak = max(g.peak, live())
	}
	return len(p), nil
}

func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Not parallel: it looks at the memory of the whole program.
func TestMemoryDoesNotGrowWithRows(t *testing.T) {
	r := wide(100_000)
	for _, f := range formats.All() {
		if !slices.Contains([]string{"cables.csv", "links.csv", "result.json"}, f.Name) {
			continue
		}
		before, g := live(), gauge{}
		if err := f.Encode(&g, input(r), formats.Options{}); err != nil {
			t.Fatal(err)
		}
		if g.bytes < 100*100_000 {
			t.Fatalf("%s: only %d bytes written", f.Name, g.bytes)
		}
		if g.peak > before+4<<20 { // the rows themselves are above 10 MB
			t.Errorf("%s: %d bytes more in use while writing %d bytes, want at most 4 MiB", f.Name, g.peak-before, g.bytes)
		}
	}
	runtime.KeepAlive(r)
}

// Rows a second of the large formats; beside them csvtext's own benchmark and
// encoding/csv's.
func BenchmarkFormats(b *testing.B) {
	const rows = 100_000
	r := wide(rows)
	for _, name := range []string{"cables.csv", "links.csv", "result.json"} {
		f, err := formats.Find(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.TrimSuffix(name, ".csv"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f.Encode(io.Discard, input(r), formats.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*rows/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
