-- +goose Up
-- The invoice of an order that is not cancelled, as invoices has said last.
ALTER TABLE ordering_orders ADD COLUMN invoice_id TEXT;
ALTER TABLE ordering_orders ADD COLUMN invoice_seq INTEGER NOT NULL DEFAULT 0;
