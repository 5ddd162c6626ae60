-- name: InsertRevision :exec
INSERT INTO revisions (plan_id, number, text, media_type, name, author, message, summary, saved_at)
VALUES (@plan_id, @number, @text, @media_type, @name, @author, @message, @summary, @saved_at);

-- name: Revision :one
SELECT * FROM revisions WHERE plan_id = @plan_id AND number = @number;

-- Revisions: without their texts, the newest first, those below the number, with
-- what each changed where that is known.
-- name: Revisions :many
SELECT r.plan_id, r.number, r.media_type, r.name, r.author, r.message, r.summary, r.saved_at, c.changes
FROM revisions r LEFT JOIN revision_changes c ON c.plan_id = r.plan_id AND c.number = r.number
WHERE r.plan_id = @plan_id AND r.number < @below
ORDER BY r.number DESC
LIMIT @most;

-- KeepChange: the first to work it out is kept.
-- name: KeepChange :exec
INSERT INTO revision_changes (plan_id, number, changes) VALUES (@plan_id, @number, @changes)
ON CONFLICT DO NOTHING;
