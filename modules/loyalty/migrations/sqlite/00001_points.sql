-- +goose Up
CREATE TABLE loyalty_members (
    user_id  TEXT    NOT NULL CONSTRAINT loyalty_members_pkey PRIMARY KEY,
    balance  INTEGER  NOT NULL CONSTRAINT loyalty_members_balance_check CHECK (balance >= 0),
    redeemed INTEGER  NOT NULL CONSTRAINT loyalty_members_redeemed_check CHECK (redeemed >= 0),
    entries  INTEGER  NOT NULL CONSTRAINT loyalty_members_entries_check CHECK (entries >= 0),
    erased   boolean NOT NULL,
    CONSTRAINT loyalty_members_erased_check CHECK (NOT erased OR (balance = 0 AND redeemed = 0 AND entries = 0))
);

CREATE TABLE loyalty_entries (
    id         TEXT        NOT NULL CONSTRAINT loyalty_entries_pkey PRIMARY KEY,
    user_id    TEXT        NOT NULL CONSTRAINT loyalty_entries_user_id_fkey REFERENCES loyalty_members (user_id),
    number     INTEGER      NOT NULL,
    kind       TEXT        NOT NULL CONSTRAINT loyalty_entries_kind_check
                           CHECK (kind IN ('share', 'order', 'redeem', 'reversal', 'adjustment')),
    points     INTEGER      NOT NULL,
    balance    INTEGER      NOT NULL CONSTRAINT loyalty_entries_balance_check CHECK (balance >= 0),
    reference  TEXT,
    note       TEXT,
    event_id   TEXT        CONSTRAINT loyalty_entries_event_id_key UNIQUE,
    created_at DATETIME NOT NULL,
    CONSTRAINT loyalty_entries_number_key UNIQUE (user_id, number),
    CONSTRAINT loyalty_entries_sign_check CHECK (
        CASE kind WHEN 'redeem' THEN points < 0 WHEN 'reversal' THEN points <= 0 WHEN 'adjustment' THEN points <> 0 ELSE points > 0 END)
);

CREATE TABLE loyalty_shares (
    id         TEXT        NOT NULL CONSTRAINT loyalty_shares_pkey PRIMARY KEY,
    user_id    TEXT        NOT NULL CONSTRAINT loyalty_shares_user_id_fkey REFERENCES loyalty_members (user_id),
    product_id TEXT        NOT NULL,
    points     INTEGER      NOT NULL CONSTRAINT loyalty_shares_points_check CHECK (points >= 0),
    shared_at  DATETIME NOT NULL
);
CREATE INDEX loyalty_shares_by_user ON loyalty_shares (user_id, shared_at);

CREATE TABLE loyalty_vouchers (
    id         TEXT        NOT NULL CONSTRAINT loyalty_vouchers_pkey PRIMARY KEY,
    user_id    TEXT        NOT NULL CONSTRAINT loyalty_vouchers_user_id_fkey REFERENCES loyalty_members (user_id),
    code       TEXT        NOT NULL CONSTRAINT loyalty_vouchers_code_key UNIQUE,
    points     INTEGER      NOT NULL CONSTRAINT loyalty_vouchers_points_check CHECK (points > 0),
    status     TEXT        NOT NULL CONSTRAINT loyalty_vouchers_status_check CHECK (status IN ('available', 'spent', 'expired')),
    expires_at DATETIME NOT NULL,
    created_at DATETIME NOT NULL,
    seq        INTEGER      NOT NULL
);
CREATE INDEX loyalty_vouchers_by_user ON loyalty_vouchers (user_id, created_at DESC, id DESC);

CREATE TABLE loyalty_accounts (
    user_id    TEXT        NOT NULL CONSTRAINT loyalty_accounts_pkey PRIMARY KEY,
    created_at DATETIME,
    erased     boolean     NOT NULL,
    seq        INTEGER      NOT NULL,
    CONSTRAINT loyalty_accounts_erased_check CHECK (erased = (created_at IS NULL))
);

CREATE TABLE loyalty_products (
    product_id TEXT    NOT NULL CONSTRAINT loyalty_products_pkey PRIMARY KEY,
    active     boolean NOT NULL,
    seq        INTEGER  NOT NULL
);
