package drawing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A Chart is a drawing of bars that are divided into segments: the generations
// of a plan's links side by side. Every number it shows is a word in it too.
type Chart struct {
	Title, Desc string // what it shows, in words; Desc has all the numbers
	W, H        Px
	Head        Text
	Bars        []Bar
	Legend      []Swatch
	Notes       []Text
}

// A Bar is one generation.
type Bar struct {
	Name     Text
	Speed    Text
	Frame    Box // the whole length: all judged links
	Segments []Segment
	Lines    []Text // the numbers, then how far copper goes
}

// A Segment is the links of one medium, or those nothing does.
type Segment struct {
	Fill  Fill
	Box   Box
	Label Text // empty: there is no room, the bar's lines say it
	Plate Box  // behind Label
}

// A Swatch explains one fill.
type Swatch struct {
	Fill Fill
	Box  Box
	At   Text
}

// A Fill is how a segment is told from the others: a medium of plan.Media, or
// nothing.
type Fill string

// NothingDoes is the fill of links no medium does.
const NothingDoes Fill = "nothing"

// The chart's places.
const (
	chartWidth  Px = 7600
	chartLeft   Px = 900 // where bars begin
	chartRight  Px = 120
	barHeight   Px = 260
	barPitch    Px = 780
	firstBar    Px = 420
	leastWidth  Px = 30 // of a segment that is not empty
	chartLetter Px = 120
	chartSmall  Px = 110
)

// mediumWords are the media as a chart names them.
var mediumWords = map[plan.Medium]string{
	plan.DAC: "DAC", plan.ACC: "ACC", plan.AEC: "AEC", plan.AOC: "AOC", plan.Optical: "optics", plan.TwistedPair: "twisted pair",
}

// word is what a fill is called.
func (f Fill) word() string {
	if f == NothingDoes {
		return "nothing does"
	}
	return mediumWords[plan.Medium(f)]
}

// NewChart draws the generations of a plan's links side by side.
func NewChart(g *planner.Generations) *Chart {
	c := &Chart{W: chartWidth, Title: counted(g.Judged, "InfiniBand link", "InfiniBand links") + " at each generation"}
	c.Head = Text{X: chartRight, Y: 220, Size: 140, Anchor: "start"}
	c.Head.Words, c.Head.Size = fit(c.Title+": "+g.Name, chartWidth-2*chartRight, 140, chartSmall)
	y := firstBar
	var said []string
	var fills []Fill
	for i := range g.List {
		one := &g.List[i]
		b := newBar(g, one, y)
		for _, s := range b.Segments {
			if !slices.Contains(fills, s.Fill) {
				fills = append(fills, s.Fill)
			}
		}
		c.Bars = append(c.Bars, b)
		said = append(said, fmt.Sprintf("%s: %s", strings.ToUpper(one.Name), sayAll(g, one)))
		y += barPitch
	}
	c.Desc = strings.Join(said, " ") + " " + leftOut(g)
	y = c.legend(g, fills, y+60)
	c.note(leftOut(g), y)
	c.H = y + 120
	return c
}

// newBar draws one generation.
func newBar(g *planner.Generations, one *planner.Generation, y Px) Bar {
	b := Bar{
		Name:  Text{X: chartRight, Y: baseline(y+barHeight/2, 150), Size: 150, Anchor: "start", Words: strings.ToUpper(one.Name)},
		Frame: Box{X: chartLeft, Y: y, W: chartWidth - chartLeft - chartRight, H: barHeight},
	}
	if one.Speed != nil {
		b.Speed = Text{X: chartRight, Y: y + barHeight + 150, Size: chartSmall, Anchor: "start", Words: strconv.Itoa(one.Speed.Gbps) + " Gb/s"}
	}
	counts, fills := shares(g, one)
	x := b.Frame.X
	for i, w := range widths(counts, b.Frame.W) {
		if w == 0 {
			continue
		}
		s := Segment{Fill: fills[i], Box: Box{X: x, Y: y, W: w, H: barHeight}}
		s.label(strconv.Itoa(counts[i]))
		b.Segments = append(b.Segments, s)
		x += w
	}
	for i, words := range []string{figures(g, one), copper(one)} {
		t := Text{X: chartLeft, Y: y + barHeight + 150 + Px(i)*150, Size: chartSmall, Anchor: "start"}
		t.Words, t.Size = fit(words, b.Frame.W, chartLetter, 80)
		b.Lines = append(b.Lines, t)
	}
	return b
}

// shares are the parts of a bar in order: the media, then what nothing does.
func shares(g *planner.Generations, one *planner.Generation) (counts []int, fills []Fill) {
	for i, m := range g.Media {
		counts, fills = append(counts, one.ByMedium[i]), append(fills, Fill(m))
	}
	return append(counts, one.Nothing), append(fills, NothingDoes)
}

