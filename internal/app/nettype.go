package app

import (
	"bytes"
	"errors"
	"fmt"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/netboxtype"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

// An ImportedType is a device type taken from a file of another program. Text is
// the YAML of an entry of device_types, with what was guessed as comments above
// it.
type ImportedType struct {
	Type   *catalog.DeviceType
	Text   []byte
	Report netboxtype.Report
}

// ImportDeviceType reads a device type of the NetBox device-type library; name
// is what messages call the file. Nothing is stored. The error is *Invalid when
// the file is no such type.
func (a *App) ImportDeviceType(name string, data []byte) (*ImportedType, error) {
	made, err := netboxtype.Read(name, data, a.catalog)
	if problems := (*plan.Problems)(nil); errors.As(err, &problems) {
		return nil, &Invalid{Problems: problems}
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	var text bytes.Buffer
	for _, g := range made.Report.Guessed {
		if g.Became == "" {
			fmt.Fprintf(&text, "# %s: %s\n", g.Field, g.Why)
			continue
		}
		fmt.Fprintf(&text, "# guessed: %s; %s\n", g.Became, g.Why)
	}
	text.Write(planfile.EncodeDeviceType(made.Type))
	return &ImportedType{Type: made.Type, Text: text.Bytes(), Report: made.Report}, nil
}
