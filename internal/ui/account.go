package ui

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"lengthwise/web/templates"
)

// Cookies of what somebody likes. They are kept by the browser for a year and
// never part of a plan.
const (
	themeCookie = "theme" // light | dark; none: as the system says
	feetCookie  = "feet"  // on; none: metres alone
	keysCookie  = "keys"  // off: single letters are no commands; none: they are
	cookieAge   = 365 * 24 * 3600
)

func (u *UI) accountRoutes(r chi.Router) {
	r.Get("/theme", to("/account"))
	r.Post("/theme", u.page(u.setTheme))
	r.Get("/account", u.page(u.account))
	r.Post("/account", u.page(u.setAccount))
}

// preferring is a request whose pages are written as its browser likes them.
func preferring(r *http.Request) *http.Request {
	if !liked(r, feetCookie, "on") {
		return r
	}
	return r.WithContext(templates.WithFeet(r.Context()))
}

// liked reports whether a cookie has a value.
func liked(r *http.Request, name, value string) bool {
	c, err := r.Cookie(name)
	return err == nil && c.Value == value
}

func theme(r *http.Request) string {
	for _, value := range []string{"light", "dark"} {
		if liked(r, themeCookie, value) {
			return value
		}
	}
	return ""
}

// account is where somebody says how the pages shall be.
func (u *UI) account(w http.ResponseWriter, r *http.Request) error {
	p := templates.AccountPage{
		Themes: []templates.Option{
			{Value: "", Text: "As the system says", Chosen: theme(r) == ""},
			{Value: "light", Text: "Light", Chosen: theme(r) == "light"},
			{Value: "dark", Text: "Dark", Chosen: theme(r) == "dark"},
		},
		Feet: liked(r, feetCookie, "on"), Keys: !liked(r, keysCookie, "off"), Saved: r.URL.Query().Get("saved") == "1",
	}
	return write(r.Context(), w, http.StatusOK, templates.Account(u.frame(r, "account", "Your settings", templates.Crumb{Text: "Your settings"}), p))
}

// setAccount keeps all of it in cookies.
func (u *UI) setAccount(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	if err := keepTheme(w, r.PostForm.Get("theme")); err != nil {
		return err
	}
	keep(w, feetCookie, "on", r.PostForm.Get("feet") == "on")
	keep(w, keysCookie, "off", r.PostForm.Get("keys") != "on")
	return redirect(w, r, "/account?saved=1")
}

// setTheme keeps the theme in a cookie and goes back.
func (u *UI) setTheme(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	if err := keepTheme(w, r.PostForm.Get("theme")); err != nil {
		return err
	}
	return redirect(w, r, local(r.PostForm.Get("back")))
}

func keepTheme(w http.ResponseWriter, value string) error {
	switch value {
	case "", "light", "dark":
		keep(w, themeCookie, value, value != "")
		return nil
	}
	return badRequest("theme %q is not known; choose light, dark or the system's", clip(value))
}

// keep sets a cookie, or takes it away.
func keep(w http.ResponseWriter, name, value string, wanted bool) {
	c := &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: cookieAge, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	if !wanted {
		c.Value, c.MaxAge = "", -1
	}
	http.SetCookie(w, c)
}
