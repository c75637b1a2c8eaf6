-- +goose Up
-- What the provider has said of an intent, and when it is read next.
CREATE TABLE payments_readings (
    provider_id    TEXT    NOT NULL CONSTRAINT payments_readings_pkey PRIMARY KEY,
    order_id       TEXT    NOT NULL,
    status         TEXT    NOT NULL CONSTRAINT payments_readings_status_check
                           CHECK (status IN ('open', 'failed', 'succeeded', 'cancelled')),
    received_cents INTEGER NOT NULL CONSTRAINT payments_readings_received_check CHECK (received_cents >= 0),
    by_hand_cents  INTEGER NOT NULL CONSTRAINT payments_readings_by_hand_check CHECK (by_hand_cents >= 0),
    dispute_id     TEXT,
    dispute_status TEXT    CONSTRAINT payments_readings_dispute_check CHECK (dispute_status IN ('open', 'won', 'lost')),
    dispute_due_at DATETIME,
    read_at        DATETIME,
    unchanged      INTEGER NOT NULL,
    failures       INTEGER NOT NULL,
    last_error     TEXT,
    asked          INTEGER NOT NULL,
    due_at         DATETIME
);
CREATE INDEX payments_readings_due ON payments_readings (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payments_readings_of_order ON payments_readings (order_id);

-- Intents of before are read at once, but those that were paid: they are read when something happens
-- to them. One that counts as cancelled may have been paid in the same moment.
INSERT INTO payments_readings (provider_id, order_id, status, received_cents, by_hand_cents, unchanged, failures, asked, due_at)
SELECT provider_id, order_id, CASE status WHEN 'wanted' THEN 'open' ELSE status END, CASE status WHEN 'succeeded' THEN amount_cents ELSE 0 END, 0, 0, 0, 0,
    CASE WHEN status <> 'succeeded' THEN created_at END
FROM payments_intents WHERE provider_id IS NOT NULL;

-- The intent was paid with another amount.
ALTER TABLE payments_intents ADD COLUMN mismatched boolean NOT NULL DEFAULT false;
-- The provider had sent the money back by itself when the refund was made.
ALTER TABLE payments_refunds ADD COLUMN by_hand boolean NOT NULL DEFAULT false;
CREATE INDEX payments_refunds_of_order ON payments_refunds (order_id);
-- The order was cancelled; when it was paid.
ALTER TABLE payments_orders ADD COLUMN closed boolean NOT NULL DEFAULT false;
ALTER TABLE payments_orders ADD COLUMN paid_at DATETIME;
UPDATE payments_orders SET closed = true WHERE order_id IN (SELECT order_id FROM payments_intents WHERE status = 'cancelled');
