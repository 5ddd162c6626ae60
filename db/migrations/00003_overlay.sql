-- +goose Up

-- What a site adds to the built-in catalog: products and their sources, device
-- types, site status, prices, and how the columns of its price lists are read.
-- One row each, as it stands now.
CREATE TABLE overlay_rows (
    kind       text        NOT NULL CHECK (kind IN ('product', 'source', 'device-type', 'status', 'price', 'mapping')),
    key        text        NOT NULL CHECK (key <> ''),
    version    integer     NOT NULL CHECK (version >= 1), -- goes on by one with each change, a removal too
    body       jsonb       NOT NULL,                      -- app.ProductBody and so on; of a removed row the last
    author     text        NOT NULL,
    message    text        NOT NULL,
    changed_at timestamptz NOT NULL,
    removed    boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (kind, key)
);

-- Every change, for good.
CREATE TABLE overlay_history (
    id       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    revision bigint      NOT NULL,               -- of the overlay, which the change made
    kind     text        NOT NULL,
    key      text        NOT NULL,
    version  integer     NOT NULL,
    before   jsonb,                              -- null: there was no row
    after    jsonb,                              -- null: the row was removed
    author   text        NOT NULL,
    message  text        NOT NULL,
    at       timestamptz NOT NULL,
    UNIQUE (kind, key, version)
);

-- +goose StatementBegin
CREATE FUNCTION refuse_change_of_overlay_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the history of the catalog overlay is kept as it is; change the row and that is a new event'
        USING ERRCODE = 'restrict_violation';
END
$$;
-- +goose StatementEnd

CREATE TRIGGER overlay_history_is_kept BEFORE UPDATE OR DELETE ON overlay_history
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_overlay_history();

-- The overlay's revision. Who changes the overlay holds this row, so that
-- changes come one after the other.
CREATE TABLE overlay_state (
    single   boolean PRIMARY KEY DEFAULT true CHECK (single),
    revision bigint  NOT NULL
);
INSERT INTO overlay_state (revision) VALUES (0);

-- +goose Down
DROP TABLE overlay_state;
DROP TABLE overlay_history;
DROP FUNCTION refuse_change_of_overlay_history();
DROP TABLE overlay_rows;
