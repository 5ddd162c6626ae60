package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Filter is a filter of links somebody kept under a name. Without accounts it
// belongs to everybody.
type Filter struct {
	ID      string
	PlanID  string // empty: for all plans
	Name    string // differs from the other names for the plan, or for all plans
	View    FilterView
	Author  string // who changed it last
	Changed time.Time
}

// A FilterView is what a filter keeps: which links, in what order or groups, and
// which columns.
type FilterView struct {
	Links   LinkQuery `json:"links"`
	By      string    `json:"by,omitempty"`      // one of LinkGroupings; empty: not grouped
	Columns []string  `json:"columns,omitempty"` // keys of the page's columns; nil: as at first
}

// The bounds of filters.
const (
	MaxFilters    = 200 // of a plan, and for all plans
	MaxFilterName = 64  // characters
	maxColumns    = 64
)

// A FilterStore keeps filters. Errors wrap ErrNotFound, ErrConflict (the name is
// taken) and ErrUnavailable.
type FilterStore interface {
	// Filters lists the filters of a plan and those for all plans, by name.
	Filters(ctx context.Context, planID string) ([]Filter, error)

	// AddFilter stores a new filter, unless there are most of its kind already:
	// then full is true and nothing is stored.
	AddFilter(ctx context.Context, f Filter, most int) (full bool, err error)

	// RenameFilter gives a filter that planID may use another name.
	RenameFilter(ctx context.Context, planID, id, name, author string, at time.Time) (Filter, error)

	// RemoveFilter takes a filter that planID may use away.
	RemoveFilter(ctx context.Context, planID, id string) error
}

// Filters lists the filters kept for a plan and for all plans, by name.
func (p *Plans) Filters(ctx context.Context, who Caller, id string) ([]Filter, error) {
	if _, err := p.Find(ctx, who, id); err != nil {
		return nil, err
	}
	list, err := p.store.Filters(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("filters of plan %s: %w", id, err)
	}
	return list, nil
}

// A NewFilter is a filter to be kept.
type NewFilter struct {
	Name     string
	AllPlans bool
	View     FilterView
}

// KeepFilter keeps a filter for a plan, or for all plans. What is wrong with it is
// *Invalid; a name that is taken too.
func (p *Plans) KeepFilter(ctx context.Context, who Caller, id string, n NewFilter) (Filter, error) {
	var bad faults
	name := bad.filterName(n.Name)
	n.View.Links.After, n.View.Links.Limit = "", 0
	n.View.Links.check(&bad)
	word(&bad, "by", n.View.By, LinkGroupings...)
	if len(n.View.Columns) > maxColumns {
		bad.add("columns", "%d columns; the limit is %d", len(n.View.Columns), maxColumns)
	}
	for i, c := range n.View.Columns {
		bad.text(fmt.Sprintf("columns[%d]", i), c, MaxFilterName)
	}
	if err := bad.err(); err != nil {
		return Filter{}, err
	}
	if _, err := p.Find(ctx, who, id); err != nil {
		return Filter{}, err
	}
	f := Filter{ID: strings.ToLower(rand.Text()[:16]), PlanID: id, Name: name, View: n.View, Author: who.Name, Changed: p.now().UTC().Truncate(time.Microsecond)}
	if n.AllPlans {
		f.PlanID = ""
	}
	full, err := p.store.AddFilter(ctx, f, MaxFilters)
	switch {
	case full:
		bad.add("name", "there are %d filters already; remove one first", MaxFilters)
		return Filter{}, bad.err()
	case err != nil:
		return Filter{}, filterFault(err, name)
	}
	return f, nil
}

// RenameFilter gives a filter another name.
func (p *Plans) RenameFilter(ctx context.Context, who Caller, id, filter, name string) (Filter, error) {
	var bad faults
	name = bad.filterName(name)
	if err := bad.err(); err != nil {
		return Filter{}, err
	}
	if !wellFormed(filter) {
		return Filter{}, noFilter(filter)
	}
	if _, err := p.Find(ctx, who, id); err != nil {
		return Filter{}, err
	}
	f, err := p.store.RenameFilter(ctx, id, filter, name, who.Name, p.now().UTC().Truncate(time.Microsecond))
	if err != nil {
		return Filter{}, filterFault(err, name)
	}
	return f, nil
}

// RemoveFilter takes a filter away.
func (p *Plans) RemoveFilter(ctx context.Context, who Caller, id, filter string) error {
	if !wellFormed(filter) {
		return noFilter(filter)
	}
	if _, err := p.Find(ctx, who, id); err != nil {
		return err
	}
	if err := p.store.RemoveFilter(ctx, id, filter); err != nil {
		return fmt.Errorf("filter %s: %w", clip(filter), err)
	}
	return nil
}

func noFilter(id string) error { return fmt.Errorf("filter %q: %w", clip(id), ErrNotFound) }

// filterName is a name for a filter, trimmed.
func (f *faults) filterName(name string) string {
	name = strings.TrimSpace(name)
	if name == "" {
		f.add("name", "name is empty; write what the filter is for")
	}
	f.text("name", name, MaxFilterName)
	return name
}

// filterFault is why a filter cannot have a name.
func filterFault(err error, name string) error {
	if errors.Is(err, ErrConflict) {
		var bad faults
		bad.add("name", "a filter is called %q already; choose another name, or remove that one", clip(name))
		return bad.err()
	}
	return fmt.Errorf("filter %q: %w", clip(name), err)
}

// Same reports whether two views show the same.
func (v FilterView) Same(w FilterView) bool {
	return v.Links == w.Links && v.By == w.By && slices.Equal(v.Columns, w.Columns)
}
