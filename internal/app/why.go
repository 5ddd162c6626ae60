package app

import "lengthwise/internal/planner"

// Why is what was tried for a link, an index into Result.Links: every medium and
// part in the order the planner tries them, the choice the first that is not
// rejected. It is worked out when asked for.
func (c *Checked) Why(link int32) planner.Why {
	x := c.index()
	number := func(d *planner.Device) []int32 {
		if i := x.device(d.Name); i >= 0 {
			return x.linksAt(i)
		}
		return nil
	}
	return planner.Explain(c.Document, c.Catalog, c.Result, int(link), number)
}
