package catalog_test

import (
	"encoding/csv"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"lengthwise/internal/catalog"
)

// A slip is one thing done wrong to the data files.
type slip struct {
	file string
	row  string // the line begins with this
	cell string // the column
	to   string // the new content
}

// A rule case makes slips and says what the loader must answer.
type ruleCase struct {
	name  string
	slips []slip
	text  func(string) string // for what is no cell: changes the whole file of the first slip
	at    slip                // file and row of the answer; those of the first slip where empty
	line  int                 // of the answer, where the row does not say it; -1: the whole file
	want  string              // in the message
}

func one(file, row, cell, to string) []slip { return []slip{{file, row, cell, to}} }

// base reads the data files once.
var base = sync.OnceValue(func() map[string]string {
	files := map[string]string{}
	entries, err := os.ReadDir("data")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		raw, err := os.ReadFile("data/" + e.Name())
		if err != nil {
			panic(err)
		}
		files[e.Name()] = string(raw)
	}
	if len(files) == 0 {
		panic("no data files")
	}
	return files
})

func mapFS(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, content := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return fsys
}

// lineOf is the number of the one line that begins with the row's text.
func lineOf(t *testing.T, content, row string) int {
	t.Helper()
	for i, line := range strings.Split(content, "\n") {
		if strings.HasPrefix(line, row) {
			return i + 1
		}
	}
	t.Fatalf("no line begins with %q", row)
	return 0
}

// change makes one slip.
func change(t *testing.T, files map[string]string, s slip) {
	t.Helper()
	content := files[s.file]
	lines := strings.Split(content, "\n")
	n := lineOf(t, content, s.row) - 1
	header := strings.Split(lines[0], ",")
	column := slices.Index(header, s.cell)
	cells, err := csv.NewReader(strings.NewReader(lines[n])).Read()
	if err != nil || column < 0 {
		t.Fatalf("%s %s %s: %v", s.file, s.row, s.cell, err)
	}
	if cells[column] == s.to {
		t.Fatalf("%s %s: %s is %q already, the case changes nothing", s.file, s.row, s.cell, s.to)
	}
	cells[column] = s.to
	for i, c := range cells {
		if strings.ContainsAny(c, `,"`) {
			cells[i] = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
		}
	}
	lines[n] = strings.Join(cells, ",")
	files[s.file] = strings.Join(lines, "\n")
}

// problems loads the files and gives what is wrong with them.
func problems(t *testing.T, files map[string]string) []catalog.Problem {
	t.Helper()
	c, err := catalog.LoadFS(mapFS(files))
	if err == nil {
		return nil
	}
	if c != nil {
		t.Error("LoadFS gives a catalog beside an error")
	}
	var list *catalog.Problems
	if !errors.As(err, &list) || len(list.List) == 0 {
		t.Fatalf("LoadFS gives %T %v, want *catalog.Problems", err, err)
	}
	return list.List
}

func runRules(t *testing.T, cases []ruleCase) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			files := maps.Clone(base())
			if tt.text != nil {
				file := tt.slips[0].file
				files[file] = tt.text(files[file])
				if files[file] == base()[file] {
					t.Fatal("the case changes nothing")
				}
			} else {
				for _, s := range tt.slips {
					change(t, files, s)
				}
			}
			at := tt.at
			if at.file == "" {
				at = tt.slips[0]
			}
			line := max(tt.line, 0)
			if tt.line == 0 {
				row := at.row
				if tt.text == nil {
					for _, s := range tt.slips { // the slip may have changed what the row begins with
						if s.file == at.file && s.row == at.row {
							line = lineOf(t, base()[at.file], row)
						}
					}
				}
				if line == 0 {
					line = lineOf(t, files[at.file], row)
				}
			}
			got := problems(t, files)
			for _, p := range got {
				if p.File == at.file && p.Line == line && strings.Contains(p.Message, tt.want) {
					return
				}
			}
			t.Errorf("want %s:%d to say %q; the loader says:\n%s", at.file, line, tt.want, lines(got))
		})
	}
}

func lines(list []catalog.Problem) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString("  " + p.String() + "\n")
	}
	return b.String()
}

