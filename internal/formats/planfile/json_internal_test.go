package planfile

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// plainValue is a tree as encoding/json would decode it, numbers as written.
func plainValue(t *tree, n *node) any {
	children := t.children(n)
	switch n.kind {
	case mapNode:
		out := map[string]any{}
		for i := 0; i < len(children); i += 2 {
			out[t.text(&children[i])] = plainValue(t, &children[i+1])
		}
		return out
	case listNode:
		out := []any{}
		for i := range children {
			out = append(out, plainValue(t, &children[i]))
		}
		return out
	case quotedNode:
		return t.text(n)
	}
	switch text := t.text(n); text {
	case "null":
		return nil
	case "true", "false":
		return text == "true"
	default:
		return json.Number(text)
	}
}

// sameJSON holds the parser to encoding/json: both read a text, with the same
// values, or neither does. Ours may refuse more, and says why.
func sameJSON(t interface {
	Helper()
	Fatalf(string, ...any)
}, source string) {
	t.Helper()
	if checkText(source) != nil {
		return
	}
	got, err := parseJSON(source)
	decoder := json.NewDecoder(bytes.NewReader([]byte(source)))
	decoder.UseNumber()
	var want any
	wantErr := decoder.Decode(&want)
	valid := json.Valid([]byte(source))
	if err != nil {
		for _, reason := range []string{"half a surrogate pair", "control character", "nested more than"} {
			if strings.Contains(err.Error(), reason) {
				return
			}
		}
		if valid {
			t.Fatalf("%q is JSON; got %v", source, err)
		}
		return
	}
	if !valid || wantErr != nil {
		t.Fatalf("%q is no JSON (%v); got %v", source, wantErr, plainValue(got, &got.root))
	}
	if v := plainValue(got, &got.root); !reflect.DeepEqual(v, want) {
		t.Fatalf("%q: got %#v, want %#v", source, v, want)
	}
}

var jsonPieces = []string{"{", "}", "[", "]", ",", ":", " ", "\n", "\r\n", "\t", `"a"`, `"b\n"`, `"\u00e4"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\"\\\/\b\f\n\r\t"`, `"ä🛠"`, `"\x"`,
	`"\u12"`, `"`, `'a'`, "0", "-0", "01", "-", "1.5", "1.", ".5", "1e3", "1E+3", "1e", "-12.50e-2", "+1", "NaN", "true", "false", "null", "nul", "True", "//", "/* */"}

func TestJSONParserAgreesWithEncodingJSON(t *testing.T) {
	t.Parallel()
	for _, x := range jsonPieces {
		for _, y := range jsonPieces {
			for _, z := range []string{"", "]", "}", ",1]"} {
				for _, begin := range []string{"", "[", `{"k":`} {
					sameJSON(t, begin+x+y+z)
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var value func(depth int) string
		value = func(depth int) string {
			if depth > 3 || rapid.Bool().Draw(t, "scalar") {
				return rapid.SampledFrom(jsonPieces[10:37]).Draw(t, "piece")
			}
			var parts []string
			isMap := rapid.Bool().Draw(t, "map")
			for range rapid.IntRange(0, 3).Draw(t, "children") {
				part := value(depth + 1)
				if isMap {
					part = rapid.SampledFrom([]string{`"a"`, `"b"`, `"\u0061"`}).Draw(t, "key") + rapid.SampledFrom([]string{":", " :\n"}).Draw(t, "colon") + part
				}
				parts = append(parts, part)
			}
			s := strings.Join(parts, rapid.SampledFrom([]string{",", " ,\n "}).Draw(t, "comma"))
			if isMap {
				return "{" + s + "}"
			}
			return "[" + s + "]"
		}
		sameJSON(t, value(0))
	})
}

func FuzzParseJSON(f *testing.F) {
	for _, p := range jsonPieces {
		f.Add(`{"a": [` + p + `]}`)
	}
	f.Fuzz(func(t *testing.T, source string) { sameJSON(t, source) })
}

func TestPlacesInJSON(t *testing.T) {
	t.Parallel()
	got, err := parseJSON("{\"ä\":\t[1,\r\n  \"🛠\", {\"b\": true}]}")
	if err != nil {
		t.Fatal(err)
	}
	want := "1:1 map\n  1:2 quoted \"ä\"\n  1:7 list\n    1:8 plain \"1\"\n    2:3 quoted \"🛠\"\n    2:8 map\n      2:9 quoted \"b\"\n      2:14 plain \"true\"\n"
	if g := dump(got); g != want {
		t.Errorf("got:\n%s\nwant:\n%s", g, want)
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	for kind, texts := range map[scalarKind][]string{
		isNull:   {"", "~", "null", "Null", "NULL"},
		isBool:   {"true", "True", "TRUE", "false"},
		isNumber: {"0", "12", "-12", "+3", "012", "1.5", "1.", ".5", "1e3", "1.5E-3", "0x1F", "0o17", ".inf", "-.INF", ".nan"},
		isText: {"yes", "no", "on", "off", "y", "nULL", "600mm", "1gbe", "400gbe-8x50", "1e", "e3", ".", "-", "+", "1.2.3", "1:30", "2026-11-30", "1_000",
			"0xg", "0x", "0b1", "- 1", "1 2", "1e3m", "..5", ".e3", "inf", "NaN"},
	} {
		for _, text := range texts {
			if got := resolve(text); got != kind {
				t.Errorf("resolve(%q) = %d, want %d", text, got, kind)
			}
		}
	}
}

func TestParseDecimal(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text   string
		places int
		want   int64
		err    string
	}{
		{"0", 0, 0, ""},
		{"12", 2, 1200, ""},
		{"12.5", 2, 1250, ""},
		{"0.29", 2, 29, ""}, // a float would make it 28.999...
		{"1.10", 1, 11, ""},
		{"-0.5", 1, -5, ""},
		{"2.00", 0, 2, ""},
		{"999999999999999999", 0, 999999999999999999, ""},
		{"2.5", 0, 0, `number "2.5" is not whole`},
		{"2.55", 1, 0, `number "2.55" has more than one decimal`},
		{"2.555", 2, 0, `number "2.555" has more than 2 decimals`},
		{"1e3", 0, 0, `number "1e3" is not written in plain digits; write for example 12 or 12.5`},
		{"1.", 1, 0, `number "1." is not written in plain digits; write for example 12 or 12.5`},
		{"007", 0, 0, `number "007" begins with 0; write it without`},
		{"9999999999999999999", 0, 0, `number "9999999999999999999" is too large`},
		{"99999999999999999", 4, 0, `number "99999999999999999" is too large`},
	}
	for _, tt := range tests {
		got, err := parseDecimal(tt.text, tt.places)
		if message := errorText(err); got != tt.want || message != tt.err {
			t.Errorf("parseDecimal(%q, %d) = %d, %q; want %d, %q", tt.text, tt.places, got, message, tt.want, tt.err)
		}
		if err == nil {
			if again, err := parseDecimal(formatDecimal(got, tt.places), tt.places); again != got || err != nil {
				t.Errorf("formatDecimal(%d, %d) = %q, which is read as %d, %v", got, tt.places, formatDecimal(got, tt.places), again, err)
			}
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
