package planfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

// filled is begin, as often as it fits a document of the largest size what is
// repeated, and end.
func filled(begin, repeated, end string) func() []byte {
	return func() []byte {
		n := (plan.MaxBytes - len(begin) - len(end)) / len(repeated)
		return []byte(begin + strings.Repeat(repeated, n) + end)
	}
}

const jsonHead = `{"version":1,"name":"x",`

// A hostileText is made to cost as much as it can. Peak is what reading it
// may take in all, the text itself (64 MiB, mostly) and the catalog included.
type hostileText struct {
	name    string
	mt      planfile.MediaType
	text    func() []byte
	want    string // in the first problem
	peakMiB int
}

var hostile = []hostileText{
	{"100 MB", planfile.YAML, func() []byte { return bytes.Repeat([]byte("a"), 100_000_000) }, "document is 100000000 bytes; the limit is 67108864", 150},
	{"numbers for links, JSON", planfile.JSON, filled(jsonHead+`"links":[`, "1,", "1]}"), "more than 8000000 values", 250},
	{"types with thousands of ports, JSON", planfile.JSON, func() []byte {
		const one = `{"slug":"x","ports":[{"cage":"osfp-flat-1","name":"ib{cage}","cages":4000,"speeds":["ndr"]}]},`
		return []byte(jsonHead + `"device_types":[` + strings.Repeat(one, 100_000) + `{}]}`)
	}, "device_types[12]: device types have more than 500000 names of ports", 200},
	{"200,000 brackets, JSON", planfile.JSON, repeated("[", 200_000), "nested more than 64 deep", 60},
	{"200,000 brackets, YAML", planfile.YAML, repeated("[", 200_000), "nested more than 64 deep", 80},
	{"200,000 braces, YAML", planfile.YAML, repeated("{a: ", 200_000), "nested more than 64 deep", 80},
	{"200,000 lists, YAML", planfile.YAML, repeated("- ", 200_000), "nested more than 64 deep", 80},
	{"numbers just below the bound, YAML", planfile.YAML, repeated("- [1, 1]\n", 120_000), "a list where a map of fields should stand", 450},
	{"short links, YAML", planfile.YAML, filled(head+"links:\n", "- {a: \"x:1\", b: \"y:1\"}\n", ""), "more than 8000000 values", 700},
	{"a text just below the bound, YAML", planfile.YAML, repeated(head+"description: "+strings.Repeat("x ", 6_000_000), 1), "text is 11999999 characters long; the limit is 10000", 250},
	{"anchors, YAML", planfile.YAML, repeated("- &a b\n", 160_000), "anchors (&name) are refused", 350},
	{"alias bomb, YAML", planfile.YAML, func() []byte {
		text := "a0: &a0 [x, x]\n"
		for i := range 60 {
			text += fmt.Sprintf("a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i, i)
		}
		return []byte(text)
	}, "anchors (&name) are refused", 60},
	{"ranges of a billion names", planfile.YAML, repeated(head+"racks:\n"+strings.Repeat("  - {name: \"n[1-999999999]\"}\n", 2000), 1),
		`range "n[1-999999999]" holds 999999999 names`, 60},
}

// moreHostile are more of 64 MiB, for the benchmark.
var moreHostile = []hostileText{
	{"escapes, JSON", planfile.JSON, filled(jsonHead+`"links":[`, `"\n\n\n",`, "1]}"), "more than 2100000 values in one list", 700},
	{"brackets, YAML", planfile.YAML, filled("", "[", ""), "more than 500000 values", 350},
	{"short links, JSON", planfile.JSON, filled(jsonHead+`"links":[`, `{"a":"x:1","b":"y:1"},`, "1]}"), "more than 8000000 values", 700},
	{"brackets, JSON", planfile.JSON, filled("", "[", ""), "nested more than 64 deep", 250},
	{"usual and unusual entries, YAML", planfile.YAML, filled("links:\n", "- {b: c}\n- \"\\n\"\n", ""), "more than 500000 values", 600},
	{"a text without end, YAML", planfile.YAML, filled("name: ", "x ", ""), "more than 12582912 bytes that are not entries of one line", 350},
	{"empty lines, YAML", planfile.YAML, filled("", "\n", ""), "more than 12582912 bytes", 350},
	{"a NUL byte at the end", planfile.YAML, filled("", "# c\n", "\x00"), "control character U+0000", 350},
}

func repeated(text string, n int) func() []byte {
	return func() []byte { return []byte(strings.Repeat(text, n)) }
}

// hostileName names, for the process a test starts, the text to read.
const hostileName = "PLANFILE_HOSTILE_TEXT"

// Each text is read in a process of its own: what the run-time took from the
// system in all is then the peak of that one text.
func TestHostileTextsCostBoundedMemory(t *testing.T) {
	if name := os.Getenv(hostileName); name != "" {
		reportPeak(t, name)
		return
	}
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), program, "-test.run=^TestHostileTextsCostBoundedMemory$")
			cmd.Env = append(os.Environ(), hostileName+"="+tt.name)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("reading it ended with %v:\n%s", err, out)
			}
			first, _, _ := strings.Cut(string(out), "\n")
			peak, message, _ := strings.Cut(first, " ")
			mib, err := strconv.Atoi(peak)
			if err != nil {
				t.Fatalf("got %q, want the peak and the first problem", first)
			}
			if !strings.Contains(message, tt.want) {
				t.Errorf("got problem %q, want one with %q", message, tt.want)
			}
			if mib > tt.peakMiB {
				t.Errorf("took %d MiB, want at most %d", mib, tt.peakMiB)
			}
			t.Logf("took %d MiB: %s", mib, message)
		})
	}
}

