package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
)

// pair is two rows with links between and within them, and a comment that edits
// must keep.
const pair = `version: 1
name: Pair
site:
  rows:
    - {name: A, y: 0m}   # the first
    - {name: B, y: 3m, faces: north}
racks:
  - {name: "A[1-4]", row: A, power_kw: 20}
  - {name: "B[1-2]", row: B}
devices:
  - {name: "h[1-4]", type: hgx-8gpu-osfp, rack: "A[1-4]", u: 1}
  - {name: s, type: qm9700, rack: B1, u: 40, face: rear}
links:
  - {a: "h[1-4]:ib1", b: "s:IB1/[1-4]/1", speed: ndr}
`

func TestTheFloorOfAPlan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	one := s.add(t, "version: 1\nname: One\nsite: {rows: [{name: A, y: 0m}]}\nracks: [{name: A1, row: A}]\n")
	if n := len(s.get(t, one+"/floor").want(http.StatusOK).all(`[data-testid="floor-rack"]`)); n != 1 {
		t.Errorf("the floor of one rack shows %d", n)
	}

	at := s.fromTemplate(t, "b200-superpod", map[string]string{"units": "2"})
	page := s.get(t, at+"/floor").want(http.StatusOK, "Trays by their fullest stretch", "36 racks in")
	if n := len(page.all(`[data-testid="floor-rack"]`)); n != 36 {
		t.Errorf("the floor of two units shows %d racks, want 36", n)
	}
	for by, want := range map[string]string{"power": "kW used", "units": "free units", "run": "longest run that ends there", "status": "worst status"} {
		s.get(t, at+"/floor?by="+by).want(http.StatusOK, want)
	}
	for query, want := range map[string]string{"by=colour": "power, units, run, status", "look=near": "fit, row or rack", "add=cable": "a rack, a row or a tray"} {
		s.get(t, at+"/floor?"+query).want(http.StatusBadRequest, want)
	}
	for _, query := range []string{"link=l-nothing", "rack=nothing", "tray=nothing", "row=nothing"} {
		s.get(t, at+"/floor?"+query).want(http.StatusNotFound, "nothing")
	}

	longest, _ := attr(s.get(t, at+"/links?sort=run&desc=1").all(`#list a[href*="/links/"]`)[0], "href")
	link := s.get(t, longest).want(http.StatusOK)
	floor, _ := attr(link.all(`[data-testid="on-the-floor"]`)[0], "href")
	lit := s.get(t, floor).want(http.StatusOK, "Route of", "tray cross", "they add up to the run")
	if n := len(lit.all(`[data-testid="leg"]`)); n < 3 {
		t.Errorf("the route shows %d level parts, want at least 3", n)
	}
	if n := len(lit.all(`[data-testid="floor-rack"][aria-current]`)); n != 2 {
		t.Errorf("%d racks are marked as ends of the route, want 2", n)
	}
	s.get(t, at+"/export/floor.svg").want(http.StatusOK, "<svg", "<title>Floor of")
}

func TestWhatIsSelectedOnTheFloor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.add(t, pair)
	rack := s.get(t, at+"/floor?rack=B1&by=run").want(http.StatusOK, "4 links to 4 racks", "Runs of the rack", "row B, position 1")
	if n := len(rack.all(`[data-testid="floor-runs"] tbody tr`)); n != 4 {
		t.Errorf("rack B1 lists runs to %d racks, want 4", n)
	}
	if n := len(rack.all(`[data-testid="run"]`)); n == 0 {
		t.Error("no run of rack B1 is drawn")
	}
	tray := s.get(t, at+"/floor?tray=row+A").want(http.StatusOK, "links over it", "Stretches between", "default trays")
	if n := len(tray.all(`[data-testid="floor-tray-links"] tbody tr`)); n == 0 || n > 4 {
		t.Errorf("tray row A lists %d links, want 1 to 4", n)
	}
	s.get(t, at+"/floor?row=A").want(http.StatusOK, "4 racks at positions 1 to 4")
	for _, none := range []string{"row=&look=row", "look=row", "look=rack", "look=rack&row=A"} { // nothing to look at: the whole floor
		s.get(t, at+"/floor?"+none).want(http.StatusOK, "6 racks in 2 rows")
	}
	row := s.get(t, at+"/floor?row=A&look=row").want(http.StatusOK, "Racks of row A")
	if n := len(row.all(`[data-testid="floor-rack"]`)); n != 4 {
		t.Errorf("a look at row A shows %d racks, want 4", n)
	}
	part := s.get(t, at+"/floor?rack=B1", "Hx-Request", "true", "Hx-Request-Type", "partial").want(http.StatusOK, "Rack B1")
	if strings.Contains(part.body, "<html") {
		t.Error("a part of the page for htmx is a whole page")
	}
}

