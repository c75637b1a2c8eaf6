-- +goose Up
-- The shop's settings, by group.
CREATE TABLE payments_settings (
    name    TEXT   NOT NULL,
    version INTEGER NOT NULL,
    value   TEXT   NOT NULL,
    seq     INTEGER NOT NULL,
    CONSTRAINT payments_settings_pkey PRIMARY KEY (name)
);

-- The number of the order, by which the text of a transfer names it; empty until ordering has said it.
ALTER TABLE payments_orders ADD COLUMN number TEXT NOT NULL DEFAULT '';
CREATE INDEX payments_orders_by_number ON payments_orders (number);

CREATE TABLE payments_statements (
    id              TEXT        NOT NULL CONSTRAINT payments_statements_pkey PRIMARY KEY,
    file_name       TEXT        NOT NULL,
    iban            TEXT        NOT NULL,
    from_day        TEXT,
    to_day          TEXT,
    known           INTEGER     NOT NULL CONSTRAINT payments_statements_known_check CHECK (known >= 0),
    skipped         INTEGER     NOT NULL CONSTRAINT payments_statements_skipped_check CHECK (skipped >= 0),
    created_by_id   TEXT,
    created_by_name TEXT,
    created_at      DATETIME NOT NULL
);
CREATE INDEX payments_statements_by_member ON payments_statements (created_by_id) WHERE created_by_id IS NOT NULL;

CREATE TABLE payments_entries (
    id            TEXT        NOT NULL CONSTRAINT payments_entries_pkey PRIMARY KEY,
    statement_id  TEXT        NOT NULL,
    iban          TEXT        NOT NULL,
    reference     TEXT        NOT NULL,
    booked_on     TEXT        NOT NULL,
    amount_cents  INTEGER     NOT NULL CONSTRAINT payments_entries_amount_check CHECK (amount_cents > 0),
    name          TEXT,
    payer_iban    TEXT,
    purpose       TEXT,
    erased        boolean     NOT NULL,
    search        TEXT        NOT NULL,
    matched       TEXT        NOT NULL CONSTRAINT payments_entries_matched_check
                              CHECK (matched IN ('exact', 'under', 'over', 'double', 'closed', 'several', 'none')),
    order_id      TEXT,
    state         TEXT        NOT NULL CONSTRAINT payments_entries_state_check CHECK (state IN ('open', 'booked', 'ignored')),
    itself        boolean     NOT NULL,
    reason        TEXT,
    ended_at      DATETIME,
    ended_by_id   TEXT,
    ended_by_name TEXT,
    CONSTRAINT payments_entries_reference_key UNIQUE (iban, reference),
    CONSTRAINT payments_entries_ended_check CHECK ((state = 'open') = (ended_at IS NULL)),
    CONSTRAINT payments_entries_booked_check CHECK (state <> 'booked' OR order_id IS NOT NULL),
    CONSTRAINT payments_entries_itself_check CHECK (NOT itself OR state = 'booked'),
    CONSTRAINT payments_entries_reason_check CHECK ((state = 'ignored') = (reason IS NOT NULL)),
    CONSTRAINT payments_entries_erased_check CHECK (NOT erased OR (name IS NULL AND payer_iban IS NULL AND purpose IS NULL))
);
-- An upload books one entry of an order at most.
CREATE UNIQUE INDEX payments_entries_itself_key ON payments_entries (order_id) WHERE itself;
CREATE INDEX payments_entries_newest ON payments_entries (booked_on DESC, id DESC);
CREATE INDEX payments_entries_by_state ON payments_entries (state, booked_on DESC, id DESC);
CREATE INDEX payments_entries_of_statement ON payments_entries (statement_id, state);
CREATE INDEX payments_entries_of_order ON payments_entries (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX payments_entries_to_erase ON payments_entries (ended_at, id) WHERE NOT erased;
CREATE INDEX payments_entries_by_member ON payments_entries (ended_by_id) WHERE ended_by_id IS NOT NULL;
