package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lengthwise/internal/formats/netboxtype"
)

type importTypeCommand struct {
	File string `arg:"" help:"A device type of the NetBox device-type library (YAML); - is standard input."`
	Out  string `short:"o" placeholder:"PATH" help:"File to write; without it, or with -, standard output."`
}

// Run prints the device type as a plan holds it; on standard error what was
// taken over, guessed and left out.
func (c *importTypeCommand) Run(r *run) error {
	src, err := r.source(c.File)
	if err != nil {
		return err
	}
	made, err := r.app.ImportDeviceType(src.Name, src.Text)
	if err != nil {
		return err
	}
	report := made.Report
	for _, part := range []struct {
		title string
		notes []netboxtype.Note
	}{{"taken over", report.Mapped}, {"guessed, to be checked", report.Guessed}, {"left out", report.Ignored}} {
		if len(part.notes) == 0 {
			continue
		}
		fmt.Fprintf(r.io.Err, "%s:\n", part.title)
		for _, n := range part.notes {
			fmt.Fprintf(r.io.Err, "  %s\n", noteLine(src.Name, n))
		}
	}
	return r.write(c.Out, func(w io.Writer) error {
		_, err := io.WriteString(w, entryOf(made.Text))
		return err
	})
}

// entryOf is a device type as the one entry of device_types, its comments above
// it.
func entryOf(text []byte) string {
	var b strings.Builder
	b.WriteString("device_types:\n")
	indent := "  - "
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			b.WriteString("  " + line)
			continue
		}
		b.WriteString(indent + line)
		indent = "    "
	}
	return b.String()
}

// noteLine is "qm.yml:18: interfaces (mgmt0): 1 x rj45 …; why".
func noteLine(file string, n netboxtype.Note) string {
	var b strings.Builder
	if n.Line > 0 {
		fmt.Fprintf(&b, "%s:%d: ", file, n.Line)
	}
	what := n.Field
	if n.Value != "" {
		what += " (" + n.Value + ")"
	}
	if n.Line == 0 && n.Became != "" {
		what = "" // the result names the field
	}
	b.WriteString(strings.Join(slices.DeleteFunc([]string{what, n.Became, n.Why}, func(s string) bool { return s == "" }), ": "))
	return b.String()
}
