-- +goose Up
CREATE TABLE recipients_owners (
    user_id TEXT    NOT NULL CONSTRAINT recipients_owners_pkey PRIMARY KEY,
    erased  boolean NOT NULL
);

CREATE TABLE recipients_recipients (
    id           TEXT        NOT NULL CONSTRAINT recipients_recipients_pkey PRIMARY KEY,
    user_id      TEXT        NOT NULL CONSTRAINT recipients_recipients_user_id_fkey REFERENCES recipients_owners (user_id),
    full_name    TEXT        NOT NULL CONSTRAINT recipients_recipients_full_name_check CHECK (full_name <> ''),
    phone        TEXT        NOT NULL,
    address      TEXT        NOT NULL,
    country      TEXT        NOT NULL,
    total_orders INTEGER     NOT NULL CONSTRAINT recipients_recipients_total_orders_check CHECK (total_orders > 0),
    order_seq    INTEGER     NOT NULL,
    created_at   DATETIME    NOT NULL,
    updated_at   DATETIME    NOT NULL
);
CREATE UNIQUE INDEX recipients_recipients_newest ON recipients_recipients (user_id, order_seq DESC);

CREATE TABLE recipients_orders (
    order_id TEXT NOT NULL CONSTRAINT recipients_orders_pkey PRIMARY KEY,
    user_id  TEXT NOT NULL CONSTRAINT recipients_orders_user_id_fkey REFERENCES recipients_owners (user_id)
);
CREATE INDEX recipients_orders_by_user ON recipients_orders (user_id);
