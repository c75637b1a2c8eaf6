-- +goose Up
-- All windows of a limit for a key in one row, so that one statement counts a call in all of them or in none. A moment is when the window's bucket is full again;
-- full_at is the latest of them, and 0 stands for a bucket that is full.
ALTER TABLE http_limits ADD COLUMN first_at bigint NOT NULL DEFAULT 0;
ALTER TABLE http_limits ADD COLUMN second_at bigint NOT NULL DEFAULT 0;
ALTER TABLE http_limits ADD COLUMN third_at bigint NOT NULL DEFAULT 0;
