-- +goose Up
-- Counts the writes: what a poll has not seen is found by it, whatever any clock says.
ALTER TABLE auth_revocations ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
CREATE INDEX auth_revocations_change_idx ON auth_revocations (change);
