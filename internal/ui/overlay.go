package ui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/web/templates"
)

// How many rows of the overlay a page shows, of one kind and of each of all.
const (
	overlayPerPage = 100
	overlayPerKind = 25
)

// kindWord is what one row of a kind is called.
var kindWord = map[app.OverlayKind]string{
	app.OverlayProduct: "product", app.OverlaySource: "source", app.OverlayDeviceType: "device type", app.OverlayStatus: "site status",
	app.OverlayPrice: "price", app.OverlayMapping: "columns of a price list",
}

// overlayKinds are the kinds the page of the overlay lists; prices have a page
// of their own.
var overlayKinds = []struct {
	kind              app.OverlayKind
	title, about, add string
}{
	{app.OverlayProduct, "Products", "Parts of other makers, each with a source.", "Add a product"},
	{app.OverlayStatus, "Site status", "What plans choose first, and what they never choose.", "Set the status of a product"},
	{app.OverlayDeviceType, "Device types", "Switches and servers the catalog lacks, known to every plan.", "Add a device type"},
	{app.OverlaySource, "Sources", "Documents this site's own products were taken from.", "Add a source"},
	{app.OverlayMapping, "Columns of price lists", "How lists were read; those with the same headers are read so again.", ""},
}

// overlayURL is the address of a row, or of something about it.
func overlayURL(kind app.OverlayKind, view, key string) string {
	at := "/catalog/overlay/" + string(kind) + view
	if key != "" {
		at += "?" + url.Values{"key": {key}}.Encode()
	}
	return at
}

// nameOf is a row in words.
func nameOf(kind app.OverlayKind, key string) string {
	parts := strings.Split(key, "|")
	if kind != app.OverlayPrice || len(parts) != 4 {
		return key
	}
	name := parts[0]
	if parts[1] != "" {
		name += " of " + parts[1]
	}
	name += " in " + parts[2]
	if parts[3] != "" {
		name += " from " + parts[3]
	}
	return name
}

// overlay lists what the site added, all kinds or one.
func (u *UI) overlay(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	kind := app.OverlayKind(asked.Get("kind"))
	from, err := whole("from", asked.Get("from"), maxRevision)
	if err != nil {
		return err
	}
	rows, _, err := u.plans.Overlay(r.Context(), caller(r), app.OverlayQuery{Kind: kind, Text: asked.Get("q")})
	if err != nil {
		return err
	}
	p := templates.OverlayPage{Text: asked.Get("q"), Kind: string(kind)}
	for _, x := range u.plans.Trouble() {
		p.Trouble = append(p.Trouble, x.String())
	}
	for _, k := range overlayKinds {
		if kind == "" || kind == k.kind {
			of := slices.DeleteFunc(slices.Clone(rows), func(x app.OverlayRow) bool { return x.Kind != k.kind })
			part := templates.OverlayPart{ID: string(k.kind), Title: k.title, About: k.about, Add: k.add, Empty: "There is none."}
			if k.add != "" {
				part.AddURL = overlayURL(k.kind, "", "")
			}
			if p.Text != "" {
				part.Empty = "None holds these words."
			}
			u.fillPart(&part, of, kind != "", from, p.Text)
			p.Parts = append(p.Parts, part)
		}
	}
	return write(r.Context(), w, http.StatusOK, templates.Overlay(u.frame(r, "catalog", "Overlay", catalogCrumb, templates.Crumb{Text: "Overlay"}), p))
}

// fillPart puts the rows of one kind in a part: a page of them where the kind
// was asked for, else the first.
func (u *UI) fillPart(part *templates.OverlayPart, rows []app.OverlayRow, alone bool, from int, text string) {
	at := func(from int) string {
		q := url.Values{"kind": {part.ID}}
		if text != "" {
			q.Set("q", text)
		}
		if from > 0 {
			q.Set("from", strconv.Itoa(from))
		}
		return "/catalog/overlay?" + q.Encode()
	}
	most := overlayPerPage
	if !alone {
		from, most = 0, overlayPerKind
	}
	shown := rows[min(from, len(rows)):min(from+most, len(rows))]
	for _, x := range shown {
		part.Rows = append(part.Rows, overlayRow(x))
	}
	part.Said = counted(len(rows), "row")
	if len(shown) < len(rows) {
		part.Said = fmt.Sprintf("%s to %s of %s", number(from+1), number(from+len(shown)), counted(len(rows), "row"))
	}
	switch {
	case !alone && len(shown) < len(rows):
		part.AllURL = at(0)
	case len(shown) < len(rows):
		part.Pager = &templates.Pager{}
		if from > 0 {
			part.Pager.Prev = at(max(0, from-most))
		}
		if from+len(shown) < len(rows) {
			part.Pager.Next = at(from + most)
		}
	}
}

