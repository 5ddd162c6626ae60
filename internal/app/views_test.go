package app_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// pods is the text of a plan of n pods, each of 32 leaves over 128 hosts and 16
// spines: 2048 links. The last spine of a pod is pinned to copper that does not
// reach, and in the first pod one host has no place.
func pods(n int) string {
	var b strings.Builder
	b.WriteString("version: 1\nname: Pods\nsite:\n  rows:\n")
	for i := range n {
		fmt.Fprintf(&b, "    - {name: p%02d, y: %dm}\n", i, 3*i)
	}
	b.WriteString("racks:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {name: \"p%02d-r[01-32]\", row: p%02d, position: 1}\n  - {name: \"p%02d-net[1-2]\", row: p%02d, position: 33}\n", i, i, i, i)
	}
	b.WriteString("devices:\n")
	for i := range n {
		if i == 0 {
			b.WriteString("  - {name: lost, type: hgx-8gpu-osfp}\n")
		}
		fmt.Fprintf(&b, "  - {name: \"p%02d-h[001-128]\", type: hgx-8gpu-osfp, rack: \"p%02d-r[01-32]\", u: [1, 9, 17, 25]}\n", i, i)
		fmt.Fprintf(&b, "  - {name: \"p%02d-leaf-[01-32]\", type: qm9700, rack: \"p%02d-r[01-32]\", u: 40, face: rear}\n", i, i)
		fmt.Fprintf(&b, "  - {name: \"p%02d-spine-[01-16]\", type: qm9700, rack: \"p%02d-net[1-2]\", u: [10, 12, 14, 16, 18, 20, 22, 24], face: rear}\n", i, i)
	}
	b.WriteString("links:\n")
	for i := range n {
		if i == 0 {
			b.WriteString("  - {a: \"lost:ib[1-8]\", b: \"p00-leaf-32:IB1/[13-16]/[1-2]\", group: hosts}\n")
			b.WriteString("  - {a: \"p00-h[001-124]:ib[1-8]\", b: \"p00-leaf-[01-31]:IB1/[1-16]/[1-2]\", group: hosts}\n")
			b.WriteString("  - {a: \"p00-h[125-127]:ib[1-8]\", b: \"p00-leaf-32:IB1/[1-12]/[1-2]\", group: hosts, color: blue}\n")
		} else {
			fmt.Fprintf(&b, "  - {a: \"p%02d-h[001-128]:ib[1-8]\", b: \"p%02d-leaf-[01-32]:IB1/[1-16]/[1-2]\", group: hosts}\n", i, i)
		}
		for l := 1; l <= 32; l++ {
			fmt.Fprintf(&b, "  - {a: \"p%02d-leaf-%02d:IB1/[17-31]/[1-2]\", b: \"p%02d-spine-[01-15]:IB1/%d/[1-2]\"}\n", i, l, i, l)
			fmt.Fprintf(&b, "  - {a: \"p%02d-leaf-%02d:IB1/32/[1-2]\", b: \"p%02d-spine-16:IB1/%d/[1-2]\", cable: {medium: dac}}\n", i, l, i, l)
		}
	}
	return b.String()
}

