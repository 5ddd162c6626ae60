package netboxtype

import (
	"testing"

	"lengthwise/internal/catalog"
)

// Every cage and speed an interface may become is one of the catalog, and the
// cage takes the speed.
func TestSlugsNameWhatTheCatalogHas(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range slugs {
		for _, kind := range []string{"ib-switch", "eth-switch", "server"} {
			for _, twin := range []bool{false, true} {
				m := &mapper{cat: cat, t: &catalog.DeviceType{Kind: kind}, infiniBand: kind == "ib-switch"}
				c := m.choose(netInterface{kind: name}, twin)
				form, speed := cat.Form(c.cage), cat.Speed(c.speed)
				if form == nil || !form.Cage || speed == nil {
					t.Errorf("%s on %s: cage %q and speed %q are not both in the catalog", name, kind, c.cage, c.speed)
					continue
				}
				if speed.Lanes*form.Ports > form.Lanes || speed.LaneGbps > form.MaxLaneGbps {
					t.Errorf("%s on %s: %s does not run in %s", name, kind, c.speed, c.cage)
				}
				if (c.perCage == 2) != (form.Ports == 2) && (twin || s.gbps == 0) {
					t.Errorf("%s on %s: %d ports in %s", name, kind, c.perCage, c.cage)
				}
				if s.gbps > 0 && c.doubt == "" {
					t.Errorf("%s on %s: an OSFP cage is a guess and is not said to be one", name, kind)
				}
			}
		}
	}
}
