-- +goose Up
CREATE TABLE identity_users (
    id                TEXT        NOT NULL CONSTRAINT identity_users_pkey PRIMARY KEY,
    email             TEXT        NOT NULL CONSTRAINT identity_users_email_key UNIQUE,
    full_name         TEXT        NOT NULL CONSTRAINT identity_users_full_name_check CHECK (full_name <> ''),
    phone             TEXT,
    password_hash     TEXT,
    role              TEXT        NOT NULL CONSTRAINT identity_users_role_check CHECK (role IN ('customer', 'admin')),
    account_type      TEXT        NOT NULL CONSTRAINT identity_users_account_type_check CHECK (account_type IN ('retail', 'wholesale')),
    business_name     TEXT,
    locale            TEXT        NOT NULL CONSTRAINT identity_users_locale_check CHECK (locale IN ('en', 'de')),
    search            TEXT        NOT NULL,
    email_verified_at DATETIME,
    disabled_at       DATETIME,
    created_at        DATETIME    NOT NULL,
    updated_at        DATETIME    NOT NULL,
    CONSTRAINT identity_users_verified_check CHECK ((email_verified_at IS NULL) = (password_hash IS NULL)),
    CONSTRAINT identity_users_business_check CHECK (account_type = 'retail' OR business_name IS NOT NULL),
    CONSTRAINT identity_users_admin_check CHECK (role = 'customer' OR email_verified_at IS NOT NULL)
);
CREATE INDEX identity_users_newest ON identity_users (created_at DESC, id DESC);
CREATE INDEX identity_users_admins ON identity_users (id) WHERE role = 'admin';

CREATE TABLE identity_registrations (
    id            TEXT        NOT NULL CONSTRAINT identity_registrations_pkey PRIMARY KEY,
    email         TEXT        NOT NULL,
    password_hash TEXT        NOT NULL,
    full_name     TEXT        NOT NULL,
    phone         TEXT,
    locale        TEXT        NOT NULL CONSTRAINT identity_registrations_locale_check CHECK (locale IN ('en', 'de')),
    created_at    DATETIME    NOT NULL,
    expires_at    DATETIME    NOT NULL
);
CREATE INDEX identity_registrations_by_email ON identity_registrations (email, created_at DESC);
CREATE INDEX identity_registrations_by_end ON identity_registrations (expires_at);

CREATE TABLE identity_challenges (
    id              TEXT        NOT NULL CONSTRAINT identity_challenges_pkey PRIMARY KEY,
    purpose         TEXT        NOT NULL,
    address_id      TEXT        NOT NULL,
    registration_id TEXT        CONSTRAINT identity_challenges_registration_id_key UNIQUE
                                CONSTRAINT identity_challenges_registration_id_fkey REFERENCES identity_registrations (id) ON DELETE CASCADE,
    user_id         TEXT        CONSTRAINT identity_challenges_user_id_key UNIQUE
                                CONSTRAINT identity_challenges_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    ttl_seconds     INTEGER     NOT NULL CONSTRAINT identity_challenges_ttl_check CHECK (ttl_seconds > 0),
    attempts        INTEGER     NOT NULL CONSTRAINT identity_challenges_attempts_check CHECK (attempts BETWEEN 0 AND 5),
    made_at         DATETIME    NOT NULL,
    sent_at         DATETIME,
    expires_at      DATETIME    NOT NULL,
    used_at         DATETIME,
    CONSTRAINT identity_challenges_purpose_check CHECK (
        (purpose = 'registration' AND registration_id IS NOT NULL AND user_id IS NULL) OR
        (purpose = 'password' AND user_id IS NOT NULL AND registration_id IS NULL))
);
CREATE INDEX identity_challenges_by_address ON identity_challenges (address_id, purpose);

CREATE TABLE identity_code_days (
    address_id    TEXT    NOT NULL CONSTRAINT identity_code_days_pkey PRIMARY KEY,
    day           TEXT    NOT NULL,
    attempts      INTEGER NOT NULL CONSTRAINT identity_code_days_attempts_check CHECK (attempts BETWEEN 0 AND 20),
    registered_at DATETIME
);

CREATE TABLE identity_login_failures (
    address_id   TEXT        NOT NULL CONSTRAINT identity_login_failures_pkey PRIMARY KEY,
    failures     INTEGER     NOT NULL CONSTRAINT identity_login_failures_failures_check CHECK (failures > 0),
    failed_at    DATETIME    NOT NULL,
    paused_until DATETIME
);

CREATE TABLE identity_sessions (
    id           TEXT        NOT NULL CONSTRAINT identity_sessions_pkey PRIMARY KEY,
    user_id      TEXT        NOT NULL CONSTRAINT identity_sessions_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    number       INTEGER     NOT NULL CONSTRAINT identity_sessions_number_check CHECK (number > 0),
    user_agent   TEXT        NOT NULL,
    created_at   DATETIME    NOT NULL,
    last_used_at DATETIME    NOT NULL,
    rotated_at   DATETIME,
    expires_at   DATETIME    NOT NULL,
    ends_at      DATETIME    NOT NULL,
    CONSTRAINT identity_sessions_rotated_check CHECK ((number = 1) = (rotated_at IS NULL)),
    CONSTRAINT identity_sessions_ends_check CHECK (expires_at <= ends_at)
);
CREATE INDEX identity_sessions_by_user ON identity_sessions (user_id, last_used_at DESC, id DESC);
CREATE INDEX identity_sessions_by_end ON identity_sessions (expires_at);

CREATE TABLE identity_addresses (
    id          TEXT        NOT NULL CONSTRAINT identity_addresses_pkey PRIMARY KEY,
    user_id     TEXT        NOT NULL CONSTRAINT identity_addresses_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    label       TEXT,
    full_name   TEXT        NOT NULL,
    phone       TEXT,
    line1       TEXT        NOT NULL,
    line2       TEXT,
    city        TEXT        NOT NULL,
    state       TEXT,
    postal_code TEXT        NOT NULL,
    country     TEXT        NOT NULL CONSTRAINT identity_addresses_country_check CHECK (length(country) = 2),
    is_default  boolean     NOT NULL,
    created_at  DATETIME    NOT NULL,
    updated_at  DATETIME    NOT NULL
);
CREATE INDEX identity_addresses_by_user ON identity_addresses (user_id, created_at, id);
CREATE UNIQUE INDEX identity_addresses_one_default ON identity_addresses (user_id) WHERE is_default;

CREATE TABLE identity_grants (
    application_id TEXT        NOT NULL CONSTRAINT identity_grants_pkey PRIMARY KEY,
    event_id       TEXT        NOT NULL CONSTRAINT identity_grants_event_id_key UNIQUE,
    granted_at     DATETIME    NOT NULL
);

CREATE TABLE identity_erasures (
    user_id    TEXT        NOT NULL CONSTRAINT identity_erasures_pkey PRIMARY KEY,
    address_id TEXT        NOT NULL,
    erased_at  DATETIME    NOT NULL
);
CREATE INDEX identity_erasures_by_address ON identity_erasures (address_id, erased_at);
