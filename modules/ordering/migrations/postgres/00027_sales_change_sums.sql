-- +goose Up
-- Sums of the changes of past months, as ordering_sales_quarter_hours has them of orders. They are of all that happened before
-- changes_until, or of nothing.
ALTER TABLE ordering_sales_kept ADD COLUMN changes_until timestamptz;
CREATE TABLE ordering_sales_change_sums (
    starts_at       timestamptz NOT NULL CONSTRAINT ordering_sales_change_sums_pkey PRIMARY KEY,
    changes         bigint      NOT NULL CONSTRAINT ordering_sales_change_sums_changes_check CHECK (changes > 0),
    received_cents  bigint      NOT NULL,
    cancelled_cents bigint      NOT NULL,
    refunded_cents  bigint      NOT NULL,
    tax_cents       bigint      NOT NULL
);
