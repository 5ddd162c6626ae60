package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"lengthwise/internal/postgres"

	"github.com/jackc/pgx/v5/pgxpool"
)

func TestHomeSaysEachVerdictAndSearches(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.get(t, "/").want(http.StatusOK, "There is no plan yet")
	good, bad := s.example(t, "h100-unit"), s.example(t, "edr-habit/ndr")
	page := s.get(t, "/").want(http.StatusOK, "2 plans")
	if got := page.one(`[data-testid="plans"] tr:has(a[href="` + bad + `"])`); !strings.Contains(got, "Not OK 8 0") {
		t.Errorf("row of the failing plan: %q, want Not OK and 8 errors", got)
	}
	if got := page.one(`[data-testid="plans"] tr:has(a[href="` + good + `"])`); !strings.Contains(got, "OK 0 0 10 512 384 7.045") {
		t.Errorf("row of the plan that is ok: %q, want its numbers", got)
	}
	if n := len(page.all(`a[href="` + bad + `/findings?severity=error"]`)); n != 1 {
		t.Error("the number of errors does not lead to them")
	}
	found := s.get(t, "/?q=h100", "Hx-Request", "true").want(http.StatusOK, "1 plan", "H100 unit")
	if len(found.all("h1")) != 0 {
		t.Error("htmx was answered with a whole page")
	}
	s.get(t, "/?q=nothing+like+it").want(http.StatusOK, "No plan has that", "Show all")
	s.get(t, "/?tag=example").want(http.StatusOK, "2 plans")
}

func TestAPlanIsMadeFromAnExampleAFileOrText(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.get(t, "/plans/new").want(http.StatusOK, "h100-unit", "One unit of DGX H100", "xdr-rack", "Four DGX B300")
	at := s.post(t, "/plans", "template", "edr-habit").follow()
	s.get(t, at).want(http.StatusOK, "EDR habit", "This works: all 8 links")
	at = s.upload(t, "/plans", "mine.yaml", habit(t, s)).follow()
	s.get(t, at).want(http.StatusOK, "This does not work: 8 of 8 links fail")
	at = s.post(t, "/plans", "text", strings.ReplaceAll(habit(t, s), "\n", "\r\n")).follow()
	if got := s.get(t, at+"/export/plan.yaml").want(http.StatusOK).body; strings.Contains(got, "\r") {
		t.Errorf("the text came back with the line ends of the browser: %q", got)
	}
}

func TestWhatCannotBeReadStaysInTheForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	bad := "version: 1\nname: x\nracks: [{nam: R1}]\n"
	page := s.post(t, "/plans", "text", bad).want(http.StatusBadRequest, "line 3", "nam")
	if got := page.all("textarea")[0].FirstChild.Data; strings.TrimPrefix(got, "\n") != bad {
		t.Errorf("the text area holds %q, want what was sent", got)
	}
	s.upload(t, "/plans", "mine.yaml", bad).want(http.StatusBadRequest, "mine.yaml: ", "line 3")
	s.upload(t, "/plans", "empty.yaml", "").want(http.StatusBadRequest, "empty.yaml", "is empty")
	s.post(t, "/plans", "text", " ").want(http.StatusBadRequest, "no document")
	s.post(t, "/plans", "template", "nothing").want(http.StatusNotFound)
}

func TestAPlanIsRenamedTaggedCopiedDeletedAndBroughtBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "edr-habit")
	s.get(t, at+"/manage").want(http.StatusOK, "1 revision", "8 links")
	if to := s.post(t, at+"/rename", "base", "1", "name", "Pod A").follow(); to != at+"?done=2" {
		t.Errorf("renaming leads to %s, want %s, which offers to undo it", to, at+"?done=2")
	}
	s.get(t, at).want(http.StatusOK, "Pod A", "revision 2")
	s.post(t, at+"/rename", "base", "1", "name", "Pod B").want(http.StatusConflict, "Changed meanwhile", "renamed from", "Make it on revision 2")
	s.post(t, at+"/restore", "base", "1", "number", "1").want(http.StatusConflict, "Restore revision 1 on top of revision 2")
	s.post(t, at+"/tags", "tags", "hall 2, edr,").follow()
	s.get(t, "/?tag=hall+2").want(http.StatusOK, "Pod A")
	s.post(t, at+"/tags", "was", "", "tags", "mine").want(http.StatusConflict, "They are now: edr, hall 2", "Keep both: edr, hall 2, mine")
	copied := s.post(t, at+"/copy", "name", "Pod C").follow()
	if copied == at {
		t.Error("the copy has the address of the plan")
	}
	s.get(t, copied).want(http.StatusOK, "Pod C")
	s.post(t, at+"/delete").follow()
	if got := s.get(t, "/").want(http.StatusOK, "1 plan").one(`[data-testid="plans"] tbody`); strings.Contains(got, "Pod A") {
		t.Errorf("a deleted plan is listed: %s", got)
	}
	s.get(t, "/?deleted=1").want(http.StatusOK, "1 deleted plan", "Pod A", "Bring back")
	s.get(t, at).want(http.StatusOK, "This plan was deleted", "Bring back")
	s.post(t, at+"/undelete").follow()
	s.get(t, "/").want(http.StatusOK, "2 plans")
}

