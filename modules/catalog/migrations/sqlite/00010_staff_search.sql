-- +goose Up
-- What staff find a product by. The job of the search writes it where it is blank.
ALTER TABLE catalog_products ADD COLUMN search TEXT NOT NULL DEFAULT '';
