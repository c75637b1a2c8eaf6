-- +goose Up
-- The buyer's language, in which the order says how it is paid. That of orders that are here stands in
-- the event that they were last copied from.
ALTER TABLE payments_orders ADD COLUMN locale TEXT NOT NULL DEFAULT '';
UPDATE payments_orders SET locale = coalesce((SELECT CAST(e.payload AS jsonb) ->> 'locale' FROM events e
    WHERE e.seq = payments_orders.seq AND e.name LIKE 'ordering.%'), '');
