package app

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// ErrBusy is wrapped where too many plans are being worked on at a time.
var ErrBusy = errors.New("too many plans or price lists are being worked on; try again in a few seconds")

// queuePatience is how long a plan waits for its turn.
const queuePatience = 10 * time.Second

// A queue bounds how many documents are planned at a time and how many wait.
// nil is no bound.
type queue struct {
	slots   chan struct{}
	most    int64 // that wait
	waiting atomic.Int64
}

// Bounded is the same App, which plans at most so many documents at a time
// while at most so many others wait for their turn. What is beyond that, or
// waits for too long, wraps ErrBusy.
func (a *App) Bounded(planning, waiting int) *App {
	b := *a
	b.queue = &queue{slots: make(chan struct{}, planning), most: int64(waiting)}
	return &b
}

// enter takes a place and gives the function that leaves it.
func (q *queue) enter(ctx context.Context) (leave func(), err error) {
	if q == nil {
		return func() {}, nil
	}
	leave = func() { <-q.slots }
	select {
	case q.slots <- struct{}{}:
		return leave, nil
	default:
	}
	defer q.waiting.Add(-1)
	if q.waiting.Add(1) > q.most {
		return nil, ErrBusy
	}
	patience := time.NewTimer(queuePatience)
	defer patience.Stop()
	select {
	case q.slots <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-patience.C:
		return nil, ErrBusy
	}
}
