package catalog_test

import (
	"strings"
	"testing"
)

func TestRulesOfSources(t *testing.T) {
	t.Parallel()
	swap := func(s string) string { // the last two rows change places
		rows := strings.SplitAfter(s, "\n")
		n := len(rows) - 1
		rows[n-1], rows[n-2] = rows[n-2], rows[n-1]
		return strings.Join(rows, "")
	}
	last := strings.Count(base()["sources.csv"], "\n")
	runRules(t, []ruleCase{
		{name: "no address", slips: one("sources.csv", "foa,", "address", ""), want: "has no address; only unid- and own- keys go without"},
		{name: "an address of an unidentified source", slips: one("sources.csv", "unid-aec,", "address", "https://example.com/"), want: "has an address although its key says that there is none"},
		{name: "an address of our own", slips: one("sources.csv", "own-generic,", "address", "https://example.com/"), want: "has an address although"},
		{name: "no web address", slips: one("sources.csv", "foa,", "address", "ftp://example.com/"), want: "is not a web address"},
		{name: "an address with a space", slips: one("sources.csv", "foa,", "address", "https://example.com/a b"), want: "is not a web address"},
		{name: "a scheme alone", slips: one("sources.csv", "foa,", "address", "https://"), want: "is not a web address"},
		{name: "out of order", slips: []slip{{file: "sources.csv"}}, text: swap, line: last, want: "is out of order, belongs before"},
		{name: "a source nobody uses", slips: one("connector_loss.csv", "mpo-12,low-loss,mm,0.35,,", "source", "foa"), at: slip{file: "sources.csv", row: "zion-mpo,"}, want: "the source is not used by any row"},
		{name: "an unknown kind", slips: one("sources.csv", "foa,", "kind", "blog"), want: `kind is "blog"; it may be maker, transcription, reseller, standard, third-party`},
		{name: "maker's evidence from a seller", slips: one("products.csv", "MCP7Y00-N003,", "source", "yupitek"), want: "evidence maker wants a source of kind maker"},
		{name: "a transcript from a seller", slips: one("products.csv", "MCP1600-E005E26,", "source", "yupitek"), want: "evidence transcribed wants a source of kind transcription or standard or maker"},
		{name: "a seller's evidence from a standard", slips: one("products.csv", "MFS1S00-H025V,", "source", "fotc-100fr1"), want: "evidence reseller wants a source of kind reseller or third-party or transcription or maker"},
		{name: "a seller's evidence from nobody", slips: one("products.csv", "MFS1S00-H025V,", "source", "unid-aec"), want: "has only unidentified sources, so its evidence must be unverified"},
		{name: "a standard's evidence from nobody", slips: one("standards.csv", "50GBASE-CR,", "source", "unid-8023dj"), want: "has only unidentified sources"},
		{name: "a device's evidence from nobody", slips: one("device_types.csv", "qm9790,", "source", "unid-specs"), want: "has only unidentified sources"},
	})
}

