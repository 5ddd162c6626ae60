package cli_test

import (
	"os"
	"strings"
	"testing"
)

// What the README shows after "$ bin/server ..." is what the program prints;
// a line "..." stands for any number of lines.
func TestReadmeShowsRealOutput(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, block := range strings.Split(string(text), "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		command, output, _ := strings.Cut(block, "\n")
		args, ok := strings.CutPrefix(command, "$ bin/server ")
		if !ok {
			t.Errorf("a console block begins with %q, want $ bin/server", command)
			continue
		}
		shown++
		got := serve(t, "", strings.Fields(args)...).out
		at := 0
		for part := range strings.SplitSeq(output, "...\n") {
			i := strings.Index(got[at:], part)
			if i < 0 {
				t.Errorf("%s does not print\n%s\nit prints\n%s", command, part, got)
				break
			}
			at += i + len(part)
		}
	}
	if shown == 0 {
		t.Error("the README shows no output at all")
	}
}
