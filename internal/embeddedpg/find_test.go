//go:build unix

package embeddedpg_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lengthwise/internal/embeddedpg"
)

// fakeBinaries makes a folder whose programs only say a version.
func fakeBinaries(t *testing.T, dir, version string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"postgres", "initdb"} {
		text := "#!/bin/sh\necho '" + name + " (PostgreSQL) " + version + "'\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFindInANamedFolder(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	fifteen := fakeBinaries(t, filepath.Join(root, "fifteen"), "15.18 (Debian 15.18-0+deb12u1)")
	nested := fakeBinaries(t, filepath.Join(root, "nested", "bin"), "18beta2")
	old := fakeBinaries(t, filepath.Join(root, "old"), "14.9")
	client := fakeBinaries(t, filepath.Join(root, "client"), "16.1")
	if err := os.Remove(filepath.Join(client, "initdb")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, setting string
		dir, version  string
		refused       string
	}{
		{"the folder of the binaries", fifteen, fifteen, "15.18", ""},
		{"the folder above it", filepath.Dir(nested), nested, "18beta2", ""},
		{"a version too old", old, "", "", "PostgreSQL 15 or later is needed (14.9 in " + old + " is too old)"},
		{"half of the binaries", client, "", "", client + " holds no programs postgres and initdb"},
		{"no such folder", filepath.Join(root, "absent"), "", "", "holds no programs"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir, version, err := embeddedpg.Find(tt.setting)
			if dir != tt.dir || version != tt.version {
				t.Errorf("Find(%s) = %s, %s, %v; want %s, %s", tt.setting, dir, version, err, tt.dir, tt.version)
			}
			if tt.refused == "" && err == nil {
				return
			}
			if err == nil || tt.refused == "" || !strings.Contains(err.Error(), tt.refused) {
				t.Errorf("Find(%s) says %v, want %q", tt.setting, err, tt.refused)
			}
			if err != nil && !strings.Contains(err.Error(), "--postgres-binaries") {
				t.Errorf("Find(%s) says %v, without the way out", tt.setting, err)
			}
		})
	}
}

// A link to the program in PATH stands for the folder it points into, and an
// older one before it is passed over.
func TestFindInPath(t *testing.T) {
	root := t.TempDir()
	old := fakeBinaries(t, filepath.Join(root, "old"), "13.2")
	fit := fakeBinaries(t, filepath.Join(root, "real"), "16.4")
	links := filepath.Join(root, "links")
	if err := os.Mkdir(links, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(fit, "postgres"), filepath.Join(links, "postgres")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", strings.Join([]string{old, "relative", links, "/usr/bin", "/bin"}, string(os.PathListSeparator)))
	dir, version, err := embeddedpg.Find("")
	if dir != fit || version != "16.4" || err != nil {
		t.Errorf("Find = %s, %s, %v; want %s, 16.4", dir, version, err, fit)
	}
}