func checked(t testing.TB, text string) *app.Checked {
	t.Helper()
	c, err := newApp(t).Check(t.Context(), app.CheckRequest{Source: source("plan.yaml", text)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var onePod = sync.OnceValue(func() string { return pods(1) })

// walk reads every page of a list forwards, then backwards from its end.
func walk(t interface{ Fatalf(string, ...any) }, page func(after string) (rows []int32, total int, next, prev string, err error)) []int32 {
	var all []int32
	var starts []string
	after, back := "", ""
	for {
		rows, total, next, prev, err := page(after)
		if err != nil {
			t.Fatalf("page after %q: %v", after, err)
		}
		if len(all) == 0 && prev != "" {
			t.Fatalf("the first page has one before it")
		}
		all = append(all, rows...)
		starts = append(starts, fmt.Sprint(rows))
		if next == "" {
			if len(all) != total {
				t.Fatalf("%d rows on all pages, the total is %d", len(all), total)
			}
			back = prev
			break
		}
		if len(all) > total {
			t.Fatalf("%d rows so far, the total is %d", len(all), total)
		}
		after = next
	}
	for i := len(starts) - 2; i >= 0; i-- {
		rows, _, _, prev, err := page(back)
		if err != nil || fmt.Sprint(rows) != starts[i] {
			t.Fatalf("page %d backwards: %v (%v), forwards it was %s", i, rows, err, starts[i])
		}
		back = prev
	}
	if len(starts) > 1 && back != "" {
		t.Fatalf("the first page, reached backwards, has one before it")
	}
	return all
}

// matches is what LinkQuery says, the slow and obvious way.
func matches(c *app.Checked, l *planner.Link, q app.LinkQuery) bool {
	ends := l.A.String() + " " + l.B.String()
	names := func(text, a, b string) bool {
		if text == "" {
			return true
		}
		all, err := plan.ExpandNames(text, 10_000)
		return err == nil && (slices.Contains(all, a) || slices.Contains(all, b))
	}
	words := func() bool {
		for _, w := range strings.Fields(strings.ToLower(q.Text)) {
			found := false
			for _, s := range []string{l.A.String(), l.B.String(), l.Group, l.Fabric, l.Label, l.ID} {
				found = found || strings.Contains(strings.ToLower(s), w)
			}
			if !found {
				return false
			}
		}
		return true
	}
	coded := func() bool {
		for _, f := range c.Result.Findings {
			if string(f.Code) == q.Code && strings.HasPrefix(f.Path, l.Path) && f.Subject == l.A.String()+" - "+l.B.String() {
				return true
			}
		}
		return false
	}
	mm := l.Run.CeilMM()
	return (q.Status == "" || string(l.Status) == q.Status) && (q.Medium == "" || string(l.Medium) == q.Medium || q.Medium == "none" && l.Medium == "") &&
		(q.Group == "" || l.Group == q.Group) && names(q.Device, l.A.Device.Name, l.B.Device.Name) && names(q.Rack, l.A.Device.Rack, l.B.Device.Rack) &&
		(q.MinMM == 0 && q.MaxMM == 0 || l.RunKnown && mm >= q.MinMM && (q.MaxMM == 0 || mm <= q.MaxMM)) &&
		words() && (q.Code == "" || coded()) && ends != ""
}

func TestLinksAreFilteredSortedAndPaged(t *testing.T) {
	t.Parallel()
	c := checked(t, onePod())
	for code, want := range map[planner.Status]int{planner.StatusError: 64, planner.StatusUnknown: 8} {
		if got := c.Result.Summary.LinksByStatus[code]; got != want {
			t.Fatalf("the plan has %d links of status %s, the test rests on %d", got, code, want)
		}
	}
	pick := func(words ...string) *rapid.Generator[string] { return rapid.SampledFrom(append(words, "", "")) }
	rapid.Check(t, func(t *rapid.T) {
		q := app.LinkQuery{
			Status: pick("ok", "error", "unknown", "warning").Draw(t, "status"),
			Medium: pick("dac", "acc", "optical", "none").Draw(t, "medium"),
			Rack:   pick("p00-r01", "p00-r[02-05]", "p00-net1", "nowhere").Draw(t, "rack"),
			Device: pick("p00-leaf-07", "p00-h[001-010]", "lost", "p00-spine-16").Draw(t, "device"),
			Group:  pick("hosts", "others").Draw(t, "group"),
			Code:   pick("beyond-reach", "unknown-run", "airflow").Draw(t, "code"),
			Text:   pick("LEAF-0", "h001:ib1", "ib1 hosts", "leaf-01:IB1/17/", "spine 12:ib1", "l-0").Draw(t, "text"),
			MinMM:  rapid.SampledFrom([]int64{0, 0, 2000, 8000}).Draw(t, "min"),
			MaxMM:  rapid.SampledFrom([]int64{0, 0, 9000, 20000}).Draw(t, "max"),
			Sort:   pick(app.LinkSorts...).Draw(t, "sort"),
			Desc:   rapid.Bool().Draw(t, "desc"),
			Limit:  rapid.SampledFrom([]int{50, 333, 1000}).Draw(t, "limit"),
		}
		got := walk(t, func(after string) ([]int32, int, string, string, error) {
			q := q
			q.After = after
			page, err := c.Links(q)
			return page.Links, page.Total, page.Next, page.Prev, err
		})
		var want []int32
		for i := range c.Result.Links {
			if matches(c, &c.Result.Links[i], q) {
				want = append(want, int32(i))
			}
		}
		sorted := slices.Clone(got)
		slices.Sort(sorted)
		if !slices.Equal(sorted, want) {
			t.Fatalf("%+v gives %d links, want %d", q, len(got), len(want))
		}
		if q.Sort == "run" {
			checkRuns(t, c, got, q.Desc)
		}
	})
}

// checkRuns holds that runs go up, or down, that unknown ones come last, and
// that like ones keep their order.
func checkRuns(t *rapid.T, c *app.Checked, rows []int32, desc bool) {
	for i := 1; i < len(rows); i++ {
		p, q := &c.Result.Links[rows[i-1]], &c.Result.Links[rows[i]]
		switch {
		case !p.RunKnown && q.RunKnown:
			t.Fatalf("row %d has no run and stands before one that has", i-1)
		case p.RunKnown && q.RunKnown && p.Run != q.Run && p.Run > q.Run != desc:
			t.Fatalf("rows %d and %d: runs %s and %s, downwards is %v", i-1, i, p.Run, q.Run, desc)
		case p.RunKnown == q.RunKnown && (p.Run == q.Run || !p.RunKnown) && rows[i-1] > rows[i]:
			t.Fatalf("rows %d and %d are alike and changed places", i-1, i)
		}
	}
}

func TestLinksBeginWithErrors(t *testing.T) {
	t.Parallel()
	c := checked(t, onePod())
	page, err := c.Links(app.LinkQuery{Limit: 1000})
	if err != nil || page.Total != 2048 || len(page.Links) != 1000 {
		t.Fatalf("%d of %d links (%v), want 1000 of 2048", len(page.Links), page.Total, err)
	}
	for i, l := range page.Links {
		want := planner.StatusOK
		if i < 64 {
			want = planner.StatusError
		} else if i < 72 {
			want = planner.StatusUnknown
		}
		if got := c.Result.Links[l].Status; got != want {
			t.Fatalf("link %d is %s, want errors first, then unknown, then ok", i, got)
		}
	}
}

func TestACursorFindsItsPlaceWhenThePlanChanged(t *testing.T) {
	t.Parallel()
	shorter := strings.NewReplacer("lost:ib[1-8]", "lost:ib[1-4]", "leaf-32:IB1/[13-16]", "leaf-32:IB1/[13-14]")
	before, after := checked(t, onePod()), checked(t, shorter.Replace(onePod()))
	if len(after.Result.Links) != len(before.Result.Links)-4 {
		t.Fatalf("%d links, then %d; want 4 less", len(before.Result.Links), len(after.Result.Links))
	}
	q := app.LinkQuery{Sort: "a", Limit: 100}
	page, err := before.Links(q)
	if err != nil {
		t.Fatal(err)
	}
	end := before.Result.Links[page.Links[99]].ID
	q.After = page.Next
	page, err = after.Links(q)
	if err != nil {
		t.Fatal(err)
	}
	if got := after.Result.Links[page.Links[0]-1].ID; got != end {
		t.Errorf("with 4 links less, the page begins after %s, want after %s", got, end)
	}
}

func TestQueriesSayWhichWordsThereAre(t *testing.T) {
	t.Parallel()
	c := checked(t, small)
	tests := []struct {
		name  string
		ask   func() error
		field string
		want  string
	}{
		{"a status", func() error { _, err := c.Links(app.LinkQuery{Status: "broken"}); return err }, "status", "ok, error, warning, unknown"},
		{"a medium", func() error { _, err := c.Links(app.LinkQuery{Medium: "dax"}); return err }, "medium", "did you mean dac?"},
		{"no medium is no medium of a cable", func() error { _, err := c.Cables(app.CableQuery{Medium: "none"}); return err }, "medium", "twisted-pair"},
		{"a sort", func() error { _, err := c.Links(app.LinkQuery{Sort: "runs"}); return err }, "sort", "required"},
		{"a code", func() error { _, err := c.Findings(app.FindingQuery{Code: "to-short"}); return err }, "code", "did you mean too-short?"},
		{"a severity", func() error { _, err := c.Findings(app.FindingQuery{Severity: "bad"}); return err }, "severity", "error, warning, info"},
		{"a range", func() error { _, err := c.Links(app.LinkQuery{Device: "leaf-[1"}); return err }, "device", "leaf-[1"},
		{"a span", func() error { _, err := c.Links(app.LinkQuery{MinMM: 5, MaxMM: 4}); return err }, "min_mm", "above max_mm 4"},
		{"a limit", func() error { _, err := c.Modules(app.ModuleQuery{Limit: -1}); return err }, "limit", "1 to 1000"},
		{"a cursor", func() error { _, err := c.Links(app.LinkQuery{After: "abc"}); return err }, "cursor", "the one a page gave"},
		{"a medium of the bill of materials", func() error { _, err := c.BOM(app.BOMQuery{Medium: "optical"}); return err }, "medium", "transceiver"},
	}
	for _, tt := range tests {
		var invalid *app.Invalid
		if err := tt.ask(); !errors.As(err, &invalid) || invalid.Problems.List[0].Path != tt.field || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want *app.Invalid about %s that says %q", tt.name, err, tt.field, tt.want)
		}
	}
	other, err := checked(t, onePod()).Links(app.LinkQuery{Sort: "run", Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Links(app.LinkQuery{Sort: "a", After: other.Next}); err == nil || !strings.Contains(err.Error(), "another order") {
		t.Errorf("the cursor of another order: %v, want it refused", err)
	}
	if page, err := c.Links(app.LinkQuery{Sort: "run", After: other.Next}); err != nil || page.Total != 1 || len(page.Links) != 0 || page.Next != "" {
		t.Errorf("a cursor behind the end: %+v (%v), want no rows", page, err)
	}
}

func TestOtherListsAreFilteredAndPaged(t *testing.T) {
	t.Parallel()
	c := checked(t, onePod())
	r := c.Result
	tests := []struct {
		name string
		want int
		page func(after string) ([]int32, int, string, string, error)
	}{
		{"cables of a medium", r.Summary.CablesByMedium[plan.Optical], func(after string) ([]int32, int, string, string, error) {
			p, err := c.Cables(app.CableQuery{Medium: "optical", Sort: "length", Desc: true, After: after, Limit: 100})
			return p.Cables, p.Total, p.Next, p.Prev, err
		}},
		{"cables of a product, in any spelling", count(r.Cables, func(x planner.Cable) bool { return x.Part.SKU() == "MCP7Y00-N003" }), func(after string) ([]int32, int, string, string, error) {
			p, err := c.Cables(app.CableQuery{Product: "mcp7y00 n003", Sort: "rack", After: after, Limit: 100})
			return p.Cables, p.Total, p.Next, p.Prev, err
		}},
		{"cables of a device: 16 splitters, two cords for each of 15 modules", 16 + 30, func(after string) ([]int32, int, string, string, error) {
			p, err := c.Cables(app.CableQuery{Device: "p00-leaf-05", After: after, Limit: 7})
			return p.Cables, p.Total, p.Next, p.Prev, err
		}},
		{"modules of a switch", 15, func(after string) ([]int32, int, string, string, error) {
			p, err := c.Modules(app.ModuleQuery{Device: "p00-leaf-05", Text: "ib1", After: after, Limit: 4})
			return p.Modules, p.Total, p.Next, p.Prev, err
		}},
		{"errors", r.Summary.Errors, func(after string) ([]int32, int, string, string, error) {
			p, err := c.Findings(app.FindingQuery{Severity: "error", After: after, Limit: 10})
			return p.Findings, p.Total, p.Next, p.Prev, err
		}},
		{"all of the bill of materials", len(r.BOM), func(after string) ([]int32, int, string, string, error) {
			p, err := c.BOM(app.BOMQuery{After: after, Limit: 2})
			return p.Rows, p.Total, p.Next, p.Prev, err
		}},
		{"racks by name", 2, func(after string) ([]int32, int, string, string, error) {
			p, err := c.Racks(app.PartQuery{Text: "NET", After: after, Limit: 1})
			return p.Rows, p.Total, p.Next, p.Prev, err
		}},
		{"what was not checked", len(r.Unchecked), func(after string) ([]int32, int, string, string, error) {
			p, err := c.Unchecked(app.PartQuery{After: after, Limit: 3})
			return p.Rows, p.Total, p.Next, p.Prev, err
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := walk(t, tt.page); len(got) != tt.want || tt.want == 0 {
				t.Errorf("%d rows, want %d, and some", len(got), tt.want)
			}
		})
	}
}

func count[T any](list []T, is func(T) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}

func TestFindingsAreGroupedByCause(t *testing.T) {
	t.Parallel()
	c := checked(t, onePod())
	groups := c.FindingGroups()
	seen, total := map[plan.Code]bool{}, 0
	for i, g := range groups {
		if i > 0 && groups[i-1].Code != g.Code && seen[g.Code] {
			t.Errorf("findings of %s stand apart", g.Code)
		}
		seen[g.Code] = true
		if len(g.Findings) != len(g.Subjects) || g.Count < len(g.Findings) {
			t.Errorf("%s: %d findings, %d subjects, count %d", g.Code, len(g.Findings), len(g.Subjects), g.Count)
		}
		for k, at := range g.Findings {
			if f := c.Result.Findings[at]; f.Code != g.Code || f.Message != g.Message || f.Fix != g.Fix || f.Subject != g.Subjects[k] {
				t.Errorf("%s holds finding %d, which says something else", g.Code, at)
			}
			total++
		}
	}
	if total != len(c.Result.Findings) || !slices.ContainsFunc(groups, func(g app.FindingGroup) bool { return g.Code == "unknown-run" && len(g.Findings) == 8 }) {
		t.Errorf("%d findings in %d groups of %d; want all, those of the lost host in one", total, len(groups), len(c.Result.Findings))
	}
}
