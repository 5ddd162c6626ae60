-- +goose Up

-- What a revision changed against the one before it, in words: worked out once,
-- with the save or when the history is first read. Revisions themselves are
-- never touched.
CREATE TABLE revision_changes (
    plan_id text    NOT NULL,
    number  integer NOT NULL,
    changes jsonb   NOT NULL, -- app.RevisionChange
    PRIMARY KEY (plan_id, number),
    FOREIGN KEY (plan_id, number) REFERENCES revisions (plan_id, number)
);

-- +goose Down
DROP TABLE revision_changes;
