//go:build unix

// Package embeddedpg is the database the program brings along when none is
// given: it starts PostgreSQL as a child of this process, on a folder of its
// own, and stops it at the end.
//
// It promises that what PostgreSQL acknowledged is never lost: durability stays
// on, data is never deleted or upgraded, one folder is used by one process at a
// time, and a server left over from a process that was killed is stopped in
// good order before the next one starts. The database listens on a private
// socket only. Under root it runs as another user. When it dies it is started
// again.
//
// It refuses what it cannot vouch for with a sentence that names the way out:
// a folder in use, data of another version, a folder the database's user
// cannot reach. It installs nothing and needs no driver.
package embeddedpg

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// Name is both the database that is made and its only user.
const Name = "lengthwise"

const (
	port = "5432" // part of the socket's name; nothing listens on it

	orphanPatience = time.Minute      // for the orderly stop of a server left over
	quitPatience   = 10 * time.Second // for a stop that waits for nobody
	pollEvery      = 5 * time.Millisecond
)

// A Config says where the database is and what runs it. The zero value is what
// a person gets who configured nothing.
type Config struct {
	StateDir string // the folder "postgres" is made in it; empty: DefaultStateDir
	Binaries string // the folder of postgres and initdb; empty: as Find looks

	// User runs the database where this process is root. Empty: who owns the
	// folder already, else postgres, else nobody.
	User string

	// Throwaway gives durability up for speed: for tests only.
	Throwaway bool
}

// A Server is a database that runs until Stop or the end of this process.
type Server struct {
	folder    folder
	install   install
	throwaway bool

	died chan error    // see Done
	over chan struct{} // closed when no child runs and none will

	mu       sync.Mutex
	child    *os.Process // nil: none
	stopping chan struct{}
}

// DefaultStateDir is where the program keeps its state unless told:
// /var/lib/lengthwise for root, since the database's user must be able to reach
// it, and $XDG_STATE_HOME/lengthwise or ~/.local/state/lengthwise for others.
func DefaultStateDir() (string, error) {
	if os.Geteuid() == 0 {
		return "/var/lib/lengthwise", nil
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, Name), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the database: %w; name one with --state-dir", err)
	}
	return filepath.Join(home, ".local", "state", Name), nil
}

// Start starts the database and returns when it takes connections: the first
// time after making it, later as it was left. It fails at once where another
// process uses the folder, and when ctx ends before the database is ready.
// Ending ctx later stops nothing.
func Start(ctx context.Context, c Config) (*Server, error) {
	if c.StateDir == "" {
		dir, err := DefaultStateDir()
		if err != nil {
			return nil, err
		}
		c.StateDir = dir
	}
	f, err := openFolder(c.StateDir, c.User)
	if err != nil {
		return nil, err
	}
	s, err := start(ctx, f, c)
	if err != nil {
		f.close()
		return nil, err
	}
	return s, nil
}

// start makes the database where there is none and runs it. The lock is held.
func start(ctx context.Context, f folder, c Config) (*Server, error) {
	made, err := f.version()
	if err != nil {
		return nil, err
	}
	in, err := choose(c.Binaries, made, f.data())
	if err != nil {
		return nil, err
	}
	if f.owner != nil {
		if err := f.owner.reaches(filepath.Join(in.dir, "postgres")); err != nil {
			return nil, fmt.Errorf("the PostgreSQL binaries: %w", err)
		}
	}
	if made == 0 {
		if err := f.initialise(ctx, in, c.Throwaway); err != nil {
			return nil, err
		}
	}
	s := &Server{folder: f, install: in, throwaway: c.Throwaway,
		died: make(chan error, 1), over: make(chan struct{}), stopping: make(chan struct{})}
	ready := make(chan error, 1)
	go s.supervise(ctx, ready)
	select {
	case err := <-ready:
		if err != nil {
			<-s.over
			return nil, err
		}
		return s, nil
	case <-ctx.Done():
		if err := s.halt(context.WithoutCancel(ctx), quitPatience); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("start the database in %s: %w", f.dir, ctx.Err())
	}
}

// URL is how a driver connects, through the socket in the folder.
func (s *Server) URL() string {
	q := url.Values{"host": {s.folder.dir}, "port": {port}, "sslmode": {"disable"}}
	return "postgres://" + Name + "@/" + Name + "?" + q.Encode()
}

// Done gives an error whenever the database ended by itself or could not be
// started again; it is being started again then, and connections succeed once
// it runs. What nobody receives is dropped. The channel is closed after Stop.
func (s *Server) Done() <-chan error { return s.died }

// Stop stops the database and frees the folder. ctx bounds the orderly stop,
// which ends sessions, finishes nothing for them and writes a checkpoint; when
// it is over the database is told to drop everything at once, which costs a
// recovery at the next start and loses nothing. Stop again has no effect.
func (s *Server) Stop(ctx context.Context) error {
	err := s.halt(ctx, 0)
	if err == nil {
		s.folder.close()
	}
	return err
}

// halt ends supervision and the child: SIGINT, and when ctx or patience is
// over (0: ctx alone) SIGQUIT.
func (s *Server) halt(ctx context.Context, patience time.Duration) error {
	s.mu.Lock()
	select {
	case <-s.stopping:
	default:
		close(s.stopping)
	}
	child := s.child
	s.mu.Unlock()

	signal := func(sig syscall.Signal) {
		if child != nil {
			// The only error is that it has ended, which is what we want.
			_ = child.Signal(sig)
		}
	}
	if patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	signal(syscall.SIGINT)
	select {
	case <-s.over:
		return nil
	case <-ctx.Done():
	}
	signal(syscall.SIGQUIT)
	select {
	case <-s.over:
		return nil
	case <-time.After(quitPatience):
		return errors.New("the database in " + s.folder.dir + " does not stop; its process is " + pidText(child))
	}
}

func pidText(p *os.Process) string {
	if p == nil {
		return "unknown"
	}
	return fmt.Sprint(p.Pid)
}
