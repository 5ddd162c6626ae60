package planfile

import (
	"math"
	"strconv"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// readText reads a text that is not empty, trimmed.
func readText(r *reader, n *node, v *string) {
	text, what, ok := r.scalar(n)
	switch {
	case !ok || what == isNull:
		r.wrong(n, "text")
	case what != isText:
		r.fail(n, "%s where text should stand; put it in quotes", r.describe(n))
	case strings.TrimSpace(text) == "":
		r.fail(n, "text is empty; write one or take the field out")
	default:
		*v = strings.TrimSpace(text)
	}
}

func notEmpty(v *string) bool { return *v != "" }

// text is a name or another text of one line's worth.
var text = leaf(readText, func(w *writer, v *string) { w.text(*v) }, notEmpty)

// prose is text that is kept as it is, spaces and line ends included.
var prose = leaf(func(r *reader, n *node, v *string) {
	text, what, ok := r.scalar(n)
	switch {
	case !ok:
		r.wrong(n, "text")
	case what != isText:
		r.fail(n, "%s where text should stand; put it in quotes", r.describe(n))
	default:
		*v = text
	}
}, func(w *writer, v *string) { w.text(*v) }, notEmpty)

// length is a length with its unit.
var length = leaf(func(r *reader, n *node, v *units.Length) {
	text, what, ok := r.scalar(n)
	switch {
	case ok && what == isNumber:
		r.fail(n, "length %s has no unit; write mm, cm, m, in or ft", strings.Trim(clip(text), `"`))
	case !ok || what != isText:
		r.wrong(n, "a length such as 600mm")
	default:
		l, err := units.ParseLength(text)
		if err != nil {
			r.fail(n, "%s", err)
			return
		}
		*v = l
	}
}, func(w *writer, v *units.Length) { w.length(*v) }, func(v *units.Length) bool { return *v != 0 })

// positive is a length of which zero means that nothing was written.
var positive = leaf(func(r *reader, n *node, v *units.Length) {
	var l units.Length
	failed := r.failed()
	length.read(r, n, &l)
	switch {
	case r.failed() > failed:
	case l <= 0:
		r.fail(n, "length %s is not above 0", l)
	default:
		*v = l
	}
}, length.write, length.written)

// readNumber reads a number as units of 10^-places.
func readNumber(r *reader, n *node, places int) (int64, bool) {
	text, what, ok := r.scalar(n)
	want := "a number"
	if places == 0 {
		want = "a whole number"
	}
	if !ok || what != isNumber {
		r.wrong(n, want)
		return 0, false
	}
	v, err := parseDecimal(text, places)
	if err != nil {
		r.fail(n, "%s", err)
		return 0, false
	}
	return v, true
}

// decimal is a number kept as a whole number of 10^-places, largest at most
// either way.
func decimal[V ~int | ~int64](places int, largest int64) kind[V] {
	return leaf(func(r *reader, n *node, v *V) {
		number, ok := readNumber(r, n, places)
		if !ok {
			return
		}
		if number > largest || number < -largest {
			r.fail(n, "number %s is beyond the limit of %s", formatDecimal(number, places), formatDecimal(largest, places))
			return
		}
		*v = V(number)
	}, func(w *writer, v *V) { w.raw(formatDecimal(int64(*v), places)) }, func(v *V) bool { return *v != 0 })
}

// The numbers of a document. What a sensible value is, plan.Validate says;
// these bounds only keep it in range.
var (
	whole      = decimal[int](0, math.MaxInt32)
	hundredths = decimal[int](2, math.MaxInt32)
	thousand   = decimal[int](3, math.MaxInt32)
	tenThou    = decimal[int](4, math.MaxInt32)
	grams      = decimal[units.Mass](3, 1_000_000_000_000)
	watts      = decimal[units.Power](3, 1_000_000_000_000)
	kilowatts  = decimal[units.Power](6, 1_000_000_000_000)
)

// count is a whole number from 1 up, of which zero means that nothing was
// written.
var count = leaf(func(r *reader, n *node, v *int) {
	number, ok := readNumber(r, n, 0)
	switch {
	case !ok:
	case number < 1 || number > math.MaxInt32:
		r.fail(n, "number %d is not a count from 1 up", number)
	default:
		*v = int(number)
	}
}, whole.write, whole.written)

// flag is true or false.
var flag = of([]string{"true", "false"}, leaf(func(r *reader, n *node, v *bool) {
	text, what, ok := r.scalar(n)
	if !ok || what != isBool {
		r.wrong(n, "true or false")
		return
	}
	*v = text[0] == 't' || text[0] == 'T'
}, func(w *writer, v *bool) { w.raw(strconv.FormatBool(*v)) }, func(v *bool) bool { return *v }))

// height is a number of rack units, whole or half.
var height = leaf(func(r *reader, n *node, v *units.RackUnits) {
	if u, ok := readUnits(r, n); ok {
		*v = u
	}
}, func(w *writer, v *units.RackUnits) { w.raw(v.String()) }, func(v *units.RackUnits) bool { return *v != 0 })

func readUnits(r *reader, n *node) (units.RackUnits, bool) {
	number, ok := readNumber(r, n, 1)
	if !ok {
		return 0, false
	}
	u, err := units.ParseRackUnits(formatDecimal(number, 1))
	if err != nil {
		r.fail(n, "%s", err)
		return 0, false
	}
	return u, true
}

// positions is the u of a device: a unit, a list of units, top or bottom.
var positions = of([]string{"top", "bottom"}, leaf(func(r *reader, n *node, v *plan.Positions) {
	const want = "a unit such as 40, a list of units, top or bottom"
	text, what, ok := r.scalar(n)
	switch {
	case ok && what == isText && (text == "top" || text == "bottom"):
		*v = plan.Positions{Pack: text}
	case ok && what == isNumber:
		if u, ok := readUnits(r, n); ok {
			*v = plan.Positions{At: []units.RackUnits{u}}
		}
	case n.kind == listNode && n.n > maxShortList:
		r.fail(n, "list has %d entries; the limit is %d", n.n, maxShortList)
	case n.kind == listNode && n.n > 0:
		at := make([]units.RackUnits, 0, n.n)
		children := r.children(n)
		for i := range children {
			r.path = append(r.path, step{index: i})
			if u, ok := readUnits(r, &children[i]); ok {
				at = append(at, u)
			}
			r.path = r.path[:len(r.path)-1]
		}
		if len(at) == len(children) {
			*v = plan.Positions{At: at}
		}
	case n.kind == listNode:
		r.fail(n, "list of units is empty; write one or take the field out")
	default:
		r.wrong(n, want)
	}
}, func(w *writer, v *plan.Positions) {
	if v.Pack != "" {
		w.text(v.Pack)
		return
	}
	if len(v.At) == 1 {
		w.raw(v.At[0].String())
		return
	}
	w.openList(oneLine)
	for _, u := range v.At {
		w.entry()
		w.raw(u.String())
	}
	w.closeList()
}, func(v *plan.Positions) bool { return v.Pack != "" || len(v.At) > 0 }))

// point is a pair of coordinates.
type point struct{ x, y *units.Length }

// readPoint reads [x, y].
func readPoint(r *reader, n *node, p point) {
	children := r.children(n)
	if n.kind != listNode || len(children) != 2 {
		r.wrong(n, "a point of two lengths such as [0m, 1.2m]")
		return
	}
	for i, v := range []*units.Length{p.x, p.y} {
		r.path = append(r.path, step{index: i})
		length.read(r, &children[i], v)
		r.path = r.path[:len(r.path)-1]
	}
}

func writePoint(w *writer, p point) {
	w.openList(oneLine)
	w.entry()
	w.length(*p.x)
	w.entry()
	w.length(*p.y)
	w.closeList()
}

// ratio is a decimal number of at most four decimals, kept as it is written.
var ratio = leaf(func(r *reader, n *node, v *string) {
	if number, ok := readNumber(r, n, 4); ok {
		*v = formatDecimal(number, 4)
	}
}, func(w *writer, v *string) { w.raw(*v) }, notEmpty)

// wordOrNumber is the adapter of a port group: each, or the number of a card.
var wordOrNumber = of([]string{"each"}, leaf(func(r *reader, n *node, v *string) {
	text, what, ok := r.scalar(n)
	if ok && (what == isText && text == "each" || what == isNumber && len(text) == 1 && text >= "1" && text <= "9") {
		*v = text
		return
	}
	r.wrong(n, "each, or the number of a card from 1 to 9,")
}, func(w *writer, v *string) {
	if *v == "each" {
		w.text(*v)
		return
	}
	w.raw(*v)
}, notEmpty))

// names is a list of names; one name alone is a list of one.
var names = func() kind[[]string] {
	k := shortList(maxShortList, text)
	inner := k.read
	k.read = func(r *reader, n *node, v *[]string) {
		if n.kind != quotedNode && n.kind != plainNode || r.isNull(n) {
			inner(r, n, v)
			return
		}
		var name string
		failed := r.failed()
		if readText(r, n, &name); r.failed() == failed {
			*v = []string{name}
		}
	}
	return k
}()
