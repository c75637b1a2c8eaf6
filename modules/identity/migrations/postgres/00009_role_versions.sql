-- +goose Up
-- The version of a row rises with every change that an admin makes: a change that is based on an older one is refused.
ALTER TABLE identity_roles ADD COLUMN version bigint NOT NULL DEFAULT 1 CONSTRAINT identity_roles_version_check CHECK (version > 0);
