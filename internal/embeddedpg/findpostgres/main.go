// Command findpostgres prints the folder of the PostgreSQL binaries the server
// would use, so that the scripts look where it looks. A folder as its argument
// is the only one looked at. It exits 1 with the reason where there are none.
package main

import (
	"fmt"
	"os"

	"lengthwise/internal/embeddedpg"
)

func main() {
	setting := os.Getenv("LENGTHWISE_POSTGRES_BINARIES")
	if len(os.Args) > 1 {
		setting = os.Args[1]
	}
	dir, version, err := embeddedpg.Find(setting)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%s\t%s\n", dir, version)
}
