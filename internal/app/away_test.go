package app_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

// shut closes a database to everybody, and ends who is connected; open lets
// them in again. Both are said from another database of the server.
func shut(t *testing.T, target string) (open func()) {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/")
	c, err := pgx.Connect(t.Context(), pgtest.Empty(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(context.Background()) })
	do := func(sql string, args ...any) {
		t.Helper()
		if _, err := c.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	do("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false") // a name pgtest made up: letters, digits and _
	do("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1", name)
	return func() {
		t.Helper()
		do("ALTER DATABASE " + name + " ALLOW_CONNECTIONS true")
	}
}

func TestWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	ctx, at := t.Context(), pgtest.URL(t)
	store, err := postgres.Open(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	p := plansOver(t, store, 0)
	made := create(t, p, small)
	if _, err := p.Save(ctx, ann, made.ID, 1, saveText(tooLong)); err != nil {
		t.Fatal(err)
	}

	open := shut(t, at)
	away := map[string]func() error{
		"save": func() error { _, err := p.Save(ctx, ann, made.ID, 2, saveText(small)); return err },
		"create": func() error {
			_, err := p.Create(ctx, ann, app.CreateRequest{Source: source("plan.yaml", small)})
			return err
		},
		"list":          func() error { _, _, err := p.List(ctx, ann, app.PlanQuery{}); return err },
		"newest result": func() error { _, _, err := p.Result(ctx, ann, made.ID, 0); return err },
		"text":          func() error { _, err := p.Text(ctx, ann, made.ID, 1, ""); return err },
		"ping":          func() error { return p.Ping(ctx) },
		"search": func() error {
			_, err := p.StartOptimize(ctx, ann, made.ID, 1, app.OptimizeRequest{Goal: "copper"})
			return err
		},
		"job":    func() error { _, err := p.Job(ctx, ann, "j1"); return err },
		"cancel": func() error { _, err := p.CancelJob(ctx, ann, "j1"); return err },
		"work":   func() error { return p.WorkJob(ctx, "j1") },
	}
	for what, ask := range away {
		if err := ask(); !errors.Is(err, app.ErrUnavailable) {
			t.Errorf("%s: %v, want ErrUnavailable", what, err)
		}
	}
	c, r, err := p.Result(ctx, ann, made.ID, 1)
	if err != nil || r.Number != 1 || r.Author != "ann" || !c.Result.OK {
		t.Errorf("result of revision 1: revision %d by %s (%v), want it from memory", r.Number, r.Author, err)
	}
	if x, err := p.Export(ctx, ann, made.ID, 1, app.ExportRequest{Format: "order.csv"}); err != nil || x.Name != "order.csv" {
		t.Errorf("order of revision 1: %v, want it from memory", err)
	}

	open()
	if saved, err := p.Save(ctx, ann, made.ID, 2, saveText(small)); err != nil || saved.Revision != 3 {
		t.Errorf("after it is back: revision %d (%v), want 3", saved.Revision, err)
	}
}

func TestExportsOfAStoredPlan(t *testing.T) {
	t.Parallel()
	p, ctx := newPlans(t), t.Context()
	made := create(t, p, small)
	if _, err := p.Save(ctx, ann, made.ID, 1, saveText(tooLong)); err != nil {
		t.Fatal(err)
	}
	for _, f := range p.App().Formats() {
		x, err := p.Export(ctx, ann, made.ID, 1, app.ExportRequest{Format: f.Name})
		if f.OfFabric && err != nil && strings.Contains(err.Error(), "has no fabric") {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		var out strings.Builder
		if err := x.Write(&out); err != nil || out.Len() == 0 {
			t.Errorf("%s: %d bytes, %v", f.Name, out.Len(), err)
		}
	}
	if _, err := p.Export(ctx, ann, made.ID, 1, app.ExportRequest{Format: "order.doc"}); !errors.Is(err, app.ErrNotFound) {
		t.Errorf("no such format: %v, want ErrNotFound", err)
	}
	if _, err := p.Export(ctx, ann, made.ID, 0, app.ExportRequest{Format: "order.csv"}); err == nil || !strings.Contains(err.Error(), "order refused") {
		t.Errorf("the order of a plan that is not ok: %v, want it refused", err)
	}
}
