package ui

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// A settingKind says how a setting is written in a form.
type settingKind uint8

const (
	wordSetting settingKind = iota
	flagSetting
	lengthSetting
	numberSetting
	textSetting
)

// A setting is a field of settings that what-if can suppose otherwise. Its
// meaning, its default and its words are those of planfile.Fields.
type setting struct {
	key   string // below settings, and in the address
	label string
	kind  settingKind
	unit  string
	limit string
	now   func(e *plan.Effective, s *plan.Settings) string
}

// A settingGroup is settings that belong together.
type settingGroup struct {
	title string
	all   []setting
}

// allowance is the bound of most lengths of settings, distance of those that
// judge a link.
var (
	allowance = "0 to " + plan.MaxAllowance.Metres()
	distance  = "0 to " + plan.MaxDistance.Metres()
	percents  = "0 to " + strconv.Itoa(plan.MaxPercent/100)
)

var settingGroups = []settingGroup{
	{"What links may be made of", []setting{
		{"choose", "Choose", wordSetting, "", "", func(e *plan.Effective, _ *plan.Settings) string {
			if e.Cheapest {
				return "cheapest"
			}
			return "preference"
		}},
		{"multimode", "Best multimode", wordSetting, "", "", func(e *plan.Effective, _ *plan.Settings) string { return e.Multimode }},
		{"twisted_pair", "Twisted pair", wordSetting, "", "", func(e *plan.Effective, _ *plan.Settings) string { return e.TwistedPair }},
		{"allow_retired", "Retired parts", flagSetting, "", "", func(e *plan.Effective, _ *plan.Settings) string { return strconv.FormatBool(e.AllowRetired) }},
		{"evidence", "Weakest evidence", wordSetting, "", "", func(e *plan.Effective, _ *plan.Settings) string { return string(e.Evidence) }},
		{"patch_panels", "Patch panels", numberSetting, "panels", "0 to " + strconv.Itoa(plan.MaxPanels), func(e *plan.Effective, _ *plan.Settings) string { return strconv.Itoa(e.PatchPanels) }},
		{"connectors", "Mated pairs", wordSetting, "", "", func(e *plan.Effective, _ *plan.Settings) string { return e.Connectors }},
	}},
	{"How long runs are", []setting{
		{"exit", "Exit", lengthSetting, "each end", allowance, lengthNow(func(e *plan.Effective) units.Length { return e.Exit })},
		{"direct", "Direct patching", flagSetting, "", "", func(e *plan.Effective, _ *plan.Settings) string { return strconv.FormatBool(e.Direct) }},
		{"tray_entry", "Tray entry", lengthSetting, "each end", allowance, lengthNow(func(e *plan.Effective) units.Length { return e.TrayEntry })},
		{"tray_search", "Tray search", lengthSetting, "", distance, lengthNow(func(e *plan.Effective) units.Length { return e.TraySearch })},
		{"slack.copper.percent", "Slack of copper", numberSetting, "% of the run", percents, func(e *plan.Effective, _ *plan.Settings) string { return decimalText(e.Copper.Percent, 2) }},
		{"slack.copper.per_end", "Slack of copper", lengthSetting, "each end", allowance, lengthNow(func(e *plan.Effective) units.Length { return e.Copper.PerEnd })},
		{"slack.optical.percent", "Slack of optical", numberSetting, "% of the run", percents, func(e *plan.Effective, _ *plan.Settings) string { return decimalText(e.Optical.Percent, 2) }},
		{"slack.optical.per_end", "Slack of optical", lengthSetting, "each end", allowance, lengthNow(func(e *plan.Effective) units.Length { return e.Optical.PerEnd })},
	}},
	{"What is ordered and what it costs", []setting{
		{"spares.percent", "Spares", numberSetting, "% of the quantity", percents, func(_ *plan.Effective, s *plan.Settings) string { return commonSpares(s, true) }},
		{"spares.minimum", "Spares at least", numberSetting, "pieces", "0 to " + number(plan.MaxQuantity), func(_ *plan.Effective, s *plan.Settings) string { return commonSpares(s, false) }},
		{"use_stock", "Stock of the price list", flagSetting, "", "", func(e *plan.Effective, _ *plan.Settings) string { return strconv.FormatBool(e.UseStock) }},
		{"currency", "Currency", textSetting, "", "three letters", func(e *plan.Effective, _ *plan.Settings) string { return e.Currency }},
		{"energy.price_per_kwh", "Energy", numberSetting, "a kWh", "0 to 1,000", func(e *plan.Effective, _ *plan.Settings) string { return decimalText(e.EnergyPrice, 4) }},
		{"energy.pue", "PUE", numberSetting, "", "1 to 10", func(e *plan.Effective, _ *plan.Settings) string { return decimalText(e.PUE, 3) }},
		{"energy.years", "Energy paid for", numberSetting, "years", "0 to " + strconv.Itoa(plan.MaxYears), func(e *plan.Effective, _ *plan.Settings) string { return strconv.Itoa(e.Years) }},
	}},
	{"What is warned of", []setting{
		{"headroom", "Headroom", lengthSetting, "", distance, lengthNow(func(e *plan.Effective) units.Length { return e.Headroom })},
		{"excess", "Excess", lengthSetting, "", distance, lengthNow(func(e *plan.Effective) units.Length { return e.Excess })},
		{"tray_fill_percent", "Tray fill", numberSetting, "%", "1 to 100", func(e *plan.Effective, _ *plan.Settings) string { return strconv.Itoa(e.TrayFill) }},
		{"rear_space", "Rear space", lengthSetting, "", "0 to " + plan.MaxFootprint.Metres(), lengthNow(func(e *plan.Effective) units.Length { return e.RearSpace })},
	}},
}

