package catalog_test

import (
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
)

// told is a difference, a line each.
func told(d *catalog.Difference) string {
	var b strings.Builder
	for _, t := range d.Tables {
		fmt.Fprintf(&b, "%s +%v -%v\n", t.Table, t.ColumnsAdded, t.ColumnsRemoved)
		for _, r := range t.Rows {
			fmt.Fprintf(&b, "  %s %s:", r.Change, r.Key)
			for _, c := range r.Cells {
				if r.Change == catalog.RowChanged || c.Column == "note" || c.Column == "limit_mm" {
					fmt.Fprintf(&b, " %s %q %q", c.Column, c.Old, c.New)
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func TestDiffOfTheSameDataIsNone(t *testing.T) {
	t.Parallel()
	for name, side := range map[string]fs.FS{"built-in": nil, "a copy": mapFS(base())} {
		d, err := catalog.Diff(nil, side)
		if err != nil || len(d.Tables) > 0 || d.Old != d.New || d.New != load(t).Revision {
			t.Errorf("%s: got %+v, %v; want no difference", name, d, err)
		}
	}
}

func TestDiffTellsRowsAndCells(t *testing.T) {
	t.Parallel()
	after := maps.Clone(base())
	change(t, after, slip{"products.csv", "MCP4Y10-N002,", "weight_g", "310"})
	change(t, after, slip{"products.csv", "MCP4Y10-N002,", "note", "heavier, and said"})
	change(t, after, slip{"device_ports.csv", "qm9700,1,", "cage_power_mw", ""})
	after["media_limits.csv"] = strings.Replace(after["media_limits.csv"], "hdr,dac,1:1,", "hdr,aec,1:1,", 1)
	// A release with a column less, and a row with a mistake.
	speeds := strings.Split(after["speeds.csv"], "\n")
	for i, line := range speeds {
		if first, rest, ok := strings.Cut(line, ","); ok {
			speeds[i] = strings.ReplaceAll(first, "hdr100", "hdr 100") + "," + rest
		}
	}
	after["speeds.csv"] = strings.Join(speeds, "\n")
	after["fibre_types.csv"] = "fibre,mode\nom3,mm\nom3,sm\n"
	d, err := catalog.Diff(nil, mapFS(after))
	if err != nil {
		t.Fatal(err)
	}
	old := load(t).Product("MCP4Y10-N002")
	want := `products +[] -[]
  changed MCP4Y10-N002: weight_g ` + fmt.Sprintf("%q", grams(int64(old.Weight))) + ` "310" note ` + fmt.Sprintf("%q", old.Note) + ` "heavier, and said"
media_limits +[] -[]
  added hdr aec 1:1: limit_mm "" "2000" note "" "all retired"
  removed hdr dac 1:1: limit_mm "2000" "" note "all retired" ""
device_ports +[] -[]
  changed qm9700 1: cage_power_mw "17000" ""
speeds +[] -[]
  added hdr 100:
  removed hdr100:
fibre_types +[] -[attenuation_db_per_km attenuation_max_db_per_km colour source locator]
  changed om3:`
	if got := told(d); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant it to begin\n%s", got, want)
	}
	for _, part := range []string{"  added om3 (2):", "  removed om4:", "  removed os2:"} {
		if !strings.Contains(told(d), part) {
			t.Errorf("got\n%s\nwant %q in it", told(d), part)
		}
	}
}

func grams(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// TestDiffBothWays: what is added one way is removed the other, and cells change
// sides.
func TestDiffBothWays(t *testing.T) {
	t.Parallel()
	after := maps.Clone(base())
	change(t, after, slip{"products.csv", "MCP4Y10-N002,", "weight_g", "310"})
	after["device_rails.csv"] = after["device_rails.csv"][:strings.LastIndex(strings.TrimSpace(after["device_rails.csv"]), "\n")+1]
	there, err := catalog.Diff(nil, mapFS(after))
	if err != nil {
		t.Fatal(err)
	}
	back, err := catalog.Diff(mapFS(after), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(there.Tables) != 2 || len(back.Tables) != 2 || there.Old != back.New || there.New != back.Old {
		t.Fatalf("got\n%s\nand back\n%s", told(there), told(back))
	}
	mirror := map[catalog.Change]catalog.Change{catalog.RowAdded: catalog.RowRemoved, catalog.RowRemoved: catalog.RowAdded, catalog.RowChanged: catalog.RowChanged}
	for i, table := range there.Tables {
		for j, row := range table.Rows {
			other := back.Tables[i].Rows[j]
			if other.Key != row.Key || other.Change != mirror[row.Change] || other.Cells[0].Old != row.Cells[0].New || other.Cells[0].New != row.Cells[0].Old {
				t.Errorf("there %+v, back %+v", row, other)
			}
		}
	}
}

func TestDiffOfWhatIsNoTable(t *testing.T) {
	t.Parallel()
	files := maps.Clone(base())
	files["products.csv"] = "number,length\nEX,2\n"
	files["speeds.csv"] = ""
	files["optics.csv"] = "family,label\na,b,c\n"
	_, err := catalog.Diff(nil, mapFS(files))
	if err == nil {
		t.Fatal("files that are no tables are compared")
	}
	for _, want := range []string{"products.csv of the new data: has no column sku", "speeds.csv of the new data: is empty", "optics.csv of the new data: record on line 2"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	if _, err := catalog.Diff(mapFS(map[string]string{"readme.txt": "x"}), nil); err == nil || !strings.Contains(err.Error(), "the old data has none of the files products.csv") {
		t.Errorf("a folder without data: got %v", err)
	}
	some := map[string]string{"products.csv": base()["products.csv"]}
	if d, err := catalog.Diff(mapFS(some), nil); err != nil || len(d.Tables) == 0 || d.Tables[0].Table == "products" {
		t.Errorf("a release without some files: got %v, %v", d, err)
	}
}