func TestRulesOfFiles(t *testing.T) {
	t.Parallel()
	replace := func(old, with string) func(string) string {
		return func(s string) string { return strings.Replace(s, old, with, 1) }
	}
	prefix := func(row, with string) func(string) string {
		return func(s string) string { return strings.Replace(s, "\n"+row, "\n"+with, 1) }
	}
	in := func(file string) []slip { return []slip{{file: file}} }
	runRules(t, []ruleCase{
		{name: "not UTF-8", slips: in("optics.csv"), text: prefix("sr4-25g", "sr4\xff25g"), line: 3, want: "is not UTF-8"},
		{name: "a byte order mark", slips: in("optics.csv"), text: func(s string) string { return "\ufeff" + s }, line: 1, want: "byte order mark"},
		{name: "a carriage return", slips: in("speeds.csv"), text: replace("introduction\n", "introduction\r\n"), line: 3, want: "carriage return"},
		{name: "no line feed at the end", slips: in("speeds.csv"), text: func(s string) string { return strings.TrimSuffix(s, "\n") }, line: 21, want: "does not end with a line feed"},
		{name: "an empty file", slips: in("speeds.csv"), text: func(string) string { return "" }, line: 1, want: "does not end with a line feed"},
		{name: "quotes where none belong", slips: in("speeds.csv"), text: replace("\nedr,", "\n\"edr\","), line: 2, want: "cell 1 is quoted badly"},
		{name: "a quote inside an unquoted cell", slips: in("speeds.csv"), text: replace("\nedr,", "\ned\"r,"), line: 2, want: "cell 1 is quoted badly"},
		{name: "a quote not closed", slips: in("speeds.csv"), text: replace("\nedr,", "\n\"edr,"), line: 2, want: "quoted and not closed"},
		{name: "text after a closing quote", slips: in("speeds.csv"), text: replace("\nedr,", "\n\"e,\"dr,"), line: 2, want: "cell 1 goes on after its closing quote"},
		{name: "a cell too many", slips: in("speeds.csv"), text: replace("\nedr,", "\nedr,,"), line: 2, want: "has 11 cells, the header has 10"},
		{name: "a cell too few", slips: in("speeds.csv"), text: replace("\nedr,ib,", "\nedr,"), line: 2, want: "has 9 cells, the header has 10"},
		{name: "an empty line", slips: in("speeds.csv"), text: replace("\nedr,", "\n\nedr,"), line: 2, want: "has 1 cells, the header has 10"},
		{name: "an unknown column", slips: in("speeds.csv"), text: replace("modulation", "modulatoin"), line: 1, want: `unknown column "modulatoin"; did you mean "modulation"?`},
		{name: "a missing column", slips: in("speeds.csv"), text: replace(",modulation,", ","), line: 1, want: `column "modulation" is missing`},
		{name: "columns out of order", slips: in("speeds.csv"), text: replace("lanes,lane_gbps", "lane_gbps,lanes"), line: 1, want: "columns are not in the agreed order speed,protocol"},
		{name: "a badly quoted header", slips: in("speeds.csv"), text: replace("speed,", "\"speed\","), line: 1, want: "header: cell 1 is quoted badly"},
		{name: "no rows", slips: in("device_rails.csv"), text: func(s string) string { return s[:strings.Index(s, "\n")+1] }, line: -1, want: "has no rows"},
		{name: "a path of a machine in the notes", slips: in("NOTES.md"), text: replace("Everywhere", "Everywhere, see /home"), line: 7, want: "names a path of a machine"},
	})
}

func TestMissingFiles(t *testing.T) {
	t.Parallel()
	for name := range base() {
		files := maps.Clone(base())
		delete(files, name)
		got := problems(t, files)
		want := catalog.Problem{File: name, Message: "is missing"}
		if !slices.Contains(got, want) {
			t.Errorf("without %s the loader says:\n%swant %s", name, lines(got), want)
		}
		if len(got) != 1 {
			t.Errorf("without %s the loader says more than that:\n%s", name, lines(got))
		}
	}
	if got := problems(t, map[string]string{}); len(got) != 15 {
		t.Errorf("an empty folder has %d problems, want 15 missing files:\n%s", len(got), lines(got))
	}
}

