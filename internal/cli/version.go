package cli

import (
	"fmt"
	"runtime"
)

type versionCommand struct{}

// Run prints what this program is and which product data it holds.
func (*versionCommand) Run(r *run) error {
	_, err := fmt.Fprintf(r.io.Out, "lengthwise %s\ncatalog %s\n%s %s/%s\n",
		r.app.Version(), r.app.CatalogRevision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
