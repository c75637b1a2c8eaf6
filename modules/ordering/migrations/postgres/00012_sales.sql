-- +goose Up
-- What the reports add up, so that they read indexes alone: orders by the moment at which they were placed, refunds by the moment
-- at which they succeeded, orders by what their stage is derived from.
CREATE INDEX ordering_orders_sales ON ordering_orders (placed_at, id, units, total_cents, discount_cents, shipping_cents, tax_cents)
WHERE status <> 'cancelled';
CREATE INDEX ordering_refunds_succeeded ON ordering_refunds (updated_at, amount_cents) WHERE status = 'succeeded';
CREATE INDEX ordering_orders_by_axes ON ordering_orders (status, fulfillment_status);
CREATE INDEX ordering_shipments_out_for_delivery ON ordering_shipments (order_id) WHERE tracking_status = 'out_for_delivery';
-- Orders from before units were counted.
UPDATE ordering_orders SET units = (SELECT COALESCE(sum(quantity), 0) FROM ordering_order_items i WHERE i.order_id = ordering_orders.id)
WHERE units = 0;
