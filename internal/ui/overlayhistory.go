package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/netboxtype"
	"lengthwise/web/templates"
)

// changesPerPage is how many changes of the overlay a page lists.
const changesPerPage = 50

// shownLines is how many lines of a changed text a history shows.
const shownLines = 12

// wordsOfBody is what a stored body says, by field; nil: there is none, or it
// cannot be read.
func wordsOfBody(kind app.OverlayKind, text []byte) map[string]string {
	if len(text) == 0 || string(text) == "null" {
		return nil
	}
	body, err := app.ReadOverlayBody(kind, text)
	if err != nil {
		return nil
	}
	return valuesOf(body)
}

// allHistory lists changes of all rows, or of those of a kind.
func (u *UI) allHistory(w http.ResponseWriter, r *http.Request) error {
	kind := app.OverlayKind(r.URL.Query().Get("kind"))
	p := templates.OverlayHistoryPage{Title: "History of the overlay", ListURL: "/catalog/overlay", Whole: true, Empty: "Nothing was ever changed."}
	if kind == app.OverlayPrice {
		p.Title, p.ListURL = "History of prices", "/catalog/prices"
	}
	return u.showHistory(w, r, p, kind, "")
}

// rowHistory lists the changes of one row.
func (u *UI) rowHistory(w http.ResponseWriter, r *http.Request) error {
	kind, err := kindAsked(r)
	if err != nil {
		return err
	}
	key := r.URL.Query().Get("key")
	if key == "" {
		return badRequest("the address names no row; choose one of the list")
	}
	p := templates.OverlayHistoryPage{Title: "History of " + kindWord[kind] + " " + clip(nameOf(kind, key)), ListURL: "/catalog/overlay", Empty: "There never was such a row."}
	if kind == app.OverlayPrice {
		p.ListURL = "/catalog/prices"
	}
	return u.showHistory(w, r, p, kind, key)
}

func (u *UI) showHistory(w http.ResponseWriter, r *http.Request, p templates.OverlayHistoryPage, kind app.OverlayKind, key string) error {
	before, err := strconv.ParseInt("0"+r.URL.Query().Get("before"), 10, 64)
	if err != nil {
		return badRequest("before %q is no id of a change", clip(r.URL.Query().Get("before")))
	}
	events, err := u.plans.OverlayHistory(r.Context(), caller(r), kind, key, before, changesPerPage)
	if err != nil {
		return err
	}
	rows, _, err := u.plans.Overlay(r.Context(), caller(r), app.OverlayQuery{Kind: kind})
	if err != nil {
		return err
	}
	type name struct {
		kind app.OverlayKind
		key  string
	}
	versions := map[name]int{}
	for _, x := range rows {
		versions[name{x.Kind, x.Key}] = x.Version
	}
	for _, x := range events {
		p.Rows = append(p.Rows, overlayEvent(x, versions[name{x.Kind, x.Key}]))
	}
	if n := len(events); key != "" && n > 0 && versions[name{kind, events[0].Key}] > 0 {
		p.EditURL = overlayURL(kind, "", events[0].Key)
	}
	if n := len(events); n == changesPerPage {
		q := r.URL.Query()
		q.Set("before", strconv.FormatInt(events[n-1].ID, 10))
		p.Older = r.URL.Path + "?" + q.Encode()
	}
	list := templates.Crumb{Text: "Overlay", URL: "/catalog/overlay"}
	if p.ListURL != list.URL {
		list = templates.Crumb{Text: "Prices", URL: p.ListURL}
	}
	f := u.frame(r, "catalog", p.Title, catalogCrumb, list, templates.Crumb{Text: "History"})
	return write(r.Context(), w, http.StatusOK, templates.OverlayHistory(f, p))
}

// overlayEvent is a change in words. Stands is the version of its row now; 0:
// there is none.
func overlayEvent(x app.OverlayEvent, stands int) templates.OverlayEvent {
	row := templates.OverlayEvent{
		When: moment(x.At), Author: x.Author, Message: x.Message, Kind: kindWord[x.Kind], Key: clip(nameOf(x.Kind, x.Key)), KeyURL: overlayURL(x.Kind, "/history", x.Key),
		Action: overlayURL(x.Kind, "/restore", ""), ID: strconv.FormatInt(x.ID, 10), Base: strconv.Itoa(stands), RowKey: x.Key,
	}
	before, after := wordsOfBody(x.Kind, x.Before), wordsOfBody(x.Kind, x.After)
	switch {
	case len(x.Before) == 0 || string(x.Before) == "null":
		row.What = append([]string{"added"}, differences(x.Kind, nil, after)...)
	case len(x.After) == 0 || string(x.After) == "null":
		row.What = []string{"taken out"}
		if stands == 0 {
			row.Restore = "Bring back"
		}
	default:
		row.What = differences(x.Kind, before, after)
	}
	if row.Restore == "" && x.Version != stands && row.What[0] != "taken out" {
		row.Restore = "Put back as of here"
	}
	if x.Kind == app.OverlayMapping { // those are written by loading a list
		row.Restore = ""
	}
	return row
}

