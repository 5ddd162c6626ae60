-- +goose Up

-- Filters of links that people kept under a name, for one plan or for all.
CREATE TABLE saved_filters (
    id         text        PRIMARY KEY,
    plan_id    text        REFERENCES plans (id), -- null: for all plans
    name       text        NOT NULL CHECK (name <> ''),
    view       jsonb       NOT NULL,              -- app.FilterView
    author     text        NOT NULL,
    changed_at timestamptz NOT NULL,
    UNIQUE NULLS NOT DISTINCT (plan_id, name)
);

-- +goose Down
DROP TABLE saved_filters;
