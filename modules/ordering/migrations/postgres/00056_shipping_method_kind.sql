-- +goose Up
-- The kind of the shipping method at the checkout. Orders that an older binary makes meanwhile are deliveries.
ALTER TABLE ordering_orders ADD COLUMN shipping_method_kind text NOT NULL DEFAULT 'delivery'
    CONSTRAINT ordering_orders_shipping_method_kind_check CHECK (shipping_method_kind IN ('delivery', 'pickup'));
UPDATE ordering_orders SET shipping_method_kind = 'pickup'
WHERE shipping_method_id IN (SELECT id FROM ordering_shipping_methods WHERE kind = 'pickup');
