package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// at is a list of whole units.
func at(u ...int) plan.Positions {
	p := plan.Positions{}
	for _, x := range u {
		p.At = append(p.At, units.U(x))
	}
	return p
}

func TestExpandDevice(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		entry    plan.Device
		want     string // "name@rack/u", "-" for what is not there
		mismatch string
	}{
		{"names fill rack by rack, each rack the listed units",
			plan.Device{Name: "n[1-4]", Rack: "A[1-2]", U: at(1, 9)}, "n1@A1/1 n2@A1/9 n3@A2/1 n4@A2/9", ""},
		{"one unit is one slot of each rack",
			plan.Device{Name: "leaf-[1-2]", Rack: "A[1-2]", U: at(40)}, "leaf-1@A1/40 leaf-2@A2/40", ""},
		{"slots left over stay empty",
			plan.Device{Name: "n[1-3]", Rack: "A[1-2]", U: at(1, 9)}, "n1@A1/1 n2@A1/9 n3@A2/1", ""},
		{"more names than slots",
			plan.Device{Name: "n[1-3]", Rack: "A1", U: at(1, 9)}, "n1@A1/1 n2@A1/9 n3@-",
			"3 devices for 2 slots: 1 rack of 2 u each; add racks or u, or name fewer devices"},
		{"packed names spread evenly in rack order",
			plan.Device{Name: "n[1-5]", Rack: "A[1-2]", U: plan.Positions{Pack: "top"}}, "n1@A1/- n2@A1/- n3@A1/- n4@A2/- n5@A2/-", ""},
		{"packed names in more racks than there are names",
			plan.Device{Name: "n[1-2]", Rack: "A[1-4]", U: plan.Positions{Pack: "bottom"}}, "n1@A1/- n2@A2/-", ""},
		{"without units a rack offers as many slots as packing would",
			plan.Device{Name: "pdu-[1-4]", Rack: "A[1-2]", Side: "left"}, "pdu-1@A1/- pdu-2@A1/- pdu-3@A2/- pdu-4@A2/-", ""},
		{"without a rack nothing is placed",
			plan.Device{Name: "n[1-2]", U: at(3)}, "n1@- n2@-", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := plan.ExpandDevice(&tt.entry)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, name := range s.Names {
				rack, u, ok := s.At(i)
				switch {
				case !ok:
					got = append(got, name+"@-")
				case u == 0:
					got = append(got, name+"@"+s.Racks[rack]+"/-")
				default:
					got = append(got, fmt.Sprintf("%s@%s/%s", name, s.Racks[rack], u))
				}
			}
			if text := strings.Join(got, " "); text != tt.want {
				t.Errorf("slots: got %s, want %s", text, tt.want)
			}
			if s.Mismatch() != tt.mismatch {
				t.Errorf("mismatch: got %q, want %q", s.Mismatch(), tt.mismatch)
			}
		})
	}
}

func TestExpandRack(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		entry     plan.Rack
		names     []string
		positions []int
	}{
		{"a range takes consecutive positions", plan.Rack{Name: "A[01-03]", Row: "A", Position: ptr(5)}, []string{"A01", "A02", "A03"}, []int{5, 6, 7}},
		{"without a position it starts at 1", plan.Rack{Name: "A[1-2]", Row: "A"}, []string{"A1", "A2"}, []int{1, 2}},
		{"without a row there is none", plan.Rack{Name: "X", Position: ptr(5)}, []string{"X"}, []int{0}},
	}
	for _, tt := range tests {
		s, err := plan.ExpandRack(&tt.entry)
		if err != nil {
			t.Fatal(err)
		}
		var positions []int
		for i := range s.Names {
			positions = append(positions, s.Position(i))
		}
		if !slices.Equal(s.Names, tt.names) || !slices.Equal(positions, tt.positions) {
			t.Errorf("%s: got %q at %v, want %q at %v", tt.name, s.Names, positions, tt.names, tt.positions)
		}
	}
}

func TestExpandRefusesBrokenRanges(t *testing.T) {
	t.Parallel()
	if _, err := plan.ExpandRack(&plan.Rack{Name: "A["}); err == nil {
		t.Error("rack A[ expands")
	}
	for _, d := range []plan.Device{{Name: "n["}, {Name: "n", Rack: "A["}} {
		if _, err := plan.ExpandDevice(&d); err == nil {
			t.Errorf("device %s in rack %s expands", d.Name, d.Rack)
		}
	}
}

func BenchmarkExpandDevice200k(b *testing.B) {
	d := plan.Device{Name: "dgx-[000001-200000]", Rack: "A[00001-20000]", U: at(1, 5, 9, 13, 17, 21, 25, 29, 33, 37)}
	b.ReportAllocs()
	for b.Loop() {
		s, err := plan.ExpandDevice(&d)
		if err != nil || s.Slots() != 200_000 {
			b.Fatal(s.Slots(), err)
		}
	}
}
