package ui

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/web/templates"
)

// kindWords are the kinds of device types in words.
var kindWords = map[string]string{
	"ib-switch": "InfiniBand switch", "eth-switch": "Ethernet switch", "gpu-server": "GPU server", "server": "server", "nic": "adapter",
	"dpu": "DPU", "patch-panel": "patch panel", "pdu": "power unit",
}

// kinds are their order in the form.
var kinds = []string{"ib-switch", "eth-switch", "gpu-server", "server", "nic", "dpu", "patch-panel", "pdu"}

var protocolWords = map[catalog.Protocol]string{catalog.InfiniBand: "InfiniBand", catalog.Ethernet: "Ethernet"}

// roleWord is the role of ports in words.
func roleWord(role string) string {
	switch role {
	case "mgmt":
		return "management"
	case "oob":
		return "out-of-band"
	}
	return role
}

// types lists the device types.
func (u *UI) types(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	protocols := []catalog.Protocol{catalog.InfiniBand, catalog.Ethernet}
	p := templates.TypesPage{
		Text:      clip(asked.Get("q")),
		Kinds:     pickOf("kind", "Kind", asked, kinds, func(k string) string { return kindWords[k] }).Options,
		Protocols: pickOf("protocol", "Network", asked, protocols, func(x catalog.Protocol) string { return protocolWords[x] }).Options,
	}
	kind, protocol, status := asked.Get("kind"), catalog.Protocol(asked.Get("protocol")), http.StatusOK
	s, err := u.shop(r)
	if err = cmp.Or(err, oneOf("kind", kind, kinds), oneOf("protocol", protocol, protocols)); err != nil {
		if known := (*failure)(nil); !errors.As(err, &known) {
			return err
		}
		p.Problem, status = sentence(err.Error()), http.StatusBadRequest
	} else {
		for _, t := range s.Types(asked.Get("q")) {
			if (kind == "" || t.Kind == kind) && (protocol == "" || slices.Contains(t.Protocols, protocol)) {
				p.Rows = append(p.Rows, typeRow(t))
			}
		}
	}
	p.Said = counted(len(p.Rows), "device type")
	page := templates.Types(u.frame(r, "catalog", "Device types", catalogCrumb, templates.Crumb{Text: "Device types"}), p)
	if partial(r) {
		page = templates.TypesList(p)
	}
	return write(r.Context(), w, status, page)
}

func typeRow(t *catalog.DeviceType) templates.TypeRow {
	row := templates.TypeRow{
		Slug: t.Slug, URL: typeURL(t.Slug), Kind: kindWords[t.Kind], Height: "part", Model: modelWords(t), Ports: cages(t),
		Evidence: string(t.Evidence), Own: t.Local,
	}
	if t.Rackable {
		row.Height = t.Height.String()
	}
	return row
}

// modelWords are the maker and the model, without a maker that the model names
// itself or that is none.
func modelWords(t *catalog.DeviceType) string {
	if t.Maker == "" || strings.HasPrefix(strings.ToLower(t.Model), strings.ToLower(t.Maker)) {
		return t.Model
	}
	return t.Maker + " " + t.Model
}

func typeURL(slug string) string { return "/catalog/types/" + url.PathEscape(slug) }

