-- +goose Up
-- The invoice of an order that is not cancelled, as invoices has said last.
ALTER TABLE ordering_orders ADD COLUMN invoice_id uuid;
ALTER TABLE ordering_orders ADD COLUMN invoice_seq bigint NOT NULL DEFAULT 0;
