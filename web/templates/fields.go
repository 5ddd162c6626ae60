package templates

// A FieldsPage explains the fields of a plan document.
type FieldsPage struct{ Rows []FieldRow }

// A FieldRow is one field.
type FieldRow struct {
	ID, Path, Meaning     string
	Value, Words, Default string
	Required              bool
}
