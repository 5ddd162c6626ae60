package planfile

import (
	"encoding/json"
	"fmt"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// An action is what a change does at its path.
type action uint8

const (
	setField action = iota // value takes the place of what is there
	addEntry               // value becomes the last entry of the list
	takeOut                // the field or entry goes
)

// A change is one edit of a document. value is never nil; of takeOut it is an
// empty node.
type change struct {
	do    action
	value *node
}

// An Editor sets, adds and removes fields and entries of documents by their
// path. It is the plan.FieldEditor of this format: a value is held to the same
// rules as in a text.
type Editor struct{ Catalog *catalog.Catalog }

// EditField gives the document with an edit of kind set, add or remove made;
// doc and what it points to stay as they are. An error is *plan.Problems. The
// result has not passed plan.Validate.
func (e Editor) EditField(doc *plan.Document, edit plan.Edit) (*plan.Document, error) {
	path, err := parsePath(edit.Path)
	if err == nil && len(path) == 0 {
		err = fmt.Errorf("path is empty; write for example settings.exit or devices[3].rack")
	}
	if err != nil {
		return nil, editProblem(edit.Path, err.Error())
	}
	c := change{value: &node{}}
	t := &tree{}
	switch {
	case edit.Kind == plan.TakeOut, edit.Kind == plan.SetField && edit.Value == nil:
		c.do = takeOut
	case edit.Kind == plan.SetField, edit.Kind == plan.AddEntry:
		if edit.Kind == plan.AddEntry {
			c.do = addEntry
		}
		literal, err := json.Marshal(edit.Value)
		if err == nil {
			t, err = parse(literal, JSON)
		}
		if err != nil {
			return nil, editProblem(edit.Path, "value cannot be read: "+err.Error())
		}
		c.value = &t.root
	default:
		return nil, editProblem(edit.Path, fmt.Sprintf("edit %s is not one of set, add, remove", clip(edit.Kind)))
	}
	if edit.Kind == plan.TakeOut && path[len(path)-1].name != "" {
		return nil, editProblem(edit.Path, "path leads to a field; remove takes out an entry of a list, set with null a field")
	}
	out := *doc
	r := &reader{tree: t, catalog: e.Catalog}
	documentKind.edit(r, path, c, &out)
	if r.failed() > 0 {
		for i := range r.problems {
			r.problems[i].Line, r.problems[i].Column = 0, 0
		}
		return nil, &plan.Problems{List: r.problems, Dropped: r.dropped}
	}
	return &out, nil
}

func editProblem(path, message string) error {
	return &plan.Problems{List: []plan.Problem{{Path: path, Message: message}}}
}
