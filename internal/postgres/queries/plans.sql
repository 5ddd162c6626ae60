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
-- Every one of the words, which are in lower case, is in the name or a tag. The
-- subquery lets the planner walk the list's index; it knows nothing of LIKE ALL
-- of a parameter and would sort all plans for each page.
-- name: Plans :many
SELECT * FROM plans
WHERE (deleted_at IS NULL) = @listed::boolean
  AND (changed_at, id) < (@after_changed::timestamptz, @after_id::text)
  AND (@tag::text = '' OR @tag::text = ANY (tags))
  AND NOT EXISTS (SELECT 1 FROM unnest(@words::text[]) AS word WHERE strpos(search_text, word) = 0)
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
