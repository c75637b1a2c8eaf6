-- +goose Up
-- Wrong passwords by the network or session that they come from, and which networks lately logged in to an account.
CREATE TABLE identity_login_sources (
    address_id   uuid        NOT NULL,
    source       text        NOT NULL,
    failures     integer     NOT NULL CONSTRAINT identity_login_sources_failures_check CHECK (failures >= 0),
    failed_at    timestamptz,
    paused_until timestamptz,
    logged_in_at timestamptz,
    CONSTRAINT identity_login_sources_pkey PRIMARY KEY (address_id, source)
);

-- Since when failures counts.
ALTER TABLE identity_login_failures ADD COLUMN counted_from timestamptz;

-- attempts are those at codes of registrations from now on.
ALTER TABLE identity_code_days ADD COLUMN password_attempts integer NOT NULL DEFAULT 0
    CONSTRAINT identity_code_days_password_attempts_check CHECK (password_attempts BETWEEN 0 AND 20);
