//go:build !linux && !darwin

package cli

import "os"

// terminalWidth is 80 where the system has no call we know.
func terminalWidth(*os.File) int { return 80 }
