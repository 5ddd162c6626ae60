package plan

import (
	"fmt"
	"maps"
	"slices"

	"lengthwise/internal/units"
)

// A target is one end an edit speaks of and what overrides say of its link.
type target struct {
	end    string   // as the edit writes it
	was    Override // merged from every entry that names the link; At empty
	from   string   // the entry that says it, for errors
	clash  string   // a field two entries set differently
	clash2 string   // that entry
}

// override carries out the edit of that kind: it gathers what overrides say of
// each link, changes the fields of Set, and writes one entry for each set of
// equal values.
func (e *editor) override(edit Edit) error {
	if len(edit.At) == 0 {
		return fmt.Errorf("at is empty; name the ports whose links are meant")
	}
	if e.Fields == nil {
		return errNoFields
	}
	var targets []target
	byPort := map[string]int{} // into targets; ports as Port spells them
	flipped := map[string]bool{}
	for _, text := range edit.At {
		ends, err := ParseEnds(text)
		if err != nil {
			return err
		}
		if len(targets)+ends.Len() > MaxLinks {
			return tooMany(text, uint64(len(targets)+ends.Len()), MaxLinks)
		}
		for _, end := range ends.Append(nil) {
			port := e.port(end)
			if _, ok := byPort[port]; ok {
				continue
			}
			byPort[port] = len(targets)
			if e.Peer != nil {
				if peer, ok := e.Peer(port); ok {
					byPort[peer], flipped[peer] = len(targets), true
				}
			}
			targets = append(targets, target{end: end})
		}
	}
	kept, at, err := e.gather(targets, byPort, flipped)
	if err != nil {
		return err
	}
	written, err := e.rewrite(targets, edit.Set)
	if err != nil {
		return err
	}
	e.doc.Overrides = slices.Concat(kept[:at], written, kept[at:])
	return nil
}

// gather takes the targets out of the overrides of the document and merges
// what they say into the targets. It gives the entries that are left and where
// among them the first one that is gone stood.
func (e *editor) gather(targets []target, byPort map[string]int, flipped map[string]bool) (kept []Override, at int, err error) {
	at = -1
	for i := range e.doc.Overrides {
		o := &e.doc.Overrides[i]
		columns, err := overrideColumns(o)
		if err != nil {
			return nil, 0, err
		}
		var rows []row
		taken := false
		for k, end := range columns[0] {
			port := e.port(end)
			if t, ok := byPort[port]; ok {
				one := *o
				if one.At = ""; len(columns) > 1 {
					one.Label = columns[1][k]
				}
				if flipped[port] {
					one.Cable.ModuleA, one.Cable.ModuleB = one.Cable.ModuleB, one.Cable.ModuleA
				}
				targets[t].merge(one, spot{"overrides", i}.String())
				taken = true
				continue
			}
			r := row{}
			for c := range columns {
				r.cols = append(r.cols, numbered(columns[c][k]))
			}
			rows = addRow(rows, r)
		}
		if !taken {
			kept = append(kept, *o)
			continue
		}
		if len(rows) == 0 && at < 0 {
			at = len(kept)
		}
		kept = appendOverrides(kept, joinRows(rows), *o)
	}
	if at < 0 {
		at = len(kept)
	}
	return kept, at, nil
}

// overrideColumns expands what an override writes for each of its ends: the
// end, then the label where one is written.
func overrideColumns(o *Override) ([][]string, error) {
	ends, err := ParseEnds(o.At)
	if err != nil {
		return nil, err
	}
	columns := [][]string{ends.Append(nil)}
	if o.Label == "" {
		return columns, nil
	}
	labels, err := ParseLabels(o.Label)
	if err != nil {
		return nil, err
	}
	if labels.Len() != ends.Len() {
		return nil, fmt.Errorf("override at %s has %d labels for %d ports; mend that first", quote(o.At), labels.Len(), ends.Len())
	}
	return append(columns, labels.Append(nil)), nil
}

// appendOverrides writes rows of overrideColumns as entries like the given one.
func appendOverrides(to []Override, rows []row, like Override) []Override {
	for _, r := range rows {
		o := like
		o.At = r.cols[0].String()
		if len(r.cols) > 1 {
			o.Label = r.cols[1].String()
		}
		to = append(to, o)
	}
	return to
}

// merge adds what an entry says; the first to set a field differently is kept
// for an error.
func (t *target) merge(o Override, entry string) {
	clash := func(field string) {
		if t.clash == "" {
			t.clash, t.clash2 = field, entry
		}
	}
	one := func(field string, to *string, from string) {
		if *to == "" {
			*to = from
		} else if from != "" && from != *to {
			clash(field)
		}
	}
	w := &t.was
	if w.Run == nil {
		w.Run = o.Run
	} else if o.Run != nil && *o.Run != *w.Run {
		clash("run")
	}
	if w.Existing == nil {
		w.Existing = o.Existing
	} else if o.Existing != nil && *o.Existing != *w.Existing {
		clash("existing")
	}
	medium := string(w.Cable.Medium)
	one("cable", &medium, string(o.Cable.Medium))
	w.Cable.Medium = Medium(medium)
	if w.Cable.Length == 0 {
		w.Cable.Length = o.Cable.Length
	} else if o.Cable.Length != 0 && o.Cable.Length != w.Cable.Length {
		clash("cable")
	}
	one("cable", &w.Cable.SKU, o.Cable.SKU)
	one("cable", &w.Cable.ModuleA, o.Cable.ModuleA)
	one("cable", &w.Cable.ModuleB, o.Cable.ModuleB)
	one("label", &w.Label, o.Label)
	one("color", &w.Color, o.Color)
	one("group", &w.Group, o.Group)
	if t.from == "" {
		t.from = entry
	}
}

