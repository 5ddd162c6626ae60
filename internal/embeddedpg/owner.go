//go:build unix

package embeddedpg

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// An owner is the user the database runs as where this process is root, which
// PostgreSQL refuses to be.
type owner struct {
	name     string
	uid, gid int
}

// settleOwner says who runs the database, nil for the user of this process, and
// gives a folder just made to them. A folder that has an owner keeps it, so that
// a package installed later, which brings a user postgres, changes nothing.
func settleOwner(dir, name string) (*owner, error) {
	info, err := os.Lstat(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of the database: %w", err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder; move it away or name another with --state-dir", dir)
	}
	has := int(stat.Uid)
	if os.Geteuid() != 0 {
		if has != os.Geteuid() {
			return nil, fmt.Errorf("the database in %s belongs to user %s; start as that user or root, or name another folder with --state-dir",
				dir, nameOf(has))
		}
		return nil, nil
	}
	if has != 0 && name == "" {
		return &owner{name: nameOf(has), uid: has, gid: int(stat.Gid)}, nil
	}
	who, err := lookUp(name)
	if err != nil {
		return nil, err
	}
	switch has {
	case who.uid:
	case 0:
		if err := os.Lchown(dir, who.uid, who.gid); err != nil {
			return nil, fmt.Errorf("give the folder of the database to user %s: %w", who.name, err)
		}
	default:
		return nil, fmt.Errorf("the database in %s belongs to user %s and is to run as %s; name that user, or change the owner of everything in it",
			dir, nameOf(has), who.name)
	}
	return who, nil
}

// lookUp finds the user to run the database; empty: postgres, else nobody.
func lookUp(name string) (*owner, error) {
	names := []string{name}
	if name == "" {
		names = []string{"postgres", "nobody"}
	}
	for _, n := range names {
		u, err := user.Lookup(n)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(u.Uid)
		gid, gidErr := strconv.Atoi(u.Gid)
		if err := errors.Join(uidErr, gidErr); err != nil {
			return nil, fmt.Errorf("user %s: %w", n, err)
		}
		if uid == 0 {
			return nil, fmt.Errorf("the database cannot run as %s, which PostgreSQL refuses; name another user", n)
		}
		return &owner{name: n, uid: uid, gid: gid}, nil
	}
	if name != "" {
		return nil, fmt.Errorf("user %s, who is to run the database, does not exist", name)
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody to run it; start this program as another user")
}

// nameOf is the name of a user, or the number where there is none.
func nameOf(uid int) string {
	if u, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return u.Username
	}
	return strconv.Itoa(uid)
}

// reaches reports why the owner cannot get to a file or folder: every folder
// above must let them through.
func (o *owner) reaches(path string) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	for at := path; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil {
			return err
		}
		stat, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return fmt.Errorf("%s: no owner known", at)
		}
		may := info.Mode().Perm() // as seen by everyone else
		switch {
		case int(stat.Uid) == o.uid:
			may >>= 6
		case int(stat.Gid) == o.gid:
			may >>= 3
		}
		if may&1 == 0 {
			return fmt.Errorf("user %s, who runs it, cannot reach %s: %s has mode %04o and belongs to %s",
				o.name, path, at, info.Mode().Perm(), nameOf(int(stat.Uid)))
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}
