package catalog

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"strconv"

	"lengthwise/internal/units"
)

// A canon is what an overlay says, in one spelling, on its way into a revision.
type canon struct {
	digest hash.Hash
	lines  int
	buf    []byte
}

func newCanon(base string) *canon {
	c := &canon{digest: sha256.New()}
	fmt.Fprintln(c.digest, "overlay on", base)
	return c
}

// line adds one line: what it is, and its values.
func (c *canon) line(what string, values ...string) {
	c.buf = append(c.buf[:0], what...)
	for _, v := range values {
		c.buf = strconv.AppendQuote(append(c.buf, ' '), v)
	}
	c.digest.Write(append(c.buf, '\n'))
	c.lines++
}

func (c *canon) price(id string, p pricePos) {
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	c.line("price", id, n(int64(p.Unit)), n(int64(p.Surcharge)), p.Currency, n(int64(p.LeadTimeDays)), p.Supplier, p.ValidFrom, p.ValidTo, n(int64(p.stock)))
}

// deviceType adds a compiled type: every fact, with what Compile filled in.
func (c *canon) deviceType(t *DeviceType) {
	n := func(v int) string { return strconv.Itoa(v) }
	length := func(v units.Length) string { return strconv.FormatInt(int64(v), 10) }
	mw := func(v units.Power) string { return strconv.FormatInt(int64(v), 10) }
	cited := func(x Citation) string { return fmt.Sprintf("%q %q", x.Sources, x.Locator) }
	c.line("type", t.Slug, t.Model, t.Maker, t.Kind, t.Height.String(), t.Width, length(t.Depth), strconv.FormatInt(int64(t.Weight), 10),
		mw(t.PowerMax), mw(t.PowerTypical), t.Airflow, t.PortSide, t.Cooling, fmt.Sprint(t.Protocols), string(t.Lifecycle), string(t.Evidence),
		t.Note, cited(t.Citation))
	for i := range t.Groups {
		g := &t.Groups[i]
		speeds := ""
		for _, s := range g.Speeds {
			speeds += s.Name + ";"
		}
		c.line("ports", g.Role, n(g.CageFirst), n(g.CageCount), g.Form.Name, n(g.PortsPerCage), mw(g.CagePower), speeds, g.PortPattern,
			g.CagePattern, g.SplitSuffix, fmt.Sprintf("%q", g.Aliases), n(g.PCIeGen), n(g.PCIeLanes), g.Adapter, cited(g.Citation))
	}
	for _, r := range t.Rails {
		c.line("rail", n(r.Number), r.Port, n(r.GPU), r.RDMAName, cited(r.Citation))
	}
}

// revision is the digest of all lines; base where there is none.
func (c *canon) revision(base string) string {
	if c.lines == 0 {
		return base
	}
	return shortDigest(c.digest)
}