// cages is "32 × osfp-finned-2 of 2 ports, 1 × rj45": groups of one form in one
// number.
func cages(t *catalog.DeviceType) string {
	type form struct {
		name  string
		ports int
	}
	n := map[form]int{}
	var order []form
	for _, g := range t.Groups {
		f := form{g.Form.Name, g.PortsPerCage}
		if n[f] == 0 {
			order = append(order, f)
		}
		n[f] += g.CageCount
	}
	var all []string
	for _, f := range order {
		s := fmt.Sprintf("%d × %s", n[f], f.name)
		if f.ports > 1 {
			s += fmt.Sprintf(" of %d ports", f.ports)
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

// deviceType is the page of a device type.
func (u *UI) deviceType(w http.ResponseWriter, r *http.Request) error {
	s, err := u.shop(r)
	if err != nil {
		return err
	}
	slug := chi.URLParam(r, "slug")
	t := s.Type(slug)
	if t == nil {
		way := "list them and search"
		if near := s.cat.NearestType(slug); near != "" {
			way = "did you mean " + near + "?"
		}
		return fmt.Errorf("device type %q: %w; %s", clip(slug), app.ErrNotFound, way)
	}
	p := templates.TypePage{
		Slug: t.Slug, Model: modelWords(t), Own: t.Local, Facts: typeFacts(t), Locator: t.Locator, Sources: s.sources(t.Sources),
	}
	if len(t.Cages) > 0 {
		p.Drawing = svg.PortBytes(drawing.Ports(t, func(group int) string { return "#" + groupID(group) }))
	}
	for i := range t.Groups {
		p.Groups = append(p.Groups, s.groupRow(t, i))
	}
	s.rails(&p, t)
	f := u.frame(r, "catalog", t.Slug, catalogCrumb, typesCrumb, templates.Crumb{Text: t.Slug})
	return write(r.Context(), w, http.StatusOK, templates.Type(f, p))
}

// groupID is the id of the row of a port group.
func groupID(group int) string { return "group-" + strconv.Itoa(group+1) }

func typeFacts(t *catalog.DeviceType) []templates.Known {
	var k knowns
	k.ask("Maker", t.Maker)
	k.add("Kind", kindWords[t.Kind])
	if !t.Rackable {
		k.add("Height", "a part of a device: it cannot stand in a rack")
	} else {
		k.add("Height", t.Height.String()+" U")
		k.ask("Width", t.Width)
		depth := ""
		if t.Depth > 0 {
			depth = t.Depth.String()
		}
		k.ask("Depth", depth)
		k.ask("Ports look out of", t.PortSide)
		k.ask("Air", t.Airflow)
	}
	k.ask("Weight", massWord(t.Weight))
	power, typical := "", ""
	if t.PowerMax > 0 {
		power = t.PowerMax.String()
	}
	if t.PowerTypical > 0 {
		typical = t.PowerTypical.String()
	}
	k.ask("Power, at most", power)
	k.ask("Power, typical", typical)
	k.ask("Cooling", t.Cooling)
	var networks []string
	for _, x := range t.Protocols {
		networks = append(networks, protocolWords[x])
	}
	k.ask("Networks", listed(networks))
	k.add("Lifecycle", lifecycleWords[t.Lifecycle])
	k.add("Evidence", evidenceWords[t.Evidence])
	k.add("Note", t.Note)
	return slices.DeleteFunc(k, func(x templates.Known) bool { return x.Value == "" })
}

// groupRow is a run of like cages.
func (s *shop) groupRow(t *catalog.DeviceType, i int) templates.PortGroupRow {
	g := &t.Groups[i]
	row := templates.PortGroupRow{
		ID: groupID(i), Role: roleWord(g.Role), Form: g.Form.Name, Aliases: g.Aliases, Speeds: speedNames(g.Speeds), Power: "not known",
		Adapter: adapterWords(t, g), Sources: s.sources(g.Sources), Locator: g.Locator,
	}
	var boxes, ports []string
	children := ""
	for c := range t.Cages {
		cage := &t.Cages[c]
		if cage.Group != g {
			continue
		}
		boxes = append(boxes, cage.Name)
		for _, n := range cage.Ports {
			if ports = append(ports, t.Ports[n].Name); len(t.Ports[n].Children) > 0 && children == "" {
				children = strings.Join(t.Ports[n].Children, ", ")
			}
		}
	}
	row.Cages, row.Names, row.Ports = fromTo(boxes), fromTo(ports), number(len(ports))
	if g.CagePower > 0 {
		row.Power = g.CagePower.Watts()
	}
	var splits []string
	for _, speed := range g.Speeds {
		if n := g.Children(speed); n > 0 {
			splits = append(splits, fmt.Sprintf("%d × %s", n, speed.Name))
		}
	}
	row.Children = "none"
	if len(splits) > 0 {
		row.Children = strings.Join(splits, ", ") + ": " + children + " and so on"
	}
	return row
}

// fromTo is the first and the last of names.
func fromTo(names []string) string {
	switch len(names) {
	case 0:
		return "none"
	case 1:
		return names[0]
	}
	return names[0] + " to " + names[len(names)-1]
}

// adapterWords say which card a port is on and how that is plugged in.
func adapterWords(t *catalog.DeviceType, g *catalog.PortGroup) string {
	if t.IsSwitch() {
		return "–"
	}
	card := ""
	switch g.Adapter {
	case "":
	case "each":
		card = "a card for each port"
	default:
		card = "card " + g.Adapter
	}
	bus := ""
	if g.PCIeGen > 0 && g.PCIeLanes > 0 {
		bus = fmt.Sprintf("PCIe gen %d × %d", g.PCIeGen, g.PCIeLanes)
	}
	switch {
	case card == "" && bus == "":
		return "not known"
	case bus == "":
		return card + ", PCIe not known"
	case card == "":
		return bus
	}
	return card + ", " + bus
}

// rails says which port serves which GPU.
func (s *shop) rails(p *templates.TypePage, t *catalog.DeviceType) {
	known := func(n int) string {
		if n < 0 {
			return "not known"
		}
		return strconv.Itoa(n)
	}
	ordered := false
	var keys []string
	for _, x := range t.Rails {
		ordered = ordered || x.Number >= 0
		row := templates.RailRow{Rail: known(x.Number), Port: x.Port, GPU: known(x.GPU), RDMA: x.RDMAName}
		if row.RDMA == "" {
			row.RDMA = "not known"
		}
		p.Rails = append(p.Rails, row)
		for _, key := range x.Sources {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		if p.RailNote == "" && x.Locator != "" {
			p.RailNote = "At: " + x.Locator + "."
		}
	}
	p.RailSources = s.sources(keys)
	switch {
	case ordered:
		p.RailNote = "Fabrics take rails in this order. " + p.RailNote
	case t.Kind == "gpu-server":
		p.RailNote = "The order of rails is not known: fabrics take the ports in the order above, which may not be the order of the GPUs. " + p.RailNote
	}
	p.RailNote = strings.TrimSpace(p.RailNote)
}