func overlayRow(x app.OverlayRow) templates.OverlayRow {
	row := templates.OverlayRow{
		Key: clip(nameOf(x.Kind, x.Key)), Changed: moment(x.Changed), Author: x.Author, EditURL: overlayURL(x.Kind, "", x.Key), HistoryURL: overlayURL(x.Kind, "/history", x.Key),
	}
	body, err := app.ReadOverlayBody(x.Kind, x.Body)
	if err != nil {
		row.What = "cannot be read: " + err.Error()
		return row
	}
	switch b := body.(type) {
	case app.ProductBody:
		row.What, row.URL = b.Cells["maker"]+": "+b.Cells["description"], partLink(x.Key).URL
	case app.SourceBody:
		row.What, row.URL = b.Cells["title"]+", "+b.Cells["publisher"], "/catalog/sources#"+url.PathEscape(x.Key)
	case app.StatusBody:
		row.What, row.URL = string(b.Status), partLink(x.Key).URL
		if b.Note != "" {
			row.What += ": " + b.Note
		}
	case app.DeviceTypeBody:
		row.What, row.URL = counted(strings.Count(b.YAML, "\n"), "line")+" of YAML", typeURL(x.Key)
	case app.MappingBody:
		row.Key, row.What = "List "+clip(x.Key), some(b.Headers)
	}
	return row
}

// kindAsked is the kind in the address.
func kindAsked(r *http.Request) (app.OverlayKind, error) {
	kind := app.OverlayKind(chi.URLParam(r, "kind"))
	if !slices.Contains(app.OverlayKinds, kind) {
		return "", fmt.Errorf("overlay of kind %q: %w", clip(string(kind)), app.ErrNotFound)
	}
	return kind, nil
}

// overlayEdit is the form of a row, or of a new one.
func (u *UI) overlayEdit(w http.ResponseWriter, r *http.Request) error {
	kind, err := kindAsked(r)
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	e := &rowEdit{kind: kind, key: asked.Get("key"), values: map[string]string{}, back: asked.Get("back")}
	from := e.key
	if like := asked.Get("like"); from == "" && like != "" {
		from = like
	}
	if from != "" {
		row, err := u.plans.OverlayRow(r.Context(), caller(r), kind, from)
		if err != nil {
			return err
		}
		body, err := app.ReadOverlayBody(kind, row.Body)
		if err != nil {
			return err
		}
		e.values = valuesOf(body)
		if e.key != "" {
			e.stand(row)
		}
	} else if kind == app.OverlayMapping {
		return fmt.Errorf("columns of a price list: %w; they are remembered when a list is loaded", app.ErrNotFound)
	}
	for _, f := range fieldsOf(kind) {
		if v := asked.Get(f.name); v != "" && e.key == "" {
			e.values[f.name] = v
		}
	}
	return u.showEdit(w, r, http.StatusOK, e)
}

// overlaySave puts a row. What is wrong stays in the form with every problem at
// its field; where somebody saved first, both versions are shown.
func (u *UI) overlaySave(w http.ResponseWriter, r *http.Request) error {
	e, err := readEdit(w, r)
	if err != nil {
		return err
	}
	body, wrong := bodyOf(e.kind, e.values)
	key := e.key
	if key == "" && e.kind == app.OverlayStatus {
		key = e.values["sku"]
	}
	row, err := u.plans.PutOverlay(r.Context(), caller(r), app.PutRequest{Key: key, Base: e.base, Body: body, Message: r.PostForm.Get("message")})
	switch invalid := (*app.Invalid)(nil); {
	case errors.As(err, &invalid):
		e.refused(invalid, wrong)
		return u.showEdit(w, r, http.StatusBadRequest, e)
	case errors.Is(err, app.ErrConflict):
		return u.conflicted(w, r, e, err)
	case err != nil:
		return err
	}
	return redirect(w, r, e.done(row.Key))
}