func lengthNow(of func(*plan.Effective) units.Length) func(*plan.Effective, *plan.Settings) string {
	return func(e *plan.Effective, _ *plan.Settings) string { return of(e).Text() }
}

// commonSpares is the spare rule of media that have none of their own.
func commonSpares(s *plan.Settings, percent bool) string {
	p, least := 500, 1 // the defaults of plan-format
	if s.Spares != nil && s.Spares.Percent != nil {
		p = *s.Spares.Percent
	}
	if s.Spares != nil && s.Spares.Minimum != nil {
		least = *s.Spares.Minimum
	}
	if percent {
		return decimalText(p, 2)
	}
	return strconv.Itoa(least)
}

// decimalText is a whole number of 10^-places without needless digits: 525 and
// 2 are "5.25".
func decimalText(n, places int) string {
	text := fmt.Sprintf("%0*d", places+1, n)
	whole, frac := text[:len(text)-places], strings.TrimRight(text[len(text)-places:], "0")
	if frac == "" {
		return whole
	}
	return whole + "." + frac
}

// same reports whether two texts of a setting say the same.
func (s *setting) same(a, b string) bool {
	switch s.kind {
	case lengthSetting:
		x, errX := units.ParseLength(a)
		y, errY := units.ParseLength(b)
		return errX == nil && errY == nil && x == y
	case numberSetting:
		x, okX := new(big.Rat).SetString(a)
		y, okY := new(big.Rat).SetString(b)
		return okX && okY && len(a) < 40 && x.Cmp(y) == 0
	}
	return a == b
}

// value is what an edit sets for a text: numbers and flags as such, so that a
// text that is none is refused in the words of the format.
func (s *setting) value(text string) any {
	switch {
	case s.kind == flagSetting && (text == "true" || text == "false"):
		return text == "true"
	case s.kind == numberSetting && len(text) < 40 && json.Valid([]byte(text)) && strings.Trim(text, "-0123456789.") == "":
		return json.Number(text)
	}
	return text
}

// maxSetting is how long the text of one field may be.
const maxSetting = 200

// A supposition is what somebody supposes of a plan: the edits it comes to, and
// its place in an address.
type supposition struct {
	values url.Values // only what is otherwise than in the plan
	edits  []plan.Edit
	said   []string          // "exit 500mm instead of 300mm"
	faults map[string]string // why a field cannot be so, by key
}

