package app

import (
	"context"
	"errors"
	"runtime"
	"testing"
)

func TestQueueRefusesWhatIsBeyondItsPlaces(t *testing.T) {
	t.Parallel()
	q := (&App{}).Bounded(1, 1).queue
	leave, err := q.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	waited := make(chan error)
	go func() {
		_, err := q.enter(ctx)
		waited <- err
	}()
	for q.waiting.Load() == 0 { // until the other waits
		runtime.Gosched()
	}
	if _, err := q.enter(t.Context()); !errors.Is(err, ErrBusy) {
		t.Errorf("a third while one is planned and one waits: %v, want ErrBusy", err)
	}
	cancel()
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Errorf("one who hangs up while waiting: %v, want context.Canceled", err)
	}
	leave()
	if leave, err = q.enter(t.Context()); err != nil {
		t.Errorf("after the first has left: %v, want a place", err)
	}
	leave()
}

func TestAnAppThatIsNotBoundedHasNoQueue(t *testing.T) {
	t.Parallel()
	leave, err := (&App{}).queue.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	leave()
}
