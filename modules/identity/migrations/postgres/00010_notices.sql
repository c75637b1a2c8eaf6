-- +goose Up
-- A member of the staff wants no mails of webhooks that were disabled.
ALTER TABLE identity_users ADD COLUMN mutes_webhooks boolean NOT NULL DEFAULT FALSE;
