-- +goose Up
-- In price mode net, the amounts of an order but total_cents and tax_cents are without VAT. taxes is what is paid at each rate,
-- [{"rate", "category", "net", "tax", "shippingNet", "shippingTax"}] in EUR; [] of orders from before, whose taxes are worked
-- out of their lines.
ALTER TABLE ordering_orders ADD COLUMN price_mode text NOT NULL DEFAULT 'gross'
    CONSTRAINT ordering_orders_price_mode_check CHECK (price_mode IN ('gross', 'net'));
ALTER TABLE ordering_orders ADD COLUMN taxes text NOT NULL DEFAULT '[]';

-- What a line costs after discounts: without VAT, and the VAT of that. NULL in orders from before, of which the check must be true:
-- SQLite adds none to a table in which it is neither true nor false of a row.
ALTER TABLE ordering_order_items ADD COLUMN category text
    CONSTRAINT ordering_order_items_category_check CHECK (category IN ('S', 'Z', 'E', 'G', 'K'));
ALTER TABLE ordering_order_items ADD COLUMN net_cents bigint;
ALTER TABLE ordering_order_items ADD COLUMN tax_cents bigint;
ALTER TABLE ordering_order_items ADD CONSTRAINT ordering_order_items_tax_check
    CHECK (CASE WHEN net_cents IS NULL THEN tax_cents IS NULL AND category IS NULL
        ELSE tax_cents IS NOT NULL AND category IS NOT NULL AND net_cents >= 0 AND tax_cents >= 0
            AND (net_cents = line_total_cents - discount_cents OR net_cents + tax_cents = line_total_cents - discount_cents) END);

ALTER TABLE ordering_orders DROP CONSTRAINT ordering_orders_sum_check;
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_sum_check CHECK ((total_cents = subtotal_cents - discount_cents + shipping_cents)
    OR (price_mode = 'net' AND total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents));
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_net_check
    CHECK (price_mode = 'gross' OR total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents);

-- What goes back of an order is with VAT.
ALTER TABLE ordering_orders DROP CONSTRAINT ordering_orders_returned_check;
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_returned_check CHECK ((0 <= returned_cents AND returned_cents <= subtotal_cents - discount_cents)
    OR (price_mode = 'net' AND 0 <= returned_cents AND returned_cents <= subtotal_cents - discount_cents + tax_cents));
ALTER TABLE ordering_orders DROP CONSTRAINT ordering_orders_cancelled_goods_check;
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_cancelled_goods_check
    CHECK ((0 <= cancelled_goods_cents AND cancelled_goods_cents <= subtotal_cents - discount_cents)
    OR (price_mode = 'net' AND 0 <= cancelled_goods_cents AND cancelled_goods_cents <= subtotal_cents - discount_cents + tax_cents));
ALTER TABLE ordering_orders DROP CONSTRAINT ordering_orders_refunding_shipping_check;
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_refunding_shipping_check
    CHECK ((0 <= refunding_shipping_cents AND refunding_shipping_cents <= shipping_cents)
    OR (price_mode = 'net' AND 0 <= refunding_shipping_cents AND refunding_shipping_cents <= shipping_cents + tax_cents));
ALTER TABLE ordering_order_items DROP CONSTRAINT ordering_order_items_undone_check;
ALTER TABLE ordering_order_items ADD CONSTRAINT ordering_order_items_undone_check
    CHECK ((0 <= cancelled AND cancelled <= quantity AND 0 <= undone AND undone <= quantity
        AND 0 <= undone_cents AND undone_cents <= line_total_cents - discount_cents)
    OR (net_cents IS NOT NULL AND 0 <= cancelled AND cancelled <= quantity AND 0 <= undone AND undone <= quantity
        AND 0 <= undone_cents AND undone_cents <= net_cents + tax_cents));
