package ui

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/pricelist"
	"lengthwise/internal/formats/table"
	"lengthwise/web/templates"
)

// The bounds of a price list sent to a page. A preview carries the list on in
// its form, packed, so that no server has to remember it.
const (
	maxPriceFile = 16 << 20
	maxPriceForm = maxPriceFile/3*4 + 1<<20
)

// How much of a list a page shows.
const (
	shownFirst   = 5
	shownProblem = 5000
	shownColumns = 40
)

// fieldWords say what a column of a price list holds.
var fieldWords = map[pricelist.Field]string{
	pricelist.SKU: "part number", pricelist.AltSKU: "other part number", pricelist.UnitPrice: "unit price", pricelist.Surcharge: "surcharge",
	pricelist.Currency: "currency", pricelist.LeadTime: "lead time with its unit", pricelist.LeadTimeDays: "lead time in days",
	pricelist.LeadTimeWeeks: "lead time in weeks", pricelist.Stock: "stock", pricelist.Supplier: "supplier", pricelist.ValidFrom: "valid from",
	pricelist.ValidTo: "valid to", pricelist.Ignored: "not read",
}

// How a column was found, as the form carries it.
const (
	howGuessed    = "recognised"
	howRemembered = "remembered"
	howNot        = "not recognised"
	howChosen     = "chosen here"
)

// previewPrices says what would become of a price list; nothing is stored.
func (u *UI) previewPrices(w http.ResponseWriter, r *http.Request) error {
	return u.takePrices(w, r, true)
}

// importPrices stores a price list. Its report is the answer: the list sent
// again changes nothing, so that a reload does no harm.
func (u *UI) importPrices(w http.ResponseWriter, r *http.Request) error {
	return u.takePrices(w, r, false)
}

func (u *UI) takePrices(w http.ResponseWriter, r *http.Request, preview bool) error {
	tooBig := (*http.MaxBytesError)(nil)
	if err := parseForm(w, r, maxPriceForm); errors.As(err, &tooBig) {
		return u.listRefused(w, r, http.StatusRequestEntityTooLarge, templates.FieldProblem{
			Label: "File", URL: "#f-file", Message: "The file is above the limit of 16 MiB. Send the list in parts."})
	} else if err != nil {
		return err
	}
	defer u.forget(r)
	name, data, err := readList(r)
	if err != nil {
		return u.listRefused(w, r, http.StatusBadRequest, templates.FieldProblem{Label: "File", URL: "#f-file", Message: sentence(err.Error())})
	}
	req := app.ImportRequest{
		Name: name, Data: data, Mapping: mappingOf(r), Supplier: strings.TrimSpace(r.PostForm.Get("supplier")),
		Currency: strings.ToUpper(strings.TrimSpace(r.PostForm.Get("currency"))), Preview: preview,
	}
	report, err := u.plans.ImportPrices(r.Context(), caller(r), req)
	if invalid := (*app.Invalid)(nil); errors.As(err, &invalid) {
		return u.listRefused(w, r, http.StatusBadRequest, listProblems(invalid)...)
	}
	if err != nil {
		return err
	}
	p := importPage(r, req, report)
	if preview {
		if p.File, err = pack(data); err != nil {
			return err
		}
	}
	f := u.frame(r, "catalog", "Price list", catalogCrumb, templates.Crumb{Text: "Prices", URL: "/catalog/prices"}, templates.Crumb{Text: "Price list"})
	return write(r.Context(), w, http.StatusOK, templates.Import(f, p))
}

// listRefused answers a price list that cannot be read with the form it came
// from.
func (u *UI) listRefused(w http.ResponseWriter, r *http.Request, status int, problems ...templates.FieldProblem) error {
	p, err := u.pricesPage(r)
	if err != nil {
		return err
	}
	p.Problems = problems
	p.Upload.Supplier, p.Upload.Currency = r.PostForm.Get("supplier"), r.PostForm.Get("currency")
	return write(r.Context(), w, status, u.pricesView(r, p))
}

