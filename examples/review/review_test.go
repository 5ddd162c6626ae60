// Package review_test runs the review scripts against the program as a pipeline
// would.
package review_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A script is one of the two; both print the same.
type script struct {
	name    string
	command []string // before the plans
	warning []string // the options that fail on warnings
	sarif   string   // in the folder the script runs in: what it leaves
}

// scripts are those this machine can run. A pipeline must run both.
func scripts(t *testing.T) []script {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	list := []script{{"shell", []string{"sh", filepath.Join(dir, "check-plan.sh")}, []string{"-f", "warning"}, "sarif/*.sarif"}}
	python, err := exec.LookPath("python3")
	switch {
	case err == nil:
		list = append(list, script{"python", []string{python, filepath.Join(dir, "check_plan.py")}, []string{"--fail-on", "warning"}, "lengthwise.sarif"})
	case os.Getenv("CI") == "true":
		t.Error("python3 is not installed; with CI=true both scripts must be tested")
	default:
		t.Log("python3 is not installed: check_plan.py is not tested")
	}
	return list
}

var server string // the program, built once

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "review")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	server = filepath.Join(dir, "server")
	if out, err := exec.Command("go", "build", "-o", server, "lengthwise/cmd/server").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// repository makes a folder of plans: one that passes, one with a warning, one
// that fails, one that cannot be read.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, from := range map[string]string{
		"good.yaml": "../h100-unit/plan.yaml", "warned.yaml": "../mixed-generations/plan.yaml", "pods/pod a, 100%.yaml": "../edr-habit/hdr.yaml",
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(text))
	}
	write(t, filepath.Join(dir, "bad.yaml"), "version: 1\nname: bad\nracks:\n  - {name: R1, unitz: 4}\n  - {name: R2, width: 600}\n")
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestReview(t *testing.T) {
	t.Parallel()
	const (
		failing = "pods/pod a, 100%.yaml"
		escaped = "pods/pod a%2C 100%25.yaml"
	)
	tests := []struct {
		name     string
		plans    []string
		warnings bool
		exit     int
		want     []string // how each line begins
		results  map[string]int
	}{
		{
			name: "a plan that passes", plans: []string{"good.yaml"},
			want: []string{"good.yaml: passes"}, results: map[string]int{},
		},
		{
			name: "eight links with one wrong pin are one annotation", plans: []string{failing}, exit: 1,
			want: []string{
				"::error file=" + escaped + ",line=15,col=5,title=beyond-reach::host-1:ib1 - leaf-1:IB1/1 and 7 more: the pinned 5 m is beyond the 2 m ",
				failing + ": fails the review",
			},
			results: map[string]int{"beyond-reach": 8},
		},
		{
			name: "warnings are shown and let a plan pass", plans: []string{"warned.yaml"},
			want: []string{
				"::warning file=warned.yaml,title=retired-product::MFA1A00-E005: ",
				"::warning file=warned.yaml,title=weak-evidence::MFA1A00-E005: ",
				"warned.yaml: passes",
			},
			results: map[string]int{"retired-product": 1, "weak-evidence": 1},
		},
		{
			name: "warnings fail a plan when asked to", plans: []string{"warned.yaml", "good.yaml"}, warnings: true, exit: 1,
			want: []string{
				"::warning file=warned.yaml,title=retired-product::MFA1A00-E005: ",
				"::warning file=warned.yaml,title=weak-evidence::MFA1A00-E005: ",
				"warned.yaml: fails the review",
				"good.yaml: passes",
			},
			results: map[string]int{"retired-product": 1, "weak-evidence": 1},
		},
		{
			name: "a plan that cannot be read counts above one that fails", plans: []string{"bad.yaml", failing}, exit: 2,
			want: []string{
				`::error file=bad.yaml,line=4,col=16,title=unreadable::racks[0]: unknown field "unitz"`,
				"::error file=bad.yaml,line=5,col=23,title=unreadable::racks[1].width: length 600 has no unit",
				"bad.yaml: cannot be read",
				"::error file=" + escaped + ",line=15,col=5,title=beyond-reach::",
				failing + ": fails the review",
			},
			results: map[string]int{"beyond-reach": 8},
		},
		{
			name: "a plan that is not there", plans: []string{"none.yaml", "good.yaml"}, exit: 3,
			want: []string{
				"::error file=none.yaml,title=unreadable::server: ",
				"none.yaml: could not be checked",
				"good.yaml: passes",
			},
			results: map[string]int{},
		},
	}
	for _, s := range scripts(t) {
		for _, tt := range tests {
			t.Run(s.name+", "+tt.name, func(t *testing.T) {
				t.Parallel()
				dir := repository(t)
				args := s.command[1:]
				if tt.warnings {
					args = append(args[:len(args):len(args)], s.warning...)
				}
				got := review(t, dir, s.command[0], append(args[:len(args):len(args)], tt.plans...), tt.exit)
				if len(got) != len(tt.want) {
					t.Fatalf("got %d lines, want %d:\n%s", len(got), len(tt.want), strings.Join(got, "\n"))
				}
				for i := range got {
					if !strings.HasPrefix(got[i], tt.want[i]) {
						t.Errorf("line %d: got %q, want it to begin %q", i+1, got[i], tt.want[i])
					}
				}
				if diff := cmp.Diff(tt.results, resultsIn(t, filepath.Join(dir, s.sarif))); diff != "" {
					t.Errorf("errors and warnings in SARIF, by rule (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestBothScriptsSayTheSame: to the letter.
func TestBothScriptsSayTheSame(t *testing.T) {
	t.Parallel()
	var first []string
	for _, s := range scripts(t) {
		got := review(t, repository(t), s.command[0], append(s.command[1:len(s.command):len(s.command)], "good.yaml", "warned.yaml", "pods/pod a, 100%.yaml", "bad.yaml"), 2)
		if first == nil {
			first = got
		}
		if diff := cmp.Diff(first, got); diff != "" {
			t.Errorf("%s differs from the shell script (-shell +%s):\n%s", s.name, s.name, diff)
		}
	}
}

// review runs a script in a folder and gives the lines it printed.
func review(t *testing.T, dir, name string, args []string, exit int) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LENGTHWISE="+server, "GITHUB_STEP_SUMMARY=")
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != exit {
		t.Errorf("exit code: got %d, want %d", got, exit)
	}
	if complaints.Len() > 0 {
		t.Errorf("the script complains: %s", complaints.String())
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// resultsIn counts the errors and warnings of the SARIF files by rule, those of
// plans that could be read.
func resultsIn(t *testing.T, pattern string) map[string]int {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var log struct {
			Version string
			Runs    []struct {
				Tool struct {
					Driver struct{ Rules []struct{ ID string } }
				}
				Results []struct {
					RuleID    string
					RuleIndex int
					Level     string
				}
			}
		}
		if err := json.Unmarshal(text, &log); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if log.Version != "2.1.0" || len(log.Runs) != 1 {
			t.Fatalf("%s: SARIF %q with %d runs, want 2.1.0 with one", file, log.Version, len(log.Runs))
		}
		run := log.Runs[0]
		for _, r := range run.Results {
			if got := run.Tool.Driver.Rules[r.RuleIndex].ID; got != r.RuleID {
				t.Errorf("%s: rule %d is %s, its result says %s", file, r.RuleIndex, got, r.RuleID)
			}
			if r.Level != "note" && r.RuleID != "unreadable" {
				counts[r.RuleID]++
			}
		}
	}
	return counts
}
