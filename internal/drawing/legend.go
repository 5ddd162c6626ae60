package drawing

// legend explains the marks below the drawing.
func (e *Elevation) legend() {
	const size, line = Px(100), Px(190)
	x, y := margin, e.H+40
	put := func(k Key, words string) {
		w := widthOf(words, size)
		if x > margin && x+150+w > e.W-margin {
			x, y = margin, y+line
		}
		k.Mark = Box{x, y - 95, 110, 110}
		if k == (Key{Mark: k.Mark}) { // a heading
			k.Mark = Box{}
			k.At = Text{X: x, Y: y, Size: size, Anchor: "start", Words: words}
			x += w + 120
		} else {
			k.At = Text{X: x + 150, Y: y, Size: size, Anchor: "start", Words: words}
			x += 150 + w + 160
		}
		e.Legend = append(e.Legend, k)
	}
	put(Key{}, "Devices:")
	put(Key{Status: Error}, "error")
	put(Key{Status: Unknown}, "unknown")
	put(Key{Status: Warning}, "warning")
	put(Key{Status: OK}, "links ok")
	x, y = margin, y+line
	put(Key{}, "Cages:")
	for _, s := range States {
		put(Key{State: s, Cage: true}, s.String())
	}
	x, y = margin, y+line
	put(Key{}, "Air:")
	put(Key{Air: AirIn}, "in at this face")
	put(Key{Air: AirOut}, "out at this face")
	put(Key{Air: AirEither}, "either, by version")
	e.H = y + 40 + margin
}
