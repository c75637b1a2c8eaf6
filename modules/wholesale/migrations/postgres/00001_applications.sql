-- +goose Up
CREATE TABLE wholesale_applications (
    id                  uuid        NOT NULL CONSTRAINT wholesale_applications_pkey PRIMARY KEY,
    tracking_id         text        NOT NULL CONSTRAINT wholesale_applications_tracking_id_key UNIQUE,
    status              text        NOT NULL CONSTRAINT wholesale_applications_status_check
                                    CHECK (status IN ('under_review', 'approved', 'rejected')),
    locale              text        NOT NULL CONSTRAINT wholesale_applications_locale_check CHECK (locale IN ('en', 'de')),
    address_id          uuid,
    business_name       text        NOT NULL,
    business_address    text        NOT NULL,
    state               text        NOT NULL,
    country             text        NOT NULL,
    registration_number text,
    monthly_min_cents   bigint      NOT NULL,
    monthly_max_cents   bigint      NOT NULL,
    contact_full_name   text        NOT NULL,
    contact_phone       text        NOT NULL,
    contact_email       text        NOT NULL,
    search              text        NOT NULL,
    question            text,
    note                text,
    reason              text,
    submitted_at        timestamptz NOT NULL,
    decided_at          timestamptz,
    decided_by          uuid,
    CONSTRAINT wholesale_applications_range_check CHECK (0 <= monthly_min_cents AND monthly_min_cents <= monthly_max_cents),
    CONSTRAINT wholesale_applications_decided_check CHECK ((status = 'under_review') = (decided_at IS NULL)),
    CONSTRAINT wholesale_applications_approved_check CHECK (status <> 'approved' OR decided_by IS NOT NULL),
    CONSTRAINT wholesale_applications_reason_check CHECK ((status = 'rejected') = (reason IS NOT NULL))
);
CREATE INDEX wholesale_applications_newest ON wholesale_applications (submitted_at DESC, id DESC);
CREATE INDEX wholesale_applications_by_status ON wholesale_applications (status, submitted_at DESC, id DESC);
CREATE INDEX wholesale_applications_by_address ON wholesale_applications (address_id);

CREATE TABLE wholesale_accounts (
    user_id    uuid    NOT NULL CONSTRAINT wholesale_accounts_pkey PRIMARY KEY,
    address_id uuid,
    erased     boolean NOT NULL,
    seq        bigint  NOT NULL,
    CONSTRAINT wholesale_accounts_erased_check CHECK (erased = (address_id IS NULL))
);
