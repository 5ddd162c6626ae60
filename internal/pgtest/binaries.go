package pgtest

import (
	"context"
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

// untilExit keeps the other end of tidy's input open for as long as this
// program runs.
var untilExit *os.File

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
		os.RemoveAll(dir)
		return "", err
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

func removeAtExit(dir string) error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer read.Close()
	cmd := exec.Command("sh", "-c", tidy, "pgtest", dir)
	cmd.Stdin = read
	if err := cmd.Start(); err != nil {
		write.Close()
		return err
	}
	untilExit = write
	return nil
}
