package netboxtype

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// facts takes over what the file says about the device as a whole.
func (m *mapper) facts() {
	t := m.t
	maker, model := m.file.find("manufacturer"), m.file.find("model")
	t.Maker, t.Model = strings.TrimSpace(maker.text), strings.TrimSpace(model.text)
	m.mapped(maker, "maker: "+t.Maker, "")
	m.mapped(model, "model: "+t.Model, "")
	m.slug()
	t.Sources = []string{"NetBox device type " + t.Slug}
	m.height()
	m.airflow()
	m.weight()
	m.guessed(unsaid("width"), "width: full", "the library has no width; say width: half where the device is half as wide as the rack")
}

// slug is the file's, in our form, else made of maker and model.
func (m *mapper) slug() {
	v := m.file.find("slug")
	text, why := m.t.Maker+"-"+m.t.Model, "the file has no slug; made of maker and model"
	if v != nil && strings.TrimSpace(v.text) != "" {
		text, why = v.text, "a slug here is small letters and digits with single dashes"
	} else {
		v = unsaid("slug")
	}
	slug := strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
	if slug == "" {
		slug = "imported"
	}
	if len(slug) > 64 {
		slug = strings.TrimRight(slug[:64], "-")
	}
	if m.cat.Type(slug) != nil {
		why = "the catalog has a type of this name already; look whether that one does"
		slug = strings.TrimRight(slug[:min(len(slug), 57)], "-") + "-netbox"
	}
	if m.t.Slug = slug; slug == v.text {
		m.mapped(v, "slug: "+slug, "")
	} else {
		m.guessed(v, "slug: "+slug, "%s", why)
	}
	for _, t := range m.cat.Types {
		if strings.EqualFold(t.Model, m.t.Model) {
			m.guessed(unsaid("model"), "", "the catalog has %s of this name, with its sources; use that type where it is the same device", t.Slug)
		}
	}
}

func (m *mapper) height() {
	v := m.file.find("u_height")
	if v == nil {
		m.guessed(unsaid("u_height"), "", "the file has no height; write units")
		return
	}
	u, err := units.ParseRackUnits(strings.TrimSuffix(strings.TrimSpace(v.text), ".0"))
	if err != nil || u < 0 {
		m.ignored(v, "it is no height in steps of half a U; write units")
		return
	}
	m.t.Height = u
	m.mapped(v, "units: "+u.String(), "")
}

func (m *mapper) airflow() {
	v := m.file.find("airflow")
	if v == nil {
		return
	}
	switch text := strings.TrimSpace(v.text); text {
	case "front-to-rear", "rear-to-front":
		m.t.Airflow = text
		m.mapped(v, "airflow: "+text, "")
	default:
		m.ignored(v, "only front-to-rear, rear-to-front and reversible are checked")
	}
}

// gramsOf are the units of the library's weights in grams, exact: the pound is
// 453.59237 g (international yard and pound agreement, 1959), the ounce a
// sixteenth of it.
var gramsOf = map[string]string{"kg": "1000", "g": "1", "lb": "453.59237", "oz": "28.349523125"}

