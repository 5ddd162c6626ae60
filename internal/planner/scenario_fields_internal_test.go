package planner

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A fieldReader takes fields out of a line and keeps the first error.
type fieldReader struct {
	fields map[string]string
	err    error
}

func (f *fieldReader) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

func (f *fieldReader) text(key string) string {
	v := f.fields[key]
	delete(f.fields, key)
	return v
}

func (f *fieldReader) length(key string) *units.Length {
	v := f.text(key)
	if v == "" {
		return nil
	}
	l, err := units.ParseLength(v)
	if err != nil {
		f.fail("%s: %v", key, err)
	}
	return &l
}

func (f *fieldReader) point(key string) (x, y *units.Length) {
	v := f.text(key)
	if v == "" {
		return nil, nil
	}
	a, b, _ := strings.Cut(v, ",")
	f.fields["x"], f.fields["y"] = a, b
	return f.length("x"), f.length("y")
}

func (f *fieldReader) number(key string) *int {
	v := f.text(key)
	if v == "" {
		return nil
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		f.fail("%s: %v", key, err)
	}
	return &n
}

func (f *fieldReader) positions(key string) plan.Positions {
	v := f.text(key)
	switch v {
	case "":
		return plan.Positions{}
	case "top", "bottom":
		return plan.Positions{Pack: v}
	}
	var p plan.Positions
	for _, one := range strings.Split(v, ",") {
		u, err := units.ParseRackUnits(one)
		if err != nil {
			f.fail("%s: %v", key, err)
		}
		p.At = append(p.At, u)
	}
	return p
}

func (f *fieldReader) deviceType(slug string) *catalog.DeviceType {
	t := &catalog.DeviceType{Slug: slug, Kind: "server", Rackable: true, Width: f.text("width"), Airflow: f.text("airflow"),
		PortSide: f.text("ports"), Local: true}
	if kind := f.text("kind"); kind != "" {
		t.Kind = kind
		t.Rackable = kind != "nic" && kind != "dpu"
	}
	if v := f.text("units"); v != "" {
		u, err := units.ParseRackUnits(v)
		if err != nil {
			f.fail("units: %v", err)
		}
		t.Height = u
	}
	if d := f.length("depth"); d != nil {
		t.Depth = *d
	}
	if n := f.number("watts"); n != nil {
		t.PowerMax = units.Power(*n) * units.Watt
	}
	if n := f.number("grams"); n != nil {
		t.Weight = units.Mass(*n)
	}
	return t
}
