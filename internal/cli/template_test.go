package cli_test

import (
	"strings"
	"testing"

	"lengthwise/internal/template"
)

func TestTemplateParameters(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		args string
		code int
		out  string // in standard output, - nothing
		err  string
	}{
		{"a list says what each asks", "template", 0, "units, rack_kw, network and 2 more", "-"},
		{"what one asks", "template b200-superpod --params", 0, "1 to 64", "-"},
		{"what an example asks", "template xdr-rack --params", 0, "nothing else", "-"},
		{"a parameter as a flag", "template b200-superpod --units 16", 0, `cores: "core-[01-64]"`, "-"},
		{"a parameter by name", "template b200-superpod --set units=16", 0, `cores: "core-[01-64]"`, "-"},
		{"a parameter by the name of its flag", "template b200-superpod --set rack-kw=60 --units 1", 0, "power_kw: 60", "-"},
		{"several parameters by name", "template b200-superpod --set units=1 --set rack_kw=60", 0, "rack_kw=60", "-"},
		{"a name", "template fat-tree --name Hall --k 4", 0, "name: Hall\n", "-"},
		{"a name of an example", "template xdr-rack --name Hall", 0, "name: Hall\n", "-"},
		{"a value beyond its limit", "template b200-superpod --units 65", 2, "-", "server: units 65 is not between 1 and 64\nsee server template b200-superpod --params"},
		{"two values that are wrong", "template b200-superpod --units 9 --network top", 2, "-", `network "top" is not one of middle, end`},
		{"a number that fills no pods", "template b200-superpod --units 9", 2, "-", "the nearest that do are 8 and 12"},
		{"a parameter another template has", "template b200-superpod --k 4", 2, "-", `template b200-superpod has no parameter "k"`},
		{"a parameter of an example", "template xdr-rack --units 4", 2, "-", "has no parameters but name"},
		{"parameters of no template", "template --units 4", 2, "-", "name a template"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := serve(t, "", strings.Fields(tt.args)...)
			if got.code != tt.code || !holds(got.out, tt.out) || !holds(got.err, tt.err) {
				t.Errorf("server %s: exit %d, output\n%s\nerror\n%s\nwant exit %d, %q and %q", tt.args, got.code, got.out, got.err, tt.code, tt.out, tt.err)
			}
		})
	}
}

// Every parameter of every template has a flag, which takes its default.
func TestEveryParameterHasAFlag(t *testing.T) {
	t.Parallel()
	for _, x := range template.All() {
		args := []string{"template", x.Name}
		for _, p := range x.Params {
			args = append(args, "--"+strings.ReplaceAll(p.Name, "_", "-")+"="+p.Default)
		}
		got := serve(t, "", args...)
		plain := serve(t, "", "template", x.Name)
		if got.code != 0 || got.out != plain.out {
			t.Errorf("server %s: exit %d: %s; want the plan of the defaults", strings.Join(args, " "), got.code, got.err)
		}
	}
}

// What a template writes goes into check through a pipe.
func TestTemplateIntoCheck(t *testing.T) {
	t.Parallel()
	made := serve(t, "", "template", "b200-superpod", "--units", "2")
	if got := serve(t, made.out, "check", "-"); got.code != 0 || !strings.Contains(got.out, "1024 links") {
		t.Errorf("check of two units: exit %d\n%s%s\nwant 1024 links", got.code, got.out, got.err)
	}
}
