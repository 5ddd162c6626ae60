package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// aLibraryType is a file of the device-type library: an invented switch.
const aLibraryType = `manufacturer: Example
model: HX-4
slug: example-hx-4
u_height: 1
interfaces:
  - {name: hx1/1, type: infiniband-hdr}
  - {name: hx1/2, type: infiniband-hdr}
  - {name: hx1/3, type: infiniband-hdr}
  - {name: hx1/4, type: infiniband-hdr}
`

const aPlanWithIt = `version: 1
name: Two invented switches
racks: [{name: A}]
devices:
  - {name: left, type: example-hx-4, rack: A, u: 10}
  - {name: right, type: example-hx-4, rack: A, u: 12}
links:
  - {a: "left:hx1/1", b: "right:hx1/1"}
  - {a: "left:hx1/4", b: "right:hx1/4"}
`

// A type of the library is imported, looked at, saved, and used: a plan's links
// find its ports. All without script.
func TestADeviceTypeOfTheLibraryIsUsedInAPlan(t *testing.T) {
	t.Parallel()
	s := startServer(t, newStateDir(t))
	p := newTab(t, s)
	p.script(false)
	path := filepath.Join(t.TempDir(), "hx-4.yaml")
	if err := os.WriteFile(path, []byte(aLibraryType), 0o644); err != nil {
		t.Fatal(err)
	}
	p.visit("/catalog/overlay")
	p.follow(`a[href="/catalog/overlay/device-type"]`)
	p.choose("#f-file", path)
	p.follow(`form[action="/catalog/overlay/device-type/import"] button`)
	if got := p.text(`[data-testid="report"]`); !strings.Contains(got, "Guessed") || !strings.Contains(got, "4 x qsfp56") {
		t.Errorf("the report says %q, want what was guessed, and the ports", got)
	}
	p.follow(`form[action="/catalog/overlay/device-type"] button.primary`)
	p.visit("/catalog/types/example-hx-4")
	if got := p.text("main"); !strings.Contains(got, "this site's own") || !strings.Contains(got, "hx1/1") {
		t.Errorf("the page of the type says %q", got)
	}
	id := s.create(t, aPlanWithIt)
	p.visit("/plans/" + id)
	if got := p.text(`[data-testid="verdict"]`); !strings.Contains(got, "0 errors") || !strings.Contains(got, "2 links") {
		t.Errorf("the plan with the type says %q, want no errors of 2 links", got)
	}
}