func TestTheDocumentIsCheckedSavedAndRestored(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "edr-habit/ndr")
	page := s.get(t, at+"/document").want(http.StatusOK, "Not OK", "beyond-reach, 8 times")
	if got := page.one("#gutter #L16"); got != "●16" {
		t.Errorf("line 16 is marked %q, want ●16", got)
	}
	if got := page.one("#text"); !strings.Contains(got, "EDR habit at NDR") {
		t.Errorf("the text area holds %q", got)
	}
	better := strings.Replace(habit(t, s), "length: 5m", "length: 2m", 1)
	s.post(t, at+"/document/check", "base", "1", "text", better).want(http.StatusOK, "Document", "0 errors")
	s.get(t, at).want(http.StatusOK, "revision 1,") // a check saves nothing
	if to := s.get(t, at+"/document/check").follow(); to != at+"/document" {
		t.Errorf("asking for a check again leads to %s, want the document", to)
	}

	part := s.live(t, at, better)
	if len(part.all("h1")) != 0 || len(part.all("#gutter[hx-swap-oob]")) != 1 {
		t.Error("a live check is not the part beside the editor with its gutter")
	}
	broken := s.live(t, at, "version: 1\nname: x\nlinks: [{a: b}]\nfoo: 1\n").want(http.StatusOK, "Cannot be read", "line 3", "line 4")
	if len(broken.all("#gutter #L4")) != 1 {
		t.Error("line 4 of the broken text is not marked")
	}

	refused := s.post(t, at+"/document", "base", "1", "text", "version: 1\nfoo: 2\n", "message", "oops").want(http.StatusBadRequest, "cannot be saved")
	if got, _ := attr(refused.all("#message")[0], "value"); got != "oops" {
		t.Errorf("the message of a refused save is %q, want it kept", got)
	}
	if to := s.post(t, at+"/document", "base", "1", "text", better, "message", "one metre does").follow(); to != at {
		t.Errorf("saving leads to %s, want %s", to, at)
	}
	s.get(t, at).want(http.StatusOK, "revision 2,", "one metre does")

	conflict := s.post(t, at+"/document", "base", "1", "text", habit(t, s)+"# mine\n").want(http.StatusConflict, "Not saved", "one metre does", "# mine")
	if got := conflict.one("pre.source"); !strings.Contains(got, "length: 2m") {
		t.Errorf("the other text is %q, want that of revision 2", got)
	}
	if got, _ := attr(conflict.all(`#document input[name="base"]`)[0], "value"); got != "2" {
		t.Errorf("saving after a conflict is based on %s, want 2", got)
	}

	s.get(t, at+"/history").want(http.StatusOK, "first version", "one metre does", "Compare the two")
	s.get(t, at+"/compare?from=1&to=2").want(http.StatusOK, "Revision 1 was not OK, revision 2 is", "beyond-reach")
	s.get(t, at+"?rev=1").want(http.StatusOK, "You look at revision 1", "8 errors")
	s.get(t, at+"/document?rev=1").want(http.StatusOK)
	if to := s.post(t, at+"/restore", "base", "2", "number", "1").follow(); to != at+"/history?done=3" {
		t.Errorf("restoring leads to %s, want the history", to)
	}
	s.get(t, at+"/history").want(http.StatusOK, "restored revision 1")
	s.upload(t, at+"/document", "mine.yaml", better, "base", "3", "message", "from a file").follow()
	s.get(t, at).want(http.StatusOK, "revision 4,", "from a file")
}

// live is the check the editor asks for while somebody writes.
func (s *site) live(t testing.TB, at, text string) *answer {
	t.Helper()
	r := formRequest(at+"/document/check", "text", text)
	return s.do(t, r, "Hx-Request", "true", "Hx-Request-Type", "partial")
}

