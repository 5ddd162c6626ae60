package ui

import (
	"fmt"
	"net/http"

	"lengthwise/web/templates"
)

// shownSentences is how many changes of the last revision the overview tells.
const shownSentences = 8

// lastChange says what the last revision changed, as the part of the overview
// that is asked for when the rest is there: to compare two revisions takes
// longer than to show one. Without script the overview links to the comparison.
func (u *UI) lastChange(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	n := o.revision.Number
	if !partial(r) || n < 2 {
		return redirect(w, r, o.compareURL())
	}
	c, err := u.plans.Compare(r.Context(), caller(r), o.plan.ID, n-1, n)
	if err != nil {
		return err
	}
	p := templates.ChangesPart{URL: o.compareURL(), Sentences: c.Sentences(shownSentences)}
	p.Mark, p.Verdict = comparedIn(c, n-1, n)
	if total := c.Settings.Total + c.Racks.Total + c.Devices.Total + c.Links.Total + len(c.Media); total > len(p.Sentences) {
		p.More = "and " + number(total-len(p.Sentences)) + " more"
	}
	return write(r.Context(), w, http.StatusOK, templates.LastChanges(p))
}

// compareURL is the comparison of the opened revision with the one before, the
// history where there is none.
func (o *opened) compareURL() string {
	if o.revision.Number < 2 {
		return o.url + "/history"
	}
	return fmt.Sprintf("%s/compare?from=%d&to=%d", o.url, o.revision.Number-1, o.revision.Number)
}
