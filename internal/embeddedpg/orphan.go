//go:build unix

package embeddedpg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// A postmaster is what a running server writes into postmaster.pid.
type postmaster struct {
	pid   int
	ready bool // takes connections
}

func (f folder) pidFile() string { return filepath.Join(f.data(), "postmaster.pid") }

// socketLock names the process that uses the socket.
func (f folder) socketLock() string { return filepath.Join(f.dir, ".s.PGSQL."+port+".lock") }

// readPostmaster reads postmaster.pid, or the socket's lock, which begins alike:
// the process on the first line, its state on the eighth (PostgreSQL's
// miscadmin.h).
func readPostmaster(file string) (postmaster, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return postmaster{}, err
	}
	lines := bytes.Split(text, []byte("\n"))
	pid, err := strconv.Atoi(string(bytes.TrimSpace(lines[0])))
	if err != nil || pid < 1 {
		return postmaster{}, fmt.Errorf("%s names no process: %q", file, lines[0])
	}
	return postmaster{pid: pid, ready: len(lines) > 7 && string(bytes.TrimSpace(lines[7])) == "ready"}, nil
}

// stopOrphan stops a server that works on the data although we hold the lock:
// its parent was killed, and the signal that should have told it is on its way
// or was lost. It never removes the file of a live server; when in doubt it
// refuses.
func (f folder) stopOrphan(ctx context.Context, stopping <-chan struct{}) error {
	for _, file := range []string{f.pidFile(), f.socketLock()} {
		if err := f.settle(ctx, file, stopping); err != nil {
			return err
		}
	}
	return nil
}

// settle sees to it that a file that names a server stands in nobody's way.
func (f folder) settle(ctx context.Context, file string, stopping <-chan struct{}) error {
	p, err := readPostmaster(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%w; if no process postgres works on that folder, remove the file", err)
	}
	state, err := f.inspectProcess(p.pid)
	if err != nil {
		return fmt.Errorf("%s names process %d, which lives and may be a database (%w); stop it, or remove the file if it is none", file, p.pid, err)
	}
	switch state {
	case gone: // PostgreSQL takes the file over itself
		return nil
	case stranger:
		// Its number was given to somebody else since, after a restart of the
		// machine say, or nobody collects the dead here. PostgreSQL would take
		// that one for a server.
		if err := os.Rename(file, filepath.Join(f.dir, filepath.Base(file)+".stale")); err != nil {
			return fmt.Errorf("put the file of a server that is gone aside: %w", err)
		}
		return nil
	}
	if err := syscall.Kill(p.pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("stop the database left over as process %d: %w", p.pid, err)
	}
	if err := f.awaitEnd(ctx, p.pid, stopping); err != nil {
		return err
	}
	return f.settle(ctx, file, stopping) // killed before it removed the file, perhaps
}

// awaitEnd waits until a server that was told to stop is gone.
func (f folder) awaitEnd(ctx context.Context, pid int, stopping <-chan struct{}) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	late := time.After(orphanPatience)
	for {
		p, err := readPostmaster(f.pidFile())
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && p.pid != pid {
			return fmt.Errorf("process %d started another server on %s; stop it", p.pid, f.data())
		}
		if state, err := f.inspectProcess(pid); err == nil && state != server {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the end of the database left over as process %d: %w", pid, ctx.Err())
		case <-stopping:
			return errors.New("stopping")
		case <-late:
			return fmt.Errorf("the database left over as process %d does not end within %v; stop it with kill -QUIT %[1]d", pid, orphanPatience)
		case <-tick.C:
		}
	}
}

// A processState is what the process with a certain number is to us.
type processState int

const (
	gone     processState = iota // there is none, or one of another user
	stranger                     // one that has nothing to do with the data
	server                       // it works in the data folder: a server of this database
)

// inspectProcess says what a process is; an error when that cannot be known.
func (f folder) inspectProcess(pid int) (processState, error) {
	// A process we may not signal is not the database's user's, as PostgreSQL
	// reasons itself.
	if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) || errors.Is(err, syscall.EPERM) {
		return gone, nil
	}
	works, err := workingFolder(pid)
	if errors.Is(err, fs.ErrNotExist) {
		return stranger, nil // a process that ended and was not collected yet
	}
	if err != nil {
		return stranger, err
	}
	ours, err := os.Stat(f.data())
	if err != nil {
		return stranger, err
	}
	if os.SameFile(works, ours) {
		return server, nil
	}
	return stranger, nil
}
