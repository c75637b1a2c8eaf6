-- +goose Up
-- The sequence of the event that address_id comes from: an account may get another address.
ALTER TABLE notifications_users ADD COLUMN address_seq INTEGER NOT NULL DEFAULT 0;
