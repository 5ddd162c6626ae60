package ui

import (
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/formats"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/web/templates"
)

// export sends a file of a plan; its rows are streamed.
func (u *UI) export(w http.ResponseWriter, r *http.Request) error {
	asked, err := url.ParseQuery(strings.ReplaceAll(r.URL.RawQuery, ";", "%3B")) // ?delimiter=; as people write it
	if err != nil {
		return badRequest("the address cannot be read: %s", err)
	}
	number, err := whole("rev", asked.Get("rev"), maxRevision)
	if err != nil {
		return err
	}
	delimiter, err := csvtext.ParseDelimiter(asked.Get("delimiter"))
	if err != nil {
		return badRequest("%s", err)
	}
	since, err := whole("since", asked.Get("since"), maxRevision)
	if err != nil {
		return err
	}
	request := app.ExportRequest{
		Format: chi.URLParam(r, "format"), Incomplete: asked.Get("incomplete") == "1", By: asked.Get("by"), Since: since, Fabric: asked.Get("fabric"),
		CSV: csvtext.Options{Excel: asked.Get("excel") == "1", Raw: asked.Get("raw") == "1", Delimiter: delimiter},
	}
	if request.Format == "links.csv" {
		query, err := linkQuery(asked)
		if err != nil {
			return err
		}
		request.Links = &query
	}
	export, err := u.plans.Export(r.Context(), caller(r), chi.URLParam(r, "id"), number, request)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", export.Format.MediaType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": export.Name}))
	h.Set("Cache-Control", "no-cache")
	if err := export.Write(w); err != nil && r.Context().Err() == nil {
		u.log.ErrorContext(r.Context(), "export broke off", "format", export.Format.Name, "error", err)
	}
	return nil
}

// downloads are all files of a plan. The order of a plan that is not ok is
// offered incomplete, and says so in its name.
func (u *UI) downloads(o *opened) []templates.Download {
	var out []templates.Download
	for _, f := range u.plans.App().Formats() {
		if f.OfFabric {
			out = append(out, o.fabricFiles(f)...)
			continue
		}
		d := templates.Download{Name: f.Name, URL: o.to("export/" + f.Name), For: f.For}
		if f.NeedsOK && !o.result.OK {
			d.Name, d.URL = f.FileName(true), o.to("export/"+f.Name, "incomplete", "1")
			d.For += "; the plan is not OK, so it is not complete"
		}
		out = append(out, d)
	}
	return out
}

// shownFabricFiles is how many drawings of fabrics are offered; each stands on
// the page of its fabric too.
const shownFabricFiles = 8

// fabricFiles are the drawings of the fabrics that can be drawn.
func (o *opened) fabricFiles(f formats.Format) []templates.Download {
	var out []templates.Download
	for i := range o.result.Fabrics {
		if use := &o.result.Fabrics[i]; use.Shape != nil && len(out) < shownFabricFiles {
			out = append(out, templates.Download{Name: f.Name, URL: o.to("export/"+f.Name, "fabric", use.Name), For: "drawing: fabric " + use.Name})
		}
	}
	return out
}
