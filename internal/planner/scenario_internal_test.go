package planner

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A routeScenario is one site of a file in testdata/routes and what must come
// out. A file holds several, each begun by "== name"; a line is a thing and its
// fields, a comment says why:
//
//	row A at 0m,0m pitch 600mm faces south runs east side_pass 1
//	rack A[01-08] row A position 1 units 48 width 600mm depth 1200mm base 0mm
//	rack Z at 10m,3m faces north power 40 weight 900
//	tray over-A from 0m,1.2m to 6m,1.2m height 2.7m width 300mm depth 100mm
//	type host units 8 depth 898mm ports rear airflow front-to-rear width half watts 1000 grams 9000 kind server
//	device h[1-2] type host rack A01 u 1,9 face front slot left side left from 1m to 2m
//	setting exit=300mm
//	want run h1 s1 2177.975mm     also: at least 600mm, unknown, no way
//	want segments h1 s1 300 1578 300
//	want trays h1 s1 row A | cross west | row B
//	want estimate h1 s1 port side of odd
//	want place h1 A01 U9 front
//	want finding unit-overlap h2
//	want unchecked rack-power A01
//	want tray row A from 0m,1.2m to 6m,1.2m height 2.4336m
//
// Findings that are not wanted fail the scenario; unchecked entries only where
// some are wanted.
type routeScenario struct {
	name  string
	doc   *plan.Document
	wants []string
}

func readScenarios(t *testing.T, file string) []*routeScenario {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []*routeScenario
	var s *routeScenario
	for n, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if name, ok := strings.CutPrefix(line, "== "); ok {
			s = newScenario(name)
			all = append(all, s)
			continue
		}
		if s == nil {
			t.Fatalf("%s:%d: a line before the first scenario", file, n+1)
		}
		if err := s.read(line); err != nil {
			t.Fatalf("%s:%d: %v", file, n+1, err)
		}
	}
	return all
}

func newScenario(name string) *routeScenario {
	return &routeScenario{name: name, doc: &plan.Document{Version: 1, Name: name}}
}

// read takes one line of a scenario.
func (s *routeScenario) read(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	if word == "want" {
		s.wants = append(s.wants, rest)
		return nil
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return fmt.Errorf("nothing after %q", word)
	}
	f := &fieldReader{fields: map[string]string{}}
	name := words[0]
	if len(words)%2 != 1 {
		return fmt.Errorf("%q has a field without a value", line)
	}
	for i := 1; i < len(words); i += 2 {
		f.fields[words[i]] = words[i+1]
	}
	switch word {
	case "row":
		r := plan.Row{Name: name, Pitch: f.length("pitch"), Faces: f.text("faces"), Runs: f.text("runs"), SidePass: f.number("side_pass")}
		r.X, r.Y = f.point("at")
		s.doc.Site.Rows = append(s.doc.Site.Rows, r)
	case "rack":
		r := plan.Rack{Name: name, Row: f.text("row"), Position: f.number("position"), Faces: f.text("faces"), Units: f.number("units"),
			Width: f.length("width"), Depth: f.length("depth"), Base: f.length("base"),
			Numbering: f.text("numbering"), FirstUnit: f.number("first_unit")}
		r.X, r.Y = f.point("at")
		if kw := f.number("power"); kw != nil {
			p := units.Power(*kw) * 1000 * units.Watt
			r.Power = &p
		}
		if kg := f.number("weight"); kg != nil {
			m := units.Mass(*kg) * units.Kilogram
			r.MaxWeight = &m
		}
		s.doc.Racks = append(s.doc.Racks, r)
	case "tray":
		t := plan.Tray{Name: name, Height: *f.length("height"), Width: f.length("width"), Depth: f.length("depth")}
		fx, fy := f.point("from")
		tx, ty := f.point("to")
		t.FromX, t.FromY, t.ToX, t.ToY = *fx, *fy, *tx, *ty
		if kg := f.number("kg_per_m"); kg != nil {
			m := units.Mass(*kg) * units.Kilogram
			t.MaxKgPerM = &m
		}
		s.doc.Site.Trays = append(s.doc.Site.Trays, t)
	case "type":
		s.doc.DeviceTypes = append(s.doc.DeviceTypes, f.deviceType(name))
	case "device":
		d := plan.Device{Name: name, Type: f.text("type"), Rack: f.text("rack"), Face: f.text("face"), Slot: f.text("slot"),
			Side: f.text("side"), From: f.length("from"), To: f.length("to"), External: f.text("external") == "true"}
		d.U = f.positions("u")
		s.doc.Devices = append(s.doc.Devices, d)
	case "setting":
		s.setting(name, f)
	default:
		return fmt.Errorf("unknown word %q", word)
	}
	for left := range f.fields {
		f.fail("unknown field %q", left)
	}
	return f.err
}

// setting reads "setting exit=300mm".
func (s *routeScenario) setting(name string, f *fieldReader) {
	name, value, _ := strings.Cut(name, "=")
	f.fields = map[string]string{"value": value}
	set := &s.doc.Settings
	switch name {
	case "exit":
		set.Exit = f.length("value")
	case "tray_entry":
		set.TrayEntry = f.length("value")
	case "tray_search":
		set.TraySearch = f.length("value")
	case "rear_space":
		set.RearSpace = f.length("value")
	case "direct":
		yes := f.text("value") == "true"
		set.Direct = &yes
	default:
		f.fail("unknown setting %q", name)
	}
}

// placed works a document as far as the routes.
func placed(doc *plan.Document) *work {
	w := &work{doc: doc, cat: &catalog.Catalog{}, set: doc.Settings.Effective()}
	w.placeRacks()
	w.placeDevices()
	w.router = newRouter(w)
	w.checkRacks()
	return w
}

