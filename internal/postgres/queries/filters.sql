-- Filters: those of a plan and those for all plans.
-- name: Filters :many
SELECT id, plan_id, name, view, author, changed_at FROM saved_filters
WHERE plan_id = @plan::text OR plan_id IS NULL
ORDER BY name, plan_id NULLS LAST;

-- AddFilter stores a filter unless there are most of its kind; no row: there
-- are. An empty plan is none.
-- name: AddFilter :execrows
INSERT INTO saved_filters (id, plan_id, name, view, author, changed_at)
SELECT @id, NULLIF(@plan::text, ''), @name, @view, @author, @at
WHERE (SELECT count(*) FROM saved_filters WHERE plan_id IS NOT DISTINCT FROM NULLIF(@plan::text, '')) < @most::bigint;

-- name: RenameFilter :one
UPDATE saved_filters SET name = @name, author = @author, changed_at = @at
WHERE id = @id AND (plan_id = @plan::text OR plan_id IS NULL)
RETURNING id, plan_id, name, view, author, changed_at;

-- name: RemoveFilter :execrows
DELETE FROM saved_filters WHERE id = @id AND (plan_id = @plan::text OR plan_id IS NULL);
