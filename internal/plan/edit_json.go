package plan

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// UnmarshalJSON reads an edit as PATCH takes it. A u may be a number or a
// text. Numbers in values keep their literal text (json.Number); a field that
// edits do not have is an error.
func (e *Edit) UnmarshalJSON(text []byte) error {
	type plain Edit // without this method
	var read struct {
		plain
		U any `json:"u"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil {
		return fmt.Errorf("edit: %w", err)
	}
	*e = Edit(read.plain)
	switch u := read.U.(type) {
	case nil:
	case string:
		e.U = u
	case json.Number:
		e.U = u.String()
	default:
		return fmt.Errorf("edit: u is no unit; write a number such as 12 or 12.5, top or bottom")
	}
	return nil
}
