-- +goose Up
-- Since when payments looks at the card provider for the money of an overdue order.
ALTER TABLE ordering_orders ADD COLUMN overdue_at timestamptz;