func TestRulesOfCells(t *testing.T) {
	t.Parallel()
	const dac, spec = "MCP1600-E005E26,", "mpo12-apc-om4,"
	runRules(t, []ruleCase{
		{name: "white space in front", slips: one("products.csv", dac, "note", " old"), want: `note " old" has stray white space`},
		{name: "white space behind", slips: one("products.csv", dac, "note", "old "), want: "stray white space"},
		{name: "two spaces", slips: one("products.csv", dac, "note", "very  old"), want: "stray white space"},
		{name: "a control character", slips: one("products.csv", dac, "note", "very\told"), want: "stray white space or a control character"},
		{name: "a NUL byte", slips: one("products.csv", dac, "note", "very\x00old"), want: "control character"},
		{name: "a space that does not break", slips: one("products.csv", dac, "note", "2\u00a0m"), want: "stray white space"},
		{name: "a path of a machine", slips: one("products.csv", dac, "locator", "copy in /home"), want: "names a path of a machine"},
		{name: "the same in capitals after a colon", slips: one("products.csv", dac, "locator", "file:/TMP"), want: "names a path of a machine"},
		{name: "an empty value in a list", slips: one("products.csv", dac, "source", "pi4;;ngts-cables"), want: "badly formed list"},
		{name: "a value twice in a list", slips: one("products.csv", dac, "source", "pi4;pi4"), want: "badly formed list"},
		{name: "a space in a list", slips: one("products.csv", dac, "source", "pi4; ngts-cables"), want: "badly formed list"},
		{name: "a list that ends in a semicolon", slips: one("form_factors.csv", "qsfp56,", "accepts", "qsfp56;"), want: "badly formed list"},
		{name: "a list where none is expected", slips: one("products.csv", dac, "maker", "NVIDIA;NVIDIA"), want: "badly formed list"},
		{name: "an empty cell that is needed", slips: one("products.csv", dac, "description", ""), want: "description is empty"},
		{name: "an empty word that is needed", slips: one("products.csv", dac, "lifecycle", ""), want: "lifecycle is empty"},
		{name: "a row without a source", slips: one("products.csv", dac, "source", ""), want: "source is empty"},
		{name: "a row without a locator", slips: one("products.csv", dac, "locator", ""), want: "locator is empty"},
		{name: "an unknown word", slips: one("products.csv", dac, "medium", "acb"), want: `medium is "acb"; it may be dac, acc, aec, aoc, transceiver, fibre, twisted-pair`},
		{name: "yes in capitals", slips: one("products.csv", dac, "auto_select", "Yes"), want: `auto_select is "Yes"; it may be yes, no`},
		{name: "protocols the wrong way round", slips: one("products.csv", "MCP1650-H002E26,", "protocols", "eth;ib"), want: `protocols is "eth;ib"`},
		{name: "a gauge nobody makes", slips: one("products.csv", dac, "awg", "25"), want: `awg is "25"; it may be 26, 28, 30, 32`},
		{name: "a port count that is no word", slips: one("form_factors.csv", "qsfp56,", "ports", "3"), want: `ports is "3"`},
		{name: "zero for a whole number", slips: one("products.csv", dac, "length_mm", "0"), want: `length_mm "0" is not a positive whole number`},
		{name: "a leading zero", slips: one("products.csv", dac, "length_mm", "05000"), want: "is not a positive whole number"},
		{name: "a fraction for a whole number", slips: one("products.csv", dac, "length_mm", "5000.0"), want: "is not a positive whole number"},
		{name: "below zero", slips: one("products.csv", dac, "length_mm", "-5"), want: "is not a positive whole number"},
		{name: "a number beyond any bound", slips: one("products.csv", dac, "length_mm", "99999999999999999999"), want: "of at most nine digits"},
		{name: "digits of another script", slips: one("products.csv", dac, "length_mm", "٣"), want: "is not a positive whole number"},
		{name: "a diameter without a decimal", slips: one("products.csv", dac, "od_mm", "5"), want: `od_mm "5" is not a number with one decimal`},
		{name: "a loss with one decimal", slips: one("optics.csv", "sr-25g,", "channel_loss_db", "1.9"), want: "is not a number with two decimals"},
		{name: "an attenuation with one decimal", slips: one("fibre_types.csv", "om4,", "attenuation_db_per_km", "3.0"), want: "is not a number with two decimals"},
		{name: "a greatest attenuation in words", slips: one("fibre_types.csv", "om4,", "attenuation_max_db_per_km", "low"), want: "is not a number with two decimals"},
		{name: "a connector loss of three decimals", slips: one("connector_loss.csv", "mpo-12,standard,mm,", "loss_db_per_mated_pair", "0.755"), want: "is not a number with two decimals"},
		{name: "a standard's loss without decimals", slips: one("standards.csv", "50GBASE-SR,", "channel_loss_db", "2"), want: "is not a number with two decimals"},
		{name: "an average of three decimals", slips: one("class_defaults.csv", "aoc,,,od_mm,", "value", "3.001"), want: "is not a number with at most two decimals"},
		{name: "an average with a point and no decimals", slips: one("class_defaults.csv", "aoc,,,od_mm,", "value", "3."), want: "is not a number with at most two decimals"},
		{name: "a key in capitals", slips: one("specifications.csv", spec, "key", "MPO12-apc"), want: "is not small letters and digits"},
		{name: "a key with two dashes", slips: one("specifications.csv", spec, "key", "mpo12--apc"), want: "is not small letters and digits"},
		{name: "a slug with a dot", slips: one("device_types.csv", "qm9700,", "slug", "qm.9700"), want: "is not small letters and digits"},
		{name: "a source key with an underscore", slips: one("sources.csv", "foa,", "key", "fo_a"), want: "is not small letters and digits"},
		{name: "lengths with a zero", slips: one("specifications.csv", spec, "lengths_mm", "0;500"), want: "is not a list of positive whole numbers"},
		{name: "a quarter of a rack unit", slips: one("device_types.csv", "qm9700,", "rack_units", "1.25"), want: "in steps of a half"},
		{name: "rack units with a point zero", slips: one("device_types.csv", "qm9700,", "rack_units", "1.0"), want: "in steps of a half"},
		{name: "card number zero", slips: one("device_ports.csv", "dgx-h100,2,", "adapter", "0"), want: "is not each or a card number 1 to 9"},
		{name: "card number ten", slips: one("device_ports.csv", "dgx-h100,2,", "adapter", "10"), want: "is not each or a card number 1 to 9"},
		{name: "a rail with a leading zero", slips: one("device_rails.csv", "dgx-h100,3,", "rail", "03"), want: "is not 0 or a positive whole number"},
		{name: "a GPU that is no number", slips: one("device_rails.csv", "dgx-h100,3,", "gpu", "x"), want: "is not 0 or a positive whole number"},
		{name: "a limit below zero", slips: one("media_limits.csv", "xdr,dac,", "limit_mm", "-1"), want: "is not 0 or a positive whole number"},
		{name: "an empty limit", slips: one("media_limits.csv", "xdr,dac,", "limit_mm", ""), want: "limit_mm is empty"},
		{name: "a date the other way round", slips: one("sources.csv", "foa,", "date_read", "30-11-2026"), want: "is not a date such as 2026-11-30"},
		{name: "the same key twice", slips: one("speeds.csv", "hdr100,", "speed", "edr"), want: "has the same speed as line 2"},
		{name: "the same SKU twice", slips: one("products.csv", "MCP1600-E004E26,", "sku", "MCP1600-E003E26"), want: "has the same sku as line"},
		{name: "the same limit twice", slips: one("media_limits.csv", "ndr,dac,1:2,flat,", "head", "finned"), want: "has the same generation, medium, shape, head as line 5"},
		{name: "a very long value is shortened", slips: one("products.csv", dac, "medium", strings.Repeat("x", 5000)), want: strings.Repeat("x", 80) + "…"},
		{name: "an unknown speed", slips: one("products.csv", dac, "speeds", "edrr"), want: `speeds names "edrr", which is not in speeds.csv; did you mean "edr"?`},
		{name: "an unknown plug", slips: one("products.csv", dac, "end_b", "qsfp29"), want: `end_b names "qsfp29", which is not in form_factors.csv`},
		{name: "an unknown hub", slips: one("products.csv", dac, "end_a", "cube"), want: `end_a names "cube"`},
		{name: "an unknown optics family", slips: one("products.csv", "MMA1B00-E100,", "optics", "sr4-26g"), want: `did you mean "sr4-25g"?`},
		{name: "an unknown source", slips: one("standards.csv", "50GBASE-CR,", "source", "informant-60g"), want: `did you mean "informant-50g"?`},
		{name: "an unknown accepted plug", slips: one("form_factors.csv", "qsfp56,", "accepts", "qsfp56;qsfp27"), want: `accepts names "qsfp27"`},
		{name: "an unknown family to interoperate with", slips: one("optics.csv", "sr-25g,", "interoperates_with", "sr-25g;sr-10g"), want: `interoperates_with names "sr-10g"`},
		{name: "an unknown optics family of a cord", slips: one("specifications.csv", spec, "optics", "sr4-100h"), want: `optics names "sr4-100h"`},
		{name: "an unknown speed of a cord", slips: one("specifications.csv", "cat6a,", "speeds", "1gbe;10gbe-x"), want: `speeds names "10gbe-x"`},
		{name: "ports of an unknown device", slips: one("device_ports.csv", "sn2201,3,", "slug", "sn2202"), want: `slug names "sn2202", which is not in device_types.csv; did you mean "sn2201"?`},
		{name: "an unknown cage", slips: one("device_ports.csv", "qm9700,1,", "cage_form_factor", "osfp-fined-2"), want: `did you mean "osfp-finned-2"?`},
		{name: "an unknown speed of a port", slips: one("device_ports.csv", "qm9700,1,", "speeds", "ndr;ndr201"), want: `speeds names "ndr201"`},
		{name: "a rail of an unknown device", slips: one("device_rails.csv", "dgx-h100,7,", "slug", "dgx-h999"), want: `slug names "dgx-h999"`},
	})
}

