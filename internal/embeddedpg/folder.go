//go:build unix

package embeddedpg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// A folder holds one database: data, socket, log and lock. Only the database's
// user may enter it, and one process at a time holds it.
type folder struct {
	dir   string
	owner *owner // nil: the user of this process
	lock  *os.File
}

func (f folder) data() string { return filepath.Join(f.dir, "data") }

// close gives the lock back.
func (f folder) close() { f.lock.Close() }

// openFolder makes the folder where it is missing and locks it.
func openFolder(stateDir, user string) (folder, error) {
	stateDir, err := filepath.Abs(stateDir)
	if err != nil {
		return folder{}, fmt.Errorf("state folder: %w", err)
	}
	f := folder{dir: filepath.Join(stateDir, "postgres")}
	// A socket's path has room for 107 bytes on Linux, 103 on macOS.
	room := len(syscall.RawSockaddrUnix{}.Path) - 1
	if n := len(filepath.Join(f.dir, ".s.PGSQL."+port)); n > room {
		return folder{}, fmt.Errorf("state folder %s makes the path of the database's socket %d bytes long, and the system allows %d; "+
			"name a shorter one with --state-dir", stateDir, n, room)
	}
	if strings.Contains(f.dir, ",") {
		return folder{}, fmt.Errorf("state folder %s has a comma in its name, which drivers take for two folders; name another with --state-dir", stateDir)
	}
	if err := makeStateDir(stateDir); err != nil {
		return folder{}, err
	}
	if err := os.Mkdir(f.dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return folder{}, fmt.Errorf("folder of the database: %w; name another with --state-dir", err)
	}
	if f.owner, err = settleOwner(f.dir, user); err != nil {
		return folder{}, err
	}
	if err := os.Chmod(f.dir, 0o700); err != nil {
		return folder{}, fmt.Errorf("folder of the database: %w", err)
	}
	if f.owner != nil {
		if err := f.owner.reaches(f.dir); err != nil {
			return folder{}, fmt.Errorf("the folder of the database: %w; name another with --state-dir", err)
		}
	}
	return f.locked()
}

// makeStateDir makes the folder above, open to the database's user under root
// whatever the umask is.
func makeStateDir(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	mode := fs.FileMode(0o700)
	if os.Geteuid() == 0 {
		mode = 0o755
	}
	err := os.MkdirAll(dir, mode)
	if err == nil {
		err = os.Chmod(dir, mode)
	}
	if err != nil {
		return fmt.Errorf("state folder: %w; name another with --state-dir", err)
	}
	return nil
}

// locked takes the lock, which the system takes back when this process ends in
// whatever way.
func (f folder) locked() (folder, error) {
	file, err := f.open("lock", os.O_RDWR)
	if err != nil {
		return folder{}, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer file.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return folder{}, fmt.Errorf("lock %s: %w", file.Name(), err)
		}
		holder := make([]byte, 20)
		n, _ := file.ReadAt(holder, 0)
		by := "another process"
		if pid := strings.TrimSpace(string(holder[:n])); pid != "" {
			by = "process " + pid
		}
		return folder{}, fmt.Errorf("the database in %s is in use by %s; stop that one, or name another folder with --state-dir", f.dir, by)
	}
	err = file.Truncate(0)
	if err == nil {
		_, err = file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	if err != nil {
		file.Close()
		return folder{}, fmt.Errorf("lock of the database: %w", err)
	}
	f.lock = file
	return f, nil
}

// open opens a file of ours in the folder, making it where it is missing. The
// folder belongs to a user who may be less trusted than this process, so links
// are not followed.
func (f folder) open(name string, flag int) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(f.dir, name), flag|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("folder of the database: %w", err)
	}
	if f.owner != nil {
		if err := file.Chown(f.owner.uid, f.owner.gid); err != nil {
			file.Close()
			return nil, fmt.Errorf("folder of the database: %w", err)
		}
	}
	return file, nil
}

// version is the major version that made the database; 0: there is none yet.
func (f folder) version() (int, error) {
	if _, err := os.Lstat(f.data()); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	text, err := os.ReadFile(filepath.Join(f.data(), "PG_VERSION"))
	if err != nil {
		return 0, fmt.Errorf("%s is no database that can be used: %w; move it away to begin with an empty one", f.data(), err)
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || major < 1 {
		return 0, fmt.Errorf("%s is no database that can be used: PG_VERSION is %q; move it away to begin with an empty one", f.data(), text)
	}
	return major, nil
}
