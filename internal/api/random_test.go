package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lengthwise/internal/api"
)

// The random requests of one run and what no answer to one may exceed.
const (
	randomRequests = 3_000 // RANDOM_REQUESTS asks for others
	maxAnswer      = 4 << 20
	maxProblem     = 128 << 10
)

// Whatever is asked, the answer is one the document promises: no 5xx but 503, no
// status and no shape of JSON it does not list, and nothing without a bound.
func TestRandomRequestsAreAnsweredAsDocumented(t *testing.T) {
	t.Parallel()
	n := randomRequests
	if text := os.Getenv("RANDOM_REQUESTS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	c := newClient(t)
	var doc contract
	if err := json.Unmarshal(document(t, "/api/v1/openapi.json"), &doc); err != nil {
		t.Fatal(err)
	}
	g := newGenerator(c, &doc)
	statuses := map[string]map[int]int{}
	ask := func(i int, op *operation) bool {
		r := g.request(op)
		got := c.send(r)
		if statuses[op.ID] == nil {
			statuses[op.ID] = map[int]int{}
		}
		statuses[op.ID][got.status]++
		if why := doc.wrong(op, got); why != "" {
			t.Errorf("request %d, %s %s %v: %s\n%.600s", i, r.Method, r.URL, r.Header, why, got.body)
		}
		g.learn(op, got)
		return got.status < 400
	}
	good := map[*operation]bool{}
	for i := range n {
		op := pick(g, g.ops)
		good[op] = ask(i, op) || good[op]
	}
	// Every operation is seen to succeed: those that were not asked rightly are asked on.
	for _, op := range g.ops {
		for i := n; !good[op] && i < n+randomRequests; i++ {
			good[op] = ask(i, op)
		}
		if !good[op] {
			t.Errorf("%s never succeeded: %v; the generator does not reach it", op.ID, statuses[op.ID])
		}
	}
	for _, id := range slices.Sorted(maps.Keys(statuses)) {
		t.Logf("%-18s %v", id, statuses[id])
	}
}

// wrong says what of an answer is not as the operation promises.
func (c *contract) wrong(op *operation, got answer) string {
	media, _, _ := strings.Cut(got.header.Get("Content-Type"), ";")
	promised, listed := op.Responses[strconv.Itoa(got.status)]
	switch {
	case got.status >= 500 && got.status != http.StatusServiceUnavailable:
		return fmt.Sprintf("status %d", got.status)
	case !listed:
		return fmt.Sprintf("status %d is not documented", got.status)
	case len(got.body) > maxAnswer, got.status >= 400 && media == "application/problem+json" && len(got.body) > maxProblem:
		return fmt.Sprintf("%d bytes", len(got.body))
	case got.status == http.StatusNotModified:
		return ""
	}
	content, listed := promised.Content[media]
	if !listed {
		return fmt.Sprintf("status %d with content type %q is not documented", got.status, media)
	}
	if !strings.HasSuffix(media, "json") {
		return ""
	}
	v, err := decoded(got.body)
	if err != nil {
		return "is no JSON: " + err.Error()
	}
	return c.breaks("body", content.Schema, v)
}

// A generator makes requests the document speaks of, right and wrong.
type generator struct {
	*rand.Rand
	base  string
	doc   *contract
	ops   []*operation
	where map[*operation][2]string // method and path
	known map[string][]string      // values that mean something, by parameter
	texts []string
	right bool // the request being made is meant to succeed
}

func newGenerator(c *client, doc *contract) *generator {
	g := &generator{
		Rand: rand.New(rand.NewPCG(8, 16)), base: c.url + api.Prefix, doc: doc, where: map[*operation][2]string{},
		texts: []string{fine, tooLong, asJSON, "version: 1\nname: x\n", "version: 1\nname: x\nracks: [{name: \"R[1-3]\"}]\n", "[", "{}", "", "a: &a [*a]"},
		known: map[string][]string{
			"sku": {"MCP7Y00-N003", "mcp4y10n002"}, "slug": {"qm9700", "dgx-h100"}, "name": {"xdr-rack", "edr-habit/ndr"}, "number": {"1", "2"},
			"speed": {"ndr", "edr", "400gbe"}, "length": {"3m", "10 ft"}, "from": {"qm9700:IB1/1/1", "osfp-finned-2"}, "to": {"hgx-8gpu-osfp"},
			"form": {"osfp-flat-1"}, "min": {"1m"}, "max": {"30m"}, "include": {"findings", "links,bom"}, "code": {"beyond-reach"},
			"device": {"host-1", "host-[1-3]"}, "rack": {"R1"}, "revision": {"1", "2"}, "delimiter": {";", "tab"},
			"from int64": {"1"}, "to int64": {"1", "2"}, "If-Match": {`"1"`, `"2"`, `W/"1"`}, "If-None-Match": {`"1"`, "*"}, "format": {}, "id": {},
			"kind": {"status", "status", "status", "status", "status", "price", "product"},
			"key": {"MCP7Y00-N003", "MCP7Y00-N002", "mcp4y10n002", "MCP7Y00-N002||USD|", "MCP7Y00-N001", "MCP4Y10-N001",
				"MCP4Y10-N00A", "MMA4Z00-NS", "MMA4Z00-NS400", "MMS4X00-NM", "MCA4J80-N003"},
			"seconds": {"0"}, "job": {}, "product": {},
			"currency": {"USD"}, "map": {"price:unit_price"}, "supplier": {"Acme"},
		},
	}
	for _, f := range c.app.Formats() {
		g.known["format"] = append(g.known["format"], f.Name)
	}
	for _, sku := range []string{"MCP7Y00-N003", "MCP7Y00-N002"} {
		c.ask(http.MethodPut, "/catalog/overlay/status/"+sku, `{"status": "preferred", "note": ""}`, "If-None-Match: *")
	}
	for range 3 {
		g.known["id"] = append(g.known["id"], c.create(fine).ID, c.create(tooLong).ID, c.create(twoLeaves).ID)
	}
	var of struct {
		ID    string
		Links []struct{ ID string }
		BOM   []struct{ SKU string }
	}
	for _, id := range g.known["id"] {
		if json.Unmarshal(c.ask(http.MethodGet, "/plans/"+id+"/bom", "").body, &of) == nil && len(of.BOM) > 0 {
			g.known["product"] = append(g.known["product"], of.BOM[0].SKU)
		}
	}
	for i := range 20 {
		body := fmt.Sprintf(`{"name": "filter %d", "all_plans": true, "view": {"links": {}}}`, i)
		if json.Unmarshal(c.ask(http.MethodPost, "/plans/"+g.known["id"][0]+"/filters", body).body, &of) == nil {
			g.known["filter"] = append(g.known["filter"], of.ID)
		}
	}
	if json.Unmarshal(c.ask(http.MethodGet, "/plans/"+g.known["id"][0]+"/links", "").body, &of) == nil && len(of.Links) > 0 {
		g.known["link"] = []string{of.Links[0].ID}
	}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(doc.Paths[path])) {
			op := doc.Paths[path][method]
			g.ops = append(g.ops, op)
			g.where[op] = [2]string{strings.ToUpper(method), path}
		}
	}
	return g
}

