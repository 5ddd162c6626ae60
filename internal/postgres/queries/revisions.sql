-- name: InsertRevision :exec
INSERT INTO revisions (plan_id, number, text, media_type, name, author, message, summary, saved_at)
VALUES (@plan_id, @number, @text, @media_type, @name, @author, @message, @summary, @saved_at);

-- name: Revision :one
SELECT * FROM revisions WHERE plan_id = @plan_id AND number = @number;

-- Revisions: without their texts, the newest first, those below the number.
-- name: Revisions :many
SELECT plan_id, number, media_type, name, author, message, summary, saved_at FROM revisions
WHERE plan_id = @plan_id AND number < @below
ORDER BY number DESC
LIMIT @most;
