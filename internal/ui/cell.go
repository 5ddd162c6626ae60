package ui

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// cell is the page of a cell: the parts and sources behind its figures.
func (u *UI) cell(w http.ResponseWriter, r *http.Request) error {
	s, err := u.shop(r)
	if err != nil {
		return err
	}
	c, err := s.CellPage(chi.URLParam(r, "class"), chi.URLParam(r, "medium"), r.URL.Query().Get("shape"))
	if err != nil {
		return err
	}
	p := templates.CellPage{Title: cellTitle(&c.Cell), Price: s.priceHead()}
	p.Mark, p.Verdict = cellVerdict(&c.Cell)
	p.Reason = s.cellReason(&c.Cell)
	p.Shapes = shapeTabs(c)
	p.Figures = s.figures(&c.Cell)
	p.Between = betweenRows(c.Between)
	for _, l := range c.Limits {
		p.Limits = append(p.Limits, s.limitRow(l))
	}
	p.Rows = s.cellRows(&c.Cell)
	p.Evidence = evidenceKey(c.Reach.Products)
	if len(p.Rows) > 0 {
		q := url.Values{"medium": {string(c.Medium)}, "generation": {c.Class}}
		if c.Shape != "" {
			q.Set("shape", c.Shape)
		}
		p.Products = "/catalog/products?" + q.Encode()
	}
	for _, x := range c.Specs {
		p.Specs = append(p.Specs, s.specRow(x))
	}
	for i := range c.Others {
		o := &c.Others[i]
		_, words := cellVerdict(o)
		p.Others = append(p.Others, templates.Door{Text: mediumWord[string(o.Medium)], URL: cellURL(o.Class, o.Medium, ""), For: words})
	}
	p.Sources = s.sources(cited(&c.Cell))
	crumb := templates.Crumb{Text: strings.TrimSpace(classWord(c.Class) + " " + mediumWord[string(c.Medium)] + " " + c.Shape)}
	f := u.frame(r, "catalog", p.Title, catalogCrumb, matrixCrumb, crumb)
	return write(r.Context(), w, http.StatusOK, templates.Cell(f, p))
}

// mediumPhrase is a medium with its article.
var mediumPhrase = map[catalog.Medium][2]string{
	catalog.DAC: {"a", "DAC"}, catalog.ACC: {"an", "ACC"}, catalog.AEC: {"an", "AEC"}, catalog.AOC: {"an", "AOC"},
	catalog.Transceiver: {"a", "transceiver"}, catalog.FibreCord: {"a", "fibre cord"}, catalog.TwistedPair: {"a", "twisted-pair cord"},
}

// cellTitle is the question a cell answers.
func cellTitle(c *app.Cell) string {
	words := mediumPhrase[c.Medium]
	what := words[0] + " " + words[1]
	switch c.Shape {
	case "":
	case app.Splitter:
		what += " splitter"
	default:
		what = "a " + c.Shape + " " + words[1]
	}
	return "How far does " + what + " go at " + classWord(c.Class) + "?"
}

// cellVerdict answers it in a sentence.
func cellVerdict(c *app.Cell) (templates.Mark, string) {
	today, ever, all := c.Reach.AutoNow.Length, c.Reach.Auto.Length, c.Reach.Ever.Length
	spec := ""
	if l := c.SpecReach(); l > 0 {
		spec = far(l) + " by cords to specification"
	}
	and := ""
	switch {
	case ever > today && all > ever:
		and = "; " + far(ever) + " was sold, " + far(all) + " has to be pinned"
	case ever > today:
		and = "; " + far(ever) + " was sold, and is no longer"
	case all > ever:
		and = "; " + far(all) + " has to be pinned"
	}
	switch {
	case today > 0:
		if spec != "" {
			and += "; " + spec
		}
		return "ok", far(today) + " can be ordered today" + and + "."
	case spec != "":
		return "ok", "Up to " + spec + and + "."
	case len(c.Reach.Products) > 0 && all == 0:
		return "unknown", "There are parts, but how far they go is not published."
	case and != "":
		return "warning", "Nothing can be ordered today" + and + "."
	case nonexistent(c) != nil:
		return "error", "It does not exist."
	}
	return "neutral", "The catalog knows of none."
}

// cellReason says why nothing can be ordered, or that nobody says.
func (s *shop) cellReason(c *app.Cell) string {
	if no := nonexistent(c); no != nil {
		return sentence(no.Note) + " Source: " + s.sourceWords(no.Sources) + "; " + no.Locator + "."
	}
	if c.Empty() {
		return "No product of the catalog is of this kind, and no source it has says that there can be none. One of another maker can be added in the overlay."
	}
	return ""
}

// sourceWords are titles of sources with their publishers.
func (s *shop) sourceWords(keys []string) string {
	var words []string
	for _, x := range s.Sources(keys) {
		words = append(words, x.Label()+" ("+x.Publisher+")")
	}
	return strings.Join(words, ", ")
}

// shapeTabs lead to the shapes the medium has in the class.
func shapeTabs(c *app.CellPage) []templates.Tab {
	var tabs []templates.Tab
	for _, x := range c.Shapes {
		if x.Shape == "1:1" && c.Shape != x.Shape {
			continue // it is what straight is
		}
		t := templates.Tab{Text: x.Shape, URL: cellURL(c.Class, c.Medium, x.Shape), Count: number(x.Parts), Current: c.Shape == x.Shape}
		if x.Shape == "" {
			t.Text = "any shape"
		}
		tabs = append(tabs, t)
	}
	return tabs
}