// learn keeps cursors and plans for requests to come.
func (g *generator) learn(op *operation, got answer) {
	var page struct {
		ID   string `json:"id"`
		Next string `json:"next"`
	}
	if got.status >= 300 || json.Unmarshal(got.body, &page) != nil {
		return
	}
	if page.Next != "" {
		g.known["cursor"] = append(g.known["cursor"], page.Next)
	}
	if page.ID != "" && got.status == http.StatusAccepted {
		g.known["job"] = append(g.known["job"], page.ID)
	}
	if op.ID == "keep-filter" {
		g.known["filter"] = append(g.known["filter"], page.ID)
		return
	}
	if page.ID != "" && got.status == http.StatusCreated && len(g.known["id"]) < 30 {
		g.known["id"] = append(g.known["id"], page.ID)
	}
}

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// request is a random request to an operation.
func (g *generator) request(op *operation) *http.Request {
	g.right = g.IntN(2) == 0
	method, path := g.where[op][0], g.where[op][1]
	query, header := url.Values{}, http.Header{}
	for _, p := range op.Parameters {
		if p.In != "path" && !p.Required && g.IntN(3) > 0 && p.Name != "If-Match" {
			continue
		}
		value := g.value(p.Name, p.Schema)
		switch p.In {
		case "path":
			if value == "" || value == "." || value == ".." { // another address
				value = "x"
			}
			path = strings.Replace(path, "{"+p.Name+"}", url.PathEscape(value), 1)
		case "query":
			query.Set(p.Name, value)
		case "header":
			header.Set(p.Name, strings.Map(printable, value))
		}
	}
	if op.ID == "put-overlay-row" && g.right && g.IntN(2) == 0 { // a new row
		header.Del("If-Match")
		header.Set("If-None-Match", "*")
	}
	if !g.right && g.IntN(20) == 0 {
		query.Set(g.garbage(), g.garbage())
	}
	if g.IntN(4) == 0 {
		header.Set("Accept", pick(g, []string{"*/*", "application/json", "text/csv;q=0.5, */*;q=0.1", "application/yaml", "application/sarif+json", "a;,b", "text/html", ";;,,q=", "application/json;q=2"}))
	}
	var body []byte
	if op.Body != nil {
		body = g.body(op, header)
	}
	r, err := http.NewRequest(method, g.base+path+"?"+query.Encode(), bytes.NewReader(body))
	if err != nil {
		panic(err) // the address is escaped
	}
	r.Header = header
	return r
}

