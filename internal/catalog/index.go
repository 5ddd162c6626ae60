package catalog

import (
	"strings"

	"lengthwise/internal/units"
)

// An index finds the rows of a Catalog by their names.
type index struct {
	sources  map[string]*Source
	speeds   map[string]*Speed
	rates    map[string][]*Speed
	forms    map[string]*FormFactor
	optics   map[string]*Optics
	fibres   map[string]*Fibre
	products map[string]*Product // by every number, as written and folded
	specs    map[string]*Specification
	types    map[string]*DeviceType

	media        map[Medium][]*Product
	transceivers map[cageSpeed][]*Product
}

type cageSpeed struct {
	cage  *FormFactor
	speed *Speed
}

func (l *loader) index() {
	l.c.index = index{
		sources: map[string]*Source{}, speeds: map[string]*Speed{}, rates: map[string][]*Speed{}, forms: map[string]*FormFactor{},
		optics: map[string]*Optics{}, fibres: map[string]*Fibre{}, products: map[string]*Product{}, specs: map[string]*Specification{},
		types: map[string]*DeviceType{}, media: map[Medium][]*Product{}, transceivers: map[cageSpeed][]*Product{},
	}
}

// indexRest sorts the finished products.
func (l *loader) indexRest() {
	for _, p := range l.c.Products {
		l.c.index.media[p.Medium] = append(l.c.index.media[p.Medium], p)
		if p.Medium != Transceiver {
			continue
		}
		for _, f := range l.c.Forms {
			if !f.Cage || !f.Accept(p.EndA.Name) {
				continue
			}
			for _, s := range p.Speeds {
				at := cageSpeed{f, s}
				l.c.index.transceivers[at] = append(l.c.index.transceivers[at], p)
			}
		}
	}
}

// Source finds a source by its key, nil where there is none.
func (c *Catalog) Source(key string) *Source { return c.index.sources[key] }

// Label is the title of the source; "source not identified" where nobody could
// name it.
func (s *Source) Label() string {
	if strings.HasPrefix(s.Key, "unid-") {
		return "source not identified"
	}
	return s.Title
}

// Speed finds a speed by its full name ("ndr", "400gbe-8x50"), nil where there
// is none.
func (c *Catalog) Speed(name string) *Speed { return c.index.speeds[name] }

// Rate lists the variants of a rate ("400gbe") in file order; nil where there
// is none. InfiniBand speeds are their own rate.
func (c *Catalog) Rate(rate string) []*Speed { return c.index.rates[rate] }

// Form finds a form factor by name, nil where there is none.
func (c *Catalog) Form(name string) *FormFactor { return c.index.forms[name] }

// OpticsFamily finds a family of optics by name, nil where there is none.
func (c *Catalog) OpticsFamily(name string) *Optics { return c.index.optics[name] }

// FibreGrade finds a grade of fibre ("om4"), nil where there is none.
func (c *Catalog) FibreGrade(grade string) *Fibre { return c.index.fibres[grade] }

// Specification finds a specification row by its key, nil where there is none.
func (c *Catalog) Specification(key string) *Specification { return c.index.specs[key] }

// Type finds a built-in device type by its slug, nil where there is none.
func (c *Catalog) Type(slug string) *DeviceType { return c.index.types[slug] }

// specPrefix begins the id of a part made to specification, and no part number.
const specPrefix = "spec:"

// ID is the order name of one length of the row: "spec:<key>:<length>" with the
// length in metres ("spec:mpo12-apc-om4-split2:10m").
func (s *Specification) ID(length units.Length) string {
	return specPrefix + s.Key + ":" + strings.ReplaceAll(length.Metres(), " ", "")
}

