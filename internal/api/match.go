package api

import (
	"net/http"
	"strconv"
	"strings"

	"lengthwise/internal/app"
)

// A Matched request says which revision it is a change of.
type Matched struct {
	IfMatch string `header:"If-Match" maxLength:"64" doc:"The ETag of the revision this is a change of: \"7\""`
}

// base is the revision named. A weak tag is taken too: proxies that compress
// weaken tags, and a number does not lose by that.
func (m Matched) base() (int, error) {
	if m.IfMatch == "" {
		return 0, problem(http.StatusPreconditionRequired, "a change says which revision it is of; send If-Match with the ETag that came with it, such as \"7\"")
	}
	text, quoted := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(m.IfMatch), "W/"), `"`)
	text, closed := strings.CutSuffix(text, `"`)
	n, err := strconv.ParseInt(text, 10, 32)
	if !quoted || !closed || err != nil || n < 1 || strconv.FormatInt(n, 10) != text {
		return 0, problem(http.StatusPreconditionFailed, "if-match %q is the tag of no revision; send the ETag that came with what is changed, such as \"7\"", clip(m.IfMatch, maxEcho))
	}
	return int(n), nil
}

// stands reports whether a plan's newest revision is the one named.
func (m Matched) stands(p app.Plan) error {
	base, err := m.base()
	if err == nil && base != p.Revision {
		err = problem(http.StatusPreconditionFailed, "the change is of revision %d, the newest is %d by %s; look at it and make the change again",
			base, p.Revision, clip(p.Author, maxEcho))
	}
	return err
}

// etag is the tag of a revision.
func etag(revision int) string { return `"` + strconv.Itoa(revision) + `"` }

// unchanged reports whether a client has the revision already (If-None-Match).
func unchanged(ifNoneMatch string, tag string) bool {
	for t := range strings.SplitSeq(ifNoneMatch, ",") {
		if t = strings.TrimSpace(t); t == "*" || strings.TrimPrefix(t, "W/") == tag {
			return true
		}
	}
	return false
}
