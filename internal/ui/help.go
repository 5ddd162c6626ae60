package ui

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

func (u *UI) helpRoutes(r chi.Router) {
	r.Get("/help", u.page(u.help))
	r.Get("/help/findings", u.page(u.helpFindings))
	r.Get("/help/{page}", u.page(u.manual))
}

// help explains how lengths are worked out and each number of the pages.
func (u *UI) help(w http.ResponseWriter, r *http.Request) error {
	all, err := manuals()
	if err != nil {
		return err
	}
	p := templates.HelpPage{Numbers: numbers}
	for _, m := range all {
		p.Manuals = append(p.Manuals, templates.Starter{Name: m.title, URL: "/help/" + m.name, Description: manualAbout[m.name]})
	}
	return write(r.Context(), w, http.StatusOK, templates.Help(u.frame(r, "help", "Help"), p))
}

// manualAbout says what a document is for.
var manualAbout = map[string]string{
	"plan-format":    "everything a plan may say, field by field",
	"planning-rules": "how runs, parts and orders are worked out, with an example by hand",
	"fabrics":        "how links of a fabric are written and judged",
	"templates":      "plans made of a few numbers",
	"better-layout":  "which switches to move, and what the search promises",
	"glossary":       "the words, once each",
	"findings":       "every code: what it means, why it matters, the way out",
	"catalog":        "what can be bought, how sure we are, and how to add to it",
	"price-lists":    "what a list of prices and stock may look like",
}

// helpFindings explains every code there is.
func (u *UI) helpFindings(w http.ResponseWriter, r *http.Request) error {
	var p templates.CodesPage
	for _, g := range plan.Codes {
		group := templates.CodeGroup{Name: strings.ToUpper(g.Name[:1]) + g.Name[1:], ID: "about-" + g.Name}
		for _, m := range g.Codes {
			severity := plan.Severities[m.Code]
			file, section, _ := strings.Cut(m.Rule, "#")
			group.Codes = append(group.Codes, templates.CodeHelp{
				Code: string(m.Code), Mark: severityMark(severity), Word: severityWord[severity], Meaning: sentence(m.Meaning), Cause: sentence(m.Cause),
				Matters: sentence(m.Matters), Out: sentence(m.Out), RuleURL: manualURL(m.Rule),
				Rule: strings.TrimSuffix(file, ".md") + ": " + strings.ReplaceAll(section, "-", " "),
			})
		}
		p.Groups = append(p.Groups, group)
	}
	f := u.frame(r, "help", "Finding codes", templates.Crumb{Text: "Help", URL: "/help"}, templates.Crumb{Text: "Finding codes"})
	return write(r.Context(), w, http.StatusOK, templates.Codes(f, p))
}

// manual shows a document of docs.
func (u *UI) manual(w http.ResponseWriter, r *http.Request) error {
	all, err := manuals()
	if err != nil {
		return err
	}
	name := chi.URLParam(r, "page")
	for _, m := range all {
		if m.name == name {
			f := u.frame(r, "help", m.title, templates.Crumb{Text: "Help", URL: "/help"}, templates.Crumb{Text: m.title})
			return write(r.Context(), w, http.StatusOK, templates.Manual(f, m.html))
		}
	}
	return fmt.Errorf("help on %q: %w; /help lists what there is", clip(name), app.ErrNotFound)
}
