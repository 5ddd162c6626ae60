// Command server is Lengthwise: it plans the cables of GPU clusters. Without a
// command it serves pages and API; see internal/cli for the commands that need
// neither database nor network, and for the exit codes.
package main

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"lengthwise/internal/cli"
)

// version is set by the linker (make build).
var version = "devel"

func main() { os.Exit(withSignals()) }

// withSignals ends a command early on the first interrupt; a second one kills
// it.
func withSignals() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return run(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Getenv})
}

// run runs one command and answers its exit code. Flags without a command are
// those of serve.
func run(ctx context.Context, args []string, s cli.Streams) int {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") && args[0] != "--help" && args[0] != "-h" {
		args = append([]string{"serve"}, args...)
	}
	return cli.Run(ctx, args, s, version,
		cli.Command{Name: "serve", Help: "Serve pages and API; the command where none is named.", Command: &serveCommand{}},
		cli.Command{Name: "migrate", Help: "Bring the schema of the database up to date.", Command: &migrateCommand{}},
	)
}
