package planner_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/planner"
)

// TestScenarios runs the text files of testdata/grouping and testdata/selection.
// A scenario begins with "scenario NAME"; its lines are
//
//	settings YAML            fields of settings
//	device NAME TYPE
//	link A B [speed S] [run R] [cable YAML] [existing]
//	product SKU like SKU [COLUMN VALUE ...]      a site's own
//	status SKU WORD
//	price ID UNIT [surcharge N] [currency C] [days N] [stock N] [supplier S]
//	want A MEDIUM PART [shape S] [required MM] [limit MM] [unused N] [modules SKU,SKU] [with A]
//	none A CODE              the link has no cable, and this error
//	finding CODE [SUBJECT]
//	no CODE
//	order ID N [stock N] [unit P] [extended P] [days N]    pieces to buy of a row
//	short ID NEEDED AT-HAND
//	cost AMOUNT [at least]
//	says WORDS               some finding says so, or its fix does
//
// Runs are measured, so that a scenario needs no geometry. "with B" says that
// the link at port B shares the cable.
func TestScenarios(t *testing.T) {
	t.Parallel()
	for _, topic := range []string{"grouping", "selection"} {
		files, err := filepath.Glob("testdata/" + topic + "/*.txt")
		if err != nil || len(files) == 0 {
			t.Fatalf("no scenarios of %s: %v", topic, err)
		}
		for _, file := range files {
			for _, s := range readScenarios(t, file) {
				t.Run(topic+"/"+s.name, func(t *testing.T) {
					t.Parallel()
					s.run(t)
				})
			}
		}
	}
}

// A room is one scenario.
type room struct {
	name     string
	settings []string
	devices  []string
	links    []string
	site     catalog.Overlay
	wants    [][]string
	at       []string // file:line of each want
}

func readScenarios(t *testing.T, path string) []*room {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []*room
	in := bufio.NewScanner(f)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		at := fmt.Sprintf("%s:%d", path, n)
		word, rest, _ := strings.Cut(line, " ")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if word == "scenario" {
			all = append(all, &room{name: rest})
			continue
		}
		if len(all) == 0 {
			t.Fatalf("%s: %q stands before the first scenario", at, line)
		}
		s := all[len(all)-1]
		fields := strings.Fields(rest)
		switch word {
		case "settings":
			s.settings = append(s.settings, rest)
		case "device":
			s.devices = append(s.devices, fmt.Sprintf("  - {name: %s, type: %s}", fields[0], fields[1]))
		case "link":
			s.links = append(s.links, linkYAML(t, at, fields))
		case "product", "status", "price":
			s.overlay(t, at, word, fields)
		case "want", "none", "finding", "no", "order", "short", "cost", "says":
			s.wants = append(s.wants, append([]string{word}, fields...))
			s.at = append(s.at, at)
		default:
			t.Fatalf("%s: %q is no line of a scenario", at, word)
		}
	}
	return all
}

func linkYAML(t *testing.T, at string, fields []string) string {
	t.Helper()
	out := fmt.Sprintf("  - {a: %q, b: %q", fields[0], fields[1])
	for i := 2; i < len(fields); i++ {
		switch fields[i] {
		case "speed", "run", "cable":
			out += ", " + fields[i] + ": " + strings.ReplaceAll(fields[i+1], ",", ", ")
			i++
		case "existing":
			out += ", existing: true"
		default:
			t.Fatalf("%s: %q is no word of a link", at, fields[i])
		}
	}
	return cableField.ReplaceAllString(out, "$1: ") + "}"
}

// cableField is a field of a cable without the blank YAML wants behind it.
var cableField = regexp.MustCompile(`([{,] ?(?:medium|length|sku|module_a|module_b)):`)

func (s *room) run(t *testing.T) {
	text := "version: 1\nname: scenario\nsettings: {" + strings.Join(s.settings, ", ") + "}\ndevices:\n" +
		strings.Join(s.devices, "\n") + "\nlinks:\n" + strings.Join(s.links, "\n") + "\n"
	cat, err := catalog.LoadWith(s.site)
	if err != nil {
		t.Fatal(err)
	}
	_, res := planYAMLWith(t, text, cat)
	for i, want := range s.wants {
		if got := s.check(res, want); got != "" {
			t.Errorf("%s: %s: got %s", s.at[i], strings.Join(want, " "), got)
		}
	}
}

// check holds one line against a result; it gives what was got instead, empty
// where all is as wanted.
func (s *room) check(res *planner.Result, want []string) string {
	switch want[0] {
	case "finding", "no":
		var all []string
		found := false
		for _, f := range res.Findings {
			all = append(all, string(f.Code)+" "+f.Subject)
			found = found || string(f.Code) == want[1] && (len(want) < 3 || strings.HasPrefix(f.Subject, want[2]))
		}
		if found != (want[0] == "finding") {
			return strings.Join(all, ", ")
		}
		return ""
	}
	if got, done := checkOrder(res, want); done {
		return got
	}
	l := linkAt(res, want[1])
	if l == nil {
		return "no such link"
	}
	if want[0] == "none" {
		for _, f := range res.Findings {
			if string(f.Code) == want[2] && strings.Contains(f.Subject, want[1]) && !l.HasCable {
				return ""
			}
		}
		return describe(res, l)
	}
	if !l.HasCable {
		return describe(res, l)
	}
	c := &res.Cables[l.Cables[0]]
	ok := string(l.Medium) == want[2] && c.Part.ID() == want[3]
	for i := 4; i+1 < len(want); i += 2 {
		switch value := want[i+1]; want[i] {
		case "shape":
			ok = ok && c.Shape == value
		case "required":
			ok = ok && fmt.Sprint(l.Required) == value
		case "limit":
			ok = ok && fmt.Sprint(l.Limit) == value
		case "unused":
			ok = ok && fmt.Sprint(c.UnusedLegs) == value
		case "fibres":
			ok = ok && (l.Cables[1] >= 0) == (value == "2")
		case "with":
			other := linkAt(res, value)
			ok = ok && other != nil && other.Cables[0] == l.Cables[0]
		case "says": // within the reason, blanks as _
			ok = ok && strings.Contains(strings.ReplaceAll(l.Reason, " ", "_"), value)
		case "modules":
			ok = ok && modulesOf(res, c) == value
		default:
			return "unknown word " + want[i]
		}
	}
	if ok {
		return ""
	}
	return describe(res, l)
}

func linkAt(res *planner.Result, port string) *planner.Link {
	for i := range res.Links {
		if l := &res.Links[i]; l.A.String() == port || l.B.String() == port {
			return l
		}
	}
	return nil
}

func modulesOf(res *planner.Result, c *planner.Cable) string {
	var list []string
	for _, e := range c.Ends {
		if e.Module >= 0 {
			list = append(list, res.Modules[e.Module].Product.SKU)
		}
	}
	return strings.Join(list, ",")
}

func describe(res *planner.Result, l *planner.Link) string {
	if !l.HasCable {
		return fmt.Sprintf("no cable, limit %d: %s", l.Limit, l.Reason)
	}
	c := &res.Cables[l.Cables[0]]
	return fmt.Sprintf("%s %s shape %s required %d limit %d unused %d modules %s (%s)", l.Medium, c.Part.ID(), c.Shape, l.Required, l.Limit, c.UnusedLegs, modulesOf(res, c), l.Reason)
}