// suppose reads a supposition of an address or form. What is as in the plan, or
// empty, is no part of it.
func suppose(o *opened, q url.Values) *supposition {
	s := &supposition{values: url.Values{}, faults: map[string]string{}}
	written := o.checked.Document.Settings
	effective := written.Effective()
	var keys []string // of each edit
	add := func(key, text, said string, e plan.Edit) {
		s.values.Set(key, text)
		s.edits, s.said, keys = append(s.edits, e), append(s.said, said), append(keys, key)
	}
	if media, ok := rankedMedia(q); ok && !slices.Equal(media, effective.Media) {
		add("media", mediaText(media), "media "+strings.Join(mediumNames(media), ", ")+" instead of "+strings.Join(mediumNames(effective.Media), ", "),
			plan.Edit{Kind: plan.SetField, Path: "settings.media", Value: mediaValue(media)})
	}
	for _, g := range settingGroups {
		for i := range g.all {
			x := &g.all[i]
			text := strings.TrimSpace(q.Get(x.key))
			if now := x.now(&effective, &written); text != "" && !x.same(text, now) {
				text = clipTo(text, maxSetting)
				add(x.key, text, strings.ToLower(x.label[:1])+x.label[1:]+" "+text+" instead of "+now,
					plan.Edit{Kind: plan.SetField, Path: "settings." + x.key, Value: x.value(text)})
			}
		}
	}
	for i, f := range o.checked.Document.Fabrics {
		if speed := strings.TrimSpace(q.Get("fabric." + f.Name)); speed != "" && speed != f.Speed {
			add("fabric."+f.Name, clipTo(speed, maxSetting), "fabric "+f.Name+" at "+speed+" instead of "+f.Speed,
				plan.Edit{Kind: plan.SetField, Path: fmt.Sprintf("fabrics[%d].speed", i), Value: speed})
		}
	}
	s.pin(o, q, add)
	for i, why := range o.faults(s.edits) {
		s.faults[keys[i]] = why
	}
	return s
}

// pin reads the one medium that all links of a speed are supposed to take.
func (s *supposition) pin(o *opened, q url.Values, add func(key, text, said string, e plan.Edit)) {
	speed, medium := q.Get("pin.speed"), q.Get("pin.medium")
	if text := q.Get("pin"); text != "" {
		speed, medium, _ = strings.Cut(text, ":")
	}
	if speed == "" && medium == "" {
		return
	}
	text := clipTo(speed+":"+medium, maxSetting)
	s.values.Set("pin", text)
	edit, ok := o.checked.Pin(speed, plan.Medium(medium))
	switch {
	case speed == "" || medium == "":
		s.faults["pin"] = "choose a speed and a medium, or neither"
	case !slices.Contains(plan.Media, plan.Medium(medium)):
		s.faults["pin"] = fmt.Sprintf("medium %q is not one of %s", clip(medium), mediaText(plan.Media))
	case !ok:
		s.faults["pin"] = fmt.Sprintf("no link that is to be made has the speed %q; choose one of %s", clip(speed), strings.Join(o.checked.Speeds(), ", "))
	default:
		add("pin", text, "all "+strings.ToUpper(speed)+" links "+mediumWord[medium], edit)
	}
}

// faults are the reasons edits of single fields cannot be made, by their place.
func (o *opened) faults(edits []plan.Edit) map[int]string {
	return app.EditFaults(o.checked.Document, edits, o.checked.Catalog)
}

