-- +goose Up
-- What has come in all is paid_cents, also before it suffices: received_provider_cents is the part that came through the card
-- provider, and refunding_provider_cents what goes back through it. cancelled_cents is the value of what was cancelled,
-- cancelled_goods_cents its goods. conceded_cents is what the shop gave up otherwise: refunds, and returns that were not paid.
-- undone_tax_cents is the VAT of what was cancelled or returned. marked_paid_status and marked_paid_payment_status are what the
-- order was before staff marked it as paid.
ALTER TABLE ordering_orders
    ADD COLUMN received_provider_cents bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunding_provider_cents bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunding_shipping_cents bigint NOT NULL DEFAULT 0,
    ADD COLUMN cancelled_cents bigint NOT NULL DEFAULT 0,
    ADD COLUMN cancelled_goods_cents bigint NOT NULL DEFAULT 0,
    ADD COLUMN conceded_cents bigint NOT NULL DEFAULT 0,
    ADD COLUMN undone_tax_cents bigint NOT NULL DEFAULT 0,
    ADD COLUMN marked_paid_status text,
    ADD COLUMN marked_paid_payment_status text;

-- An order that is not paid yet may have got a part of its money, and have given it back.
ALTER TABLE ordering_orders DROP CONSTRAINT ordering_orders_unpaid_check;
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_unpaid_check CHECK (((payment_status IN ('unpaid', 'failed')) = (paid_at IS NULL) AND (paid_at IS NOT NULL OR paid_cents = 0))
    OR (payment_status IN ('unpaid', 'failed') AND paid_at IS NULL));
ALTER TABLE ordering_orders DROP CONSTRAINT ordering_orders_refunded_check;
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_refunded_check CHECK ((CASE payment_status WHEN 'refunded' THEN 0 < refunded_cents AND refunded_cents = paid_cents
                                                                         WHEN 'partially_refunded' THEN 0 < refunded_cents AND refunded_cents < paid_cents
                                                                         ELSE refunded_cents = 0 END)
    OR (payment_status IN ('unpaid', 'failed') AND refunded_cents <= paid_cents));

-- How many units of a line were refunded, returned or cancelled, and for how much; cancelled are those that will not be sent.
ALTER TABLE ordering_order_items
    ADD COLUMN cancelled integer NOT NULL DEFAULT 0,
    ADD COLUMN undone integer NOT NULL DEFAULT 0,
    ADD COLUMN undone_cents bigint NOT NULL DEFAULT 0;

-- A refund by the channel manual is pending until staff say that the money was sent: reference and failure are what they say.
-- The parts of the amount are goods_cents (items, [{"orderItemId", "quantity", "amount"}]) and shipping_cents; the rest is
-- goodwill, or goods that were cancelled or returned. conceded_cents is what reports count.
ALTER TABLE ordering_refunds
    ADD COLUMN channel text NOT NULL DEFAULT 'provider' CONSTRAINT ordering_refunds_channel_check CHECK (channel IN ('provider', 'manual')),
    ADD COLUMN origin text NOT NULL DEFAULT 'shop' CONSTRAINT ordering_refunds_origin_check CHECK (origin IN ('shop', 'provider')),
    ADD COLUMN shipping_cents bigint NOT NULL DEFAULT 0,
    ADD COLUMN conceded_cents bigint NOT NULL DEFAULT 0,
    ADD COLUMN items text NOT NULL DEFAULT '[]',
    ADD COLUMN reference text,
    ADD COLUMN failure text,
    ADD COLUMN settled_at timestamptz,
    ADD COLUMN reminded_at timestamptz;

UPDATE ordering_orders SET received_provider_cents = paid_cents, refunding_provider_cents = refunding_cents WHERE payment_method = 'card';
UPDATE ordering_orders SET cancelled_cents = total_cents, cancelled_goods_cents = subtotal_cents - discount_cents, undone_tax_cents = tax_cents
WHERE status = 'cancelled';
UPDATE ordering_orders SET conceded_cents = least(refunding_cents, total_cents) WHERE status <> 'cancelled';
UPDATE ordering_order_items SET undone = returned, undone_cents = (line_total_cents - discount_cents) * returned / quantity WHERE returned > 0;
UPDATE ordering_order_items SET cancelled = quantity, undone = quantity, undone_cents = line_total_cents - discount_cents
WHERE order_id IN (SELECT id FROM ordering_orders WHERE status = 'cancelled');
UPDATE ordering_refunds SET channel = 'manual'
WHERE order_id IN (SELECT id FROM ordering_orders WHERE payment_method <> 'card');
UPDATE ordering_refunds SET conceded_cents = amount_cents
WHERE status <> 'failed' AND order_id IN (SELECT id FROM ordering_orders WHERE status <> 'cancelled');
UPDATE ordering_refunds SET settled_at = updated_at WHERE status <> 'pending';

ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_provider_check
    CHECK (0 <= refunding_provider_cents AND refunding_provider_cents <= received_provider_cents AND received_provider_cents <= paid_cents);
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_worth_check
    CHECK (0 <= cancelled_cents AND 0 <= conceded_cents AND cancelled_cents + conceded_cents <= total_cents);
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_cancelled_goods_check
    CHECK (0 <= cancelled_goods_cents AND cancelled_goods_cents <= subtotal_cents - discount_cents);
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_refunding_shipping_check
    CHECK (0 <= refunding_shipping_cents AND refunding_shipping_cents <= shipping_cents);
