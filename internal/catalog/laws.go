package catalog

import (
	"cmp"
	"slices"
	"strings"

	"lengthwise/internal/units"
)

// laws checks what takes many rows. Each law is judged only while the files it
// speaks of have no other problem, which it would only repeat.
func (l *loader) laws() {
	parts := []string{"speeds.csv", "form_factors.csv", "optics.csv", "fibre_types.csv", "products.csv"}
	if l.overlay { // the others hold for the built-in rows, which are as they were
		if l.sound(parts...) {
			l.cords()
		}
		return
	}
	if l.sound("sources.csv") {
		l.sourceOrder()
	}
	var files []string
	for _, t := range schema {
		files = append(files, t.file)
	}
	if l.sound(files...) {
		l.sourcesUsed()
	}
	if l.sound(parts...) {
		l.productOrder()
		l.expectProducts()
		if l.sound("media_limits.csv") {
			l.limits()
		}
		if l.sound("specifications.csv") {
			l.cords()
			l.expectSpecifications()
		}
	}
}

func (l *loader) sourceOrder() {
	for i := 1; i < len(l.c.Sources); i++ {
		if before := l.c.Sources[i-1]; before.Key > l.c.Sources[i].Key {
			l.wrong(l.c.Sources[i], "is out of order, belongs before %s", before.Key)
		}
	}
}

func (l *loader) sourcesUsed() {
	used := map[string]bool{}
	for _, t := range schema[1:] {
		for _, r := range l.sheets[t.file].rows {
			for _, key := range r.list("source") {
				used[key] = true
			}
		}
	}
	for _, s := range l.c.Sources {
		if !used[s.Key] {
			l.wrong(s, "the source is not used by any row; take it out")
		}
	}
}

// productOrder keeps products.csv by generation, medium, family, length, SKU.
func (l *loader) productOrder() {
	compare := func(a, b *Product) int {
		return cmp.Or(
			slices.Index(Classes, a.Generations()[0])-slices.Index(Classes, b.Generations()[0]),
			slices.Index(Media, a.Medium)-slices.Index(Media, b.Medium),
			strings.Compare(a.Family, b.Family),
			cmp.Compare(a.Length, b.Length),
			strings.Compare(a.SKU, b.SKU),
		)
	}
	for i := 1; i < len(l.c.Products); i++ {
		if before := l.c.Products[i-1]; compare(before, l.c.Products[i]) > 0 {
			l.wrong(l.c.Products[i], "is out of order, belongs before %s", before.SKU)
		}
	}
}

// limits: a stated limit is the longest automatic length of that generation,
// medium, shape and head, 0 where there is none.
func (l *loader) limits() {
	for _, m := range l.c.MediaLimits {
		var most units.Length
		for _, p := range l.c.index.media[m.Medium] {
			carries := slices.ContainsFunc(p.Speeds, func(s *Speed) bool { return s.Generation == m.Generation })
			if carries && p.Automatic && (m.Shape == "" || p.Shape == m.Shape) && (m.Head == "" || p.EndA.Shell == m.Head) {
				most = max(most, p.Length)
			}
		}
		if most != m.Limit {
			l.wrong(m, "limit %s, the longest automatic product has %s", m.Limit.Metres(), most.Metres())
		}
	}
}

// cords: every transceiver that may be chosen has a cord, and so has every
// twisted-pair speed.
func (l *loader) cords() {
	for _, p := range l.c.index.media[Transceiver] {
		if p.Automatic && !l.hasCord(p) {
			l.wrong(p, "no cord in the catalog fits this transceiver")
		}
	}
	for _, s := range l.c.Speeds {
		if s.Modulation == "base-t" && !slices.ContainsFunc(l.c.Specifications, func(x *Specification) bool { return slices.Contains(x.Speeds, s) }) {
			l.wrong(s, "no cord in the catalog carries this speed")
		}
	}
}

func (l *loader) hasCord(p *Product) bool {
	spec := slices.ContainsFunc(l.c.Specifications, func(x *Specification) bool {
		return x.Shape == "1:1" && slices.Contains(x.Optics, p.Optics)
	})
	return spec || slices.ContainsFunc(l.c.index.media[FibreCord], func(cord *Product) bool {
		return cord.Automatic && cord.Shape == "1:1" && cord.Fibre.Mode == p.Optics.Mode &&
			cord.ConnectorA == p.Optics.Connector && cord.Polish == p.Optics.Polish
	})
}

