//go:build unix

package embeddedpg

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// oldest is the first major version whose behaviour the program relies on and
// is tested with (Debian 12).
const oldest = 15

// howToInstall ends every sentence about missing binaries.
const howToInstall = "install the package postgresql (Debian, Ubuntu), postgresql-server (Fedora) or `brew install postgresql@17`, " +
	"name their folder with --postgres-binaries, or use a database of your own with --database-url"

// An install is a folder with the binaries of one version.
type install struct {
	dir     string
	version string // as the binary prints it: 15.18
	major   int
}

// Find looks for the binaries of PostgreSQL 15 or later and answers their
// folder and version. setting is a folder named by the user: only that counts
// then, or the folder bin in it. Otherwise: PATH, then the newest of
// /usr/lib/postgresql/*/bin, then Homebrew.
func Find(setting string) (dir, version string, err error) {
	found, err := installs(setting)
	if err != nil {
		return "", "", err
	}
	return found[0].dir, found[0].version, nil
}

// choose is the install to use: of the version that made the database in data,
// the first one where made is 0 because there is none yet. Nothing is upgraded.
func choose(setting string, made int, data string) (install, error) {
	found, err := installs(setting)
	if err != nil {
		return install{}, err
	}
	if made == 0 {
		return found[0], nil
	}
	for _, in := range found {
		if in.major == made {
			return in, nil
		}
	}
	return install{}, fmt.Errorf("the database in %s was made by PostgreSQL %d, and what is installed in %s is PostgreSQL %s; "+
		"install PostgreSQL %[2]d, or upgrade the folder with pg_upgrade; nothing was changed", data, made, found[0].dir, found[0].version)
}

// installs lists the binaries that will do, best first; at least one without an
// error.
func installs(setting string) ([]install, error) {
	dirs := []string{setting, filepath.Join(setting, "bin")}
	if setting == "" {
		dirs = usualFolders()
	}
	var found []install
	var old []string
	for _, dir := range dirs {
		in, ok := inspect(dir)
		switch {
		case !ok || slices.ContainsFunc(found, func(i install) bool { return i.dir == in.dir }):
		case in.major < oldest:
			old = append(old, fmt.Sprintf("%s in %s is too old", in.version, in.dir))
		default:
			found = append(found, in)
		}
	}
	switch {
	case len(found) > 0:
		return found, nil
	case setting != "" && len(old) == 0:
		return nil, fmt.Errorf("%s holds no programs postgres and initdb that run; name the folder with both of PostgreSQL %d or later, or %s",
			setting, oldest, howToInstall)
	case len(old) > 0:
		return nil, fmt.Errorf("PostgreSQL %d or later is needed (%s); %s", oldest, strings.Join(old, ", "), howToInstall)
	default:
		return nil, fmt.Errorf("PostgreSQL is not installed here; %s", howToInstall)
	}
}

// usualFolders are where binaries are looked for when nobody names a folder.
func usualFolders() []string {
	var dirs []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		// Often a link to one program; its neighbours are where it points.
		if program, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres")); err == nil {
			dirs = append(dirs, filepath.Dir(program))
		}
	}
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin"} {
		// The only error is a malformed pattern.
		matches, _ := filepath.Glob(pattern)
		slices.SortStableFunc(matches, func(a, b string) int { return numberIn(b) - numberIn(a) })
		dirs = append(dirs, matches...)
	}
	return dirs
}

var digits = regexp.MustCompile(`\d+`)

// numberIn is the version in a folder's name: 16 sorts after 9.
func numberIn(dir string) int {
	n, err := strconv.Atoi(digits.FindString(filepath.Base(filepath.Dir(dir))))
	if err != nil {
		return 0
	}
	return n
}

var versionLine = regexp.MustCompile(`^postgres \(PostgreSQL\) ((\d+)\S*)`)

// inspect asks the binaries of a folder for their version.
func inspect(dir string) (install, bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return install{}, false
	}
	if _, err := exec.LookPath(filepath.Join(dir, "initdb")); err != nil {
		return install{}, false
	}
	out, err := exec.Command(filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return install{}, false
	}
	m := versionLine.FindSubmatch(out)
	if m == nil {
		return install{}, false
	}
	major, err := strconv.Atoi(string(m[2]))
	if err != nil {
		return install{}, false
	}
	return install{dir: dir, version: string(m[1]), major: major}, true
}
