-- +goose Up
-- What the variants on sale of active products let buyers choose. A key is the name or the value in lower case.
CREATE TABLE catalog_options (
    product_id uuid NOT NULL CONSTRAINT catalog_options_product_id_fkey REFERENCES catalog_products (id),
    name_key   text COLLATE "C" NOT NULL,
    value_key  text COLLATE "C" NOT NULL,
    name       text COLLATE "C" NOT NULL,
    value      text COLLATE "C" NOT NULL,
    CONSTRAINT catalog_options_pkey PRIMARY KEY (product_id, name_key, value_key)
);
CREATE INDEX catalog_options_by_value ON catalog_options (name_key, value_key, product_id);
