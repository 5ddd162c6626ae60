package drawing

import (
	"fmt"
	"slices"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// An Overlay is what lies over a line of tiles when a device is selected: its
// cables, from port to port where both ends are drawn, to the upper edge of its
// rack where the other end is not. It has the size of the whole line.
type Overlay struct {
	Title   string // "cables of leaf-01: 32 to devices drawn here, 8 elsewhere"
	W, H    Px
	Chosen  []Box // of the selected device, at each face
	Peers   []Box // of the devices it is linked to
	Strands []Strand
	Exits   []Exit
}

// A Strand is one or more links that take one way on the drawing.
type Strand struct {
	Status Status // the worst of its links
	Way    []Spot // corners, from the selected device
	End    Spot   // where it meets the other end
	Out    bool   // it leaves the drawing at End
}

// A Spot is a place on a drawing.
type Spot struct{ X, Y Px }

// An Exit says where strands go that leave the drawing.
type Exit struct {
	At   Text   // "8 to B07"
	Href string // empty: no link
}

// Bounds and sizes of an overlay.
const (
	maxStrands      = 2_000
	exitSize     Px = 100
	exitGap      Px = 120
	lanePitch    Px = 12
	lanesOfAPost    = 5
)

// Overlay draws the cables of the chosen device over the tiles; nil where it is
// not drawn in them.
func (t *Tiles) Overlay() *Overlay {
	centre := t.hall.Device(t.o.Chosen)
	if centre == nil {
		return nil
	}
	home, ok := t.where[centre.Rack]
	if !ok {
		return nil
	}
	links := t.linksOf(centre)
	places := []int32{t.at[home]}
	for _, l := range links {
		if n, ok := t.where[l.far.Device.Rack]; ok && !slices.Contains(places, t.at[n]) {
			places = append(places, t.at[n])
		}
	}
	s := &strander{tiles: t, centre: centre, racks: map[int]*Rack{}, d: t.drafter(places), strands: map[[2]Spot]int{}, far: map[string]*farRack{}}
	s.o = &Overlay{W: Px(len(t.at)) * t.W, H: t.H, Chosen: s.boxes(home, centre.Name)}
	if len(s.o.Chosen) == 0 {
		return nil
	}
	for i, l := range links {
		s.strand(home, i, l)
	}
	s.exits(home)
	s.o.Title = fmt.Sprintf("cables of %s: %s to devices drawn here, %d elsewhere", centre.Name, counted(s.here, "link", "links"), s.away)
	return s.o
}

// A linkOf is a link as seen from the selected device.
type linkOf struct {
	near, far planner.End
	status    Status
}

func (t *Tiles) linksOf(centre *planner.Device) []linkOf {
	var out []linkOf
	for i := range t.hall.res.Links {
		switch l := &t.hall.res.Links[i]; {
		case l.A.Device == centre:
			out = append(out, linkOf{l.A, l.B, statusOf(l.Status)})
		case l.B.Device == centre:
			out = append(out, linkOf{l.B, l.A, statusOf(l.Status)})
		}
	}
	return out
}

// A strander draws the strands of one overlay.
type strander struct {
	tiles      *Tiles
	centre     *planner.Device
	d          *drafter
	racks      map[int]*Rack // drawn, by place in the line
	o          *Overlay
	strands    map[[2]Spot]int // into o.Strands
	far        map[string]*farRack
	peers      map[string]bool
	here, away int // links
}

// A farRack is a rack that is not drawn, with the ends that lead to it.
type farRack struct {
	name   string // empty: no rack
	device string // one of its devices
	links  int
	status Status
	from   []Spot
	posts  []Px
}

func (s *strander) rack(n int) *Rack {
	if s.racks[n] == nil {
		r := s.tiles.rackAt(s.d, n, Px(n)*s.tiles.W)
		s.racks[n] = &r
	}
	return s.racks[n]
}

// boxes are a device on the faces of its rack that show it.
func (s *strander) boxes(n int, device string) []Box {
	var out []Box
	r := s.rack(n)
	for i := range r.Faces {
		for j := range r.Faces[i].Devices {
			if d := &r.Faces[i].Devices[j]; d.Name == device {
				out = append(out, d.Box)
			}
		}
	}
	return out
}

// spot is where a port is on the drawing, and the face it is at: at the cage
// where that is drawn, else at the edge of the device.
func (s *strander) spot(n int, e planner.End) (at Spot, face *Face) {
	r := s.rack(n)
	var box Box
	for i := range r.Faces {
		for j := range r.Faces[i].Devices {
			d := &r.Faces[i].Devices[j]
			if d.Name != e.Device.Name {
				continue
			}
			mark, shown := cageBox(d, e)
			if shown || face == nil {
				box, face = mark, &r.Faces[i]
			}
			if shown {
				return middle(box), face
			}
		}
	}
	return Spot{box.X + box.W - 30, box.Y + box.H/2}, face
}

// cageBox is the cage of a port where it is drawn, the bar in its place, or the
// device itself.
func cageBox(d *Device, e planner.End) (box Box, shown bool) {
	if e.Device.Type != nil && len(d.Cages) > 0 {
		if port, ok := e.Device.Type.Find(e.Port); ok {
			return d.Cages[e.Device.Type.Ports[port.Port].Cage].Box, true
		}
	}
	if d.Bar.W > 0 {
		return d.Bar, true
	}
	return d.Box, false
}

func middle(b Box) Spot { return Spot{b.X + b.W/2, b.Y + b.H/2} }

// post is the x of a lane in the post of a face, the left or the right one.
func post(f *Face, right bool, lane Px) Px {
	if right {
		return f.Panel.X + f.Panel.W + 8 + lane
	}
	return f.Panel.X - 8 - lane
}

// overhead is the height above the racks at which cables pass from one face to
// another.
func (s *strander) overhead(lane Px) Px { return tileTop + headRoom + faceRoom - 20 - lane }

func (s *strander) strand(home, i int, l linkOf) {
	lane := Px(i%lanesOfAPost) * lanePitch
	from, face := s.spot(home, l.near)
	n, drawn := s.tiles.where[l.far.Device.Rack]
	var to Spot
	var other *Face
	if drawn {
		to, other = s.spot(n, l.far)
	}
	if other == nil {
		s.leave(face, from, lane, l)
		return
	}
	s.here++
	if at, ok := s.strands[[2]Spot{from, to}]; ok {
		s.o.Strands[at].Status = max(s.o.Strands[at].Status, l.status)
		return
	}
	if len(s.o.Strands) == maxStrands {
		return
	}
	s.strands[[2]Spot{from, to}] = len(s.o.Strands)
	if s.peers == nil {
		s.peers = map[string]bool{s.centre.Name: true}
	}
	if !s.peers[l.far.Device.Name] {
		s.peers[l.far.Device.Name] = true
		s.o.Peers = append(s.o.Peers, s.boxes(n, l.far.Device.Name)...)
	}
	x := post(face, face.Panel.X <= other.Panel.X, lane)
	way := []Spot{from, {x, from.Y}}
	if other.Panel.X == face.Panel.X {
		way = append(way, Spot{x, to.Y}, to)
	} else {
		y, x2 := s.overhead(lane), post(other, other.Panel.X < face.Panel.X, lane)
		way = append(way, Spot{x, y}, Spot{x2, y}, Spot{x2, to.Y}, to)
	}
	s.o.Strands = append(s.o.Strands, Strand{Status: l.status, Way: way, End: to})
}

// leave notes a link whose other end is not drawn.
func (s *strander) leave(face *Face, from Spot, lane Px, l linkOf) {
	s.away++
	name := l.far.Device.Rack
	f := s.far[name]
	if f == nil {
		f = &farRack{name: name, device: l.far.Device.Name}
		s.far[name] = f
	}
	f.links++
	f.status = max(f.status, l.status)
	if !slices.Contains(f.from, from) {
		f.from, f.posts = append(f.from, from), append(f.posts, post(face, true, lane))
	}
}

// exits writes where cables go that leave the drawing, beside the name of the
// rack, and draws them up to there.
func (s *strander) exits(home int) {
	var all []*farRack
	for _, f := range s.far {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *farRack) int { return units.CompareNatural(a.name, b.name) })
	r := s.rack(home)
	x := r.Head.X + widthOf(r.Head.Words, r.Head.Size) + exitGap
	end := r.Box.X + r.Box.W
	for i, f := range all {
		words := fmt.Sprintf("%d to %s", f.links, f.name)
		href := ""
		if f.name == "" {
			words = fmt.Sprintf("%d to no rack", f.links)
		} else if s.tiles.o.RackHref != nil {
			href = s.tiles.o.RackHref(f.name)
		}
		room := end - x
		if rest := all[i:]; len(rest) > 1 && widthOf(words, exitSize)+exitGap+widthOf("999 to 999 more racks", exitSize) > room {
			more := &farRack{}
			for _, f := range rest {
				more.links += f.links
				more.status = max(more.status, f.status)
				more.from, more.posts = append(more.from, f.from...), append(more.posts, f.posts...)
			}
			f, href = more, ""
			words = fmt.Sprintf("%d to %d more racks", more.links, len(rest))
			if i == 0 {
				words = fmt.Sprintf("%d to %d other racks", more.links, len(rest))
			}
		}
		words, size := fit(words, max(room, 0), exitSize, 70)
		at := Text{X: x, Y: r.Head.Y, Size: size, Anchor: "start", Words: words}
		s.o.Exits = append(s.o.Exits, Exit{at, href})
		width := widthOf(words, size)
		s.out(f, Spot{x + width/2, r.Head.Y + 40})
		x += width + exitGap
		if f.device == "" {
			return
		}
	}
}

// out draws the strands of a rack that is not drawn up to a spot.
func (s *strander) out(f *farRack, end Spot) {
	for i, from := range f.from {
		if len(s.o.Strands) == maxStrands {
			return
		}
		y := s.overhead(Px(i%lanesOfAPost) * lanePitch)
		s.o.Strands = append(s.o.Strands, Strand{Status: f.status, Out: true, End: end,
			Way: []Spot{from, {f.posts[i], from.Y}, {f.posts[i], y}, {end.X, y}, end}})
	}
}
