package archtest

import (
	"go/ast"
	"go/parser"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The layers of ARCHITECTURE.md, each with all those below it.
var (
	belowCatalog  = []string{"internal/units"}
	belowPlan     = slices.Concat([]string{"internal/catalog"}, belowCatalog)
	belowTemplate = slices.Concat([]string{"internal/plan"}, belowPlan)
	belowFabric   = slices.Concat([]string{"internal/plan"}, belowPlan)
	belowPlanner  = slices.Concat([]string{"internal/fabric"}, belowFabric)
	belowDrawing  = slices.Concat([]string{"internal/planner"}, belowPlanner)
	belowSVG      = slices.Concat([]string{"internal/drawing"}, belowDrawing)
	belowApp      = slices.Concat([]string{"internal/formats", "internal/formats/*", "internal/template", "examples"}, belowSVG)
	belowFace     = slices.Concat([]string{"internal/app"}, belowApp)
	formatHelpers = []string{"internal/formats/csvtext", "internal/formats/table"}
)

// A rule is what the code of a folder may import.
type rule struct {
	dir  string   // "*" stands for one path element
	may  []string // packages of ours
	pure bool     // no third-party code, clock, files, network, logging, context
}

// rules say which of our packages the code of a folder may import. The
// first rule whose folder matches holds. Folders that do not exist yet are
// covered from the day they appear.
var rules = []rule{
	{dir: "internal/units", pure: true},
	{dir: "internal/catalog", may: belowCatalog, pure: true},
	{dir: "internal/plan", may: belowPlan, pure: true},
	{dir: "internal/fabric", may: belowFabric, pure: true},
	{dir: "internal/template", may: belowTemplate, pure: true},
	{dir: "internal/planner", may: belowPlanner, pure: true},
	{dir: "internal/planner/plantest", may: belowDrawing}, // imported by tests only
	{dir: "internal/drawing", may: belowDrawing, pure: true},
	{dir: "internal/formats", may: slices.Concat([]string{"internal/formats/*"}, belowSVG)},
	{dir: "internal/formats/csvtext"},
	{dir: "internal/formats/table"},
	{dir: "internal/formats/orderxlsx", may: slices.Concat([]string{"internal/formats/ordercsv"}, formatHelpers, belowDrawing)}, // the same rows
	{dir: "internal/formats/formatstest", may: belowDrawing},                                                                    // imported by tests only
	{dir: "internal/formats/svg", may: belowSVG},
	{dir: "internal/formats/*", may: slices.Concat(formatHelpers, belowDrawing)},
	{dir: "internal/app", may: belowApp},
	{dir: "internal/cli", may: belowFace},
	{dir: "internal/postgres", may: slices.Concat([]string{"internal/postgres/internal/dbgen", "db/migrations"}, belowFace)},
	{dir: "internal/postgres/internal/dbgen"},
	{dir: "internal/embeddedpg"},
	{dir: "internal/embeddedpg/findpostgres", may: []string{"internal/embeddedpg"}},
	{dir: "internal/pgtest", may: slices.Concat([]string{"internal/postgres", "internal/embeddedpg", "db/migrations"}, belowFace)}, // imported by tests only
	{dir: "internal/api", may: belowFace},
	{dir: "internal/ui", may: slices.Concat([]string{"web/templates", "docs"}, belowFace)},
	{dir: "internal/server", may: slices.Concat([]string{"internal/api", "internal/ui", "static"}, belowFace)},
	{dir: "internal/archtest"},
	{dir: "web/templates", may: slices.Concat([]string{"internal/formats/svg"}, belowSVG)},
	{dir: "db/migrations"},
	{dir: "static"},
	{dir: "docs"},
	{dir: "examples"},
	{dir: "examples/*"},
	{dir: "cmd/server", may: []string{"internal/*", "db/migrations", "static", "examples", "web/templates"}},
	{dir: "e2e", may: []string{"cmd/server", "internal/*"}},
}

// impure are the packages of the standard library a pure package may not
// import, each with all below it.
var impure = []string{
	"context", "crypto/rand", "database", "expvar", "flag", "log", "math/rand", "net", "os", "os/exec", "path/filepath", "plugin",
	"runtime/debug", "runtime/pprof", "syscall", "testing", "time", "unsafe", "C", "html", "text/template",
}

// thirdParty says which folders may import a module outside their tests. What
// is not listed may be imported by tests only, where it is in go.mod at all.
var thirdParty = map[string][]string{
	"go.yaml.in/yaml/v3":          {"internal/formats/planfile", "internal/formats/netboxtype"},
	"github.com/xuri/excelize/v2": {"internal/formats/table"},
	"golang.org/x/text":           {"internal/formats/pricelist"},
	"github.com/alecthomas/kong":  {"internal/cli", "cmd/server"},
	"github.com/yuin/goldmark":    {"internal/ui"},
	"github.com/jackc/pgx/v5":     {"internal/postgres", "internal/postgres/internal/dbgen", "internal/pgtest", "internal/embeddedpg"},
	"github.com/pressly/goose/v3": {"internal/postgres"},
	"github.com/riverqueue/*":     {"internal/postgres"},
	"github.com/google/go-cmp":    nil,
	"pgregory.net/rapid":          nil,
	"github.com/testcontainers/*": {"internal/pgtest"},
}

func TestImportsFollowTheArchitecture(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t, parser.ImportsOnly) {
		if f.test {
			continue
		}
		at := slices.IndexFunc(rules, func(r rule) bool { return matches(r.dir, f.dir) })
		if at < 0 {
			t.Errorf("%s: folder %s has no rule; name it in ARCHITECTURE.md, then in archtest", f.name, f.dir)
			continue
		}
		r := rules[at]
		r.dir = f.dir
		for _, spec := range f.file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatalf("%s: import %s: %v", f.name, spec.Path.Value, err)
			}
			if why := forbidden(r, name); why != "" {
				t.Errorf("%s imports %q: %s", f.name, name, why)
			}
		}
	}
}

