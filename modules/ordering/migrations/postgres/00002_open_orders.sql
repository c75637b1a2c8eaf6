-- +goose Up

-- What open orders hold: how many units an order has, and digests of where it goes and which network it came from. The digests
-- are there while the order is open, that is unpaid, unshipped, not cancelled and not to be paid by invoice.
ALTER TABLE ordering_orders
    ADD COLUMN units integer NOT NULL DEFAULT 0 CONSTRAINT ordering_orders_units_check CHECK (units >= 0),
    ADD COLUMN destination text,
    ADD COLUMN network text;

UPDATE ordering_orders SET units = (SELECT COALESCE(sum(quantity), 0) FROM ordering_order_items i WHERE i.order_id = ordering_orders.id)
WHERE paid_at IS NULL AND cancelled_at IS NULL AND fulfillment_status = 'unfulfilled' AND payment_method <> 'invoice';

CREATE INDEX ordering_orders_open_by_user ON ordering_orders (user_id, units)
WHERE paid_at IS NULL AND cancelled_at IS NULL AND fulfillment_status = 'unfulfilled' AND payment_method <> 'invoice';

CREATE INDEX ordering_orders_open_by_destination ON ordering_orders (destination, units)
WHERE paid_at IS NULL AND cancelled_at IS NULL AND fulfillment_status = 'unfulfilled' AND payment_method <> 'invoice' AND destination IS NOT NULL;

CREATE INDEX ordering_orders_open_by_network ON ordering_orders (network, units)
WHERE paid_at IS NULL AND cancelled_at IS NULL AND fulfillment_status = 'unfulfilled' AND payment_method <> 'invoice' AND network IS NOT NULL;