// Each form of the floor gives the document one expects, what it does not touch
// kept as it was written.
func TestChangesOfTheFloor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, form string
		fields     []string
		want       []string // in the document afterwards
		gone       []string // no longer in it
	}{
		{"a rack moves along its row", "rack", []string{"rack", "A4", "row", "A", "position", "7", "x", "1800mm", "y", "0mm", "faces", "south"},
			[]string{"{name: A4, row: A, position: 7, power_kw: 20}", `"A[1-3]"`, "# the first"}, nil},
		{"a rack moves to another row", "rack", []string{"rack", "A4", "row", "B", "position", "3"}, []string{"row: B", "position: 3", `"A[1-3]"`}, nil},
		{"a rack leaves its row", "rack", []string{"rack", "A4", "row", "", "position", "4", "x", "9m", "y", "600mm", "faces", "east"},
			[]string{"9000mm", "600mm", "faces: east", `"A[1-3]"`}, nil},
		{"a rack is renamed with its devices", "rack", []string{"rack", "A2", "name", "Z9"}, []string{"name: Z9", "rack: Z9"}, nil},
		{"a rack gets a limit", "rack", []string{"rack", "B2", "name", "B2", "power_kw", "12.5"}, []string{"power_kw: 12.5"}, nil},
		{"a rack goes, its devices stay", "rack/remove", []string{"rack", "A4", "devices", "stay"}, []string{`"A[1-3]"`, "h4"}, nil},
		{"a rack goes with its devices", "rack/remove", []string{"rack", "B1", "devices", "go"}, []string{"name: B2"}, []string{"name: s,"}},
		{"racks are added", "rack/add", []string{"name", "A[05-06]", "row", "A", "position", "5", "kind", "0"}, []string{"A[05-06]", "position: 5", "power_kw: 20"}, nil},
		{"a row is added with racks", "row/add", []string{"name", "C", "racks", "{row}[1-3]", "y", "6m", "faces", "south"}, []string{"name: C", "C[1-3]", "row: C"}, nil},
		{"rows are added", "row/add", []string{"name", "R[1-2]", "racks", "{row}-[1-3]", "x", "0m", "y", "6m", "spacing", "2.5m", "faces", "alternating"},
			[]string{"R1-[1-3]", "R2-[1-3]", "8500mm", "faces: north"}, nil},
		{"a row moves and is renamed", "row", []string{"of", "B", "name", "North", "y", "3.6m", "faces", "north", "runs", "east"}, []string{"name: North", "3600mm", "row: North"}, nil},
		{"a row goes, its racks stay", "row/remove", []string{"of", "B", "racks", "stay"}, []string{"x: 600mm", "faces: north"}, []string{"name: B,"}},
		{"a tray is added", "tray/add", []string{"name", "T1", "from_x", "0m", "from_y", "1.2m", "to_x", "4m", "to_y", "1.2m", "height", "2.7m", "width", "300mm", "depth", "100mm", "max_kg_per_m", "40"},
			[]string{"name: T1", "max_kg_per_m: 40"}, nil},
		{"the default trays are written", "trays/write", []string{"width", "450mm", "depth", "100mm"}, []string{"name: row A", "name: cross west", "width: 450mm"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			at := s.add(t, pair)
			fields := append([]string{"base", "1", "back", at + "/floor?rack=A4"}, tt.fields...)
			s.post(t, at+"/floor/"+tt.form, fields...).want(http.StatusOK, "What this changes")
			saved := s.post(t, at+"/floor/"+tt.form, append(fields, "do", "save")...)
			if saved.status != http.StatusSeeOther {
				t.Fatalf("saving answers %d: %s", saved.status, saved.one("main"))
			}
			s.get(t, saved.header.Get("Location")).want(http.StatusOK, "Saved", "Undo")
			r, err := s.plans.Text(t.Context(), app.LocalUser, strings.TrimPrefix(at, "/plans/"), 2, planfile.YAML)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.want {
				if !strings.Contains(string(r.Text), want) {
					t.Errorf("the document has no %s:\n%s", want, r.Text)
				}
			}
			for _, gone := range tt.gone {
				if strings.Contains(string(r.Text), gone) {
					t.Errorf("the document still has %s:\n%s", gone, r.Text)
				}
			}
		})
	}
}

