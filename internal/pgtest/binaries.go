package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"lengthwise/internal/embeddedpg"
)

// tidy stops the server and removes its folder when its input ends, which is
// when this test program does, even by a kill. (On Linux the system has told the
// server by then.)
const tidy = `
trap '' INT HUP TERM
cat >/dev/null
pid=$1/postgres/data/postmaster.pid
[ -e "$pid" ] && kill -QUIT "$(head -n 1 "$pid")" 2>/dev/null
tries=0
while [ -e "$pid" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
rm -rf -- "$1"
`

// startBinaries starts PostgreSQL of this machine in a temporary folder. The
// error wraps errNone where there are no binaries.
func startBinaries(ctx context.Context) (address string, err error) {
	binaries, _, err := embeddedpg.Find(os.Getenv("LENGTHWISE_POSTGRES_BINARIES"))
	if err != nil {
		return "", fmt.Errorf("%w (%w)", errNone, err)
	}
	dir, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return "", err
	}
	if err := removeAtExit(dir); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	if err := os.Chmod(dir, 0o755); err != nil { // for the user who runs it
		return "", err
	}
	s, err := embeddedpg.Start(ctx, embeddedpg.Config{StateDir: dir, Binaries: binaries, Throwaway: true})
	if err != nil {
		return "", err
	}
	return s.URL(), nil
}

// removeAtExit has tidy wait for the end of this program.
func removeAtExit(dir string) error {
	cmd := exec.Command("sh", "-c", tidy, "pgtest", dir)
	if _, err := cmd.StdinPipe(); err != nil { // nobody writes; the system closes it with this program
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // holds the pipe; it never returns before this program ends
	return nil
}
