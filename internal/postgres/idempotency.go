package postgres

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/postgres/internal/dbgen"
)

// errOtherRequest refuses a key that was used for something else.
var errOtherRequest = fmt.Errorf("%w: the key was used for another request within the last day; use a new one", app.ErrConflict)

// Remember keeps the answer to a request for a day of the database's clock. A
// key that holds an answer to the same request keeps it. It wraps ErrConflict
// when the key holds another request, and ErrNotFound when there is no such
// plan.
func (s *Store) Remember(ctx context.Context, key, hash, planID string, when time.Time) error {
	return s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		if !storable(planID) {
			return app.ErrNotFound
		}
		kept, err := q.RememberRequest(ctx, dbgen.RememberRequestParams{KeyHash: keyHash(key), RequestHash: readable(hash), PlanID: planID, AskedAt: at(when)})
		switch {
		case codeOf(err) == foreignKeyViolation:
			return fmt.Errorf("plan %q: %w", planID, app.ErrNotFound)
		case err != nil:
			return err
		case kept == 0:
			if _, _, err := recall(ctx, q, key, hash); err != nil {
				return err
			}
		}
		return q.ForgetRequests(ctx)
	})
}

// Recall finds the plan a request made within the last day. It wraps
// ErrConflict when the key holds another request.
func (s *Store) Recall(ctx context.Context, key, hash string) (planID string, ok bool, err error) {
	err = s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		planID, ok, err = recall(ctx, q, key, hash)
		return err
	})
	return planID, ok, err
}

func recall(ctx context.Context, q *dbgen.Queries, key, hash string) (planID string, ok bool, err error) {
	row, err := q.RecallRequest(ctx, keyHash(key))
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return "", false, nil
	case err != nil:
		return "", false, err
	case row.RequestHash != readable(hash):
		return "", false, errOtherRequest
	}
	return row.PlanID, true, nil
}

// keyHash stands for a key, which a client may make of any length.
func keyHash(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}
