package planner

import (
	"fmt"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// linkFinding adds a finding about one link and lets its status follow.
func (s *selector) linkFinding(id int32, f plan.Finding) {
	out := &s.w.out[id]
	f.Path, f.Subject = out.Path, subject(out)
	s.batch.report.findAbout(f, id)
	switch plan.Severities[f.Code] {
	case plan.Error:
		s.w.blame(id, StatusError)
	case plan.Warning:
		s.w.blame(id, StatusWarning)
	}
}

// halfUsed reports cages of which part stays empty, once a cage.
func (s *selector) halfUsed(ks []socket) {
	for i := range ks {
		k := &ks[i]
		if k.variant == nil {
			continue
		}
		room := k.split
		switch {
		case wholePlug(k.group):
			room = max(1, k.split)
		case k.group.Form.Ports == 2:
			room = 2 * max(1, k.split)
		}
		linked := 0
		s.w.onCage(k.device, int(k.cage), func(int32, int) { linked++ })
		if linked >= max(1, room) {
			continue
		}
		d := &s.w.devices[k.device]
		cage := &d.Type.Cages[k.cage]
		what := "ports"
		if k.split > 0 {
			what = "split children"
		}
		s.batch.report.find(plan.Finding{Code: "half-used-cage", Path: s.w.out[k.ends[0].link].Path, Subject: d.Name + ":" + cage.Name,
			Message: fmt.Sprintf("cage %s of %s has %d of its %d %s linked; the rest of its plug stays unused", cage.Name, d.Name, linked, room, what),
			Fix:     "link the rest of the cage, or let the links of another half-used cage share it"})
	}
}

// checkLink makes the checks of one link that has its parts.
func (s *selector) checkLink(id int32) {
	out := &s.w.out[id]
	if s.set.Headroom > 0 && lengthOf(out.Headroom) < s.set.Headroom {
		s.linkFinding(id, plan.Finding{Code: "low-headroom",
			Message: fmt.Sprintf("%s is left to the limit of %s, the plan wants %s", metres(out.Headroom), metres(out.Limit), s.set.Headroom.Metres()),
			Fix:     "shorten the run, or choose a medium that reaches further"})
	}
	if s.excessive(out.Required+out.Spare, out.Required) {
		s.linkFinding(id, plan.Finding{Code: "excess-length",
			Message: fmt.Sprintf("the cable is %s, %s is required: %s to stow", metres(out.Required+out.Spare), metres(out.Required), metres(out.Spare)),
			Fix:     "choose a medium that comes in shorter lengths, or move the devices"})
	}
	l := &s.w.links[id]
	if (out.Medium == plan.AOC || out.Medium == plan.Optical) && out.Generation == "hdr" && out.Required > hdrOpticalLimit {
		top := func(side int) string { return s.w.portType(l.ends[side]).Group.Speeds[0].Generation }
		if top(0) == "ndr" && top(1) == "hdr" || top(0) == "hdr" && top(1) == "ndr" {
			s.linkFinding(id, plan.Finding{Code: "known-limitation", Source: "nv-cx7-fw28352",
				Message: fmt.Sprintf("an HDR device and an NDR device over more than %s of optical cable lose bandwidth (NVIDIA issue 3261861); %s is required", metres(hdrOpticalLimit), metres(out.Required)),
				Fix:     "bring the two devices within 30 m, or ask the maker which firmware mends it"})
		}
	}
}

// hdrOpticalLimit is the length above which NVIDIA lists lost bandwidth between
// HDR and NDR devices (issue 3261861), in whole millimetres.
const hdrOpticalLimit = 30_000

// checkModules makes the checks of an optical component's modules and cords.
func (s *selector) checkModules(ks []socket, p pick) {
	for i := range ks {
		if i < len(p.modules) && p.modules[i] != nil {
			s.checkCagePower(&ks[i], p.modules[i])
			s.checkConnectX(ks, i, p.modules[i])
		}
	}
	for i := range s.fibreBuf {
		if !p.cords[i].Nil() {
			s.checkLoss(&s.fibreBuf[i], p.cords[i])
		}
	}
}

func (s *selector) checkCagePower(k *socket, m *catalog.Product) {
	d := &s.w.devices[k.device]
	limit := k.group.CagePower
	switch {
	case limit == 0 || m.PowerA == 0:
		s.batch.skipped.cages[cageClass{d.Type, k.group.Form, m}]++
	case m.PowerA > limit:
		for _, e := range k.ends {
			s.linkFinding(e.link, plan.Finding{Code: "cage-power", Source: strings.Join(k.group.Sources, ";"),
				Message: fmt.Sprintf("%s draws %s, cage %s allows %s", m.SKU, m.PowerA, s.cageName(k), limit),
				Fix:     "choose a transceiver that draws less, or another switch"})
		}
	}
}

// A skipCount counts the checks that are left out most often, and puts them
// into words once.
type skipCount struct {
	cages    map[cageClass]int
	families map[*catalog.Optics]int
}

// A cageClass is a module in a kind of cage.
type cageClass struct {
	device *catalog.DeviceType
	form   *catalog.FormFactor
	module *catalog.Product
}

// tell enters what was left out into a report.
func (c *skipCount) tell(r *report) {
	for k, n := range c.cages {
		if k.module.PowerA == 0 {
			r.skipMany("cage-power", k.module.SKU, "no source states its watts", n)
			continue
		}
		r.skipMany("cage-power", k.device.Slug, "no source states what its "+k.form.Name+" cages may draw; "+k.module.SKU+" draws "+k.module.PowerA.String(), n)
	}
	for f, n := range c.families {
		r.skipMany("loss-budget", f.Label, "no source states its loss limit", n)
	}
}

// checkConnectX warns of the 400GbE limitation NVIDIA lists for ConnectX-7; the
// catalog does not say which adapter a port has, so every port that is no
// switch's is warned.
func (s *selector) checkConnectX(ks []socket, i int, m *catalog.Product) {
	if m.SKU != "MMS1V00-WM" {
		return
	}
	for _, e := range ks[i].ends {
		at := s.other(e)
		far := &ks[at]
		if s.w.devices[far.device].Type.IsSwitch() || !far.group.Lists(s.w.cat.Speed("400gbe")) {
			continue
		}
		s.linkFinding(e.link, plan.Finding{Code: "known-limitation", Source: "nv-cx7-fw28381",
			Message: "NVIDIA lists the link from a ConnectX-7 to an MMS1V00-WM as down (issue 3363753)",
			Fix:     "confirm the adapter and its firmware with the maker before ordering"})
	}
}

// checkLoss compares a cord's insertion loss with what its optics family allows.
func (s *selector) checkLoss(f *fibre, part catalog.Part) {
	if s.set.PatchPanels > 0 {
		s.batch.report.skip("patch-panels", part.ID(), "the cords and the trunk of a path through panels are to be split by hand")
	}
	family := s.moduleBuf[f.hub].Optics
	if family.ChannelLoss == 0 {
		s.batch.skipped.families[family]++
		return
	}
	c := cordOf(part)
	if c.fibre == nil || c.fibre.Attenuation == 0 {
		s.batch.report.skip("loss-budget", part.ID(), "no source states the attenuation of its fibre")
		return
	}
	loss := (int64(c.fibre.Attenuation)*part.Length.CeilMM() + 999_999) / 1_000_000
	if pairs := 2 * s.set.PatchPanels; pairs > 0 {
		row := s.w.cat.ConnectorLoss(c.connectorA, s.set.Connectors, c.fibre.Mode, c.polish)
		if row == nil {
			s.batch.report.skip("loss-budget", part.ID(), "no source states the loss of a "+s.set.Connectors+" "+c.connectorA+" pair")
			return
		}
		loss += int64(pairs) * int64(row.Loss)
	}
	if loss <= int64(family.ChannelLoss) {
		return
	}
	for _, leg := range f.legs[:f.n] {
		s.linkFinding(leg.link, plan.Finding{Code: "loss-budget", Source: strings.Join(family.Sources, ";"),
			Message: fmt.Sprintf("%s of %s with %d mated pairs (%s) loses %s dB, %s allows %s dB", part.Length.Metres(), c.fibre.Grade,
				2*s.set.PatchPanels, s.set.Connectors, hundredths(loss), family.Label, hundredths(int64(family.ChannelLoss))),
			Fix: "use fewer patch panels, or low-loss connectors"})
	}
}

func hundredths(v int64) string { return fmt.Sprintf("%d.%02d", v/100, v%100) }

// emitVerdict reports what is wrong with a pinned part, for every link it
// concerns.
func (s *selector) emitVerdict(links []int32, p pick) {
	for _, id := range links {
		out := &s.w.out[id]
		out.Reason = "pinned: " + p.verdict.message
		f := plan.Finding{Code: p.verdict.code, Message: p.verdict.message, Source: p.verdict.source}
		if p.verdict.code == "too-short" {
			ordered := lengthOf(out.Required + out.Spare)
			if p.medium != "" && out.HasCable && out.Spare >= 0 {
				out.Reason = "pinned " + ordered.Metres() + " " + mediumShort(p.medium)
				continue // only the far legs are too short
			}
		}
		s.linkFinding(id, f)
	}
}
