package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrapped(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		width int
		text  string
		want  string
	}{
		{"a page without a width is never broken", 0, strings.Repeat("word ", 40), "- " + strings.Repeat("word ", 40) + "\n"},
		{"what fits stays on a line", 20, "one two three", "- one two three\n"},
		{"what does not is broken at a space", 12, "one two three", "- one two\n  three\n"},
		{"a word longer than the line stands alone", 8, "a extraordinarily b", "- a\n  extraordinarily\n  b\n"},
		{"styles take no columns", 14, "\x1b[31mone two\x1b[0m three", "- \x1b[31mone two\x1b[0m\n  three\n"},
		{"letters are counted, not bytes", 10, "äöü éèê", "- äöü éèê\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := &page{width: tt.width}
			p.wrapped("- ", "  ", tt.text)
			if got := p.b.String(); got != tt.want {
				t.Errorf("wrapped %q to %d columns = %q, want %q", tt.text, tt.width, got, tt.want)
			}
		})
	}
}

func TestColourOnlyWhereThePageHasIt(t *testing.T) {
	t.Parallel()
	if got := (&page{}).styled(red, "x"); got != "x" {
		t.Errorf("plain page: %q, want x", got)
	}
	if got := (&page{colour: true}).styled(red, "x"); got != "\x1b[31mx\x1b[0m" {
		t.Errorf("coloured page: %q", got)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, w := range []io.Writer{&strings.Builder{}, file} {
		if p := newPage(w, func(string) string { return "" }); p.colour || p.width != 0 {
			t.Errorf("a %T is no terminal, but got colour %v, width %d", w, p.colour, p.width)
		}
	}
}

func TestPrintableDisarmsTerminals(t *testing.T) {
	t.Parallel()
	const hostile = "a\x1b[2Jb\rc\ad\u009bE\tf\nü\u202eg"
	if got, want := printable(hostile), "a?[2Jb?c?d?E?f?ü?g"; got != want {
		t.Errorf("printable(%q) = %q, want %q", hostile, got, want)
	}
}

func TestWriteFileKeepsTheOldWhenTheNewFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "order.csv")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	err := writeFile(name, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half of the n"); err != nil {
			return err
		}
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("error = %v, want disk full", err)
	}
	text, err := os.ReadFile(name)
	if err != nil || string(text) != "old" {
		t.Errorf("file holds %q (%v), want old", text, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.part*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}
