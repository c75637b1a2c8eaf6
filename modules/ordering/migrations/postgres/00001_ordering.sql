-- +goose Up

-- What others announce and ordering keeps a copy of.

CREATE TABLE ordering_variants (
    id          uuid    NOT NULL CONSTRAINT ordering_variants_pkey PRIMARY KEY,
    product_id  uuid    NOT NULL,
    sku         text    NOT NULL,
    name        text    NOT NULL,
    search      text    NOT NULL,
    options     text    NOT NULL,
    image_url   text,
    tax_class   text    NOT NULL CONSTRAINT ordering_variants_tax_class_check CHECK (tax_class IN ('standard', 'reduced', 'zero')),
    price_cents bigint  NOT NULL CONSTRAINT ordering_variants_price_check CHECK (price_cents >= 0),
    tiers       text    NOT NULL,
    sold        boolean NOT NULL,
    seq         bigint  NOT NULL
);
CREATE INDEX ordering_variants_by_product ON ordering_variants (product_id);
CREATE INDEX ordering_variants_by_sku ON ordering_variants (sku, id);

-- How many variants there are, so that no list has to count them.
CREATE TABLE ordering_counts (
    name text   NOT NULL CONSTRAINT ordering_counts_pkey PRIMARY KEY,
    n    bigint NOT NULL CONSTRAINT ordering_counts_n_check CHECK (n >= 0)
);
INSERT INTO ordering_counts (name, n) VALUES ('variants', 0);

CREATE TABLE ordering_buyers (
    user_id          uuid    NOT NULL CONSTRAINT ordering_buyers_pkey PRIMARY KEY,
    email            text    NOT NULL,
    full_name        text    NOT NULL,
    locale           text    NOT NULL CONSTRAINT ordering_buyers_locale_check CHECK (locale IN ('en', 'de')),
    account_type     text    NOT NULL CONSTRAINT ordering_buyers_account_type_check CHECK (account_type IN ('retail', 'wholesale')),
    erased           boolean NOT NULL,
    profile_seq      bigint  NOT NULL,
    account_type_seq bigint  NOT NULL,
    CONSTRAINT ordering_buyers_erased_check CHECK (NOT erased OR (email = '' AND full_name = ''))
);

CREATE TABLE ordering_addresses (
    id         uuid    NOT NULL CONSTRAINT ordering_addresses_pkey PRIMARY KEY,
    user_id    uuid    NOT NULL,
    full_name  text    NOT NULL,
    phone      text,
    address    text    NOT NULL,
    country    text    NOT NULL,
    is_default boolean NOT NULL,
    deleted    boolean NOT NULL,
    seq        bigint  NOT NULL
);
CREATE INDEX ordering_addresses_by_user ON ordering_addresses (user_id);

CREATE TABLE ordering_recipients (
    id        uuid    NOT NULL CONSTRAINT ordering_recipients_pkey PRIMARY KEY,
    user_id   uuid    NOT NULL,
    full_name text    NOT NULL,
    phone     text    NOT NULL,
    address   text    NOT NULL,
    country   text    NOT NULL,
    deleted   boolean NOT NULL,
    seq       bigint  NOT NULL
);
CREATE INDEX ordering_recipients_by_user ON ordering_recipients (user_id);

-- Stock.

CREATE TABLE ordering_stock (
    variant_id uuid        NOT NULL CONSTRAINT ordering_stock_pkey PRIMARY KEY,
    on_hand    bigint      NOT NULL,
    reserved   bigint      NOT NULL,
    announced  bigint      NOT NULL,
    peak       bigint      NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT ordering_stock_reserved_check CHECK (0 <= reserved AND reserved <= on_hand)
) WITH (fillfactor = 50);
CREATE INDEX ordering_stock_unannounced ON ordering_stock (variant_id) WHERE announced <> on_hand - reserved;
CREATE INDEX ordering_stock_by_available ON ordering_stock ((on_hand - reserved), variant_id);

