package plan

import (
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// DefaultSettings are the settings of a plan that writes none, as plan-format
// lists them.
func DefaultSettings() Effective {
	e := Effective{
		Media:       Media,
		Multimode:   "om4",
		TwistedPair: "cat6a",
		Evidence:    catalog.Reseller,
		Copper:      SlackRule{Percent: 500, PerEnd: 150 * units.Millimetre},
		Optical:     SlackRule{Percent: 500, PerEnd: 150 * units.Millimetre},
		Exit:        300 * units.Millimetre,
		TrayEntry:   300 * units.Millimetre,
		TraySearch:  1500 * units.Millimetre,
		Excess:      5 * units.Metre,
		Spares:      make(map[catalog.Medium]SpareRule, len(catalog.Media)),
		TrayFill:    40,
		RearSpace:   150 * units.Millimetre,
		Connectors:  "low-loss",
		Currency:    "USD",
		EnergyPrice: 1200, // 0.12 per kWh
		PUE:         1300, // 1.3
		Years:       4,
	}
	for _, m := range catalog.Media {
		e.Spares[m] = SpareRule{Percent: 500, Minimum: 1}
	}
	return e
}

// Effective fills in the default of every setting that was not written. A
// slack of copper or optical, and the spares of one medium, replace the common
// rule field by field. The result shares Media and Stock with the settings.
func (s Settings) Effective() Effective {
	e := DefaultSettings()
	if s.Media != nil {
		e.Media = s.Media
	}
	e.Cheapest = s.Choose == "cheapest"
	word(&e.Multimode, s.Multimode)
	word(&e.TwistedPair, s.TwistedPair)
	written(&e.AllowRetired, s.AllowRetired)
	if s.Evidence != "" {
		e.Evidence = s.Evidence
	}
	if s.Slack != nil {
		e.Copper.apply(s.Slack)
		e.Optical.apply(s.Slack)
		e.Copper.apply(s.Slack.Copper)
		e.Optical.apply(s.Slack.Optical)
	}
	written(&e.Exit, s.Exit)
	written(&e.Direct, s.Direct)
	written(&e.TrayEntry, s.TrayEntry)
	written(&e.TraySearch, s.TraySearch)
	written(&e.Headroom, s.Headroom)
	written(&e.Excess, s.Excess)
	if s.Spares != nil {
		for _, m := range catalog.Media {
			rule := e.Spares[m]
			rule.apply(s.Spares)
			rule.apply(s.Spares.ByMedium[m])
			e.Spares[m] = rule
		}
	}
	e.Stock = s.Stock
	written(&e.UseStock, s.UseStock)
	written(&e.TrayFill, s.TrayFill)
	written(&e.RearSpace, s.RearSpace)
	written(&e.PatchPanels, s.PatchPanels)
	word(&e.Connectors, s.Connectors)
	word(&e.Currency, s.Currency)
	if s.Energy != nil {
		written(&e.EnergyPrice, s.Energy.PricePerKWh)
		written(&e.PUE, s.Energy.PUE)
		written(&e.Years, s.Energy.Years)
	}
	return e
}

func (r *SlackRule) apply(s *Slack) {
	if s != nil {
		written(&r.Percent, s.Percent)
		written(&r.PerEnd, s.PerEnd)
	}
}

func (r *SpareRule) apply(s *Spares) {
	if s != nil {
		written(&r.Percent, s.Percent)
		written(&r.Minimum, s.Minimum)
	}
}

// written replaces a default by what was written, if anything was.
func written[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

func word(to *string, from string) {
	if from != "" {
		*to = from
	}
}
