-- +goose Up
CREATE TABLE loyalty_members (
    user_id  uuid    NOT NULL CONSTRAINT loyalty_members_pkey PRIMARY KEY,
    balance  bigint  NOT NULL CONSTRAINT loyalty_members_balance_check CHECK (balance >= 0),
    redeemed bigint  NOT NULL CONSTRAINT loyalty_members_redeemed_check CHECK (redeemed >= 0),
    entries  bigint  NOT NULL CONSTRAINT loyalty_members_entries_check CHECK (entries >= 0),
    erased   boolean NOT NULL,
    CONSTRAINT loyalty_members_erased_check CHECK (NOT erased OR (balance = 0 AND redeemed = 0 AND entries = 0))
);

CREATE TABLE loyalty_entries (
    id         uuid        NOT NULL CONSTRAINT loyalty_entries_pkey PRIMARY KEY,
    user_id    uuid        NOT NULL CONSTRAINT loyalty_entries_user_id_fkey REFERENCES loyalty_members (user_id),
    number     bigint      NOT NULL,
    kind       text        NOT NULL CONSTRAINT loyalty_entries_kind_check
                           CHECK (kind IN ('share', 'order', 'redeem', 'reversal', 'adjustment')),
    points     bigint      NOT NULL,
    balance    bigint      NOT NULL CONSTRAINT loyalty_entries_balance_check CHECK (balance >= 0),
    reference  uuid,
    note       text,
    event_id   uuid        CONSTRAINT loyalty_entries_event_id_key UNIQUE,
    created_at timestamptz NOT NULL,
    CONSTRAINT loyalty_entries_number_key UNIQUE (user_id, number),
    CONSTRAINT loyalty_entries_sign_check CHECK (
        CASE kind WHEN 'redeem' THEN points < 0 WHEN 'reversal' THEN points <= 0 WHEN 'adjustment' THEN points <> 0 ELSE points > 0 END)
);

CREATE TABLE loyalty_shares (
    id         uuid        NOT NULL CONSTRAINT loyalty_shares_pkey PRIMARY KEY,
    user_id    uuid        NOT NULL CONSTRAINT loyalty_shares_user_id_fkey REFERENCES loyalty_members (user_id),
    product_id uuid        NOT NULL,
    points     bigint      NOT NULL CONSTRAINT loyalty_shares_points_check CHECK (points >= 0),
    shared_at  timestamptz NOT NULL
);
CREATE INDEX loyalty_shares_by_user ON loyalty_shares (user_id, shared_at);

CREATE TABLE loyalty_vouchers (
    id         uuid        NOT NULL CONSTRAINT loyalty_vouchers_pkey PRIMARY KEY,
    user_id    uuid        NOT NULL CONSTRAINT loyalty_vouchers_user_id_fkey REFERENCES loyalty_members (user_id),
    code       text        NOT NULL CONSTRAINT loyalty_vouchers_code_key UNIQUE,
    points     bigint      NOT NULL CONSTRAINT loyalty_vouchers_points_check CHECK (points > 0),
    status     text        NOT NULL CONSTRAINT loyalty_vouchers_status_check CHECK (status IN ('available', 'spent', 'expired')),
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    seq        bigint      NOT NULL
);
CREATE INDEX loyalty_vouchers_by_user ON loyalty_vouchers (user_id, created_at DESC, id DESC);

CREATE TABLE loyalty_accounts (
    user_id    uuid        NOT NULL CONSTRAINT loyalty_accounts_pkey PRIMARY KEY,
    created_at timestamptz,
    erased     boolean     NOT NULL,
    seq        bigint      NOT NULL,
    CONSTRAINT loyalty_accounts_erased_check CHECK (erased = (created_at IS NULL))
);

CREATE TABLE loyalty_products (
    product_id uuid    NOT NULL CONSTRAINT loyalty_products_pkey PRIMARY KEY,
    active     boolean NOT NULL,
    seq        bigint  NOT NULL
);
