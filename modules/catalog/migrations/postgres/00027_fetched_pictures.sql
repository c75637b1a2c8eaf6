-- +goose Up
-- The addresses elsewhere whose pictures media has fetched; id is derived from the address. And the products that wait for one.
CREATE TABLE catalog_picture_sources (
    id       uuid   NOT NULL,
    media_id uuid   NOT NULL,
    seq      bigint NOT NULL,
    CONSTRAINT catalog_picture_sources_pkey PRIMARY KEY (id)
);
CREATE TABLE catalog_wanted_pictures (
    product_id uuid NOT NULL CONSTRAINT catalog_wanted_pictures_product_id_fkey REFERENCES catalog_products (id),
    source_id  uuid NOT NULL,
    variants   text NOT NULL,
    CONSTRAINT catalog_wanted_pictures_pkey PRIMARY KEY (product_id, source_id)
);
CREATE INDEX catalog_wanted_pictures_by_source ON catalog_wanted_pictures (source_id);
