package planner_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// superpod is a plan of so many units of 32 DGX H100: two rows of eight racks for
// each, then rows of switches. Above eight units it has pods of four units under
// cores.
func superpod(unitCount int) *plan.Document {
	doc := &plan.Document{Version: 1, Name: fmt.Sprintf("%d units", unitCount)}
	hosts, pods := 32, 1
	f := plan.Fabric{Name: "compute", Topology: "rail-optimized", Speed: "ndr", HostsPerUnit: &hosts,
		Hosts: fmt.Sprintf("dgx-[0001-%04d]", 32*unitCount), Leaves: fmt.Sprintf("leaf-[001-%03d]", 8*unitCount), Spines: fmt.Sprintf("spine-[001-%03d]", 4*unitCount)}
	if unitCount > 8 {
		pods = unitCount / 4
		f.Pods, f.Spines, f.Cores = &pods, fmt.Sprintf("spine-[001-%03d]", 8*unitCount), fmt.Sprintf("core-[001-%03d]", 4*unitCount)
	}
	doc.Fabrics = []plan.Fabric{f}
	fill := func(names, typ string, perRack, racksPerRow int, u ...int) {
		n, _ := plan.CountNames(names)
		racks := (n + perRack - 1) / perRack
		name := names[:strings.IndexByte(names, '[')]
		var p plan.Positions
		for i := range perRack {
			p.At = append(p.At, units.U(u[0]+i*u[1]))
		}
		for first := 1; first <= racks; first += racksPerRow {
			y, position := units.Length(len(doc.Site.Rows))*3*units.Metre, 1
			row := fmt.Sprintf("%srow-%03d", name, first)
			doc.Site.Rows = append(doc.Site.Rows, plan.Row{Name: row, Y: &y})
			doc.Racks = append(doc.Racks, plan.Rack{Name: fmt.Sprintf("%srack-[%04d-%04d]", name, first, min(racks, first+racksPerRow-1)), Row: row, Position: &position})
		}
		doc.Devices = append(doc.Devices, plan.Device{Name: names, Type: typ, Rack: fmt.Sprintf("%srack-[%04d-%04d]", name, 1, racks), U: p})
	}
	fill(f.Hosts, "dgx-h100", 2, 8, 1, 8)
	for _, names := range []string{f.Leaves, f.Spines, f.Cores} {
		if names != "" {
			fill(names, "qm9700", 16, 16, 10, 2)
		}
	}
	return doc
}

// inFabrics is leafSpine with a fabric for each pod in place of its links.
func inFabrics(links int) *plan.Document {
	doc := leafSpine(links)
	perLeaf := 4
	for i := 0; i < len(doc.Devices); i += 3 { // hosts, leaves and spines of a pod
		f := plan.Fabric{Name: "f" + strconv.Itoa(i/3+1), Topology: "leaf-spine", Speed: "ndr", HostsPerLeaf: &perLeaf,
			Hosts: doc.Devices[i].Name, Leaves: doc.Devices[i+1].Name, Spines: doc.Devices[i+2].Name}
		if doc.Devices[i].Type == "dgx-h100" {
			f.HostPorts = []string{"OSFP[1-4]P[1-2]"}
		}
		doc.Fabrics = append(doc.Fabrics, f)
	}
	doc.Links = nil
	return doc
}

// BenchmarkFabric plans SuperPODs of 1 to 64 units, 512 to 49,152 links.
func BenchmarkFabric(b *testing.B) {
	for _, n := range []int{1, 2, 4, 8, 16, 32, 64} {
		b.Run(fmt.Sprintf("%d-units", n), func(b *testing.B) { benchPlan(b, superpod(n)) })
	}
}

// BenchmarkPlanFabrics is BenchmarkPlan with the same links in fabrics.
func BenchmarkPlanFabrics(b *testing.B) {
	sizes(b, func(b *testing.B, links int) { benchPlan(b, inFabrics(links)) })
}

// benchPlan reports the best time and the live memory of a link.
func benchPlan(b *testing.B, doc *plan.Document) {
	cat := load(b)
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
	b.ReportMetric(n, "links")
	b.ReportMetric(float64(best.Nanoseconds())/n, "ns/link")
	b.ReportMetric(float64(live()-before)/n, "B/link")
	runtime.KeepAlive(res)
}
