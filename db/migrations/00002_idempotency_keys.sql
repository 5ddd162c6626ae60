-- +goose Up

-- Requests that made a plan, remembered for a day so that the same request sent
-- again is answered and not done twice.
CREATE TABLE idempotency_keys (
    key_hash     bytea       PRIMARY KEY, -- SHA-256 of the key the client sent, which may be of any length
    request_hash text        NOT NULL,
    plan_id      text        NOT NULL REFERENCES plans (id),
    asked_at     timestamptz NOT NULL,    -- by the server's clock
    expires_at   timestamptz NOT NULL     -- by the database's clock, which every server shares
);

CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

-- +goose Down
DROP TABLE idempotency_keys;
