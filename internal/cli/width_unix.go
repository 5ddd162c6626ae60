//go:build linux || darwin

package cli

import (
	"os"
	"syscall"
	"unsafe"
)

// terminalWidth asks the terminal how many columns it has; 80 where it does
// not say.
func terminalWidth(f *os.File) int {
	var size struct{ rows, columns, x, y uint16 }
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if errno != 0 || size.columns < 40 {
		return 80
	}
	return int(size.columns)
}
