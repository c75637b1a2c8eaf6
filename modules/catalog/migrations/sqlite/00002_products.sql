-- +goose Up
CREATE TABLE catalog_products (
    id           TEXT        NOT NULL CONSTRAINT catalog_products_pkey PRIMARY KEY,
    name         TEXT        NOT NULL,
    name_key     TEXT        NOT NULL,
    slug         TEXT        NOT NULL CONSTRAINT catalog_products_slug_key UNIQUE,
    description  TEXT,
    status       TEXT        NOT NULL CONSTRAINT catalog_products_status_check CHECK (status IN ('draft', 'active', 'archived')),
    tax_class    TEXT        NOT NULL CONSTRAINT catalog_products_tax_class_check CHECK (tax_class IN ('standard', 'reduced', 'zero')),
    brand_id     TEXT        CONSTRAINT catalog_products_brand_id_fkey REFERENCES catalog_brands (id),
    category_ids TEXT        NOT NULL,
    images       TEXT        NOT NULL,
    options      TEXT        NOT NULL,
    price_from   INTEGER     NOT NULL,
    in_stock     boolean     NOT NULL,
    rating       INTEGER     NOT NULL,
    rating_sum   INTEGER     NOT NULL,
    rating_count INTEGER     NOT NULL,
    rating_seq   INTEGER     NOT NULL,
    units        INTEGER     NOT NULL,
    created_at   DATETIME    NOT NULL,
    updated_at   DATETIME    NOT NULL,
    CONSTRAINT catalog_products_slug_check CHECK (slug <> 'facets'),
    CONSTRAINT catalog_products_rating_check CHECK (rating_count >= 0 AND rating_sum BETWEEN rating_count AND 5 * rating_count)
);
CREATE INDEX catalog_products_by_brand ON catalog_products (brand_id);
CREATE INDEX catalog_products_by_age ON catalog_products (created_at, id);

CREATE TABLE catalog_variants (
    id               TEXT    NOT NULL CONSTRAINT catalog_variants_pkey PRIMARY KEY,
    product_id       TEXT    NOT NULL CONSTRAINT catalog_variants_product_id_fkey REFERENCES catalog_products (id),
    position         integer NOT NULL,
    sku              TEXT    NOT NULL CONSTRAINT catalog_variants_sku_key UNIQUE,
    options          TEXT    NOT NULL,
    price            INTEGER NOT NULL CONSTRAINT catalog_variants_price_check CHECK (price >= 0),
    compare_at_price INTEGER,
    wholesale_prices TEXT    NOT NULL,
    weight_grams     INTEGER,
    sold             boolean NOT NULL,
    available        INTEGER NOT NULL CONSTRAINT catalog_variants_available_check CHECK (available >= 0),
    available_seq    INTEGER NOT NULL
);
CREATE INDEX catalog_variants_by_product ON catalog_variants (product_id, position);

-- The categories of a product, and those above them.
CREATE TABLE catalog_placements (
    category_id TEXT    NOT NULL CONSTRAINT catalog_placements_category_id_fkey REFERENCES catalog_categories (id),
    product_id  TEXT    NOT NULL CONSTRAINT catalog_placements_product_id_fkey REFERENCES catalog_products (id),
    direct      boolean NOT NULL,
    CONSTRAINT catalog_placements_pkey PRIMARY KEY (category_id, product_id)
);
CREATE INDEX catalog_placements_by_product ON catalog_placements (product_id, category_id);
