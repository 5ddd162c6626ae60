package app

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// A flight does work that several callers ask for at once only once, and gives
// all of them what came of it. The work ends when the last of them has gone.
// The zero value is ready.
type flight[K comparable, V any] struct {
	lock  sync.Mutex
	calls map[K]*call[V]
}

// A call is work under way. Its waiters and its place in the flight are guarded
// by the flight's lock; value, err and panicked may be read once done is closed.
type call[V any] struct {
	done     chan struct{}
	value    V
	err      error
	panicked string // what the work panicked with, and where
	waiters  int
	cancel   context.CancelFunc
}

// do gives what work gives for a key, of the work under way where there is
// some. The context given to work has the values of the first caller's and ends
// when nobody waits any more. Where ctx ends first, the error is its cause. A
// panic of the work is a panic of all who wait.
func (f *flight[K, V]) do(ctx context.Context, key K, work func(context.Context) (V, error)) (V, error) {
	var zero V
	if ctx.Err() != nil {
		return zero, context.Cause(ctx)
	}
	f.lock.Lock()
	c := f.calls[key]
	if c == nil {
		inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
		c = &call[V]{done: make(chan struct{}), cancel: cancel}
		if f.calls == nil {
			f.calls = map[K]*call[V]{}
		}
		f.calls[key] = c
		go f.run(inner, key, c, work)
	}
	c.waiters++
	f.lock.Unlock()

	select {
	case <-c.done:
	case <-ctx.Done():
		f.leave(key, c)
		return zero, context.Cause(ctx)
	}
	if c.panicked != "" {
		panic(c.panicked)
	}
	return c.value, c.err
}

func (f *flight[K, V]) run(ctx context.Context, key K, c *call[V], work func(context.Context) (V, error)) {
	defer func() {
		if p := recover(); p != nil {
			c.panicked = fmt.Sprintf("%v\n\n%s", p, debug.Stack())
		}
		f.lock.Lock()
		f.forget(key, c)
		f.lock.Unlock()
		c.cancel()
		close(c.done)
	}()
	c.value, c.err = work(ctx)
}

// leave is a waiter going. The last one ends the work, and nobody joins it any
// more.
func (f *flight[K, V]) leave(key K, c *call[V]) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if c.waiters--; c.waiters == 0 {
		f.forget(key, c)
		c.cancel()
	}
}

func (f *flight[K, V]) forget(key K, c *call[V]) {
	if f.calls[key] == c {
		delete(f.calls, key)
	}
}
