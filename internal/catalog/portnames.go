package catalog

import "slices"

// namePorts works out the ports, cages and names of the groups that are sound,
// and reports names given twice.
func (k *compiler) namePorts(sound []bool) {
	t := k.t
	t.Ports, t.Cages, t.names = nil, nil, nil
	total, cages, names := 0, 0, 0
	plans := make([]groupNames, len(t.Groups))
	for i := range t.Groups {
		if !sound[i] {
			continue
		}
		g := &t.Groups[i]
		plan, ok := k.patterns(i, g)
		if !ok {
			sound[i] = false
			continue
		}
		plans[i] = plan
		ports := g.CageCount * g.PortsPerCage
		total += ports
		cages += g.CageCount
		names += ports * (len(plan.whole) + len(plan.parts)*plan.children)
		if total > MaxTypePorts {
			k.bad(i, "cages", "the type has more than the limit of %d ports", MaxTypePorts)
			return
		}
		if names > MaxTypeNames {
			k.bad(i, "aliases", "the type's ports have more than the limit of %d names", MaxTypeNames)
			return
		}
	}
	t.Ports = make([]Port, 0, total)
	t.Cages = make([]Cage, 0, cages)
	t.names = make(map[string]PortName, names)
	cageNames := make(map[string]bool, cages)
	for i := range t.Groups {
		if sound[i] && !k.nameGroup(i, &t.Groups[i], plans[i], cageNames) {
			return
		}
	}
}

// groupNames are the patterns of one group.
type groupNames struct {
	cage     pattern
	whole    []pattern // of whole ports, the printed one first
	parts    []pattern // of children, the printed one first
	children int       // most children of one port
}

// patterns takes the name patterns of a group apart.
func (k *compiler) patterns(i int, g *PortGroup) (groupNames, bool) {
	before := len(k.problems)
	parse := func(field, s string, marks ...[]string) pattern {
		if s == "" {
			k.bad(i, field, "is empty; write a pattern such as p{cage}")
		}
		p, err := parsePattern(s, marks...)
		if err != nil {
			k.bad(i, field, "%s", err)
		}
		return p
	}
	var n groupNames
	printed := parse("name", g.PortPattern, portMarks)
	n.cage = parse("cage_name", g.CagePattern, cageMarks)
	n.whole = []pattern{printed}
	if g.SplitSuffix != "" {
		suffix := parse("split_suffix", g.SplitSuffix, childMarks)
		if len(suffix.marks) != 1 && len(k.problems) == before {
			k.bad(i, "split_suffix", "%s must hold {i} or {i0} once", quote(g.SplitSuffix))
		}
		if len(k.problems) == before {
			n.parts = []pattern{printed.then(suffix)}
			n.children = k.mostChildren(g)
		}
	}
	for j, alias := range g.Aliases {
		p := parse("aliases", alias, portMarks, childMarks)
		switch {
		case alias == g.PortPattern || slices.Index(g.Aliases, alias) < j:
			k.bad(i, "aliases", "%s is the printed name, or listed twice", quote(alias))
		case !p.ofChildren():
			n.whole = append(n.whole, p)
		case g.SplitSuffix == "":
			k.bad(i, "aliases", "%s names children of a port that does not split", quote(alias))
		default:
			n.parts = append(n.parts, p)
		}
	}
	return n, len(k.problems) == before
}

// nameGroup adds the ports and cages of one group.
func (k *compiler) nameGroup(i int, g *PortGroup, n groupNames, cageNames map[string]bool) bool {
	t := k.t
	before := len(k.problems)
	add := func(field, name string, at PortName) {
		fault := nameFault(name)
		if _, taken := t.names[name]; fault == "" && taken {
			fault = "is given twice"
		}
		if fault != "" {
			k.bad(i, field, "name %s %s", quote(name), fault)
		}
		t.names[name] = at
	}
	for cage := g.CageFirst; cage < g.CageFirst+g.CageCount; cage++ {
		at := position{cage: cage, perCage: g.PortsPerCage}
		c := Cage{Name: n.cage.fill(at), Group: g}
		for port := 1; port <= g.PortsPerCage; port++ {
			at.port = port
			number := int32(len(t.Ports))
			p := Port{Name: n.whole[0].fill(at), Group: g, Cage: len(t.Cages), Index: port}
			add("name", p.Name, PortName{Port: number})
			for _, alias := range n.whole[1:] {
				add("aliases", alias.fill(at), PortName{Port: number})
			}
			for child := 1; child <= n.children; child++ {
				at.child = child
				p.Children = append(p.Children, n.parts[0].fill(at))
				add("split_suffix", p.Children[child-1], PortName{Port: number, Child: int32(child)})
				for _, alias := range n.parts[1:] {
					add("aliases", alias.fill(at), PortName{Port: number, Child: int32(child)})
				}
			}
			c.Ports = append(c.Ports, int(number))
			t.Ports = append(t.Ports, p)
		}
		if g.PortsPerCage == 1 {
			// One string serves both, and one name too: a cage with one port is called as its port.
			if last := t.Ports[len(t.Ports)-1].Name; c.Name == last {
				c.Name = last
			} else {
				k.bad(i, "cage_name", "cage %s has one port, so it has the name of its port, %s", quote(c.Name), quote(last))
			}
		}
		if fault := nameFault(c.Name); fault != "" {
			k.bad(i, "cage_name", "name %s %s", quote(c.Name), fault)
		} else if cageNames[c.Name] {
			k.bad(i, "cage_name", "cage name %s is given twice", quote(c.Name))
		}
		cageNames[c.Name] = true
		t.Cages = append(t.Cages, c)
		if len(k.problems) > before {
			return false // one example is enough: the others of the group follow from the same pattern
		}
	}
	return true
}
