package planfile_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

// A form is a way to write a document down. In a line that outer matches, a
// comment above stands outside all entries.
type form struct {
	name  string
	media planfile.MediaType
	write func(g gen, doc *plan.Document) string
	outer *regexp.Regexp
}

func (g gen) encoded(doc *plan.Document, mt planfile.MediaType) string {
	return string(encode(g.T, doc, mt))
}

// spread is JSON with a line for every value.
func (g gen) spread(doc *plan.Document) string {
	var b bytes.Buffer
	if err := json.Indent(&b, planfile.Canonical(doc), "", "   "); err != nil {
		g.Fatal(err)
	}
	return b.String() + "\n"
}

// block is YAML without braces and brackets.
func (g gen) block(doc *plan.Document) string {
	var n yaml.Node
	if err := yaml.Unmarshal(planfile.Canonical(doc), &n); err != nil {
		g.Fatal(err)
	}
	var loosen func(n *yaml.Node)
	loosen = func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode && len(n.Content) > 0 {
			n.Style &^= yaml.FlowStyle
		}
		if n.Kind == yaml.ScalarNode && n.Tag == "!!str" && rapid.Bool().Draw(g.T, "other quotes") {
			n.Style = yaml.SingleQuotedStyle
		}
		for _, c := range n.Content {
			loosen(c)
		}
	}
	loosen(&n)
	text, err := yaml.Marshal(&n)
	if err != nil {
		g.Fatal(err)
	}
	return string(text)
}

var forms = []form{
	{"json", planfile.JSON, func(g gen, d *plan.Document) string { return g.encoded(d, planfile.JSON) }, nil},
	{"json on one line", planfile.JSON, func(_ gen, d *plan.Document) string { return string(planfile.Canonical(d)) }, nil},
	{"json on many lines", planfile.JSON, gen.spread, nil},
	{"yaml", planfile.YAML, func(g gen, d *plan.Document) string {
		return g.comments(g.encoded(d, planfile.YAML))
	}, regexp.MustCompile(`^( {0,2}[a-z_]+:|  - )`)},
	{"yaml without braces", planfile.YAML, func(g gen, d *plan.Document) string { return g.comments(g.block(d)) },
		regexp.MustCompile(`^( {0,4}[a-z_]+:|    - )`)},
	{"yaml in braces over lines", planfile.YAML, func(g gen, d *plan.Document) string { return g.comments(g.spread(d)) },
		regexp.MustCompile(`^   "`)},
}

// comments writes comments above some lines and behind others, each with a
// number of its own.
func (g gen) comments(text string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(text, "\n") {
		if rapid.IntRange(0, 3).Draw(g.T, "comment above") == 0 {
			indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
			fmt.Fprintf(&b, "%s# above %d.\n", indent, i)
		}
		if end := strings.TrimSuffix(line, "\n"); end != line && end != "" && rapid.IntRange(0, 3).Draw(g.T, "comment behind") == 0 {
			line = fmt.Sprintf("%s # behind %d.\n", end, i)
		}
		b.WriteString(line)
	}
	return b.String()
}

// outside are the comments of a text above lines that outer matches.
func (f form) outside(text string) []string {
	var out, above []string
	for line := range strings.Lines(text) {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "# above"):
			above = append(above, trimmed)
			continue
		case f.outer != nil && f.outer.MatchString(line):
			out = append(out, above...)
		}
		above = nil
	}
	return out
}

