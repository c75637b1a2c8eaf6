-- +goose Up
-- Whether the owner of the session has a second factor, whatever its tokens say; NULL: as they say.
ALTER TABLE auth_revocations ADD COLUMN new_second_factor boolean;
