package planfile

import (
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

// generally is a document read by the general reader alone.
func generally(source string) (*tree, error) {
	return parseGeneral([]byte(source), nil, &tree{source: source})
}

// dump writes a tree with every place and text.
func dump(t *tree) string {
	var b strings.Builder
	var walk func(n *node, indent string)
	walk = func(n *node, indent string) {
		fmt.Fprintf(&b, "%s%d:%d ", indent, n.line, n.column)
		switch n.kind {
		case mapNode:
			b.WriteString("map\n")
		case listNode:
			b.WriteString("list\n")
		case plainNode:
			fmt.Fprintf(&b, "plain %q\n", t.text(n))
		case quotedNode:
			fmt.Fprintf(&b, "quoted %q\n", t.text(n))
		}
		children := t.children(n)
		for i := range children {
			walk(&children[i], indent+"  ")
		}
	}
	walk(&t.root, "")
	return b.String()
}

// sameTree holds the quick reader to the general one: the same tree, or an
// error from both.
func sameTree(t interface {
	Helper()
	Fatalf(string, ...any)
}, source string) {
	t.Helper()
	if checkText(source) != nil {
		return
	}
	got, gotErr := parseYAML(source)
	want, wantErr := generally(source)
	if (gotErr == nil) != (wantErr == nil) {
		t.Fatalf("quick reader: %v; general reader: %v; text:\n%s\n%q", gotErr, wantErr, source, source)
	}
	if gotErr != nil {
		return
	}
	if g, w := dump(got), dump(want); g != w {
		t.Fatalf("quick reader:\n%s\ngeneral reader:\n%s\ntext:\n%s\n%q", g, w, source, source)
	}
}

// pieces are what random documents are made of: the usual, and everything
// that could pull the two readers apart.
var pieces = []string{
	"links:\n", "devices:   # all of them\n", "site:\n", "  rows:\n", "version: 1\n", "name: \"x\ny\"\n", "a:\n", "b: c\n",
	"links: # c\r\n", "? links:\n", "- links:\n", "{links:\n", "}\n", "]\n", "'\n", "\"\n", "---\n", "...\n", "%YAML 1.2\n", "text: |\n", "text: >-\n",
	"  - {a: b}\n", "  - {a: \"x y\", b: 'q', c: [1, 2.5, -3m], d: {e: f}} # c\n", "  - {a: b:c, d: e/f g}\n", "  - { }\n", "  - {a: []}\n",
	"  - {a: 8' 6\"}\n", "  - {a: \"ä:1\", ö: ü}\n", "  - {\"a\": \"b\"}\r\n", "  - {a: b,}\n", "  - {a: \"b\\\"c\"}\n", "  - {a: 'it''s'}\n", "  - {a: b}#\n",
	"  - {a: b} }\n", "  - {a: [b}\n", "  - {a: b\n", "     c: d}\n", "  - {a: &x b}\n", "  - {a: *x}\n", "  - {a: !!str b}\n", "  - {<<: b}\n", "  - {a: , b}\n",
	"  - {a:b}\n", "  - {a: \"b\"c}\n", "  - {a : b}\n", "  - {\"a\":b}\n", "  - {a: b #c}\n", "  - {a: #c\n", "  - a: b\n", "    c: d e # f\n", "    g: {h: i}\n", "    j: \"k\n",
	"    l: m\n", "      n\n", "    o:\n", "      - p\n", "      - {q: r}\n", "  - - {a: b}\n", "  -\n", "  -   {a: b}\n", "  -\t{a: b}\n", "\t- {a: b}\n", "- {a: b}\n", "- a: b\n", "  c: d\n",
	"    - {a: b}\n", "   - {a: b}\n", " - {a: b}\n", "  text\n", "  # comment\n", "# comment\n", "\n", "   \n", "  \"\n", "  '\n", "  - 0\n", "  - \"0\"\n", "  - [a, {b: c}]\n",
	"  - {a: 1:2}\n", "  - {a: b: c}\n", "  - {a: -}\n", "  - {a: - b}\n", "  - {a: ?b}\n", "  - {a: b?}\n", "  - {a: a?b}\n", "  - {a: .5, b: ...}\n", "  - a: b: c\n", "  - a: 'b' c\n",
	"  - ? a\n", "  - {? a: b}\n", "    : x\n", "  - {a: =b, c: (d)}\n", "  - {a: b=c+d(e)}\n", "  - a: b]}, c\n", "  - |\n", "  - >2\n", "  - {a: \u2028}\n", "  - {a: \u00a0b}\n", "  - {a: b\r}\n",
}

func TestQuickReaderAgreesWithGeneralReader(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		if rapid.IntRange(0, 3).Draw(t, "begin") > 0 {
			b.WriteString("links:\n")
		}
		// Mostly pieces that go together, so that many documents can be read.
		for range rapid.IntRange(0, 8).Draw(t, "pieces") {
			if rapid.IntRange(0, 2).Draw(t, "usual") > 0 {
				b.WriteString(rapid.SampledFrom(pieces[21:28]).Draw(t, "entry"))
			} else {
				b.WriteString(rapid.SampledFrom(pieces).Draw(t, "piece"))
			}
		}
		source := b.String()
		if source != "" && rapid.IntRange(0, 4).Draw(t, "cut") == 0 {
			i := rapid.IntRange(0, len(source)-1).Draw(t, "at")
			source = source[:i] + source[i+1:]
		}
		sameTree(t, source)
	})
}

