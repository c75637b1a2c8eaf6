-- +goose Up
CREATE TABLE recipients_owners (
    user_id uuid    NOT NULL CONSTRAINT recipients_owners_pkey PRIMARY KEY,
    erased  boolean NOT NULL
);

CREATE TABLE recipients_recipients (
    id           uuid        NOT NULL CONSTRAINT recipients_recipients_pkey PRIMARY KEY,
    user_id      uuid        NOT NULL CONSTRAINT recipients_recipients_user_id_fkey REFERENCES recipients_owners (user_id),
    full_name    text        NOT NULL CONSTRAINT recipients_recipients_full_name_check CHECK (full_name <> ''),
    phone        text        NOT NULL,
    address      text        NOT NULL,
    country      text        NOT NULL,
    total_orders bigint      NOT NULL CONSTRAINT recipients_recipients_total_orders_check CHECK (total_orders > 0),
    order_seq    bigint      NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL
);
CREATE UNIQUE INDEX recipients_recipients_newest ON recipients_recipients (user_id, order_seq DESC);

CREATE TABLE recipients_orders (
    order_id uuid NOT NULL CONSTRAINT recipients_orders_pkey PRIMARY KEY,
    user_id  uuid NOT NULL CONSTRAINT recipients_orders_user_id_fkey REFERENCES recipients_owners (user_id)
);
CREATE INDEX recipients_orders_by_user ON recipients_orders (user_id);
