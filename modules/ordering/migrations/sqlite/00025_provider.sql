-- +goose Up
-- What went back at the card provider without a refund of the shop's, as payments has said last: refunds with the origin
-- provider sum to it, as far as the order's other refunds leave it.
ALTER TABLE ordering_orders ADD COLUMN back_at_provider_cents INTEGER NOT NULL DEFAULT 0
    CONSTRAINT ordering_orders_back_at_provider_check CHECK (back_at_provider_cents >= 0);
ALTER TABLE ordering_orders ADD COLUMN dispute_status TEXT CONSTRAINT ordering_orders_dispute_check CHECK (dispute_status IN ('open', 'won', 'lost'));
ALTER TABLE ordering_orders ADD COLUMN dispute_due_at DATETIME;
-- Entries for the staff alone.
ALTER TABLE ordering_timeline DROP CONSTRAINT ordering_timeline_status_check;
ALTER TABLE ordering_timeline ADD CONSTRAINT ordering_timeline_status_check CHECK (status IN ('placed', 'paid', 'processing', 'shipped', 'delivered',
    'cancelled', 'return_requested', 'returned', 'refunded', 'label_created', 'picked_up', 'in_transit', 'out_for_delivery', 'attempted', 'delayed',
    'exception', 'return_to_sender', 'disputed', 'dispute_won', 'dispute_lost'));
