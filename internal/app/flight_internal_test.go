package app

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// waitFor lets others run until the flight has so many waiters for a key.
func waitFor[K comparable, V any](t *testing.T, f *flight[K, V], key K, waiters int) {
	t.Helper()
	for t.Context().Err() == nil {
		f.lock.Lock()
		c := f.calls[key]
		n := 0
		if c != nil {
			n = c.waiters
		}
		f.lock.Unlock()
		if n == waiters {
			return
		}
		runtime.Gosched()
	}
}

func TestWorkAskedForAtOnceIsDoneOnce(t *testing.T) {
	t.Parallel()
	const callers = 8
	var f flight[string, int]
	var runs atomic.Int32
	release := make(chan struct{})
	work := func(context.Context) (int, error) {
		runs.Add(1)
		<-release
		return 7, nil
	}
	var group sync.WaitGroup
	for range callers {
		group.Go(func() {
			if got, err := f.do(t.Context(), "k", work); got != 7 || err != nil {
				t.Errorf("got %d, %v; want 7", got, err)
			}
		})
	}
	waitFor(t, &f, "k", callers)
	close(release)
	group.Wait()
	if got := runs.Load(); got != 1 {
		t.Errorf("%d callers at once: the work ran %d times, want once", callers, got)
	}
	if got, err := f.do(t.Context(), "k", func(context.Context) (int, error) { return 8, nil }); got != 8 || err != nil {
		t.Errorf("asked again later: %d, %v; want new work, 8", got, err)
	}
	if len(f.calls) != 0 {
		t.Errorf("%d calls are left over", len(f.calls))
	}
}

func TestWorkEndsWithItsLastWaiter(t *testing.T) {
	t.Parallel()
	var f flight[string, int]
	ended := make(chan error, 1)
	work := func(ctx context.Context) (int, error) {
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return 0, ctx.Err()
	}
	why := errors.New("the page was closed")
	first, leaveFirst := context.WithCancelCause(t.Context())
	second, leaveSecond := context.WithCancelCause(t.Context())
	results := make(chan error, 2)
	go func() { _, err := f.do(first, "k", work); results <- err }()
	waitFor(t, &f, "k", 1)
	go func() { _, err := f.do(second, "k", work); results <- err }()
	waitFor(t, &f, "k", 2)

	leaveFirst(why)
	if err := <-results; !errors.Is(err, why) {
		t.Errorf("who left got %v, want its own reason", err)
	}
	select {
	case <-ended:
		t.Fatal("the work ended while somebody waited")
	default:
	}
	leaveSecond(why)
	<-results
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the work ended with %v, want context.Canceled", err)
	}
	if got, err := f.do(t.Context(), "k", func(context.Context) (int, error) { return 9, nil }); got != 9 || err != nil {
		t.Errorf("asked after the work was given up: %d, %v; want new work, 9", got, err)
	}
}

func TestWhoHasGoneAlreadyStartsNothing(t *testing.T) {
	t.Parallel()
	var f flight[string, int]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := f.do(ctx, "k", func(context.Context) (int, error) { t.Error("the work ran"); return 0, nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestAPanicReachesThoseWhoWait(t *testing.T) {
	t.Parallel()
	var f flight[string, int]
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "no such tray") || !strings.Contains(said, "flight_internal_test.go") {
			t.Errorf("recovered %q, want what the work panicked with and where", said)
		}
	}()
	_, _ = f.do(t.Context(), "k", func(context.Context) (int, error) { panic("no such tray") })
	t.Error("the caller went on")
}