CREATE TABLE ordering_stock_ledger (
    id             uuid        NOT NULL CONSTRAINT ordering_stock_ledger_pkey PRIMARY KEY,
    variant_id     uuid        NOT NULL,
    reason         text        NOT NULL CONSTRAINT ordering_stock_ledger_reason_check
                               CHECK (reason IN ('count', 'adjust', 'reserve', 'release', 'ship', 'return')),
    on_hand_delta  bigint      NOT NULL,
    reserved_delta bigint      NOT NULL,
    on_hand        bigint      NOT NULL,
    reserved       bigint      NOT NULL,
    order_id       uuid,
    note           text,
    occurred_at    timestamptz NOT NULL,
    CONSTRAINT ordering_stock_ledger_reserved_check CHECK (0 <= reserved AND reserved <= on_hand),
    CONSTRAINT ordering_stock_ledger_order_check CHECK ((reason IN ('count', 'adjust')) = (order_id IS NULL))
);
CREATE INDEX ordering_stock_ledger_by_variant ON ordering_stock_ledger (variant_id, id DESC);

-- Changes the stock of some variants, [{"id", "variant_id", "on_hand", "reserved"}] with the id of the row in the ledger, and writes the ledger. It returns
-- the variants that allowed it. The rows are locked in the order of their ids, and the guard holds against the newest version of each.
--
-- It is a function for its settings. The planner believes that the JSON has 100 elements, and so reads the whole table, twice, to find three rows.
-- +goose StatementBegin
CREATE FUNCTION ordering_move_stock(changes json, why text, for_order uuid, remark text, at timestamptz) RETURNS SETOF uuid
    LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
    RETURN QUERY
    WITH want AS (
        SELECT w.* FROM json_to_recordset(changes) AS w (id uuid, variant_id uuid, on_hand bigint, reserved bigint)
    ), locked AS (
        SELECT w.* FROM ordering_stock s JOIN want w ON w.variant_id = s.variant_id ORDER BY s.variant_id FOR UPDATE OF s
    ), moved AS (
        UPDATE ordering_stock s SET on_hand = s.on_hand + w.on_hand, reserved = s.reserved + w.reserved, updated_at = at,
            peak = greatest(s.peak, s.on_hand + w.on_hand - s.reserved - w.reserved)
        FROM locked w WHERE s.variant_id = w.variant_id
            AND s.reserved + w.reserved >= 0 AND s.on_hand + w.on_hand >= s.reserved + w.reserved
        RETURNING w.id, s.variant_id, w.on_hand AS on_hand_delta, w.reserved AS reserved_delta, s.on_hand, s.reserved
    ), logged AS (
        INSERT INTO ordering_stock_ledger (id, variant_id, reason, on_hand_delta, reserved_delta, on_hand, reserved, order_id, note, occurred_at)
        SELECT m.id, m.variant_id, why, m.on_hand_delta, m.reserved_delta, m.on_hand, m.reserved, for_order, remark, at FROM moved m
    )
    SELECT m.variant_id FROM moved m;
END
$$;
-- +goose StatementEnd

-- What a cart may use.

CREATE TABLE ordering_shipping_methods (
    id              uuid        NOT NULL CONSTRAINT ordering_shipping_methods_pkey PRIMARY KEY,
    name            text        NOT NULL,
    countries       text        NOT NULL,
    price_cents     bigint      NOT NULL CONSTRAINT ordering_shipping_methods_price_check CHECK (price_cents >= 0),
    free_from_cents bigint      CONSTRAINT ordering_shipping_methods_free_from_check CHECK (free_from_cents >= 0),
    min_days        integer     NOT NULL,
    max_days        integer     NOT NULL,
    active          boolean     NOT NULL,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    CONSTRAINT ordering_shipping_methods_days_check CHECK (0 <= min_days AND min_days <= max_days)
);

