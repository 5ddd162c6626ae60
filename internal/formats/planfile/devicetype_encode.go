package planfile

import (
	"bytes"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// EncodeDeviceType writes one device type as YAML: the fields of an entry of
// device_types, as DecodeDeviceType reads them.
func EncodeDeviceType(t *catalog.DeviceType) []byte {
	var b bytes.Buffer
	out := &writer{out: &b, media: YAML}
	documentKind.write(out, &plan.Document{DeviceTypes: []*catalog.DeviceType{t}})
	_ = out.flush() // a bytes.Buffer takes everything
	_, entry, _ := strings.Cut(b.String(), "device_types:\n  - ")
	return []byte(strings.ReplaceAll(entry, "\n    ", "\n"))
}
