package catalog

import (
	"slices"
	"strings"
)

func (l *loader) cite(r *row) Citation {
	return Citation{Sources: r.list("source"), Locator: r.get("locator")}
}

func (l *loader) source(r *row) {
	s := &Source{
		Key: r.get("key"), Title: r.get("title"), Publisher: r.get("publisher"), Address: r.get("address"),
		DateRead: r.get("date_read"), Kind: r.get("kind"),
	}
	l.rowOf[s] = r
	free := strings.HasPrefix(s.Key, "unid-") || strings.HasPrefix(s.Key, "own-")
	switch {
	case free && s.Address != "":
		l.badCell(r, "address", "has an address although its key says that there is none; give it another key")
	case !free && s.Address == "":
		l.badCell(r, "address", "has no address; only unid- and own- keys go without")
	case s.Address != "" && !isAddress(s.Address):
		l.badCell(r, "address", "address %s is not a web address", quote(s.Address))
	}
	l.c.Sources = append(l.c.Sources, s)
	l.c.index.sources[s.Key] = s
}

func isAddress(s string) bool {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	return ok && rest != "" && !strings.ContainsAny(rest, " \t")
}

// rateOf is the rate a link names: 400gbe for 400gbe and for 400gbe-8x50.
func rateOf(speed string) string {
	rate, _, _ := strings.Cut(speed, "-")
	return rate
}

func (l *loader) speed(r *row) {
	s := &Speed{
		Name: r.get("speed"), Rate: r.get("speed"), Protocol: Protocol(r.get("protocol")), Generation: r.get("generation"),
		Gbps: r.int("gbps"), Lanes: r.int("lanes"), LaneGbps: r.int("lane_gbps"), Modulation: r.get("modulation"),
		Label: r.get("label"), Order: len(l.c.Speeds), Citation: l.cite(r),
	}
	if s.Protocol == Ethernet {
		s.Rate = rateOf(s.Name)
		if s.Rate != r.get("gbps")+"gbe" {
			l.bad(r, "an Ethernet speed is named by its rate, here %sgbe, with the variant after a dash", r.get("gbps"))
		}
	}
	if s.Lanes*s.LaneGbps != s.Gbps {
		l.bad(r, "%d lanes of %d Gb/s are not %d Gb/s", s.Lanes, s.LaneGbps, s.Gbps)
	}
	if (s.Protocol == InfiniBand) != (s.Generation != "") {
		l.bad(r, "InfiniBand speeds have a generation, Ethernet speeds have none")
	}
	l.rowOf[s] = r
	l.c.Speeds = append(l.c.Speeds, s)
	l.c.index.speeds[s.Name] = s
	l.c.index.rates[s.Rate] = append(l.c.index.rates[s.Rate], s)
}

func (l *loader) formFactors() {
	for _, r := range l.good("form_factors.csv") {
		kind := r.get("kind")
		f := &FormFactor{
			Name: r.get("form_factor"), Cage: kind != "plug", Plug: kind != "cage", Family: r.get("family"), Shell: r.get("shell"),
			Lanes: r.int("lanes"), Ports: r.int("ports"), MaxLaneGbps: r.int("max_lane_gbps"), Accepts: r.list("accepts"),
			Label: r.get("label"), Citation: l.cite(r),
		}
		l.rowOf[f] = r
		l.c.Forms = append(l.c.Forms, f)
		l.c.index.forms[f.Name] = f
	}
	for _, f := range l.c.Forms {
		for _, name := range f.Accepts {
			if plug := l.c.index.forms[name]; plug != nil {
				l.checkAccepts(f, plug)
			}
		}
		if f.Cage && f.Plug && !f.Accept(f.Name) {
			l.wrong(f, "does not accept its own plug")
		}
	}
}

