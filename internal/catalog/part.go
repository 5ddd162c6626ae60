package catalog

import "lengthwise/internal/units"

// SKU is the part's number, empty for a part made to specification.
func (p Part) SKU() string {
	if p.Product == nil {
		return ""
	}
	return p.Product.SKU
}

// SpecID is the id of a part made to specification, empty for one with a number.
func (p Part) SpecID() string {
	if p.Spec == nil {
		return ""
	}
	return p.Spec.ID(p.Length)
}

// Medium is that of the product or specification, empty where there is no part.
func (p Part) Medium() Medium {
	switch {
	case p.Product != nil:
		return p.Product.Medium
	case p.Spec != nil:
		return p.Spec.Medium
	}
	return ""
}

// AltSKUs are the other numbers the part is sold under.
func (p Part) AltSKUs() []string {
	if p.Product == nil {
		return nil
	}
	return p.Product.AltSKUs
}

// Maker is who makes the part, empty for a part made to specification.
func (p Part) Maker() string {
	if p.Product == nil {
		return ""
	}
	return p.Product.Maker
}

// Ordered is the length that is ordered: the product's own, or the length of
// the specification; 0 where the part has none (a transceiver) or it is not
// known.
func (p Part) Ordered() units.Length {
	if p.Product != nil {
		return p.Product.Length
	}
	return p.Length
}
