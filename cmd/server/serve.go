package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"time"

	"lengthwise/internal/app"
	"lengthwise/internal/cli"
	"lengthwise/internal/embeddedpg"
	"lengthwise/internal/postgres"
	"lengthwise/internal/server"
)

// How long a start waits for a database that is not there yet, and an end for
// what is under way.
const (
	startPatience = time.Minute
	endPatience   = 20 * time.Second
	stopPatience  = 30 * time.Second // of the program's own database
	retryEvery    = time.Second
)

// maxWaiting is how many plans wait for their turn to be planned.
const maxWaiting = 256

type serveCommand struct{ config }

// Run serves until the context ends.
func (c *serveCommand) Run(ctx context.Context, s cli.Streams, a *app.App) (err error) {
	if err := c.check(); err != nil {
		return err
	}
	log := newLog(s.Err, c.Log)
	log.Info("configuration", append([]any{"version", a.Version()}, c.effective()...)...)

	l, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Addr) // first: an address in use costs no database
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }() // closed by then where requests were served
	url, stop, err := c.start(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	store, err := postgres.Open(ctx, url)
	if err != nil {
		return err
	}
	defer store.Close()

	plans := app.NewPlans(a.Bounded(2*runtime.GOMAXPROCS(0), maxWaiting), store, app.PlansOptions{CacheBytes: c.CacheMB << 20})
	if c.Examples {
		if err := storeExamples(ctx, plans, log); err != nil {
			return err
		}
	}
	srv, err := server.New(server.Options{Plans: plans, Hosts: c.hosts(), OpenTo: c.openTo(), Log: log})
	if err != nil {
		return err
	}
	defer keepFresh(ctx, plans, log)()
	endJobs, err := postgres.Work(ctx, url, plans.WorkJob, postgres.WorkerOptions{At: jobsAtOnce(), Log: log})
	if err != nil {
		return err
	}
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), endPatience)
		defer cancel()
		err = errors.Join(err, endJobs(ending))
	}()
	fmt.Fprintf(s.Out, "Lengthwise is at http://%s/ (Ctrl-C ends it)\n", l.Addr())
	err = srv.Serve(ctx, l, endPatience)
	log.Info("ended")
	return err
}

// jobsAtOnce leaves half of the processors to those who wait for a page.
func jobsAtOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// keepFresh plans stored plans again beside everything else when the catalog
// changes, until the function it gives is called, which waits for the end of it.
func keepFresh(ctx context.Context, plans *app.Plans, log *slog.Logger) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		plans.KeepFresh(ctx, log)
	}()
	return func() {
		cancel()
		<-ended
	}
}

func newLog(w io.Writer, form string) *slog.Logger {
	if form == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// start gives the URL of a database whose schema is up to date, and what ends
// the database if it is ours.
func (d *database) start(ctx context.Context, log *slog.Logger) (url string, stop func() error, err error) {
	url, stop = d.DatabaseURL, func() error { return nil }
	if url == "" {
		own, err := embeddedpg.Start(ctx, embeddedpg.Config{StateDir: d.StateDir, Binaries: d.PostgresBinaries, User: d.PostgresUser})
		if err != nil {
			return "", nil, err
		}
		go func() {
			for err := range own.Done() {
				log.Error("the database ended and is started again", "error", err)
			}
		}()
		url, stop = own.URL(), func() error {
			ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopPatience)
			defer cancel()
			return own.Stop(ending)
		}
	}
	if err := migrate(ctx, url, log); err != nil {
		return "", nil, errors.Join(err, stop())
	}
	return url, stop, nil
}

// migrate brings the schema up to date. A database that is not there yet is
// waited for: the two are often started together.
func migrate(ctx context.Context, url string, log *slog.Logger) error {
	waiting, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	for {
		err := postgres.Migrate(ctx, url)
		if !errors.Is(err, app.ErrUnavailable) {
			return err
		}
		log.Warn("waiting for the database", "error", err)
		select {
		case <-waiting.Done():
			return err
		case <-time.After(retryEvery):
		}
	}
}

// storeExamples stores every example as a plan, unless somebody has stored one
// before, even if it is deleted by now.
func storeExamples(ctx context.Context, plans *app.Plans, log *slog.Logger) error {
	for _, deleted := range []bool{false, true} {
		list, _, err := plans.List(ctx, app.LocalUser, app.PlanQuery{Deleted: deleted, Limit: 1})
		if err != nil {
			return fmt.Errorf("look for plans: %w", err)
		}
		if len(list) > 0 {
			return nil
		}
	}
	all := plans.App().Examples()
	for i := len(all) - 1; i >= 0; i-- { // lists show the last stored first
		t := all[i]
		folder, _, _ := strings.Cut(t.Name, "/")
		_, err := plans.Create(ctx, app.LocalUser, app.CreateRequest{
			Source:  app.Source{Name: t.Name + ".yaml", Text: t.Text},
			Message: "an example", Tags: []string{"example", folder}, IdempotencyKey: "example " + t.Name,
		})
		if err != nil {
			return fmt.Errorf("store the example %s: %w", t.Name, err)
		}
	}
	log.Info("examples stored", "plans", len(all))
	return nil
}

type migrateCommand struct{ database }

// Run brings the schema of the database up to date and ends.
func (c *migrateCommand) Run(ctx context.Context, s cli.Streams) error {
	_, stop, err := c.start(ctx, newLog(s.Err, "text"))
	if err != nil {
		return err
	}
	fmt.Fprintln(s.Out, "the database is up to date")
	return stop()
}
