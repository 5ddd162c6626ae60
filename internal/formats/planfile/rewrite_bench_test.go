package planfile_test

import (
	"bytes"
	"testing"

	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

// One edit in the text of 100,000 links and the devices at their ends: of a
// device, of a setting, of a link in the middle of them.
func BenchmarkApplyText100kLinks(b *testing.B) {
	cat := load(b)
	text := bytes.Replace(explicitLinks(100_000), []byte("links:\n"),
		[]byte("devices:\n  - {name: \"dgx-[000000-012499]\", type: dgx-h100}   # hosts\n  - {name: \"leaf-[0000-1562]\", type: qm9700}\n\nlinks:\n"), 1)
	doc, _, err := planfile.Decode(text, planfile.YAML, cat)
	if err != nil {
		b.Fatal(err)
	}
	var asJSON bytes.Buffer
	if err := planfile.Encode(&asJSON, doc, planfile.JSON); err != nil {
		b.Fatal(err)
	}
	for _, edit := range []struct {
		name string
		plan.Edit
	}{
		{"device", plan.Edit{Kind: "move", Device: "dgx-000123", Rack: "A1", U: "4"}},
		{"setting", plan.Edit{Kind: "set", Path: "settings.direct", Value: true}},
		{"link", plan.Edit{Kind: "set", Path: "links[50000].run", Value: "3m"}},
	} {
		for _, form := range []struct {
			name  string
			media planfile.MediaType
			text  []byte
		}{{"yaml", planfile.YAML, text}, {"json", planfile.JSON, asJSON.Bytes()}} {
			b.Run(edit.name+"/"+form.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := planfile.ApplyText(form.text, form.media, []plan.Edit{edit.Edit}, plan.EditContext{}, cat); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
