package netboxtype

// A slug is what an interface type of NetBox means here: the cage, and the speed
// of a port of it in either protocol. Cage and speeds are names of the catalog.
// The slugs are those of NetBox's InterfaceTypeChoices (netbox/dcim/choices.py),
// which name a rate and a plug and nothing else.
type slug struct {
	cage      string // empty: an OSFP cage, see osfp
	ib, eth   string // empty: no such speed
	uncertain string // what the slug leaves open
	top       string // of an OSFP cage: finned or flat; empty: not said
	gbps      int    // of an OSFP port
}

var slugs = map[string]slug{
	"1000base-t":          {cage: "rj45", eth: "1gbe"},
	"10gbase-t":           {cage: "rj45", eth: "10gbe-t"},
	"25gbase-x-sfp28":     {cage: "sfp28", eth: "25gbe"},
	"100gbase-x-qsfp28":   {cage: "qsfp28", eth: "100gbe", ib: "edr"},
	"100gbase-x-qsfpdd":   {cage: "qsfp-dd", eth: "100gbe", uncertain: "a QSFP-DD cage at 100 Gb/s is taken for four lanes of 25"},
	"200gbase-x-qsfp56":   {cage: "qsfp56", eth: "200gbe", ib: "hdr"},
	"200gbase-x-qsfpdd":   {cage: "qsfp-dd", eth: "200gbe", uncertain: "a QSFP-DD cage at 200 Gb/s is taken for four lanes of 50, it may be eight of 25"},
	"400gbase-x-qsfp112":  {cage: "qsfp112", eth: "400gbe", ib: "ndr"},
	"400gbase-x-qsfpdd":   {cage: "qsfp-dd", eth: "400gbe-8x50"},
	"400gbase-x-osfp":     {eth: "400gbe", ib: "ndr", gbps: 400},
	"400gbase-x-osfp-rhs": {eth: "400gbe", ib: "ndr", gbps: 400, top: "flat"},
	"800gbase-x-osfp":     {eth: "800gbe", ib: "xdr", gbps: 800},
	"infiniband-edr":      {cage: "qsfp28", ib: "edr"},
	"infiniband-hdr":      {cage: "qsfp56", ib: "hdr"},
	"infiniband-ndr":      {ib: "ndr", gbps: 400, uncertain: "an NDR port may sit in an OSFP or a QSFP112 cage; OSFP is taken"},
	"infiniband-xdr":      {ib: "xdr", gbps: 800},
}

// noPort lists interface types that no cable goes into.
var noPort = map[string]bool{"virtual": true, "bridge": true, "lag": true}

// A choice is the cage and speed an interface was mapped to.
type choice struct {
	cage, speed string
	perCage     int
	role        string
	doubt       string // why it is a guess; empty: it is none
}

// choose maps an interface that has a slug. twin says that its name is one of a
// pair, such as 1/1 and 1/2.
func (m *mapper) choose(x netInterface, twin bool) choice {
	s := slugs[x.kind]
	c := choice{cage: s.cage, speed: s.eth, perCage: 1, role: "fabric", doubt: s.uncertain}
	if s.eth == "" || m.infiniBand && s.ib != "" {
		c.speed = s.ib
		if s.eth != "" {
			c.doubt = join(c.doubt, "listed as Ethernet, taken for InfiniBand as the device is")
		}
	}
	if c.cage == "" {
		m.osfp(s, &c, twin)
	}
	m.role(x, &c)
	return c
}

// osfp picks among the OSFP cages: the slug says neither whether two ports share
// a cage nor whether its plugs are finned or flat.
func (m *mapper) osfp(s slug, c *choice, twin bool) {
	isSwitch := m.t.IsSwitch()
	family, top := "osfp", s.top
	if c.speed == "xdr" {
		family = "osfp224"
	}
	if top == "" {
		top = map[bool]string{true: "finned", false: "flat"}[isSwitch]
		c.doubt = join(c.doubt, "the slug does not say whether plugs are finned or flat; "+top+" is usual for a "+m.t.Kind)
	}
	switch {
	case c.speed == "800gbe":
		c.cage = "osfp-8"
		if top == "flat" {
			c.doubt = join(c.doubt, "the catalog has finned cages only for one port of 800GbE")
		}
	case twin:
		c.cage, c.perCage = family+"-"+top+"-2", 2
		c.doubt = join(c.doubt, "two ports of one cage, by their names")
	case isSwitch && c.speed == "400gbe":
		c.cage, c.speed = "osfp-8", "400gbe-8x50"
		c.doubt = join(c.doubt, "one port in the cage by its name, so eight lanes of 50")
	default:
		c.cage = family + "-flat-1"
		c.doubt = join(c.doubt, "one port in the cage by its name")
	}
}

// role guesses what a port is for.
func (m *mapper) role(x netInterface, c *choice) {
	switch {
	case x.mgmtOnly:
		c.role = "mgmt"
	case c.cage == "rj45" && m.twistedPair < switchPorts:
		c.role = "mgmt"
		c.doubt = join(c.doubt, "a twisted-pair port beside others is taken for management")
	}
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}
