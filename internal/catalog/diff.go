package catalog

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"lengthwise/internal/units"
)

// A Difference is what two sets of data files say differently.
type Difference struct {
	Old, New string // revisions
	Tables   []TableDifference
}

// A TableDifference is the rows of one table that differ, in natural order of
// their keys. A column that one side lacks counts as empty there.
type TableDifference struct {
	Table                        string // products, media_limits, …
	ColumnsAdded, ColumnsRemoved []string
	Rows                         []RowDifference
}

// A RowDifference is one row that was added or removed, with its filled cells,
// or changed, with the cells that differ; in the order of the columns.
type RowDifference struct {
	Key    string // the values of the key columns with blanks between them
	Change Change
	Cells  []CellDifference
}

// A Change is what happened to a row.
type Change string

// The changes.
const (
	RowAdded   Change = "added"
	RowRemoved Change = "removed"
	RowChanged Change = "changed"
)

// A CellDifference is a cell with both values.
type CellDifference struct {
	Column, Old, New string
}

// diffOrder is the order of the tables of a Difference: what people order by
// first.
var diffOrder = []string{"products.csv", "specifications.csv", "media_limits.csv", "device_types.csv", "device_ports.csv", "device_rails.csv", "speeds.csv",
	"form_factors.csv", "optics.csv", "fibre_types.csv", "connector_loss.csv", "class_defaults.csv", "standards.csv", "sources.csv"}

// Diff compares two sets of data files, cell by cell; nil is the built-in set. It
// asks no more of them than that each is a table with the key columns of its
// name, so that releases with other columns and rows with mistakes can be
// compared; a file that one side lacks has no rows there. Tables without a
// difference are left out. The error names every file that is no table.
func Diff(before, after fs.FS) (*Difference, error) {
	var sides [2]fs.FS
	for i, side := range []fs.FS{before, after} {
		if sides[i] = side; side == nil {
			data, err := fs.Sub(embedded, "data")
			if err != nil {
				return nil, fmt.Errorf("open the built-in catalog: %w", err)
			}
			sides[i] = data
		}
	}
	d := &Difference{Old: revisionOf(sides[0]), New: revisionOf(sides[1])}
	var faults []error
	for _, file := range diffOrder {
		var rows [2]*diffSheet
		for i, side := range sides {
			sheet, err := readDiffSheet(side, tableOf(file))
			if err != nil {
				faults = append(faults, fmt.Errorf("%s of the %s data: %w", file, sideNames[i], err))
				sheet = &diffSheet{}
			}
			rows[i] = sheet
		}
		if t := diffTable(tableOf(file).tableName(), rows[0], rows[1]); len(t.Rows)+len(t.ColumnsAdded)+len(t.ColumnsRemoved) > 0 {
			d.Tables = append(d.Tables, t)
		}
	}
	for i, side := range sides {
		if !slices.ContainsFunc(diffOrder, func(file string) bool { _, err := fs.Stat(side, file); return err == nil }) {
			faults = append(faults, fmt.Errorf("the %s data has none of the files %s", sideNames[i], strings.Join(diffOrder, ", ")))
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return d, nil
}

var sideNames = [2]string{"old", "new"}

// revisionOf is the revision of a set of data files, whatever they hold.
func revisionOf(files fs.FS) string {
	l := newLoader()
	l.read(files)
	return l.c.Revision
}

// A diffSheet is a file as it is compared.
type diffSheet struct {
	columns []string
	rows    map[string]map[string]string // by key, cells by column
}

func readDiffSheet(files fs.FS, t *table) (*diffSheet, error) {
	s := &diffSheet{rows: map[string]map[string]string{}}
	raw, err := fs.ReadFile(files, t.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, err
	}
	all, err := csv.NewReader(bytes.NewReader(raw)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New("is empty; a header is wanted")
	}
	s.columns = all[0]
	for _, k := range t.key {
		if !slices.Contains(s.columns, k) {
			return nil, fmt.Errorf("has no column %s, which names its rows", k)
		}
	}
	for _, record := range all[1:] {
		cells := make(map[string]string, len(record))
		for i, c := range record {
			cells[s.columns[i]] = c
		}
		var parts []string
		for _, k := range t.key {
			if cells[k] != "" {
				parts = append(parts, cells[k])
			}
		}
		key := strings.Join(parts, " ")
		for n := 2; s.rows[key] != nil; n++ { // two rows of one key: told apart by their order
			key = fmt.Sprintf("%s (%d)", strings.Join(parts, " "), n)
		}
		s.rows[key] = cells
	}
	return s, nil
}

func diffTable(name string, before, after *diffSheet) TableDifference {
	t := TableDifference{Table: name}
	columns := slices.Clone(after.columns)
	for _, c := range before.columns {
		if !slices.Contains(after.columns, c) && len(after.columns) > 0 {
			t.ColumnsRemoved = append(t.ColumnsRemoved, c)
		}
		if !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	for _, c := range after.columns {
		if !slices.Contains(before.columns, c) && len(before.columns) > 0 {
			t.ColumnsAdded = append(t.ColumnsAdded, c)
		}
	}
	row := func(key string, change Change) {
		r := RowDifference{Key: key, Change: change}
		for _, c := range columns {
			if was, is := before.rows[key][c], after.rows[key][c]; was != is {
				r.Cells = append(r.Cells, CellDifference{Column: c, Old: was, New: is})
			}
		}
		if len(r.Cells) > 0 {
			t.Rows = append(t.Rows, r)
		}
	}
	for key := range before.rows {
		if after.rows[key] == nil {
			row(key, RowRemoved)
		} else {
			row(key, RowChanged)
		}
	}
	for key := range after.rows {
		if before.rows[key] == nil {
			row(key, RowAdded)
		}
	}
	slices.SortFunc(t.Rows, func(a, b RowDifference) int {
		return cmp.Or(units.CompareNatural(a.Key, b.Key), strings.Compare(string(a.Change), string(b.Change)))
	})
	return t
}
