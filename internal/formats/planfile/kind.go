package planfile

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
)

// A kind is how values of one Go type are read, written and edited. read keeps
// the value as it was where it notes a problem. write is called only for
// values that were written. edit changes the value below a path; it never
// touches what the value shared with another document.
type kind[V any] struct {
	read    func(r *reader, n *node, v *V)
	write   func(w *writer, v *V)
	written func(v *V) bool
	edit    func(r *reader, path []step, change change, v *V)
	shape   shape
}

// A field is one field of a record of type T. The tables of fields (fields.go,
// device.go) are the format: their order is the order fields are written in.
type field[T any] struct {
	name     string
	required bool
	read     func(r *reader, n *node, t *T)
	write    func(w *writer, t *T)
	written  func(t *T) bool
	edit     func(r *reader, path []step, change change, t *T)
	shape    shape
}

// optional is a field that may be left out.
func optional[T, V any](name string, at func(*T) *V, k kind[V]) field[T] {
	return field[T]{
		name:    name,
		shape:   k.shape,
		read:    func(r *reader, n *node, t *T) { k.read(r, n, at(t)) },
		write:   func(w *writer, t *T) { k.write(w, at(t)) },
		written: func(t *T) bool { return k.written(at(t)) },
		edit:    func(r *reader, path []step, c change, t *T) { k.edit(r, path, c, at(t)) },
	}
}

// required is a field that must be there.
func required[T, V any](name string, at func(*T) *V, k kind[V]) field[T] {
	f := optional(name, at, k)
	f.required = true
	return f
}

// leaf is a kind without fields of its own. parse gets a value that is there.
func leaf[V any](parse func(r *reader, n *node, v *V), write func(w *writer, v *V), written func(v *V) bool) kind[V] {
	read := func(r *reader, n *node, v *V) {
		if r.isNull(n) {
			r.fail(n, "field has no value; write one or take the field out")
			return
		}
		parse(r, n, v)
	}
	return kind[V]{read: read, write: write, written: written, edit: func(r *reader, path []step, c change, v *V) {
		switch {
		case len(path) > 0:
			r.fail(c.value, "a single value has no field or entry below it")
		case c.do == addEntry:
			r.fail(c.value, "a single value is no list to add to")
		case c.do == takeOut:
			*v = *new(V)
		default:
			read(r, c.value, v)
		}
	}}
}

// pointer is a kind whose nil means that nothing was written.
func pointer[V any](k kind[V]) kind[*V] {
	return kind[*V]{
		shape: k.shape,
		read: func(r *reader, n *node, v **V) {
			value, failed := new(V), r.failed()
			k.read(r, n, value)
			if r.failed() == failed {
				*v = value
			}
		},
		write:   func(w *writer, v **V) { k.write(w, *v) },
		written: func(v **V) bool { return *v != nil },
		edit: func(r *reader, path []step, c change, v **V) {
			if len(path) == 0 && c.do == takeOut {
				*v = nil
				return
			}
			value := new(V)
			if *v != nil {
				*value = **v
			}
			failed := r.failed()
			if k.edit(r, path, c, value); r.failed() == failed {
				*v = value
			}
		},
	}
}

// layout says how an encoded list or map is spread over lines.
type layout = bool

const (
	lines   layout = true  // one entry or field on each line
	oneLine layout = false // in braces or brackets
)

// record is a map of the given fields.
func record[T any](how layout, fields []field[T]) kind[T] {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	written := func(t *T) bool {
		return slices.ContainsFunc(fields, func(f field[T]) bool { return f.written(t) })
	}
	read := func(r *reader, n *node, t *T) {
		if r.isNull(n) {
			readFields(r, nil, n, t, fields, names)
			return
		}
		if n.kind != mapNode {
			r.wrong(n, "a map of fields")
			return
		}
		readFields(r, r.children(n), n, t, fields, names)
	}
	write := func(w *writer, t *T) {
		w.openMap(how && written(t))
		for i := range fields {
			if fields[i].written(t) {
				w.key(fields[i].name)
				fields[i].write(w, t)
			}
		}
		w.closeMap()
	}
	edit := func(r *reader, path []step, c change, t *T) {
		switch {
		case len(path) == 0 && c.do == addEntry:
			r.fail(c.value, "a map of fields is no list to add to")
		case len(path) == 0:
			*t = *new(T)
			if c.do == setField {
				read(r, c.value, t)
			}
		default:
			i := slices.Index(names, path[0].name)
			if path[0].name == "" {
				r.fail(c.value, "a map of fields has no entry [%d]; write a field such as %s", path[0].index, names[0])
				return
			}
			if i < 0 {
				r.unknownField(c.value, path[0].name, names)
				return
			}
			r.path = append(r.path, path[0])
			if fields[i].required && c.do == takeOut && len(path) == 1 {
				r.fail(c.value, "field is required and cannot be taken out")
			} else {
				fields[i].edit(r, path[1:], c, t)
			}
			r.path = r.path[:len(r.path)-1]
		}
	}
	return kind[T]{read: read, write: write, written: written, edit: edit, shape: shapeOf(fields)}
}