// listProblems lead to the fields of the upload.
func listProblems(invalid *app.Invalid) []templates.FieldProblem {
	labels := map[string]string{"file": "File", "supplier": "Supplier", "currency": "Currency"}
	var out []templates.FieldProblem
	for _, x := range invalid.Problems.List {
		p := templates.FieldProblem{Message: sentence(x.Message)}
		switch label := labels[x.Path]; {
		case label != "":
			p.Label, p.URL = label, "#f-"+x.Path
		case x.Path == "map":
			p.Label = "Columns"
		default:
			p.Label, p.URL = "File", "#f-file"
		}
		out = append(out, p)
	}
	return out
}

// mappingOf is what a form says each header holds.
func mappingOf(r *http.Request) map[string]string {
	mapping := map[string]string{}
	for name := range r.PostForm {
		if letters, ok := strings.CutPrefix(name, "field-"); ok {
			if header := r.PostForm.Get("header-" + letters); header != "" {
				mapping[header] = r.PostForm.Get(name)
			}
		}
	}
	return mapping
}

// pack makes a list fit a form: base64 of its gzip.
func pack(data []byte) (string, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		return "", fmt.Errorf("pack price list: %w", err)
	}
	if err := z.Close(); err != nil {
		return "", fmt.Errorf("pack price list: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b.Bytes()), nil
}

// unpack undoes pack.
func unpack(text string) ([]byte, error) {
	broken := errors.New("the list did not come back whole; choose the file again")
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, broken
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, broken
	}
	data, err := io.ReadAll(io.LimitReader(z, maxPriceFile+1))
	if err != nil || len(data) > maxPriceFile {
		return nil, broken
	}
	return data, nil
}

// importPage puts a report into words and rows.
func importPage(r *http.Request, req app.ImportRequest, x *app.ImportReport) templates.ImportPage {
	p := templates.ImportPage{
		Name: clip(req.Name), Stored: !req.Preview, Supplier: req.Supplier, Currency: req.Currency, Place: placeOf(x),
		Columns: importColumns(r, x), Facts: importFacts(x),
	}
	stuck := slices.ContainsFunc(x.Bad, func(b pricelist.Problem) bool { return b.Row <= x.Table.HeaderRow })
	p.Mark, p.Sentence = importSentence(x, req.Preview, stuck)
	if n := x.New + x.Changed; !stuck && n > 0 {
		p.Load = "Load " + counted(n, "price")
	}
	for _, b := range x.Bad[:min(len(x.Bad), shownProblem)] {
		p.Bad = append(p.Bad, templates.BadRow{Sheet: b.Sheet, Row: number(b.Row), Cell: b.Cell, Value: clip(b.Value), Problem: sentence(b.Message)})
	}
	for _, b := range x.Unknown[:min(len(x.Unknown), shownProblem)] {
		row := templates.UnknownRow{Sheet: b.Sheet, Row: number(b.Row), SKU: clip(b.SKU)}
		if b.Nearest != "" {
			row.Nearest = partLink(b.Nearest)
		}
		p.Unknown = append(p.Unknown, row)
	}
	const more = "and %s more; the API names every one (POST /api/v1/catalog/prices?preview=true)"
	if n := len(x.Bad) - shownProblem; n > 0 {
		p.MoreBad = fmt.Sprintf(more, number(n))
	}
	if n := len(x.Unknown) - shownProblem; n > 0 {
		p.MoreOther = fmt.Sprintf(more, number(n))
	}
	if req.Preview {
		p.Heads, p.First = firstRows(x.Table)
	}
	return p
}

// firstRows are the first rows of a list as its author laid them out.
func firstRows(t *pricelist.Table) (heads []string, rows [][]string) {
	heads = []string{"Row"}
	shown := t.Headers[:min(len(t.Headers), shownColumns)]
	for _, h := range shown {
		heads = append(heads, strings.TrimSpace(table.Letters(int(h.Column))+" "+clip(strings.TrimSpace(h.Text))))
	}
	for _, cells := range t.Table.Rows[:min(len(t.Table.Rows), shownFirst)] {
		var row []string
		for i := range shown {
			c := t.Cell(cells, i)
			if i == 0 {
				row = append(row, number(int(c.Row)))
			}
			row = append(row, clip(c.Text))
		}
		rows = append(rows, row)
	}
	return heads, rows
}

