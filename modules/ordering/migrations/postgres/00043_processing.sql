-- +goose Up
-- Since when the card provider processes what the buyer of an unpaid order has paid, and by what
-- the buyer pays, as the provider calls it.
ALTER TABLE ordering_orders ADD COLUMN processing_since timestamptz
    CONSTRAINT ordering_orders_processing_check
    CHECK (processing_since IS NULL OR (status = 'pending_payment' AND payment_status = 'unpaid'));
ALTER TABLE ordering_orders ADD COLUMN payment_type text;
-- In how many days after its first shipment an invoice is to be paid, as it was when the order was
-- placed.
ALTER TABLE ordering_orders ADD COLUMN invoice_days bigint NOT NULL DEFAULT 14;
