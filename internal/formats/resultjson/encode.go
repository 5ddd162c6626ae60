package resultjson

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"lengthwise/internal/planner"
)

// Parts are the lists of a result that can be asked for by name, in the order
// they are written. What is not a part is always there.
var Parts = []string{"findings", "links", "cables", "modules", "bom", "shortages", "racks", "trays", "fabrics", "unchecked"}

// ParseInclude reads a list of parts ("links,cables"). Empty text is nil, which
// means all of them.
func ParseInclude(text string) ([]string, error) {
	var parts []string
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
		case !slices.Contains(Parts, name):
			return nil, fmt.Errorf("include %q is not a part of a result; the parts are %s", name, strings.Join(Parts, ", "))
		default:
			parts = append(parts, name)
		}
	}
	return parts, nil
}

// Options say what is written.
type Options struct {
	Version string   // of the program
	Include []string // parts to write; nil: all
}

// Encode writes a result, a row a line, as it goes: memory does not grow with
// the rows. The same result gives the same bytes.
func Encode(w io.Writer, r *planner.Result, o Options) error {
	out := &encoder{w: bufio.NewWriterSize(w, 64<<10), include: o.Include}
	out.row = json.NewEncoder(&out.buf)
	out.row.SetEscapeHTML(false)

	out.text(`{"ok":`)
	out.value(r.OK)
	out.text(`,"version":`)
	out.value(o.Version)
	out.text(`,"catalog_revision":`)
	out.value(r.CatalogRevision)
	out.text(",\n\"summary\":")
	out.value(summaryOf(r))
	list(out, "findings", len(r.Findings), func(i int) Finding { return findingOf(&r.Findings[i]) })
	list(out, "links", len(r.Links), func(i int) Link { return linkOf(r, &r.Links[i], out.routeOf(&r.Links[i])) })
	list(out, "cables", len(r.Cables), func(i int) Cable { return cableOf(r, &r.Cables[i]) })
	list(out, "modules", len(r.Modules), func(i int) Module { return moduleOf(r, &r.Modules[i]) })
	list(out, "bom", len(r.BOM), func(i int) BOMRow { return bomRowOf(&r.BOM[i]) })
	list(out, "shortages", len(r.Shortages), func(i int) Shortage { return shortageOf(&r.Shortages[i]) })
	list(out, "racks", len(r.Racks), func(i int) Rack { return rackOf(&r.Racks[i]) })
	list(out, "trays", len(r.Trays), func(i int) Tray { return trayOf(&r.Trays[i]) })
	list(out, "fabrics", len(r.Fabrics), func(i int) Fabric { return fabricOf(r, &r.Fabrics[i]) })
	list(out, "unchecked", len(r.Unchecked), func(i int) Unchecked { return Unchecked(r.Unchecked[i]) })
	out.text("}\n")
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

// An encoder writes values one after another and keeps the first error.
type encoder struct {
	w       *bufio.Writer
	buf     bytes.Buffer // one value
	line    []byte       // one link
	row     *json.Encoder
	routes  map[*planner.Route][]Segment // of links before: many links share one
	include []string
	err     error
}

// maxRoutes is how many routes an encoder remembers, so that its memory is
// bounded.
const maxRoutes = 4096

// routeOf is routeOf, remembered.
func (e *encoder) routeOf(l *planner.Link) []Segment {
	if l.Route == nil {
		return routeOf(l)
	}
	if segments, ok := e.routes[l.Route]; ok {
		return segments
	}
	if e.routes == nil || len(e.routes) == maxRoutes {
		e.routes = make(map[*planner.Route][]Segment, maxRoutes/8)
	}
	segments := routeOf(l)
	e.routes[l.Route] = segments
	return segments
}

func (e *encoder) text(s string) {
	if e.err == nil {
		_, e.err = e.w.WriteString(s)
	}
}

func (e *encoder) value(v any) {
	if e.err != nil {
		return
	}
	if l, ok := v.(*Link); ok {
		e.line = l.append(e.line[:0])
		_, e.err = e.w.Write(e.line)
		return
	}
	e.buf.Reset()
	if e.err = e.row.Encode(v); e.err == nil {
		_, e.err = e.w.Write(bytes.TrimSuffix(e.buf.Bytes(), []byte("\n")))
	}
}

// list writes a part of n rows, unless it was not asked for.
func list[R any](e *encoder, name string, n int, row func(i int) R) {
	if e.include != nil && !slices.Contains(e.include, name) {
		return
	}
	e.text(",\n\"" + name + "\":[")
	var v R // one row for all, so that it is not allocated anew each time
	for i := 0; i < n && e.err == nil; i++ {
		if i > 0 {
			e.text(",")
		}
		e.text("\n")
		v = row(i)
		e.value(&v)
	}
	if n > 0 {
		e.text("\n")
	}
	e.text("]")
}

// marshal is JSON without the escapes that only HTML needs.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// Decode reads what Encode wrote. A part that is absent is nil, one that is
// empty is not. Unknown fields and text after the object are errors.
func Decode(r io.Reader) (*Result, error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	out := new(Result)
	if err := dec.Decode(out); err != nil {
		return nil, fmt.Errorf("read result: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("read result: more text follows the object")
	}
	return out, nil
}