// rewrite sets the fields of a change in every target and gives the entries
// that say the result, one for each set of equal values where ranges allow.
func (e *editor) rewrite(targets []target, set map[string]any) ([]Override, error) {
	fields := slices.Sorted(maps.Keys(set))
	labels, err := labelsFor(set, len(targets))
	if err != nil {
		return nil, err
	}
	type group struct {
		like Override
		rows []row
	}
	var groups []*group
	changed := map[string]Override{} // by what was said before
	byKey := map[string]*group{}     // by what is said now, apart from the label
	for i := range targets {
		t := &targets[i]
		if _, mended := set[t.clash]; t.clash != "" && !mended {
			return nil, fmt.Errorf("%s and %s contradict each other on the %s of %s; set it, or take one out", t.from, t.clash2, t.clash, quote(t.end))
		}
		label := t.was.Label
		t.was.Label = ""
		before := t.was.key()
		o, ok := changed[before]
		if !ok {
			if o, err = e.setFields(t.was, set, fields); err != nil {
				return nil, err
			}
			changed[before] = o
		}
		if _, ok := set["label"]; ok {
			label = ""
			if labels != nil {
				label = labels[i]
			}
		}
		key := o.key()
		if label == "" && key == (&Override{}).key() {
			continue
		}
		r := row{cols: []Names{numbered(t.end)}}
		if label != "" {
			r.cols = append(r.cols, numbered(label))
		}
		g := byKey[key]
		if g == nil {
			g = &group{like: o}
			byKey[key] = g
			groups = append(groups, g)
		}
		g.rows = addRow(g.rows, r)
	}
	var written []Override
	for _, g := range groups {
		written = appendOverrides(written, joinRows(g.rows), g.like)
	}
	return written, nil
}

// labelsFor expands the label of a change, one for each target; nil where the
// change sets none or takes it out.
func labelsFor(set map[string]any, n int) ([]string, error) {
	text, ok := set["label"].(string)
	if !ok {
		if set["label"] != nil {
			return nil, fmt.Errorf("label is not a text")
		}
		return nil, nil
	}
	labels, err := ParseLabels(text)
	if err != nil {
		return nil, err
	}
	if labels.Len() != n {
		return nil, fmt.Errorf("%s holds %s for %s; write as many", quote(text), counted(labels.Len(), "label"), counted(n, "link"))
	}
	return labels.Append(nil), nil
}

// setFields sets fields of an override by way of the field editor.
func (e *editor) setFields(o Override, set map[string]any, fields []string) (Override, error) {
	doc := &Document{Overrides: []Override{o}}
	for _, field := range fields {
		if field == "label" {
			continue
		}
		if field == "at" {
			return Override{}, fmt.Errorf("at cannot be set; write the ports in the edit's own at")
		}
		after, err := e.Fields.EditField(doc, Edit{Kind: SetField, Path: "overrides[0]." + field, Value: set[field]})
		if err != nil {
			return Override{}, err
		}
		doc = after
	}
	return doc.Overrides[0], nil
}

// key is the values of an override as text, for comparing.
func (o *Override) key() string {
	run, existing := units.Length(-1), "-"
	if o.Run != nil {
		run = *o.Run
	}
	if o.Existing != nil {
		existing = fmt.Sprint(*o.Existing)
	}
	return fmt.Sprintf("%d %s %q %d %q %q %q %q %q %q", run, existing, o.Cable.Medium, o.Cable.Length, o.Cable.SKU,
		o.Cable.ModuleA, o.Cable.ModuleB, o.Label, o.Color, o.Group)
}

// swapOverrides lets what is said at two ports change places.
func (e *editor) swapOverrides(a, b string) error {
	portA, portB := e.port(a), e.port(b)
	var overrides []Override
	for i := range e.doc.Overrides {
		o := &e.doc.Overrides[i]
		columns, err := overrideColumns(o)
		if err != nil {
			return err
		}
		var rows []row
		both, one := 0, Override{}
		for k, end := range columns[0] {
			port := e.port(end)
			r := row{}
			for c := range columns {
				r.cols = append(r.cols, numbered(columns[c][k]))
			}
			if port == portA || port == portB {
				both++
				if one = *o; port == portA {
					one.At = b
				} else {
					one.At = a
				}
				if len(columns) > 1 {
					one.Label = columns[1][k]
				}
				continue
			}
			rows = addRow(rows, r)
		}
		switch {
		case both == 1:
			overrides = append(appendOverrides(overrides, joinRows(rows), *o), one)
		case both == 2 && o.Label != "":
			return fmt.Errorf("the label range of %s covers both ports; write single labels first", spot{"overrides", i})
		default:
			overrides = append(overrides, *o)
		}
	}
	e.doc.Overrides = overrides
	return nil
}
