package template

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// nameParam is the parameter every template has: the name of the plan.
const nameParam = "name"

// maxEcho is how many characters of a value a problem repeats.
const maxEcho = 40

// read takes the values in, each checked against its parameter.
func (b *builder) read(values map[string]string) {
	t := b.template
	for _, p := range t.Params {
		text := strings.TrimSpace(values[p.Name])
		if text == "" {
			text = p.Default
		}
		b.values[p.Name] = text
		switch p.Kind {
		case Int:
			b.number(p, text)
		case Choice:
			if !slices.Contains(p.Choices, text) {
				b.fail(p.Name, "%s %s is not one of %s%s", p.Name, quote(text), strings.Join(p.Choices, ", "), near(text, p.Choices))
			}
		case Text:
			b.text(p, text)
		}
	}
	names := t.names()
	var strange []string
	for name := range values {
		if !slices.Contains(names, name) {
			strange = append(strange, name)
		}
	}
	slices.Sort(strange)
	for _, name := range strange {
		b.fail(name, "template %s has no parameter %s%s; it has %s", t.Name, quote(name), near(name, names), strings.Join(names, ", "))
	}
}

// names are those of the parameters, in their order.
func (t *Template) names() []string {
	var all []string
	for _, p := range t.Params {
		all = append(all, p.Name)
	}
	return all
}

func (b *builder) number(p Param, text string) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		b.fail(p.Name, "%s %s is no whole number; write one from %d to %d", p.Name, quote(text), p.Least, p.Most)
		return
	}
	if n < p.Least || n > p.Most {
		b.fail(p.Name, "%s %d is not between %d and %d", p.Name, n, p.Least, p.Most)
		return
	}
	b.numbers[p.Name] = n
}

func (b *builder) text(p Param, text string) {
	n := utf8.RuneCountInString(text)
	switch {
	case n > p.Most:
		b.fail(p.Name, "%s is %d characters long; the limit is %d", p.Name, n, p.Most)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		b.fail(p.Name, "%s %s holds a character that cannot be printed; take it out", p.Name, quote(text))
	}
}

// near proposes what may have been meant.
func near(word string, words []string) string {
	if w := catalog.Closest(word, words); w != "" {
		return "; did you mean " + w + "?"
	}
	return ""
}

func quote(text string) string {
	if utf8.RuneCountInString(text) > maxEcho {
		text = string([]rune(text)[:maxEcho-1]) + "…"
	}
	return strconv.Quote(text)
}

func (b *builder) fail(param, format string, args ...any) {
	b.problems = append(b.problems, plan.Problem{Path: param, Message: fmt.Sprintf(format, args...)})
}

// The parameters several templates have.

func named(title string) Param {
	return Param{Name: nameParam, Label: "Name of the plan", Help: "What the plan is called in lists.", Kind: Text, Default: title, Most: plan.MaxName}
}

func whole(name, label, help string, otherwise, least, most int) Param {
	return Param{Name: name, Label: label, Help: help, Kind: Int, Default: strconv.Itoa(otherwise), Least: least, Most: most}
}

// oneOf is a choice; the first is the default.
func oneOf(name, label, help string, choices ...string) Param {
	return Param{Name: name, Label: label, Help: help, Kind: Choice, Default: choices[0], Choices: choices}
}

// Where network racks stand in a row.
const (
	middle = "middle"
	atEnd  = "end"
)

// Where trays cross from row to row.
const (
	crossAtEnds    = "ends"
	crossAtNetwork = "network"
)

// hall are the parameters of every template with rows of racks.
func hallParams() []Param {
	return []Param{
		oneOf("network", "Network racks", "Where the racks with switches stand in a row: in the middle the farthest host is half as far away.", middle, atEnd),
		oneOf("cross_trays", "Trays across", "Where trays join the rows: at the ends of the hall, or also above the network racks, which shortens the runs between rows.",
			crossAtEnds, crossAtNetwork),
		sidePassParam,
	}
}

var sidePassParam = whole("side_pass", "Side pass, positions",
	"How many racks along a row a cable may go straight through, where racks are bayed without side panels. 0: every cable between racks goes over the tray, the safe side.",
	0, 0, 10)

func rackPower(kw int) Param {
	return whole("rack_kw", "Power of a rack, kW", "What a rack may draw; it decides how many hosts and switches share one.", kw, 5, 300)
}

// with joins lists of parameters, the name of the plan first.
func with(title string, lists ...[]Param) []Param {
	return append([]Param{named(title)}, slices.Concat(lists...)...)
}
