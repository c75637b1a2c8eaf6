-- +goose Up
-- The lists of orders by what they cost, and by how they are paid.
CREATE INDEX ordering_orders_by_total ON ordering_orders (total_cents, id);
CREATE INDEX ordering_orders_by_payment_method ON ordering_orders (payment_method, placed_at DESC, id DESC);
