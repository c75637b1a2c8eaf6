-- +goose Up
-- The scopes that go with new_role: tokens with the same role and other scopes end, too.
ALTER TABLE auth_revocations ADD COLUMN new_scopes text NOT NULL DEFAULT '';
