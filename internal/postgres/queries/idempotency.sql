-- RememberRequest keeps the first answer to a key until it expires. No row:
-- the key is held by an earlier request.
-- name: RememberRequest :execrows
INSERT INTO idempotency_keys AS k (key_hash, request_hash, plan_id, asked_at, expires_at)
VALUES (@key_hash, @request_hash, @plan_id, @asked_at, now() + interval '1 day')
ON CONFLICT (key_hash) DO UPDATE
SET request_hash = EXCLUDED.request_hash, plan_id = EXCLUDED.plan_id, asked_at = EXCLUDED.asked_at, expires_at = EXCLUDED.expires_at
WHERE k.expires_at <= now();

-- name: RecallRequest :one
SELECT request_hash, plan_id FROM idempotency_keys WHERE key_hash = @key_hash AND expires_at > now();

-- ForgetRequests removes some of those that expired; rows another transaction
-- is removing are left to it.
-- name: ForgetRequests :exec
DELETE FROM idempotency_keys
WHERE key_hash IN (
    SELECT key_hash FROM idempotency_keys WHERE expires_at <= now() ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED
);
