-- +goose Up
-- Until how many days after the last delivery a consumer may withdraw, as it was when the order was placed; NULL for wholesale
-- orders and those from before. withdrawal_state is that of the withdrawal that names the order: of several the one that waits for
-- staff, else the newest.
ALTER TABLE ordering_orders ADD COLUMN withdrawal_days integer CONSTRAINT ordering_orders_withdrawal_days_check CHECK (withdrawal_days >= 0);
ALTER TABLE ordering_orders ADD COLUMN withdrawal_state text CONSTRAINT ordering_orders_withdrawal_state_check
    CHECK (withdrawal_state IN ('received', 'matched', 'contested', 'settled'));

-- Why the right of withdrawal does not exist; NULL: it does.
ALTER TABLE ordering_variants ADD COLUMN withdrawal_excluded text CONSTRAINT ordering_variants_withdrawal_excluded_check
    CHECK (withdrawal_excluded IN ('perishable', 'made_to_order'));
ALTER TABLE ordering_order_items ADD COLUMN withdrawal_excluded text CONSTRAINT ordering_order_items_withdrawal_excluded_check
    CHECK (withdrawal_excluded IN ('perishable', 'made_to_order'));
-- Units that were withdrawn from and wait for the delivery of the order: then they are in a return.
ALTER TABLE ordering_order_items ADD COLUMN withdrawing integer NOT NULL DEFAULT 0;
ALTER TABLE ordering_order_items ADD CONSTRAINT ordering_order_items_withdrawing_check
    CHECK (withdrawing >= 0 AND in_return + withdrawing <= quantity - cancelled);

CREATE TABLE ordering_withdrawals (
    id                 uuid        NOT NULL CONSTRAINT ordering_withdrawals_pkey PRIMARY KEY,
    subject_id         uuid        NOT NULL,
    state              text        NOT NULL CONSTRAINT ordering_withdrawals_state_check
                                   CHECK (state IN ('received', 'matched', 'contested', 'settled')),
    order_id           uuid        CONSTRAINT ordering_withdrawals_order_fkey REFERENCES ordering_orders (id),
    suggested_order_id uuid        CONSTRAINT ordering_withdrawals_suggested_fkey REFERENCES ordering_orders (id),
    order_number       text        NOT NULL,
    full_name          text        NOT NULL,
    email              text        NOT NULL,
    locale             text        NOT NULL,
    texts              text        NOT NULL,
    search             text        NOT NULL,
    return_id          uuid,
    refund_cents       bigint      CONSTRAINT ordering_withdrawals_refund_check CHECK (refund_cents >= 0),
    refund_since       timestamptz,
    refund_due_at      timestamptz NOT NULL,
    reason             text,
    received_at        timestamptz NOT NULL,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    CONSTRAINT ordering_withdrawals_matched_check
        CHECK (state IN ('received', 'contested') OR (order_id IS NOT NULL AND refund_cents IS NOT NULL)),
    CONSTRAINT ordering_withdrawals_contested_check CHECK ((state = 'contested') = (reason IS NOT NULL)),
    CONSTRAINT ordering_withdrawals_settled_check CHECK (state <> 'settled' OR refund_since IS NOT NULL)
);
CREATE INDEX ordering_withdrawals_by_order ON ordering_withdrawals (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX ordering_withdrawals_by_suggested ON ordering_withdrawals (suggested_order_id) WHERE suggested_order_id IS NOT NULL;
CREATE INDEX ordering_withdrawals_by_subject ON ordering_withdrawals (subject_id);
CREATE INDEX ordering_withdrawals_by_state ON ordering_withdrawals (state, received_at, id);
CREATE INDEX ordering_withdrawals_by_receipt ON ordering_withdrawals (received_at, id);

-- waiting are those of the units that are in neither a return nor cancelled yet.
CREATE TABLE ordering_withdrawal_items (
    withdrawal_id uuid    NOT NULL CONSTRAINT ordering_withdrawal_items_withdrawal_fkey REFERENCES ordering_withdrawals (id),
    order_item_id uuid    NOT NULL CONSTRAINT ordering_withdrawal_items_item_fkey REFERENCES ordering_order_items (id),
    quantity      integer NOT NULL CONSTRAINT ordering_withdrawal_items_quantity_check CHECK (quantity > 0),
    waiting       integer NOT NULL CONSTRAINT ordering_withdrawal_items_waiting_check CHECK (0 <= waiting AND waiting <= quantity),
    CONSTRAINT ordering_withdrawal_items_pkey PRIMARY KEY (withdrawal_id, order_item_id)
);

-- statutory: the buyer has withdrawn from the contract, by the withdrawal.
ALTER TABLE ordering_returns ADD COLUMN statutory boolean NOT NULL DEFAULT FALSE;
ALTER TABLE ordering_returns ADD COLUMN withdrawal_id uuid;
ALTER TABLE ordering_returns ADD CONSTRAINT ordering_returns_statutory_check CHECK (statutory = (withdrawal_id IS NOT NULL));
