-- StalePlans: plans whose summary is of another catalog, by id, those behind
-- one.
-- name: StalePlans :many
SELECT id FROM plans
WHERE deleted_at IS NULL AND summary ->> 'catalog_revision' <> @catalog::text AND id > @after
ORDER BY id
LIMIT @most;

-- ReplacePlanSummary, unless the plan has moved on or somebody else did it.
-- name: ReplacePlanSummary :execrows
UPDATE plans SET summary = @summary
WHERE id = @id AND revision = @revision AND summary ->> 'catalog_revision' = @catalog_from::text;

-- name: InsertReplan :exec
INSERT INTO plan_replans (plan_id, revision, at, catalog_from, catalog_to, summary_before, summary_after)
VALUES (@plan_id, @revision, @at, @catalog_from, @catalog_to, @summary_before, @summary_after);

-- LastReplans: of each of the plans the last at its newest revision by which
-- more than the catalog's name changed.
-- name: LastReplans :many
SELECT DISTINCT ON (r.plan_id) r.plan_id, r.at, r.catalog_from, r.catalog_to, r.summary_before, r.summary_after
FROM plan_replans AS r
JOIN plans AS p ON p.id = r.plan_id AND p.revision = r.revision
WHERE r.plan_id = ANY (@plans::text[]) AND r.summary_before - 'catalog_revision' <> r.summary_after - 'catalog_revision'
ORDER BY r.plan_id, r.id DESC;
