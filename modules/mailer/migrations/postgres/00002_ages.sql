-- +goose Up
CREATE INDEX mailer_letters_by_age ON mailer_letters (created_at) WHERE status <> 'queued';
