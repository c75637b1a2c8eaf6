-- +goose Up
-- Selections of products across categories. rule is JSON, the stored query of a collection by rule; NULL: an admin picks and orders the products.
CREATE TABLE catalog_collections (
    id          TEXT        NOT NULL CONSTRAINT catalog_collections_pkey PRIMARY KEY,
    name        TEXT        NOT NULL,
    name_key    TEXT        NOT NULL,
    slug        TEXT        NOT NULL CONSTRAINT catalog_collections_slug_key UNIQUE,
    description TEXT,
    media_id    TEXT,
    image       TEXT,
    position    INTEGER      NOT NULL CONSTRAINT catalog_collections_position_check CHECK (position BETWEEN 0 AND 1000000),
    published   BOOLEAN     NOT NULL,
    rule        TEXT,
    version     INTEGER      NOT NULL CONSTRAINT catalog_collections_version_check CHECK (version > 0),
    created_at  DATETIME NOT NULL,
    updated_at  DATETIME NOT NULL
);

-- The products of collections by hand. The check and the key of the position allow 500 to a collection.
CREATE TABLE catalog_collection_products (
    collection_id TEXT    NOT NULL CONSTRAINT catalog_collection_products_collection_id_fkey REFERENCES catalog_collections (id),
    product_id    TEXT    NOT NULL CONSTRAINT catalog_collection_products_product_id_fkey REFERENCES catalog_products (id),
    position      INTEGER NOT NULL CONSTRAINT catalog_collection_products_position_check CHECK (position BETWEEN 0 AND 499),
    CONSTRAINT catalog_collection_products_pkey PRIMARY KEY (collection_id, product_id),
    CONSTRAINT catalog_collection_products_position_key UNIQUE (collection_id, position)
);
CREATE INDEX catalog_collection_products_by_product ON catalog_collection_products (product_id);

ALTER TABLE catalog_old_slugs DROP CONSTRAINT catalog_old_slugs_kind_check;
ALTER TABLE catalog_old_slugs ADD CONSTRAINT catalog_old_slugs_kind_check CHECK (kind IN ('product', 'brand', 'category', 'collection'));