// forbidden says why a folder may not import a package, or nothing.
func forbidden(r rule, name string) string {
	if ours, ok := strings.CutPrefix(name, module+"/"); ok {
		if !slices.ContainsFunc(r.may, func(m string) bool { return matches(m, ours) }) {
			return r.dir + " may not import it (ARCHITECTURE.md)"
		}
		return ""
	}
	first, _, _ := strings.Cut(name, "/")
	if !strings.Contains(first, ".") { // the standard library
		if r.pure && name != "math/rand/v2" && slices.ContainsFunc(impure, func(p string) bool { return within(name, p) }) {
			return "a pure package has no clock, files, network, logging, context or unseeded randomness"
		}
		return ""
	}
	if r.pure {
		return "a pure package imports no third-party code"
	}
	for mod, dirs := range thirdParty {
		if within(name, strings.TrimSuffix(mod, "/*")) && !slices.ContainsFunc(dirs, func(d string) bool { return matches(d, r.dir) }) {
			return "only " + strings.Join(append(dirs, "tests"), ", ") + " may import it"
		}
	}
	return ""
}

func within(name, prefix string) bool { return name == prefix || strings.HasPrefix(name, prefix+"/") }

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

func TestForbiddenImportsAreSeen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		rule    rule
		imports string
		want    bool // forbidden
	}{
		{"a layer below is fine", rule{"internal/plan", belowPlan, true}, "lengthwise/internal/units", false},
		{"a layer above is not", rule{"internal/plan", belowPlan, true}, "lengthwise/internal/planner", true},
		{"a pure package reads no clock", rule{"internal/planner", belowPlanner, true}, "time", true},
		{"a pure package opens no file", rule{"internal/planner", belowPlanner, true}, "os", true},
		{"a pure package logs nothing", rule{"internal/units", nil, true}, "log/slog", true},
		{"unseeded randomness is refused", rule{"internal/fabric", belowFabric, true}, "math/rand", true},
		{"seeded randomness is fine", rule{"internal/fabric", belowFabric, true}, "math/rand/v2", false},
		{"a pure package takes no third-party code", rule{"internal/catalog", belowCatalog, true}, "go.yaml.in/yaml/v3", true},
		{"the codec reads YAML", rule{"internal/formats/planfile", belowDrawing, false}, "go.yaml.in/yaml/v3", false},
		{"no other format reads YAML", rule{"internal/formats/sarif", belowDrawing, false}, "go.yaml.in/yaml/v3", true},
		{"formats do not know each other", rule{"internal/formats/*", slices.Concat(formatHelpers, belowDrawing), false}, "lengthwise/internal/formats/sarif", true},
		{"formats share the CSV writer", rule{"internal/formats/*", slices.Concat(formatHelpers, belowDrawing), false}, "lengthwise/internal/formats/csvtext", false},
		{"formats share the table reader", rule{"internal/formats/*", slices.Concat(formatHelpers, belowDrawing), false}, "lengthwise/internal/formats/table", false},
		{"workbooks are written in one place", rule{"internal/formats/pricelist", belowDrawing, false}, "github.com/xuri/excelize/v2", true},
		{"the command line uses kong", rule{"internal/cli", belowFace, false}, "github.com/alecthomas/kong", false},
		{"the use cases do not", rule{"internal/app", belowApp, false}, "github.com/alecthomas/kong", true},
		{"a face does not import another", rule{"internal/api", belowFace, false}, "lengthwise/internal/cli", true},
		{"a face does not import the database", rule{"internal/cli", belowFace, false}, "lengthwise/internal/postgres", true},
		{"containers are for tests", rule{"internal/postgres", belowFace, false}, "github.com/testcontainers/testcontainers-go", true},
		{"the package that gives tests a database starts them", rule{"internal/pgtest", belowFace, false}, "github.com/testcontainers/testcontainers-go", false},
		{"properties are for tests", rule{"internal/app", belowApp, false}, "pgregory.net/rapid", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := forbidden(tt.rule, tt.imports); (got != "") != tt.want {
				t.Errorf("forbidden(%s, %s) = %q, want a reason: %v", tt.rule.dir, tt.imports, got, tt.want)
			}
		})
	}
}

