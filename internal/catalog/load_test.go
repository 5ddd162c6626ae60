package catalog_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
)

// load is the built-in catalog.
func load(t testing.TB) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLoadIsDoneOnce(t *testing.T) {
	t.Parallel()
	if first, again := load(t), load(t); first != again {
		t.Error("two calls of Load give two catalogs")
	}
}

func TestLoadCountsRows(t *testing.T) {
	t.Parallel()
	c := load(t)
	groups, rails := 0, 0
	for _, ty := range c.Types {
		groups += len(ty.Groups)
		rails += len(ty.Rails)
	}
	tests := []struct {
		file      string
		got, want int
	}{
		{"sources.csv", len(c.Sources), 122},
		{"speeds.csv", len(c.Speeds), 20},
		{"form_factors.csv", len(c.Forms), 18},
		{"optics.csv", len(c.Optics), 14},
		{"fibre_types.csv", len(c.Fibres), 4},
		{"connector_loss.csv", len(c.ConnectorLosses), 8},
		{"products.csv", len(c.Products), 232},
		{"specifications.csv", len(c.Specifications), 11},
		{"class_defaults.csv", len(c.ClassDefaults), 23},
		{"standards.csv", len(c.Standards), 55},
		{"device_types.csv", len(c.Types), 54},
		{"device_ports.csv", groups, 127},
		{"device_rails.csv", rails, 23},
		{"media_limits.csv", len(c.MediaLimits), 6},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: %d rows, want %d", tt.file, tt.got, tt.want)
		}
	}
}

func TestProductsByMedium(t *testing.T) {
	t.Parallel()
	type counts struct{ rows, active, retired, planned, unknown, auto, maker, transcribed, reseller, unverified int }
	want := map[catalog.Medium]counts{
		catalog.DAC:         {82, 24, 54, 0, 4, 56, 8, 15, 49, 10},
		catalog.ACC:         {19, 17, 1, 0, 1, 6, 0, 16, 0, 3},
		catalog.AEC:         {5, 5, 0, 0, 0, 0, 0, 0, 0, 5},
		catalog.AOC:         {55, 22, 17, 0, 16, 40, 7, 22, 20, 6},
		catalog.Transceiver: {45, 33, 5, 2, 5, 31, 13, 24, 6, 2},
		catalog.FibreCord:   {26, 26, 0, 0, 0, 21, 0, 19, 2, 5},
		catalog.TwistedPair: {},
	}
	c := load(t)
	total := 0
	for _, medium := range catalog.Media {
		var got counts
		for _, p := range c.Assemblies(medium) {
			got.rows++
			switch p.Lifecycle {
			case catalog.Active:
				got.active++
			case catalog.Retired:
				got.retired++
			case catalog.Planned:
				got.planned++
			case catalog.UnknownLifecycle:
				got.unknown++
			}
			switch p.Evidence {
			case catalog.Maker:
				got.maker++
			case catalog.Transcribed:
				got.transcribed++
			case catalog.Reseller:
				got.reseller++
			case catalog.Unverified:
				got.unverified++
			}
			if p.Automatic {
				got.auto++
			}
		}
		total += got.rows
		if got != want[medium] {
			t.Errorf("%s: got %+v, want %+v", medium, got, want[medium])
		}
	}
	if total != len(c.Products) {
		t.Errorf("%d products by medium, %d in all", total, len(c.Products))
	}
}

