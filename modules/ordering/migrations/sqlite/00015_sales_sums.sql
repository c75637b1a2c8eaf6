-- +goose Up
-- Sums of the orders that were placed in past months, for reports. Cancelled orders are in them too, so that no row ever changes.
-- The only row of ordering_sales_kept says of which orders: of all that were placed before until, or of none.
CREATE TABLE ordering_sales_kept (
    id    INTEGER  NOT NULL CONSTRAINT ordering_sales_kept_pkey PRIMARY KEY CONSTRAINT ordering_sales_kept_check CHECK (id = 1),
    until DATETIME
);
INSERT INTO ordering_sales_kept (id) VALUES (1);
CREATE TABLE ordering_sales_quarter_hours (
    starts_at      DATETIME NOT NULL CONSTRAINT ordering_sales_quarter_hours_pkey PRIMARY KEY,
    orders         INTEGER  NOT NULL,
    units          INTEGER  NOT NULL,
    total_cents    INTEGER  NOT NULL,
    discount_cents INTEGER  NOT NULL,
    shipping_cents INTEGER  NOT NULL,
    tax_cents      INTEGER  NOT NULL,
    CONSTRAINT ordering_sales_quarter_hours_check CHECK (orders > 0 AND units >= 0 AND total_cents >= 0)
) WITHOUT ROWID;
CREATE TABLE ordering_sales_products (
    month       DATETIME NOT NULL,
    product_id  TEXT     NOT NULL,
    name        TEXT     NOT NULL,
    units       INTEGER  NOT NULL,
    gross_cents INTEGER  NOT NULL,
    CONSTRAINT ordering_sales_products_pkey PRIMARY KEY (month, product_id),
    CONSTRAINT ordering_sales_products_check CHECK (units > 0 AND gross_cents >= 0)
) WITHOUT ROWID;
-- What reports take off them.
CREATE INDEX ordering_orders_cancelled ON ordering_orders (placed_at, id, units, total_cents, discount_cents, shipping_cents, tax_cents)
WHERE status = 'cancelled';
