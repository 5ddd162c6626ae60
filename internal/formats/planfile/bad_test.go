package planfile_test

import (
	"errors"
	"testing"

	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

const head = "version: 1\nname: x\n"

// bad are texts that cannot be read, and every problem they have.
var bad = []struct {
	name string
	mt   planfile.MediaType
	text string
	want string
}{
	{"nothing", planfile.YAML, "", "1:1: document is empty"},
	{"a comment", planfile.YAML, "# plan\n", "1:1: document is empty"},
	{"nothing, in JSON", planfile.JSON, " \n", "2:1: document ends where a value should stand"},
	{"a list", planfile.YAML, "- a\n", "1:1: a list where a map of fields should stand"},
	{"a word", planfile.JSON, `"plan"`, `1:1: the text "plan" where a map of fields should stand`},
	{"an unknown field with a near one", planfile.YAML, head + "devices:\n  - {name: a, type: t, rak: B}\n",
		`4:24: devices[0]: unknown field "rak"; did you mean "rack"?`},
	{"an unknown field with none near", planfile.YAML, head + "elevation: 3\n",
		`3:1: unknown field "elevation"; the fields here are version, name, description, settings, site, racks, device_types, devices, links, overrides, fabrics`},
	{"a field written twice", planfile.YAML, head + "links:\n  - {a: \"x:1\", b: \"y:1\", a: \"z:1\"}\n",
		`4:26: links[0].a: field "a" is written twice; keep one`},
	{"a field written twice, in JSON", planfile.JSON, "{\"version\": 1,\n \"name\": \"x\", \"name\": \"y\"}",
		`2:15: name: field "name" is written twice; keep one`},
	{"required fields missing", planfile.YAML, "racks:\n  - {row: A}\nlinks:\n  - {a: \"x:1\"}\n",
		`1:1: version: required field "version" is missing
1:1: name: required field "name" is missing
2:5: racks[0].name: required field "name" is missing
4:5: links[0].b: required field "b" is missing`},
	{"an empty entry", planfile.YAML, head + "devices:\n  -\n",
		`4:4: devices[0].name: required field "name" is missing
4:4: devices[0].type: required field "type" is missing`},
	{"a field without a value", planfile.YAML, head + "links:\n  - a: \"x:1\"\n    b: \"y:1\"\n    run:\n",
		`6:9: links[0].run: field has no value; write one or take the field out`},
	{"null for a field", planfile.JSON, "{\"version\": 1, \"name\": \"x\", \"settings\": {\"exit\": null}}",
		`1:50: settings.exit: field has no value; write one or take the field out`},
	{"lengths without a unit", planfile.YAML, head + "settings: {exit: 300, slack: {per_end: 0.15}}\nlinks:\n  - {a: \"x:1\", b: \"y:1\", run: \"2.6\"}\n",
		`3:18: settings.exit: length 300 has no unit; write mm, cm, m, in or ft
3:40: settings.slack.per_end: length 0.15 has no unit; write mm, cm, m, in or ft
5:31: links[0].run: length "2.6" has no unit; write mm, cm, m, in or ft`},
	{"lengths that are none", planfile.YAML, head + "settings: {exit: long, headroom: 1e3m, excess: \"2,5 m\", rear_space: [1m], tray_entry: 3 furlongs, tray_search: \"\"}\n",
		`3:18: settings.exit: length "long" is not a number with a unit; write for example 600mm, 2.7m, 8ft, 30in or 8' 6"
3:34: settings.headroom: length "1e3m" has an exponent; write the digits out, as in 1000m
3:48: settings.excess: length "2,5 m" has a comma; write a point as the decimal mark and nothing between thousands, as in 2.5m
3:69: settings.rear_space: a list where a length such as 600mm should stand
3:87: settings.tray_entry: length "3 furlongs" has the unknown unit "furlongs"; write mm, cm, m, in or ft
3:112: settings.tray_search: length is empty; write for example 600mm, 2.7m, 8ft, 30in or 8' 6"`},
	{"a length beyond all halls, one too fine, one of nothing", planfile.YAML, head + "settings: {exit: 101km, headroom: 0.1nm}\nlinks:\n  - {a: \"x:1\", b: \"y:1\", cable: {length: 0m}}\n",
		`3:18: settings.exit: length "101km" is above the limit of 100 km
3:35: settings.headroom: length "0.1nm" is finer than a nanometre; round it to whole nanometres, which is 6 decimals of a millimetre
5:42: links[0].cable.length: length 0 mm is not above 0`},
	{"numbers that are not written plainly", planfile.YAML, head + "devices:\n  - {name: a, type: t, u: 1e3}\n  - {name: b, type: t, u: 0x10}\n  - {name: c, type: t, u: 012}\n  - {name: d, type: t, u: 1_0}\n  - {name: e, type: t, u: .5}\n  - {name: f, type: t, u: 12.25}\n  - {name: g, type: t, u: +3}\n  - {name: h, type: t, u: \"3\"}\n",
		`4:27: devices[0].u: number "1e3" is not written in plain digits; write for example 12 or 12.5
5:27: devices[1].u: number "0x10" is not written in plain digits; write for example 12 or 12.5
6:27: devices[2].u: number "012" begins with 0; write it without
7:27: devices[3].u: the text "1_0" where a unit such as 40, a list of units, top or bottom should stand
8:27: devices[4].u: number ".5" is not written in plain digits; write for example 12 or 12.5
9:27: devices[5].u: number "12.25" has more than one decimal
10:27: devices[6].u: number "+3" is not written in plain digits; write for example 12 or 12.5
11:27: devices[7].u: the text "3" where a unit such as 40, a list of units, top or bottom should stand; write it without quotes`},
	{"numbers that JSON allows and a plan does not", planfile.JSON, "{\"version\": 1.5, \"name\": \"x\", \"racks\": [{\"name\": \"A\", \"units\": 4.2e1}, {\"name\": \"B\", \"units\": \"42\"}, {\"name\": \"C\", \"units\": 42.0}, {\"name\": \"D\", \"units\": -1}]}",
		`1:13: version: number "1.5" is not whole
1:64: racks[0].units: number "4.2e1" is not written in plain digits; write for example 12 or 12.5
1:95: racks[1].units: the text "42" where a whole number should stand; write it without quotes
1:155: racks[3].units: number -1 is not between 1 and 100`},
	{"whole numbers stay whole", planfile.YAML, head + "racks:\n  - {name: A, units: 42.5}\nsettings: {patch_panels: 9999999999}\n",
		`4:22: racks[0].units: number "42.5" is not whole
5:26: settings.patch_panels: number 9999999999 is beyond the limit of 2147483647`},
	{"too many decimals", planfile.YAML, head + "settings:\n  slack: {percent: 5.005}\n  energy: {price_per_kwh: 0.12345, pue: 1.0001}\n",
		`4:20: settings.slack.percent: number "5.005" has more than 2 decimals
5:27: settings.energy.price_per_kwh: number "0.12345" has more than 4 decimals
5:41: settings.energy.pue: number "1.0001" has more than 3 decimals`},
	{"words that are not in the list", planfile.YAML, head + "settings: {choose: cheap, multimode: OM4, media: [dac, copper], evidence: 3}\nsite:\n  rows: [{name: A, y: 0m, faces: up}]\n",
		`3:20: settings.choose: "cheap" is not one of preference, cheapest
3:38: settings.multimode: "OM4" is not one of om3, om4, om5; did you mean "om4"?
3:56: settings.media[1]: "copper" is not one of dac, acc, aec, aoc, optical, twisted-pair
3:75: settings.evidence: the number 3 where one of maker, transcribed, reseller, unverified should stand
5:34: site.rows[0].faces: "up" is not one of south, north, east, west`},
	{"truth values of YAML 1.1", planfile.YAML, head + "settings: {direct: yes, allow_retired: \"true\", use_stock: 1}\n",
		`3:20: settings.direct: the text "yes" where true or false should stand
3:40: settings.allow_retired: the text "true" where true or false should stand
3:59: settings.use_stock: the number 1 where true or false should stand`},
	{"numbers and truth values where text should stand", planfile.YAML, head + "racks:\n  - {name: 1}\n  - {name: true}\n  - {name: 1e3}\n  - {name: null}\n  - {name: [A]}\n  - {name: \" \"}\n",
		`4:12: racks[0].name: the number 1 where text should stand; put it in quotes
5:12: racks[1].name: the truth value true where text should stand; put it in quotes
6:12: racks[2].name: the number 1e3 where text should stand; put it in quotes
7:12: racks[3].name: field has no value; write one or take the field out
8:12: racks[4].name: a list where text should stand
9:12: racks[5].name: text is empty; write one or take the field out`},
	{"a unit that is no unit", planfile.YAML, head + "devices:\n  - {name: a, type: t, u: middle}\n  - {name: b, type: t, u: [1, top]}\n  - {name: c, type: t, u: []}\n  - {name: d, type: t, u: {at: 1}}\n",
		`4:27: devices[0].u: the text "middle" where a unit such as 40, a list of units, top or bottom should stand
5:31: devices[1].u[1]: the text "top" where a number should stand
6:27: devices[2].u: list of units is empty; write one or take the field out
7:27: devices[3].u: a map of fields where a unit such as 40, a list of units, top or bottom should stand`},
	{"an unknown speed", planfile.YAML, head + "links:\n  - {a: \"x:1\", b: \"y:1\", speed: ndr400}\n  - {a: \"x:2\", b: \"y:2\", speed: fast}\n  - {a: \"x:3\", b: \"y:3\", speed: 400}\n",
		`4:33: links[0].speed: "ndr400" is not one of the speeds edr, hdr100, hdr, ndr200, ndr, xdr, 1gbe, 10gbe, 25gbe, 50gbe, 100gbe, 200gbe, 400gbe, 800gbe; did you mean "ndr200"?
5:33: links[1].speed: "fast" is not one of the speeds edr, hdr100, hdr, ndr200, ndr, xdr, 1gbe, 10gbe, 25gbe, 50gbe, 100gbe, 200gbe, 400gbe, 800gbe
6:33: links[2].speed: the number 400 where a speed such as ndr or 400gbe should stand`},
	{"a map where a list should stand and the other way round", planfile.YAML, head + "racks: {name: A}\nsite: [A]\nlinks: text\nsettings: {media: dac, slack: 5}\n",
		`3:8: racks: a map of fields where a list should stand
4:7: site: a list where a map of fields should stand
5:8: links: the text "text" where a list should stand
6:19: settings.media: the text "dac" where a list should stand
6:31: settings.slack: the number 5 where a map of fields should stand`},
	{"points that are none", planfile.YAML, head + "site:\n  trays:\n    - {name: t, from: [0m], to: 3m, height: 2m}\n    - {name: u, from: [0, 1m], to: [1m, x], height: 2m}\n",
		`5:23: site.trays[0].from: a list where a point of two lengths such as [0m, 1.2m] should stand
5:33: site.trays[0].to: the text "3m" where a point of two lengths such as [0m, 1.2m] should stand
6:24: site.trays[1].from[0]: length 0 has no unit; write mm, cm, m, in or ft
6:41: site.trays[1].to[1]: length "x" is not a number with a unit; write for example 600mm, 2.7m, 8ft, 30in or 8' 6"`},
	{"a range of a billion names", planfile.YAML, head + "racks:\n  - {name: \"A[1-999999999]\"}\ndevices:\n  - {name: \"n[1-999999][1-999999]\", type: t}\n",
		`4:12: racks[0].name: range "A[1-999999999]" holds 999999999 names; the limit is 4000000
6:12: devices[0].name: range "n[1-999999][1-999999]" holds 999998000001 names; the limit is 4000000`},
	{"ranges that are none", planfile.YAML, head + "devices:\n  - {name: \"n[3-1]\", type: t}\n  - {name: \"n[01-8]\", type: t}\n  - {name: \"n[1,1]\", type: t}\n  - {name: \"n[1\", type: t}\n",
		`4:12: devices[0].name: range "n[3-1]": "3-1" runs down; write the smaller number first
5:12: devices[1].name: range "n[01-8]": "01-8" has ends of different width; pad both to the same number of digits
6:12: devices[2].name: range "n[1,1]" holds the number 1 twice
7:12: devices[3].name: range "n[1" has a '[' without its ']'`},
	{"more links than a plan may hold", planfile.YAML, head + "links:\n  - {a: \"n[1-2000001]:p\", b: \"m[1-2000001]:p\"}\n",
		`4:9: links[0].a: range "n[1-2000001]:p" holds 2000001 names; the limit is 2000000
4:30: links[0].b: range "m[1-2000001]:p" holds 2000001 names; the limit is 2000000`},
	{"another version", planfile.YAML, "version: 2\nname: x\n",
		`1:10: version: version is 2; this program reads version 1`},
	{"aliases and anchors", planfile.YAML, head + "a: &x [1]\nb: *x\n",
		`3:4: anchors (&name) are refused; write the value where it is needed`},
	{"an alias of nothing", planfile.YAML, head + "b: *x\n",
		`3:4: aliases (*name) are refused; write the value out`},
	{"an alias bomb", planfile.YAML, "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
		`1:4: anchors (&name) are refused; write the value where it is needed`},
	{"a merge key", planfile.YAML, head + "<<: {a: b}\n",
		`3:1: merge keys (<<) are refused; write the fields out`},
	{"a tag", planfile.YAML, head + "description: !!binary aGk=\n",
		`3:14: the tag "!!binary" is refused; write the value without it`},
	{"a tag of its own", planfile.YAML, head + "description: !secret x\n",
		`3:14: the tag "!secret" is refused; write the value without it`},
	{"two documents", planfile.YAML, head + "---\nversion: 1\n",
		`3:1: a second document begins here; write one plan in one file`},
	{"text after the end", planfile.YAML, head + "...\nmore\n",
		`4:1: there is text after the end of the document; write one plan in one file`},
	{"text after the document", planfile.JSON, "{\"version\": 1} {}",
		`1:16: there is text after the end of the document: '{'`},
	{"a comma too many", planfile.JSON, "{\"version\": 1,}",
		`1:15: '}' where a key in double quotes should stand`},
	{"a comma missing", planfile.JSON, "{\"version\": 1 \"name\": \"x\"}",
		`1:15: '"' where "," or "}" should follow a value`},
	{"a comment in JSON", planfile.JSON, "{\"version\": 1, // one\n \"name\": \"x\"}",
		`1:16: '/' where a key in double quotes should stand`},
	{"a document cut short", planfile.JSON, "{\"version\": 1, \"name\": \"x",
		`1:24: text in quotes does not end`},
	{"single quotes in JSON", planfile.JSON, "{'version': 1}",
		`1:2: '\'' where a key in double quotes should stand`},
	{"a number JSON does not know", planfile.JSON, "{\"version\": 01}",
		`1:13: "01}" is not a JSON number`},
	{"an escape JSON does not know", planfile.JSON, "{\"version\": 1, \"name\": \"\\x41\"}",
		`1:24: text holds the escape "\\x41", which JSON does not know`},
	{"half a surrogate pair", planfile.JSON, "{\"version\": 1, \"name\": \"\\ud83d\"}",
		`1:24: text holds half a surrogate pair`},
	{"a NUL escape", planfile.JSON, "{\"version\": 1, \"name\": \"a\\u0000b\"}",
		`1:24: text holds the control character U+0000; take it out`},
	{"a tab in a text", planfile.JSON, "{\"version\": 1, \"name\": \"a\tb\"}",
		`1:26: a text in quotes holds a line end or tab; write \n or \t`},
	{"a NUL byte", planfile.YAML, "version: 1\nname: a\x00b\n",
		`2:8: document holds the control character U+0000; take it out`},
	{"a NUL byte in JSON", planfile.JSON, "{\"version\": 1, \"name\": \"a\x00b\"}",
		`1:26: document holds the control character U+0000; take it out`},
	{"a NUL escape in YAML", planfile.YAML, "version: 1\nname: \"a\\0b\"\n",
		`2:7: text holds the control character U+0000; take it out`},
	{"bytes that are no UTF-8", planfile.YAML, "version: 1\nname: caf\xe9\n",
		`2:10: byte 0xe9 is not UTF-8; save the document as UTF-8`},
	{"UTF-16", planfile.YAML, "\xff\xfev\x00e\x00",
		`1:1: byte 0xff is not UTF-8; save the document as UTF-8`},
	{"a control character", planfile.YAML, "version: 1\nname: a\x1b[31mb\n",
		`2:8: document holds the control character U+001B; take it out`},
	{"a tab that indents", planfile.YAML, head + "settings:\n\texit: 1m\n",
		`4:1: a value cannot begin with this character; put it in quotes, or write spaces where a tab indents`},
	{"quotes that do not end", planfile.YAML, "version: 1\nname: \"x\ndescription: y\n",
		`2:1: the text in quotes that begins here does not end; close the quotes`},
	{"a bracket that does not end", planfile.YAML, head + "settings:\n  media: [dac, aoc\n",
		`4:3: the list in brackets that begins here is not closed; write "," between entries and "]" at the end`},
	{"a brace that does not end", planfile.YAML, head + "racks:\n  - {name: A\n  - {name: B}\n",
		`4:3: the map in braces that begins here is not closed; write "," between fields and "}" at the end`},
	{"a colon in a plain text", planfile.YAML, head + "links:\n  - {a: x:1, b: y:1}\ndescription: one: two\n",
		`5:1: a value cannot hold ": " here; put it in quotes, or indent this line as the one before`},
	{"a line that is no field", planfile.YAML, head + "racks\nlinks: []\n",
		`3:1: this line is no "field: value"; write the colon, or indent it as a part of the one before`},
	{"a value that begins with an at sign", planfile.YAML, head + "description: @home\n",
		`3:1: a value cannot begin with this character; put it in quotes, or write spaces where a tab indents`},
	{"an indentation that does not fit", planfile.YAML, head + "racks:\n  - name: A\n   units: 3\n",
		`4:3: the list that begins here goes on with a line that is no entry; begin it with "- " or change its indentation`},
	{"an escape YAML does not know", planfile.YAML, "version: 1\nname: \"\\q\"\n",
		`2:1: a text in double quotes holds a backslash that means nothing; double it`},
	{"a key that is a list", planfile.YAML, head + "? [a]\n: b\n",
		`3:3: a list or map is no key; write a name`},
	{"device types that do not compile", planfile.YAML, head + "device_types:\n  - slug: t\n    ports:\n      - {cage: osfp-flat, speeds: [ndr, xyz], name: \"p{cage}\"}\n      - {cage: osfp-flat-1, cages: 0, speeds: [ndr], name: \"q{cage}\"}\n      - {speeds: [ndr]}\n    rails: [p9]\n",
		`6:16: device_types[0].ports[0].cage: unknown cage "osfp-flat"; did you mean "osfp-flat-2"?
6:35: device_types[0].ports[0].speeds: unknown speed "xyz"
7:36: device_types[0].ports[1].cages: number 0 is not a count from 1 up
8:9: device_types[0].ports[2].cage: required field "cage" is missing
8:9: device_types[0].ports[2].name: required field "name" is missing`},
	{"a type that is a part of a plan with a wrong adapter", planfile.YAML, head + "device_types:\n  - slug: t\n    ports:\n      - {cage: osfp-flat-1, speeds: [ndr], name: p, adapter: both, pcie: {gen: 5}}\n",
		`6:62: device_types[0].ports[0].adapter: the text "both" where each, or the number of a card from 1 to 9, should stand
6:74: device_types[0].ports[0].pcie.lanes: required field "lanes" is missing`},
	{"all problems at once, in order", planfile.YAML, "nam: x\nversion: \"1\"\nracks:\n  - {name: A, units: tall}\n  - {name: A, unit: 42}\nlinks:\n  - {a: x, b: \"y:1\", run: 3}\n",
		`1:1: unknown field "nam"; did you mean "name"?
1:1: name: required field "name" is missing
2:10: version: the text "1" where a whole number should stand; write it without quotes
4:22: racks[0].units: the text "tall" where a whole number should stand
5:15: racks[1]: unknown field "unit"; did you mean "units"?
7:9: links[0].a: "x" names no port; write device:port
7:27: links[0].run: length 3 has no unit; write mm, cm, m, in or ft`},
}

func TestBadInputs(t *testing.T) {
	t.Parallel()
	cat := load(t)
	for _, tt := range bad {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc, _, err := planfile.Decode([]byte(tt.text), tt.mt, cat)
			var problems *plan.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("got error %v, want *plan.Problems", err)
			}
			if doc != nil {
				t.Errorf("got a document beside %d problems", len(problems.List))
			}
			if got := err.Error(); got != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s\ntext:\n%s", got, tt.want, tt.text)
			}
		})
	}
}