func TestALinkTellsItsReasonAndItsRoute(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	list := s.get(t, at+"/links?medium=dac&sort=run&desc=1&limit=50").want(http.StatusOK, "50 of 128 links")
	href, _ := attr(list.all(`[data-testid="links"] td a[aria-controls]`)[0], "href")
	page := s.get(t, href).want(http.StatusOK, "Route and arithmetic", "Needed", "Headroom")
	if rows := page.all(`[data-testid="route"] tbody tr`); len(rows) < 6 {
		t.Errorf("the route has %d lines, want its parts and sums", len(rows))
	}
	part := s.get(t, href, "Hx-Request", "true", "Hx-Target", "td#more-0")
	if got := part.one(`button[data-close="more-0"]`); got != "Close" || len(part.all("h1")) != 0 {
		t.Errorf("a part of the table closes with %q", got)
	}
	if got, _ := attr(list.all(`th[aria-sort="descending"] a`)[0], "href"); !strings.Contains(got, "sort=run") || strings.Contains(got, "desc=1") {
		t.Errorf("choosing the column again leads to %s, want the other order", got)
	}
	if n := len(list.all(`#list input[form="filter"][name="sort"][value="run"]`)); n != 1 {
		t.Error("the list does not keep its order for the filter")
	}
	next, _ := attr(list.all(`a[rel="next"]`)[0], "href")
	s.get(t, next).want(http.StatusOK, "50 of 128 links", "Previous")
	s.get(t, at+"/links?device=leaf-1&q=dgx-01").want(http.StatusOK, "1 link")
	s.get(t, at+"/links?status=error").want(http.StatusOK, "No link is like that")
}

func TestTheOrderPutsDecisionsFirstAndIsRefusedWhileThePlanIsNotOK(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	good, bad := s.example(t, "h100-unit"), s.example(t, "edr-habit/ndr")
	page := s.get(t, good+"/order").want(http.StatusOK, "Spares of each product: 5 %, at least 1")
	if got := words(page.all(`[data-testid="order"] tbody tr`)[0]); !strings.HasPrefix(got, "verify part number qm9700") {
		t.Errorf("the first row is %q, want the one to decide on", got)
	}
	file := s.get(t, good+"/export/order.csv").want(http.StatusOK)
	if got := file.header.Get("Content-Disposition"); got != "attachment; filename=order.csv" {
		t.Errorf("Content-Disposition is %q", got)
	}
	if !strings.HasPrefix(file.body, "attention,product,sku,") {
		t.Errorf("order.csv begins with %.60q", file.body)
	}
	s.get(t, bad+"/order").want(http.StatusOK, "No order yet", "no part: 2 links", "order-INCOMPLETE.csv")
	s.get(t, bad+"/export/order.csv").want(http.StatusConflict, "The order is refused", "8 errors")
	file = s.get(t, bad+"/export/order.csv?incomplete=1&delimiter=;&excel=1").want(http.StatusOK)
	if got := file.header.Get("Content-Disposition"); got != "attachment; filename=order-INCOMPLETE.csv" {
		t.Errorf("Content-Disposition is %q, want it to say what the order is", got)
	}
	if !strings.HasPrefix(file.body, "\uFEFFattention;product;") {
		t.Errorf("a table for a spreadsheet begins with %.40q", file.body)
	}
}

func TestReachAnswersAndSaysWhatIsWrongWithTheQuestion(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.get(t, "/reach").want(http.StatusOK)
	s.get(t, "/reach?speed=ndr&length=3m").want(http.StatusOK, "Yes: 3 m at NDR by DAC", "MCP7Y00-N003")
	s.get(t, "/reach?speed=ndr&length=4m&medium=dac").want(http.StatusOK, "No: nothing that is still sold")
	s.get(t, "/reach?speed=ndr&length=2m&from=qm9700&to=hgx-8gpu-osfp").want(http.StatusOK, "MCP7Y00-N002")
	s.get(t, "/reach?speed=ndr&length=3").want(http.StatusBadRequest, "has no unit", "Check")
	s.get(t, "/reach?speed=ndr&length=-3m").want(http.StatusBadRequest)
	s.get(t, "/reach?speed=nddr&length=3m").want(http.StatusNotFound, "did you mean ndr?")
	s.get(t, "/reach?speed=ndr&medium=string").want(http.StatusBadRequest, "dac, acc, aec")
	part := s.get(t, "/reach?speed=ndr&length=3", "Hx-Request", "true").want(http.StatusBadRequest, "has no unit")
	if len(part.all("h1")) != 0 {
		t.Error("htmx was answered with a whole page")
	}
}

