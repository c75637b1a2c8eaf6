-- +goose Up
CREATE TABLE catalog_accounts (
    user_id   uuid    NOT NULL CONSTRAINT catalog_accounts_pkey PRIMARY KEY,
    wholesale boolean NOT NULL,
    erased    boolean NOT NULL,
    seq       bigint  NOT NULL,
    CONSTRAINT catalog_accounts_erased_check CHECK (NOT (erased AND wholesale))
);

-- What was ordered of a product, for as long as it counts for "bestselling".
CREATE TABLE catalog_sales (
    order_id   uuid        NOT NULL,
    product_id uuid        NOT NULL,
    units      bigint      NOT NULL CONSTRAINT catalog_sales_units_check CHECK (units > 0),
    sold_at    timestamptz NOT NULL,
    cancelled  boolean     NOT NULL,
    CONSTRAINT catalog_sales_pkey PRIMARY KEY (order_id, product_id)
);
CREATE INDEX catalog_sales_by_age ON catalog_sales (sold_at);