// weight takes the weight over in grams, rounded up.
func (m *mapper) weight() {
	v, unit := m.file.find("weight"), m.file.find("weight_unit")
	if v == nil && unit == nil {
		return
	}
	if v == nil || unit == nil {
		for _, x := range []*value{v, unit} {
			if x != nil {
				m.ignored(x, "weight and weight_unit go together, and the other is missing")
			}
		}
		return
	}
	factor, ok := gramsOf[strings.ToLower(strings.TrimSpace(unit.text))]
	number, sound := decimal(v.text)
	if !ok || !sound {
		m.ignored(v, "%s %s is no weight in kg, g, lb or oz", clip(v.text), clip(unit.text))
		m.ignored(unit, "the weight is left out")
		return
	}
	scale, _ := new(big.Rat).SetString(factor)
	grams := new(big.Rat).Mul(number, scale)
	whole, rest := new(big.Int).QuoRem(grams.Num(), grams.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	m.t.Weight = units.Mass(whole.Int64())
	m.mapped(v, "weight_kg: "+m.t.Weight.Kilograms(), "in %s", strings.TrimSpace(unit.text))
	m.mapped(unit, "weight_kg", "")
}

var plainDecimal = regexp.MustCompile(`^\d{1,7}(\.\d{1,6})?$`)

// decimal reads a number above 0 exactly.
func decimal(text string) (*big.Rat, bool) {
	text = strings.TrimSpace(text)
	if !plainDecimal.MatchString(text) {
		return nil, false
	}
	r, ok := new(big.Rat).SetString(text)
	return r, ok && r.Sign() > 0
}

// Names by which an InfiniBand switch is known where its ports are listed as
// Ethernet ones: those of the maker's models, and of ports such as IB1/5.
var (
	ibModel = regexp.MustCompile(`^(SB7\d{3}|QM[89]\d{3}|Q3[24]\d{2}|CS[78]\d{3})`)
	ibPort  = regexp.MustCompile(`^IB\d+/\d+`)
)

// switchPorts is from how many ports on a device is taken for a switch: hosts
// have fewer, the smallest switches of this kind 16.
const switchPorts = 16

// kind guesses what the device is: the library does not say.
func (m *mapper) kind() {
	data, ib, named := 0, 0, 0
	for _, x := range m.file.interfaces {
		if _, ok := slugs[x.kind]; !ok || x.mgmtOnly {
			continue
		}
		data++
		if strings.HasPrefix(x.kind, "infiniband-") {
			ib++
		}
		if ibPort.MatchString(x.name) {
			named++
		}
	}
	maker, model := strings.ToLower(m.t.Maker), strings.ToUpper(m.t.Model)
	byModel := (maker == "nvidia" || maker == "mellanox") && ibModel.MatchString(model)
	why := fmt.Sprintf("%d ports that are not management", data)
	switch {
	case strings.Contains(model, "DGX") || strings.Contains(model, "HGX"):
		m.t.Kind, why = "gpu-server", "the model's name is one of hosts with GPUs"
	case data < switchPorts:
		m.t.Kind = "server"
		why += fmt.Sprintf(", fewer than %d; a host with GPUs is a gpu-server", switchPorts)
	case ib*2 > data:
		m.t.Kind = "ib-switch"
		why += ", most of them InfiniBand"
	case named*2 > data:
		m.t.Kind, m.infiniBand = "ib-switch", true
		why += ", most of them named as ports of InfiniBand switches (IB1/1)"
	case byModel:
		m.t.Kind, m.infiniBand = "ib-switch", true
		why += ", and the model's name is one of this maker's InfiniBand switches"
	default:
		m.t.Kind = "eth-switch"
		why += ", most of them Ethernet"
	}
	m.guessed(unsaid("kind"), "kind: "+m.t.Kind, "the library does not say what a device is; %s", why)
	m.guessed(unsaid("port_side"), "", "the library does not say where the ports are; write port_side: front or rear, or runs stay estimates")
}

// power guesses what the device draws: a supply's rating, each pair of supplies
// counted once.
func (m *mapper) power() {
	v := m.file.find("power-ports")
	if v == nil {
		return
	}
	var draws []int
	for _, draw := range m.file.powerPorts {
		if draw > 0 {
			draws = append(draws, draw)
		}
	}
	n := len(m.file.powerPorts)
	switch {
	case len(draws) == 0:
		m.ignored(v, "no maximum_draw is given")
	case len(draws) < n || n > 1 && n%2 != 0:
		m.ignored(v, "%d power ports, %d with a maximum_draw, make no pairs; write power_w", n, len(draws))
	default:
		total := 0
		for i := 0; i < n; i += 2 {
			total += max(draws[i], draws[min(i+1, n-1)])
		}
		m.t.PowerMax = units.Power(total) * units.Watt
		how := "the rating of its supply"
		if n > 1 {
			how = fmt.Sprintf("the ratings of %d supplies, each pair counted once as if one could fail", n)
		}
		m.guessed(v, "power_w: "+strconv.Itoa(total), "%s; what the device draws is mostly less", how)
	}
}

// left says why fields of the library's schema are left out.
var left = map[string]string{
	"part_number":          "a device type has no part number here",
	"is_full_depth":        "it says whether the device fills the rack's depth, not how deep it is; write depth",
	"front_image":          "pictures are not used",
	"rear_image":           "pictures are not used",
	"subdevice_role":       "devices within devices are not planned",
	"is_powered":           "it decides nothing here",
	"console-ports":        "console cables are not planned",
	"console-server-ports": "console cables are not planned",
	"power-outlets":        "power cables are not planned",
	"front-ports":          "ports of a panel carry no speed; write a patch panel by hand",
	"rear-ports":           "ports of a panel carry no speed; write a patch panel by hand",
	"module-bays":          "what stands in a bay is another file; add its ports by hand",
	"device-bays":          "devices within devices are not planned",
	"inventory-items":      "parts within the device are not planned",
	"description":          "it decides nothing here",
	"comments":             "it decides nothing here",
}

// rest accounts for the fields nothing was taken from.
func (m *mapper) rest() {
	for _, v := range m.file.fields {
		if why := left[v.path]; why != "" {
			m.ignored(v, "%s", why)
			continue
		}
		if slices.Contains(known, v.path) {
			continue // accounted for where it was read
		}
		if near := catalog.Closest(v.path, known); near != "" {
			m.ignored(v, "the library has no such field; is %s meant?", near)
			continue
		}
		m.ignored(v, "the library has no such field, or it is newer than this program")
	}
	if m.t.Kind == "server" && len(m.t.Groups) > 0 {
		m.guessed(unsaid("adapter"), "", "the library does not say which card a port is on; write adapter and pcie to have the host link checked")
	}
}

// protocols are those of the ports, InfiniBand first.
func protocols(groups []catalog.PortGroup, cat *catalog.Catalog) []catalog.Protocol {
	has := map[catalog.Protocol]bool{}
	for _, g := range groups {
		if g.Role != "fabric" {
			continue
		}
		for _, s := range g.Speeds {
			if found := cat.Speed(s.Name); found != nil {
				has[found.Protocol] = true
			}
		}
	}
	var out []catalog.Protocol
	for _, p := range []catalog.Protocol{catalog.InfiniBand, catalog.Ethernet} {
		if has[p] {
			out = append(out, p)
		}
	}
	return out
}
