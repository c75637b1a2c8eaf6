-- +goose Up
-- Sums of the changes of past months, as ordering_sales_quarter_hours has them of orders. They are of all that happened before
-- changes_until, or of nothing.
ALTER TABLE ordering_sales_kept ADD COLUMN changes_until DATETIME;
CREATE TABLE ordering_sales_change_sums (
    starts_at       DATETIME NOT NULL CONSTRAINT ordering_sales_change_sums_pkey PRIMARY KEY,
    changes         INTEGER  NOT NULL CONSTRAINT ordering_sales_change_sums_changes_check CHECK (changes > 0),
    received_cents  INTEGER  NOT NULL,
    cancelled_cents INTEGER  NOT NULL,
    refunded_cents  INTEGER  NOT NULL,
    tax_cents       INTEGER  NOT NULL
) WITHOUT ROWID;
