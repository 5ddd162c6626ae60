package cli

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"

	"lengthwise/internal/catalog"
)

// builtIn is what the data the program brings along is called.
const builtIn = "built-in"

type diffCommand struct {
	Old    string `arg:"" help:"Folder with the older CSV files, or built-in."`
	New    string `arg:"" help:"Folder with the newer CSV files, or built-in."`
	Format string `enum:"text,json" default:"text" help:"text or json."`
}

// Run compares the product data of two releases: exit code 0 where they say the
// same, 1 where they do not.
func (c *diffCommand) Run(r *run) error {
	before, err := dataFolder(c.Old)
	if err != nil {
		return err
	}
	after, err := dataFolder(c.New)
	if err != nil {
		return err
	}
	d, err := r.app.DiffCatalog(before, after)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		err = json.NewEncoder(r.io.Out).Encode(diffOf(c.Old, c.New, d))
	} else {
		p := newPage(r.io.Out, r.io.Env)
		p.difference(c.Old, c.New, d)
		err = p.writeTo(r.io.Out)
	}
	if err == nil && len(d.Tables) > 0 {
		return status(exitFails)
	}
	return err
}

// dataFolder opens a folder of data files; nil is the built-in data.
func dataFolder(name string) (fs.FS, error) {
	if name == builtIn {
		return nil, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder; name the folder that holds the CSV files, or %s", name, builtIn)
	}
	return os.DirFS(name), nil
}

// difference prints what two releases say differently, table by table.
func (p *page) difference(before, after string, d *catalog.Difference) {
	if len(d.Tables) == 0 {
		p.line("no difference: ", printable(before), " and ", printable(after), " say the same (revision ", d.New, ")")
		return
	}
	p.line(printable(before), " (revision ", d.Old, ") to ", printable(after), " (revision ", d.New, ")")
	for _, t := range d.Tables {
		counts := map[catalog.Change]int{}
		for _, row := range t.Rows {
			counts[row.Change]++
		}
		p.line()
		p.line(p.styled(bold, t.Table), fmt.Sprintf(": %d added, %d removed, %d changed", counts[catalog.RowAdded], counts[catalog.RowRemoved], counts[catalog.RowChanged]))
		for _, c := range t.ColumnsAdded {
			p.line("  column ", printable(c), " is new")
		}
		for _, c := range t.ColumnsRemoved {
			p.line("  column ", printable(c), " is gone")
		}
		for _, row := range t.Rows {
			p.rowDifference(row)
		}
	}
}

// changeMark leads a row: what happened to it.
var changeMark = map[catalog.Change]string{catalog.RowAdded: "+ added ", catalog.RowRemoved: "- removed ", catalog.RowChanged: "~ changed "}

func (p *page) rowDifference(row catalog.RowDifference) {
	p.line("  ", changeMark[row.Change], p.styled(bold, printable(row.Key)))
	for _, c := range row.Cells {
		was, is := shown(c.Old), shown(c.New)
		switch row.Change {
		case catalog.RowAdded:
			p.wrapped("      ", "        ", printable(c.Column)+": "+is)
		case catalog.RowRemoved:
			p.wrapped("      ", "        ", printable(c.Column)+": "+was)
		default:
			p.wrapped("      ", "        ", printable(c.Column)+": "+was+" -> "+is)
		}
	}
}

// shown is a cell's value; an empty one is not known.
func shown(value string) string {
	if value == "" {
		return "(not known)"
	}
	return printable(value)
}

// A diffJSON is the difference as scripts read it. Lists are never null.
type diffJSON struct {
	Old    diffSide    `json:"old"`
	New    diffSide    `json:"new"`
	Tables []diffTable `json:"tables"`
}

type diffSide struct {
	Name     string `json:"name"`
	Revision string `json:"revision"`
}

type diffTable struct {
	Table          string    `json:"table"`
	ColumnsAdded   []string  `json:"columns_added"`
	ColumnsRemoved []string  `json:"columns_removed"`
	Rows           []diffRow `json:"rows"`
}

type diffRow struct {
	Key    string     `json:"key"`
	Change string     `json:"change"`
	Cells  []diffCell `json:"cells"`
}

type diffCell struct {
	Column string `json:"column"`
	Old    string `json:"old"`
	New    string `json:"new"`
}

func diffOf(before, after string, d *catalog.Difference) diffJSON {
	out := diffJSON{Old: diffSide{before, d.Old}, New: diffSide{after, d.New}, Tables: []diffTable{}}
	for _, t := range d.Tables {
		table := diffTable{Table: t.Table, ColumnsAdded: append([]string{}, t.ColumnsAdded...), ColumnsRemoved: append([]string{}, t.ColumnsRemoved...), Rows: []diffRow{}}
		for _, r := range t.Rows {
			row := diffRow{Key: r.Key, Change: string(r.Change), Cells: []diffCell{}}
			for _, c := range r.Cells {
				row.Cells = append(row.Cells, diffCell(c))
			}
			table.Rows = append(table.Rows, row)
		}
		out.Tables = append(out.Tables, table)
	}
	return out
}
