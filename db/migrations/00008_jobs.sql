-- +goose Up

-- What people asked for that takes longer than a request, what became of it
-- and how far it is. River carries it to an instance; this is what people see.
CREATE TABLE jobs (
    id         text        PRIMARY KEY,
    river_id   bigint      NOT NULL, -- of river_job; no key, as River forgets a job a day after its end
    kind       text        NOT NULL,
    plan_id    text        NOT NULL REFERENCES plans (id),
    revision   integer     NOT NULL,
    author     text        NOT NULL,
    asked      jsonb       NOT NULL, -- app.OptimizeRequest
    state      text        NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
    progress   jsonb       NOT NULL DEFAULT '{}', -- app.JobProgress
    result     jsonb,                             -- resultjson.Layout of a job that is done
    failure    text        NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    ended_at   timestamptz
);

-- One at a time of a plan.
CREATE UNIQUE INDEX jobs_under_way ON jobs (plan_id, kind) WHERE state IN ('waiting', 'running');
CREATE INDEX jobs_of_plan ON jobs (plan_id, created_at DESC);
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;

-- +goose Down
DROP TABLE jobs;
