package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/drawing"
	"lengthwise/web/templates"
)

func (u *UI) printRoutes(r chi.Router) {
	r.Get("/print", u.page(u.printChoice))
	r.Get("/print/racks", u.page(u.printRacks))
	r.Get("/print/installer", u.page(u.printInstaller))
	r.Get("/print/review", u.page(u.printReview))
	r.Get("/print/title.css", u.page(u.printTitle))
}

// A paper is a size of sheets.
type paper struct {
	word, text string
	css        string // size of a page, without its direction
	// What a sheet holds inside its margins and below a heading, in tenths of a
	// millimetre.
	across, upright drawing.Paper
}

// papers are the words of ?paper=, the first where none is asked for. Margins
// are those of printTitle: 17 mm above, 15 mm below, 12 mm at the sides.
var papers = []paper{
	{"a4", "A4", "A4", drawing.Paper{W: 2730, H: 1780}, drawing.Paper{W: 1860, H: 2650}},
	{"letter", "Letter", "letter", drawing.Paper{W: 2554, H: 1839}, drawing.Paper{W: 1919, H: 2474}},
}

// paperOf is the paper of a word.
func paperOf(word string) (paper, error) {
	for _, p := range papers {
		if p.word == word || word == "" {
			return p, nil
		}
	}
	return paper{}, badRequest("paper %q is not known; the papers are a4 and letter", clip(word))
}

// prints are what can be printed, in the order it is offered.
var prints = []struct{ word, title, says string }{
	{"racks", "Rack sheets", "One rack a sheet: front and rear to scale, and its devices from the top."},
	{"installer", "Installer pack", "The cables of each pair of racks by unit, with both labels, length, part, route and boxes to tick."},
	{"review", "Review hand-out", "The verdict, findings by cause, fabrics, the order with its open decisions, the floor and the rows."},
}

// A sheaf is what all prints of a plan have in common.
type sheaf struct {
	o     *opened
	paper paper
	asked url.Values
	word  string // of prints
	doc   templates.PrintDoc
}

// newSheaf opens a plan for a print.
func (u *UI) newSheaf(r *http.Request, word string) (*sheaf, error) {
	o, err := u.open(r)
	if err != nil {
		return nil, err
	}
	asked := r.URL.Query()
	p, err := paperOf(asked.Get("paper"))
	if err != nil {
		return nil, err
	}
	s := &sheaf{o: o, paper: p, asked: asked, word: word}
	s.doc = templates.PrintDoc{
		Action: o.url + "/print/" + word, Rev: asked.Get("rev"), Back: o.to("print"), Rack: asked.Get("rack"), Row: asked.Get("row"), Group: asked.Get("group"),
		Papers: paperOptions(p.word), Plan: o.revision.Name, Revision: fmt.Sprintf("revision %d, %s, by %s", o.revision.Number, moment(o.revision.At), o.revision.Author),
		Message: sentence(o.revision.Message), CSS: o.to("print/title.css", "paper", p.word, "what", word),
	}
	for _, x := range prints {
		if x.word == word {
			s.doc.Title, s.doc.Says = x.title, x.says
		}
	}
	s.doc.Mark, s.doc.Verdict = verdictOf(o.result.OK, o.result.Summary.Warnings)
	return s, nil
}

func paperOptions(chosen string) []templates.Option {
	var out []templates.Option
	for _, p := range papers {
		out = append(out, templates.Option{Value: p.word, Text: p.text, Chosen: p.word == chosen})
	}
	return out
}

// at is the address of another part of the print.
func (s *sheaf) at(pairs ...string) string {
	q := url.Values{}
	for key, value := range s.asked {
		if key != "rev" {
			q[key] = value
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if q.Set(pairs[i], pairs[i+1]); pairs[i+1] == "" {
			q.Del(pairs[i])
		}
	}
	if s.o.older {
		q.Set("rev", s.asked.Get("rev"))
	}
	if len(q) == 0 {
		return s.doc.Action
	}
	return s.doc.Action + "?" + q.Encode()
}

// frame is what surrounds a print on the screen.
func (u *UI) printFrame(r *http.Request, s *sheaf) templates.Frame {
	return u.frame(r, "plans", s.doc.Title+" · "+s.o.revision.Name, templates.Crumb{Text: "Plans", URL: "/"},
		templates.Crumb{Text: s.o.revision.Name, URL: s.o.to("")}, templates.Crumb{Text: "Print", URL: s.o.to("print")}, templates.Crumb{Text: s.doc.Title})
}

// printChoice offers what can be printed.
func (u *UI) printChoice(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	p := templates.PrintChoicePage{Rev: r.URL.Query().Get("rev"), Papers: paperOptions("a4")}
	hall := drawing.NewHall(o.checked.Document, o.result)
	seen := map[string]bool{}
	for _, x := range hall.Places() {
		if x.Row != "" && !seen[x.Row] {
			seen[x.Row] = true
			p.Rows = append(p.Rows, x.Row)
		}
	}
	for _, g := range u.glances.of(o).groups {
		if len(p.Groups) < maxChoices {
			p.Groups = append(p.Groups, g.name)
		}
	}
	for _, x := range prints {
		p.Prints = append(p.Prints, templates.PrintChoice{
			Word: x.word, Title: x.title, Says: x.says, Action: o.url + "/print/" + x.word, Racks: x.word != "review", Groups: x.word == "installer",
		})
	}
	f, h := u.planFrame(r, o, "print", "Print", templates.Crumb{Text: "Print"})
	return write(r.Context(), w, http.StatusOK, templates.PrintChoiceView(f, h, p))
}

// printTitle is the title block of every sheet as a style sheet: browsers print
// it into the margins, which is the one place that repeats on each sheet and
// knows its number.
func (u *UI) printTitle(w http.ResponseWriter, r *http.Request) error {
	s, err := u.newSheaf(r, r.URL.Query().Get("what"))
	if err != nil {
		return err
	}
	if s.doc.Title == "" {
		return badRequest("what %q is not printed; write racks, installer or review", clip(s.word))
	}
	const box = "  @%s { content: %s; font: %s; color: black; vertical-align: %s; white-space: pre-wrap; }\n"
	var b strings.Builder
	fmt.Fprintf(&b, "@page { size: %s landscape; margin: 17mm 12mm 15mm;\n", s.paper.css)
	fmt.Fprintf(&b, box, "top-left", cssString(s.o.revision.Name+" · "+s.doc.Title), "600 10pt sans-serif", "middle")
	fmt.Fprintf(&b, box, "top-right", cssString(upperFirst(s.doc.Revision)), "9pt sans-serif", "middle")
	fmt.Fprintf(&b, box, "bottom-left", cssString("Lengthwise "+u.plans.App().Version()+" · catalog "+s.o.result.CatalogRevision), "8pt sans-serif", "middle")
	fmt.Fprintf(&b, box, "bottom-right", `"Sheet " counter(page) " of " counter(pages)`, "9pt sans-serif", "middle")
	fmt.Fprintf(&b, "}\n@page sheet-upright { size: %s portrait; }\n", s.paper.css)
	h := w.Header()
	h.Set("Content-Type", "text/css; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	_, _ = w.Write([]byte(b.String())) // the client is gone; nobody is left to tell
	return nil
}

func upperFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// cssString is a text as a string of a style sheet: what could end it or hide
// in it is written as its number.
func cssString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range strings.ToValidUTF8(text, "\uFFFD") {
		if c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == 0x7f {
			fmt.Fprintf(&b, `\%06x`, c)
			continue
		}
		b.WriteRune(c)
	}
	b.WriteByte('"')
	return b.String()
}
