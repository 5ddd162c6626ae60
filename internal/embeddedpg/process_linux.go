package embeddedpg

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// attributes are how the children start: as the owner, in a process group of
// their own so that Ctrl-C does not stop the database before the pool is
// closed, and with a signal for an orderly stop when this process is gone.
func attributes(o *owner) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	if o != nil {
		a.Credential = credential(o)
	}
	return a
}

// workingFolder is the folder a process works in.
func workingFolder(pid int) (fs.FileInfo, error) { return os.Stat(fmt.Sprintf("/proc/%d/cwd", pid)) }
