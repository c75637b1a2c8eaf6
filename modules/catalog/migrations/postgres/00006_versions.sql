-- +goose Up
-- The version of a row rises with every change that an admin makes: a change that is based on an older one is refused.
ALTER TABLE catalog_products ADD COLUMN version bigint NOT NULL DEFAULT 1 CONSTRAINT catalog_products_version_check CHECK (version > 0);
ALTER TABLE catalog_brands ADD COLUMN version bigint NOT NULL DEFAULT 1 CONSTRAINT catalog_brands_version_check CHECK (version > 0);
ALTER TABLE catalog_categories ADD COLUMN version bigint NOT NULL DEFAULT 1 CONSTRAINT catalog_categories_version_check CHECK (version > 0);