// placeOf says which sheet and header row the list was found in.
func placeOf(x *app.ImportReport) string {
	said := "Header in row " + number(x.Table.HeaderRow)
	if x.Sheet != "" {
		said = "Sheet " + clip(x.Sheet) + ", header in row " + number(x.Table.HeaderRow)
		var others []string
		for _, s := range x.Table.Sheets {
			if s.Name != x.Sheet {
				others = append(others, clip(s.Name))
			}
		}
		if len(others) > 0 {
			said += "; not read: " + some(others)
		}
	}
	said += "; " + counted(x.Rows, "row") + " below it."
	if x.Remembered {
		said += " A list with these headers was loaded before: its columns are read the same way."
	}
	return said
}

func importFacts(x *app.ImportReport) []templates.Fact {
	facts := []templates.Fact{
		{Number: number(x.New), Words: "new"}, {Number: number(x.Changed), Words: "changed"}, {Number: number(x.Same), Words: "the same as stored"},
	}
	if x.Repeated > 0 {
		facts = append(facts, templates.Fact{Number: number(x.Repeated), Words: "repeated in the list"})
	}
	if n := len(x.Unknown); n > 0 {
		facts = append(facts, templates.Fact{Mark: "warning", Number: number(n), Words: "unknown part " + plural(n, "number"), URL: "#unknown"})
	}
	if n := len(x.Bad); n > 0 {
		facts = append(facts, templates.Fact{Mark: "error", Number: number(n), Words: plural(n, "row") + " not readable", URL: "#bad"})
	}
	return facts
}

// importSentence says what becomes of the list.
func importSentence(x *app.ImportReport, preview, stuck bool) (templates.Mark, string) {
	left := len(x.Unknown) + len(x.Bad)
	said := ""
	switch n := x.New + x.Changed; {
	case stuck:
		return "error", "The columns are not understood. Say below what each of them holds, then preview again."
	case n == 0 && left == 0:
		return "ok", "Nothing changed: every row is stored as it is."
	case n == 0 && x.Same > 0:
		said = "Nothing changed: what can be read is stored as it is."
	case n == 0:
		said = "No row of the list can be stored."
	case preview:
		said = fmt.Sprintf("%s would be stored.", counted(n, "price"))
	default:
		said = fmt.Sprintf("%s %s stored.", counted(n, "price"), verb(n, "was", "were"))
	}
	if left == 0 {
		return "ok", said
	}
	leave := verb(left, "is", "are") + " left out and named below."
	return "warning", said + " " + counted(left, "row") + " " + leave
}

// importColumns are the columns of the list, each with the field it is read as.
func importColumns(r *http.Request, x *app.ImportReport) []templates.ImportColumn {
	var out []templates.ImportColumn
	for _, c := range x.Columns {
		field, how := c.Field, howGuessed
		switch {
		case field == "":
			field, how = pricelist.Ignored, howNot
		case c.Remembered:
			how = howRemembered
		}
		col := templates.ImportColumn{Letters: c.Letters, Header: c.Header, Title: clip(c.Header), Was: string(field), How: how, Field: fieldWords[field]}
		if was := r.PostForm.Get("was-" + c.Letters); was != "" { // the form carries on how it was before anybody chose
			col.Was, col.How = was, carried(r.PostForm.Get("how-"+c.Letters))
		}
		if col.Shown = col.How; col.Was != string(field) {
			col.Shown = howChosen
		}
		if c.Currency != "" {
			col.Shown += ", in " + c.Currency
		}
		for _, f := range pricelist.Fields {
			col.Fields = append(col.Fields, templates.Option{Value: string(f), Text: fieldWords[f], Chosen: f == field})
		}
		col.Example = example(x.Table, c.Letters)
		out = append(out, col)
	}
	return out
}

// carried is how a column was found, as a form says it.
func carried(how string) string {
	if slices.Contains([]string{howGuessed, howRemembered, howNot}, how) {
		return how
	}
	return howGuessed
}

// example is the first value of a column.
func example(t *pricelist.Table, letters string) string {
	at := slices.IndexFunc(t.Headers, func(c table.Cell) bool { return table.Letters(int(c.Column)) == letters })
	if at < 0 {
		return ""
	}
	for _, row := range t.Table.Rows[:min(len(t.Table.Rows), 1000)] {
		if text := strings.TrimSpace(t.Cell(row, at).Text); text != "" {
			return clip(text)
		}
	}
	return ""
}
