package planfile_test

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// golden compares text with a file of testdata; UPDATE_GOLDEN=1 rewrites it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = "testdata/" + name
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

func encode(t interface {
	Helper()
	Fatalf(string, ...any)
}, doc *plan.Document, mt planfile.MediaType) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := planfile.Encode(&b, doc, mt); err != nil {
		t.Fatalf("encode as %s: %v", mt, err)
	}
	return b.Bytes()
}

// The whole format, every field of it: read, written as YAML, JSON and canonical
// JSON.
func TestEveryField(t *testing.T) {
	t.Parallel()
	cat := load(t)
	for _, name := range []string{"full", "every"} {
		text, err := os.ReadFile("testdata/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		doc, _, err := planfile.Decode(text, planfile.YAML, cat)
		if err != nil {
			t.Fatalf("%s.yaml cannot be read:\n%v", name, err)
		}
		golden(t, name+".out.yaml", encode(t, doc, planfile.YAML))
		golden(t, name+".out.json", encode(t, doc, planfile.JSON))
		golden(t, name+".canonical.json", planfile.Canonical(doc))
		roundTrip(t, doc, cat)
	}
}

// roundTrip holds the codec to its promise for one document.
func roundTrip(t interface {
	Helper()
	Fatalf(string, ...any)
}, doc *plan.Document, cat *catalog.Catalog) {
	t.Helper()
	for _, mt := range []planfile.MediaType{planfile.YAML, planfile.JSON} {
		text := encode(t, doc, mt)
		again, _, err := planfile.Decode(text, mt, cat)
		if err != nil {
			t.Fatalf("what was encoded as %s cannot be decoded: %v\n%s", mt, err, text)
		}
		if !reflect.DeepEqual(doc, again) {
			t.Fatalf("decoding what was encoded as %s gives another document (-want +got):\n%s\n%s",
				mt, cmp.Diff(doc, again, cmp.AllowUnexported(catalog.DeviceType{})), text)
		}
		if second := encode(t, again, mt); !bytes.Equal(text, second) {
			t.Fatalf("encoding as %s is not stable:\n%s\nthen:\n%s", mt, text, second)
		}
		if planfile.Hash(doc) != planfile.Hash(again) {
			t.Fatalf("hash changes over %s:\n%s", mt, text)
		}
	}
}

// gen draws parts of documents: all of them valid, many of them mean.
type gen struct{ *rapid.T }

func (g gen) chance(label string) bool { return rapid.Bool().Draw(g.T, label) }

func opt[V any](g gen, draw func() V) *V {
	if !g.chance("written") {
		return nil
	}
	v := draw()
	return &v
}

func (g gen) or(words ...string) string {
	return rapid.SampledFrom(append(words, "")).Draw(g.T, "word")
}

func (g gen) integer(low, high int) func() int {
	return func() int { return rapid.IntRange(low, high).Draw(g.T, "number") }
}

// length is from low to 9 m, to the nanometre.
func (g gen) length(low units.Length) func() units.Length {
	return func() units.Length {
		return units.Length(rapid.Int64Range(int64(low), int64(9*units.Metre)).Draw(g.T, "length"))
	}
}

func (g gen) flag() bool { return g.chance("flag") }

// name is a name that YAML could take for something else.
func (g gen) name() string {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"true", "no", "Null", "~", "1e3", "0x1F", "-", "- a", "? a", "#x", "a #b", "'", `"q"`, `\n`, "*a", "&a", "!a", "|", ">", "%a", "@a", "`",
			"{a}", "a, b", "1_000", "12", "2026-11-30", ".5", "=", "<<", "ä ö", "機", "a\u00a0b", "/", "y", "A1", "leaf 1", "1gbe"}),
		rapid.StringMatching(`[A-Za-z0-9_./+-]{1,8}`),
	).Filter(func(s string) bool { _, err := plan.ParseNames(s); return err == nil }).Draw(g.T, "name")
}

func (g gen) nameOrNone() string {
	if g.chance("named") {
		return g.name()
	}
	return ""
}

func (g gen) end() string { return g.name() + ":" + g.name() }

