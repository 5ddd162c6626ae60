// Command server is Lengthwise: it plans the cables of GPU clusters. See
// internal/cli for its commands and exit codes.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"lengthwise/internal/cli"
)

// version is set by the linker (make build).
var version = "devel"

func main() { os.Exit(run()) }

// run ends a command early on the first interrupt; a second one kills it.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return cli.Run(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Getenv}, version)
}
