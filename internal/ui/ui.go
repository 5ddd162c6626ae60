// Package ui is the pages. A handler parses the request, asks app once, builds
// the struct of a page and renders it; web/templates prints it.
//
// It promises that every view is an address that reads without script, that a
// page is rendered whole before its first byte is sent, that every error is a
// page (or the fragment htmx asked for) with its status, and that a change
// answers with a redirect; only loading a price list answers with its report,
// as the same list again changes nothing. It relies on the server for the checks that come
// before any handler: the Host header, cross-origin requests, the size of
// bodies, and security headers.
package ui

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/web/templates"
)

// Options are what the pages need beside the plans.
type Options struct {
	Asset  func(name string) string // address of a file of static: "app.css"
	OpenTo string                   // the address anyone reaches without an account; empty: none
	Log    *slog.Logger             // nil: slog.Default
}

// A UI serves the pages. It is safe for concurrent use.
type UI struct {
	plans   *app.Plans
	assets  templates.Assets
	openTo  string
	log     *slog.Logger
	glances glances

	reachForms atomic.Pointer[reachOffer] // of the last catalog seen
	pinnable   atomic.Pointer[skuList]    // of the last catalog seen
}

// New makes the pages over the plans.
func New(plans *app.Plans, opt Options) *UI {
	u := &UI{plans: plans, openTo: opt.OpenTo, log: opt.Log}
	if u.log == nil {
		u.log = slog.Default()
	}
	if opt.Asset != nil {
		u.assets = templates.Assets{
			CSS: opt.Asset("app.css"), JS: opt.Asset("app.js"), HTMX: opt.Asset("vendor/htmx-4.0.1/htmx.min.js"), Icon: opt.Asset("favicon.svg"),
			Editor: opt.Asset("vendor/codemirror-6.43.15/codemirror.min.js"),
		}
	}
	return u
}

// Routes adds the pages to a router.
func (u *UI) Routes(r chi.Router) {
	r.Get("/", u.page(u.home))
	u.accountRoutes(r)
	u.helpRoutes(r)
	r.Get("/reach", u.page(u.reach))
	r.Get("/catalog", u.page(u.catalog))
	r.Get("/catalog/reach", u.page(u.matrix))
	r.Get("/catalog/reach/{class}/{medium}", u.page(u.cell))
	r.Get("/catalog/products", u.page(u.products))
	r.Get("/catalog/products/{sku}", u.page(u.product))
	r.Get("/catalog/specifications", u.page(u.specifications))
	r.Get("/catalog/types", u.page(u.types))
	r.Get("/catalog/types/{slug}", u.page(u.deviceType))
	r.Get("/catalog/sources", u.page(u.sources))
	u.overlayRoutes(r)

	r.Get("/help/fields", u.page(u.fields))
	r.Get("/plans/new", u.page(u.newPlan))
	r.Get("/new/*", u.page(u.template))
	r.Post("/new/*", u.page(u.useTemplate))
	r.Get("/plans", to("/")) // what a form was sent to is asked for again by a reload
	r.Post("/plans", u.page(u.create))
	r.Route("/plans/{id}", func(r chi.Router) {
		u.findingsRoutes(r)
		u.racksRoutes(r)
		u.floorRoutes(r)
		r.Get("/fabrics", u.page(u.fabrics))
		u.linksRoutes(r)
		u.orderRoutes(r)
		u.printRoutes(r)
		u.documentRoutes(r)
		u.editRoutes(r)
		u.whatIfRoutes(r)
		u.betterRoutes(r)
		u.historyRoutes(r)
		r.Get("/export/{format}", u.page(u.export))
		r.Get("/manage", u.page(u.manage))
		r.Post("/copy", u.page(u.copy))
		r.Post("/rename", u.page(u.rename))
		r.Post("/tags", u.page(u.tag))
		r.Post("/delete", u.page(u.remove))
		r.Post("/undelete", u.page(u.bringBack))
	})
}

// to sends the browser to another page.
func to(address string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, address, http.StatusSeeOther) }
}

// NotFound answers an address that is no page.
func (u *UI) NotFound(w http.ResponseWriter, r *http.Request) {
	u.page(func(http.ResponseWriter, *http.Request) error {
		return fmt.Errorf("page %s: %w", clip(r.URL.Path), app.ErrNotFound)
	})(w, r)
}

// Fail answers with a page for a status another layer decided on. What is a
// sentence without a full stop, as errors are.
func (u *UI) Fail(w http.ResponseWriter, r *http.Request, status int, what string) {
	u.page(func(http.ResponseWriter, *http.Request) error { return &failure{status: status, what: what} })(w, r)
}

// A handler answers a request, or says why it cannot; what it says is then the
// answer. It writes nothing before it can no longer fail.
type handler func(w http.ResponseWriter, r *http.Request) error

func (u *UI) page(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r = preferring(r)
		if err := h(w, r); err != nil {
			u.writeError(w, r, err)
		}
	}
}

// caller is who asks.
func caller(*http.Request) app.Caller { return app.LocalUser }

// partial reports whether htmx asked for a part of a page.
func partial(r *http.Request) bool {
	return r.Header.Get("Hx-Request") == "true" && r.Header.Get("Hx-Request-Type") != "full" && r.Header.Get("Hx-History-Restore-Request") != "true"
}

// show answers with the page, or with the part of it htmx asked for.
func (u *UI) show(w http.ResponseWriter, r *http.Request, full, part templ.Component) error {
	if partial(r) {
		full = part
	}
	return write(r.Context(), w, http.StatusOK, full)
}

// write renders to memory first, so that a page is sent whole or not at all.
func write(ctx context.Context, w http.ResponseWriter, status int, page templ.Component) error {
	var b bytes.Buffer
	if err := page.Render(ctx, &b); err != nil {
		return fmt.Errorf("render page: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Cookie, HX-Request, HX-Request-Type")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the client is gone; nobody is left to tell
	return nil
}

// frame is what surrounds a page.
func (u *UI) frame(r *http.Request, section, title string, crumbs ...templates.Crumb) templates.Frame {
	here := r.URL.Path
	if r.URL.RawQuery != "" {
		here += "?" + r.URL.RawQuery
	}
	if r.Method != http.MethodGet {
		here = "/"
	}
	return templates.Frame{
		Title: title, Section: section, Theme: theme(r), KeysOff: liked(r, keysCookie, "off"), Here: here, OpenTo: u.openTo, Assets: u.assets, Crumbs: crumbs,
		Version: u.plans.App().Version(), CatalogRevision: u.plans.App().CatalogRevision(),
	}
}

// local is an address of this server, "/" where the text is not one.
func local(text string) string {
	at, err := url.Parse(text)
	if err != nil || at.IsAbs() || at.Host != "" || at.Opaque != "" || len(text) < 1 || text[0] != '/' || len(text) > 1 && (text[1] == '/' || text[1] == '\\') {
		return "/"
	}
	return at.RequestURI()
}

// redirect answers a change: the browser asks for the page that shows it.
func redirect(w http.ResponseWriter, r *http.Request, to string) error {
	if r.Header.Get("Hx-Request") == "true" {
		w.Header().Set("Hx-Redirect", to)
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
	return nil
}
