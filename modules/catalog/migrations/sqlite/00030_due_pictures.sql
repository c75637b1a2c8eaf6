-- +goose Up
-- Products may wait for the picture of the address: a job lets them show it.
ALTER TABLE catalog_picture_sources ADD COLUMN due BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX catalog_picture_sources_due ON catalog_picture_sources (id) WHERE due;