// label puts a number on the segment where it and its medium fit.
func (s *Segment) label(number string) {
	for _, words := range []string{number + " " + s.Fill.word(), number} {
		w := widthOf(words, chartLetter)
		if w+160 > s.Box.W {
			continue
		}
		middle := s.Box.X + s.Box.W/2
		s.Label = Text{X: middle, Y: baseline(s.Box.Y+s.Box.H/2, chartLetter), Size: chartLetter, Anchor: "middle", Words: words}
		s.Plate = Box{X: middle - w/2 - 40, Y: s.Box.Y + 45, W: w + 80, H: s.Box.H - 90}
		return
	}
}

// widths divides a length by counts. The parts add up to it, and none that
// counts something is too narrow to be seen.
func widths(counts []int, total Px) []Px {
	out := make([]Px, len(counts))
	sum, most := 0, 0
	for i, n := range counts {
		if sum += n; n > counts[most] {
			most = i
		}
	}
	if sum == 0 {
		return out
	}
	used := Px(0)
	for i, n := range counts {
		if out[i] = Px(int64(total) * int64(n) / int64(sum)); n > 0 {
			out[i] = max(out[i], leastWidth)
		}
		used += out[i]
	}
	out[most] += total - used
	return out
}

// figures are the figures of a generation, for the line below its bar.
func figures(g *planner.Generations, one *planner.Generation) string {
	counts, fills := shares(g, one)
	var all []string
	for i, n := range counts {
		switch {
		case n == 0:
		case fills[i] == NothingDoes:
			all = append(all, fmt.Sprintf("nothing for %d, the shortest run %s", n, metres(one.Shortest.CeilMM())))
		default:
			all = append(all, strconv.Itoa(n)+" "+fills[i].word())
		}
	}
	if g.Judged > 0 {
		all = append(all, PowerWords(one))
	}
	if one.Cost != nil {
		all = append(all, CostWords(g, one))
	}
	return strings.Join(all, " · ")
}

// PowerWords is "at least 12.3 W, some of it estimated".
func PowerWords(one *planner.Generation) string {
	words := one.Power.String()
	if one.PowerAtLeast {
		words = "at least " + words
	}
	if one.PowerEstimate {
		words += ", some of it estimated"
	}
	return words
}

// CostWords is "at least 150.02 USD". The generation must have a cost.
func CostWords(g *planner.Generations, one *planner.Generation) string {
	if one.Cost.Unpriced > 0 && one.Cost.Unpriced == len(one.Parts) {
		return "cost not known"
	}
	words := one.Cost.Amount.String() + " " + g.Currency
	if one.Cost.AtLeast {
		words = "at least " + words
	}
	return words
}

// copper says how far copper goes at a generation.
func copper(one *planner.Generation) string {
	reach := func(p *planner.CagePair) string {
		r := p.LongestCopper()
		if r == nil {
			return "none"
		}
		return metres(r.Limit) + " " + mediumWords[r.Medium]
	}
	host, switches := reach(&one.Pairs[0]), reach(&one.Pairs[1])
	if host == switches {
		return "longest copper: " + host
	}
	return "longest copper: " + host + " to a host, " + switches + " between switches"
}

func metres(mm int64) string { return units.MM(mm).Metres() }

// sayAll says one generation in a sentence.
func sayAll(g *planner.Generations, one *planner.Generation) string {
	return strings.ReplaceAll(figures(g, one), " · ", ", ") + "; " + copper(one) + "."
}

// leftOut says what the chart is not about.
func leftOut(g *planner.Generations) string {
	out := sentence(planner.GenerationsNote)
	for _, x := range []struct {
		n         int
		one, many string
	}{
		{g.Ethernet, "Ethernet link", "Ethernet links"}, {g.UnknownRun, "link of unknown run", "links of unknown run"},
		{g.NoSpeed, "link of no known speed", "links of no known speed"},
	} {
		if x.n > 0 {
			out += " Left out: " + counted(x.n, x.one, x.many) + "."
		}
	}
	return out
}

func sentence(words string) string { return strings.ToUpper(words[:1]) + words[1:] + "." }

// legend explains the fills in use, in the order of the media, and gives the
// next line.
func (c *Chart) legend(g *planner.Generations, fills []Fill, y Px) Px {
	x := chartRight
	order := make([]Fill, 0, len(g.Media)+1)
	for _, m := range g.Media {
		order = append(order, Fill(m))
	}
	for _, f := range append(order, NothingDoes) {
		if !slices.Contains(fills, f) {
			continue
		}
		c.Legend = append(c.Legend, Swatch{Fill: f, Box: Box{X: x, Y: y - 110, W: 260, H: 140},
			At: Text{X: x + 320, Y: y, Size: chartLetter, Anchor: "start", Words: f.word()}})
		x += 320 + widthOf(f.word(), chartLetter) + 240
	}
	return y + 200
}

func (c *Chart) note(words string, y Px) {
	t := Text{X: chartRight, Y: y, Anchor: "start"}
	t.Words, t.Size = fit(words, chartWidth-2*chartRight, chartSmall, 70)
	c.Notes = append(c.Notes, t)
}
