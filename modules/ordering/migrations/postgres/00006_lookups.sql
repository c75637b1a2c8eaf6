-- +goose Up
-- Requests for codes that open guests' orders. guest_id is the pseudonym of the email.
CREATE TABLE ordering_lookups (
    id         uuid        NOT NULL CONSTRAINT ordering_lookups_pkey PRIMARY KEY,
    order_id   uuid        NOT NULL CONSTRAINT ordering_lookups_order_id_key UNIQUE
                           CONSTRAINT ordering_lookups_order_id_fkey REFERENCES ordering_orders (id) ON DELETE CASCADE,
    guest_id   uuid        NOT NULL,
    attempts   integer     NOT NULL CONSTRAINT ordering_lookups_attempts_check CHECK (attempts BETWEEN 0 AND 5),
    made_at    timestamptz NOT NULL,
    sent_at    timestamptz,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX ordering_lookups_by_guest ON ordering_lookups (guest_id);

CREATE TABLE ordering_lookup_days (
    guest_id uuid    NOT NULL CONSTRAINT ordering_lookup_days_pkey PRIMARY KEY,
    day      text    NOT NULL,
    attempts integer NOT NULL CONSTRAINT ordering_lookup_days_attempts_check CHECK (attempts BETWEEN 0 AND 20)
);
