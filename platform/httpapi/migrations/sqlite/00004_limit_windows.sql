-- +goose Up
-- All windows of a limit for a key in one row, as in PostgreSQL. SQLite's one process counts in its memory and leaves the table empty.
ALTER TABLE http_limits ADD COLUMN first_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE http_limits ADD COLUMN second_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE http_limits ADD COLUMN third_at INTEGER NOT NULL DEFAULT 0;
