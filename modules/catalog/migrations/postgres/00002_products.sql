-- +goose Up
CREATE TABLE catalog_products (
    id           uuid        NOT NULL CONSTRAINT catalog_products_pkey PRIMARY KEY,
    name         text        NOT NULL,
    name_key     text        COLLATE "C" NOT NULL,
    slug         text        NOT NULL CONSTRAINT catalog_products_slug_key UNIQUE,
    description  text,
    status       text        NOT NULL CONSTRAINT catalog_products_status_check CHECK (status IN ('draft', 'active', 'archived')),
    tax_class    text        NOT NULL CONSTRAINT catalog_products_tax_class_check CHECK (tax_class IN ('standard', 'reduced', 'zero')),
    brand_id     uuid        CONSTRAINT catalog_products_brand_id_fkey REFERENCES catalog_brands (id),
    category_ids text        NOT NULL,
    images       text        NOT NULL,
    options      text        NOT NULL,
    price_from   bigint      NOT NULL,
    in_stock     boolean     NOT NULL,
    rating       bigint      NOT NULL,
    rating_sum   bigint      NOT NULL,
    rating_count bigint      NOT NULL,
    rating_seq   bigint      NOT NULL,
    units        bigint      NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    CONSTRAINT catalog_products_slug_check CHECK (slug <> 'facets'),
    CONSTRAINT catalog_products_rating_check CHECK (rating_count >= 0 AND rating_sum BETWEEN rating_count AND 5 * rating_count)
);
CREATE INDEX catalog_products_by_brand ON catalog_products (brand_id);
CREATE INDEX catalog_products_by_age ON catalog_products (created_at, id);

CREATE TABLE catalog_variants (
    id               uuid    NOT NULL CONSTRAINT catalog_variants_pkey PRIMARY KEY,
    product_id       uuid    NOT NULL CONSTRAINT catalog_variants_product_id_fkey REFERENCES catalog_products (id),
    position         integer NOT NULL,
    sku              text    NOT NULL CONSTRAINT catalog_variants_sku_key UNIQUE,
    options          text    NOT NULL,
    price            bigint  NOT NULL CONSTRAINT catalog_variants_price_check CHECK (price >= 0),
    compare_at_price bigint,
    wholesale_prices text    NOT NULL,
    weight_grams     bigint,
    sold             boolean NOT NULL,
    available        bigint  NOT NULL CONSTRAINT catalog_variants_available_check CHECK (available >= 0),
    available_seq    bigint  NOT NULL
);
CREATE INDEX catalog_variants_by_product ON catalog_variants (product_id, position);

-- The categories of a product, and those above them.
CREATE TABLE catalog_placements (
    category_id uuid    NOT NULL CONSTRAINT catalog_placements_category_id_fkey REFERENCES catalog_categories (id),
    product_id  uuid    NOT NULL CONSTRAINT catalog_placements_product_id_fkey REFERENCES catalog_products (id),
    direct      boolean NOT NULL,
    CONSTRAINT catalog_placements_pkey PRIMARY KEY (category_id, product_id)
);
CREATE INDEX catalog_placements_by_product ON catalog_placements (product_id, category_id);
