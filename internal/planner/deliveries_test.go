package planner_test

import (
	"strings"
	"testing"
)

// TestDeliveries divides an order by rack and by group and adds it up again.
func TestDeliveries(t *testing.T) {
	t.Parallel()
	_, res := planYAML(t, hall+`
settings: {stock: [{sku: MCP4Y10-N001, quantity: 1}]}
devices:
  - {name: "leaf-[1-3]", type: qm9700, rack: "A[01-02]", u: [38, 40], face: rear}
  - {name: "host-[1-2]", type: server-1u-1x-osfp, rack: A02, u: [30, 31]}
links:
  - {a: "leaf-1:IB1/[1-2]/[1-2]", b: "leaf-2:IB1/[1-2]/[1-2]", group: first}
  - {a: "host-[1-2]:ib1", b: "leaf-3:IB1/1/[1-2]", group: second}
`)
	for by, want := range map[string]string{"rack": "A01 A02 spares", "group": " first second spares", "fabric": " spares"} {
		list, err := res.Deliveries(by)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		type total struct{ quantity, spares, stock, order int }
		got := map[string]total{}
		for _, d := range list {
			name := d.Name
			if d.Spares {
				name = "spares"
			}
			names = append(names, name)
			for _, row := range d.Rows {
				g := got[row.Description]
				got[row.Description] = total{g.quantity + row.Quantity, g.spares + row.Spares, g.stock + row.FromStock, g.order + row.Order}
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("deliveries by %s: got %q, want %q", by, got, want)
		}
		for i := range res.BOM {
			row := &res.BOM[i]
			if want := (total{row.Quantity, row.Spares, row.FromStock, row.Order}); got[row.Description] != want {
				t.Errorf("by %s the deliveries of %s add up to %+v, the order has %+v", by, row.Description, got[row.Description], want)
			}
		}
	}
	if _, err := res.Deliveries("colour"); err == nil || !strings.Contains(err.Error(), "fabric, rack or group") {
		t.Errorf("deliveries by colour: got %v, want an error that lists the words", err)
	}
	if len(res.Missing) > 0 || res.Summary.Links != 6 {
		t.Errorf("the plan is not what this test is about: %+v", res.Summary)
	}
}
