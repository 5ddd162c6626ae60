package template

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A builder is a plan being made.
type builder struct {
	template *Template
	catalog  *catalog.Catalog
	values   map[string]string // by parameter
	numbers  map[string]int    // of Int parameters
	doc      *plan.Document
	notes    []string // sentences of the head
	replace  []string // what stands in for something real
	problems []plan.Problem
}

func (b *builder) int(param string) int      { return b.numbers[param] }
func (b *builder) word(param string) string  { return b.values[param] }
func (b *builder) failed() bool              { return len(b.problems) > 0 }
func (b *builder) note(f string, a ...any)   { b.notes = append(b.notes, fmt.Sprintf(f, a...)) }
func (b *builder) verify(f string, a ...any) { b.replace = append(b.replace, fmt.Sprintf(f, a...)) }

// describe is the line below the plan's name.
func (b *builder) describe(format string, args ...any) {
	b.doc.Description = fmt.Sprintf(format, args...)
}

// typ is a device type of the catalog. One a site has taken out or changed so
// that it is gone is a problem.
func (b *builder) typ(slug string) *catalog.DeviceType {
	t := b.catalog.Type(slug)
	if t == nil {
		b.fail("", "device type %s is not in the catalog; the template needs it", slug)
		return &catalog.DeviceType{Slug: slug, Height: units.U(1)}
	}
	if t.Evidence == catalog.Unverified {
		b.verify("%s is a stand-in, not a product: put the real device's type in before ordering", slug)
	}
	return t
}

// lineWidth is where the lines of the head are broken.
const lineWidth = 96

// comments is the head of the document.
func (b *builder) comments() []string {
	lines := wrap(b.doc.Description+".", "", "")
	var set []string
	for _, p := range b.template.Params {
		if p.Name != nameParam {
			set = append(set, p.Name+"="+b.values[p.Name])
		}
	}
	lines = append(lines, wrap("Made by the template "+b.template.Name+" with "+strings.Join(set, ", ")+".", "", "")...)
	for _, n := range b.notes {
		lines = append(lines, wrap(n+".", "", "")...)
	}
	if len(b.replace) > 0 {
		lines = append(lines, "Before you order:")
		for _, r := range b.replace {
			lines = append(lines, wrap(r+".", "- ", "  ")...)
		}
	}
	return lines
}

// wrap breaks a text into lines at its spaces.
func wrap(text, first, next string) []string {
	var lines []string
	line, indent := "", first
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(indent)+len(line)+1+len(word) > lineWidth {
			lines = append(lines, indent+line)
			line, indent = "", next
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, indent+line)
}

// names is a range from first to last with numbers of equal width, as wide as
// total needs: names("leaf-", 1, 8, 16) is "leaf-[01-08]".
func names(lead string, first, last, total int) string {
	w := len(strconv.Itoa(total))
	if first == last {
		return fmt.Sprintf("%s%0*d", lead, w, first)
	}
	return fmt.Sprintf("%s[%0*d-%0*d]", lead, w, first, w, last)
}

// series is all names of a kind: series("leaf-", 16) is "leaf-[01-16]".
func series(lead string, total int) string { return names(lead, 1, total, total) }

// ceil is a / b rounded up, for counts.
func ceil(a, b int) int { return (a + b - 1) / b }

// counted is "1 rack", "2 racks", "2 switches".
func counted(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "f"):
		return fmt.Sprintf("%d %sves", n, strings.TrimSuffix(noun, "f"))
	case strings.HasSuffix(noun, "ch"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func ptr[T any](v T) *T { return &v }
