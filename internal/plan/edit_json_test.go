package plan_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/plan"
)

func TestEditFromJSON(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       plan.Edit
	}{
		{"a unit as a number", `{"edit":"move","device":"n1","u":12.5}`, plan.Edit{Kind: "move", Device: "n1", U: "12.5"}},
		{"a unit as a text", `{"edit":"move","device":"n1","rack":"A1","u":"top","face":"rear","slot":"left","side":"right"}`,
			plan.Edit{Kind: "move", Device: "n1", Rack: "A1", U: "top", Face: "rear", Slot: "left", Side: "right"}},
		{"a number keeps its digits", `{"edit":"set","path":"settings.slack.percent","value":0.07}`,
			plan.Edit{Kind: "set", Path: "settings.slack.percent", Value: json.Number("0.07")}},
		{"null takes a field out", `{"edit":"set","path":"settings.exit","value":null}`, plan.Edit{Kind: "set", Path: "settings.exit"}},
		{"an override", `{"edit":"override","at":["n1:p1"],"set":{"cable":null}}`,
			plan.Edit{Kind: "override", At: []string{"n1:p1"}, Set: map[string]any{"cable": nil}}},
		{"a swap", `{"edit":"swap","a":"s:1","b":"s:2"}`, plan.Edit{Kind: "swap", A: "s:1", B: "s:2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got plan.Edit
			if err := json.Unmarshal([]byte(tt.text), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got, tt.want); diff != "" {
				t.Errorf("edit %s, got - want +:\n%s", tt.text, diff)
			}
			text, err := json.Marshal(tt.want)
			if err != nil {
				t.Fatal(err)
			}
			var again plan.Edit
			if err := json.Unmarshal(text, &again); err != nil || !cmp.Equal(again, tt.want) {
				t.Errorf("edit written as %s reads as %+v, %v", text, again, err)
			}
		})
	}
	for _, text := range []string{`{"edit":"move","devise":"n1"}`, `{"edit":"move","u":[1]}`, `{"edit":"move","u":true}`, `[]`, `{"edit":1}`} {
		if err := json.Unmarshal([]byte(text), &plan.Edit{}); err == nil {
			t.Errorf("edit %s is read, want an error", text)
		}
	}
}
