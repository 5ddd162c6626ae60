package planfile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

const head = "version: 1\nname: x\n"

// bad are texts that cannot be read, and every problem they have.
var bad = []struct {
	name string
	mt   planfile.MediaType
	text string
	want string
}{
	{"nothing", planfile.YAML, "", "1:1: document is empty"},
	{"a comment", planfile.YAML, "# plan\n", "1:1: document is empty"},
	{"nothing, in JSON", planfile.JSON, " \n", "2:1: document ends where a value should stand"},
	{"a list", planfile.YAML, "- a\n", "1:1: a list where a map of fields should stand"},
	{"a word", planfile.JSON, `"plan"`, `1:1: the text "plan" where a map of fields should stand`},
}

func TestBadInputs(t *testing.T) {
	t.Parallel()
	cat := load(t)
	for _, tt := range bad {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc, _, err := planfile.Decode([]byte(tt.text), tt.mt, cat)
			var problems *plan.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("got error %v, want *plan.Problems", err)
			}
			if doc != nil {
				t.Errorf("got a document beside %d problems", len(problems.List))
			}
			if got := err.Error(); got != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s\ntext:\n%s", got, tt.want, tt.text)
			}
		})
	}
}

var _ = fmt.Sprint
var _ = strings.Repeat
