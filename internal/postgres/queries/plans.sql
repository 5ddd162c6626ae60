-- name: InsertPlan :one
INSERT INTO plans (id, name, tags, search_text, revision, author, message, summary, created_at, changed_at)
VALUES (@id, @name, @tags, @search_text, 1, @author, @message, @summary, @at, @at)
RETURNING *;

-- name: Plan :one
SELECT * FROM plans WHERE id = @id;

-- LockPlan holds the plan's row until the end of the transaction: of two who
-- save, the second sees the revision of the first.
-- name: LockPlan :one
SELECT * FROM plans WHERE id = @id FOR NO KEY UPDATE;

-- Plans: the newest change first, those behind (after_changed, after_id).
-- patterns match name and tags in lower case; every one must.
-- name: Plans :many
SELECT * FROM plans
WHERE (deleted_at IS NOT NULL) = @deleted::boolean
  AND (changed_at, id) < (@after_changed::timestamptz, @after_id::text)
  AND (@tag::text = '' OR @tag::text = ANY (tags))
  AND search_text LIKE ALL (@patterns::text[])
ORDER BY changed_at DESC, id DESC
LIMIT @most;

-- AdvancePlan makes the revision the newest.
-- name: AdvancePlan :one
UPDATE plans
SET revision = @revision, name = @name, search_text = @search_text, author = @author, message = @message, summary = @summary, changed_at = @at
WHERE id = @id
RETURNING *;

-- name: SetPlanDeleted :one
UPDATE plans SET deleted_at = @deleted_at, changed_at = @at WHERE id = @id RETURNING *;

-- name: SetPlanTags :one
UPDATE plans SET tags = @tags, search_text = @search_text, changed_at = @at WHERE id = @id RETURNING *;