func TestSpecificationLengths(t *testing.T) {
	t.Parallel()
	var got []string
	for _, s := range load(t).Specifications {
		got = append(got, strings.Join([]string{s.Key, s.Lengths[0].Metres(), s.Lengths[len(s.Lengths)-1].Metres(), s.Reach.Metres()}, ", "))
		if s.Automatic() == (s.Key == "mpo16-apc-os2") {
			t.Errorf("%s: automatic is %v", s.Key, s.Automatic())
		}
	}
	want := []string{
		"mpo12-upc-om4, 0.5 m, 100 m, 100 m",
		"mpo12-apc-om4, 0.5 m, 50 m, 50 m",
		"mpo12-apc-os2, 0.5 m, 500 m, 500 m",
		"mpo12-apc-om4-split2, 1 m, 50 m, 50 m",
		"mpo12-apc-os2-split2, 1 m, 50 m, 50 m",
		"mpo16-apc-os2, 0.5 m, 500 m, 500 m",
		"lc-upc-om4, 0.5 m, 100 m, 100 m",
		"lc-upc-os2, 0.5 m, 10000 m, 10000 m",
		"cat6a, 0.5 m, 100 m, 100 m",
		"cat6, 0.5 m, 100 m, 100 m",
		"cat6-10g, 0.5 m, 50 m, 55 m",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRevision(t *testing.T) {
	t.Parallel()
	c := load(t)
	if !regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(c.Revision) {
		t.Errorf("revision %q is not 12 hex digits", c.Revision)
	}
	again, err := catalog.LoadFS(os.DirFS("data"))
	if err != nil || again.Revision != c.Revision {
		t.Errorf("the same files give revision %v, %v; want %s", again, err, c.Revision)
	}
	notes := maps.Clone(base())
	notes["NOTES.md"] += "\nOne more remark.\n"
	if got, err := catalog.LoadFS(mapFS(notes)); err != nil || got.Revision != c.Revision {
		t.Errorf("a remark in the notes changes the revision: %v, %v", got, err)
	}
	files := maps.Clone(base())
	change(t, files, slip{"products.csv", "MCP1600-E005E26,", "weight_g", "310"})
	if got, err := catalog.LoadFS(mapFS(files)); err != nil || got.Revision == c.Revision {
		t.Errorf("a changed weight keeps the revision: %v, %v", got, err)
	}
}

// brokenFS answers every file with an error that is not "does not exist".
type brokenFS struct{}

func (brokenFS) Open(string) (fs.File, error) { return nil, fs.ErrPermission }

func TestFilesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	_, err := catalog.LoadFS(brokenFS{})
	var list *catalog.Problems
	if !errors.As(err, &list) || len(list.List) != 15 || !strings.Contains(list.List[0].Message, "cannot be read: permission denied") {
		t.Errorf("got %v, want 15 files that cannot be read", err)
	}
}

func TestProductFacts(t *testing.T) {
	t.Parallel()
	c := load(t)
	p := c.Product("MCP7Y00-N003")
	if p == nil {
		t.Fatal("MCP7Y00-N003 is missing")
	}
	if p.Legs != 2 || p.EndA.Name != "osfp-finned-2" || p.EndB.Name != "osfp-flat-1" || p.Length.Metres() != "3 m" || p.PowerA.String() != "0.1 W" ||
		p.Row != lineOf(t, base()["products.csv"], "MCP7Y00-N003,") || !p.Automatic || p.Evidence.Rank() != 0 || len(p.Sources) != 2 {
		t.Errorf("MCP7Y00-N003 reads as %+v", *p)
	}
	if !p.Carries(c.Speed("ndr")) || p.Carries(c.Speed("ndr200")) {
		t.Error("MCP7Y00-N003 carries NDR and not NDR200")
	}
	m := c.Product("MMA4Z00-NS")
	if m.Optics != c.OpticsFamily("sr4-100g") || m.FibreReach.On("om5") != m.FibreReach.OM4 || m.FibreReach.On("om3").Metres() != "30 m" || m.EndB != nil {
		t.Errorf("MMA4Z00-NS reads as %+v", *m)
	}
	if od := c.ClassDefault(catalog.DAC, "osfp", "", "od_mm"); od == nil || od.Value != 943 {
		t.Errorf("the diameter of OSFP copper is %+v, want 9.43 mm", od)
	}
	if loss := c.OpticsFamily("dr4-100g").ChannelLoss; loss != 300 {
		t.Errorf("the channel loss of DR4 is %d, want 3.00 dB", loss)
	}
	if q := c.Type("qm9700"); q.Height.String() != "1" || q.Depth.Metres() != "0.66 m" || q.PowerMax.Watts() != "1720" || q.Groups[0].CagePower.Watts() != "17" {
		t.Errorf("QM9700 reads as %+v", *q)
	}
}

// TestRowsHaveSources: an unknown figure stays unknown, but no row is without a
// source that can be looked up.
func TestRowsHaveSources(t *testing.T) {
	t.Parallel()
	c := load(t)
	for _, p := range c.Products {
		for _, key := range p.Sources {
			if s := c.Source(key); s == nil || s.Label() == "" {
				t.Errorf("%s: source %q cannot be shown", p.SKU, key)
			}
		}
	}
	if got := c.Source("unid-aec").Label(); got != "source not identified" {
		t.Errorf("unid-aec shows as %q", got)
	}
	if got := c.Source("foa").Label(); got == "source not identified" || got == "" {
		t.Errorf("foa shows as %q", got)
	}
}

// FuzzLoadFS puts any text into any cell or file: the loader answers with
// problems or a catalog, and never panics.
func FuzzLoadFS(f *testing.F) {
	f.Add(uint8(6), uint16(3), uint8(11), "5000", false)
	f.Add(uint8(8), uint16(3), uint8(10), "IB{cage", false)
	f.Add(uint8(4), uint16(1), uint8(0), "\"", true)
	f.Add(uint8(7), uint16(9), uint8(13), "99999999999", false)
	f.Add(uint8(3), uint16(5), uint8(4), "4096", false)
	var names []string
	for name := range base() {
		names = append(names, name)
	}
	slices.Sort(names)
	f.Fuzz(func(t *testing.T, file uint8, row uint16, column uint8, text string, raw bool) {
		files := maps.Clone(base())
		name := names[int(file)%len(names)]
		rows := strings.Split(files[name], "\n")
		at := int(row) % len(rows)
		cells := strings.Split(rows[at], ",")
		if !raw && strings.ContainsAny(text, ",\"") {
			text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
		}
		cells[int(column)%len(cells)] = text
		rows[at] = strings.Join(cells, ",")
		files[name] = strings.Join(rows, "\n")
		c, err := catalog.LoadFS(mapFS(files))
		if (c == nil) == (err == nil) {
			t.Fatalf("LoadFS gives %v and %v", c, err)
		}
		var list *catalog.Problems
		if err != nil && (!errors.As(err, &list) || len(list.List) == 0) {
			t.Fatalf("LoadFS gives an error without problems: %v", err)
		}
	})
}

func BenchmarkLoadFS(b *testing.B) {
	fsys := mapFS(base())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := catalog.LoadFS(fsys); err != nil {
			b.Fatal(err)
		}
	}
}
