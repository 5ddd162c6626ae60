package netboxtype

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"lengthwise/internal/plan"
)

// The bounds of a file; the largest of the library is a tenth of them.
const (
	MaxBytes      = 1 << 20
	maxValues     = 60_000
	maxNesting    = 8
	maxProblems   = 1000
	maxInterfaces = 4096
)

// A file is a device type as the library writes it.
type file struct {
	fields     []*value // in the order of the file
	interfaces []netInterface
	powerPorts []int // watts, 0 where not said
}

// find is a field of the file, nil where it is not there.
func (f *file) find(name string) *value {
	for _, v := range f.fields {
		if v.path == name {
			return v
		}
	}
	return nil
}

// A value is a field with its place. text is that of a scalar, or says what a
// list holds.
type value struct {
	path string
	line int
	text string
	node *yaml.Node
}

// A netInterface is an entry of interfaces.
type netInterface struct {
	line       int
	name, kind string
	mgmtOnly   bool
}

// A decoder reads a file and gathers what is wrong with it.
type decoder struct {
	problems []plan.Problem
}

func (d *decoder) fail(n *yaml.Node, path, format string, args ...any) {
	if len(d.problems) == maxProblems {
		return
	}
	p := plan.Problem{Path: path, Message: fmt.Sprintf(format, args...)}
	if n != nil {
		p.Line, p.Column = n.Line, n.Column
	}
	d.problems = append(d.problems, p)
}

func decode(data []byte) (*file, []plan.Problem) {
	d := &decoder{}
	root := d.parse(data)
	if root == nil {
		return nil, d.problems
	}
	d.check(root, 0)
	if len(d.problems) > 0 {
		return nil, d.problems
	}
	f := d.file(root)
	return f, d.problems
}

// parse reads the one YAML document.
func (d *decoder) parse(data []byte) *yaml.Node {
	switch {
	case len(data) > MaxBytes:
		d.fail(nil, "", "the file is above the limit of %d bytes (1 MiB)", MaxBytes)
		return nil
	case !utf8.Valid(data):
		d.fail(nil, "", "the file is not UTF-8; save it as UTF-8")
		return nil
	case countValues(data) > maxValues:
		d.fail(nil, "", "the file holds more than %d values, which no device type does", maxValues)
		return nil
	}
	in := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	err := decodeNode(in, &doc)
	switch {
	case errors.Is(err, io.EOF):
		d.fail(nil, "", "the file is empty")
		return nil
	case err != nil:
		d.syntax(err)
		return nil
	}
	if err := decodeNode(in, &more); err == nil {
		d.fail(&more, "", "a second document begins here; import one device type at a time")
		return nil
	} else if !errors.Is(err, io.EOF) {
		d.syntax(err)
		return nil
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		d.fail(root, "", "a device type is a map of fields such as manufacturer, model, u_height and interfaces")
		return nil
	}
	return root
}

// decodeNode reads the next document; the general reader gives up on what it
// takes for a fault of its own with a panic.
func decodeNode(in *yaml.Decoder, doc *yaml.Node) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the YAML reader gave up: %v", fault)
		}
	}()
	return in.Decode(doc)
}

// countValues counts what may begin a value, before memory is spent on it.
func countValues(data []byte) int {
	n := 0
	for _, c := range data {
		if c == ',' || c == '[' || c == '{' || c == ':' || c == '-' || c == '&' || c == '*' || c == '?' {
			n++
		}
	}
	return n/2 + 1 // a dash may stand in a name, a colon in an address
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// syntax notes what the general reader complains of, at its line.
func (d *decoder) syntax(err error) {
	p := plan.Problem{Message: "not YAML: " + clip(err.Error())}
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		p.Line, _ = strconv.Atoi(m[1])
		if p.Message = "not YAML: " + clip(m[2]); p.Line > 0 {
			p.Column = 1
		}
	}
	d.problems = append(d.problems, p)
}

// check refuses what a device type has no use for, anywhere in the file.
func (d *decoder) check(n *yaml.Node, depth int) {
	switch {
	case n.Kind == yaml.AliasNode:
		d.fail(n, "", "aliases (*name) are refused; write the value out")
		return
	case n.Anchor != "":
		d.fail(n, "", "anchors (&name) are refused; write the value where it is needed")
	case n.Style&yaml.TaggedStyle != 0:
		d.fail(n, "", "the tag %s is refused; write the value without it", clip(n.Tag))
	case depth > maxNesting:
		d.fail(n, "", "lists and maps are nested more than %d deep", maxNesting)
		return
	}
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			d.checkKey(n, i)
		}
		d.check(child, depth+1)
	}
}

