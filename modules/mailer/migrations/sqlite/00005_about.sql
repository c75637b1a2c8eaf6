-- +goose Up
-- The order, application or account that an email is about. It is NULL in rows from before, and after an erasure.
ALTER TABLE mailer_letters ADD COLUMN about_id TEXT;
CREATE INDEX mailer_letters_by_about ON mailer_letters (about_id, id);
