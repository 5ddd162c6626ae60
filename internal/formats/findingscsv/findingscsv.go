// Package findingscsv is the table of findings: a row a finding, in the order
// of the result. It promises to read back what it wrote.
package findingscsv

import (
	"io"
	"iter"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/planner"
)

var header = []string{"severity", "code", "path", "line", "column", "subject", "count", "message", "fix", "source"}

// A Row is one finding. Line and Column are empty where the document was not
// YAML or the finding has no place in it.
type Row struct {
	Severity, Code, Path string
	Line, Column         csvtext.Int
	Subject              string
	Count                csvtext.Int
	Message, Fix         string
	Source               []string // keys of sources
}

// Rows are the findings of a result, in its order.
func Rows(r *planner.Result) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range r.Findings {
			f := &r.Findings[i]
			row := Row{
				Severity: string(f.Severity), Code: string(f.Code), Path: f.Path, Subject: f.Subject,
				Count: csvtext.Some(int64(f.Count)), Message: f.Message, Fix: f.Fix, Source: csvtext.Keys(f.Source),
			}
			if f.Line > 0 {
				row.Line, row.Column = csvtext.Some(int64(f.Line)), csvtext.Some(int64(f.Column))
			}
			if !yield(row) {
				return
			}
		}
	}
}

// Encode writes findings.csv.
func Encode(w io.Writer, r *planner.Result, o csvtext.Options) error {
	return Write(w, Rows(r), o)
}

// Write writes a table of the given rows.
func Write(w io.Writer, rows iter.Seq[Row], o csvtext.Options) error {
	return csvtext.Write(w, header, rows, o, func(w *csvtext.Writer, row *Row) {
		w.Text(row.Severity)
		w.Text(row.Code)
		w.Text(row.Path)
		w.Int(row.Line)
		w.Int(row.Column)
		w.Text(row.Subject)
		w.Int(row.Count)
		w.Text(row.Message)
		w.Text(row.Fix)
		w.List(row.Source)
	})
}

// Decode reads what Encode wrote, in any delimiter. Errors name the line.
func Decode(r io.Reader, o csvtext.Options) ([]Row, error) {
	return csvtext.Read(r, header, o, func(r *csvtext.Reader) Row {
		return Row{
			Severity: r.Text(),
			Code:     r.Text(),
			Path:     r.Text(),
			Line:     r.Int(),
			Column:   r.Int(),
			Subject:  r.Text(),
			Count:    r.Int(),
			Message:  r.Text(),
			Fix:      r.Text(),
			Source:   r.List(),
		}
	})
}