func (l *loader) checkAccepts(cage, plug *FormFactor) {
	switch {
	case !plug.Plug:
		l.wrong(cage, "accepts %s, which is no plug", plug.Name)
	case cage.Shell != "" && plug.Shell != cage.Shell:
		l.wrong(cage, "accepts %s of another shell", plug.Name)
	case cage.Ports == 1 && cage.Family == "osfp" && cage.Lanes == 4 && plug.Ports == 2:
		l.wrong(cage, "accepts %s; a single-port cage takes no twin-port plug", plug.Name)
	case cage.Ports == 2 && plug.Ports == 1:
		l.wrong(cage, "accepts %s; a twin-port cage takes no single-port plug", plug.Name)
	}
}

func (l *loader) opticsFamilies() {
	for _, r := range l.good("optics.csv") {
		o := &Optics{
			Family: r.get("family"), Label: r.get("label"), LaneGbps: r.int("lane_gbps"), Modulation: r.get("modulation"),
			WavelengthNM: r.int("wavelength_nm"), Mode: Mode(r.get("fibre_mode")), Connector: r.get("connector"), Polish: r.get("polish"),
			FibresPerPort: r.int("fibres_per_port"), WDM: r.get("wdm") == "yes",
			Reach: FibreReach{
				OM3: r.mm("reach_om3_mm"), OM4: r.mm("reach_om4_mm"), OM5: r.mm("reach_om5_mm"), OS2: r.mm("reach_os2_mm"),
			},
			SplitterReach: r.mm("splitter_reach_mm"), ChannelLoss: r.hundredths("channel_loss_db"), MatedPairs: r.int("mated_pairs_assumed"),
			Interoperates: r.list("interoperates_with"), Citation: l.cite(r),
		}
		l.rowOf[o] = r
		if o.Mode == Multimode && o.Reach.OS2 > 0 || o.Mode == SingleMode && max(o.Reach.OM3, o.Reach.OM4, o.Reach.OM5) > 0 {
			l.bad(r, "has a reach on the wrong kind of fibre for %s", o.Mode)
		}
		best := max(o.Reach.OM3, o.Reach.OM4, o.Reach.OM5, o.Reach.OS2)
		switch {
		case best == 0:
			l.bad(r, "has no reach at all")
		case o.SplitterReach > best:
			l.bad(r, "splitter reach %s is above the straight reach %s", o.SplitterReach.Metres(), best.Metres())
		}
		if o.WDM && o.SplitterReach > 0 {
			l.bad(r, "wavelength-multiplexed optics cannot be split by fibre, so there is no splitter reach")
		}
		l.c.Optics = append(l.c.Optics, o)
		l.c.index.optics[o.Family] = o
	}
	for _, o := range l.c.Optics {
		for _, name := range o.Interoperates {
			if other := l.c.index.optics[name]; other != nil && !slices.Contains(other.Interoperates, o.Family) {
				l.wrong(o, "interoperates with %s, which does not name it in turn", name)
			}
		}
	}
}

func (l *loader) fibre(r *row) {
	f := &Fibre{
		Grade: r.get("fibre"), Mode: Mode(r.get("mode")), Attenuation: r.hundredths("attenuation_db_per_km"),
		AttenuationMax: r.hundredths("attenuation_max_db_per_km"), Colour: r.get("colour"), Citation: l.cite(r),
	}
	if f.AttenuationMax > 0 && f.AttenuationMax < f.Attenuation {
		l.bad(r, "the standard's maximum is below the planning value")
	}
	if (f.Mode == SingleMode) != (f.Grade == "os2") {
		l.bad(r, "OS2 is single-mode and the others are multimode")
	}
	l.rowOf[f] = r
	l.c.Fibres = append(l.c.Fibres, f)
	l.c.index.fibres[f.Grade] = f
}

