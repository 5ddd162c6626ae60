package app_test

import (
	"errors"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// The lengths people quote by heart, and what holds of them.
func TestReach(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	tests := []struct {
		name   string
		speed  string
		length string
		medium plan.Medium
		ends   string // "a to b", empty: the offer is of modules
		does   app.Verdict
		limit  string
		part   string // the first named
	}{
		{"EDR copper does 5 m", "edr", "5m", plan.DAC, "qsfp28 to qsfp28", app.Sold, "5 m", "MCP1600-E005E26"},
		{"EDR copper does not do 6 m", "edr", "6m", plan.DAC, "qsfp28 to qsfp28", app.None, "5 m", "MCP1600-E005E26"},
		{"HDR copper does 2 m in retired parts", "hdr", "2m", plan.DAC, "qsfp56 to qsfp56", app.Retired, "0 m", "MCP1650-H002E26"},
		{"HDR copper does not do 3 m", "hdr", "3m", plan.DAC, "qsfp56 to qsfp56", app.None, "0 m", "MCP1650-H002E26"},
		{"NDR copper switch to switch does 2 m", "ndr", "2m", plan.DAC, "osfp-finned-2 to osfp-finned-2", app.Sold, "2 m", "MCP4Y10-N002"},
		{"one millimetre more is too much", "ndr", "2001mm", plan.DAC, "osfp-finned-2 to osfp-finned-2", app.None, "2 m", "MCP4Y10-N002"},
		{"NDR copper splitters do 3 m", "ndr", "3m", plan.DAC, "osfp-finned-2 to osfp-flat-1", app.Sold, "3 m", "MCP7Y00-N003"},
		{"those with a flat head do 2 m", "ndr", "3m", plan.DAC, "osfp-flat-2 to osfp-flat-1", app.None, "2 m", "MCP7Y00-N002-FLT"},
		{"the shortest that does is named", "ndr", "2.2m", plan.DAC, "osfp-finned-2 to osfp-flat-1", app.Sold, "3 m", "MCP7Y00-N02A"},
		{"NDR active copper does 3 m", "ndr", "3m", plan.ACC, "osfp-finned-2 to osfp-finned-2", app.Sold, "5 m", "MCA4J80-N003"},
		{"XDR passive copper does not exist", "xdr", "0.5m", plan.DAC, " to ", app.None, "0 m", ""},
		{"XDR active splitters do 2 m", "xdr", "2m", plan.ACC, "osfp224-finned-2 to osfp224-flat-1", app.Sold, "2 m", "980-9IAO5-00X002"},
		{"XDR active straight copper has to be pinned", "xdr", "2m", plan.ACC, "osfp224-finned-2 to osfp224-finned-2", app.Pinned, "0 m", "980-9IAM3-00X002"},
		{"a cord of twisted pair is of the next length", "1gbe", "16m", plan.TwistedPair, " to ", app.Sold, "100 m", "spec:cat6a:20m"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			length, err := units.ParseLength(tt.length)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := a.Reach(app.ReachQuery{Speed: tt.speed, Length: length, Medium: tt.medium})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range answer.Offers {
				if endsOf(o) != tt.ends {
					continue
				}
				part := ""
				if len(o.Parts) > 0 {
					part = o.Parts[0]
				}
				if o.Does != tt.does || o.Limit.Metres() != tt.limit || part != tt.part {
					t.Errorf("%s of %s at %s: verdict %d, limit %s, part %q; want %d, %s, %q",
						tt.length, tt.medium, tt.speed, o.Does, o.Limit.Metres(), part, tt.does, tt.limit, tt.part)
				}
				if len(o.Sources) == 0 {
					t.Errorf("%s of %s at %s names no source", tt.length, tt.medium, tt.speed)
				}
				return
			}
			t.Errorf("no offer of %s between %q at %s", tt.medium, tt.ends, tt.speed)
		})
	}
}

func endsOf(o app.Offer) string {
	var a, b string
	if o.A != nil && o.B != nil {
		a, b = o.A.Name, o.B.Name
	}
	return a + " to " + b
}

// No answer may name a part that is too short for it.
func TestReachNeverNamesAShortPart(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for _, speed := range []string{"edr", "hdr100", "hdr", "ndr200", "ndr", "xdr", "1gbe", "10gbe", "25gbe", "50gbe", "100gbe", "200gbe", "400gbe", "800gbe"} {
		for mm := int64(100); mm <= 120_000; mm += mm/3 + 1 {
			answer, err := a.Reach(app.ReachQuery{Speed: speed, Length: units.MM(mm)})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range answer.Offers {
				if o.Does != app.None && o.At < units.MM(mm) {
					t.Errorf("%d mm at %s: %s offers %v of %s", mm, speed, o.Medium, o.Parts, o.At)
				}
				if o.Does == app.Sold && o.Limit < units.MM(mm) {
					t.Errorf("%d mm at %s: %s does it, but its limit is %s", mm, speed, o.Medium, o.Limit)
				}
			}
		}
	}
}

func TestReachOfVariantsAndUnknownSpeeds(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	one, err := a.Reach(app.ReachQuery{Speed: "400gbe-8x50"})
	if err != nil || len(one.Offers) == 0 {
		t.Fatalf("400gbe-8x50: %+v, %v", one, err)
	}
	for _, o := range one.Offers {
		if o.Speed.Name != "400gbe-8x50" {
			t.Errorf("asked for 400gbe-8x50, got an offer at %s", o.Speed.Name)
		}
	}
	if _, err := a.Reach(app.ReachQuery{Speed: "fdr"}); !errors.Is(err, app.ErrNotFound) {
		t.Errorf("fdr: %v, want ErrNotFound", err)
	}
}
