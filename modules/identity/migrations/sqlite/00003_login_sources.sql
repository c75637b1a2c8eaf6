-- +goose Up
-- Wrong passwords by the network or session that they come from, and which networks lately logged in to an account.
CREATE TABLE identity_login_sources (
    address_id   TEXT        NOT NULL,
    source       TEXT        NOT NULL,
    failures     INTEGER     NOT NULL CONSTRAINT identity_login_sources_failures_check CHECK (failures >= 0),
    failed_at    DATETIME,
    paused_until DATETIME,
    logged_in_at DATETIME,
    CONSTRAINT identity_login_sources_pkey PRIMARY KEY (address_id, source)
);

-- Since when failures counts.
ALTER TABLE identity_login_failures ADD COLUMN counted_from DATETIME;

-- attempts are those at codes of registrations from now on.
ALTER TABLE identity_code_days ADD COLUMN password_attempts INTEGER NOT NULL DEFAULT 0
    CONSTRAINT identity_code_days_password_attempts_check CHECK (password_attempts BETWEEN 0 AND 20);
