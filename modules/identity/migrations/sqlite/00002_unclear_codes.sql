-- +goose Up
-- When a code without a registration id last caused a mail to the address.
ALTER TABLE identity_code_days ADD COLUMN unclear_at DATETIME;
