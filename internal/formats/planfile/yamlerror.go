package planfile

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"lengthwise/internal/plan"
)

// yamlMessages says in our words what the general reader complains of, with the
// way out. Each key is the beginning of a message of the reader.
var yamlMessages = []struct{ theirs, ours string }{
	{"exceeded max depth", fmt.Sprintf("lists and maps are nested more than %d deep", plan.MaxNesting)},
	{"unknown anchor", aliasMessage},
	{"mapping values are not allowed", "a value cannot hold \": \" here; put it in quotes, or indent this line as the one before"},
	{"found character that cannot start any token", "a value cannot begin with this character; put it in quotes, or write spaces where a tab indents"},
	{"found a tab character", "a tab cannot indent a line; use spaces"},
	{"found unexpected end of stream", "the text in quotes that begins here does not end; close the quotes"},
	{"found unknown escape character", "a text in double quotes holds a backslash that means nothing; double it"},
	{"could not find expected ':'", "this line is no \"field: value\"; write the colon, or indent it as a part of the one before"},
	{"did not find expected ',' or ']'", "the list in brackets that begins here is not closed; write \",\" between entries and \"]\" at the end"},
	{"did not find expected ',' or '}'", "the map in braces that begins here is not closed; write \",\" between fields and \"}\" at the end"},
	{"did not find expected '-' indicator", "the list that begins here goes on with a line that is no entry; begin it with \"- \" or change its indentation"},
	{"did not find expected key", "the map that begins here goes on with a line that is no field of it; write \"field: value\" at the same indentation"},
	{"did not find expected node content", "a value is missing, or a bracket is not closed"},
	{"did not find expected <document start>", "there is text after the end of the document; write one plan in one file"},
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// yamlError gives an error of the general reader its place. That reader counts
// lines from 0 where its parser complains and from 1 where its scanner does, and
// says nothing of the first line.
func yamlError(text []byte, err error) error {
	message := err.Error()
	m := yamlLine.FindStringSubmatch(message)
	if m == nil {
		return &syntaxError{message: message}
	}
	message = message[len(m[0]):]
	if name, ok := strings.CutPrefix(message, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'")
		return errAt(string(text), max(0, bytes.Index(text, []byte("*"+name))), aliasMessage)
	}
	line, _ := strconv.Atoi(m[1])
	if m[1] != "" && strings.HasPrefix(message, "did not find expected") && !strings.Contains(message, "hexdecimal") {
		line++
	}
	for _, x := range yamlMessages {
		if strings.HasPrefix(message, x.theirs) {
			message = x.ours
			break
		}
	}
	// The end of the text counts as a line of its own.
	written := bytes.TrimRight(text, " \t\r\n")
	line = max(1, min(line, bytes.Count(written, []byte("\n"))+1))
	return &syntaxError{line, firstColumn(text, line), message}
}

// firstColumn is the column of the first character of a line that is no space.
func firstColumn(text []byte, line int) int {
	for ; line > 1; line-- {
		text = text[bytes.IndexByte(text, '\n')+1:]
	}
	return len(text) - len(bytes.TrimLeft(text, " ")) + 1
}
