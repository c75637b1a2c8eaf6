-- +goose Up
-- When an answer is forgotten that is not kept for 7 days, as most are, whose expires_at is NULL.
ALTER TABLE http_answers ADD COLUMN expires_at DATETIME;
CREATE INDEX http_answers_expires_at_idx ON http_answers (expires_at) WHERE expires_at IS NOT NULL;
