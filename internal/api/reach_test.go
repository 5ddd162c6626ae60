package api_test

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/api"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/generationscsv"
	"lengthwise/internal/formats/generationsjson"
)

// Between two ends everything is told: ways, watts, what the words mean, notes.
func TestReachTellsEveryWay(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	var got api.Reach
	c.ask(http.MethodGet, "/reach?from=qm9700:IB1/1/1&to=dgx-h100:OSFP1P1&length=2m", "").into(t, &got)
	if !slices.Equal(got.Speeds, []string{"ndr", "ndr200"}) || !slices.Equal(got.Media, []string{"optical"}) || got.Currency != nil {
		t.Errorf("speeds %v, media %v, currency %v; want ndr and ndr200, optical, none", got.Speeds, got.Media, got.Currency)
	}
	at := slices.IndexFunc(got.Offers, func(o api.Offer) bool { return o.Medium == "acc" })
	if o := got.Offers[at]; o.Verdict != "pinned" || o.Best == nil || o.Best.PowerW == nil || o.Best.PowerW.String() != "3" || o.Best.Why != "980-9I601-00N003 is never chosen without a pin" {
		t.Errorf("active copper: %+v, want 3 W, to be pinned", o)
	}
	at = slices.IndexFunc(got.Offers, func(o api.Offer) bool { return o.Medium == "optical" })
	if o := got.Offers[at]; o.Verdict != "yes" || o.Best == nil || !slices.Equal(o.Best.Parts, []string{"MMA4Z00-NS", "980-9I51A-00NS00", "MFP7E10-N003"}) || o.Best.PowerW.String() != "34" {
		t.Errorf("optics: %+v, want two transceivers and a cord of 34 W", o)
	}
	for _, o := range got.Offers {
		for _, w := range o.Ways {
			for _, id := range w.Parts {
				i := slices.IndexFunc(got.Parts, func(p api.ReachPart) bool { return p.ID == id })
				if i < 0 || got.Parts[i].LifecycleMeans == "" || got.Parts[i].EvidenceMeans == "" || len(got.Parts[i].Sources) == 0 {
					t.Errorf("%s is not told in words with its sources", id)
				}
			}
		}
	}
	c.ask(http.MethodGet, "/reach?from=q3400-ra&to=hgx-8gpu-osfp:ib1", "").into(t, &got)
	if len(got.Offers) != 0 || len(got.Notes) != 2 || !strings.Contains(got.Notes[1].Text, "not supported") || len(got.Notes[1].Sources) == 0 {
		t.Errorf("XDR to NDR: %d offers and the notes %+v, want none, and why", len(got.Offers), got.Notes)
	}
}

// In a plan the run between two ports decides.
func TestReachInAPlan(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	id := c.create(fine).ID
	var links struct {
		Links []struct {
			ID   string
			A, B struct{ Device, Port string }
		}
		Total int
		Next  *string
	}
	a := c.ask(http.MethodGet, "/plans/"+id+"/links?limit=1", "")
	if err := json.Unmarshal(a.body, &links); err != nil || len(links.Links) != 1 {
		t.Fatalf("links: %v\n%.500s", err, a.body)
	}
	l := links.Links[0]
	path := "/plans/" + id + "/reach?from=" + l.A.Device + ":" + l.A.Port + "&to=" + l.B.Device + ":" + l.B.Port
	var got api.PlanReach
	answer := c.ask(http.MethodGet, path, "")
	answer.into(t, &got)
	if got.Run == nil || got.Run.Link == nil || *got.Run.Link != l.ID || got.Run.RunMM == nil || *got.Run.RequiredCopperMM <= *got.Run.RunMM || len(got.Run.Route) == 0 {
		t.Errorf("the run is %+v, want that of link %s with its route and slack", got.Run, l.ID)
	}
	if answer.header.Get("Plan-Revision") != "1" {
		t.Errorf("the answer is of revision %q, want 1", answer.header.Get("Plan-Revision"))
	}
	sum := int64(0)
	for _, s := range got.Run.Route {
		sum += s.LengthMM
	}
	if sum != *got.Run.RunMM {
		t.Errorf("the segments make %d mm, the run is %d mm", sum, *got.Run.RunMM)
	}
	for _, tt := range []struct {
		query  string
		status int
		holds  string
	}{
		{path + "&length=3m", 400, "query.length"},
		{"/plans/" + id + "/reach?from=" + l.A.Device + "x:y&to=qm9700", 400, "did you mean " + l.A.Device},
		{"/plans/" + id + "/reach?from=qm9700", 400, "query.speed"},
		{"/plans/none/reach?from=qm9700&to=qm9700", 404, "none"},
		{"/plans/" + id + "/reach?from=qm9700&to=qm9700&length=2m&revision=1", 200, "MCP4Y10-N002"},
		{"/plans/" + id + "/reach?from=qm9700&to=qm9700&revision=7", 404, "revision 7"},
	} {
		if a := c.ask(http.MethodGet, tt.query, ""); a.status != tt.status || !strings.Contains(string(a.body), tt.holds) {
			t.Errorf("GET %s = %d %.300s, want %d with %q", tt.query, a.status, a.body, tt.status, tt.holds)
		}
	}
}

// The generations of a plan come as JSON, as a table and as a chart, and all
// three say the same.
func TestGenerationsComeInThreeForms(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	path := "/plans/" + c.create(tooLong).ID + "/generations"
	var got generationsjson.Generations
	a := c.ask(http.MethodGet, path, "")
	a.into(t, &got)
	if a.header.Get("Plan-Revision") != "1" || got.Note == "" || len(got.Generations) != 4 || got.Judged == 0 || got.Currency != nil {
		t.Fatalf("revision %q: %+v, want four generations of some links", a.header.Get("Plan-Revision"), got)
	}
	table := c.ask(http.MethodGet, path, "", "Accept: text/csv")
	rows, err := generationscsv.Decode(strings.NewReader(string(table.body)), csvtext.Options{})
	if err != nil || len(rows) != 4 || table.header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Fatalf("%s: %d rows, %v", table.header.Get("Content-Type"), len(rows), err)
	}
	for i, row := range rows {
		one := got.Generations[i]
		sum, power := one.Nothing, csvtext.Decimal(one.PowerW)
		if one.PowerAtLeast && power == "0" {
			power = "" // at least nothing
		}
		for _, n := range one.LinksByMedium {
			sum += n
		}
		if sum != got.Judged || row.DAC.N != int64(one.LinksByMedium["dac"]) || row.Nothing.N != int64(one.Nothing) || row.Power != power {
			t.Errorf("%s: the JSON says %+v, the table %+v", one.Generation, one, row)
		}
	}
	for _, chart := range []answer{c.ask(http.MethodGet, path, "", "Accept: image/svg+xml"), c.ask(http.MethodGet, path+"?chart=svg", "")} {
		if err := xml.Unmarshal(chart.body, new(struct{})); err != nil || chart.header.Get("Content-Type") != "image/svg+xml" || !strings.Contains(string(chart.body), `role="img"`) {
			t.Errorf("the chart is %s, %v: %.200s", chart.header.Get("Content-Type"), err, chart.body)
		}
	}
	if a := c.ask(http.MethodGet, path, "", "Accept: text/html"); a.status != http.StatusNotAcceptable {
		t.Errorf("text/html is answered with %d, want 406", a.status)
	}
}
