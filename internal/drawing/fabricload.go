package drawing

import (
	"fmt"
	"strings"

	"lengthwise/internal/fabric"
	"lengthwise/internal/planner"
)

// A LoadChart is how many of the leaves' uplinks carry how much, in panels of
// bars, one for each run of a simulation. Every number it shows is a word too.
type LoadChart struct {
	Title, Desc string
	W, H        Px
	Panels      []LoadPanel
}

// A LoadPanel is one run.
type LoadPanel struct {
	Head, Line Text
	Bars       []LoadBar
}

// A LoadBar is the uplinks that carry one amount. Fill is the share of them.
type LoadBar struct {
	Name, Value Text
	Frame, Fill Box
	Over        bool // more than one flow's worth: none of those flows gets its line rate
}

// The chart's places.
const (
	loadWidth   Px = 3600
	loadGap     Px = 400
	loadLeft    Px = 1050 // where bars begin, within a panel
	loadRight   Px = 620  // room for the number behind a bar
	loadPitch   Px = 210
	loadBar     Px = 150
	loadTop     Px = 560
	loadAcross     = 2
	mostLoadBar    = 9 // amounts with a bar of their own; what is above shares the last
)

// LoadBins are the shares of uplinks that carry nothing, up to one flow's worth,
// up to two and so on, the last that and more; with the words of each.
func LoadBins(run *planner.SimulationRun, most int) (names []string, shares []float64) {
	for flows, share := range run.Load {
		switch {
		case flows >= most:
			shares[most-1] += share
			names[most-1] = fmt.Sprintf("more than %d", most-2)
			continue
		case flows == 0:
			names = append(names, "nothing")
		case flows == 1:
			names = append(names, "up to 1 flow")
		default:
			names = append(names, fmt.Sprintf("up to %d", flows))
		}
		shares = append(shares, share)
	}
	return names, shares
}

// NewLoadChart draws runs of a simulation, two beside each other.
func NewLoadChart(title string, runs []*planner.SimulationRun) *LoadChart {
	c := &LoadChart{Title: title, W: loadAcross*loadWidth + loadGap}
	var said []string
	y := Px(0)
	for first := 0; first < len(runs); first += loadAcross {
		bars := 0
		for i, run := range runs[first:min(first+loadAcross, len(runs))] {
			p := newLoadPanel(run, Px(i)*(loadWidth+loadGap), y)
			bars = max(bars, len(p.Bars))
			c.Panels = append(c.Panels, p)
			said = append(said, p.say())
		}
		y += loadTop + Px(bars)*loadPitch + 200
	}
	c.H = y
	c.Desc = strings.Join(said, " ")
	return c
}

func newLoadPanel(run *planner.SimulationRun, x, y Px) LoadPanel {
	p := LoadPanel{Head: Text{X: x, Y: y + 180, Anchor: "start"}, Line: Text{X: x, Y: y + 370, Anchor: "start"}}
	head := run.Collective + " under " + run.Routing
	if run.Routing == fabric.ECMP {
		head += ", " + counted(run.QueuePairs, "queue pair", "queue pairs")
	}
	p.Head.Words, p.Head.Size = fit(head, loadWidth, 140, 90)
	p.Line.Words, p.Line.Size = fit("mean "+percent(run.Mean.Value)+", slowest "+percent(run.Slowest.Value)+" of line rate", loadWidth, 120, 90)
	names, shares := LoadBins(run, mostLoadBar)
	room := loadWidth - loadLeft - loadRight
	for i, share := range shares {
		at := y + loadTop + Px(i)*loadPitch
		b := LoadBar{Over: i > 1, Frame: Box{X: x + loadLeft, Y: at, W: room, H: loadBar}}
		b.Fill = b.Frame
		b.Fill.W = max(0, min(room, Px(float64(share*float64(room)))))
		middle := baseline(at+loadBar/2, 120)
		b.Name = Text{X: x + loadLeft - 80, Y: middle, Size: 120, Anchor: "end", Words: names[i]}
		b.Value = Text{X: x + loadLeft + room + 60, Y: middle, Size: 120, Anchor: "start", Words: percent(share)}
		p.Bars = append(p.Bars, b)
	}
	return p
}

func percent(share float64) string { return fabric.Digits(float64(100*share)) + " %" }

// say is a panel in words.
func (p *LoadPanel) say() string {
	all := make([]string, len(p.Bars))
	for i := range p.Bars {
		all[i] = p.Bars[i].Name.Words + ": " + p.Bars[i].Value.Words
	}
	return p.Head.Words + ": " + p.Line.Words + "; uplinks that carry " + strings.Join(all, ", ") + "."
}
