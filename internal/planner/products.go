package planner

import (
	"fmt"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// productFindings reports what is to be known about the parts of the order, one
// finding for each product; path empty, count the links concerned.
func (w *work) productFindings(r *Result, book *figureBook) {
	links := map[catalog.Part]int{}
	last := map[catalog.Part]int32{} // the link counted last, so that none counts twice
	count := func(p catalog.Part, link int32) {
		if l, ok := last[p]; !ok || l != link {
			links[p]++
			last[p] = link
		}
	}
	for i := range w.out {
		for _, c := range w.out[i].Cables {
			if !w.out[i].HasCable || c < 0 {
				continue
			}
			count(w.cables[c].Part, int32(i))
			for _, e := range w.cables[c].Ends {
				if e.Module >= 0 && (e.Link < 0 || e.Link == int32(i)) {
					count(catalog.Part{Product: w.modules[e.Module].Product}, int32(i))
				}
			}
		}
	}
	for i := range r.BOM {
		row := &r.BOM[i]
		if row.DeviceType != nil {
			continue
		}
		w.productFinding(row, links[row.Part], book.of(row.Part))
	}
}

func (w *work) productFinding(row *BOMRow, links int, f *figures) {
	id := row.Part.ID()
	source := strings.Join(row.Sources, ";")
	find := func(code plan.Code, message, fix string) {
		if row.Quantity == 0 {
			fix = "nothing is ordered: it is in place already; plan for its replacement"
		}
		w.report.find(plan.Finding{Code: code, Subject: id, Count: max(1, links), Message: message, Fix: fix, Source: source})
	}
	if p := row.Part.Product; p != nil {
		switch p.Lifecycle {
		case catalog.Retired:
			find("retired-product", fmt.Sprintf("%s is no longer sold by %s", id, p.Maker), "make sure the quantity can still be had before ordering")
		case catalog.UnknownLifecycle:
			find("unknown-lifecycle", fmt.Sprintf("whether %s is still sold is not known", id), "ask the maker before a large order")
		}
		if p.Evidence.Rank() > catalog.Transcribed.Rank() {
			find("weak-evidence", fmt.Sprintf("what the catalog says of %s rests on %s evidence", id, p.Evidence), "verify the part number with the maker before ordering")
		}
	} else {
		find("to-specification", fmt.Sprintf("%s is ordered by description: %s", id, row.Description), "agree on connector, polish, polarity and grade with the supplier")
	}
	if len(f.estimate) > 0 {
		w.report.find(plan.Finding{Code: "estimate", Subject: id, Count: max(1, links), Source: source,
			Message: fmt.Sprintf("%s of %s %s on class averages", strings.Join(f.estimate, ", "), id, pluralVerb(len(f.estimate), "rests", "rest"))})
	}
	if w.cat.Prices != nil && row.UnitPrice == nil && row.Order > 0 {
		find("unpriced", fmt.Sprintf("%s has no price in %s", id, w.set.Currency), "add it to the price list")
	}
}

func pluralVerb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// checkStock reports stock of unknown products.
func (w *work) checkStock() {
	for i, s := range w.set.Stock {
		if _, ok := w.cat.Part(s.SKU); !ok {
			w.unknownProduct(fmt.Sprintf("settings.stock[%d].sku", i), s.SKU, "is not in the catalog")
		}
	}
}

// checkHostBus compares the linked ports of each adapter with its host link.
func (w *work) checkHostBus() {
	type bus struct {
		gbps       int
		gen, lanes int
		ports      []string
	}
	for d := range w.devices {
		t := w.devices[d].Type
		if t == nil || t.IsSwitch() {
			continue
		}
		buses := map[string]*bus{}
		var order []string
		unknown := false
		for i := range t.Ports {
			p := &t.Ports[i]
			g := p.Group
			if g.Form.Family == "rj45" || w.portHead[int(w.portBase[d])+i] == 0 {
				continue
			}
			if g.Adapter == "" || g.PCIeGen == 0 || hostRate[g.PCIeGen] == [2]int{} {
				unknown = true
				continue
			}
			key := g.Adapter
			if key == "each" {
				key = p.Name
			}
			b := buses[key]
			if b == nil {
				b = &bus{gen: g.PCIeGen, lanes: g.PCIeLanes}
				buses[key] = b
				order = append(order, key)
			}
			w.onPort(int32(d), int32(i), func(link int32, side int) {
				if l := &w.links[link]; !l.broken {
					b.gbps += l.pair.variants[side][0].Gbps
				}
			})
			b.ports = append(b.ports, p.Name)
		}
		if unknown {
			w.report.skip("host-bus", t.Slug, "no source states the host link of its adapters")
		}
		for _, key := range order {
			b := buses[key]
			rate := hostRate[b.gen]
			// Gb/s of the host link = GT/s x lanes x payload / frame.
			if b.gbps*rate[1] <= rate[0]*b.lanes {
				continue
			}
			dev := &w.devices[d]
			w.report.find(plan.Finding{Code: "host-bus-limit", Path: dev.Path, Subject: dev.Name, Count: len(b.ports),
				Message: fmt.Sprintf("ports %s of %s run %d Gb/s together, the host link of their adapter (PCIe Gen%d x%d) carries %d Gb/s",
					strings.Join(b.ports, ", "), dev.Name, b.gbps, b.gen, b.lanes, rate[0]*b.lanes/rate[1]),
				Fix: "expect the lower rate, or link one port of the adapter only"})
		}
	}
}

// hostRate is GT/s times payload, and frame, for each PCIe generation: Gen4 and
// Gen5 code 128 bits in 130, Gen6 carries 242 bytes of 256 (PCI-SIG).
var hostRate = [7][2]int{4: {16 * 128, 130}, 5: {32 * 128, 130}, 6: {64 * 242, 256}}

// noteSwitchSplits lists, for each switch, the ports a plan splits: the switch
// has to be told, and what a split blocks beside it is not in the catalog.
func (w *work) noteSwitchSplits() {
	for d := range w.devices {
		t := w.devices[d].Type
		if t == nil || !t.IsSwitch() {
			continue
		}
		var ports []string
		for i := range t.Ports {
			split := false
			w.onPort(int32(d), int32(i), func(link int32, side int) {
				split = split || !w.links[link].broken && w.links[link].ends[side].child > 0
			})
			if split {
				ports = append(ports, t.Ports[i].Name)
			}
		}
		if len(ports) == 0 {
			continue
		}
		w.report.skipMany("switch-split", w.devices[d].Name, "split "+listPorts(ports)+" in the switch", len(ports))
		w.report.skipMany("split-neighbours", t.Slug, "whether a split blocks ports beside it is not in the catalog", len(ports))
	}
}

// listPorts writes ports as people read them: "IB1/5 and IB1/7".
func listPorts(ports []string) string {
	if len(ports) > 4 {
		ports = plan.CompressNames(ports)
	}
	if len(ports) == 1 {
		return ports[0]
	}
	n := len(ports) - 1
	return strings.Join(ports[:n], ", ") + " and " + ports[n]
}
