-- +goose Up
-- Emails with a code are sent before the others (see claimDue in store.go).
CREATE INDEX mailer_letters_next ON mailer_letters ((challenge_id IS NULL), due_at) WHERE status = 'queued';
