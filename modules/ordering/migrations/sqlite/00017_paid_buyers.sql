-- +goose Up
-- Who has paid for an order (open_orders_load.go).
CREATE INDEX ordering_orders_paid_by_user ON ordering_orders (user_id) WHERE paid_at IS NOT NULL AND total_cents > 0;
