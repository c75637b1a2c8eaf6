-- +goose Up
-- Open orders from before units that staff cancelled were taken off those that a buyer has open.
UPDATE ordering_orders SET units = (SELECT sum(quantity - cancelled) FROM ordering_order_items i WHERE i.order_id = ordering_orders.id)
WHERE paid_at IS NULL AND cancelled_at IS NULL AND fulfillment_status = 'unfulfilled' AND cancelled_cents > 0;
