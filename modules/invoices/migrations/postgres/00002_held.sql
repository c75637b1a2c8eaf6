-- +goose Up
-- What came for an order that is not paid yet, and did not go back.
ALTER TABLE invoices_orders ADD COLUMN held_cents bigint NOT NULL DEFAULT 0
    CONSTRAINT invoices_orders_held_check CHECK (held_cents >= 0);