func TestErrorsArePagesWithTheirStatus(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "edr-habit")
	tests := []struct {
		address string
		status  int
		says    string
	}{
		{"/nothing", 404, "Page /nothing: not found"},
		{"/plans/zzzzzzzzzzzzzzzz", 404, "not found"},
		{"/plans/..%2f..%2fetc", 404, "not found"},
		{at + "?rev=9", 404, "revision 9"},
		{at + "?rev=x", 400, `Rev "x" is not a number`},
		{at + "/links/l-nothing", 404, "list the links"},
		{at + "/links?status=bad", 400, "ok, error, warning"},
		{at + "/links?sort=colour", 400, "sort"},
		{at + "/links?limit=5000", 400, "Limit"},
		{at + "/links?min=3", 400, "has no unit"},
		{at + "/links?after=garbage", 400, "cursor cannot be read"},
		{at + "/cables?medium=string", 400, "dac"},
		{at + "/findings?severity=fatal", 400, "error, warning"},
		{at + "/findings?from=-1", 400, "From"},
		{at + "/compare?from=1&to=7", 404, "revision 7"},
		{at + "/export/order.doc", 404, "order.csv"},
		{at + "/export/bom.csv?delimiter=x", 400, "Delimiter"},
		{at + "/history?before=-2", 400, "Before"},
		{"/?after=garbage", 400, "cursor"},
		{"/catalog/products/NOPE-1", 404, "Part"},
		{"/catalog/types/nope", 404, "Device type"},
		{"/catalog/products?medium=string", 400, "transceiver"},
		{"/catalog/products?form=osfpp", 400, "Form factor"},
		{"/catalog/products?status=bad", 400, "preferred, allowed, forbidden"},
		{"/catalog/products?sort=colour", 400, "part, length, price"},
		{"/catalog/products?currency=USD", 400, "there is none"},
		{"/catalog/types?kind=toaster", 400, "ib-switch"},
		{"/catalog/types/qm970", 404, "did you mean qm9700?"},
		{"/catalog/reach/ndrr/dac", 404, "did you mean ndr?"},
		{"/catalog/reach/ndr/string", 404, "dac, acc, aec"},
		{"/catalog/reach/ndr/dac?shape=1:3", 404, "Shape"},
	}
	for _, tt := range tests {
		page := s.get(t, tt.address).want(tt.status, tt.says)
		for _, fault := range faults(page) {
			t.Errorf("%s: %s", tt.address, fault)
		}
		part := s.get(t, tt.address, "Hx-Request", "true", "Hx-Request-Type", "partial").want(tt.status, tt.says)
		if len(part.all("h1")) != 0 {
			t.Errorf("%s: htmx was answered with a whole page", tt.address)
		}
	}
	s.post(t, at+"/restore", "base", "1").want(http.StatusBadRequest, "no revision")
	s.post(t, at+"/rename", "base", "1", "name", "").want(http.StatusBadRequest)
	s.post(t, at+"/tags", "tags", strings.Repeat("x", 100)).want(http.StatusBadRequest)
	s.post(t, at+"/tags", "tags", strings.Repeat("x", 80<<10)).want(http.StatusRequestEntityTooLarge, "65536")
	s.post(t, at+"/document", "base", "1", "text", habit(t, s), "message", strings.Repeat("x", 600)).want(http.StatusBadRequest, "limit is 500")
}

// Pages say that the database is away, and when to come back; what needs none
// goes on.
func TestTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	pool, err := pgxpool.New(t.Context(), "postgres://nobody@127.0.0.1:1/none?connect_timeout=1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s := siteOver(t, postgres.New(pool))
	for _, address := range []string{"/", "/plans/abc", "/plans/abc/links"} {
		page := s.get(t, address).want(http.StatusServiceUnavailable, "The database is away")
		if page.header.Get("Retry-After") == "" {
			t.Errorf("%s does not say when to come back", address)
		}
	}
	s.get(t, "/reach?speed=ndr&length=3m").want(http.StatusOK, "Yes")
	s.get(t, "/catalog/reach").want(http.StatusOK, "MCP4Y10-N002")
	s.get(t, "/catalog/products/MCP4Y10-N002").want(http.StatusOK, "2 m", "The database is away")
}

func TestTheThemeIsKeptInACookieAndGoesBackHere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.post(t, "/theme", "theme", "dark", "back", "/catalog?x=1")
	if to := a.follow(); to != "/catalog?x=1" {
		t.Errorf("goes back to %s", to)
	}
	cookie := a.header.Get("Set-Cookie")
	if !strings.HasPrefix(cookie, "theme=dark;") {
		t.Errorf("cookie is %q", cookie)
	}
	if got := len(s.get(t, "/catalog", "Cookie", "theme=dark").all(`html[data-theme="dark"]`)); got != 1 {
		t.Error("the page is not dark")
	}
	if got := len(s.get(t, "/catalog", "Cookie", `theme="><script>`).all(`html[data-theme]`)); got != 0 {
		t.Error("an unknown theme is printed")
	}
	for _, back := range []string{"https://evil.example/", "//evil.example/", `/\evil.example`, "javascript:alert(1)", ""} {
		if to := s.post(t, "/theme", "theme", "light", "back", back).follow(); to != "/" {
			t.Errorf("goes back to %q for %q, want /", to, back)
		}
	}
	s.post(t, "/theme", "theme", "pink").want(http.StatusBadRequest)
}