// clipTo cuts a text to so many bytes.
func clipTo(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// noMedia stands for an empty list of media in an address.
const noMedia = "none"

// rankedMedia reads the media of an address, "media=dac,aoc", or of a form where
// each has its rank, "media.dac=1"; ok is false where neither is there.
func rankedMedia(q url.Values) (media []plan.Medium, ok bool) {
	if text := q.Get("media"); text == noMedia {
		return nil, true
	} else if text != "" {
		for m := range strings.SplitSeq(clipTo(text, maxSetting), ",") {
			media = append(media, plan.Medium(strings.TrimSpace(m)))
		}
		return media, true
	}
	rank := map[plan.Medium]int{}
	for _, m := range plan.Media {
		text := q.Get("media." + string(m))
		ok = ok || text != ""
		if n, err := strconv.Atoi(text); err == nil && n > 0 {
			rank[m] = n
			media = append(media, m)
		}
	}
	slices.SortStableFunc(media, func(a, b plan.Medium) int { return rank[a] - rank[b] })
	return media, ok
}

func mediaValue(media []plan.Medium) []any {
	out := make([]any, len(media))
	for i, m := range media {
		out[i] = string(m)
	}
	return out
}

func mediaText(media []plan.Medium) string {
	if len(media) == 0 {
		return noMedia
	}
	out := make([]string, len(media))
	for i, m := range media {
		out[i] = string(m)
	}
	return strings.Join(out, ",")
}

// mediumNames are media as people say them; one that is none as it is written.
func mediumNames(media []plan.Medium) []string {
	out := make([]string, len(media))
	for i, m := range media {
		if out[i] = mediumWord[string(m)]; out[i] == "" {
			out[i] = clip(string(m))
		}
	}
	return out
}

// inputs is the form of a supposition: every setting with what the plan says.
func (s *supposition) inputs(o *opened) []templates.SettingGroup {
	written := o.checked.Document.Settings
	effective := written.Effective()
	words := map[string]planfile.Field{}
	for _, f := range planfile.Fields() {
		words[f.Path] = f
	}
	var out []templates.SettingGroup
	for _, g := range settingGroups {
		group := templates.SettingGroup{Title: g.title}
		for i := range g.all {
			x := &g.all[i]
			f := words["settings."+x.key]
			in := templates.SettingInput{Key: x.key, Label: x.label, Unit: x.unit, Limit: x.limit, Meaning: f.Meaning, Default: f.Default,
				Now: x.now(&effective, &written), Wrong: s.faults[x.key]}
			in.Value, in.Changed = in.Now, s.values.Has(x.key)
			if in.Changed {
				in.Value = s.values.Get(x.key)
			}
			choices := f.Words
			if x.kind == flagSetting {
				choices = []string{"false", "true"}
			}
			if x.key == "currency" {
				choices = currencies(o, in.Now, in.Value)
			}
			for _, w := range choices {
				in.Options = append(in.Options, templates.Option{Value: w, Text: settingWord(x.kind, w), Chosen: w == in.Value})
			}
			in.NowText = settingWord(x.kind, in.Now)
			group.Fields = append(group.Fields, in)
		}
		out = append(out, group)
	}
	return out
}

func settingWord(kind settingKind, value string) string {
	if kind == flagSetting {
		return map[string]string{"true": "yes", "false": "no"}[value]
	}
	return value
}

// currencies are those that can be chosen between: of the price list, the
// plan's, and the one chosen; nil where there is nothing to choose.
func currencies(o *opened, more ...string) []string {
	out := slices.Concat(o.checked.Catalog.Currencies(), more)
	slices.Sort(out)
	return slices.Compact(out)
}

// ranks are the selects of the media.
func (s *supposition) ranks(o *opened) []templates.MediumRank {
	media := o.checked.Document.Settings.Effective().Media
	now := media
	if s.values.Has("media") {
		media, _ = rankedMedia(s.values)
	}
	var out []templates.MediumRank
	for _, m := range plan.Media {
		r := templates.MediumRank{Key: "media." + string(m), Name: mediumWord[string(m)], Now: ranked(slices.Index(now, m))}
		at := slices.Index(media, m)
		for i := -1; i < len(plan.Media); i++ {
			r.Options = append(r.Options, templates.Option{Value: strconv.Itoa(i + 1), Text: ranked(i), Chosen: i == at})
		}
		out = append(out, r)
	}
	return out
}

func ranked(i int) string {
	if i < 0 {
		return "not allowed"
	}
	return []string{"first", "second", "third", "fourth", "fifth", "sixth"}[i]
}
