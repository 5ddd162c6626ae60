-- +goose Up

-- Plans that were planned again because the catalog changed. The text and
-- history of the plan stay as they are; the list shows the newer summary.
CREATE TABLE plan_replans (
    id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    plan_id        text        NOT NULL REFERENCES plans (id),
    revision       integer     NOT NULL,
    at             timestamptz NOT NULL,
    catalog_from   text        NOT NULL,
    catalog_to     text        NOT NULL,
    summary_before jsonb       NOT NULL, -- app.PlanSummary
    summary_after  jsonb       NOT NULL
);

CREATE INDEX plan_replans_last ON plan_replans (plan_id, revision, id DESC);

-- +goose Down
DROP TABLE plan_replans;
