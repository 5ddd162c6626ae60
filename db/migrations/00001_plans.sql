-- +goose Up

-- A plan as lists show it: what its newest revision says, and its tags.
CREATE TABLE plans (
    id          text        PRIMARY KEY,
    name        text        NOT NULL,
    tags        text[]      NOT NULL DEFAULT '{}', -- sorted, each once
    search_text text        NOT NULL,              -- name and tags in lower case, a line each; lower() of a C locale knows ASCII only
    revision    integer     NOT NULL CHECK (revision >= 1),
    author      text        NOT NULL,
    message     text        NOT NULL,
    summary     jsonb       NOT NULL,              -- app.PlanSummary
    created_at  timestamptz NOT NULL,
    changed_at  timestamptz NOT NULL,
    deleted_at  timestamptz                        -- null: not deleted
);

-- The two lists, of plans and of deleted plans, newest change first.
CREATE INDEX plans_listed ON plans ((deleted_at IS NULL), changed_at DESC, id DESC);

-- Every save, for good.
CREATE TABLE revisions (
    plan_id    text        NOT NULL REFERENCES plans (id),
    number     integer     NOT NULL CHECK (number >= 1),
    text       bytea       NOT NULL, -- the document as given, one zstd frame
    media_type text        NOT NULL CHECK (media_type IN ('application/yaml', 'application/json')),
    name       text        NOT NULL,
    author     text        NOT NULL,
    message    text        NOT NULL,
    summary    jsonb       NOT NULL,
    saved_at   timestamptz NOT NULL,
    PRIMARY KEY (plan_id, number)
);

-- zstd has packed it; PostgreSQL need not try again.
ALTER TABLE revisions ALTER COLUMN text SET STORAGE EXTERNAL;

-- The newest revision of a plan is there, always.
ALTER TABLE plans ADD CONSTRAINT plans_newest_revision
    FOREIGN KEY (id, revision) REFERENCES revisions (plan_id, number) DEFERRABLE INITIALLY DEFERRED;

-- +goose StatementBegin
CREATE FUNCTION refuse_change_of_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'revision % of plan % is kept as it is; save a new one', OLD.number, OLD.plan_id
        USING ERRCODE = 'restrict_violation';
END
$$;
-- +goose StatementEnd

CREATE TRIGGER revisions_are_kept BEFORE UPDATE OR DELETE ON revisions
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_revision();

-- +goose Down
ALTER TABLE plans DROP CONSTRAINT plans_newest_revision;
DROP TABLE revisions;
DROP FUNCTION refuse_change_of_revision();
DROP TABLE plans;
