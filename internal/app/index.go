package app

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// views holds what is worked out once for all who look through a result. The
// zero value is ready.
type views struct {
	once   sync.Once
	x      *index
	group  sync.Once
	groups []FindingGroup

	compared    sync.Once
	generations *planner.Generations
}

// index is the index of a checked plan's result, made when it is first asked
// for.
func (c *Checked) index() *index {
	if c.views == nil {
		return newIndex(c)
	}
	c.views.once.Do(func() { c.views.x = newIndex(c) })
	return c.views.x
}

// An index says which device and rack each link joins, in numbers that sort as
// the names do. It is safe for concurrent use.
type index struct {
	document *plan.Document
	result   *planner.Result
	a, b     []int32 // of each link the device of its end, an index into Result.Devices; -1: not in the plan
	first    []int32 // links at device d are at[first[d]:first[d+1]]
	at       []int32
	racks    []string // natural order
	rack     []int32  // of each device, an index into racks; -1: none
	end      []int32  // devices at the ends of cable i are ends[end[i]:end[i+1]]
	ends     []int32
	modules  []int32 // of each module its device

	lock   sync.Mutex
	orders map[string][]int32
	codes  map[string][]bool

	grouped map[groupKey]groupedLinks
}

func newIndex(c *Checked) *index {
	r := c.Result
	x := &index{document: c.Document, result: r, orders: map[string][]int32{}, codes: map[string][]bool{}}
	number := make(map[*planner.Device]int32, len(r.Devices))
	for i := range r.Devices {
		number[&r.Devices[i]] = int32(i)
	}
	of := func(d *planner.Device) int32 {
		if i, ok := number[d]; ok {
			return i
		}
		return -1
	}
	x.a, x.b = make([]int32, len(r.Links)), make([]int32, len(r.Links))
	x.first = make([]int32, len(r.Devices)+1)
	for i := range r.Links {
		a, b := of(r.Links[i].A.Device), of(r.Links[i].B.Device)
		x.a[i], x.b[i] = a, b
		if a >= 0 {
			x.first[a+1]++
		}
		if b >= 0 && b != a {
			x.first[b+1]++
		}
	}
	for d := range r.Devices {
		x.first[d+1] += x.first[d]
	}
	x.at = make([]int32, x.first[len(r.Devices)])
	next := slices.Clone(x.first)
	for i := range r.Links {
		a, b := x.a[i], x.b[i]
		if a >= 0 {
			x.at[next[a]] = int32(i)
			next[a]++
		}
		if b >= 0 && b != a {
			x.at[next[b]] = int32(i)
			next[b]++
		}
	}
	x.findRacks()
	x.end = make([]int32, 1, len(r.Cables)+1)
	x.ends = make([]int32, 0, 2*len(r.Cables))
	for i := range r.Cables {
		for k := range r.Cables[i].Ends {
			x.ends = append(x.ends, of(r.Cables[i].Ends[k].Device))
		}
		x.end = append(x.end, int32(len(x.ends)))
	}
	x.modules = make([]int32, len(r.Modules))
	for i := range r.Modules {
		x.modules[i] = of(r.Modules[i].Device)
	}
	return x
}

// endsOf are the devices at the ends of a cable, in its order.
func (x *index) endsOf(cable int32) []int32 { return x.ends[x.end[cable]:x.end[cable+1]] }

func (x *index) findRacks() {
	seen := map[string]int32{}
	for i := range x.result.Racks {
		seen[x.result.Racks[i].Name] = 0
	}
	for i := range x.result.Devices {
		if name := x.result.Devices[i].Rack; name != "" {
			seen[name] = 0
		}
	}
	x.racks = ranked(seen)
	x.rack = make([]int32, len(x.result.Devices))
	for i := range x.result.Devices {
		x.rack[i] = -1
		if name := x.result.Devices[i].Rack; name != "" {
			x.rack[i] = seen[name]
		}
	}
}

// ranked gives every name its place in natural order, and the names in it.
func ranked(names map[string]int32) []string {
	order := make([]string, 0, len(names))
	for name := range names {
		order = append(order, name)
	}
	slices.SortFunc(order, units.CompareNatural)
	for i, name := range order {
		names[name] = int32(i)
	}
	return order
}

// device is the index of a device, -1 where none has the name.
func (x *index) device(name string) int32 {
	i, ok := slices.BinarySearchFunc(x.result.Devices, name, func(d planner.Device, name string) int {
		return units.CompareNatural(d.Name, name)
	})
	if !ok {
		return -1
	}
	return int32(i)
}

// linksAt are the links of a device, in the order of the result.
func (x *index) linksAt(device int32) []int32 { return x.at[x.first[device]:x.first[device+1]] }

// rackOf is the rack of a device, -1 where it has none or is not in the plan.
func (x *index) rackOf(device int32) int32 {
	if device < 0 {
		return -1
	}
	return x.rack[device]
}

// order is the numbers 0 to n-1 sorted by a key, those of one key as they were;
// those without a key (noKey) come last, whichever way the others are sorted.
// It is worked out once for each name and direction and must not be changed.
func (x *index) order(name string, desc bool, n int, key func() func(i int32) int64) []int32 {
	x.lock.Lock()
	defer x.lock.Unlock()
	if desc {
		name += " down"
	}
	if order, ok := x.orders[name]; ok {
		return order
	}
	type row struct {
		key int64
		i   int32
	}
	keyOf := key()
	rows := make([]row, n)
	for i := range rows {
		k := keyOf(int32(i))
		if desc && k != noKey {
			k = -k
		}
		rows[i] = row{k, int32(i)}
	}
	slices.SortFunc(rows, func(p, q row) int { return cmp.Or(cmp.Compare(p.key, q.key), cmp.Compare(p.i, q.i)) })
	order := make([]int32, n)
	for i, row := range rows {
		order[i] = row.i
	}
	x.orders[name] = order
	return order
}

// noKey is the key of what has no figure to be sorted by.
const noKey = math.MaxInt64

// ranks gives a key that sorts numbers by the natural order of a text.
func ranks(n int, text func(i int32) string) func(i int32) int64 {
	seen := map[string]int32{}
	for i := range n {
		seen[text(int32(i))] = 0
	}
	ranked(seen)
	return func(i int32) int64 { return int64(seen[text(i)]) }
}
