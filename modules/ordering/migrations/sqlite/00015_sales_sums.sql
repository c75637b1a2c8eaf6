-- +goose Up
-- Sums of the orders that were placed in past months, for reports. Cancelled orders are in them too, so that no row ever changes.
-- A month's row is written together with its sums. A job makes all of them anew when the three tables are emptied.
CREATE TABLE ordering_sales_months (
    month     DATETIME NOT NULL CONSTRAINT ordering_sales_months_pkey PRIMARY KEY,
    summed_at DATETIME NOT NULL
);
CREATE TABLE ordering_sales_quarters (
    quarter        DATETIME NOT NULL CONSTRAINT ordering_sales_quarters_pkey PRIMARY KEY,
    orders         INTEGER  NOT NULL,
    units          INTEGER  NOT NULL,
    total_cents    INTEGER  NOT NULL,
    discount_cents INTEGER  NOT NULL,
    shipping_cents INTEGER  NOT NULL,
    tax_cents      INTEGER  NOT NULL,
    CONSTRAINT ordering_sales_quarters_check CHECK (orders > 0 AND units >= 0 AND total_cents >= 0)
) WITHOUT ROWID;
CREATE TABLE ordering_sales_products (
    month       DATETIME NOT NULL,
    product_id  TEXT     NOT NULL,
    name        TEXT     NOT NULL,
    units       INTEGER  NOT NULL,
    gross_cents INTEGER  NOT NULL,
    CONSTRAINT ordering_sales_products_pkey PRIMARY KEY (month, product_id),
    CONSTRAINT ordering_sales_products_month_fkey FOREIGN KEY (month) REFERENCES ordering_sales_months (month),
    CONSTRAINT ordering_sales_products_check CHECK (units > 0 AND gross_cents >= 0)
) WITHOUT ROWID;
-- What reports take off them.
CREATE INDEX ordering_orders_cancelled ON ordering_orders (placed_at, id, units, total_cents, discount_cents, shipping_cents, tax_cents)
WHERE status = 'cancelled';