// overlayRemove takes a row out.
func (u *UI) overlayRemove(w http.ResponseWriter, r *http.Request) error {
	e, err := readEdit(w, r)
	if err != nil {
		return err
	}
	_, err = u.plans.RemoveOverlay(r.Context(), caller(r), e.kind, e.key, e.base, "")
	invalid := (*app.Invalid)(nil)
	refused, first := errors.As(err, &invalid), errors.Is(err, app.ErrConflict)
	if err == nil {
		return redirect(w, r, overlayURL(e.kind, "/history", e.key))
	}
	if !refused && !first {
		return err
	}
	row, rowErr := u.plans.OverlayRow(r.Context(), caller(r), e.kind, e.key)
	if rowErr != nil {
		return rowErr
	}
	if body, err := app.ReadOverlayBody(e.kind, row.Body); err == nil {
		e.values = valuesOf(body)
	}
	e.stand(row)
	status := http.StatusConflict
	if refused {
		status = http.StatusBadRequest
		e.refused(invalid, nil)
	} else {
		e.problems = []templates.FieldProblem{{Message: "It was not taken out: " + row.Author + " changed it " + moment(row.Changed) + ". Look at it below and take it out again."}}
	}
	return u.showEdit(w, r, status, e)
}

// conflicted shows what is stored now beside what was not saved; the form is
// then a change of what is stored now.
func (u *UI) conflicted(w http.ResponseWriter, r *http.Request, e *rowEdit, conflict error) error {
	key := e.key
	if key == "" {
		key = e.newKey()
	}
	row, err := u.plans.OverlayRow(r.Context(), caller(r), e.kind, key)
	c := &templates.RowConflict{Stored: "Stored now"}
	stored := map[string]string{}
	switch {
	case errors.Is(err, app.ErrNotFound) && e.base == 0: // others change the catalog all the time
		return conflict
	case errors.Is(err, app.ErrNotFound):
		c.Said, c.Stored = "The row was taken out meanwhile. Save to put it again, with your version.", "Stored now: nothing"
		e.base = 0
	case err != nil:
		return err
	default:
		body, err := app.ReadOverlayBody(e.kind, row.Body)
		if err != nil {
			return err
		}
		stored, e.base, e.key = valuesOf(body), row.Version, row.Key
		c.Said = fmt.Sprintf("%s saved version %d on %s: %s. It is kept. Change your version below until it says what you mean, then save it on top.",
			row.Author, row.Version, moment(row.Changed), row.Message)
		c.Stored = fmt.Sprintf("Stored now, version %d by %s", row.Version, row.Author)
	}
	opened, err := u.versionOf(r.Context(), r, e.kind, key, e.opened)
	if err != nil {
		return err
	}
	for _, f := range fieldsOf(e.kind, stored, e.values) {
		x := templates.ConflictRow{Label: f.label, Opened: opened[f.name], Stored: stored[f.name], Yours: e.values[f.name], Long: f.long}
		x.Theirs, x.Mine = x.Stored != x.Opened, x.Yours != x.Opened
		if x.Theirs || x.Mine {
			c.Rows = append(c.Rows, x)
		}
	}
	e.conflict = c
	return u.showEdit(w, r, http.StatusConflict, e)
}

// versionOf is what a row said at a version; nil where that is not known.
func (u *UI) versionOf(ctx context.Context, r *http.Request, kind app.OverlayKind, key string, version int) (map[string]string, error) {
	if version == 0 {
		return nil, nil
	}
	events, err := u.plans.OverlayHistory(ctx, caller(r), kind, key, 0, app.MaxList)
	if err != nil {
		return nil, err
	}
	for _, x := range events {
		if x.Version == version {
			return wordsOfBody(kind, x.After), nil
		}
	}
	return nil, nil
}
