-- +goose Up
-- What bank statements have brought of the order's money, as payments has said last.
ALTER TABLE ordering_orders ADD COLUMN transferred_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_transferred_check
    CHECK (0 <= transferred_cents AND transferred_cents + received_provider_cents <= paid_cents);
