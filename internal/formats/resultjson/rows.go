package resultjson

import "lengthwise/internal/planner"

// The rows below are those of Encode, for answers that hold a page of them. The
// numbers are indexes into the lists of the result.

// Findings are some of a result's findings.
func Findings(r *planner.Result, rows []int32) []Finding {
	return pick(rows, func(i int32) Finding { return findingOf(&r.Findings[i]) })
}

// Links are some of a result's links.
func Links(r *planner.Result, rows []int32) []Link {
	return pick(rows, func(i int32) Link { return linkOf(r, &r.Links[i], routeOf(&r.Links[i])) })
}

// Cables are some of a result's cables.
func Cables(r *planner.Result, rows []int32) []Cable {
	return pick(rows, func(i int32) Cable { return cableOf(r, &r.Cables[i]) })
}

// Modules are some of a result's modules.
func Modules(r *planner.Result, rows []int32) []Module {
	return pick(rows, func(i int32) Module { return moduleOf(r, &r.Modules[i]) })
}

// BOM are some rows of a result's bill of materials.
func BOM(r *planner.Result, rows []int32) []BOMRow {
	return pick(rows, func(i int32) BOMRow { return bomRowOf(&r.BOM[i]) })
}

// RackRow is what one rack holds.
func RackRow(u planner.RackUse) Rack { return rackOf(&u) }

// TrayRow is one stretch of a tray.
func TrayRow(t planner.TrayUse) Tray { return trayOf(&t) }

// Fabrics are some of a result's fabrics.
func Fabrics(r *planner.Result, rows []int32) []Fabric {
	return pick(rows, func(i int32) Fabric { return fabricOf(r, &r.Fabrics[i]) })
}

// UncheckedRow is one check that was not made.
func UncheckedRow(u planner.Unchecked) Unchecked { return Unchecked(u) }

// pick is never nil.
func pick[R any](rows []int32, row func(i int32) R) []R {
	out := make([]R, len(rows))
	for k, i := range rows {
		out[k] = row(i)
	}
	return out
}