CREATE TABLE ordering_promotions (
    id                 uuid        NOT NULL CONSTRAINT ordering_promotions_pkey PRIMARY KEY,
    code               text        NOT NULL CONSTRAINT ordering_promotions_code_key UNIQUE,
    kind               text        NOT NULL CONSTRAINT ordering_promotions_kind_check CHECK (kind IN ('percent', 'amount')),
    value              bigint      NOT NULL CONSTRAINT ordering_promotions_value_check CHECK (value > 0 AND (kind = 'amount' OR value <= 10000)),
    minimum_cents      bigint      NOT NULL CONSTRAINT ordering_promotions_minimum_check CHECK (minimum_cents >= 0),
    starts_at          timestamptz,
    ends_at            timestamptz,
    usage_limit        bigint,
    per_customer_limit bigint,
    used               bigint      NOT NULL,
    active             boolean     NOT NULL,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    CONSTRAINT ordering_promotions_window_check CHECK (starts_at < ends_at),
    CONSTRAINT ordering_promotions_used_check CHECK (0 <= used AND used <= usage_limit),
    CONSTRAINT ordering_promotions_per_customer_check CHECK (per_customer_limit > 0)
);

CREATE TABLE ordering_promotion_uses (
    promotion_id uuid   NOT NULL,
    user_id      uuid   NOT NULL,
    used         bigint NOT NULL CONSTRAINT ordering_promotion_uses_used_check CHECK (used >= 0),
    CONSTRAINT ordering_promotion_uses_pkey PRIMARY KEY (promotion_id, user_id),
    CONSTRAINT ordering_promotion_uses_promotion_fkey FOREIGN KEY (promotion_id) REFERENCES ordering_promotions (id) ON DELETE CASCADE
);