func TestQuickReaderAgreesOnPairsOfPieces(t *testing.T) {
	t.Parallel()
	for _, before := range []string{"links:\n  - {a: b}\n", "links:\n  - a: b\n", "text: \"\nlinks:\n"} {
		for _, x := range pieces {
			for _, y := range pieces {
				sameTree(t, before+x+y+"  - {c: d}\nname: x\n")
			}
		}
	}
}

func FuzzQuickReader(f *testing.F) {
	for _, p := range pieces {
		f.Add("links:\n  - {a: b}\n" + p + "  - {c: d}\n")
	}
	f.Fuzz(func(t *testing.T, source string) { sameTree(t, source) })
}

// The quick reader must not only be right but used: what it is made for must
// not reach the general reader.
func TestQuickReaderTakesUsualEntries(t *testing.T) {
	t.Parallel()
	source := "version: 1\nsite:\n  rows:\n    - {name: A, y: 0m}\n  trays:\n    - {name: t}\nlinks:\n" +
		"  - {a: \"dgx-[001-032]:ib1\", b: 'leaf 1:IB1/1/1', cable: {length: 3m}} # first\n\n# between\n  - a: x\n    run: 2.5m\n" +
		"  - {a: \"tab\\t\"}\n  - {a: y}\ndevices:\n- {name: n, u: [1, 12.5]}\n"
	rest, runs, _, err := cutRuns(source)
	if err != nil {
		t.Fatal(err)
	}
	want := "version: 1\nsite:\n  rows:\n    - 0\n  trays:\n    - 0\nlinks:\n  - 0\n\n\n\n\n  - {a: \"tab\\t\"}\n  - 0\ndevices:\n- 0\n"
	if string(rest) != want {
		t.Errorf("text left to the general reader:\n%s\nwant:\n%s", rest, want)
	}
	if len(runs) != 5 || len(runs[2].entries) != 2 {
		t.Errorf("got %d runs, want 5, the third of 2 entries", len(runs))
	}
	sameTree(t, source)
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("a fault") }

func TestFaultsOfTheGeneralReaderAreErrors(t *testing.T) {
	t.Parallel()
	err := decodeNode(yaml.NewDecoder(panicking{}), &yaml.Node{})
	if err == nil || !strings.Contains(err.Error(), "the YAML reader gave up (a fault)") {
		t.Errorf("got %v, want an error that names the fault", err)
	}
}
