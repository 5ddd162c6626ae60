package ui

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// number is a count with commas between thousands.
func number(n int) string { return grouped(strconv.Itoa(n)) }

// grouped puts commas between the thousands of a decimal; a minus becomes the
// real sign.
func grouped(text string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "−", rest
	}
	whole, frac, point := strings.Cut(text, ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if point {
		whole += "." + frac
	}
	return sign + whole
}

// metres is whole millimetres in metres with all three digits, so that a column
// of them lines up: "7.045".
func metres(mm int64) string {
	sign := ""
	if mm < 0 {
		sign, mm = "-", -mm
	}
	return grouped(fmt.Sprintf("%s%d.%03d", sign, mm/1000, mm%1000))
}

// A column prints lengths in metres with as many decimals as the longest of
// them needs, so that they line up: "1.5" above "3.0".
type column int

// columnOf is the column that holds all of the lengths.
func columnOf(all ...units.Length) column {
	c := column(0)
	for _, l := range all {
		_, frac, _ := strings.Cut(strings.TrimSuffix(l.Metres(), " m"), ".")
		c = max(c, column(len(frac)))
	}
	return c
}

func (c column) of(l units.Length) string {
	text := strings.TrimSuffix(l.Metres(), " m")
	whole, frac, _ := strings.Cut(text, ".")
	if c > 0 {
		whole += "." + frac + strings.Repeat("0", max(0, int(c)-len(frac)))
	}
	return grouped(whole)
}

// counted is "1 link" or "2 links".
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return number(n) + " " + noun
}

func plural(n int, noun string) string {
	if n != 1 {
		return noun + "s"
	}
	return noun
}

// clip shortens what came from outside for a message.
func clip(text string) string {
	const longest = 80
	text = strings.ToValidUTF8(text, "\uFFFD")
	if utf8.RuneCountInString(text) <= longest {
		return text
	}
	return string([]rune(text)[:longest]) + "…"
}

// moment is a time as pages show it. Pages are shared between time zones, so it
// is UTC and says so.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// statusWord is what a status of a link is called on pages.
var statusWord = map[planner.Status]string{
	planner.StatusOK: "OK", planner.StatusError: "Error", planner.StatusWarning: "Warning", planner.StatusUnknown: "Unknown",
}

// severityMark is the mark of a finding.
func severityMark(s plan.Severity) templates.Mark { return templates.Mark(s) }

// severityWord is its word.
var severityWord = map[plan.Severity]string{plan.Error: "Error", plan.Warning: "Warning", plan.Info: "Info"}

// mediumWord is what a medium is called where there is room.
var mediumWord = map[string]string{
	"dac": "DAC", "acc": "ACC", "aec": "AEC", "aoc": "AOC", "optical": "optical", "twisted-pair": "twisted pair",
	"transceiver": "transceiver", "fibre": "fibre",
}

// classWord is what a generation, or Ethernet by lane rate, is called.
func classWord(class string) string {
	if rate, ok := strings.CutPrefix(class, "eth-"); ok {
		return "Ethernet " + strings.TrimSuffix(rate, "g") + "G/lane"
	}
	if class == "ethernet" {
		return "Ethernet"
	}
	return strings.ToUpper(class)
}

// Bounds of forms, in bytes.
const (
	maxSmallForm = 64 << 10
	maxTextForm  = plan.MaxBytes + 1<<20 // a document and what a form adds around it
)

// parseForm reads a form of at most limit bytes, of fields or with a file.
func parseForm(w http.ResponseWriter, r *http.Request, limit int64) error {
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	var err error
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		err = r.ParseMultipartForm(maxInMemory)
	} else {
		err = r.ParseForm()
	}
	if err != nil {
		if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
			return tooBig
		}
		return badRequest("the form cannot be read: %s; send it again", clip(err.Error()))
	}
	return nil
}

// maxInMemory is how much of an uploaded file is held before the rest goes to
// a temporary file.
const maxInMemory = 4 << 20

// whole reads a number of a form or query; empty is 0.
func whole(field, text string, most int) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, badRequest("%s %q is not a number from 0 to %d", field, clip(text), most)
	}
	return n, nil
}
