package app

import (
	"io/fs"

	"lengthwise/internal/catalog"
)

// DiffCatalog compares the data files of two releases, cell by cell; nil is the
// built-in data. The error names every file that is no table.
func (a *App) DiffCatalog(before, after fs.FS) (*catalog.Difference, error) {
	return catalog.Diff(before, after)
}