CREATE TABLE ordering_vouchers (
    id         uuid        NOT NULL CONSTRAINT ordering_vouchers_pkey PRIMARY KEY,
    user_id    uuid        NOT NULL,
    code       text        NOT NULL CONSTRAINT ordering_vouchers_code_key UNIQUE,
    points     bigint      NOT NULL CONSTRAINT ordering_vouchers_points_check CHECK (points > 0),
    status     text        NOT NULL CONSTRAINT ordering_vouchers_status_check CHECK (status IN ('available', 'spent', 'expired')),
    order_id   uuid,
    expires_at timestamptz NOT NULL,
    CONSTRAINT ordering_vouchers_order_check CHECK ((status = 'spent') = (order_id IS NOT NULL))
);
CREATE INDEX ordering_vouchers_by_user ON ordering_vouchers (user_id);
CREATE INDEX ordering_vouchers_by_order ON ordering_vouchers (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX ordering_vouchers_by_end ON ordering_vouchers (expires_at) WHERE status = 'available';

-- Carts. One that has become an order, or was merged into another, is gone.

CREATE TABLE ordering_carts (
    id         uuid        NOT NULL CONSTRAINT ordering_carts_pkey PRIMARY KEY,
    user_id    uuid        CONSTRAINT ordering_carts_user_id_key UNIQUE,
    token_hash text        CONSTRAINT ordering_carts_token_hash_key UNIQUE,
    codes      text        NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT ordering_carts_owner_check CHECK ((user_id IS NULL) <> (token_hash IS NULL))
);
CREATE INDEX ordering_carts_guests ON ordering_carts (updated_at) WHERE user_id IS NULL;

CREATE TABLE ordering_cart_items (
    id               uuid    NOT NULL CONSTRAINT ordering_cart_items_pkey PRIMARY KEY,
    cart_id          uuid    NOT NULL,
    variant_id       uuid    NOT NULL,
    quantity         integer NOT NULL CONSTRAINT ordering_cart_items_quantity_check CHECK (quantity BETWEEN 1 AND 999),
    unit_price_cents bigint  NOT NULL,
    CONSTRAINT ordering_cart_items_cart_fkey FOREIGN KEY (cart_id) REFERENCES ordering_carts (id) ON DELETE CASCADE,
    CONSTRAINT ordering_cart_items_variant_key UNIQUE (cart_id, variant_id)
);

-- Orders.

CREATE TABLE ordering_orders (
    id                   uuid        NOT NULL CONSTRAINT ordering_orders_pkey PRIMARY KEY,
    number               text        NOT NULL CONSTRAINT ordering_orders_number_key UNIQUE,
    user_id              uuid        NOT NULL,
    cart_id              uuid        NOT NULL CONSTRAINT ordering_orders_cart_id_key UNIQUE,
    status               text        NOT NULL CONSTRAINT ordering_orders_status_check
                                     CHECK (status IN ('pending_payment', 'placed', 'processing', 'completed', 'cancelled')),
    payment_status       text        NOT NULL CONSTRAINT ordering_orders_payment_status_check
                                     CHECK (payment_status IN ('unpaid', 'paid', 'partially_refunded', 'refunded', 'failed')),
    fulfillment_status   text        NOT NULL CONSTRAINT ordering_orders_fulfillment_status_check
                                     CHECK (fulfillment_status IN ('unfulfilled', 'partially_shipped', 'shipped', 'delivered', 'partially_returned', 'returned')),
    locale               text        NOT NULL,
    buyer_email          text        NOT NULL,
    buyer_name           text        NOT NULL,
    buyer_erased         boolean     NOT NULL,
    search               text        NOT NULL,
    ship_to_name         text        NOT NULL,
    ship_to_phone        text,
    ship_to_address      text        NOT NULL,
    ship_to_country      text        NOT NULL,
    recipient            text        NOT NULL CONSTRAINT ordering_orders_recipient_check CHECK (recipient IN ('self', 'other', 'saved')),
    recipient_id         uuid,
    shipping_method_id   uuid        NOT NULL,
    shipping_method_name text        NOT NULL,
    payment_method       text        NOT NULL CONSTRAINT ordering_orders_payment_method_check
                                     CHECK (payment_method IN ('bank_transfer', 'cash_on_delivery', 'invoice', 'card')),
    instructions         text,
    payment_due_at       timestamptz,
    subtotal_cents       bigint      NOT NULL,
    discount_cents       bigint      NOT NULL,
    shipping_cents       bigint      NOT NULL,
    tax_cents            bigint      NOT NULL,
    total_cents          bigint      NOT NULL,
    paid_cents           bigint      NOT NULL,
    refunding_cents      bigint      NOT NULL,
    refunded_cents       bigint      NOT NULL,
    returned_cents       bigint      NOT NULL,
    discounts            text        NOT NULL,
    promotion_id         uuid,
    note                 text,
    cancellation_reason  text,
    cancellation_actor   text,
    placed_at            timestamptz NOT NULL,
    paid_at              timestamptz,
    delivered_at         timestamptz,
    completed_at         timestamptz,
    cancelled_at         timestamptz,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    CONSTRAINT ordering_orders_sum_check CHECK (total_cents = subtotal_cents - discount_cents + shipping_cents),
    CONSTRAINT ordering_orders_discount_check CHECK (0 <= discount_cents AND discount_cents <= subtotal_cents),
    CONSTRAINT ordering_orders_shipping_check CHECK (0 <= shipping_cents),
    CONSTRAINT ordering_orders_tax_check CHECK (0 <= tax_cents AND tax_cents <= total_cents),
    CONSTRAINT ordering_orders_refund_check CHECK (0 <= refunded_cents AND refunded_cents <= refunding_cents AND refunding_cents <= paid_cents),
    CONSTRAINT ordering_orders_returned_check CHECK (0 <= returned_cents AND returned_cents <= subtotal_cents - discount_cents),
    CONSTRAINT ordering_orders_refunded_check CHECK (CASE payment_status WHEN 'refunded' THEN 0 < refunded_cents AND refunded_cents = paid_cents
                                                                         WHEN 'partially_refunded' THEN 0 < refunded_cents AND refunded_cents < paid_cents
                                                                         ELSE refunded_cents = 0 END),
    CONSTRAINT ordering_orders_unpaid_check CHECK ((payment_status IN ('unpaid', 'failed')) = (paid_at IS NULL) AND (paid_at IS NOT NULL OR paid_cents = 0)),
    CONSTRAINT ordering_orders_due_check CHECK ((status = 'pending_payment') = (payment_due_at IS NOT NULL) AND (status <> 'pending_payment' OR paid_at IS NULL)),
    CONSTRAINT ordering_orders_sent_check CHECK (fulfillment_status = 'unfulfilled' OR status IN ('processing', 'completed')),
    CONSTRAINT ordering_orders_cancelled_check CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL) AND (status = 'cancelled') = (cancellation_reason IS NOT NULL)),
    CONSTRAINT ordering_orders_completed_check CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
    CONSTRAINT ordering_orders_delivered_check CHECK ((fulfillment_status IN ('delivered', 'partially_returned', 'returned')) = (delivered_at IS NOT NULL)
                                                     AND (status = 'completed') = (delivered_at IS NOT NULL))
);
CREATE INDEX ordering_orders_by_user ON ordering_orders (user_id, placed_at DESC, id DESC);
CREATE INDEX ordering_orders_newest ON ordering_orders (placed_at DESC, id DESC);
CREATE INDEX ordering_orders_by_status ON ordering_orders (status, placed_at DESC, id DESC, payment_status, fulfillment_status);
CREATE INDEX ordering_orders_by_payment_status ON ordering_orders (payment_status, placed_at DESC, id DESC, status, fulfillment_status);
CREATE INDEX ordering_orders_by_fulfillment_status ON ordering_orders (fulfillment_status, placed_at DESC, id DESC, status, payment_status);
CREATE INDEX ordering_orders_due ON ordering_orders (payment_due_at) WHERE status = 'pending_payment';

