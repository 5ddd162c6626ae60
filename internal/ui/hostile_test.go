package ui_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func formRequest(address string, pairs ...string) *http.Request {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

// evil closes whatever it may stand in and then runs.
const evil = `"'></textarea></pre></svg></title><script>x()</script><img src=x onerror=x()>`

const hostilePlan = `version: 1
name: EVIL
description: EVIL
racks: [{name: R1}]
devices:
  - {name: leaf-1, type: sb7800, rack: R1, u: 20}
  - {name: leaf-2, type: sb7800, rack: R1, u: 21}
  - {name: EVIL, type: EVIL, rack: EVIL, u: 3}
links:
  - {a: "leaf-1:IB1/1", b: "leaf-2:IB1/1", label: EVIL, group: EVIL, color: EVIL, id: EVIL}
  - {a: "leaf-1:IB1/2", b: "nobody:EVIL"}
`

// Whatever stands in a plan, an address or a message is shown as text.
func TestHostileTextIsShownAsText(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var at string
	for _, short := range []string{evil, `<script>x()</script>`, `<img src=x onerror=x()>`} {
		text := strings.ReplaceAll(hostilePlan, "EVIL", `"`+strings.ReplaceAll(short, `"`, `\"`)+`"`)
		text = strings.ReplaceAll(text, `"nobody:"`, `"nobody:`)
		text = strings.ReplaceAll(text, `""}`, `"}`)
		if a := s.post(t, "/plans", "text", text); a.status == http.StatusSeeOther {
			at = a.follow()
		} else {
			a.want(http.StatusBadRequest)
			harmless(t, "a refused plan", a)
		}
	}
	if at == "" { // names like these may be refused; what is left over is not
		at = s.add(t, strings.NewReplacer("name: EVIL, type: EVIL, rack: EVIL", "name: x, type: y, rack: z", "nobody:EVIL", "nobody:p",
			", id: EVIL", "", "EVIL", `"<script>x()</script>"`).Replace(hostilePlan))
	}
	s.post(t, at+"/tags", "tags", `<script>x()</script>`).follow()
	q := url.QueryEscape(evil)
	for _, view := range []string{"", "/racks", "/links", "/cables", "/modules", "/order", "/findings", "/findings?list=1", "/document", "/history", "/manage", "/compare",
		"/links?q=" + q, "/links?device=" + q, "/links?group=" + q, "/links?sort=" + q, "/links?after=" + q, "/links/" + url.PathEscape(evil), "/links?code=" + q,
		"/cables?product=" + q, "/findings?code=" + q, "/racks?device=" + q, "/racks?rack=" + q, "?rev=" + q, "/export/" + url.PathEscape(evil), "/compare?from=" + q} {
		harmless(t, at+view, s.get(t, at+view))
		harmless(t, "part of "+at+view, s.get(t, at+view, "Hx-Request", "true", "Hx-Target", "td#"+evil))
	}
	for _, address := range []string{"/", "/?q=" + q, "/?tag=" + q, "/reach?speed=" + q, "/reach?speed=ndr&length=" + q, "/reach?speed=ndr&from=" + q, "/catalog/products?q=" + q,
		"/catalog/products?form=" + q, "/catalog/products?sort=" + q, "/catalog/products?currency=" + q, "/catalog/types?kind=" + q,
		"/catalog/reach/" + url.PathEscape(evil) + "/dac", "/catalog/reach/ndr/" + url.PathEscape(evil), "/catalog/reach/ndr/dac?shape=" + q, "/catalog/types/" + url.PathEscape(evil),
		"/catalog/products?min=" + q, "/catalog/types?q=" + q, "/catalog/products/" + url.PathEscape(evil), "/" + url.PathEscape(evil)} {
		harmless(t, address, s.get(t, address))
	}
	harmless(t, "a check", s.live(t, at, evil))
	harmless(t, "a refused save", s.post(t, at+"/document", "base", "1", "text", evil, "message", evil))
	harmless(t, "a conflict", s.post(t, at+"/document", "base", "7", "text", hostilePlan+"# "+evil, "message", `<script>x()</script>`))
	harmless(t, "a refused file", s.upload(t, "/plans", evil, evil))
}

// harmless checks that a page has no element and no attribute that runs.
func harmless(t *testing.T, what string, a *answer) {
	t.Helper()
	if a.status >= http.StatusInternalServerError {
		t.Errorf("%s: status %d", what, a.status)
	}
	if a.page == nil {
		return
	}
	for _, n := range a.all("script, img, iframe, object, embed, style") {
		if src, ok := attr(n, "src"); n.Data != "script" || !ok || !strings.HasPrefix(src, "/static/") {
			t.Errorf("%s holds a %s:\n%.2000s", what, n.Data, a.body)
		}
	}
	for _, n := range a.all("*") {
		for _, x := range n.Attr {
			if strings.HasPrefix(x.Key, "on") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(x.Val)), "javascript:") {
				t.Errorf("%s: %s has %s=%q", what, n.Data, x.Key, x.Val)
			}
		}
	}
}
