package planner_test

import (
	"encoding/csv"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// leavesPerPod leaves and spinesPerPod spines make a pod of 2048 links: 32
// host links and 32 uplinks for each leaf.
const (
	leavesPerPod = 32
	spinesPerPod = 16
)

// leafSpine is a plan of about so many links, written in ranges: rows of 34
// racks, in each a leaf over four hosts, and the pod's spines in two network
// racks at the end of the row. Every second pod is of DGX H100, whose cages
// have two ports.
func leafSpine(links int) *plan.Document {
	doc := &plan.Document{Version: 1, Name: "leaf and spine"}
	leaves := (links + 32) / 64
	for pod := 0; leaves > 0; pod++ {
		n := min(leaves, leavesPerPod)
		addPod(doc, fmt.Sprintf("p%03d", pod+1), pod, n)
		leaves -= n
	}
	return doc
}

func addPod(doc *plan.Document, name string, pod, leaves int) {
	y := units.Length(pod) * 3 * units.Metre
	first, network := 1, leavesPerPod+1
	doc.Site.Rows = append(doc.Site.Rows, plan.Row{Name: name, Y: &y})
	doc.Racks = append(doc.Racks,
		plan.Rack{Name: fmt.Sprintf("%s-r[01-%02d]", name, leaves), Row: name, Position: &first},
		plan.Rack{Name: name + "-net[1-2]", Row: name, Position: &network})
	hosts, ports := "hgx-8gpu-osfp", ":ib[1-8]"
	if pod%2 == 1 {
		hosts, ports = "dgx-h100", ":OSFP[1-4]P[1-2]"
	}
	host := fmt.Sprintf("%s-h[001-%03d]", name, 4*leaves)
	leaf := fmt.Sprintf("%s-leaf-[01-%02d]", name, leaves)
	spine := fmt.Sprintf("%s-spine-[01-%02d]", name, spinesPerPod)
	at := func(u ...int) (p plan.Positions) {
		for _, x := range u {
			p.At = append(p.At, units.U(x))
		}
		return p
	}
	racks := fmt.Sprintf("%s-r[01-%02d]", name, leaves)
	doc.Devices = append(doc.Devices,
		plan.Device{Name: host, Type: hosts, Rack: racks, U: at(1, 9, 17, 25)},
		plan.Device{Name: leaf, Type: "qm9700", Rack: racks, U: at(40), Face: "rear"},
		plan.Device{Name: spine, Type: "qm9700", Rack: name + "-net[1-2]", U: at(10, 12, 14, 16, 18, 20, 22, 24), Face: "rear"})
	doc.Links = append(doc.Links, plan.Link{A: host + ports, B: leaf + ":IB1/[1-16]/[1-2]", Speed: "ndr"})
	for l := 1; l <= leaves; l++ {
		doc.Links = append(doc.Links, plan.Link{A: fmt.Sprintf("%s-leaf-%02d:IB1/[17-32]/[1-2]", name, l),
			B: fmt.Sprintf("%s:IB1/%d/[1-2]", spine, l), Speed: "ndr"})
	}
}

var benchSizes = []int{1_000, 10_000, 100_000, 1_000_000}

func sizes(b *testing.B, run func(b *testing.B, links int)) {
	for _, n := range benchSizes {
		b.Run(strconv.Itoa(n), func(b *testing.B) { run(b, n) })
	}
}

// BenchmarkPlan plans a document, reasons and ids included, and reports the
// best time of a link, how often the yardstick's best time that is (measured in
// the same run), and the memory a link keeps alive while the result is held.
func BenchmarkPlan(b *testing.B) {
	cat := load(b)
	sizes(b, func(b *testing.B, links int) {
		doc := leafSpine(links)
		before := live()
		var res *planner.Result
		best := time.Hour
		b.ReportAllocs()
		for b.Loop() {
			start := time.Now()
			res = mustPlan(b, doc, cat)
			best = min(best, time.Since(start))
		}
		n := float64(len(res.Links))
		b.ReportMetric(float64(best.Nanoseconds())/n, "ns/link")
		b.ReportMetric(float64(live()-before)/n, "B/link")
		b.ReportMetric(float64(best)/float64(newYardstick(res).time()), "x-csv")
		runtime.KeepAlive(res)
	})
}

// BenchmarkCSVYardstick writes the ready rows of the same plan's cable schedule
// with encoding/csv to nowhere.
func BenchmarkCSVYardstick(b *testing.B) {
	cat := load(b)
	sizes(b, func(b *testing.B, links int) {
		res := mustPlan(b, leafSpine(links), cat)
		rows := newYardstick(res)
		for b.Loop() {
			rows.write()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(res.Links)), "ns/link")
	})
}

// live is the memory in use after a collection.
func live() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A yardstick is the rows of a cable schedule, ready to write. Of very long
// schedules it keeps the first rows and writes them again and again.
type yardstick struct {
	rows  [][]string
	total int
}

const keptRows = 100_000

func newYardstick(res *planner.Result) *yardstick {
	y := &yardstick{}
	for i := range res.Cables {
		c := &res.Cables[i]
		legs := c.Ends[1:]
		if c.Shape == "1:1" {
			legs = c.Ends[1:2]
		}
		for _, far := range legs {
			y.total++
			if len(y.rows) == keptRows {
				continue
			}
			near := c.Ends[0]
			var modules []string
			for _, e := range []planner.CableEnd{near, far} {
				if e.Module >= 0 {
					modules = append(modules, res.Modules[e.Module].Product.SKU)
				}
			}
			y.rows = append(y.rows, []string{c.ID, c.Label, string(c.Medium), c.Part.ID(), strconv.FormatInt(c.Length.FloorMM(), 10),
				strconv.FormatInt(c.Required, 10), near.Device.Rack, near.Device.U.String(), near.Device.Name, strings.Join(near.Ports, ";"),
				far.Device.Rack, far.Device.U.String(), far.Device.Name, strings.Join(far.Ports, ";"), strings.Join(modules, ";")})
		}
	}
	return y
}

func (y *yardstick) write() {
	w := csv.NewWriter(io.Discard)
	w.UseCRLF = true
	for i := range y.total {
		_ = w.Write(y.rows[i%len(y.rows)])
	}
	w.Flush()
}

// time is the best of five.
func (y *yardstick) time() time.Duration {
	best := time.Hour
	for range 5 {
		start := time.Now()
		y.write()
		best = min(best, time.Since(start))
	}
	return best
}
