-- +goose Up
-- The units on hand, copied from ordering; NULL: not known yet.
ALTER TABLE catalog_variants ADD COLUMN on_hand INTEGER CONSTRAINT catalog_variants_on_hand_check CHECK (on_hand >= 0);