// edit draws an edit, which need not be possible.
func (g gen) edit(doc *plan.Document) plan.Edit {
	at := func(list string) string { return fmt.Sprintf("%s[%d]", list, g.integer(0, 2)()) }
	name := func() any { return g.name() }
	length := func() any { return rapid.SampledFrom([]string{"1m", "2.5m", "7ft", "0.001mm"}).Draw(g.T, "length") }
	number := func() any { return g.integer(0, 60)() }
	truth := func() any { return g.flag() }
	lists := []string{"racks", "devices", "links", "overrides", "site.rows", "site.trays", "settings.stock", "settings.media"}
	fresh := map[string]func() any{
		"racks":   func() any { return map[string]any{"name": g.name(), "units": 40, "depth": "1m"} },
		"devices": func() any { return map[string]any{"name": g.name(), "type": "t", "u": []any{2, 9}} },
		"links": func() any {
			return map[string]any{"a": g.end(), "b": g.end(), "cable": map[string]any{"medium": "dac"}}
		},
		"overrides": func() any { return map[string]any{"at": g.end(), "run": "1m"} },
		"site.rows": func() any { return map[string]any{"name": g.name(), "y": "-1m"} },
		"site.trays": func() any {
			return map[string]any{"name": g.name(), "from": []any{"0m", "1m"}, "to": []any{"1m", "1m"}, "height": "2m"}
		},
		"settings.stock": func() any { return map[string]any{"sku": g.name(), "quantity": 3} },
		"settings.media": func() any { return g.or("dac", "aoc", "optical") },
	}
	switch g.integer(0, 9)() {
	case 0, 1:
		list := rapid.SampledFrom(lists).Draw(g.T, "list")
		return plan.Edit{Kind: "add", Path: list, Value: fresh[list]()}
	case 2, 3:
		return plan.Edit{Kind: "remove", Path: at(rapid.SampledFrom(lists).Draw(g.T, "list"))}
	case 4:
		return plan.Edit{Kind: "override", At: []string{g.someEnd(doc)}, Set: map[string]any{"run": length(), "cable": map[string]any{"medium": "aoc"}}}
	case 5:
		if len(doc.Devices) > 0 {
			d := rapid.SampledFrom(doc.Devices).Draw(g.T, "device")
			return plan.Edit{Kind: "move", Device: d.Name, Rack: g.name(), U: "7", Face: g.or("front", "rear")}
		}
	case 6:
		return plan.Edit{Kind: "swap", A: g.someEnd(doc), B: g.someEnd(doc)}
	}
	fields := []struct {
		path string
		draw func() any
	}{
		{"name", name}, {"description", name}, {"settings.exit", length}, {"settings.direct", truth}, {"settings.slack.percent", number},
		{"settings.slack.copper.per_end", length}, {"settings.spares.dac.minimum", number}, {"settings.energy", func() any { return map[string]any{"years": 3} }},
		{"settings.tray_search", length}, {"settings.choose", func() any { return "cheapest" }},
		{at("racks") + ".depth", length}, {at("racks") + ".row", name}, {at("racks") + ".units", number}, {at("devices") + ".type", name},
		{at("devices") + ".u", number}, {at("devices") + ".u", func() any { return []any{1, 3, 5} }}, {at("devices") + ".external", truth},
		{at("links") + ".run", length}, {at("links") + ".cable.length", length}, {at("links") + ".existing", truth}, {at("links") + ".label", name},
		{at("overrides") + ".cable.sku", name}, {at("site.rows") + ".pitch", length}, {at("site.trays") + ".to", func() any { return []any{"2m", "-1m"} }},
		{at("settings.stock") + ".quantity", number},
	}
	f := rapid.SampledFrom(fields).Draw(g.T, "field")
	if g.integer(0, 2)() == 0 {
		return plan.Edit{Kind: "set", Path: f.path}
	}
	return plan.Edit{Kind: "set", Path: f.path, Value: f.draw()}
}

func (g gen) someEnd(doc *plan.Document) string {
	if len(doc.Links) > 0 && g.chance("end of a link") {
		return rapid.SampledFrom(doc.Links).Draw(g.T, "link").B
	}
	return g.end()
}

// edits draws edits that can be made one after the other, and the document they
// give.
func (g gen) edits(doc *plan.Document, ctx plan.EditContext) (*plan.Document, []plan.Edit) {
	var edits []plan.Edit
	for range g.integer(1, 4)() {
		edit := g.edit(doc)
		if after, err := plan.Apply(doc, []plan.Edit{edit}, ctx); err == nil {
			doc, edits = after, append(edits, edit)
		}
	}
	return doc, edits
}

func TestApplyTextIsApply(t *testing.T) {
	t.Parallel()
	cat := load(t)
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { applyTextIsApply(gen{t}, f, cat) })
		})
	}
}

