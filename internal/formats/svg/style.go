package svg

import "strings"

// A token is a custom property of the page's style sheet and its colours.
type token struct{ name, light, dark string }

// tokens are the colours of static/css a drawing uses; a standalone file
// has no page to take them from.
var tokens = []token{
	{"--surface-raised", "#f3f5f7", "#1d2126"},
	{"--surface", "#ffffff", "#14171a"},
	{"--text-subtle", "#4a5058", "#a9b0b9"},
	{"--text", "#16191d", "#e8eaed"},
	{"--line", "#c5cad1", "#3a4149"},
	{"--accent", "#0b57a4", "#7ab8ff"},
	{"--status-ok", "#1f7a78", "#b9f2e2"},
	{"--status-unknown", "#1535c9", "#3f9cf3"},
	{"--status-warning", "#9a6200", "#ffe08a"},
	{"--status-error", "#7d1408", "#ff5533"},
	{"--status-neutral", "#3a3f46", "#8f959d"},
}

// standalone is a page's rules with their colours in place. Drawing programs
// know neither custom properties nor light-dark(), so light stands as plain
// colours and dark in a media query they pass over; print stays light.
func standalone(css string) string {
	return expand(css, func(t token) string { return t.light }) +
		"@media screen and (prefers-color-scheme: dark) {\n" + expand(css, func(t token) string { return t.dark }) + "}\n"
}

func expand(css string, colour func(token) string) string {
	var pairs []string
	for _, t := range tokens {
		pairs = append(pairs, "var("+t.name+")", colour(t))
	}
	return strings.NewReplacer(pairs...).Replace(css)
}
