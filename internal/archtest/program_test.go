package archtest

import (
	"os/exec"
	"strings"
	"testing"
)

// The program holds nothing that only tests need, by whatever way it might get
// in.
func TestProgramHoldsNoTestTools(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-deps", "./cmd/server")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := strings.Fields(string(out))
	if len(packages) < 100 {
		t.Fatalf("the program is said to have %d packages; want all of them", len(packages))
	}
	for _, p := range packages {
		switch {
		case p == "testing", strings.HasPrefix(p, "github.com/testcontainers/"), strings.HasPrefix(p, "github.com/chromedp/"),
			p == "pgregory.net/rapid", strings.HasPrefix(p, "github.com/google/go-cmp/"),
			p == module+"/internal/pgtest", p == module+"/internal/planner/plantest", p == module+"/internal/formats/formatstest":
			t.Errorf("the program holds %s, which is for tests", p)
		}
	}
}
