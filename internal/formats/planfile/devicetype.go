package planfile

import (
	"errors"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// DecodeDeviceType reads the YAML of one device type: the fields of an entry of
// device_types. The catalog, which must not be nil, knows the speeds and cages
// it names. An error is always *plan.Problems with every problem, its path
// ("ports[0].cage"), line and column.
func DecodeDeviceType(text []byte, cat *catalog.Catalog) (*catalog.DeviceType, error) {
	t, err := parse(text, YAML)
	if err != nil {
		problem := plan.Problem{Message: err.Error()}
		var at *syntaxError
		if errors.As(err, &at) {
			problem.Line, problem.Column = at.line, at.column
		}
		return nil, &plan.Problems{List: []plan.Problem{problem}}
	}
	r := &reader{tree: t, catalog: cat}
	var made *catalog.DeviceType
	deviceTypeKind.read(r, &t.root, &made)
	if r.failed() > 0 {
		for i := range r.problems {
			r.problems[i].Path = strings.TrimPrefix(r.problems[i].Path, ".")
		}
		return nil, &plan.Problems{List: r.problems, Dropped: r.dropped}
	}
	return made, nil
}