CREATE TABLE ordering_order_items (
    id               uuid    NOT NULL CONSTRAINT ordering_order_items_pkey PRIMARY KEY,
    order_id         uuid    NOT NULL,
    position         integer NOT NULL,
    product_id       uuid    NOT NULL,
    variant_id       uuid    NOT NULL,
    sku              text    NOT NULL,
    name             text    NOT NULL,
    options          text    NOT NULL,
    image_url        text,
    unit_price_cents bigint  NOT NULL,
    quantity         integer NOT NULL CONSTRAINT ordering_order_items_quantity_check CHECK (quantity > 0),
    line_total_cents bigint  NOT NULL,
    discount_cents   bigint  NOT NULL,
    tax_rate         integer NOT NULL CONSTRAINT ordering_order_items_tax_rate_check CHECK (tax_rate >= 0),
    shipped          integer NOT NULL,
    delivered        integer NOT NULL,
    in_return        integer NOT NULL,
    returned         integer NOT NULL,
    CONSTRAINT ordering_order_items_order_fkey FOREIGN KEY (order_id) REFERENCES ordering_orders (id),
    CONSTRAINT ordering_order_items_position_key UNIQUE (order_id, position),
    CONSTRAINT ordering_order_items_total_check CHECK (line_total_cents = unit_price_cents * quantity),
    CONSTRAINT ordering_order_items_discount_check CHECK (0 <= discount_cents AND discount_cents <= line_total_cents),
    CONSTRAINT ordering_order_items_way_check CHECK (0 <= returned AND returned <= in_return AND in_return <= delivered AND delivered <= shipped AND shipped <= quantity)
);

CREATE TABLE ordering_shipments (
    id                    uuid        NOT NULL CONSTRAINT ordering_shipments_pkey PRIMARY KEY,
    order_id              uuid        NOT NULL,
    carrier               text        NOT NULL,
    tracking_number       text        NOT NULL,
    tracking_url          text,
    tracking_status       text        NOT NULL CONSTRAINT ordering_shipments_tracking_status_check
                                      CHECK (tracking_status IN ('label_created', 'picked_up', 'in_transit', 'out_for_delivery', 'attempted', 'delayed',
                                                                 'delivered', 'exception', 'return_to_sender')),
    estimated_delivery_at timestamptz,
    shipped_at            timestamptz NOT NULL,
    delivered_at          timestamptz,
    CONSTRAINT ordering_shipments_order_fkey FOREIGN KEY (order_id) REFERENCES ordering_orders (id),
    CONSTRAINT ordering_shipments_delivered_check CHECK ((tracking_status = 'delivered') = (delivered_at IS NOT NULL))
);
CREATE INDEX ordering_shipments_by_order ON ordering_shipments (order_id, id);

