-- +goose Up
-- The tasks of an order, whatever their status.
CREATE INDEX payments_tasks_of_order ON payments_tasks (order_id, id DESC);
