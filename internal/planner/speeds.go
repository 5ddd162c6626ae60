package planner

import (
	"fmt"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A pairing is what two kinds of port can run between them. Links between like
// ports share it.
type pairing struct {
	rate       string              // what the link names
	generation string              // edr hdr ndr xdr ethernet
	defaulted  bool                // the document named no speed
	variants   [2][]*catalog.Speed // what each end may run, in the order its port lists them

	code         plan.Code // set where the ends cannot talk
	message, fix string
}

type pairingKey struct {
	groups   [2]*catalog.PortGroup
	children [2]int32
	speed    string
}

// pairing works out the speed of a link between two ports.
func (w *work) pairing(ends [2]port, speed string) *pairing {
	var key pairingKey
	for s, p := range ends {
		key.groups[s] = w.portType(p).Group
		key.children[s] = p.child
	}
	key.speed = speed
	if key == w.lastKey && w.lastPair != nil {
		return w.lastPair
	}
	if w.pairings == nil {
		w.pairings = map[pairingKey]*pairing{}
	}
	p := w.pairings[key]
	if p == nil {
		p = w.newPairing(key, ends)
		w.pairings[key] = p
	}
	w.lastKey, w.lastPair = key, p
	return p
}

func (w *work) portType(p port) *catalog.Port { return &w.devices[p.device].Type.Ports[p.port] }

func generation(s *catalog.Speed) string {
	if s.Generation == "" {
		return "ethernet"
	}
	return s.Generation
}

func (w *work) newPairing(key pairingKey, ends [2]port) *pairing {
	p := &pairing{rate: key.speed}
	if key.speed == "" {
		p.rate = w.fastestRate(key)
		p.defaulted = true
		if p.rate == "" {
			return w.cannotTalk(p, key, ends)
		}
	}
	demanded := w.cat.Speed(p.rate)
	p.rate, _, _ = strings.Cut(p.rate, "-")
	if demanded != nil && demanded.Name == demanded.Rate || p.defaulted {
		demanded = nil
	}
	for s := range p.variants {
		p.variants[s] = usable(key.groups[s], key.children[s], p.rate, demanded)
	}
	for s := range p.variants {
		if len(p.variants[s]) == 0 {
			return w.cannotTalk(p, key, ends)
		}
	}
	p.generation = generation(p.variants[0][0])
	return p
}

// usable lists the variants of a rate that a port, or a child of it, can run.
func usable(g *catalog.PortGroup, child int32, rate string, demanded *catalog.Speed) []*catalog.Speed {
	var out []*catalog.Speed
	for _, s := range g.Speeds {
		if s.Rate != rate || demanded != nil && s != demanded {
			continue
		}
		if child > 0 && g.Children(s) < int(child) {
			continue
		}
		out = append(out, s)
	}
	return out
}

// fastestRate is the fastest rate both ports list, InfiniBand before Ethernet
// when equally fast; empty where they share none.
func (w *work) fastestRate(key pairingKey) string {
	var best *catalog.Speed
	for _, s := range key.groups[0].Speeds {
		if len(usable(key.groups[0], key.children[0], s.Rate, nil)) == 0 || len(usable(key.groups[1], key.children[1], s.Rate, nil)) == 0 {
			continue
		}
		if best == nil || s.Gbps > best.Gbps || s.Gbps == best.Gbps && s.Protocol == catalog.InfiniBand && best.Protocol != catalog.InfiniBand {
			best = s
		}
	}
	if best == nil {
		return ""
	}
	return best.Rate
}

// cannotTalk says why two ports cannot run a speed together.
func (w *work) cannotTalk(p *pairing, key pairingKey, ends [2]port) *pairing {
	names := [2]string{}
	for s, e := range ends {
		d := &w.devices[e.device]
		names[s] = fmt.Sprintf("%s of %s (%s)", d.Type.Name(catalog.PortName{Port: e.port, Child: e.child}), d.Name, speedList(key.groups[s], key.children[s]))
	}
	both := fmt.Sprintf("%s and %s", names[0], names[1])
	if !shareProtocol(key.groups[0], key.groups[1]) {
		p.code = "protocol-mismatch"
		p.message = both + " have no protocol in common"
		p.fix = "join ports that both speak InfiniBand or both speak Ethernet"
		return p
	}
	p.code = "speed-unsupported"
	if key.speed == "" {
		p.message = both + " have no speed in common"
		p.fix = "join ports that list one speed"
		return p
	}
	p.message = fmt.Sprintf("%s is not a speed of both %s", key.speed, both)
	if fast := w.fastestRate(key); fast != "" {
		p.fix = "use speed " + fast + ", the fastest both list"
	} else {
		p.fix = "join ports that list one speed"
	}
	return p
}

func shareProtocol(a, b *catalog.PortGroup) bool {
	for _, x := range a.Speeds {
		for _, y := range b.Speeds {
			if x.Protocol == y.Protocol {
				return true
			}
		}
	}
	return len(a.Speeds) == 0 || len(b.Speeds) == 0
}

func speedList(g *catalog.PortGroup, child int32) string {
	var names []string
	for _, s := range g.Speeds {
		if child == 0 || g.Children(s) >= int(child) {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return "no speed"
	}
	return strings.Join(names, ", ")
}
