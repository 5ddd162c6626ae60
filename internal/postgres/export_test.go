package postgres

import "github.com/jackc/pgx/v5/pgxpool"

// PoolOf gives tests the sessions a store uses.
func PoolOf(s *Store) *pgxpool.Pool { return s.pool }
