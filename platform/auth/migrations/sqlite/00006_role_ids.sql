-- +goose Up
-- The role that goes with new_scopes: tokens with another role end, even one with the same scopes.
ALTER TABLE auth_revocations ADD COLUMN new_role_id TEXT NOT NULL DEFAULT '';