func printable(r rune) rune {
	if r < ' ' || r > '~' {
		return 'x'
	}
	return r
}

// value is a value for a parameter: mostly one that means something.
func (g *generator) value(name string, s *schema) string {
	if known := g.known[name+" "+s.Format]; len(known) > 0 {
		return pick(g, known)
	}
	if known := g.known[name]; len(known) > 0 && (g.right || g.IntN(10) < 8) {
		return pick(g, known)
	}
	if len(s.Enum) > 0 && (g.right || g.IntN(10) < 8) {
		return fmt.Sprint(pick(g, s.Enum))
	}
	for _, t := range s.types() {
		switch {
		case !g.right && g.IntN(6) == 0:
		case t == "integer" && g.right:
			return strconv.Itoa(1 + g.IntN(100))
		case t == "boolean" && g.right:
			return pick(g, []string{"true", "false"})
		case t == "integer":
			return strconv.FormatInt(pick(g, []int64{0, 1, 2, 50, 1000, 1001, -1, 1 << 31, 1 << 62, int64(g.IntN(100))}), 10)
		case t == "boolean":
			return pick(g, []string{"true", "false", "1", "0", "maybe"})
		}
	}
	if g.right {
		return pick(g, []string{"host", "x", "A", "leaf-1"})
	}
	return g.garbage()
}

// garbage is text that means nothing.
func (g *generator) garbage() string {
	return pick(g, []string{
		"", " ", "x", "host", "%", "%zz", "\x00", "\xff\xfe", "é", "../..", "a/b", "*", "-1", "1e9", "NaN", "null", "[1-999999]", "A[01-99", "'; drop table plans; --",
		"<script>alert(1)</script>", "{{7*7}}", strings.Repeat("y", 65), strings.Repeat("z", 3000), "\u202e", "a\nb", "eA==", "MXxsaW5rc3wrfDF8eA",
	})
}

