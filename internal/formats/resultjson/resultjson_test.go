package resultjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/planner"
)

func encode(t *testing.T, r *planner.Result, o resultjson.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := resultjson.Encode(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The wire structs say which keys there are, in which order and of which type:
// what Encode writes must be what encoding/json makes of them.
func TestEncodeWritesTheWireTypes(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]*planner.Result{"not ok": formatstest.Result(), "priced": formatstest.Priced(), "empty": {}} {
		text := encode(t, r, resultjson.Options{Version: "1.0.0"})
		decoded, err := resultjson.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var want, got bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(decoded); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&got, text); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.TrimSpace(want.String()), got.String()); diff != "" {
			t.Errorf("%s (-wire types +written):\n%s", name, diff)
		}
	}
}

func TestAnEmptyResultHasEveryKey(t *testing.T) {
	t.Parallel()
	want := `{"ok":false,"version":"1.0.0","catalog_revision":"",
"summary":{"racks":0,"devices":0,"links":0,"cables":0,"modules":0,"existing":0,"errors":0,"warnings":0,` +
		`"links_by_status":{"ok":0,"error":0,"warning":0,"unknown":0},` +
		`"links_by_generation":{"edr":0,"hdr":0,"ndr":0,"xdr":0,"ethernet":0},` +
		`"cables_by_medium":{"dac":0,"acc":0,"aec":0,"aoc":0,"optical":0,"twisted-pair":0},` +
		`"power_w":0,"power_at_least":false,"cost":null,"currency":"","longest_run_mm":0},
"findings":[],
"links":[],
"cables":[],
"modules":[],
"bom":[],
"shortages":[],
"racks":[],
"trays":[],
"fabrics":[],
"unchecked":[]}
`
	if diff := cmp.Diff(want, string(encode(t, &planner.Result{}, resultjson.Options{Version: "1.0.0"}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestIncludeLeavesOutTheOtherParts(t *testing.T) {
	t.Parallel()
	parts, err := resultjson.ParseInclude(" links, cables,")
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	dec := json.NewDecoder(bytes.NewReader(encode(t, formatstest.Result(), resultjson.Options{Include: parts})))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"ok", "version", "catalog_revision", "summary", "links", "cables"}; !slices.Equal(keys, want) {
		t.Errorf("got the keys %q, want %q", keys, want)
	}
}

func TestParseInclude(t *testing.T) {
	t.Parallel()
	if parts, err := resultjson.ParseInclude(""); parts != nil || err != nil {
		t.Errorf("of nothing: %q, %v; want all", parts, err)
	}
	_, err := resultjson.ParseInclude("links,routes")
	want := `include "routes" is not a part of a result; the parts are findings, links, cables, modules, bom, shortages, racks, trays, fabrics, unchecked`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"an unknown key":   `{"ok":true,"score":3}`,
		"a second object":  `{"ok":true} {}`,
		"no object":        ``,
		"text in a number": `{"summary":{"racks":"8"}}`,
	} {
		if _, err := resultjson.Decode(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), "read result: ") {
			t.Errorf("%s: got %v, want an error", name, err)
		}
	}
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestEncodeSaysThatItCannotWrite(t *testing.T) {
	t.Parallel()
	if err := resultjson.Encode(full{}, formatstest.Result(), resultjson.Options{}); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}
