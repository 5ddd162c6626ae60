package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExportWritesWholeFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "order.csv")
	if err := os.WriteFile(name, []byte("yesterday's order"), 0o600); err != nil {
		t.Fatal(err)
	}

	refused := serve(t, "", "export", "testdata/error.yaml", "--as", "order.csv", "--out", name)
	if got := read(t, name); refused.code != 1 || got != "yesterday's order" {
		t.Errorf("exit %d and the file holds %q; a refused order must leave the file alone", refused.code, got)
	}

	written := serve(t, "", "export", "testdata/ok.yaml", "--as", "order.csv", "--out", name)
	piped := serve(t, "", "export", "testdata/ok.yaml", "--as", "order.csv")
	if got := read(t, name); written.code != 0 || got != piped.out {
		t.Errorf("exit %d; the file holds\n%s\nwant what standard output shows:\n%s", written.code, got, piped.out)
	}
	if written.out != "" || written.err != "wrote "+name+"\n" {
		t.Errorf("printed %q and %q, want the file's name on standard error only", written.out, written.err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("the folder holds %v, want the order alone", entries)
	}
}

func TestIncompleteOrdersAreNamedSo(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, out, want string }{
		{"the mark goes before the extension", "order.csv", "order-INCOMPLETE.csv"},
		{"a name that has it is taken", "order-INCOMPLETE.csv", "order-INCOMPLETE.csv"},
		{"a name without an extension", "order", "order-INCOMPLETE"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			got := serve(t, "", "export", "testdata/error.yaml", "--as", "order.csv", "--incomplete", "--out", filepath.Join(dir, tt.out))
			if got.code != 0 {
				t.Fatalf("exit %d: %s", got.code, got.err)
			}
			if text := read(t, filepath.Join(dir, tt.want)); !strings.Contains(text, "no part: 2 links") {
				t.Errorf("%s holds\n%s\nwant the links without a part", tt.want, text)
			}
		})
	}
}

func TestExportsGoThroughLinksAndDevices(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target.csv"), filepath.Join(dir, "link.csv")
	if err := os.WriteFile(target, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if got := serve(t, "", "export", "testdata/ok.yaml", "--as", "bom.csv", "--out", link); got.code != 0 {
		t.Fatalf("exit %d: %s", got.code, got.err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced by a file")
	}
	if read(t, target) == "" {
		t.Error("the file behind the link is still empty")
	}
	if got := serve(t, "", "export", "testdata/ok.yaml", "--as", "bom.csv", "--out", os.DevNull); got.code != 0 {
		t.Errorf("onto %s: exit %d: %s", os.DevNull, got.code, got.err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is no device any more", os.DevNull)
	}
}

// Every template can be written to a file, checked and exported.
func TestTemplatesAreStartingPoints(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"edr-habit", "h100-unit", "hgx-rows", "mixed-generations", "xdr-rack"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "plan.yaml")
			if got := serve(t, "", "template", name, "--out", file); got.code != 0 {
				t.Fatalf("template: exit %d: %s", got.code, got.err)
			}
			if got := serve(t, "", "check", file); got.code != 0 {
				t.Errorf("check: exit %d:\n%s%s", got.code, got.out, got.err)
			}
			if got := serve(t, "", "export", file, "--as", "order.csv"); got.code != 0 {
				t.Errorf("export: exit %d: %s", got.code, got.err)
			}
		})
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
