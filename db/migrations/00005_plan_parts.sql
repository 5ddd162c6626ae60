-- +goose Up

-- Which plans need a part, without reading every summary.
CREATE INDEX plans_parts ON plans USING gin ((summary -> 'parts')) WHERE deleted_at IS NULL;

-- +goose Down
DROP INDEX plans_parts;