func TestPurePackagesSeedTheirRandomness(t *testing.T) {
	t.Parallel()
	seeded := []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "PCG", "ChaCha8", "Source", "Zipf"}
	for _, f := range sources(t, 0) {
		pure := slices.ContainsFunc(rules, func(r rule) bool { return r.pure && r.dir == f.dir })
		if f.test || !pure || !slices.ContainsFunc(f.file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"math/rand/v2"` }) {
			continue
		}
		ast.Inspect(f.file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == "rand" && !slices.Contains(seeded, sel.Sel.Name) {
					t.Errorf("%s calls rand.%s; draw from a rand.New with a given seed", f.name, sel.Sel.Name)
				}
			}
			return true
		})
	}
}

// Every direct requirement in go.mod has a line in a decision that says what it
// saves, what it drags in and who keeps it.
func TestDependenciesAreDecided(t *testing.T) {
	t.Parallel()
	dir := root(t)
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	adrs, err := filepath.Glob(filepath.Join(dir, "docs", "adr", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	var decided strings.Builder
	for _, name := range adrs {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		decided.Write(text)
	}
	requirement := regexp.MustCompile(`(?m)^(?:require )?\s*(\S+\.\S+/\S+) v\S+$`) // without "// indirect"
	for _, m := range requirement.FindAllStringSubmatch(string(mod), -1) {
		if !strings.Contains(decided.String(), m[1]) {
			t.Errorf("go.mod requires %s, which no decision in docs/adr names", m[1])
		}
	}
}