// What cannot be done is said at once and in full, and nothing is changed.
func TestFormsOfTheFloorThatAreWrong(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.add(t, pair)
	for _, tt := range []struct {
		form   string
		fields []string
		want   []string
	}{
		{"rack", []string{"rack", "A1", "row", "A", "position", "many"}, []string{"a whole number"}},
		{"rack", []string{"rack", "A1", "row", "", "x", "3", "y", "1m"}, []string{"has no unit"}},
		{"rack", []string{"rack", "Q", "row", "A", "position", "1"}, []string{"not in revision 1"}},
		{"rack", []string{"rack", "A1", "row", "A", "position", "1"}, []string{"changes nothing"}},
		{"rack/add", []string{"name", ""}, []string{"no name"}},
		{"rack/add", []string{"name", "A[1-", "row", "A"}, []string{"A[1-"}},
		{"rack/add", []string{"name", "N", "kind", "99"}, []string{"kind of rack is gone"}},
		{"row/add", []string{"name", "C"}, []string{`&#34;y&#34; is missing`}},
		{"row/add", []string{"name", "C[1-2]", "y", "1", "spacing", "far", "faces", "south"}, []string{"y: length", "spacing: length"}},
		{"row", []string{"of", "nothing"}, []string{"not in the plan"}},
		{"tray", []string{"tray", "row A"}, []string{"not written"}},
		{"tray/add", []string{"name", "T", "from_x", "0m", "from_y", "", "to_x", "4m", "to_y", "1m", "height", "2.7m"}, []string{"site.trays"}},
	} {
		got := s.post(t, at+"/floor/"+tt.form, append([]string{"base", "1", "back", at + "/floor", "do", "save"}, tt.fields...)...)
		if got.status != http.StatusBadRequest {
			t.Errorf("%s with %q answers %d, want 400", tt.form, tt.fields, got.status)
		}
		for _, want := range tt.want {
			if !strings.Contains(got.body, want) {
				t.Errorf("%s with %q does not say %q: %s", tt.form, tt.fields, want, got.one("main"))
			}
		}
	}
	s.get(t, at).want(http.StatusOK, "revision 1")
}

// A change made on an older revision is offered on the newest; it means the
// same tray though another was put before it.
func TestTheFloorWhenSomebodyElseSavedFirst(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text := strings.Replace(pair, "racks:", "  trays:\n    - {name: T1, from: [0m, 1.2m], to: [4m, 1.2m], height: 2.7m}\n    - {name: T2, from: [0m, 3m], to: [4m, 3m], height: 2.7m}\nracks:", 1)
	at := s.add(t, text)
	if got := s.post(t, at+"/floor/tray/remove", "base", "1", "back", at+"/floor", "tray", "T1", "do", "save"); got.status != http.StatusSeeOther {
		t.Fatalf("removing a tray answers %d", got.status)
	}
	second := s.post(t, at+"/floor/tray", "base", "1", "back", at+"/floor", "tray", "T2", "height", "3m", "do", "save")
	if second.status != http.StatusConflict || !strings.Contains(second.body, "Make it on revision 2") || !strings.Contains(second.body, "site.trays[0].height") {
		t.Errorf("a change of T2 after T1 was removed answers %d: %s", second.status, second.one("main"))
	}
}

func TestAFloorWithNothingOnIt(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.add(t, "version: 1\nname: Nothing\n")
	s.get(t, at+"/floor").want(http.StatusOK, "there is no floor to draw", "Add a row and its racks")
	if got := s.post(t, at+"/floor/row/add", "base", "1", "back", at+"/floor", "name", "A", "racks", "A[01-08]", "y", "0m", "faces", "south", "do", "save"); got.status != http.StatusSeeOther {
		t.Fatalf("the first row answers %d: %s", got.status, got.one("main"))
	}
	if n := len(s.get(t, at+"/floor").want(http.StatusOK).all(`[data-testid="floor-rack"]`)); n != 8 {
		t.Errorf("the floor shows %d racks, want 8", n)
	}
}
