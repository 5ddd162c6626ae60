package catalog_test

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"lengthwise/internal/catalog"
)

func TestPortNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, slug, written string
		printed, cage       string // empty: no such port
	}{
		{"the printed name", "qm9700", "IB1/5/2", "IB1/5/2", "IB1/5"},
		{"the name of the operating system", "qm9700", "1/5/2", "IB1/5/2", "IB1/5"},
		{"the short name is port 2 of cage 5, never a child", "qm9700", "5/2", "IB1/5/2", "IB1/5"},
		{"the running number", "qm9700", "10", "IB1/5/2", "IB1/5"},
		{"the name of the device library, from 0", "qm9700", "P4.1", "IB1/5/2", "IB1/5"},
		{"a child", "qm9700", "IB1/3/1/2", "IB1/3/1/2", "IB1/3"},
		{"a child by its alias", "qm9700", "1/3/1/2", "IB1/3/1/2", "IB1/3"},
		{"the last running number", "qm9700", "64", "IB1/32/2", "IB1/32"},
		{"beyond the last cage", "qm9700", "IB1/33/1", "", ""},
		{"a third child of two", "qm9700", "IB1/3/1/3", "", ""},
		{"a cage is no port where it has two", "qm9700", "IB1/5", "", ""},
		{"small letters are another name", "qm9700", "ib1/5/2", "", ""},
		{"HDR100 children", "qm8700", "IB1/5/2", "IB1/5/2", "IB1/5"},
		{"HDR100 children by their alias", "qm8700", "1/5/2", "IB1/5/2", "IB1/5"},
		{"a whole HDR port", "qm8700", "1/5", "IB1/5", "IB1/5"},
		{"EDR ports do not split", "sb7800", "IB1/5/1", "", ""},
		{"Spectrum children count from 0", "sn5600", "swp1s0", "swp1s0", "swp1"},
		{"a fourth child", "sn5600", "swp64s3", "swp64s3", "swp64"},
		{"a fifth child", "sn5600", "swp1s4", "", ""},
		{"SFP28 ports do not split", "sn5600", "swp65s0", "", ""},
		{"XDR ports do not split", "q3400-ra", "sw72p2", "sw72p2", "sw72"},
		{"a DGX port", "dgx-h100", "OSFP4P2", "OSFP4P2", "OSFP4"},
		{"a DGX slot", "dgx-h100", "slot2p1", "slot2p1", "slot2p1"},
		{"servers do not split", "dgx-h100", "OSFP4P2/1", "", ""},
		{"a name with spaces", "dgx-gb200-tray", "Left Bay OSFP P3", "Left Bay OSFP P3", "Left Bay OSFP P3"},
		{"a patch panel", "patch-panel-mpo-1u", "24", "24", "24"},
	}
	c := load(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ty := c.Type(tt.slug)
			at, ok := ty.Find(tt.written)
			if ok != (tt.printed != "") {
				t.Fatalf("%s finds %q: %v", tt.slug, tt.written, ok)
			}
			if !ok {
				return
			}
			if got := ty.Name(at); got != tt.printed {
				t.Errorf("%s prints %q as %q, want %q", tt.slug, tt.written, got, tt.printed)
			}
			if got := ty.Cages[ty.Ports[at.Port].Cage].Name; got != tt.cage {
				t.Errorf("%s has %q in cage %q, want %q", tt.slug, tt.written, got, tt.cage)
			}
		})
	}
}

