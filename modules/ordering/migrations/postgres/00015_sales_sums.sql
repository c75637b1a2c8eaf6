-- +goose Up
-- Sums of the orders that were placed in past months, for reports. Cancelled orders are in them too, so that no row ever changes.
-- A month's row is written together with its sums. A job makes all of them anew when the three tables are emptied.
CREATE TABLE ordering_sales_months (
    month     timestamptz NOT NULL CONSTRAINT ordering_sales_months_pkey PRIMARY KEY,
    summed_at timestamptz NOT NULL
);
CREATE TABLE ordering_sales_quarters (
    quarter        timestamptz NOT NULL CONSTRAINT ordering_sales_quarters_pkey PRIMARY KEY,
    orders         bigint      NOT NULL,
    units          bigint      NOT NULL,
    total_cents    bigint      NOT NULL,
    discount_cents bigint      NOT NULL,
    shipping_cents bigint      NOT NULL,
    tax_cents      bigint      NOT NULL,
    CONSTRAINT ordering_sales_quarters_check CHECK (orders > 0 AND units >= 0 AND total_cents >= 0)
);
CREATE TABLE ordering_sales_products (
    month       timestamptz NOT NULL,
    product_id  uuid        NOT NULL,
    name        text        NOT NULL,
    units       bigint      NOT NULL,
    gross_cents bigint      NOT NULL,
    CONSTRAINT ordering_sales_products_pkey PRIMARY KEY (month, product_id),
    CONSTRAINT ordering_sales_products_month_fkey FOREIGN KEY (month) REFERENCES ordering_sales_months (month),
    CONSTRAINT ordering_sales_products_check CHECK (units > 0 AND gross_cents >= 0)
);
-- What reports take off them.
CREATE INDEX ordering_orders_cancelled ON ordering_orders (placed_at, id, units, total_cents, discount_cents, shipping_cents, tax_cents)
WHERE status = 'cancelled';