// routeOf is the route between two named devices.
func (w *work) routeOf(t testing.TB, a, b string) *Route {
	t.Helper()
	i, ok := w.deviceByName[a]
	j, ok2 := w.deviceByName[b]
	if !ok || !ok2 {
		t.Fatalf("no device %s or %s", a, b)
	}
	return w.router.between(w.places[i], w.places[j])
}

func describeRun(x *Route) string {
	switch {
	case x.NoWay:
		return "no way"
	case !x.Known:
		return "unknown"
	case x.AtLeast:
		return "at least " + x.Run.Text()
	}
	return x.Run.Text()
}

// describeTrays lists the trays a route takes, in its direction.
func describeTrays(x *Route) string {
	if x.way == nil {
		return ""
	}
	var names []string
	for _, s := range x.way.steps {
		names = append(names, x.hall.trays[s.tray].name)
	}
	if x.flipped {
		slices.Reverse(names)
	}
	return strings.Join(names, " | ")
}

// checkRoute holds every law of a route that needs no other.
func checkRoute(t interface {
	Helper()
	Errorf(format string, args ...any)
}, x, back *Route) {
	t.Helper()
	if describeRun(x) != describeRun(back) {
		t.Errorf("run is %s one way and %s the other", describeRun(x), describeRun(back))
	}
	var sum units.Length
	var mm int64
	for _, s := range x.Segments() {
		sum += s.Length
		mm += s.MM
		if s.Length < 0 || s.MM < 0 || s.Name == "" {
			t.Errorf("segment %q is %s, %d mm", s.Name, s.Length, s.MM)
		}
	}
	if sum != x.Run || mm != x.Run.CeilMM() {
		t.Errorf("segments sum to %s and %d mm, the run is %s", sum, mm, x.Run)
	}
	var other []string
	for _, s := range back.Segments() {
		other = append(other, s.Length.Text())
	}
	slices.Reverse(other)
	var own []string
	for _, s := range x.Segments() {
		own = append(own, s.Length.Text())
	}
	if len(own) == len(other) && x.kind == routeTray && !slices.Equal(own, other) {
		t.Errorf("segments are %v one way and %v the other", own, other)
	}
}

func TestRouteScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/routes/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios in testdata/routes: %v", err)
	}
	for _, file := range files {
		for _, s := range readScenarios(t, file) {
			t.Run(filepath.Base(file)+"/"+s.name, func(t *testing.T) { s.check(t) })
		}
	}
}

func (s *routeScenario) check(t *testing.T) {
	w := placed(s.doc)
	var findings, unchecked []string
	if len(s.wants) == 0 {
		t.Fatal("the scenario wants nothing")
	}
	for _, want := range s.wants {
		kind, rest, _ := strings.Cut(want, " ")
		words := strings.Fields(rest)
		switch kind {
		case "run", "segments", "trays", "estimate":
			x, back := w.routeOf(t, words[0], words[1]), w.routeOf(t, words[1], words[0])
			checkRoute(t, x, back)
			wanted := strings.Join(words[2:], " ")
			if got := describe(kind, x); got != wanted {
				t.Errorf("%s of %s and %s: got %s, want %s", kind, words[0], words[1], got, wanted)
			}
		case "place":
			d := w.devices[w.deviceByName[words[0]]]
			got := strings.TrimSpace(fmt.Sprintf("%s U%s %s", d.Rack, d.U, d.Face))
			if wanted := strings.Join(words[1:], " "); got != wanted {
				t.Errorf("%s stands in %s, want %s", words[0], got, wanted)
			}
		case "tray":
			s.checkTray(t, w, rest)
		case "finding":
			findings = append(findings, rest)
		case "unchecked":
			unchecked = append(unchecked, rest)
		default:
			t.Fatalf("unknown want %q", kind)
		}
	}
	var got []string
	for _, f := range w.report.findings {
		got = append(got, string(f.Code)+" "+f.Subject)
		if f.Message == "" || f.Count < 1 {
			t.Errorf("finding %s %s has no message or count", f.Code, f.Subject)
		}
	}
	slices.Sort(got)
	slices.Sort(findings)
	if !slices.Equal(got, findings) {
		t.Errorf("findings: got %q, want %q", got, findings)
	}
	if len(unchecked) > 0 {
		got = nil
		for key := range w.report.unchecked {
			got = append(got, key[0]+" "+key[1])
		}
		slices.Sort(got)
		slices.Sort(unchecked)
		if !slices.Equal(got, unchecked) {
			t.Errorf("unchecked: got %q, want %q", got, unchecked)
		}
	}
}

func describe(kind string, x *Route) string {
	switch kind {
	case "segments":
		var parts []string
		for _, s := range x.Segments() {
			parts = append(parts, strconv.FormatInt(s.MM, 10))
		}
		return strings.Join(parts, " ")
	case "trays":
		return describeTrays(x)
	case "estimate":
		return strings.Join(x.Estimate, ", ")
	}
	return describeRun(x)
}

// checkTray compares one tray of the site, written or default.
func (s *routeScenario) checkTray(t *testing.T, w *work, want string) {
	t.Helper()
	var all []string
	for i := range w.router.hall.trays {
		y := &w.router.hall.trays[i]
		fx, fy := y.point(y.lo)
		tx, ty := y.point(y.hi)
		got := fmt.Sprintf("%s from %s,%s to %s,%s height %s", y.name, shortMetres(fx), shortMetres(fy), shortMetres(tx), shortMetres(ty), shortMetres(y.height))
		if got == want {
			return
		}
		all = append(all, got)
	}
	t.Errorf("no tray %q; there are %q", want, all)
}

func shortMetres(l units.Length) string { return strings.ReplaceAll(l.Metres(), " ", "") }
