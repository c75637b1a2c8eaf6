-- +goose Up
-- What other systems know of products and variants, JSON: values by keys.
ALTER TABLE catalog_products ADD COLUMN metadata text NOT NULL DEFAULT '{}';
ALTER TABLE catalog_variants ADD COLUMN metadata text NOT NULL DEFAULT '{}';

-- The values that a product has by itself or in a variant on sale, each once: lists filter by them.
CREATE TABLE catalog_metadata (
    product_id uuid NOT NULL CONSTRAINT catalog_metadata_product_id_fkey REFERENCES catalog_products (id),
    key        text COLLATE "C" NOT NULL CONSTRAINT catalog_metadata_key_check CHECK (length(key) BETWEEN 1 AND 40),
    value      text COLLATE "C" NOT NULL CONSTRAINT catalog_metadata_value_check CHECK (length(value) BETWEEN 1 AND 500),
    CONSTRAINT catalog_metadata_pkey PRIMARY KEY (key, value, product_id)
);
CREATE INDEX catalog_metadata_by_product ON catalog_metadata (product_id);
