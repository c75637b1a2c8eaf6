-- +goose Up
CREATE TABLE payments_orders (
    order_id     TEXT   NOT NULL CONSTRAINT payments_orders_pkey PRIMARY KEY,
    user_id      TEXT,
    method       TEXT   NOT NULL,
    status       TEXT   NOT NULL CONSTRAINT payments_orders_status_check
                        CHECK (status IN ('unpaid', 'paid', 'partially_refunded', 'refunded', 'failed')),
    instructions TEXT,
    total_cents  INTEGER NOT NULL CONSTRAINT payments_orders_total_check CHECK (total_cents >= 0),
    seq          INTEGER NOT NULL
);
CREATE INDEX payments_orders_by_user ON payments_orders (user_id);

CREATE TABLE payments_intents (
    order_id      TEXT        NOT NULL CONSTRAINT payments_intents_pkey PRIMARY KEY,
    payment_id    TEXT        NOT NULL CONSTRAINT payments_intents_payment_id_key UNIQUE,
    user_id       TEXT,
    amount_cents  INTEGER      NOT NULL CONSTRAINT payments_intents_amount_check CHECK (amount_cents > 0),
    status        TEXT        NOT NULL CONSTRAINT payments_intents_status_check
                              CHECK (status IN ('wanted', 'open', 'failed', 'succeeded', 'cancelled')),
    provider_id   TEXT        CONSTRAINT payments_intents_provider_id_key UNIQUE,
    client_secret TEXT,
    created_at    DATETIME NOT NULL
);
CREATE INDEX payments_intents_by_user ON payments_intents (user_id);

CREATE TABLE payments_refunds (
    refund_id    TEXT        NOT NULL CONSTRAINT payments_refunds_pkey PRIMARY KEY,
    order_id     TEXT        NOT NULL,
    amount_cents INTEGER      NOT NULL CONSTRAINT payments_refunds_amount_check CHECK (amount_cents > 0),
    status       TEXT        NOT NULL CONSTRAINT payments_refunds_status_check CHECK (status IN ('pending', 'succeeded', 'failed')),
    provider_id  TEXT        CONSTRAINT payments_refunds_provider_id_key UNIQUE,
    created_at   DATETIME NOT NULL
);

CREATE TABLE payments_tasks (
    id         TEXT        NOT NULL CONSTRAINT payments_tasks_pkey PRIMARY KEY,
    seq        INTEGER      NOT NULL,
    kind       TEXT        NOT NULL CONSTRAINT payments_tasks_kind_check CHECK (kind IN ('intent', 'cancel', 'refund')),
    subject_id TEXT        NOT NULL,
    order_id   TEXT        NOT NULL,
    status     TEXT        NOT NULL CONSTRAINT payments_tasks_status_check CHECK (status IN ('queued', 'done', 'failed')),
    attempts   INTEGER     NOT NULL,
    due_at     DATETIME NOT NULL,
    give_up_at DATETIME NOT NULL,
    claim      TEXT,
    last_error TEXT,
    created_at DATETIME NOT NULL,
    CONSTRAINT payments_tasks_subject_key UNIQUE (kind, subject_id)
);
CREATE INDEX payments_tasks_due ON payments_tasks (due_at) WHERE status = 'queued';
CREATE INDEX payments_tasks_by_order ON payments_tasks (order_id, seq) WHERE status = 'queued';

CREATE TABLE payments_provider_events (
    event_id    TEXT        NOT NULL CONSTRAINT payments_provider_events_pkey PRIMARY KEY,
    kind        TEXT        NOT NULL,
    received_at DATETIME NOT NULL
);
