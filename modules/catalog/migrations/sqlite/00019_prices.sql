-- +goose Up
-- The prices at which variants were offered: those on sale, of active products. until is NULL of the price that is in force.
CREATE TABLE catalog_prices (
    variant_id TEXT     NOT NULL CONSTRAINT catalog_prices_variant_id_fkey REFERENCES catalog_variants (id),
    since      DATETIME NOT NULL,
    until      DATETIME CONSTRAINT catalog_prices_until_check CHECK (until > since),
    price      INTEGER  NOT NULL CONSTRAINT catalog_prices_price_check CHECK (price >= 0),
    CONSTRAINT catalog_prices_pkey PRIMARY KEY (variant_id, since)
);
CREATE UNIQUE INDEX catalog_prices_in_force ON catalog_prices (variant_id) WHERE until IS NULL;
