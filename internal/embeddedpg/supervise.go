//go:build unix

package embeddedpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

const (
	firstTries   = 4 // of the first start: sessions of a killed server may hold its memory for a moment
	shortestWait = 100 * time.Millisecond
	longestWait  = 10 * time.Second
	healthyAfter = time.Minute // a child that ran this long starts the waits anew
	logLimit     = 8 << 20     // bytes of the log kept at a start
)

// supervise runs the database until it is told to stop, starting it again when
// it ends by itself. It gives nil on ready once connections are taken, or why
// that will not be; ctx bounds only that first start.
//
// The child asks the system for a signal when its parent thread ends, so this
// goroutine keeps its thread for life.
func (s *Server) supervise(ctx context.Context, ready chan<- error) {
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	defer close(s.over)
	defer close(s.died)
	up := false
	wait := shortestWait
	for try := 1; ; try++ {
		began := time.Now()
		err := s.runOnce(ctx, func() {
			if !up {
				up = true
				ready <- nil
			}
		})
		if s.isStopping() {
			return
		}
		if !up && (try == firstTries || ctx.Err() != nil) {
			ready <- err
			return
		}
		if up {
			ctx = context.Background()
			select {
			case s.died <- err:
			default: // nobody listens
			}
		}
		if time.Since(began) > healthyAfter {
			wait = shortestWait
		}
		select {
		case <-s.stopping:
			return
		case <-time.After(wait):
		}
		wait = min(2*wait, longestWait)
	}
}

func (s *Server) isStopping() bool {
	select {
	case <-s.stopping:
		return true
	default:
		return false
	}
}

// runOnce starts the database and waits for its end, which is an error unless
// it was asked for. started is called when connections are taken.
func (s *Server) runOnce(ctx context.Context, started func()) error {
	if err := s.folder.stopOrphan(ctx, s.stopping); err != nil {
		return err
	}
	log, err := s.folder.openLog()
	if err != nil {
		return err
	}
	defer log.Close()
	from, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("log of the database: %w", err)
	}
	cmd := s.command()
	cmd.Stdout, cmd.Stderr = log, log
	if err := s.launch(cmd); err != nil {
		return err
	}
	ended := make(chan struct{})
	watched := make(chan bool)
	go func() { watched <- s.folder.awaitReady(cmd.Process.Pid, ended, started) }()
	err = cmd.Wait()
	close(ended)
	was := <-watched
	s.mu.Lock()
	s.child = nil
	s.mu.Unlock()
	what := "did not start"
	if was {
		what = "ended"
	}
	if err == nil {
		err = errors.New("exit status 0")
	}
	return fmt.Errorf("the database in %s %s: %w: %s", s.folder.dir, what, err, said(log, from))
}

// launch starts the child unless it is time to stop.
func (s *Server) launch(cmd *exec.Cmd) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isStopping() {
		return errors.New("stopping")
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the database: %w", err)
	}
	s.child = cmd.Process
	return nil
}

// command is postgres itself, not pg_ctl. Settings on the command line win over
// those in the folder.
func (s *Server) command() *exec.Cmd {
	sockets := `"` + strings.ReplaceAll(s.folder.dir, `"`, `""`) + `"` // an entry of a list
	args := []string{"-D", s.folder.data(), "-k", sockets, "-p", port}
	settings := []string{"listen_addresses=", "unix_socket_permissions=0700", "logging_collector=off", "log_destination=stderr",
		"log_checkpoints=off", "log_min_error_statement=panic"} // no document ends up in the log
	switch {
	case s.throwaway:
		settings = append(settings, "fsync=off", "synchronous_commit=off", "full_page_writes=off")
	default:
		settings = append(settings, "fsync=on", "synchronous_commit=on", "full_page_writes=on")
	}
	for _, set := range settings {
		args = append(args, "-c", set)
	}
	cmd := exec.Command(filepath.Join(s.install.dir, "postgres"), args...)
	cmd.Dir, cmd.Env, cmd.SysProcAttr = s.folder.dir, environment(), attributes(s.folder.owner)
	return cmd
}

// awaitReady calls started and reports true when the child takes connections,
// false when it ended before.
func (f folder) awaitReady(pid int, ended <-chan struct{}, started func()) bool {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		if p, err := readPostmaster(f.pidFile()); err == nil && p.pid == pid && p.ready {
			started()
			return true
		}
		select {
		case <-ended:
			return false
		case <-tick.C:
		}
	}
}

// openLog opens the log to append to, beginning a new one when it is long. The
// one before is kept. A child writes into the file itself: its log survives us.
func (f folder) openLog() (*os.File, error) {
	name := filepath.Join(f.dir, "log")
	if info, err := os.Lstat(name); err == nil && info.Size() > logLimit {
		if err := os.Rename(name, name+".1"); err != nil {
			return nil, fmt.Errorf("log of the database: %w", err)
		}
	}
	return f.open("log", os.O_RDWR|os.O_APPEND)
}

// said is the end of what was logged since from.
func said(log *os.File, from int64) string {
	const most = 4 << 10
	end, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return "see " + log.Name()
	}
	out := make([]byte, min(end-from, most))
	n, err := log.ReadAt(out, end-int64(len(out)))
	if err != nil && n == 0 {
		return "see " + log.Name()
	}
	return tail(out[:n])
}
