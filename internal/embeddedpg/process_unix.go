//go:build unix

package embeddedpg

import "syscall"

// credential makes a child the owner, without the groups of this process.
func credential(o *owner) *syscall.Credential {
	return &syscall.Credential{Uid: uint32(o.uid), Gid: uint32(o.gid)}
}
