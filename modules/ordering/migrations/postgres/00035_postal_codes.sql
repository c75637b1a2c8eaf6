-- +goose Up
-- NULL: the copy is from before the postal code was kept.
ALTER TABLE ordering_addresses ADD COLUMN postal_code text;