func (g gen) cable() plan.Cable {
	c := plan.Cable{Medium: plan.Medium(g.or("dac", "optical")), SKU: g.nameOrNone(), ModuleA: g.nameOrNone(), ModuleB: g.nameOrNone()}
	if l := opt(g, g.length(1)); l != nil {
		c.Length = *l
	}
	return c
}

func listOf[E any](g gen, draw func() E) []E {
	var out []E
	for range rapid.IntRange(0, 3).Draw(g.T, "entries") {
		out = append(out, draw())
	}
	return out
}

func (g gen) slack() plan.Slack {
	return plan.Slack{Percent: opt(g, g.integer(0, 10_000)), PerEnd: opt(g, g.length(0))}
}

func (g gen) spares() plan.Spares {
	return plan.Spares{Percent: opt(g, g.integer(0, 10_000)), Minimum: opt(g, g.integer(0, 99))}
}

func (g gen) settings() plan.Settings {
	s := plan.Settings{
		Choose: g.or("preference", "cheapest"), Multimode: g.or("om3", "om4", "om5"), TwistedPair: g.or("cat6", "cat6a"),
		AllowRetired: opt(g, g.flag), Evidence: catalog.Evidence(g.or("maker", "reseller")), Exit: opt(g, g.length(0)), Direct: opt(g, g.flag),
		TrayEntry: opt(g, g.length(0)), TraySearch: opt(g, g.length(0)), Headroom: opt(g, g.length(0)), Excess: opt(g, g.length(0)),
		UseStock: opt(g, g.flag), TrayFill: opt(g, g.integer(1, 100)), RearSpace: opt(g, g.length(0)), PatchPanels: opt(g, g.integer(0, 9)),
		Connectors: g.or("low-loss", "standard"), Currency: g.or("USD", "EUR"),
		Stock: listOf(g, func() plan.Stock { return plan.Stock{SKU: g.name(), Quantity: g.integer(0, 99)()} }),
	}
	if g.chance("media") {
		s.Media = rapid.Permutation(plan.Media).Draw(g.T, "media")[:rapid.IntRange(1, len(plan.Media)).Draw(g.T, "count")]
	}
	if g.chance("slack") {
		slack := g.slack()
		slack.Copper, slack.Optical = opt(g, g.slack), opt(g, g.slack)
		s.Slack = &slack
	}
	if g.chance("spares") {
		spares := g.spares()
		for _, m := range catalog.Media {
			if rule := opt(g, g.spares); rule != nil {
				if spares.ByMedium == nil {
					spares.ByMedium = map[catalog.Medium]*plan.Spares{}
				}
				spares.ByMedium[m] = rule
			}
		}
		s.Spares = &spares
	}
	if g.chance("energy") {
		s.Energy = &plan.Energy{PricePerKWh: opt(g, g.integer(0, 9999)), PUE: opt(g, g.integer(1000, 2000)), Years: opt(g, g.integer(0, 9))}
	}
	return s
}

func (g gen) rack() plan.Rack {
	k := plan.Rack{Name: g.name(), Row: g.nameOrNone(), Position: opt(g, g.integer(1, 99)), X: opt(g, g.length(-units.Metre)), Y: opt(g, g.length(0)),
		Faces: g.or("south", "west"), Units: opt(g, g.integer(1, 52)), Width: opt(g, g.length(units.Metre)), Depth: opt(g, g.length(units.Metre)),
		Base: opt(g, g.length(0)), FirstUnit: opt(g, g.integer(1, 9)), Numbering: g.or("bottom-up", "top-down")}
	if g.chance("power") {
		k.Power = new(units.Power(g.integer(1, 99_999_999)()))
		k.MaxWeight = new(units.Mass(g.integer(1, 2_000_000)()))
	}
	return k
}

func (g gen) device() plan.Device {
	d := plan.Device{Name: g.name(), Type: g.name(), Rack: g.nameOrNone(), Face: g.or("front", "rear"), Slot: g.or("left", "right"), Side: g.or("left", "right"),
		External: g.chance("external")}
	switch g.integer(0, 2)() {
	case 0:
		d.U.Pack = "top"
	case 1:
		for i := range g.integer(1, 3)() {
			d.U.At = append(d.U.At, units.RackUnits(10*i+g.integer(2, 11)()))
		}
	}
	if g.chance("height") {
		d.From, d.To = new(units.Metre), new(2*units.Metre+1)
	}
	return d
}

