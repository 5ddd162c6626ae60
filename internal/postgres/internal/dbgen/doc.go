// Package dbgen is the queries of internal/postgres/queries as Go, written by
// sqlc (`make generate`) and never edited; only this comment is ours. It holds
// no decisions: internal/postgres makes plans and errors of what it returns.
package dbgen