// figures are the cell's figures with all that each rests on. One that is no
// longer than the one before says so.
func (s *shop) figures(c *app.Cell) []templates.FigureRow {
	if len(c.Reach.Products) == 0 {
		return nil
	}
	var out []templates.FigureRow
	before := units.Length(-1)
	for _, x := range []struct {
		name, means string
		figure      catalog.Figure
	}{
		{"Orderable today", "chosen automatically and still sold by its maker", c.Reach.AutoNow},
		{"Ever sold", "with parts no longer sold, which a plan has to allow", c.Reach.Auto},
		{"By pin", "with parts that a plan has to pin by number", c.Reach.Ever},
	} {
		row := templates.FigureRow{Name: x.name, Means: x.means}
		switch l := x.figure.Length; {
		case l > before && l > 0:
			row.Length, row.Parts, row.Sources = far(l), parts(x.figure.SKUs), s.sources(x.figure.Sources)
		case l > 0:
			row.Length = "the same"
		default:
			row.Length = "none"
		}
		before = max(before, x.figure.Length)
		out = append(out, row)
	}
	return out
}

func betweenRows(all []app.CellPart) []templates.BetweenRow {
	decimals := columnOf()
	for _, x := range all {
		decimals = max(decimals, columnOf(x.Reach.AutoNow.Length, x.Reach.Auto.Length, x.Reach.Ever.Length))
	}
	var out []templates.BetweenRow
	for _, x := range all {
		row := templates.BetweenRow{
			Joins: joins(x.A, x.B, x.Shape), Today: lengthCell(decimals, x.Reach.AutoNow.Length),
		}
		if x.Reach.Auto.Length > x.Reach.AutoNow.Length {
			row.Ever = lengthCell(decimals, x.Reach.Auto.Length)
		}
		if x.Reach.Ever.Length > x.Reach.Auto.Length {
			row.Pinned = lengthCell(decimals, x.Reach.Ever.Length)
		}
		best := x.Reach.AutoNow
		for _, f := range []catalog.Figure{x.Reach.Auto, x.Reach.Ever} {
			if best.Length == 0 {
				best = f
			}
		}
		row.Parts, row.More = partLinks(best.SKUs)
		out = append(out, row)
	}
	return out
}

func (s *shop) limitRow(l *catalog.MediaLimit) templates.LimitRow {
	row := templates.LimitRow{
		Limit: far(l.Limit), Shape: l.Shape, Head: l.Head, Note: l.Note, Sources: s.sources(l.Sources), Locator: l.Locator,
		Evidence: s.evidenceOf(l.Sources),
	}
	if l.Limit == 0 {
		row.Limit = "does not exist"
	}
	if l.Shape == "" {
		row.Shape = "any"
	}
	if l.Head == "" {
		row.Head = "any"
	}
	return row
}

// cellRows are the products of a cell, longest first.
func (s *shop) cellRows(c *app.Cell) []templates.CellRow {
	all := slices.Clone(c.Reach.Products)
	slices.SortStableFunc(all, func(x, y *catalog.Product) int { return int(min(1, max(-1, y.Span()-x.Span()))) })
	decimals := columnOf()
	for _, x := range all {
		decimals = max(decimals, columnOf(x.Span()))
	}
	var out []templates.CellRow
	for _, x := range all {
		row := templates.CellRow{
			Part: partLink(x.SKU), Length: lengthCell(decimals, x.Span()), Ends: endsOf(x), Counts: s.countsWord(x), Lifecycle: string(x.Lifecycle),
			Evidence: string(x.Evidence), Locator: x.Locator, Sources: s.sources(x.Sources), Price: s.landed(x.SKU),
		}
		if x.Span() == 0 {
			row.Length = "not known"
		}
		out = append(out, row)
	}
	return out
}

// evidenceKey explains the evidence of products.
func evidenceKey(all []*catalog.Product) []templates.Pair {
	var out []templates.Pair
	for _, e := range evidences {
		if slices.ContainsFunc(all, func(x *catalog.Product) bool { return x.Evidence == e }) {
			name, means, _ := strings.Cut(evidenceWords[e], ": ")
			out = append(out, templates.Pair{Name: name, Value: means})
		}
	}
	return out
}

// countsWord says which figures of a cell a product counts in.
func (s *shop) countsWord(x *catalog.Product) string {
	words := "only by pin"
	switch {
	case x.Automatic && x.Lifecycle != catalog.Retired:
		words = "today"
	case x.Automatic:
		words = "ever: retired"
	}
	switch s.cat.StatusOf(x.SKU) {
	case catalog.Forbidden:
		words += "; forbidden here"
	case catalog.Preferred:
		words += "; preferred here"
	case catalog.Allowed:
	}
	return words
}

// cited are the keys of all sources of a cell, each once.
func cited(c *app.Cell) []string {
	keys := c.Reach.Sources()
	add := func(more []string) {
		for _, k := range more {
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	for _, l := range c.Limits {
		add(l.Sources)
	}
	for _, x := range c.Specs {
		add(x.Sources)
	}
	return keys
}