func (l *loader) connectorLosses() {
	type class struct {
		connector, grade string
		mode             Mode
	}
	polished := map[class]bool{}
	for _, r := range l.good("connector_loss.csv") {
		c := &ConnectorLoss{
			Connector: r.get("connector"), Grade: r.get("grade"), Mode: Mode(r.get("mode")), Loss: r.hundredths("loss_db_per_mated_pair"),
			ReturnLoss: r.int("return_loss_db"), Polish: r.get("polish"), Citation: l.cite(r),
		}
		l.rowOf[c] = r
		if c.Polish != "" {
			polished[class{c.Connector, c.Grade, c.Mode}] = true
		}
		l.c.ConnectorLosses = append(l.c.ConnectorLosses, c)
	}
	for _, c := range l.c.ConnectorLosses {
		if polished[class{c.Connector, c.Grade, c.Mode}] && c.Polish == "" && c.Locator == "" {
			l.wrong(c, "a second row without polish must say in its locator whom it serves")
		}
	}
}

func (l *loader) classDefault(r *row) {
	d := &ClassDefault{
		Medium: Medium(r.get("medium")), FormFamily: r.get("form_family"), AWG: r.get("awg"), Field: r.get("field"),
		Value: r.hundredths("value"), Note: r.get("note"), Citation: l.cite(r),
	}
	if d.Field != "od_mm" && strings.Contains(r.get("value"), ".") {
		l.bad(r, "%s %s has decimals; only the diameter may", d.Field, quote(r.get("value")))
	}
	if d.Field == "weight_g_per_m" && (d.Medium == DAC || d.Medium == ACC) && !strings.Contains(d.Note, "never use it to clear a tray") {
		l.bad(r, `the weight of copper is not to be trusted, and the note must say "never use it to clear a tray"`)
	}
	l.rowOf[d] = r
	l.c.ClassDefaults = append(l.c.ClassDefaults, d)
}

func (l *loader) standard(r *row) {
	s := &Standard{
		Name: r.get("standard"), Clause: r.get("clause"), Gbps: r.int("gbps"), Lanes: r.int("lanes"), Medium: r.get("medium"),
		Fibre: r.get("fibre"), Reach: r.mm("reach_mm"), ChannelLoss: r.hundredths("channel_loss_db"), Connector: r.get("connector"),
		Evidence: Evidence(r.get("evidence")), Citation: l.cite(r),
	}
	if s.Fibre != "" && (s.Fibre == "os2") != (s.Medium == "sm") {
		l.bad(r, "fibre %s and medium %s disagree", s.Fibre, s.Medium)
	}
	l.checkEvidence(r, s.Evidence, s.Sources)
	l.rowOf[s] = r
	l.c.Standards = append(l.c.Standards, s)
}

func (l *loader) mediaLimit(r *row) {
	m := &MediaLimit{
		Generation: r.get("generation"), Medium: Medium(r.get("medium")), Shape: r.get("shape"), Head: r.get("head"),
		Limit: r.mm("limit_mm"), Note: r.get("note"), Citation: l.cite(r),
	}
	l.rowOf[m] = r
	l.c.MediaLimits = append(l.c.MediaLimits, m)
}

// foundations are the kinds of source that found a row of some evidence.
var foundations = map[Evidence][]string{
	Maker:       {"maker"},
	Transcribed: {"transcription", "standard", "maker"},
	Reseller:    {"reseller", "third-party", "transcription", "maker"},
}

// checkEvidence holds a row's evidence against what its sources are. A source
// nobody could name founds nothing.
func (l *loader) checkEvidence(r *row, evidence Evidence, keys []string) {
	var kinds []string
	for _, k := range keys {
		if s := l.c.index.sources[k]; s != nil && s.Address != "" {
			kinds = append(kinds, s.Kind)
		}
	}
	if evidence == Unverified {
		return
	}
	if len(kinds) == 0 {
		l.badCell(r, "evidence", "has only unidentified sources, so its evidence must be unverified")
		return
	}
	founds := foundations[evidence]
	if !slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(founds, k) }) {
		l.badCell(r, "evidence", "evidence %s wants a source of kind %s", evidence, strings.Join(founds, " or "))
	}
}