// readFields reads pairs of keys and values, the fields of n.
func readFields[T any](r *reader, pairs []node, n *node, t *T, fields []field[T], names []string) {
	var seen uint64
	for i := 0; i+1 < len(pairs); i += 2 {
		key, value := &pairs[i], &pairs[i+1]
		name := r.text(key)
		at := slices.Index(names, name)
		if at < 0 {
			r.unknownField(key, name, names)
			continue
		}
		r.path = append(r.path, step{name: names[at]})
		if seen&(1<<at) != 0 {
			r.fail(key, "field %q is written twice; keep one", name)
		} else {
			seen |= 1 << at
			fields[at].read(r, value, t)
		}
		r.path = r.path[:len(r.path)-1]
	}
	for at := range fields {
		if fields[at].required && seen&(1<<at) == 0 {
			r.path = append(r.path, step{name: names[at]})
			r.fail(n, "required field %q is missing", names[at])
			r.path = r.path[:len(r.path)-1]
		}
	}
}

// maxShortList is how many entries a list within one entry may have.
const maxShortList = 4096

// shortList is a list of at most so many entries.
func shortList[E any](most int, entry kind[E]) kind[[]E] {
	k := list(oneLine, entry)
	read := k.read
	k.read = func(r *reader, n *node, v *[]E) {
		if n.kind == listNode && int(n.n) > most {
			r.fail(n, "list has %d entries; the limit is %d", n.n, most)
			return
		}
		read(r, n, v)
	}
	return k
}

// list is a list of entries. Nothing at all counts as not written.
func list[E any](how layout, entry kind[E]) kind[[]E] {
	read := func(r *reader, n *node, v *[]E) {
		if r.isNull(n) {
			return
		}
		if n.kind != listNode {
			r.wrong(n, "a list")
			return
		}
		children := r.children(n)
		entries := make([]E, 0, likely(children))
		var e, empty E
		for i := range children {
			e = empty
			r.path = append(r.path, step{index: i})
			entry.read(r, &children[i], &e)
			r.path = r.path[:len(r.path)-1]
			if !r.full() { // nobody will see a document with so many problems
				entries = append(entries, e)
			}
		}
		*v = entries
	}
	write := func(w *writer, v *[]E) {
		w.openList(how && len(*v) > 0)
		for i := range *v {
			w.entry()
			entry.write(w, &(*v)[i])
		}
		w.closeList()
	}
	edit := func(r *reader, path []step, c change, v *[]E) {
		switch {
		case len(path) == 0 && c.do == takeOut:
			*v = nil
		case len(path) == 0 && c.do == setField:
			read(r, c.value, v)
		case len(path) == 0:
			var e E
			r.path = append(r.path, step{index: len(*v)})
			entry.read(r, c.value, &e)
			r.path = r.path[:len(r.path)-1]
			*v = append(slices.Clip(*v), e)
		case path[0].name != "":
			r.fail(c.value, "a list has no field %s; write a position such as [0]", clip(path[0].name))
		case path[0].index >= len(*v):
			r.fail(c.value, "list has %d entries; there is none at [%d]", len(*v), path[0].index)
		case len(path) == 1 && c.do == takeOut:
			i := path[0].index
			*v = slices.Concat((*v)[:i], (*v)[i+1:])
		default:
			*v = slices.Clone(*v)
			r.path = append(r.path, path[0])
			entry.edit(r, path[1:], c, &(*v)[path[0].index])
			r.path = r.path[:len(r.path)-1]
		}
	}
	return kind[[]E]{read: read, write: write, written: func(v *[]E) bool { return *v != nil }, edit: edit, shape: listOf(entry.shape)}
}

// likely is how many entries a list will have: all that look like the first.
// Room for a million records is not made for a million numbers.
func likely(children []node) int {
	n := 0
	for i := range children {
		if children[i].kind == children[0].kind && children[i].n > 0 {
			n++
		}
	}
	return n
}

// word is one of a fixed list of words.
func word[V ~string](allowed ...V) kind[V] {
	words := make([]string, len(allowed))
	for i, a := range allowed {
		words[i] = string(a)
	}
	parse := func(r *reader, n *node, v *V) {
		text, what, ok := r.scalar(n)
		if !ok || what != isText {
			r.wrong(n, "one of "+strings.Join(words, ", "))
			return
		}
		if i := slices.Index(words, text); i >= 0 {
			*v = allowed[i]
			return
		}
		if r.full() {
			r.dropped++
			return
		}
		r.fail(n, "%s is not one of %s%s", clip(text), strings.Join(words, ", "), didYouMean(text, words))
	}
	return of(words, leaf(parse, func(w *writer, v *V) { w.text(string(*v)) }, func(v *V) bool { return *v != "" }))
}

// of is a kind with words that may stand in it.
func of[V any](words []string, k kind[V]) kind[V] {
	k.shape.words = words
	return k
}

func didYouMean(text string, words []string) string {
	if near := catalog.Closest(text, words); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
