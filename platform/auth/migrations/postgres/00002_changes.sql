-- +goose Up
-- The transaction that wrote the row: what a poll has not seen is found by it, whatever any clock says.
ALTER TABLE auth_revocations ADD COLUMN change bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX auth_revocations_change_idx ON auth_revocations (change);
