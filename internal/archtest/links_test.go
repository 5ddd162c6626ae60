package archtest

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A page that names another must name one that is there.
func TestPagesLinkToWhatExists(t *testing.T) {
	t.Parallel()
	dir := root(t)
	link := regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)
	files(t, func(name string, text []byte) {
		if !strings.HasSuffix(name, ".md") {
			return
		}
		for _, m := range link.FindAllSubmatch(text, -1) {
			target := string(m[1])
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(path.Join(path.Dir(name), target)))); err != nil {
				t.Errorf("%s links to %s, which is not there", name, target)
			}
		}
	})
}
