package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// knowns are facts in order.
type knowns []templates.Known

func (k *knowns) add(name, value string) { *k = append(*k, templates.Known{Name: name, Value: value}) }

// ask adds a fact that somebody has to know: an empty value is not known.
func (k *knowns) ask(name, value string) {
	if value == "" {
		*k = append(*k, templates.Known{Name: name, Value: "not known", Missing: true})
		return
	}
	k.add(name, value)
}

// lengthWord is a length, empty where it is not known.
func lengthWord(l units.Length) string {
	if l == 0 {
		return ""
	}
	return l.Metres()
}

func (s *shop) productFacts(x *catalog.Product) []templates.Known {
	var k knowns
	cord := x.Medium == catalog.FibreCord || x.Medium == catalog.TwistedPair
	k.add("Also sold as", strings.Join(x.AltSKUs, ", "))
	k.ask("Maker", x.Maker)
	k.add("Family", x.Family)
	k.add("Medium", mediumWord[string(x.Medium)]+", "+x.Shape)
	k.ask("Joins", endsOf(x))
	var labels []string
	for _, s := range x.Speeds {
		labels = append(labels, s.Label)
	}
	k.ask("Speeds", strings.Join(labels, ", "))
	if x.Medium == catalog.Transceiver {
		k.ask("Reach", lengthWord(x.Reach))
		var grades []string
		for _, grade := range []string{"om3", "om4", "om5", "os2"} {
			if l := x.FibreReach.On(grade); l > 0 {
				grades = append(grades, strings.ToUpper(grade)+" "+l.Metres())
			}
		}
		k.ask("Reach by fibre", strings.Join(grades, ", "))
		k.add("Not shorter than", lengthWord(x.MinReach))
		if x.Optics != nil {
			k.add("Optics", x.Optics.Label)
		}
	} else {
		k.ask("Length", lengthWord(x.Length))
		k.add("Reach", lengthWord(x.Reach))
	}
	if x.Fibre != nil {
		k.add("Fibre", strings.ToUpper(x.Fibre.Grade))
	}
	if cord || x.Medium == catalog.Transceiver {
		connectors := x.ConnectorA
		if x.ConnectorB != "" {
			connectors += " to " + x.ConnectorB
		}
		k.ask("Connectors", connectors)
		k.ask("Polish", strings.ToUpper(x.Polish))
		k.ask("Pins", x.Pins)
	}
	k = append(k, s.body(x)...)
	k.add("Lifecycle", lifecycleWords[x.Lifecycle])
	k.add("Evidence", evidenceWords[x.Evidence])
	k.add("Chosen", s.chosenWord(x))
	k.add("Site status", statusWords[s.cat.StatusOf(x.SKU)])
	return slices.DeleteFunc(k, func(x templates.Known) bool { return x.Value == "" })
}

// body is what a part measures, weighs and draws; where nobody says, the
// average of its class, marked as an estimate.
func (s *shop) body(x *catalog.Product) []templates.Known {
	var k knowns
	if x.Medium != catalog.FibreCord && x.Medium != catalog.TwistedPair {
		k = append(k, s.watts(x)...)
	}
	if x.Medium == catalog.Transceiver {
		k.ask("Weight", massWord(x.Weight))
		return k
	}
	if x.Medium == catalog.DAC || x.Medium == catalog.ACC || x.Medium == catalog.AEC {
		k.ask("Wire gauge", gauge(x.AWG))
	}
	od, bend := "", ""
	if x.OD > 0 {
		od = hundredths(x.OD*10) + " mm"
	}
	if x.BendRadius > 0 {
		bend = x.BendRadius.String()
	}
	k = append(k, s.average(x, "Diameter", od, "od_mm", func(v int) string { return hundredths(v) + " mm" }),
		s.average(x, "Bend radius", bend, "bend_radius_mm", func(v int) string { return hundredths(v) + " mm" }),
		s.average(x, "Weight", massWord(x.Weight), "weight_g_per_m", func(v int) string { return hundredths(v) + " g a metre" }))
	return k
}

// average is a fact, or the average of the part's class in its place.
func (s *shop) average(x *catalog.Product, name, value, field string, text func(int) string) templates.Known {
	if value != "" {
		return templates.Known{Name: name, Value: value}
	}
	family := ""
	if x.EndA != nil {
		family = x.EndA.Family
	}
	row := s.cat.ClassDefault(x.Medium, family, x.AWG, field)
	if row == nil {
		return templates.Known{Name: name, Value: "not known", Missing: true}
	}
	words := text(row.Value) + ", average of its class"
	if row.Note != "" {
		words += ": " + row.Note
	}
	return templates.Known{Name: name, Value: words, Estimate: true, Sources: s.sources(row.Sources)}
}

// watts are what each end draws.
func (s *shop) watts(x *catalog.Product) []templates.Known {
	end := func(name string, own units.Power, form *catalog.FormFactor) templates.Known {
		if own > 0 {
			return templates.Known{Name: name, Value: own.String()}
		}
		if row := s.cat.ClassDefault(x.Medium, form.Family, x.AWG, "power_mw"); row != nil {
			return templates.Known{
				Name: name, Value: units.Power(row.Value/100).String() + ", average of its class: " + row.Note, Estimate: true, Sources: s.sources(row.Sources),
			}
		}
		return templates.Known{Name: name, Value: "not known", Missing: true}
	}
	switch {
	case x.EndA == nil:
		return nil
	case x.EndB == nil:
		return []templates.Known{end("Power", x.PowerA, x.EndA)}
	case x.Shape == "1:1" && x.EndA == x.EndB && x.PowerA == x.PowerB:
		return []templates.Known{end("Power of each end", x.PowerA, x.EndA)}
	case x.Shape == "1:1":
		return []templates.Known{end("Power of end A", x.PowerA, x.EndA), end("Power of end B", x.PowerB, x.EndB)}
	}
	return []templates.Known{end("Power of the hub", x.PowerA, x.EndA), end("Power of each leg", x.PowerB, x.EndB)}
}

func massWord(m units.Mass) string {
	if m == 0 {
		return ""
	}
	return m.String()
}

func gauge(awg string) string {
	if awg == "" {
		return ""
	}
	return awg + " AWG"
}

// hundredths is a whole number of hundredths as a decimal: 943 is "9.43".
func hundredths(n int) string {
	text := strconv.Itoa(n/100) + "." + fmt.Sprintf("%02d", n%100)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
