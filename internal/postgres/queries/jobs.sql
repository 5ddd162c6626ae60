-- LockJobs lets one job in at a time, so that their bounds hold.
-- name: LockJobs :exec
SELECT pg_advisory_xact_lock(@key);

-- JobsUnderWay counts those that wait or run.
-- name: JobsUnderWay :one
SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running');

-- PlanJobUnderWay is the one of a plan that waits or runs.
-- name: PlanJobUnderWay :one
SELECT id FROM jobs WHERE plan_id = @plan_id AND kind = @kind AND state IN ('waiting', 'running');

-- name: InsertJob :one
INSERT INTO jobs (id, river_id, kind, plan_id, revision, author, asked, state, created_at, changed_at)
VALUES (@id, @river_id, @kind, @plan_id, @revision, @author, @asked, 'waiting', @at, @at)
RETURNING *;

-- Job: one that ended is kept for a week.
-- name: Job :one
SELECT * FROM jobs WHERE id = @id AND (ended_at IS NULL OR ended_at > now() - interval '7 days');

-- PlanJobs are those of a plan, newest first.
-- name: PlanJobs :many
SELECT * FROM jobs
WHERE plan_id = @plan_id AND (ended_at IS NULL OR ended_at > now() - interval '7 days')
ORDER BY created_at DESC, id DESC
LIMIT @most;

-- BeginJob: also one that another instance began and did not end.
-- name: BeginJob :one
UPDATE jobs SET state = 'running', progress = '{}', changed_at = @at
WHERE id = @id AND state IN ('waiting', 'running')
RETURNING *;

-- ReportJob says how far a job is; no row: it was cancelled.
-- name: ReportJob :execrows
UPDATE jobs SET progress = @progress, changed_at = @at WHERE id = @id AND state = 'running';

-- PutBackJob lets another instance do it.
-- name: PutBackJob :exec
UPDATE jobs SET state = 'waiting', progress = '{}', changed_at = @at WHERE id = @id AND state = 'running';

-- EndJob: what was cancelled meanwhile stays so.
-- name: EndJob :execrows
UPDATE jobs SET state = @state, result = @result, failure = @failure, changed_at = @at, ended_at = now()
WHERE id = @id AND state IN ('waiting', 'running');

-- CancelJob: one that has ended stays as it is.
-- name: CancelJob :one
UPDATE jobs SET state = 'cancelled', changed_at = @at, ended_at = now()
WHERE id = @id AND state IN ('waiting', 'running')
RETURNING *;

-- SettleJobs ends those that River has given up, because every instance that
-- tried one died of it, or has forgotten.
-- name: SettleJobs :exec
UPDATE jobs AS j SET state = 'failed', failure = @failure, changed_at = @at, ended_at = now()
WHERE j.state IN ('waiting', 'running')
  AND NOT EXISTS (SELECT FROM river_job AS r WHERE r.id = j.river_id AND r.state NOT IN ('cancelled', 'completed', 'discarded'));

-- ForgetJobs removes some that ended more than a week ago.
-- name: ForgetJobs :exec
DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ended_at <= now() - interval '7 days' ORDER BY ended_at LIMIT 100 FOR UPDATE SKIP LOCKED);
