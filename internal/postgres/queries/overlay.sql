-- name: OverlayRevision :one
SELECT revision FROM overlay_state;

-- LockOverlay holds the overlay until the end of the transaction.
-- name: LockOverlay :one
SELECT revision FROM overlay_state FOR UPDATE;

-- AdvanceOverlay is the revision after a change.
-- name: AdvanceOverlay :one
UPDATE overlay_state SET revision = revision + 1 RETURNING revision;

-- OverlayRows: those that stand, with the revision they are of.
-- name: OverlayRows :many
SELECT r.kind, r.key, r.version, r.body, r.author, r.message, r.changed_at, r.removed
FROM overlay_rows AS r
WHERE NOT r.removed
ORDER BY r.kind, r.key;

-- OverlayCompared: of the changes those whose row there is, removed or not. An
-- empty body is a removal. Same: the change would leave the row as it stands.
-- name: OverlayCompared :many
SELECT c.place::integer AS place, r.version, r.removed, r.body, r.author, r.message, r.changed_at,
       (CASE WHEN c.body = '' THEN r.removed ELSE NOT r.removed AND r.body = c.body::jsonb END)::boolean AS same
FROM (SELECT unnest(@places::integer[]) AS place, unnest(@kinds::text[]) AS kind, unnest(@keys::text[]) AS key, unnest(@bodies::text[]) AS body) AS c
JOIN overlay_rows AS r ON r.kind = c.kind AND r.key = c.key;

-- WriteOverlayRows writes rows that are new or at the versions before. Of a
-- removed row the body stays.
-- name: WriteOverlayRows :many
INSERT INTO overlay_rows AS r (kind, key, version, body, author, message, changed_at, removed)
SELECT c.kind, c.key, c.version, (CASE WHEN c.body = '' THEN 'null' ELSE c.body END)::jsonb, @author, @message, @at, c.body = ''
FROM (SELECT unnest(@kinds::text[]) AS kind, unnest(@keys::text[]) AS key, unnest(@versions::integer[]) AS version, unnest(@bodies::text[]) AS body) AS c
ON CONFLICT (kind, key) DO UPDATE
SET version = EXCLUDED.version, body = CASE WHEN EXCLUDED.removed THEN r.body ELSE EXCLUDED.body END, author = EXCLUDED.author,
    message = EXCLUDED.message, changed_at = EXCLUDED.changed_at, removed = EXCLUDED.removed
RETURNING kind, key, version, body, removed;

-- WriteOverlayHistory keeps what the changes did. Empty is no row.
-- name: WriteOverlayHistory :exec
INSERT INTO overlay_history (revision, kind, key, version, before, after, author, message, at)
SELECT @revision, c.kind, c.key, c.version, (CASE WHEN c.before = '' THEN NULL ELSE c.before END)::jsonb,
       (CASE WHEN c.after = '' THEN NULL ELSE c.after END)::jsonb, @author, @message, @at
FROM (SELECT unnest(@kinds::text[]) AS kind, unnest(@keys::text[]) AS key, unnest(@versions::integer[]) AS version,
             unnest(@befores::text[]) AS before, unnest(@afters::text[]) AS after) AS c;

-- OverlayHistory: the newest first, those below an id; of one row, of a kind,
-- or of all.
-- name: OverlayHistory :many
SELECT * FROM overlay_history
WHERE (@kind::text = '' OR kind = @kind) AND (@key::text = '' OR key = @key) AND id < @below
ORDER BY id DESC
LIMIT @most;