ALTER TABLE ordering_orders ADD CONSTRAINT ordering_orders_undone_tax_check
    CHECK (0 <= undone_tax_cents AND undone_tax_cents <= tax_cents);
ALTER TABLE ordering_order_items ADD CONSTRAINT ordering_order_items_undone_check
    CHECK (0 <= cancelled AND cancelled <= quantity AND 0 <= undone AND undone <= quantity
        AND 0 <= undone_cents AND undone_cents <= line_total_cents - discount_cents);
ALTER TABLE ordering_refunds ADD CONSTRAINT ordering_refunds_parts_check
    CHECK (0 <= shipping_cents AND goods_cents + shipping_cents <= amount_cents AND 0 <= conceded_cents AND conceded_cents <= amount_cents);
CREATE INDEX ordering_refunds_newest ON ordering_refunds (created_at DESC, id DESC);
CREATE INDEX ordering_refunds_pending ON ordering_refunds (created_at, id) WHERE status = 'pending';

-- What a command on an order changes in the sales, by its moment; no row ever changes. received_cents is money that came, or was
-- noted by mistake; cancelled_cents what will not be sent, or came back unpaid; refunded_cents what went back for what was not
-- cancelled; tax_cents the VAT of what was cancelled or returned. The lines are the units of that.
CREATE TABLE ordering_sales_changes (
    order_id        uuid        NOT NULL,
    occurred_at     timestamptz NOT NULL,
    received_cents  bigint      NOT NULL,
    cancelled_cents bigint      NOT NULL,
    refunded_cents  bigint      NOT NULL,
    tax_cents       bigint      NOT NULL,
    CONSTRAINT ordering_sales_changes_pkey PRIMARY KEY (order_id, occurred_at),
    CONSTRAINT ordering_sales_changes_order_fkey FOREIGN KEY (order_id) REFERENCES ordering_orders (id)
);
CREATE INDEX ordering_sales_changes_by_time ON ordering_sales_changes (occurred_at, received_cents, cancelled_cents, refunded_cents, tax_cents);
CREATE TABLE ordering_sales_lines (
    order_item_id uuid        NOT NULL,
    occurred_at   timestamptz NOT NULL,
    product_id    uuid        NOT NULL,
    name          text        NOT NULL,
    units         integer     NOT NULL CONSTRAINT ordering_sales_lines_units_check CHECK (units > 0),
    gross_cents   bigint      NOT NULL CONSTRAINT ordering_sales_lines_gross_check CHECK (gross_cents >= 0),
    CONSTRAINT ordering_sales_lines_pkey PRIMARY KEY (order_item_id, occurred_at),
    CONSTRAINT ordering_sales_lines_item_fkey FOREIGN KEY (order_item_id) REFERENCES ordering_order_items (id)
);
CREATE INDEX ordering_sales_lines_by_time ON ordering_sales_lines (occurred_at, product_id, name, units, gross_cents);

INSERT INTO ordering_sales_lines (order_item_id, occurred_at, product_id, name, units, gross_cents)
SELECT i.id, r.updated_at, i.product_id, i.name, sum(ri.quantity), sum((i.line_total_cents - i.discount_cents) * ri.quantity / i.quantity)
FROM ordering_returns r JOIN ordering_return_items ri ON ri.return_id = r.id JOIN ordering_order_items i ON i.id = ri.order_item_id
WHERE r.status = 'received' GROUP BY i.id, r.updated_at, i.product_id, i.name;
INSERT INTO ordering_sales_changes (order_id, occurred_at, received_cents, cancelled_cents, refunded_cents, tax_cents)
SELECT order_id, at, sum(received), sum(cancelled), sum(refunded), sum(tax) FROM (
    SELECT id AS order_id, paid_at AS at, paid_cents AS received, 0 AS cancelled, 0 AS refunded, 0 AS tax FROM ordering_orders
    WHERE paid_at IS NOT NULL AND paid_cents > 0
    UNION ALL SELECT id, cancelled_at, 0, total_cents, 0, tax_cents FROM ordering_orders WHERE status = 'cancelled' AND total_cents > 0
    UNION ALL SELECT order_id, updated_at, 0, 0, conceded_cents, 0 FROM ordering_refunds WHERE status = 'succeeded' AND conceded_cents > 0
    UNION ALL SELECT i.order_id, l.occurred_at, 0, 0, 0, (l.gross_cents * i.tax_rate + (10000 + i.tax_rate) / 2) / (10000 + i.tax_rate)
    FROM ordering_sales_lines l JOIN ordering_order_items i ON i.id = l.order_item_id
) AS c GROUP BY order_id, at;
INSERT INTO ordering_sales_lines (order_item_id, occurred_at, product_id, name, units, gross_cents)
SELECT i.id, o.cancelled_at, i.product_id, i.name, i.quantity, i.line_total_cents - i.discount_cents
FROM ordering_orders o JOIN ordering_order_items i ON i.order_id = o.id WHERE o.status = 'cancelled';
UPDATE ordering_orders SET undone_tax_cents = least(tax_cents,
    (SELECT COALESCE(sum(c.tax_cents), 0) FROM ordering_sales_changes c WHERE c.order_id = ordering_orders.id))
WHERE status <> 'cancelled' AND returned_cents > 0;
