-- +goose Up
-- What makes a cart cheaper without a code. The active ones are in ordering_settings too, in one row, which every process keeps in
-- memory. An older binary knows nothing of this table: by it they do not count.
CREATE TABLE ordering_automatic_promotions (
    id            uuid NOT NULL CONSTRAINT ordering_automatic_promotions_pkey PRIMARY KEY,
    name          text NOT NULL CONSTRAINT ordering_automatic_promotions_name_check CHECK (length(name) BETWEEN 1 AND 80),
    kind          text NOT NULL CONSTRAINT ordering_automatic_promotions_kind_check
                  CHECK (kind IN ('percent', 'amount', 'free_shipping')),
    value         bigint NOT NULL CONSTRAINT ordering_automatic_promotions_value_check
                  CHECK (value > 0 AND (kind <> 'percent' OR value < 10000)),
    minimum_cents bigint NOT NULL CONSTRAINT ordering_automatic_promotions_minimum_check CHECK (minimum_cents >= 0),
    audience      text NOT NULL CONSTRAINT ordering_automatic_promotions_audience_check
                  CHECK (audience IN ('everybody', 'retail', 'wholesale')),
    starts_at     timestamptz,
    ends_at       timestamptz,
    active        boolean NOT NULL,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    version       bigint NOT NULL DEFAULT 1 CONSTRAINT ordering_automatic_promotions_version_check CHECK (version > 0),
    CONSTRAINT ordering_automatic_promotions_window_check CHECK (starts_at < ends_at),
    CONSTRAINT ordering_automatic_promotions_amount_check CHECK (kind <> 'amount' OR minimum_cents > value)
);