func TestAllProblemsAtOnce(t *testing.T) {
	t.Parallel()
	files := maps.Clone(base())
	for _, s := range []slip{
		{"speeds.csv", "xdr,", "gbps", "900"},
		{"products.csv", "MCP1600-E001E30,", "length_mm", "1,0"},
		{"products.csv", "MCP1600-E002E30,", "speeds", "edx"},
		{"products.csv", "MCP1600-E005E26,", "length_mm", "6000"},
		{"device_ports.csv", "sn2201,2,", "max_speed", "25gbe"},
		{"device_rails.csv", "dgx-h100,3,", "port", "OSFP4P9"},
	} {
		change(t, files, s)
	}
	files["standards.csv"] = strings.Replace(files["standards.csv"], "\n50GBASE-CR,", "\n50GBASE-CR,,", 1)
	want := []string{
		"speeds.csv:7: xdr: 4 lanes of 200 Gb/s are not 900 Gb/s",
		`products.csv:5: MCP1600-E001E30: length_mm "1,0" is not a positive whole number of at most nine digits`,
		`products.csv:9: MCP1600-E002E30: speeds names "edx", which is not in speeds.csv; did you mean "edr"?`,
		"products.csv:13: MCP1600-E005E26: length 6 m is above what any dac has, 5 m",
		"standards.csv:9: has 13 cells, the header has 12",
		`device_ports.csv:20: sn2201: max_speed "25gbe", the first speed listed is "100gbe"`,
		`device_rails.csv:5: dgx-h100: "OSFP4P9" is no printed port name of the device; did you mean "OSFP4P1"?`,
	}
	var got []string
	for _, p := range problems(t, files) {
		got = append(got, p.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the loader says\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	_, err := catalog.LoadFS(mapFS(files))
	if err.Error() != strings.Join(want, "\n") {
		t.Errorf("the error reads\n%v", err)
	}
}
