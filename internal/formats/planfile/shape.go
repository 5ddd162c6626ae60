package planfile

// A shape is what a kind takes, as far as the tables of fields say it: it is
// how the words beside the fields (fieldwords.go) are held to the decoder.
type shape struct {
	list   bool
	words  []string // that may stand here
	fields []fieldShape
}

// A fieldShape is one field of a record.
type fieldShape struct {
	name     string
	required bool
	shape    shape
}

// shapeOf is the shape of a record of fields.
func shapeOf[T any](fields []field[T]) shape {
	out := shape{fields: make([]fieldShape, len(fields))}
	for i, f := range fields {
		out.fields[i] = fieldShape{f.name, f.required, f.shape}
	}
	return out
}

// listOf is the shape of a list of entries.
func listOf(entry shape) shape {
	entry.list = true
	return entry
}

// walk calls visit with every field, outer before inner, in the order they are
// written in. The path of what stands in an entry of a list is that of the list
// and "[]": "racks[].units".
func (s shape) walk(path string, visit func(path string, f fieldShape)) {
	for _, f := range s.fields {
		at := f.name
		if path != "" {
			at = path + "." + f.name
		}
		visit(at, f)
		if f.shape.list {
			at += "[]"
		}
		f.shape.walk(at, visit)
	}
}