func (g gen) document() *plan.Document {
	doc := &plan.Document{Version: 1, Name: g.name(), Settings: g.settings()}
	doc.Description = rapid.OneOf(rapid.Just(""), rapid.SampledFrom([]string{" a\n b\n", "a: b # c", "\u2028", "a\r\nb", "\ufeff", "tab\there", "🛠"}),
		rapid.StringN(0, 20, -1)).Filter(printable).Draw(g.T, "description")
	doc.Site.Rows = listOf(g, func() plan.Row {
		return plan.Row{Name: g.name(), X: opt(g, g.length(-units.Metre)), Y: new(g.length(0)()), Pitch: opt(g, g.length(units.Metre)),
			Faces: g.or("north", "east"), SidePass: opt(g, g.integer(0, 9))}
	})
	doc.Site.Trays = listOf(g, func() plan.Tray {
		return plan.Tray{Name: g.name(), FromX: g.length(0)(), FromY: 1, ToX: g.length(0)(), ToY: -1, Height: g.length(0)(), Width: opt(g, g.length(units.Metre)),
			Depth: opt(g, g.length(units.Metre))}
	})
	doc.Racks = listOf(g, g.rack)
	doc.Devices = listOf(g, g.device)
	doc.Links = listOf(g, func() plan.Link {
		return plan.Link{A: g.end(), B: g.end(), Speed: g.or("ndr", "400gbe-8x50"), Run: opt(g, g.length(1)), Cable: g.cable(), Existing: opt(g, g.flag),
			ID: g.nameOrNone(), Label: g.nameOrNone(), Color: g.nameOrNone(), Group: g.nameOrNone()}
	})
	doc.Overrides = listOf(g, func() plan.Override {
		return plan.Override{At: g.end(), Run: opt(g, g.length(1)), Cable: g.cable(), Existing: opt(g, g.flag), Label: g.nameOrNone(), Color: g.nameOrNone()}
	})
	return doc
}

// printable reports whether a text may stand in a document.
func printable(s string) bool {
	return len(plan.Validate(&plan.Document{Version: 1, Name: "x", Description: s})) == 0
}

func TestRandomDocumentsComeBack(t *testing.T) {
	t.Parallel()
	cat := load(t)
	accepted := rapid.Custom(func(t *rapid.T) *plan.Document { return gen{t}.document() }).
		Filter(func(doc *plan.Document) bool { return len(plan.Validate(doc)) == 0 })
	rapid.Check(t, func(t *rapid.T) {
		roundTrip(t, accepted.Draw(t, "document"), cat)
	})
}

// decodes is a fuzz target: no panic, an error is a list of problems, and a
// document comes back.
func decodes(t *testing.T, text []byte, mt planfile.MediaType, cat *catalog.Catalog) {
	doc, positions, err := planfile.Decode(text, mt, cat)
	positions.Find("links[0].cable.length")
	if err == nil {
		roundTrip(t, doc, cat)
		return
	}
	var problems *plan.Problems
	if !errors.As(err, &problems) || len(problems.List) == 0 {
		t.Fatalf("error %v of type %T; want *plan.Problems with at least one", err, err)
	}
	for _, p := range problems.List {
		if p.Message == "" || strings.ContainsAny(p.Message, "\n\x00") || len(p.Message) > 2000 {
			t.Fatalf("message %q of %d bytes; want one line", p.Message, len(p.Message))
		}
	}
}

func FuzzDecodeYAML(f *testing.F) { fuzz(f, planfile.YAML, ".yaml") }
func FuzzDecodeJSON(f *testing.F) { fuzz(f, planfile.JSON, ".out.json") }

func fuzz(f *testing.F, mt planfile.MediaType, ending string) {
	for _, name := range []string{"full", "every"} {
		text, err := os.ReadFile("testdata/" + name + ending)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, tt := range bad {
		f.Add([]byte(tt.text))
	}
	cat := load(f)
	f.Fuzz(func(t *testing.T, text []byte) { decodes(t, text, mt, cat) })
}
