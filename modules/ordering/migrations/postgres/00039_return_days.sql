-- +goose Up
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_return_days_check CHECK (return_days >= 0);
