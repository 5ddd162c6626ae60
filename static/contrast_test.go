package static_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// The promises of the status colours: readable on both surfaces, and told apart
// by people who see red, green or blue otherwise. A colour is changed only with
// these in mind.
const (
	leastContrast      = 4.5  // WCAG 2.2, 1.4.3, of text
	leastStatus        = 4.6  // of the status colours, a little above
	leastControl       = 3.0  // WCAG 2.2, 1.4.11, of the edges of controls
	leastDistanceLight = 15.6 // CIEDE2000 between any two statuses, any vision
	leastDistanceDark  = 18.9
)

// A colour is sRGB, 0 to 1, linear light.
type colour [3]float64

// palette reads the pairs of app.css: 0 is light, 1 is dark.
func palette(t *testing.T) map[string][2]colour {
	t.Helper()
	out := map[string][2]colour{}
	pair := regexp.MustCompile(`--([a-z0-9-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);`)
	for _, m := range pair.FindAllStringSubmatch(string(load(t).Text("app.css")), -1) {
		out[m[1]] = [2]colour{parse(t, m[2]), parse(t, m[3])}
	}
	return out
}

func parse(t *testing.T, hex string) (c colour) {
	t.Helper()
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c {
		s := float64(v>>(16-8*i)&255) / 255
		if s <= 0.04045 {
			c[i] = s / 12.92
		} else {
			c[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return c
}

func contrast(a, b colour) float64 {
	light := func(c colour) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] + 0.05 }
	x, y := light(a), light(b)
	return max(x, y) / min(x, y)
}

var statusNames = []string{"teal", "indigo", "ochre", "oxide", "grey"}

func TestTextIsReadable(t *testing.T) {
	t.Parallel()
	p := palette(t)
	for mode, name := range []string{"light", "dark"} {
		for _, surface := range []string{"paper", "paper-2"} {
			for _, text := range append([]string{"ink", "ink-2", "blue"}, statusNames...) {
				least := leastContrast
				if slices.Contains(statusNames, text) {
					least = leastStatus
				}
				if got := contrast(p[text][mode], p[surface][mode]); got < least {
					t.Errorf("%s: %s on %s has the contrast %.2f, want at least %.1f", name, text, surface, got, least)
				}
			}
			if got := contrast(p["rule-strong"][mode], p[surface][mode]); got < leastControl {
				t.Errorf("%s: the edge of controls on %s has the contrast %.2f, want at least %.1f", name, surface, got, leastControl)
			}
		}
		if got := contrast(p["on-blue"][mode], p["blue"][mode]); got < leastContrast {
			t.Errorf("%s: words on a button have the contrast %.2f, want at least %.1f", name, got, leastContrast)
		}
	}
}

// visions are normal sight and the three dichromacies, as matrices over linear
// RGB: Machado, Oliveira, Fernandes 2009, severity 1.0.
var visions = map[string][3][3]float64{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func TestStatusesAreToldApart(t *testing.T) {
	t.Parallel()
	p := palette(t)
	for mode, least := range []float64{leastDistanceLight, leastDistanceDark} {
		for vision, m := range visions {
			for i, a := range statusNames {
				for _, b := range statusNames[i+1:] {
					if got := ciede2000(lab(p[a][mode], m), lab(p[b][mode], m)); got < least {
						t.Errorf("%s: %s and %s are %.2f apart to %s sight, want at least %.1f", []string{"light", "dark"}[mode], a, b, got, vision, least)
					}
				}
			}
		}
	}
}

// lab is a colour as a vision sees it, in CIE L*a*b* under D65.
func lab(c colour, m [3][3]float64) (out [3]float64) {
	var seen colour
	for i, row := range m {
		seen[i] = min(max(row[0]*c[0]+row[1]*c[1]+row[2]*c[2], 0), 1)
	}
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124564*seen[0] + 0.3575761*seen[1] + 0.1804375*seen[2]) / 0.95047)
	y := f(0.2126729*seen[0] + 0.7151522*seen[1] + 0.0721750*seen[2])
	z := f((0.0193339*seen[0] + 0.1191920*seen[1] + 0.9503041*seen[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 is the distance of two colours: Sharma, Wu, Dalal 2005.
func ciede2000(p, q [3]float64) float64 {
	c7 := math.Pow((math.Hypot(p[1], p[2])+math.Hypot(q[1], q[2]))/2, 7)
	g := 0.5 * (1 - math.Sqrt(c7/(c7+math.Pow(25, 7))))
	a1, a2 := (1+g)*p[1], (1+g)*q[1]
	c1, c2 := math.Hypot(a1, p[2]), math.Hypot(a2, q[2])
	hue := func(a, b float64) float64 {
		if a == 0 && b == 0 {
			return 0
		}
		return math.Mod(math.Atan2(b, a)*180/math.Pi+360, 360)
	}
	h1, h2 := hue(a1, p[2]), hue(a2, q[2])
	dh, mean := h2-h1, (h1+h2)/2
	if c1*c2 == 0 {
		dh, mean = 0, h1+h2
	} else if math.Abs(h1-h2) > 180 {
		dh -= math.Copysign(360, dh)
		mean += math.Copysign(180, 360-h1-h2)
	}
	rad := func(deg float64) float64 { return deg * math.Pi / 180 }
	dl, dc, dH := q[0]-p[0], c2-c1, 2*math.Sqrt(c1*c2)*math.Sin(rad(dh/2))
	l, c := (p[0]+q[0])/2, (c1+c2)/2
	w := 1 - 0.17*math.Cos(rad(mean-30)) + 0.24*math.Cos(rad(2*mean)) + 0.32*math.Cos(rad(3*mean+6)) - 0.20*math.Cos(rad(4*mean-63))
	sl := 1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50))
	sc, sh := 1+0.045*c, 1+0.015*c*w
	c7 = math.Pow(c, 7)
	rt := -math.Sin(rad(60*math.Exp(-math.Pow((mean-275)/25, 2)))) * 2 * math.Sqrt(c7/(c7+math.Pow(25, 7)))
	return math.Sqrt(dl/sl*dl/sl + dc/sc*dc/sc + dH/sh*dH/sh + rt*dc/sc*dH/sh)
}

// The formula is checked against rows of the data published with it.
func TestDistanceIsThePublishedOne(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		p, q [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{22.7233, 20.0904, -46.6940}, [3]float64{23.0331, 14.9730, -42.5619}, 2.0373},
		{[3]float64{50, 2.49, -0.001}, [3]float64{50, -2.49, 0.0011}, 7.2195},
	} {
		if got := ciede2000(x.p, x.q); math.Abs(got-x.want) > 0.0001 {
			t.Errorf("distance of %v and %v is %.4f, want %.4f", x.p, x.q, got, x.want)
		}
	}
}
