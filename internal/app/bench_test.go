package app_test

import (
	"runtime"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
	"lengthwise/internal/units"
)

// benchPods make 100,352 links.
const benchPods = 49

// BenchmarkViews looks through a plan of 100,000 links: what a page of a stored
// plan costs once its result is in memory and was sorted so before.
func BenchmarkViews(b *testing.B) {
	c := checked(b, pods(benchPods))
	end, err := c.Links(app.LinkQuery{Limit: 1000})
	if err != nil {
		b.Fatal(err)
	}
	views := map[string]func() error{
		"links/first":      func() error { _, err := c.Links(app.LinkQuery{}); return err },
		"links/second":     func() error { _, err := c.Links(app.LinkQuery{After: end.Next, Limit: 1000}); return err },
		"links/status":     func() error { _, err := c.Links(app.LinkQuery{Status: "error"}); return err },
		"links/rack":       func() error { _, err := c.Links(app.LinkQuery{Rack: "p07-r05"}); return err },
		"links/device":     func() error { _, err := c.Links(app.LinkQuery{Device: "p07-h[001-010]"}); return err },
		"links/run":        func() error { _, err := c.Links(app.LinkQuery{Sort: "run", Desc: true, MinMM: 3000}); return err },
		"links/code":       func() error { _, err := c.Links(app.LinkQuery{Code: "beyond-reach"}); return err },
		"links/text":       func() error { _, err := c.Links(app.LinkQuery{Text: "h001"}); return err },
		"links/port":       func() error { _, err := c.Links(app.LinkQuery{Text: "leaf-01:IB1/17"}); return err },
		"cables/device":    func() error { _, err := c.Cables(app.CableQuery{Device: "p07-leaf-05"}); return err },
		"cables/rack":      func() error { _, err := c.Cables(app.CableQuery{Rack: "p07-r05"}); return err },
		"cables/text":      func() error { _, err := c.Cables(app.CableQuery{Text: "h001"}); return err },
		"findings/warning": func() error { _, err := c.Findings(app.FindingQuery{Severity: "warning"}); return err },
		"findings/groups":  func() error { c.FindingGroups(); return nil },
	}
	for name, view := range views {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := view(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFirstLook is the first view of a plan of 100,000 links, which sorts
// it.
func BenchmarkFirstLook(b *testing.B) {
	c := checked(b, pods(benchPods))
	for _, by := range []string{"status", "b", "group"} {
		b.Run(by, func(b *testing.B) {
			for b.Loop() {
				fresh := app.Checked{Document: c.Document, Media: c.Media, Result: c.Result}
				if _, err := fresh.Links(app.LinkQuery{Sort: by}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkResult is a stored plan of 100,000 links: from memory, and after an
// edit of one device.
func BenchmarkResult(b *testing.B) {
	p := plansOver(b, postgres.New(pgtest.New(b)), 0)
	made := create(b, p, pods(benchPods))
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := p.Result(b.Context(), ann, made.ID, 0); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("edit", func(b *testing.B) {
		base := 1
		for b.Loop() {
			saved, err := p.Edit(b.Context(), ann, made.ID, base, move(base), "")
			if err != nil {
				b.Fatal(err)
			}
			base = saved.Revision
		}
	})
	b.Run("compare", func(b *testing.B) {
		for b.Loop() {
			if _, err := p.Compare(b.Context(), ann, made.ID, 1, 2); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkPlannedBytes measures what a result and its views keep alive, which
// the bound of the cache rests on.
func BenchmarkPlannedBytes(b *testing.B) {
	a, text := newApp(b), pods(benchPods)
	for b.Loop() {
		before := live()
		c, err := a.Check(b.Context(), app.CheckRequest{Source: source("plan.yaml", text)})
		if err != nil {
			b.Fatal(err)
		}
		for _, by := range app.LinkSorts {
			for _, desc := range []bool{false, true} {
				if _, err := c.Links(app.LinkQuery{Sort: by, Desc: desc}); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(live()-before)/float64(len(c.Result.Links)), "B/link")
		runtime.KeepAlive(c)
	}
}

// live is the memory in use after a collection.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkReach answers between two device types at every speed both do.
func BenchmarkReach(b *testing.B) {
	a := newApp(b)
	for _, q := range []app.ReachQuery{{From: "qm9700", To: "dgx-h100"}, {From: "sn5600", To: "sn5400"}, {Speed: "ndr", Length: 3 * units.Metre}} {
		b.Run(q.From+q.To+q.Speed, func(b *testing.B) {
			for b.Loop() {
				if _, err := a.Reach(q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
