package archtest

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A service is what the compose file promises of a container.
type service struct {
	Image       string            `yaml:"image"`
	User        string            `yaml:"user"`
	Command     []string          `yaml:"command"`
	Environment map[string]string `yaml:"environment"`
	Ports       []string          `yaml:"ports"`
	Privileged  bool              `yaml:"privileged"`
	NetworkMode string            `yaml:"network_mode"`
	DropsCaps   []string          `yaml:"cap_drop"`
	Options     []string          `yaml:"security_opt"`
	DependsOn   map[string]struct {
		Condition string `yaml:"condition"`
	} `yaml:"depends_on"`
	Health struct {
		Test []string `yaml:"test"`
	} `yaml:"healthcheck"`
	Volumes []string `yaml:"volumes"`
}

func composed(t *testing.T) map[string]service {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "docker-compose.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]service `yaml:"services"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"server", "database"} {
		if _, ok := file.Services[name]; !ok {
			t.Fatalf("docker-compose.yml has no service %s", name)
		}
	}
	return file.Services
}

func TestContainersAreClosed(t *testing.T) {
	t.Parallel()
	for name, s := range composed(t) {
		if s.User == "" || s.User == "root" || strings.HasPrefix(s.User, "0") {
			t.Errorf("%s runs as %q, want a user who is not root", name, s.User)
		}
		if s.Privileged || s.NetworkMode != "" || !slices.Contains(s.DropsCaps, "ALL") || !slices.Contains(s.Options, "no-new-privileges:true") {
			t.Errorf("%s keeps rights it does not need", name)
		}
		for _, port := range s.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s publishes %s, want 127.0.0.1 only: it has no accounts", name, port)
			}
		}
		if s.Image == "" || strings.HasSuffix(s.Image, ":latest") {
			t.Errorf("%s runs image %q, want one with a version", name, s.Image)
		}
	}
}

func TestContainersWorkTogether(t *testing.T) {
	t.Parallel()
	all := composed(t)
	server, database := all["server"], all["database"]
	if got := strings.Join(server.Health.Test, " "); !strings.Contains(got, "http://127.0.0.1:8080/healthz") {
		t.Errorf("the health of the server is asked by %q, want /healthz", got)
	}
	if got := strings.Join(database.Health.Test, " "); !strings.Contains(got, "pg_isready") || !strings.Contains(got, "-U "+database.Environment["POSTGRES_USER"]) {
		t.Errorf("the health of the database is asked by %q, want pg_isready as its user", got)
	}
	if got := server.DependsOn["database"].Condition; got != "service_healthy" {
		t.Errorf("the server starts when the database is %q, want healthy", got)
	}
	env := server.Environment
	if !strings.Contains(env["DATABASE_URL"], "@database:5432/"+database.Environment["POSTGRES_DB"]) {
		t.Errorf("the server uses the database %q, want the one beside it", env["DATABASE_URL"])
	}
	if env["LENGTHWISE_ADDR"] != "0.0.0.0:8080" || env["LENGTHWISE_NO_ACCOUNTS_ON"] != env["LENGTHWISE_ADDR"] {
		t.Errorf("the server listens on %q and is open on %q, want 0.0.0.0:8080 for both: it refuses to start otherwise",
			env["LENGTHWISE_ADDR"], env["LENGTHWISE_NO_ACCOUNTS_ON"])
	}
	if !slices.Contains(server.Ports, "127.0.0.1:8080:8080") {
		t.Errorf("the server publishes %v, want 127.0.0.1:8080:8080", server.Ports)
	}
	if !slices.ContainsFunc(database.Volumes, func(v string) bool { return strings.HasSuffix(v, ":/var/lib/postgresql/data") }) {
		t.Errorf("the database keeps its data in %v, want a volume", database.Volumes)
	}
}

func TestImageRunsAsNobodySpecial(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root(t), "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	stages := regexp.MustCompile(`(?m)^FROM `).Split(string(text), -1)[1:]
	if len(stages) != 2 {
		t.Fatalf("the Dockerfile has %d stages, want one that builds and one that runs", len(stages))
	}
	mod, err := os.ReadFile(filepath.Join(root(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	goVersion := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(mod)
	if goVersion == nil || !strings.HasPrefix(stages[0], "golang:"+string(goVersion[1])+"-") {
		t.Errorf("the Dockerfile builds with %s, want the Go of go.mod", strings.SplitN(stages[0], "\n", 2)[0])
	}
	run := []byte(stages[1])
	users := regexp.MustCompile(`(?m)^USER (\S+)$`).FindAllSubmatch(run, -1)
	if len(users) != 1 || !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).Match(users[0][1]) {
		t.Errorf("the image runs as %s, want one user by number who is not root", bytes.Join(flat(users), []byte(", ")))
	}
	if !regexp.MustCompile(`(?s)HEALTHCHECK .*/healthz`).Match(run) {
		t.Error("the image has no health check on /healthz")
	}
}

// flat is the first group of each match.
func flat(matches [][][]byte) [][]byte {
	var groups [][]byte
	for _, m := range matches {
		groups = append(groups, m[1])
	}
	return groups
}
