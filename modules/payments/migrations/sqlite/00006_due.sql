-- +goose Up
-- What was due when the buyer last changed how to pay; without a value it is the total.
ALTER TABLE payments_orders ADD COLUMN due_cents INTEGER;
