-- +goose Up
-- What search engines and other markets know a product by. tags is JSON.
ALTER TABLE catalog_products ADD COLUMN seo_title text;
ALTER TABLE catalog_products ADD COLUMN seo_description text;
ALTER TABLE catalog_products ADD COLUMN tags text NOT NULL DEFAULT '[]';
ALTER TABLE catalog_products ADD COLUMN mpn text;
ALTER TABLE catalog_products ADD COLUMN condition text NOT NULL DEFAULT 'new'
    CONSTRAINT catalog_products_condition_check CHECK (condition IN ('new', 'refurbished', 'used'));
-- The check digit is looked at before.
ALTER TABLE catalog_variants ADD COLUMN gtin text
    CONSTRAINT catalog_variants_gtin_check CHECK (length(gtin) IN (8, 12, 13, 14) AND gtin ~ '^[0-9]+$');

-- The tags of products of any status. A key is the tag in lower case.
CREATE TABLE catalog_tags (
    tag_key    text COLLATE "C" NOT NULL CONSTRAINT catalog_tags_key_check CHECK (tag_key <> ''),
    product_id uuid NOT NULL CONSTRAINT catalog_tags_product_id_fkey REFERENCES catalog_products (id),
    CONSTRAINT catalog_tags_pkey PRIMARY KEY (tag_key, product_id)
);
CREATE INDEX catalog_tags_by_product ON catalog_tags (product_id);
