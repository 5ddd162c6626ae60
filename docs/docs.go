// Package docs holds the documentation as files built into the program, so
// that the help of the pages is what stands here and no second text. It
// promises that every name of Pages can be read; it refuses nothing else, as it
// does nothing else.
package docs

import "embed"

//go:embed *.md
var files embed.FS

// Pages are the documents the help shows, by name, in the order a newcomer
// reads them.
var Pages = []string{"plan-format", "planning-rules", "fabrics", "templates", "better-layout", "glossary", "findings", "catalog", "price-lists"}

// Page is the Markdown of a document; ok is false where there is none of that
// name.
func Page(name string) (text []byte, ok bool) {
	text, err := files.ReadFile(name + ".md")
	return text, err == nil
}
