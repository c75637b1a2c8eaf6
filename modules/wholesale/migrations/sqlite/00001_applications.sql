-- +goose Up
CREATE TABLE wholesale_applications (
    id                  TEXT        NOT NULL CONSTRAINT wholesale_applications_pkey PRIMARY KEY,
    tracking_id         TEXT        NOT NULL CONSTRAINT wholesale_applications_tracking_id_key UNIQUE,
    status              TEXT        NOT NULL CONSTRAINT wholesale_applications_status_check
                                    CHECK (status IN ('under_review', 'approved', 'rejected')),
    locale              TEXT        NOT NULL CONSTRAINT wholesale_applications_locale_check CHECK (locale IN ('en', 'de')),
    address_id          TEXT,
    business_name       TEXT        NOT NULL,
    business_address    TEXT        NOT NULL,
    state               TEXT        NOT NULL,
    country             TEXT        NOT NULL,
    registration_number TEXT,
    monthly_min_cents   INTEGER     NOT NULL,
    monthly_max_cents   INTEGER     NOT NULL,
    contact_full_name   TEXT        NOT NULL,
    contact_phone       TEXT        NOT NULL,
    contact_email       TEXT        NOT NULL,
    search              TEXT        NOT NULL,
    question            TEXT,
    note                TEXT,
    reason              TEXT,
    submitted_at        DATETIME    NOT NULL,
    decided_at          DATETIME,
    decided_by          TEXT,
    CONSTRAINT wholesale_applications_range_check CHECK (0 <= monthly_min_cents AND monthly_min_cents <= monthly_max_cents),
    CONSTRAINT wholesale_applications_decided_check CHECK ((status = 'under_review') = (decided_at IS NULL)),
    CONSTRAINT wholesale_applications_approved_check CHECK (status <> 'approved' OR decided_by IS NOT NULL),
    CONSTRAINT wholesale_applications_reason_check CHECK ((status = 'rejected') = (reason IS NOT NULL))
);
CREATE INDEX wholesale_applications_newest ON wholesale_applications (submitted_at DESC, id DESC);
CREATE INDEX wholesale_applications_by_status ON wholesale_applications (status, submitted_at DESC, id DESC);
CREATE INDEX wholesale_applications_by_address ON wholesale_applications (address_id);

CREATE TABLE wholesale_accounts (
    user_id    TEXT    NOT NULL CONSTRAINT wholesale_accounts_pkey PRIMARY KEY,
    address_id TEXT,
    erased     boolean NOT NULL,
    seq        INTEGER NOT NULL,
    CONSTRAINT wholesale_accounts_erased_check CHECK (erased = (address_id IS NULL))
);
