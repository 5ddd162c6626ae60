package planfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"

	"lengthwise/internal/plan"
)

// The bounds of what the general YAML reader is given. It needs about half a
// kilobyte for each value and is slow with long texts and comments. Of entries
// in the usual form (quick.go) only the line ends count.
const (
	maxGeneralBytes  = 12 << 20
	maxGeneralValues = 500_000
)

// parseYAML reads one YAML document. Anchors, aliases, merge keys, tags and
// keys that are not text are refused.
func parseYAML(source string) (*tree, error) {
	rest, runs, read, err := cutRuns(source)
	if err != nil {
		return nil, err
	}
	t, err := parseGeneral(rest, runs, read)
	if errors.Is(err, errNotThere) {
		return parseGeneral([]byte(source), nil, &tree{source: source})
	}
	return t, err
}

// errNotThere says that a run did not stand where it seemed to, for instance
// inside a text in quotes.
var errNotThere = errors.New("run is no part of a list")

// parseGeneral reads text with the general reader, puts in the runs that were
// cut out of it, and adds the nodes to those of t.
func parseGeneral(text []byte, runs []run, t *tree) (*tree, error) {
	if err := checkValues(text); err != nil {
		return nil, err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var doc yaml.Node
	if err := decodeNode(decoder, &doc); errors.Is(err, io.EOF) {
		return nil, &syntaxError{1, 1, "document is empty"}
	} else if err != nil {
		return nil, yamlError(text, err)
	}
	var more yaml.Node
	if err := decodeNode(decoder, &more); err == nil {
		return nil, &syntaxError{more.Line, more.Column, "a second document begins here; write one plan in one file"}
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlError(text, err)
	}
	c := converter{builder: builder{tree: *t}, runs: runs}
	if err := c.add(doc.Content[0], 0); err != nil {
		return nil, err
	}
	if len(c.runs) > 0 {
		return nil, errNotThere
	}
	return c.finish(), nil
}

// decodeNode reads the next document. The general reader gives up on what it
// takes for a fault of its own with a panic; to us that is a text it cannot read.
func decodeNode(decoder *yaml.Decoder, doc *yaml.Node) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the YAML reader gave up (%v); write the document in a plainer form, or as JSON", fault)
		}
	}()
	return decoder.Decode(doc)
}

// checkValues counts what may begin a value, before any memory is spent on it.
func checkValues(text []byte) error {
	const advice = "write lists as lines of \"- {a: …, b: …}\", use ranges, or send JSON"
	values, line := 0, 1
	for i, c := range text {
		switch c {
		case ',', '[', '{', '&', '*':
			values++
		case '\n':
			line++
			if i > 0 && text[i-1] != '\n' {
				values++
			}
		case ':', '-', '?':
			if i+1 == len(text) || text[i+1] <= ' ' || i > 0 && (text[i-1] == '"' || text[i-1] == '\'') {
				values++
			}
		}
		if values > maxGeneralValues {
			return &syntaxError{line, 1, fmt.Sprintf(
				"document holds more than %d values that are not entries of one line; %s", maxGeneralValues, advice)}
		}
		if i >= maxGeneralBytes {
			return &syntaxError{line, 1, fmt.Sprintf(
				"document holds more than %d bytes that are not entries of one line; %s", maxGeneralBytes, advice)}
		}
	}
	return nil
}

const aliasMessage = "aliases (*name) are refused; write the value out"

// A converter turns the nodes of the general reader into a tree.
type converter struct {
	builder
	runs []run // still to be put in, in document order
}

func (c *converter) add(y *yaml.Node, depth int) error {
	fail := func(message string) error { return &syntaxError{y.Line, y.Column, message} }
	n := node{line: uint32(y.Line), column: uint32(y.Column)}
	switch {
	case y.Kind == yaml.AliasNode:
		return fail(aliasMessage)
	case y.Anchor != "":
		return fail("anchors (&name) are refused; write the value where it is needed")
	case y.Style&yaml.TaggedStyle != 0:
		return fail(fmt.Sprintf("the tag %s is refused; write the value without it", clip(y.Tag)))
	case y.Kind == yaml.ScalarNode:
		n.kind = quotedNode
		if y.Style == 0 {
			n.kind = plainNode
		}
		return c.pushText(y.Value, n)
	case depth == plan.MaxNesting:
		return errNesting(y.Line, y.Column)
	}
	mark := len(c.stack)
	n.kind = listNode
	if y.Kind == yaml.MappingNode {
		n.kind = mapNode
	}
	mayHoldRuns := n.kind == listNode && y.Style&yaml.FlowStyle == 0 && depth+2+maxQuickNesting < plan.MaxNesting
	for i, child := range y.Content {
		if n.kind == mapNode && i%2 == 0 {
			if err := checkKey(child); err != nil {
				return err
			}
		}
		if mayHoldRuns {
			if entries := c.takeRun(child); entries != nil {
				if err := c.pushAll(entries); err != nil {
					return err
				}
				continue
			}
		}
		if err := c.add(child, depth+1); err != nil {
			return err
		}
	}
	return c.close(mark, n)
}

func checkKey(key *yaml.Node) error {
	message := ""
	switch {
	case key.Kind != yaml.ScalarNode && key.Kind != yaml.AliasNode:
		message = "a list or map is no key; write a name"
	case key.Value == "<<" && key.Style == 0:
		message = "merge keys (<<) are refused; write the fields out"
	default:
		return nil
	}
	return &syntaxError{key.Line, key.Column, message}
}

// takeRun gives the entries of the next run, where y is its stand-in.
func (c *converter) takeRun(y *yaml.Node) []node {
	if len(c.runs) == 0 || y.Line != c.runs[0].line || y.Column != c.runs[0].column ||
		y.Kind != yaml.ScalarNode || y.Style != 0 || y.Value != standIn || y.Anchor != "" {
		return nil
	}
	entries := c.runs[0].entries
	c.runs = c.runs[1:]
	return entries
}
