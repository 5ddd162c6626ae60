package drawing

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A LengthCount is how many cables there are of a medium and an ordered length.
type LengthCount struct {
	Medium plan.Medium
	Length units.Length
	Cables int
}

// A Histogram is how many cables are ordered of each length: a column a length,
// divided by medium. Every number it shows is a word in it too.
type Histogram struct {
	Title, Desc string
	W, H        Px
	Head        Text
	Base        Box // the line columns stand on
	Columns     []Column
	Axis        Text // what the words below the columns are
	Legend      []Swatch
	Said        string // what was put together; empty: nothing
}

// A Column is the cables of one length.
type Column struct {
	Full        string // "3 m: 128 cables, 128 DAC"
	Href        string // empty: no link
	Name, Total Text
	Box         Box // all of it, for who clicks
	Segments    []Segment
}

// MaxColumns is how many lengths have a column of their own; longer ones share
// the last.
const MaxColumns = 40

// The histogram's places.
const (
	lengthsTop    Px = 560  // of the highest column
	lengthsHeight Px = 1800 // of the highest column
	columnWidth   Px = 420  // at most, with the gap
)

// NewHistogram draws counts of cables by medium and length; cables of length 0
// are left out. Href, where not nil, is the address of the cables of a length.
func NewHistogram(counts []LengthCount, href func(units.Length) string) *Histogram {
	byLength := map[units.Length][]LengthCount{}
	var lengths []units.Length
	cables := 0
	for _, c := range counts {
		if c.Length <= 0 || c.Cables <= 0 {
			continue
		}
		if byLength[c.Length] == nil {
			lengths = append(lengths, c.Length)
		}
		byLength[c.Length] = append(byLength[c.Length], c)
		cables += c.Cables
	}
	slices.Sort(lengths)
	h := &Histogram{W: chartWidth, H: lengthsTop + lengthsHeight + 900, Title: counted(cables, "cable", "cables") + " by ordered length"}
	h.Head = Text{X: chartRight, Y: 220, Size: 140, Anchor: "start", Words: h.Title}
	columns := h.columns(lengths, byLength, href)
	most := 1
	for _, c := range columns {
		most = max(most, c.cables)
	}
	step := min(columnWidth, (chartWidth-2*chartRight)/Px(max(1, len(columns))))
	var said []string
	for i := range columns {
		c := columns[i].draw(chartRight+Px(i)*step, step, most)
		h.Columns = append(h.Columns, c)
		said = append(said, c.Full)
	}
	h.Desc = strings.Join(said, "; ") + "."
	foot := lengthsTop + lengthsHeight
	h.Base = Box{X: chartRight, Y: foot, W: step * Px(max(1, len(columns))), H: 6}
	h.Axis = Text{X: chartRight, Y: foot + 360, Size: chartSmall, Anchor: "start", Words: "ordered length in m"}
	h.legend(columns, foot+640)
	return h
}

// A lengthColumn is a column before it has a place.
type lengthColumn struct {
	words  string // "3", "50 and more"
	href   string
	cables int
	media  []LengthCount // in the order of the media, each once
}

func (h *Histogram) columns(lengths []units.Length, of map[units.Length][]LengthCount, href func(units.Length) string) []lengthColumn {
	var out []lengthColumn
	for i, l := range lengths {
		c := lengthColumn{words: strings.TrimSuffix(l.Metres(), " m")}
		if href != nil {
			c.href = href(l)
		}
		all := of[l]
		if i == MaxColumns-1 && len(lengths) > MaxColumns {
			c.words, c.href, all = c.words+" and more", "", nil
			for _, longer := range lengths[i:] {
				all = append(all, of[longer]...)
			}
			h.Said = fmt.Sprintf("The %d lengths from %s on share the last column.", len(lengths)-i, l.Metres())
		}
		for _, m := range plan.Media {
			n := 0
			for _, x := range all {
				if x.Medium == m {
					n += x.Cables
				}
			}
			if n > 0 {
				c.media = append(c.media, LengthCount{Medium: m, Length: l, Cables: n})
				c.cables += n
			}
		}
		if out = append(out, c); len(out) == MaxColumns {
			break
		}
	}
	return out
}

// draw gives a column its place: from the base up, the first medium lowest.
func (c *lengthColumn) draw(x, step Px, most int) Column {
	high := max(leastWidth*Px(len(c.media)), Px(int64(lengthsHeight)*int64(c.cables)/int64(most)))
	foot, gap := lengthsTop+lengthsHeight, step/6
	out := Column{Href: c.href, Box: Box{X: x, Y: foot - high, W: step - gap, H: high}}
	middle := x + (step-gap)/2
	label := func(words string, y Px) Text {
		t := Text{X: middle, Y: y, Anchor: "middle"}
		t.Words, t.Size = fit(words, step, chartSmall, 60)
		return t
	}
	out.Name, out.Total = label(c.words, foot+160), label(strconv.Itoa(c.cables), foot-high-50)
	counts := make([]int, len(c.media))
	words := make([]string, len(c.media))
	for i, m := range c.media {
		counts[i], words[i] = m.Cables, strconv.Itoa(m.Cables)+" "+Fill(m.Medium).word()
	}
	y := foot
	for i, part := range widths(counts, high) {
		y -= part
		out.Segments = append(out.Segments, Segment{Fill: Fill(c.media[i].Medium), Box: Box{X: x, Y: y, W: step - gap, H: part}})
	}
	out.Full = fmt.Sprintf("%s m: %s, %s", c.words, counted(c.cables, "cable", "cables"), strings.Join(words, ", "))
	return out
}

// legend explains the fills in use.
func (h *Histogram) legend(columns []lengthColumn, y Px) {
	var fills []Fill
	for _, c := range columns {
		for _, m := range c.media {
			if f := Fill(m.Medium); !slices.Contains(fills, f) {
				fills = append(fills, f)
			}
		}
	}
	slices.SortFunc(fills, func(a, b Fill) int {
		return cmp.Compare(slices.Index(plan.Media, plan.Medium(a)), slices.Index(plan.Media, plan.Medium(b)))
	})
	x := chartRight
	for _, f := range fills {
		h.Legend = append(h.Legend, Swatch{Fill: f, Box: Box{X: x, Y: y - 110, W: 260, H: 140},
			At: Text{X: x + 320, Y: y, Size: chartLetter, Anchor: "start", Words: f.word()}})
		x += 320 + widthOf(f.word(), chartLetter) + 240
	}
}
