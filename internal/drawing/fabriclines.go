package drawing

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/fabric"
)

// How wide lines are.
const (
	thinLine  Px = 10
	thickLine Px = 60
)

// join draws a line for each pair of boxes with links between them.
func (k *fabricSketch) join() {
	counts := k.countLinks()
	most := 1
	for tier := range counts {
		for _, n := range counts[tier] {
			most = max(most, n)
		}
	}
	for tier := range counts {
		lower, upper := &k.tiers[tier], &k.tiers[tier+1]
		for a := range lower.boxes {
			from := len(k.Lines)
			for b := range upper.boxes {
				if n := counts[tier][a*upper.boxes+b]; n > 0 {
					k.Lines = append(k.Lines, k.line(lower.first+a, upper.first+b, n, most))
				}
			}
			k.label(k.Lines[from:])
		}
	}
}

// countLinks counts the links between the boxes of each tier: beside lower box
// times upper boxes plus upper box.
func (k *fabricSketch) countLinks() [fabric.Tiers][]int {
	var counts [fabric.Tiers][]int
	for tier := range counts {
		counts[tier] = make([]int, k.tiers[tier].boxes*k.tiers[tier+1].boxes)
	}
	links := k.use.Shape.Links
	for i := range links {
		l := &links[i]
		a, b := k.tiers[l.Tier].group[l.A.Device], k.tiers[l.Tier+1].group[l.B.Device]
		if a >= 0 && b >= 0 {
			counts[l.Tier][int(a)*k.tiers[l.Tier+1].boxes+int(b)]++
		}
	}
	return counts
}

func (k *fabricSketch) line(from, to, links, most int) FabricLine {
	a, b := k.Boxes[from].Box, k.Boxes[to].Box
	return FabricLine{From: from, To: to, Links: links, X1: a.X + a.W/2, Y1: a.Y, X2: b.X + b.W/2, Y2: b.Y + b.H,
		Width: thinLine + Px(int64(thickLine-thinLine)*int64(links)/int64(most))}
}

// label puts the numbers of links on the lines that leave one box: one number
// above the box where all have as many, else one on each line.
func (k *fabricSketch) label(lines []FabricLine) {
	if len(lines) == 0 {
		return
	}
	alike := true
	for i := range lines {
		alike = alike && lines[i].Links == lines[0].Links
	}
	if alike {
		l := &lines[0]
		words := number(l.Links)
		if len(lines) > 1 {
			words += " each"
		}
		k.Labels = append(k.Labels, plated(l.X1, l.Y1-230, words))
		return
	}
	for i := range lines {
		l := &lines[i]
		part := Px(i + 1) // along the line, staggered so that numbers do not meet
		of := Px(len(lines) + 1)
		x, y := l.X1+(l.X2-l.X1)*part/of, l.Y1+(l.Y2-l.Y1)*part/of
		k.Labels = append(k.Labels, plated(x, y, number(l.Links)))
	}
}

// plated is words about a point, on a plate that keeps lines from them.
func plated(x, y Px, words string) FabricLabel {
	w := widthOf(words, fabricLetter)
	return FabricLabel{At: Text{X: x, Y: baseline(y, fabricLetter), Size: fabricLetter, Anchor: "middle", Words: words},
		Plate: Box{X: x - w/2 - 40, Y: y - 90, W: w + 80, H: 180}}
}

// number is a count with commas between thousands.
func number(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// say is the drawing in words: its tiers, and how many links join them.
func (k *fabricSketch) say() {
	names, _ := tierNames(k.use.Topology)
	s := k.use.Shape
	var all []string
	for tier, n := range k.use.Judgement.Links {
		if n > 0 {
			all = append(all, fmt.Sprintf("%s between %s and %s", counted(n, "link", "links"), strings.ToLower(names[tier]), strings.ToLower(names[tier+1])))
		}
	}
	k.Desc = fmt.Sprintf("%s hosts, %s leaves, %s spines, %s cores", number(len(s.Hosts)), number(len(s.Leaves)), number(len(s.Spines)), number(len(s.Cores)))
	if len(all) > 0 {
		k.Desc += "; " + strings.Join(all, ", ")
	}
	if s.Pods > 1 {
		k.Desc += "; " + strconv.Itoa(s.Pods) + " pods"
	}
	if s.Rails > 0 {
		k.Desc += "; " + counted(s.Rails, "rail", "rails")
	}
	k.Desc += ". Lines are as wide as they have links; the table says each."
}