func applyTextIsApply(g gen, f form, cat *catalog.Catalog) {
	drawn := g.document()
	for _, p := range plan.Validate(drawn) {
		g.Skip("the generator drew what plan refuses: ", p)
	}
	text := f.write(g, drawn)
	doc, _, err := planfile.Decode([]byte(text), f.media, cat)
	if err != nil {
		g.Fatalf("the form %s cannot be read: %v\n%s", f.name, err, text)
	}
	_, edits := g.edits(doc, plan.EditContext{Fields: planfile.Editor{Catalog: cat}})
	want, err := plan.Apply(doc, edits, plan.EditContext{Fields: planfile.Editor{Catalog: cat}})
	if err != nil {
		g.Skip("together the edits are refused: ", err)
	}
	got, err := planfile.ApplyText([]byte(text), f.media, edits, plan.EditContext{}, cat)
	if err != nil {
		g.Fatalf("edits %+v: %v\n%s", edits, err, text)
	}
	again, _, err := planfile.Decode(got, f.media, cat)
	if err != nil {
		g.Fatalf("edits %+v give what cannot be read: %v\n%s\nwas\n%s", edits, err, got, text)
	}
	if !bytes.Equal(planfile.Canonical(again), planfile.Canonical(want)) {
		g.Fatalf("edits %+v give\n%s\nwant\n%s\ntext\n%s\nwas\n%s", edits, planfile.Canonical(again), planfile.Canonical(want), got, text)
	}
	for _, comment := range f.outside(text) {
		if !bytes.Contains(got, []byte(comment)) {
			g.Fatalf("edits %+v lose the comment %q:\n%s\nwas\n%s", edits, comment, got, text)
		}
	}
}

// oddForms are texts nobody writes; what is in a form that cannot be changed in
// place is written anew.
var oddForms = []string{
	"? version\n: 1\n# keep\nname: F\nracks:\n- name: A\n- name: B # b\n",
	"version: 1\nname: F\nracks:\n  - ? name\n    : A\n    # c\n    units: 40\n# x\n",
	"version: 1\nname: F\nracks: [name: A, {name: B}]\n",
	"version: 1\nname: F\nracks: [\"name\":A,\n\n {name: B,}]\n",
	"version: 1\r\nname: F\r\n# x\r\nracks:\r\n  -\r\n\r\n    name: A\r\n",
	"version: 1\rname: F\r# x\rracks:\r  - name: A\r",
	"version: 1\nname: F\u0085# x\u2028racks:\n  - name: A\n",
	"version: 1\nname: F\nracks:\n  - name:\n      A\n  # y\n",
	"version: 1\nname: F\nracks:\n  - name: |\n      A\n    # y\n",
	"version: 1\nname: F\nracks:\n  - name: \"A\n     B\"\n    # y\n",
	"%YAML 1.1\n--- # z\nversion: 1\nname: F\nracks:\n  - name: 'A'\n...\n# y\n",
	"{version: 1, name: F,\nracks: [{name: A # a\n}, {name: B}] , # racks\n}",
	`{"version":1,"name":"F","racks":[{"name":"A"} , {"name":"\u0042"}]}`,
	"{\"version\"\n:1\n,\"name\"\n:\"F\"\n,\"racks\"\n:[{\"name\"\n:\"A\"}\n]\n}",
}

func FuzzApplyText(f *testing.F) {
	for _, text := range append(oddForms, roomText) {
		f.Add([]byte(text))
	}
	cat := load(f)
	ctx := plan.EditContext{Fields: planfile.Editor{Catalog: cat}}
	edits := []plan.Edit{
		{Kind: "add", Path: "racks", Value: map[string]any{"name": "added"}}, {Kind: "set", Path: "racks[0].row", Value: "R"},
		{Kind: "set", Path: "racks[0].units"}, {Kind: "set", Path: "settings.direct", Value: true}, {Kind: "remove", Path: "devices[0]"},
		{Kind: "set", Path: "description", Value: "two: words"}, {Kind: "remove", Path: "racks[0]"}, {Kind: "set", Path: "site"},
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, media := range []planfile.MediaType{planfile.YAML, planfile.JSON} {
			doc, _, err := planfile.Decode(text, media, cat)
			if err != nil {
				continue
			}
			for _, edit := range edits {
				want, err := plan.Apply(doc, []plan.Edit{edit}, ctx)
				if err != nil {
					continue
				}
				got, err := planfile.ApplyText(text, media, []plan.Edit{edit}, ctx, cat)
				if err != nil {
					t.Fatalf("edit %+v of %q: %v", edit, text, err)
				}
				again, _, err := planfile.Decode(got, media, cat)
				if err != nil {
					t.Fatalf("edit %+v of %q gives %q, which cannot be read: %v", edit, text, got, err)
				}
				if !bytes.Equal(planfile.Canonical(again), planfile.Canonical(want)) {
					t.Fatalf("edit %+v of %q gives %q, which is another document", edit, text, got)
				}
			}
		}
	})
}
