-- +goose Up
-- How many of an order's units staff cancelled while others stayed: they are not open any more. units stays what was placed, so that
-- the sales of a closed month do not change.
ALTER TABLE ordering_orders ADD COLUMN cancelled_units INTEGER NOT NULL DEFAULT 0 CONSTRAINT ordering_orders_cancelled_units_check CHECK (cancelled_units BETWEEN 0 AND units);

-- Of orders from before.
UPDATE ordering_orders SET cancelled_units = (SELECT sum(cancelled) FROM ordering_order_items i WHERE i.order_id = ordering_orders.id)
WHERE cancelled_at IS NULL AND cancelled_cents > 0;