// expectProducts holds the reach matrix to what people know of these media.
// Whoever changes one of these facts has to change it here too, with a source.
func (l *loader) expectProducts() {
	cells := map[string]Reach{}
	for _, r := range l.c.ReachMatrix() {
		shape := "straight"
		if r.Split {
			shape = "split"
		}
		cells[r.Class+" "+string(r.Medium)+" "+shape] = r
	}
	active := func(cell string) units.Length { return cells[cell].Active.Length }
	ever := func(cell string) units.Length { return cells[cell].Ever.Length }
	absent := func(cell string) bool { return len(cells[cell].Products) == 0 }
	const m = units.Metre
	var shortest []string
	for _, p := range l.c.Products {
		if p.MinReach == 2*m {
			shortest = append(shortest, p.SKU)
		}
	}
	slices.Sort(shortest)
	l.expect("products.csv", []fact{
		{"EDR passive copper is active to 5 m", active("edr dac straight") == 5*m},
		{"HDR passive copper goes straight to 2 m", ever("hdr dac straight") == 2*m},
		{"HDR passive copper is no longer active", active("hdr dac straight") == 0 && active("hdr dac split") == 0},
		{"NDR passive copper goes straight to 2 m", active("ndr dac straight") == 2*m && ever("ndr dac straight") == 2*m},
		{"NDR passive copper splitters go to 3 m", active("ndr dac split") == 3*m},
		{"there is no XDR passive copper", absent("xdr dac straight") && absent("xdr dac split")},
		{"NDR active copper goes to 5 m", active("ndr acc straight") == 5*m},
		{"XDR active copper goes straight to 3 m", active("xdr acc straight") == 3*m},
		{"XDR active copper splitters go to 2 m", active("xdr acc split") == 2*m},
		{"HDR active optical cable is active to 100 m", active("hdr aoc straight") == 100*m},
		{"EDR active optical cable is retired and went to 30 m", active("edr aoc straight") == 0 && ever("edr aoc straight") == 30*m},
		{"there is no XDR active optical cable", absent("xdr aoc straight") && absent("xdr aoc split")},
		{"the shortest link is 2 m where the maker says so: MMS1V70-CM, MMS4X00-NS, MMS4X00-NS-FLT",
			slices.Equal(shortest, []string{"MMS1V70-CM", "MMS4X00-NS", "MMS4X00-NS-FLT"})},
	})
}

func (l *loader) expectSpecifications() {
	const m = units.Metre
	reach := func(key string) units.Length {
		if s := l.c.Specification(key); s != nil {
			return s.Reach
		}
		return 0
	}
	runs := func(key string, speed string, only bool) bool {
		s := l.c.Specification(key)
		return s != nil && slices.Contains(s.Speeds, l.c.Speed(speed)) && (!only || len(s.Speeds) == 1)
	}
	splitters := !slices.ContainsFunc(l.c.Specifications, func(s *Specification) bool {
		family := ""
		if len(s.Optics) == 1 {
			family = s.Optics[0].Family
		}
		return s.Shape == "1:2" && (s.Reach != 50*m || family != "sr4-100g" && family != "dr4-100g")
	})
	l.expect("specifications.csv", []fact{
		{"cat6a goes to 100 m at 10GBASE-T", reach("cat6a") == 100*m && runs("cat6a", "10gbe-t", false)},
		{"cat6-10g goes to 55 m at 10GBASE-T alone", reach("cat6-10g") == 55*m && runs("cat6-10g", "10gbe-t", true)},
		{"mpo12-apc-om4 goes to 50 m", reach("mpo12-apc-om4") == 50*m},
		{"splitter fibres go to 50 m and serve 100G lanes only", splitters},
	})
}

// A fact is something the data as a whole must say.
type fact struct {
	text  string
	holds bool
}

func (l *loader) expect(file string, facts []fact) {
	for _, f := range facts {
		if !f.holds {
			l.fail(file, 0, "the data no longer says that "+f.text)
		}
	}
}