// Part finds what can be ordered by its id: a part number in any spelling, or
// "spec:<key>:<length>" with a length the row lists.
func (c *Catalog) Part(id string) (Part, bool) {
	rest, ok := strings.CutPrefix(id, specPrefix)
	if !ok {
		p := c.Product(id)
		if p == nil {
			return Part{}, false
		}
		return Part{Product: p, Length: p.Length}, true
	}
	key, text, _ := strings.Cut(rest, ":")
	s := c.Specification(key)
	if s == nil {
		return Part{}, false
	}
	length, err := units.ParseLength(text)
	if err != nil {
		return Part{}, false
	}
	for _, l := range s.Lengths {
		if l == length {
			return Part{Spec: s, Length: l}, true
		}
	}
	return Part{}, false
}

// Assemblies lists the products of a medium in file order. The list is shared:
// nobody may change it.
func (c *Catalog) Assemblies(medium Medium) []*Product { return c.index.media[medium] }

// Transceivers lists those the cage takes and that carry the speed, in file
// order, whatever their lifecycle and evidence. The list is shared.
func (c *Catalog) Transceivers(cage *FormFactor, s *Speed) []*Product {
	return c.index.transceivers[cageSpeed{cage, s}]
}

// Cords lists the fibre cords with a number of a shape, in file order.
func (c *Catalog) Cords(shape string) []*Product {
	var out []*Product
	for _, p := range c.index.media[FibreCord] {
		if p.Shape == shape {
			out = append(out, p)
		}
	}
	return out
}

// SpecCords lists the specification rows of a medium and shape, in file order.
func (c *Catalog) SpecCords(medium Medium, shape string) []*Specification {
	var out []*Specification
	for _, s := range c.Specifications {
		if s.Medium == medium && s.Shape == shape {
			out = append(out, s)
		}
	}
	return out
}

// MediaLimit is the stated limit of a medium at a generation: of the rows that
// fit shape and head the one that says most, the first of equals; nil where
// none fits.
func (c *Catalog) MediaLimit(generation string, medium Medium, shape, head string) *MediaLimit {
	var best *MediaLimit
	most := -1
	for _, m := range c.MediaLimits {
		if m.Generation != generation || m.Medium != medium || m.Shape != "" && m.Shape != shape || m.Head != "" && m.Head != head {
			continue
		}
		if n := filled(m.Shape, m.Head); n > most {
			best, most = m, n
		}
	}
	return best
}

// ClassDefault is the planning average of a field (od_mm, bend_radius_mm,
// power_mw, weight_g_per_m) for a class of cables: of the rows that fit the one
// with the most filled conditions, the first of equals; nil where none fits.
// For power the form family is that of the end in question.
func (c *Catalog) ClassDefault(medium Medium, formFamily, awg, field string) *ClassDefault {
	var best *ClassDefault
	most := -1
	for _, d := range c.ClassDefaults {
		if d.Medium != medium || d.Field != field || d.FormFamily != "" && d.FormFamily != formFamily || d.AWG != "" && d.AWG != awg {
			continue
		}
		if n := filled(d.FormFamily, d.AWG); n > most {
			best, most = d, n
		}
	}
	return best
}

func filled(conditions ...string) int {
	n := 0
	for _, c := range conditions {
		if c != "" {
			n++
		}
	}
	return n
}

// ConnectorLoss is the loss of one mated pair: the row with the polish of the
// cord, else that of the connector, grade and mode without a polish; nil where
// there is neither.
func (c *Catalog) ConnectorLoss(connector, grade string, mode Mode, polish string) *ConnectorLoss {
	var plain *ConnectorLoss
	for _, x := range c.ConnectorLosses {
		if x.Connector != connector || x.Grade != grade || x.Mode != mode {
			continue
		}
		if polish != "" && x.Polish == polish {
			return x
		}
		if x.Polish == "" {
			plain = x
		}
	}
	return plain
}

// cageNames lists the forms a port may have.
func (c *Catalog) cageNames() []string {
	var out []string
	for _, f := range c.Forms {
		if f.Cage {
			out = append(out, f.Name)
		}
	}
	return out
}

func (c *Catalog) speedNames() []string {
	out := make([]string, len(c.Speeds))
	for i, s := range c.Speeds {
		out[i] = s.Name
	}
	return out
}