// body is a body for an operation, right or wrong, packed or not.
func (g *generator) body(op *operation, header http.Header) []byte {
	media := slices.Sorted(maps.Keys(op.Body.Content))
	kind := pick(g, media)
	var body []byte
	known := randomBodies[op.ID]
	switch s := g.doc.resolve(op.Body.Content[kind].Schema); {
	case known != nil && (g.right || g.IntN(3) > 0):
		body = []byte(pick(g, known))
	case slices.Contains(media, "application/yaml"):
		body = g.plan()
	case !g.right && g.IntN(8) == 0:
		body = []byte(g.garbage())
	default:
		body, _ = json.Marshal(g.json(s, 0))
	}
	if g.right {
		header.Set("Content-Type", map[bool]string{true: "", false: kind}[len(media) > 1]) // a plan is looked into
		return body
	}
	header.Set("Content-Type", pick(g, []string{kind, kind, kind, "application/json", "text/plain", "", "image/png", "a+b;c", "application/json; charset=utf-8"}))
	switch g.IntN(12) {
	case 0:
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(body)
		_ = w.Close()
		header.Set("Content-Encoding", "gzip")
		return b.Bytes()[:b.Len()-g.IntN(2)*3]
	case 1:
		header.Set("Content-Encoding", pick(g, []string{"gzip", "zstd", "br", "identity", "gzip, gzip", "x"}))
	}
	return body
}

// plan is a plan, sometimes with some bytes changed.
func (g *generator) plan() []byte {
	text := []byte(pick(g, g.texts))
	if g.right {
		return []byte(pick(g, g.texts[:4]))
	}
	for range g.IntN(3) * g.IntN(4) {
		if len(text) == 0 {
			break
		}
		i := g.IntN(len(text))
		switch g.IntN(3) {
		case 0:
			text[i] = byte(g.IntN(256))
		case 1:
			text = slices.Delete(text, i, min(len(text), i+1+g.IntN(12)))
		case 2:
			text = slices.Insert(text, i, []byte(g.garbage())...)
		}
	}
	return text
}

// json is a value of a schema, sometimes one that is not.
func (g *generator) json(s *schema, depth int) any {
	s = g.doc.resolve(s)
	if s == nil || depth > 6 || !g.right && g.IntN(12) == 0 {
		return pick(g, []any{nil, 1.5, "x", true, []any{}, map[string]any{"x": 1}})
	}
	if len(s.OneOf) > 0 {
		return g.json(pick(g, s.OneOf), depth+1)
	}
	if len(s.Enum) > 0 {
		return pick(g, s.Enum)
	}
	types := s.types()
	if len(types) == 0 {
		return pick(g, []any{nil, "Renamed", 3, map[string]any{"dac": true}})
	}
	switch pick(g, types) {
	case "object":
		out := map[string]any{}
		for name, p := range s.Properties {
			if slices.Contains(s.Required, name) || g.IntN(3) == 0 {
				out[name] = g.json(p, depth+1)
			}
		}
		if !g.right && g.IntN(20) == 0 {
			out[g.garbage()] = 1
		}
		if len(s.Properties) > 4 && (g.right || g.IntN(2) == 0) { // an edit that can be made
			return pick(g, []any{
				map[string]any{"edit": "set", "path": "name", "value": "Renamed"},
				map[string]any{"edit": "move", "device": "host-1", "u": 3 + g.IntN(30)},
				map[string]any{"edit": "override", "at": []string{"host-1:ib1"}, "set": map[string]any{"cable": map[string]any{"medium": "aoc"}}},
				map[string]any{"edit": "remove", "path": "links[0]"},
			})
		}
		return out
	case "array":
		out := []any{}
		for range g.IntN(3) {
			out = append(out, g.json(s.Items, depth+1))
		}
		return out
	case "integer", "number":
		if g.right {
			return 1
		}
		return pick(g, []any{0, 1, 2, -1, 1e15, 2.5})
	case "boolean":
		return g.IntN(2) == 0
	}
	if g.right {
		return "x"
	}
	return g.garbage()
}
