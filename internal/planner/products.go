package planner

import (
	"fmt"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// productFinding reports what is to be known about a part of the order, one
// finding for each product; path empty, count the links concerned.
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
		if w.forbids(p) {
			find("forbidden-product", fmt.Sprintf("%s is forbidden at this site and is used because it is pinned or in place", id), "pin another part, or allow it in the catalog")
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
	if w.cat.Priced() && row.UnitPrice == nil && row.Order > 0 {
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

// A hostBus is what the linked ports of one adapter ask of its host link.
type hostBus struct {
	adapter    string
	gbps       int
	gen, lanes int
	ports      []string
}

// checkHostBus compares the linked ports of each adapter with its host link.
func (w *work) checkHostBus() {
	var buses []hostBus
	for d := range w.devices {
		t := w.devices[d].Type
		if t == nil || t.IsSwitch() {
			continue
		}
		buses = buses[:0]
		unknown := false
		for i := range t.Ports {
			g := t.Ports[i].Group
			if g.Form.Family == "rj45" || w.portHead[int(w.portBase[d])+i] == 0 {
				continue
			}
			if g.Adapter == "" || g.PCIeGen == 0 || hostRate[g.PCIeGen] == [2]int{} {
				unknown = true
				continue
			}
			buses = addToBus(buses, &t.Ports[i], w.gbpsOn(int32(d), int32(i)))
		}
		if unknown {
			w.report.skip("host-bus", t.Slug, "no source states the host link of its adapters")
		}
		for i := range buses {
			w.checkBus(&w.devices[d], &buses[i])
		}
	}
}

// gbpsOn is what the links on a port run, in Gb/s.
func (w *work) gbpsOn(device, portIndex int32) int {
	sum := 0
	for e := w.portHead[w.portBase[device]+portIndex]; e != 0; e = w.portNext[e-1] {
		if l := &w.links[(e-1)/2]; !l.broken {
			sum += l.pair.variants[(e-1)%2][0].Gbps
		}
	}
	return sum
}

func addToBus(buses []hostBus, p *catalog.Port, gbps int) []hostBus {
	if p.Group.Adapter != "each" {
		for i := range buses {
			if buses[i].adapter == p.Group.Adapter {
				buses[i].gbps += gbps
				buses[i].ports = append(buses[i].ports, p.Name)
				return buses
			}
		}
	} else if gbps*hostRate[p.Group.PCIeGen][1] <= hostRate[p.Group.PCIeGen][0]*p.Group.PCIeLanes {
		return buses // an adapter of its own that its host link serves
	}
	return append(buses, hostBus{p.Group.Adapter, gbps, p.Group.PCIeGen, p.Group.PCIeLanes, []string{p.Name}})
}

func (w *work) checkBus(dev *Device, b *hostBus) {
	rate := hostRate[b.gen]
	// Gb/s of the host link = GT/s x lanes x payload / frame.
	if b.gbps*rate[1] <= rate[0]*b.lanes {
		return
	}
	w.report.find(plan.Finding{Code: "host-bus-limit", Path: dev.Path, Subject: dev.Name, Count: len(b.ports),
		Message: fmt.Sprintf("%s %s of %s %s %d Gb/s together, the host link of their adapter (PCIe Gen%d x%d) carries %d Gb/s",
			plural(len(b.ports), "port"), strings.Join(b.ports, ", "), dev.Name, pluralVerb(len(b.ports), "runs", "run"), b.gbps, b.gen, b.lanes, rate[0]*b.lanes/rate[1]),
		Fix: "expect the lower rate, or link one port of the adapter only"})
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