func TestRulesOfSmallTables(t *testing.T) {
	t.Parallel()
	runRules(t, []ruleCase{
		{name: "lanes that do not add up", slips: one("speeds.csv", "ndr,", "lanes", "2"), want: "2 lanes of 100 Gb/s are not 400 Gb/s"},
		{name: "InfiniBand without a generation", slips: one("speeds.csv", "ndr,", "generation", ""), want: "InfiniBand speeds have a generation, Ethernet speeds have none"},
		{name: "Ethernet with a generation", slips: one("speeds.csv", "400gbe,", "generation", "ndr"), want: "InfiniBand speeds have a generation, Ethernet speeds have none"},
		{name: "an Ethernet speed not named by its rate", slips: one("speeds.csv", "400gbe-8x50,", "speed", "401gbe-8x50"), want: "is named by its rate, here 400gbe, with the variant after a dash"},
		{name: "a cage that accepts a cage", slips: one("form_factors.csv", "mpo-12,", "accepts", "mpo-12;mpo12-cpo"), want: "accepts mpo12-cpo, which is no plug"},
		{name: "a finned cage that accepts a flat plug", slips: one("form_factors.csv", "osfp-finned-2,", "accepts", "osfp-finned-2;osfp-flat-2"), want: "accepts osfp-flat-2 of another shell"},
		{name: "a single-port cage that accepts a twin-port plug", slips: one("form_factors.csv", "osfp-flat-1,", "accepts", "osfp-flat-1;osfp-flat-2"), want: "accepts osfp-flat-2; a single-port cage takes no twin-port plug"},
		{name: "a twin-port cage that accepts a single-port plug", slips: one("form_factors.csv", "osfp-flat-2,", "accepts", "osfp-flat-2;osfp-flat-1"), want: "accepts osfp-flat-1; a twin-port cage takes no single-port plug"},
		{name: "a cage that does not accept its own plug", slips: one("form_factors.csv", "qsfp112,", "accepts", "qsfp56;qsfp28"), want: "does not accept its own plug"},
		{name: "multimode optics with a reach on OS2", slips: one("optics.csv", "sr4-100g,", "reach_os2_mm", "500000"), want: "has a reach on the wrong kind of fibre"},
		{name: "single-mode optics with a reach on OM4", slips: one("optics.csv", "dr4-100g,", "reach_om4_mm", "50000"), want: "has a reach on the wrong kind of fibre"},
		{name: "optics without a reach", slips: one("optics.csv", "fr4-200g,", "reach_os2_mm", ""), want: "has no reach at all"},
		{name: "a splitter reach above the straight one", slips: one("optics.csv", "sr4-100g,", "splitter_reach_mm", "60000"), want: "splitter reach 60 m is above the straight reach 50 m"},
		{name: "multiplexed optics that are split", slips: one("optics.csv", "fr4-100g,", "splitter_reach_mm", "50000"), want: "cannot be split by fibre"},
		{name: "interoperation that is not mutual", slips: one("optics.csv", "dr4-100g,", "interoperates_with", "dr4-100g;dr8-100g"), want: "interoperates with dr8-100g, which does not name it in turn"},
		{name: "a maximum below the planning value", slips: one("fibre_types.csv", "om4,", "attenuation_max_db_per_km", "2.00"), want: "the standard's maximum is below the planning value"},
		{name: "single-mode OM4", slips: one("fibre_types.csv", "om4,", "mode", "sm"), want: "OS2 is single-mode and the others are multimode"},
		{name: "a standard for OS2 on multimode", slips: one("standards.csv", "25GBASE-LR,", "medium", "mm"), want: "fibre os2 and medium mm disagree"},
		{name: "a standard for OM4 on single-mode", slips: one("standards.csv", "50GBASE-SR,", "medium", "sm"), want: "fibre om4 and medium sm disagree"},
		{name: "a power with decimals", slips: one("class_defaults.csv", "dac,,,power_mw,", "value", "100.5"), want: `power_mw "100.5" has decimals; only the diameter may`},
		{name: "copper weight without its warning", slips: one("class_defaults.csv", "acc,,,weight_g_per_m,", "note", "an average"), want: "the weight of copper is not to be trusted"},
		{name: "a second loss row that serves nobody", slips: one("connector_loss.csv", "mpo-12,low-loss,mm,0.35,,", "locator", ""), want: "a second row without polish must say in its locator whom it serves"},
		{name: "a limit below the longest product", slips: one("media_limits.csv", "ndr,dac,1:2,finned,", "limit_mm", "2500"), want: "limit 2.5 m, the longest automatic product has 3 m"},
		{name: "a limit where there is no product", slips: one("media_limits.csv", "xdr,dac,", "limit_mm", "1000"), want: "limit 1 m, the longest automatic product has 0 m"},
		{name: "a limit of another shape", slips: one("media_limits.csv", "hdr,dac,", "shape", "1:4"), want: "limit 2 m, the longest automatic product has 0 m"},
		{name: "a limit of another head", slips: one("media_limits.csv", "ndr,dac,1:1,", "head", "flat"), want: "limit 2 m, the longest automatic product has 0 m"},
	})
}
