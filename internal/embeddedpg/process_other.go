//go:build unix && !linux

package embeddedpg

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// attributes are how the children start: as the owner, in a process group of
// their own so that Ctrl-C does not stop the database before the pool is
// closed. Nothing tells them when this process is killed: the next start does.
func attributes(o *owner) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	if o != nil {
		a.Credential = credential(o)
	}
	return a
}

// workingFolder is the folder a process works in.
func workingFolder(pid int) (fs.FileInfo, error) {
	out, err := exec.Command("lsof", "-a", "-p", strconv.Itoa(pid), "-d", "cwd", "-Fn").Output()
	if err != nil {
		return nil, fmt.Errorf("lsof: %w", err)
	}
	for line := range bytes.Lines(out) {
		if name, ok := bytes.CutPrefix(bytes.TrimRight(line, "\n"), []byte("n")); ok {
			return os.Stat(string(name))
		}
	}
	return nil, fmt.Errorf("lsof names no folder")
}