CREATE TABLE ordering_shipment_items (
    shipment_id   uuid    NOT NULL,
    order_item_id uuid    NOT NULL,
    quantity      integer NOT NULL CONSTRAINT ordering_shipment_items_quantity_check CHECK (quantity > 0),
    CONSTRAINT ordering_shipment_items_pkey PRIMARY KEY (shipment_id, order_item_id),
    CONSTRAINT ordering_shipment_items_shipment_fkey FOREIGN KEY (shipment_id) REFERENCES ordering_shipments (id),
    CONSTRAINT ordering_shipment_items_item_fkey FOREIGN KEY (order_item_id) REFERENCES ordering_order_items (id)
);

CREATE TABLE ordering_timeline (
    id          uuid        NOT NULL CONSTRAINT ordering_timeline_pkey PRIMARY KEY,
    order_id    uuid        NOT NULL,
    shipment_id uuid,
    status      text        NOT NULL CONSTRAINT ordering_timeline_status_check
                            CHECK (status IN ('placed', 'paid', 'processing', 'shipped', 'delivered', 'cancelled', 'return_requested', 'returned', 'refunded',
                                              'label_created', 'picked_up', 'in_transit', 'out_for_delivery', 'attempted', 'delayed', 'exception',
                                              'return_to_sender')),
    description text,
    location    text,
    external_id text,
    occurred_at timestamptz NOT NULL,
    CONSTRAINT ordering_timeline_order_fkey FOREIGN KEY (order_id) REFERENCES ordering_orders (id),
    CONSTRAINT ordering_timeline_external_id_key UNIQUE (order_id, external_id)
);

CREATE TABLE ordering_refunds (
    id           uuid        NOT NULL CONSTRAINT ordering_refunds_pkey PRIMARY KEY,
    order_id     uuid        NOT NULL,
    return_id    uuid,
    event_id     uuid        CONSTRAINT ordering_refunds_event_id_key UNIQUE,
    amount_cents bigint      NOT NULL CONSTRAINT ordering_refunds_amount_check CHECK (amount_cents > 0),
    reason       text        NOT NULL,
    status       text        NOT NULL CONSTRAINT ordering_refunds_status_check CHECK (status IN ('pending', 'succeeded', 'failed')),
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    CONSTRAINT ordering_refunds_order_fkey FOREIGN KEY (order_id) REFERENCES ordering_orders (id)
);
CREATE INDEX ordering_refunds_by_order ON ordering_refunds (order_id, id);

CREATE TABLE ordering_returns (
    id               uuid        NOT NULL CONSTRAINT ordering_returns_pkey PRIMARY KEY,
    order_id         uuid        NOT NULL,
    status           text        NOT NULL CONSTRAINT ordering_returns_status_check CHECK (status IN ('requested', 'approved', 'rejected', 'received')),
    reason           text        NOT NULL,
    rejection_reason text,
    refund_cents     bigint      NOT NULL CONSTRAINT ordering_returns_refund_check CHECK (refund_cents >= 0),
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    CONSTRAINT ordering_returns_order_fkey FOREIGN KEY (order_id) REFERENCES ordering_orders (id),
    CONSTRAINT ordering_returns_rejection_check CHECK ((status = 'rejected') = (rejection_reason IS NOT NULL))
);
CREATE INDEX ordering_returns_by_order ON ordering_returns (order_id, id);
CREATE INDEX ordering_returns_newest ON ordering_returns (created_at DESC, id DESC);
CREATE INDEX ordering_returns_by_status ON ordering_returns (status, created_at DESC, id DESC);

CREATE TABLE ordering_return_items (
    return_id     uuid    NOT NULL,
    order_item_id uuid    NOT NULL,
    quantity      integer NOT NULL CONSTRAINT ordering_return_items_quantity_check CHECK (quantity > 0),
    CONSTRAINT ordering_return_items_pkey PRIMARY KEY (return_id, order_item_id),
    CONSTRAINT ordering_return_items_return_fkey FOREIGN KEY (return_id) REFERENCES ordering_returns (id),
    CONSTRAINT ordering_return_items_item_fkey FOREIGN KEY (order_item_id) REFERENCES ordering_order_items (id)
);
