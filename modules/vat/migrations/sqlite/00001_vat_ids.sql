-- +goose Up
CREATE TABLE vat_users (
    user_id TEXT    NOT NULL CONSTRAINT vat_users_pkey PRIMARY KEY,
    erased  BOOLEAN NOT NULL
);

CREATE TABLE vat_ids (
    id                  TEXT        NOT NULL CONSTRAINT vat_ids_pkey PRIMARY KEY,
    user_id             TEXT        NOT NULL CONSTRAINT vat_ids_user_key UNIQUE,
    vat_id              TEXT        NOT NULL CONSTRAINT vat_ids_vat_id_check CHECK (vat_id <> ''),
    status              TEXT        NOT NULL CONSTRAINT vat_ids_status_check
                                    CHECK (status IN ('pending', 'valid', 'invalid')),
    name                TEXT,
    address             TEXT,
    checked_at          DATETIME,
    consultation_number TEXT,
    valid_until         DATETIME,
    due_at              DATETIME,
    attempts            INTEGER     NOT NULL CONSTRAINT vat_ids_attempts_check CHECK (attempts >= 0),
    claim               TEXT,
    search              TEXT        NOT NULL,
    created_at          DATETIME    NOT NULL,
    updated_at          DATETIME    NOT NULL,
    CONSTRAINT vat_ids_valid_check CHECK ((status = 'valid') = (valid_until IS NOT NULL)),
    CONSTRAINT vat_ids_answered_check CHECK (status = 'pending' OR checked_at IS NOT NULL),
    CONSTRAINT vat_ids_due_check CHECK (due_at IS NOT NULL OR (status = 'invalid' AND claim IS NULL))
);
CREATE INDEX vat_ids_by_status ON vat_ids (status, id DESC);
CREATE INDEX vat_ids_due ON vat_ids (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX vat_ids_to_end ON vat_ids (valid_until) WHERE valid_until IS NOT NULL;

-- The evidence.
CREATE TABLE vat_checks (
    id                  TEXT        NOT NULL CONSTRAINT vat_checks_pkey PRIMARY KEY,
    user_id             TEXT        NOT NULL,
    vat_id              TEXT        NOT NULL,
    requester           TEXT,
    source              TEXT        NOT NULL CONSTRAINT vat_checks_source_check CHECK (source IN ('vies', 'staff')),
    valid               BOOLEAN     NOT NULL,
    name                TEXT,
    address             TEXT,
    consultation_number TEXT,
    reason              TEXT,
    checked_at          DATETIME    NOT NULL,
    CONSTRAINT vat_checks_reason_check CHECK ((source = 'staff') = (reason IS NOT NULL)),
    CONSTRAINT vat_checks_staff_check CHECK (source <> 'staff' OR (valid AND consultation_number IS NOT NULL))
);
CREATE INDEX vat_checks_by_user ON vat_checks (user_id, id DESC);

-- The shop's settings, by group.
CREATE TABLE vat_settings (
    name    TEXT   NOT NULL CONSTRAINT vat_settings_pkey PRIMARY KEY,
    version INTEGER NOT NULL,
    value   TEXT   NOT NULL,
    seq     INTEGER NOT NULL
);