// differences says what changed from one body to another, field by field.
func differences(kind app.OverlayKind, before, after map[string]string) []string {
	var out []string
	for _, f := range fieldsOf(kind, before, after) {
		a, b := before[f.name], after[f.name]
		switch {
		case a == b:
		case f.long && before != nil:
			out = append(out, lineDifferences(a, b)...)
		case f.long:
			out = append(out, counted(strings.Count(b, "\n"), "line"))
		case a == "":
			out = append(out, f.label+": "+clip(b))
		case b == "":
			out = append(out, f.label+": "+clip(a)+" taken out")
		default:
			out = append(out, f.label+": "+clip(a)+" → "+clip(b))
		}
	}
	if len(out) == 0 && before != nil {
		out = []string{"the same, written otherwise"}
	}
	return out
}

// lineDifferences are the lines that one text has and the other has not.
func lineDifferences(before, after string) []string {
	count := map[string]int{}
	for line := range strings.Lines(after) {
		count[line]++
	}
	var out []string
	for line := range strings.Lines(before) {
		if count[line]--; count[line] < 0 {
			out = append(out, "− "+clip(strings.TrimSpace(line)))
		}
	}
	for line := range strings.Lines(before) {
		count[line] = max(count[line], 0)
	}
	for line := range strings.Lines(after) {
		if count[line] > 0 {
			count[line]--
			out = append(out, "+ "+clip(strings.TrimSpace(line)))
		}
	}
	if n := len(out) - shownLines; n > 0 {
		out = append(out[:shownLines:shownLines], "and "+counted(n, "more line"))
	}
	return out
}

// overlayRestore puts a row back as a change of the past left it, or as it was
// before it was taken out.
func (u *UI) overlayRestore(w http.ResponseWriter, r *http.Request) error {
	e, err := readEdit(w, r)
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(r.PostForm.Get("event"), 10, 64)
	if err != nil || id < 1 || e.key == "" {
		return badRequest("the form names no change; choose one of the history")
	}
	events, err := u.plans.OverlayHistory(r.Context(), caller(r), e.kind, e.key, id+1, 1)
	if err != nil {
		return err
	}
	if len(events) == 0 || events[0].ID != id {
		return fmt.Errorf("change %d of %s: %w", id, clip(e.key), app.ErrNotFound)
	}
	text := events[0].After
	if len(text) == 0 || string(text) == "null" {
		text = events[0].Before
	}
	body, err := app.ReadOverlayBody(e.kind, text)
	if err != nil {
		return err
	}
	message := "put back as of " + moment(events[0].At)
	if _, err := u.plans.PutOverlay(r.Context(), caller(r), app.PutRequest{Key: e.key, Base: e.base, Body: body, Message: message}); err != nil {
		return err
	}
	return redirect(w, r, overlayURL(e.kind, "", "")+"?"+url.Values{"key": {e.key}}.Encode())
}

// typeReport says what became of each field of a device type's file.
func typeReport(x *app.ImportedType) *templates.TypeReport {
	r := x.Report
	out := &templates.TypeReport{Said: fmt.Sprintf("%s taken over, %s guessed, %s left out. Check what was guessed in the form below, then save.",
		counted(len(r.Mapped), "field"), number(len(r.Guessed)), number(len(r.Ignored)))}
	for _, part := range []struct {
		title string
		notes []netboxtype.Note
	}{{"Guessed: to be checked", r.Guessed}, {"Taken over", r.Mapped}, {"Left out", r.Ignored}} {
		if len(part.notes) == 0 {
			continue
		}
		p := templates.TypeReportPart{Title: part.title + " (" + number(len(part.notes)) + ")"}
		for _, n := range part.notes {
			row := templates.TypeReportRow{Field: n.Field, Value: n.Value, Became: n.Became, Why: n.Why}
			if n.Line > 0 {
				row.Line = number(n.Line)
			}
			p.Rows = append(p.Rows, row)
		}
		out.Parts = append(out.Parts, p)
	}
	return out
}
