-- PlansWithPart: plans whose newest summary counts pieces of a part, the
-- newest change first.
-- name: PlansWithPart :many
SELECT * FROM plans
WHERE deleted_at IS NULL AND summary -> 'parts' ? @part::text
ORDER BY changed_at DESC, id DESC
LIMIT @most;
