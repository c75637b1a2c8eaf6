-- +goose Up
-- Sums of the orders that were placed in past months, for reports. Cancelled orders are in them too, so that no row ever changes.
-- The only row of ordering_sales_kept says of which orders: of all that were placed before until, or of none.
CREATE TABLE ordering_sales_kept (
    id    bigint      NOT NULL CONSTRAINT ordering_sales_kept_pkey PRIMARY KEY CONSTRAINT ordering_sales_kept_check CHECK (id = 1),
    until timestamptz
);
INSERT INTO ordering_sales_kept (id) VALUES (1);
CREATE TABLE ordering_sales_quarter_hours (
    starts_at      timestamptz NOT NULL CONSTRAINT ordering_sales_quarter_hours_pkey PRIMARY KEY,
    orders         bigint      NOT NULL,
    units          bigint      NOT NULL,
    total_cents    bigint      NOT NULL,
    discount_cents bigint      NOT NULL,
    shipping_cents bigint      NOT NULL,
    tax_cents      bigint      NOT NULL,
    CONSTRAINT ordering_sales_quarter_hours_check CHECK (orders > 0 AND units >= 0 AND total_cents >= 0)
);
CREATE TABLE ordering_sales_products (
    month       timestamptz NOT NULL,
    product_id  uuid        NOT NULL,
    name        text        NOT NULL,
    units       bigint      NOT NULL,
    gross_cents bigint      NOT NULL,
    CONSTRAINT ordering_sales_products_pkey PRIMARY KEY (month, product_id),
    CONSTRAINT ordering_sales_products_check CHECK (units > 0 AND gross_cents >= 0)
);
-- What reports take off them.
CREATE INDEX ordering_orders_cancelled ON ordering_orders (placed_at, id, units, total_cents, discount_cents, shipping_cents, tax_cents)
WHERE status = 'cancelled';
