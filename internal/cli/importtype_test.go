package cli_test

import (
	"strings"
	"testing"
)

const netboxType = `manufacturer: Example
model: HX-2
slug: example-hx-2
u_height: 1
part_number: EX-1
interfaces:
  - {name: hx1, type: infiniband-hdr}
  - {name: hx2, type: infiniband-hdr}
`

func TestImportType(t *testing.T) {
	t.Parallel()
	got := serve(t, netboxType, "catalog", "import-type", "-")
	if got.code != 0 {
		t.Fatalf("exit %d: %s", got.code, got.err)
	}
	for _, want := range []string{
		"taken over:\n  stdin:1: manufacturer (Example): maker: Example\n", "guessed, to be checked:\n", "  kind: server: the library does not say",
		"left out:\n  stdin:5: part_number (EX-1): a device type has no part number here\n",
	} {
		if !strings.Contains(got.err, want) {
			t.Errorf("standard error lacks %q:\n%s", want, got.err)
		}
	}
	// What is printed is a part of a plan.
	plan := serve(t, "version: 1\nname: x\nracks: [{name: R1}]\n"+got.out+"devices:\n  - {name: h, type: example-hx-2, rack: R1, u: 1}\n", "check", "-")
	if plan.code != 0 || !strings.HasPrefix(got.out, "device_types:\n  # guessed: ") {
		t.Errorf("exit %d %s%s with\n%s", plan.code, plan.out, plan.err, got.out)
	}
	if got := serve(t, "model: x\n", "catalog", "import-type", "-"); got.code != 2 || !strings.Contains(got.err, "stdin:1:1: manufacturer: required field") {
		t.Errorf("exit %d: %s", got.code, got.err)
	}
}
