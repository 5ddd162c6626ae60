//go:build unix

package embeddedpg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// freshPrefix begins the name of a folder in which a database is being made.
// It becomes data only when it is whole, so one that is left over never held
// anything.
const freshPrefix = "data.new-"

// initialise makes the database: in a new folder, renamed when it is whole.
func (f folder) initialise(ctx context.Context, in install, throwaway bool) error {
	left, err := filepath.Glob(filepath.Join(f.dir, freshPrefix+"*"))
	if err != nil {
		return fmt.Errorf("make the database: %w", err)
	}
	for _, dir := range left {
		if err := os.RemoveAll(dir); err != nil {
			return fmt.Errorf("make the database: %w", err)
		}
	}
	fresh, err := os.MkdirTemp(f.dir, freshPrefix)
	if err != nil {
		return fmt.Errorf("make the database: %w", err)
	}
	err = f.fill(ctx, in, fresh, throwaway)
	if err == nil {
		err = os.Rename(fresh, f.data())
	}
	if err == nil {
		err = syncFolder(f.dir)
	}
	if err != nil {
		return fmt.Errorf("make the database in %s: %w", f.dir, errors.Join(err, os.RemoveAll(fresh)))
	}
	return nil
}

// fill runs initdb and makes the program's own database in the cluster.
func (f folder) fill(ctx context.Context, in install, fresh string, throwaway bool) error {
	if f.owner != nil {
		if err := os.Lchown(fresh, f.owner.uid, f.owner.gid); err != nil {
			return err
		}
	}
	// Trust is safe: nobody but the owner and root reaches the socket.
	args := []string{"-D", fresh, "-U", Name, "-E", "UTF8", "--locale=C", "--auth-local=trust", "--auth-host=reject", "--data-checksums"}
	single := []string{"--single", "-D", fresh, "-c", "exit_on_error=true"}
	if throwaway {
		args = append(args, "--no-sync")
		single = append(single, "-c", "fsync=off")
	}
	if err := f.run(ctx, in, "", "initdb", args...); err != nil {
		return err
	}
	return f.run(ctx, in, "CREATE DATABASE "+Name+";\n", "postgres", append(single, "postgres")...)
}

// run runs one of the binaries to its end, with text as its input.
func (f folder) run(ctx context.Context, in install, text, name string, args ...string) error {
	runtime.LockOSThread() // the child is told when this thread ends, see attributes
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, filepath.Join(in.dir, name), args...)
	cmd.Dir, cmd.Env, cmd.SysProcAttr = f.dir, environment(), attributes(f.owner)
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, tail(out))
	}
	return nil
}

// environment is what the children see: nothing that would configure them
// behind our back (PGDATA, PGPORT, LC_ALL ...).
func environment() []string {
	env := []string{"LC_ALL=C", "TZ=UTC"}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// tail is the end of what a program said, in one line.
func tail(out []byte) string {
	const lines = 8
	all := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if len(all) > lines {
		all = all[len(all)-lines:]
	}
	return string(bytes.Join(all, []byte("; ")))
}

// syncFolder makes a rename in the folder durable.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
