package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

const netboxType = `manufacturer: Example
model: HX-40
slug: example-hx-40
u_height: 1
part_number: EX-1
interfaces:
  - {name: hx1, type: infiniband-hdr}
  - {name: hx2, type: infiniband-hdr}
`

func TestImportDeviceType(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	const path = "/catalog/device-types/import"
	got := c.ask(http.MethodPost, path+"?file=hx-40.yml", netboxType, "Content-Type: application/yaml")
	var out struct {
		DeviceType struct {
			Slug  string
			Ports int
		} `json:"device_type"`
		YAML                     string
		Mapped, Guessed, Ignored []struct {
			Field, Value, Became, Why string
			Line                      *int
		}
	}
	if err := json.Unmarshal(got.body, &out); err != nil || got.status != http.StatusOK {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	if out.DeviceType.Slug != "example-hx-40" || out.DeviceType.Ports != 2 || !strings.Contains(out.YAML, `name: "hx{cage}"`) {
		t.Errorf("got %+v", out)
	}
	if len(out.Mapped) == 0 || len(out.Guessed) == 0 || len(out.Ignored) != 1 || *out.Ignored[0].Line != 5 || out.Ignored[0].Field != "part_number" {
		t.Errorf("report: got %+v, %+v, %+v", out.Mapped, out.Guessed, out.Ignored)
	}
	for _, tt := range []struct {
		name, body string
		headers    []string
		status     int
		holds      string
	}{
		{"no device type", "slug: x\n", nil, 400, "required field \\\"model\\\" is missing"},
		{"nothing", "", nil, 400, "the file is empty"},
		{"a picture", "x", []string{"Content-Type: image/png"}, 415, "image/png"},
		{"above the limit", strings.Repeat("#", 1<<20+1), nil, 413, "above the limit of 1048576 bytes"},
	} {
		got := c.ask(http.MethodPost, path, tt.body, tt.headers...)
		if got.status != tt.status || !strings.Contains(string(got.body), tt.holds) {
			t.Errorf("%s: got %d %.400s, want %d with %s", tt.name, got.status, got.body, tt.status, tt.holds)
		}
	}
}
