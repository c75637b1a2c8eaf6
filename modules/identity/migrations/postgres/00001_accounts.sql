-- +goose Up
CREATE TABLE identity_users (
    id                uuid        NOT NULL CONSTRAINT identity_users_pkey PRIMARY KEY,
    email             text        NOT NULL CONSTRAINT identity_users_email_key UNIQUE,
    full_name         text        NOT NULL CONSTRAINT identity_users_full_name_check CHECK (full_name <> ''),
    phone             text,
    password_hash     text,
    role              text        NOT NULL CONSTRAINT identity_users_role_check CHECK (role IN ('customer', 'admin')),
    account_type      text        NOT NULL CONSTRAINT identity_users_account_type_check CHECK (account_type IN ('retail', 'wholesale')),
    business_name     text,
    locale            text        NOT NULL CONSTRAINT identity_users_locale_check CHECK (locale IN ('en', 'de')),
    search            text        NOT NULL,
    email_verified_at timestamptz,
    disabled_at       timestamptz,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL,
    CONSTRAINT identity_users_verified_check CHECK ((email_verified_at IS NULL) = (password_hash IS NULL)),
    CONSTRAINT identity_users_business_check CHECK (account_type = 'retail' OR business_name IS NOT NULL),
    CONSTRAINT identity_users_admin_check CHECK (role = 'customer' OR email_verified_at IS NOT NULL)
);
CREATE INDEX identity_users_newest ON identity_users (created_at DESC, id DESC);
CREATE INDEX identity_users_admins ON identity_users (id) WHERE role = 'admin';

CREATE TABLE identity_registrations (
    id            uuid        NOT NULL CONSTRAINT identity_registrations_pkey PRIMARY KEY,
    email         text        NOT NULL,
    password_hash text        NOT NULL,
    full_name     text        NOT NULL,
    phone         text,
    locale        text        NOT NULL CONSTRAINT identity_registrations_locale_check CHECK (locale IN ('en', 'de')),
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL
);
CREATE INDEX identity_registrations_by_email ON identity_registrations (email, created_at DESC);
CREATE INDEX identity_registrations_by_end ON identity_registrations (expires_at);

CREATE TABLE identity_challenges (
    id              uuid        NOT NULL CONSTRAINT identity_challenges_pkey PRIMARY KEY,
    purpose         text        NOT NULL,
    address_id      uuid        NOT NULL,
    registration_id uuid        CONSTRAINT identity_challenges_registration_id_key UNIQUE
                                CONSTRAINT identity_challenges_registration_id_fkey REFERENCES identity_registrations (id) ON DELETE CASCADE,
    user_id         uuid        CONSTRAINT identity_challenges_user_id_key UNIQUE
                                CONSTRAINT identity_challenges_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    ttl_seconds     bigint      NOT NULL CONSTRAINT identity_challenges_ttl_check CHECK (ttl_seconds > 0),
    attempts        integer     NOT NULL CONSTRAINT identity_challenges_attempts_check CHECK (attempts BETWEEN 0 AND 5),
    made_at         timestamptz NOT NULL,
    sent_at         timestamptz,
    expires_at      timestamptz NOT NULL,
    used_at         timestamptz,
    CONSTRAINT identity_challenges_purpose_check CHECK (
        (purpose = 'registration' AND registration_id IS NOT NULL AND user_id IS NULL) OR
        (purpose = 'password' AND user_id IS NOT NULL AND registration_id IS NULL))
);
CREATE INDEX identity_challenges_by_address ON identity_challenges (address_id, purpose);

CREATE TABLE identity_code_days (
    address_id    uuid    NOT NULL CONSTRAINT identity_code_days_pkey PRIMARY KEY,
    day           text    NOT NULL,
    attempts      integer NOT NULL CONSTRAINT identity_code_days_attempts_check CHECK (attempts BETWEEN 0 AND 20),
    registered_at timestamptz
);

CREATE TABLE identity_login_failures (
    address_id   uuid        NOT NULL CONSTRAINT identity_login_failures_pkey PRIMARY KEY,
    failures     integer     NOT NULL CONSTRAINT identity_login_failures_failures_check CHECK (failures > 0),
    failed_at    timestamptz NOT NULL,
    paused_until timestamptz
);

CREATE TABLE identity_sessions (
    id           uuid        NOT NULL CONSTRAINT identity_sessions_pkey PRIMARY KEY,
    user_id      uuid        NOT NULL CONSTRAINT identity_sessions_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    number       bigint      NOT NULL CONSTRAINT identity_sessions_number_check CHECK (number > 0),
    user_agent   text        NOT NULL,
    created_at   timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    rotated_at   timestamptz,
    expires_at   timestamptz NOT NULL,
    ends_at      timestamptz NOT NULL,
    CONSTRAINT identity_sessions_rotated_check CHECK ((number = 1) = (rotated_at IS NULL)),
    CONSTRAINT identity_sessions_ends_check CHECK (expires_at <= ends_at)
);
CREATE INDEX identity_sessions_by_user ON identity_sessions (user_id, last_used_at DESC, id DESC);
CREATE INDEX identity_sessions_by_end ON identity_sessions (expires_at);

CREATE TABLE identity_addresses (
    id          uuid        NOT NULL CONSTRAINT identity_addresses_pkey PRIMARY KEY,
    user_id     uuid        NOT NULL CONSTRAINT identity_addresses_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    label       text,
    full_name   text        NOT NULL,
    phone       text,
    line1       text        NOT NULL,
    line2       text,
    city        text        NOT NULL,
    state       text,
    postal_code text        NOT NULL,
    country     text        NOT NULL CONSTRAINT identity_addresses_country_check CHECK (length(country) = 2),
    is_default  boolean     NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);
CREATE INDEX identity_addresses_by_user ON identity_addresses (user_id, created_at, id);
CREATE UNIQUE INDEX identity_addresses_one_default ON identity_addresses (user_id) WHERE is_default;

CREATE TABLE identity_grants (
    application_id uuid        NOT NULL CONSTRAINT identity_grants_pkey PRIMARY KEY,
    event_id       uuid        NOT NULL CONSTRAINT identity_grants_event_id_key UNIQUE,
    granted_at     timestamptz NOT NULL
);

CREATE TABLE identity_erasures (
    user_id    uuid        NOT NULL CONSTRAINT identity_erasures_pkey PRIMARY KEY,
    address_id uuid        NOT NULL,
    erased_at  timestamptz NOT NULL
);
CREATE INDEX identity_erasures_by_address ON identity_erasures (address_id, erased_at);
