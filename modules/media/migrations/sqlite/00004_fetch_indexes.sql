-- +goose Up
-- What is due next, whatever the plan knows of the status, and the list of all, the last changed first.
CREATE INDEX media_fetches_by_due ON media_fetches (status, due_at, id);
CREATE INDEX media_fetches_by_update ON media_fetches (updated_at, id);
