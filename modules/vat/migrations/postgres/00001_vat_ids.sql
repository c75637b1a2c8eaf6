-- +goose Up
CREATE TABLE vat_users (
    user_id uuid    NOT NULL CONSTRAINT vat_users_pkey PRIMARY KEY,
    erased  boolean NOT NULL
);

CREATE TABLE vat_ids (
    id                  uuid        NOT NULL CONSTRAINT vat_ids_pkey PRIMARY KEY,
    user_id             uuid        NOT NULL CONSTRAINT vat_ids_user_key UNIQUE,
    vat_id              text        NOT NULL CONSTRAINT vat_ids_vat_id_check CHECK (vat_id <> ''),
    status              text        NOT NULL CONSTRAINT vat_ids_status_check
                                    CHECK (status IN ('pending', 'valid', 'invalid')),
    name                text,
    address             text,
    checked_at          timestamptz,
    consultation_number text,
    valid_until         timestamptz,
    due_at              timestamptz,
    attempts            integer     NOT NULL CONSTRAINT vat_ids_attempts_check CHECK (attempts >= 0),
    claim               uuid,
    search              text        NOT NULL,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    CONSTRAINT vat_ids_valid_check CHECK ((status = 'valid') = (valid_until IS NOT NULL)),
    CONSTRAINT vat_ids_answered_check CHECK (status = 'pending' OR checked_at IS NOT NULL),
    CONSTRAINT vat_ids_due_check CHECK (due_at IS NOT NULL OR (status = 'invalid' AND claim IS NULL))
);
CREATE INDEX vat_ids_by_status ON vat_ids (status, id DESC);
CREATE INDEX vat_ids_due ON vat_ids (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX vat_ids_to_end ON vat_ids (valid_until) WHERE valid_until IS NOT NULL;

-- The evidence.
CREATE TABLE vat_checks (
    id                  uuid        NOT NULL CONSTRAINT vat_checks_pkey PRIMARY KEY,
    user_id             uuid        NOT NULL,
    vat_id              text        NOT NULL,
    requester           text,
    source              text        NOT NULL CONSTRAINT vat_checks_source_check CHECK (source IN ('vies', 'staff')),
    valid               boolean     NOT NULL,
    name                text,
    address             text,
    consultation_number text,
    reason              text,
    checked_at          timestamptz NOT NULL,
    CONSTRAINT vat_checks_reason_check CHECK ((source = 'staff') = (reason IS NOT NULL)),
    CONSTRAINT vat_checks_staff_check CHECK (source <> 'staff' OR (valid AND consultation_number IS NOT NULL))
);
CREATE INDEX vat_checks_by_user ON vat_checks (user_id, id DESC);

-- The shop's settings, by group.
CREATE TABLE vat_settings (
    name    text   NOT NULL CONSTRAINT vat_settings_pkey PRIMARY KEY,
    version bigint NOT NULL,
    value   text   NOT NULL,
    seq     bigint NOT NULL
);