func TestChildren(t *testing.T) {
	t.Parallel()
	c := load(t)
	tests := []struct {
		slug, port, speed string
		want              int
	}{
		{"qm9700", "IB1/1/1", "ndr", 0},
		{"qm9700", "IB1/1/1", "ndr200", 2},
		{"qm9700", "IB1/1/1", "hdr", 0},
		{"qm8700", "IB1/1", "hdr100", 2},
		{"sn5600", "swp1", "800gbe", 0},
		{"sn5600", "swp1", "400gbe", 2},
		{"sn5600", "swp1", "200gbe-2x100", 4},
		{"sn5400", "swp1", "200gbe", 2},
		{"sn4600c", "swp1", "25gbe", 4},
		{"sn4600c", "swp1", "50gbe-2x25", 2},
		{"dgx-h100", "OSFP1P1", "ndr200", 0},
		{"sn2201", "swp49", "100gbe", 0},
	}
	for _, tt := range tests {
		ty := c.Type(tt.slug)
		at, ok := ty.Find(tt.port)
		if !ok {
			t.Fatalf("%s has no port %s", tt.slug, tt.port)
		}
		if got := ty.Ports[at.Port].Group.Children(c.Speed(tt.speed)); got != tt.want {
			t.Errorf("%s %s splits into %d at %s, want %d", tt.slug, tt.port, got, tt.speed, tt.want)
		}
	}
}

// TestTypesHangTogether: ports, cages and children point to each other.
func TestTypesHangTogether(t *testing.T) {
	t.Parallel()
	children := 0
	for _, ty := range load(t).Types {
		for i, cage := range ty.Cages {
			if len(cage.Ports) != cage.Group.PortsPerCage {
				t.Errorf("%s cage %s has %d ports, its group says %d", ty.Slug, cage.Name, len(cage.Ports), cage.Group.PortsPerCage)
			}
			for n, p := range cage.Ports {
				if port := ty.Ports[p]; port.Cage != i || port.Index != n+1 || port.Group != cage.Group {
					t.Errorf("%s port %s does not know its cage %s", ty.Slug, port.Name, cage.Name)
				}
			}
		}
		for i, p := range ty.Ports {
			children += len(p.Children)
			if at, ok := ty.Find(p.Name); !ok || at != (catalog.PortName{Port: int32(i)}) {
				t.Errorf("%s does not find its port %s", ty.Slug, p.Name)
			}
			for n, child := range p.Children {
				at, ok := ty.Find(child)
				if want := (catalog.PortName{Port: int32(i), Child: int32(n + 1)}); !ok || at != want || ty.Name(at) != child {
					t.Errorf("%s finds child %s at %+v, want %+v", ty.Slug, child, at, want)
				}
			}
			if most := slices.Max(append([]int{0}, splits(p.Group)...)); most != len(p.Children) {
				t.Errorf("%s port %s has %d children, its speeds split into %d", ty.Slug, p.Name, len(p.Children), most)
			}
		}
	}
	if children != 1760 {
		t.Errorf("%d children of split ports, want 1760", children)
	}
}

func splits(g *catalog.PortGroup) []int {
	var out []int
	for _, s := range g.Speeds {
		out = append(out, g.Children(s))
	}
	return out
}

func TestOneStringServesPortAndCage(t *testing.T) {
	t.Parallel()
	ty := load(t).Type("sn5600")
	port, cage := ty.Ports[0].Name, ty.Cages[0].Name
	if unsafe.StringData(port) != unsafe.StringData(cage) {
		t.Error("a cage with one port has a string of its own")
	}
}

func TestRailOrder(t *testing.T) {
	t.Parallel()
	c := load(t)
	for _, slug := range []string{"dgx-h100", "dgx-h200"} {
		var got []string
		for i, r := range c.Type(slug).Rails {
			if r.Number != i || r.GPU != i || r.RDMAName == "" || len(r.Sources) == 0 {
				t.Errorf("%s rail %d reads as %+v", slug, i, r)
			}
			got = append(got, r.Port)
		}
		// User guide, table 6: GPU 0 to 7.
		if want := "OSFP4P2 OSFP3P2 OSFP3P1 OSFP4P1 OSFP1P2 OSFP2P2 OSFP2P1 OSFP1P1"; strings.Join(got, " ") != want {
			t.Errorf("%s has rails %v, want %s", slug, got, want)
		}
	}
	for _, r := range c.Type("dgx-gb200-tray").Rails {
		if r.Number != -1 || r.GPU != -1 {
			t.Errorf("the GB200 tray's %s has rail %d and GPU %d, which nobody stated", r.Port, r.Number, r.GPU)
		}
	}
	if got := c.Type("dgx-b200").Rails; got != nil {
		t.Errorf("the rail order of the B200 is not known, got %v", got)
	}
}
