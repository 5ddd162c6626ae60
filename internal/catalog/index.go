package catalog

import (
	"strings"

	"lengthwise/internal/units"
)

// An index finds the rows of a Catalog by their names.
type index struct {
	speeds   map[string]*Speed
	rates    map[string][]*Speed
	forms    map[string]*FormFactor
	optics   map[string]*Optics
	fibres   map[string]*Fibre
	products map[string]*Product // by folded SKU and alternative SKU
	specs    map[string]*Specification
	types    map[string]*DeviceType
	sources  map[string]*Source
}

// ID is the order name of one length of the row: "spec:<key>:<length>" with the
// length in metres.
func (s *Specification) ID(length units.Length) string {
	return "spec:" + s.Key + ":" + strings.ReplaceAll(length.Metres(), " ", "")
}