func (d *decoder) checkKey(n *yaml.Node, i int) {
	key := n.Content[i]
	switch {
	case key.Kind != yaml.ScalarNode:
		d.fail(key, "", "a list or map is no key; write a name")
	case key.Value == "<<" && key.Style == 0:
		d.fail(key, "", "merge keys (<<) are refused; write the fields out")
	default:
		for j := 0; j < i; j += 2 {
			if n.Content[j].Value == key.Value && n.Content[j].Kind == yaml.ScalarNode {
				d.fail(key, "", "field %q is written twice; keep one", clip(key.Value))
				return
			}
		}
	}
}

// file reads the fields that mean something here.
func (d *decoder) file(root *yaml.Node) *file {
	f := &file{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, n := root.Content[i], root.Content[i+1]
		v := &value{path: key.Value, line: key.Line, node: n, text: n.Value}
		switch n.Kind {
		case yaml.SequenceNode:
			if v.text = "1 entry"; len(n.Content) != 1 {
				v.text = fmt.Sprintf("%d entries", len(n.Content))
			}
		case yaml.MappingNode:
			v.text = fmt.Sprintf("%d fields", len(n.Content)/2)
		}
		f.fields = append(f.fields, v)
	}
	for _, name := range []string{"manufacturer", "model"} {
		if v := f.find(name); v == nil {
			d.fail(root, name, "required field %q is missing", name)
		} else if v.node.Kind != yaml.ScalarNode || strings.TrimSpace(v.text) == "" {
			d.fail(v.node, name, "a text should stand here")
		}
	}
	f.interfaces = d.interfaces(f.find("interfaces"))
	f.powerPorts = d.power(f.find("power-ports"))
	return f
}

// An entry is one component of a list.
type entry struct {
	*yaml.Node
	path string // "interfaces[3]"
}

// entries are the maps of a list of components.
func (d *decoder) entries(v *value) []entry {
	if v == nil || v.node.Tag == "!!null" {
		return nil
	}
	if v.node.Kind != yaml.SequenceNode {
		d.fail(v.node, v.path, "a list should stand here")
		return nil
	}
	if len(v.node.Content) > maxInterfaces {
		d.fail(v.node, v.path, "%d entries are above the limit of %d", len(v.node.Content), maxInterfaces)
		return nil
	}
	var out []entry
	for i, n := range v.node.Content {
		e := entry{n, fmt.Sprintf("%s[%d]", v.path, i)}
		if n.Kind != yaml.MappingNode {
			d.fail(n, e.path, "a map of fields such as name and type should stand here")
			continue
		}
		out = append(out, e)
	}
	return out
}

// field is a field of an entry; nil where it is not there.
func (n entry) field(name string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}

// word is a text that an entry must have.
func (d *decoder) word(n entry, name string) string {
	v := n.field(name)
	switch {
	case v == nil:
		d.fail(n.Node, n.path+"."+name, "required field %q is missing", name)
	case v.Kind != yaml.ScalarNode || strings.TrimSpace(v.Value) == "":
		d.fail(v, n.path+"."+name, "a text should stand here")
	default:
		return strings.TrimSpace(v.Value)
	}
	return ""
}

func (d *decoder) interfaces(v *value) []netInterface {
	var out []netInterface
	seen := map[string]int{}
	for _, n := range d.entries(v) {
		x := netInterface{name: d.word(n, "name"), kind: strings.ToLower(d.word(n, "type")), line: n.Line}
		if m := n.field("mgmt_only"); m != nil {
			b, err := strconv.ParseBool(m.Value)
			if err != nil || m.Kind != yaml.ScalarNode {
				d.fail(m, n.path+".mgmt_only", "true or false should stand here")
			}
			x.mgmtOnly = b
		}
		if line := seen[x.name]; line > 0 && x.name != "" {
			d.fail(n.Node, n.path+".name", "interface %q is listed on line %d already", clip(x.name), line)
		}
		seen[x.name] = n.Line
		out = append(out, x)
	}
	return out
}

// power is the draw of each power port in watts, 0 where it is not said.
func (d *decoder) power(v *value) []int {
	var out []int
	for _, n := range d.entries(v) {
		draw := 0
		if w := n.field("maximum_draw"); w != nil && w.Tag != "!!null" {
			var err error
			if draw, err = strconv.Atoi(w.Value); err != nil || draw < 1 || draw > 1_000_000 {
				d.fail(w, n.path+".maximum_draw", "%q is not a whole number of watts between 1 and 1,000,000", clip(w.Value))
			}
		}
		out = append(out, draw)
	}
	return out
}

// known lists the fields of the library's schema, so that a misspelt one is told
// from one that nobody needs here.
var known = []string{
	"manufacturer", "model", "slug", "part_number", "u_height", "is_full_depth", "airflow", "weight", "weight_unit", "front_image", "rear_image",
	"subdevice_role", "is_powered", "console-ports", "console-server-ports", "power-ports", "power-outlets", "interfaces", "front-ports", "rear-ports",
	"module-bays", "device-bays", "inventory-items", "description", "comments",
}
