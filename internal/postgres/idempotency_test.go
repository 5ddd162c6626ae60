package postgres_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"lengthwise/internal/app"
)

func TestRememberedRequests(t *testing.T) {
	t.Parallel()
	s, conn := openBoth(t)
	create(t, s, "p1", "one", 0)
	create(t, s, "p2", "two", 0)
	long := strings.Repeat("key", 100_000) + "\x00\xff"
	recalled := func(what, key, hash, want string) {
		t.Helper()
		id, ok, err := s.Recall(t.Context(), key, hash)
		if err != nil || id != want || ok != (want != "") {
			t.Errorf("%s: got %q, %v, %v; want %q", what, id, ok, err, want)
		}
	}
	for _, key := range []string{"key", long, ""} {
		recalled("a key nobody used", key, "hash", "")
		if err := s.Remember(t.Context(), key, "hash", "p1", noon); err != nil {
			t.Fatal(err)
		}
		recalled("a key used", key, "hash", "p1")
		if err := s.Remember(t.Context(), key, "hash", "p2", noon); err != nil {
			t.Errorf("the same request once more: %v", err)
		}
		recalled("the first answer stays", key, "hash", "p1")
		refused(t, "another request under the key", s.Remember(t.Context(), key, "other", "p1", noon), app.ErrConflict, "another request")
		_, _, err := s.Recall(t.Context(), key, "other")
		refused(t, "another request asked for", err, app.ErrConflict, "use a new one")
	}
	recalled("a key with other letters", "Key", "hash", "")

	run(t, conn, "UPDATE idempotency_keys SET expires_at = expires_at - interval '1 day'")
	recalled("a key after a day", "key", "hash", "")
	if err := s.Remember(t.Context(), "key", "other", "p2", noon); err != nil {
		t.Errorf("a key used again after a day: %v", err)
	}
	recalled("its new answer", "key", "other", "p2")
	var rows int
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM idempotency_keys").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d keys are kept, %v; want only the one that has not expired", rows, err)
	}
}

func TestRememberAtOnce(t *testing.T) {
	t.Parallel()
	s, conn := openBoth(t)
	create(t, s, "p1", "one", 0)
	for i := range 300 { // expired, so that everybody sweeps
		if err := s.Remember(t.Context(), fmt.Sprint("old ", i), "hash", "p1", noon); err != nil {
			t.Fatal(err)
		}
	}
	run(t, conn, "UPDATE idempotency_keys SET expires_at = expires_at - interval '2 days'")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := s.Remember(t.Context(), "key", "hash", "p1", noon); err != nil {
				t.Errorf("the same request at once: %v", err)
			}
		})
	}
	all.Wait()
	if id, ok, err := s.Recall(t.Context(), "key", "hash"); id != "p1" || !ok || err != nil {
		t.Errorf("recalled %q, %v, %v; want p1", id, ok, err)
	}
}
