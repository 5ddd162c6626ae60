package ui

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"lengthwise/docs"
)

// A manual is a document of docs as a page shows it.
type manual struct {
	name, title string
	html        string // with its heading
}

// manuals are all of them, in the order of docs.Pages. They are written once:
// the documents are part of the program.
var manuals = sync.OnceValues(func() ([]manual, error) {
	md := goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(helpful{}, 500))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(scrolling{}, 100))),
	)
	var all []manual
	for _, name := range docs.Pages {
		source, ok := docs.Page(name)
		if !ok {
			return nil, fmt.Errorf("no document %s.md in docs", name)
		}
		var b bytes.Buffer
		if err := md.Convert(source, &b); err != nil {
			return nil, fmt.Errorf("write %s.md as a page: %w", name, err)
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), "\n")
		all = append(all, manual{name, title, b.String()})
	}
	return all, nil
})

// manualURL is where a link between documents leads on the pages; empty: to
// nothing the pages have.
func manualURL(link string) string {
	if strings.HasPrefix(link, "#") || strings.Contains(link, "://") {
		return link
	}
	file, section, _ := strings.Cut(link, "#")
	name, ok := strings.CutSuffix(file, ".md")
	if !ok || !slices.Contains(docs.Pages, name) {
		return ""
	}
	at := "/help/" + url.PathEscape(name)
	if section != "" {
		at += "#" + section
	}
	return at
}

// helpful makes a document fit for the pages: links lead to pages, words of the
// glossary can be linked to, heads of columns say so.
type helpful struct{}

func (helpful) Transform(doc *ast.Document, reader text.Reader, pc parser.Context) {
	var gone []*ast.Link
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function below gives no error
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			if to := manualURL(string(n.Destination)); to != "" {
				n.Destination = []byte(to)
			} else {
				gone = append(gone, n)
			}
		case *ast.ListItem:
			if word := wordOf(n, reader.Source()); word != "" {
				n.SetAttributeString("id", pc.IDs().Generate([]byte(word), ast.KindListItem))
			}
		case *tables.TableCell:
			if n.Parent().Kind() == tables.KindTableHeader {
				n.SetAttributeString("scope", []byte("col"))
			}
		}
		return ast.WalkContinue, nil
	})
	for _, link := range gone {
		parent := link.Parent()
		for child := link.FirstChild(); child != nil; child = link.FirstChild() {
			parent.InsertBefore(parent, link, child)
		}
		parent.RemoveChild(parent, link)
	}
}

// wordOf is the word a list item explains: bold at its beginning.
func wordOf(item *ast.ListItem, source []byte) string {
	first := item.FirstChild()
	if first == nil {
		return ""
	}
	bold, ok := first.FirstChild().(*ast.Emphasis)
	if !ok || bold.Level != 2 {
		return ""
	}
	var b strings.Builder
	for child := bold.FirstChild(); child != nil; child = child.NextSibling() {
		if t, ok := child.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
		}
	}
	return b.String()
}

// headingOver is the heading a part of a document stands under.
func headingOver(part ast.Node, source []byte) string {
	for p := part.PreviousSibling(); p != nil; p = p.PreviousSibling() {
		if p.Kind() == ast.KindHeading && p.Lines().Len() > 0 {
			at := p.Lines().At(0)
			return strings.NewReplacer("`", "", "*", "").Replace(string(at.Value(source)))
		}
	}
	return "Table"
}

// scrolling lets wide tables be pushed aside, by keyboard too, so that the page
// need not.
type scrolling struct{}

func (scrolling) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	n := 0
	r.Register(tables.KindTable, func(w util.BufWriter, source []byte, table ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			n++
			_, _ = fmt.Fprintf(w, `<div class="scroll" tabindex="0" role="region" aria-label="Table %d"><table>`+"\n"+ // to memory
				`<caption class="visually-hidden">%s</caption>`+"\n", n, html.EscapeString(headingOver(table, source)))
		} else {
			_, _ = w.WriteString("</table></div>\n")
		}
		return ast.WalkContinue, nil
	})
}
