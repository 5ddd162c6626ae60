//go:build unix

package embeddedpg

import "testing"

func TestVersionsOfFoldersAreNumbers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		dir  string
		want int
	}{
		{"/usr/lib/postgresql/16/bin", 16},
		{"/usr/lib/postgresql/9.6/bin", 9},
		{"/opt/homebrew/opt/postgresql@17/bin", 17},
		{"/opt/homebrew/opt/postgresql/bin", 0},
	}
	for _, tt := range tests {
		if got := numberIn(tt.dir); got != tt.want {
			t.Errorf("numberIn(%s) = %d, want %d", tt.dir, got, tt.want)
		}
	}
}
