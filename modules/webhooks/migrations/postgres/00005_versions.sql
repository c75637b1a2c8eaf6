-- +goose Up
-- The version of a row rises with every change that an admin makes: a change that is based on an older one is refused.
ALTER TABLE webhooks_endpoints ADD COLUMN version bigint NOT NULL DEFAULT 1 CONSTRAINT webhooks_endpoints_version_check CHECK (version > 0);
