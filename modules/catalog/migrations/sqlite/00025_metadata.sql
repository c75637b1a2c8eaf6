-- +goose Up
-- What other systems know of products and variants, JSON: values by keys.
ALTER TABLE catalog_products ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
ALTER TABLE catalog_variants ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';

-- The values that a product has by itself or in a variant on sale, each once: lists filter by them.
CREATE TABLE catalog_metadata (
    product_id TEXT NOT NULL CONSTRAINT catalog_metadata_product_id_fkey REFERENCES catalog_products (id),
    key        TEXT NOT NULL CONSTRAINT catalog_metadata_key_check CHECK (length(key) BETWEEN 1 AND 40),
    value      TEXT NOT NULL CONSTRAINT catalog_metadata_value_check CHECK (length(value) BETWEEN 1 AND 500),
    CONSTRAINT catalog_metadata_pkey PRIMARY KEY (key, value, product_id)
);
CREATE INDEX catalog_metadata_by_product ON catalog_metadata (product_id);