func reportPeak(t *testing.T, name string) {
	for _, tt := range hostile {
		if tt.name != name {
			continue
		}
		_, _, err := planfile.Decode(tt.text(), tt.mt, load(t))
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		first, _, _ := strings.Cut(fmt.Sprint(err), "\n")
		fmt.Printf("%d %s\n", m.Sys>>20, first)
	}
}

func BenchmarkHostile(b *testing.B) {
	cat := load(b)
	for _, tt := range slices.Concat(hostile, moreHostile) {
		text := tt.text()
		b.Run(tt.name, func(b *testing.B) {
			for b.Loop() {
				_, _, err := planfile.Decode(text, tt.mt, cat)
				if first, _, _ := strings.Cut(fmt.Sprint(err), "\n"); !strings.Contains(first, tt.want) {
					b.Fatalf("got problem %q, want one with %q", first, tt.want)
				}
			}
		})
	}
}

// endless gives letters for ever and counts them.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	e.read += len(p)
	return len(p), nil
}

func TestReadStopsAtTheLimit(t *testing.T) {
	t.Parallel()
	source := &endless{}
	_, err := planfile.Read(source)
	if err == nil || !strings.Contains(err.Error(), "above the limit of 67108864 bytes (64 MiB)") {
		t.Errorf("got error %v, want one that names the limit of 64 MiB", err)
	}
	if source.read > plan.MaxBytes+1 {
		t.Errorf("read %d bytes, want at most one above the limit of %d", source.read, plan.MaxBytes)
	}
	got, err := planfile.Read(io.LimitReader(source, plan.MaxBytes))
	if err != nil || len(got) != plan.MaxBytes {
		t.Errorf("got %d bytes and error %v of a text of exactly the limit", len(got), err)
	}
}

func TestProblemsAreListedUpToTheLimit(t *testing.T) {
	t.Parallel()
	text := head + "racks:\n" + strings.Repeat("  - {nam: A}\n", 2000)
	_, _, err := planfile.Decode([]byte(text), planfile.YAML, load(t))
	var problems *plan.Problems
	if !errors.As(err, &problems) || len(problems.List) != 1000 || problems.Dropped < 3000 {
		t.Fatalf("got %T with %d problems and %d dropped, want 1000 listed and the rest of 4000 counted", err, len(problems.List), problems.Dropped)
	}
}

func TestEchoedValuesAreCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", 5000)
	for _, text := range []string{long + ": 1\n", "settings: {choose: " + long + "}\n", "settings: {exit: " + long + "}\n", "racks: " + long + "\n",
		"settings: {exit: 1" + strings.Repeat("0", 5000) + "}\n", "settings: {patch_panels: 1" + strings.Repeat("0", 5000) + "}\n"} {
		_, _, err := planfile.Decode([]byte(head+text), planfile.YAML, load(t))
		if err == nil || len(err.Error()) > 500 {
			t.Errorf("got a message of %d bytes, want one of at most 500: %.600s", len(fmt.Sprint(err)), fmt.Sprint(err))
		}
	}
}
