-- +goose Up
-- A TOTP factor without confirmed_at waits for its first code. Its secret is derived from its id.
CREATE TABLE identity_factors (
    id           TEXT        NOT NULL CONSTRAINT identity_factors_pkey PRIMARY KEY,
    user_id      TEXT        NOT NULL CONSTRAINT identity_factors_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    kind         TEXT        NOT NULL CONSTRAINT identity_factors_kind_check CHECK (kind IN ('totp', 'passkey')),
    name         TEXT        NOT NULL CONSTRAINT identity_factors_name_check CHECK (name <> ''),
    last_step    INTEGER      NOT NULL DEFAULT 0,
    confirmed_at DATETIME,
    last_used_at DATETIME,
    created_at   DATETIME NOT NULL
);
CREATE INDEX identity_factors_by_user ON identity_factors (user_id, created_at, id);
CREATE UNIQUE INDEX identity_factors_one_totp ON identity_factors (user_id) WHERE kind = 'totp' AND confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX identity_factors_one_pending ON identity_factors (user_id) WHERE kind = 'totp' AND confirmed_at IS NULL;

CREATE TABLE identity_recovery_codes (
    user_id TEXT NOT NULL CONSTRAINT identity_recovery_codes_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    hash    TEXT NOT NULL CONSTRAINT identity_recovery_codes_hash_check CHECK (length(hash) = 64),
    CONSTRAINT identity_recovery_codes_pkey PRIMARY KEY (user_id, hash)
);

-- What was asked of someone who logs in or steps a session up. Who answers it with a passkey alone
-- is known by the answer.
CREATE TABLE identity_proof_challenges (
    id            TEXT        NOT NULL CONSTRAINT identity_proof_challenges_pkey PRIMARY KEY,
    purpose       TEXT        NOT NULL CONSTRAINT identity_proof_challenges_purpose_check
                              CHECK (purpose IN ('login', 'step_up', 'passkey_login', 'passkey_factor')),
    user_id       TEXT        CONSTRAINT identity_proof_challenges_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    method        TEXT        NOT NULL,
    password_hash TEXT,
    attempts      INTEGER     NOT NULL CONSTRAINT identity_proof_challenges_attempts_check CHECK (attempts BETWEEN 0 AND 5),
    created_at    DATETIME NOT NULL,
    expires_at    DATETIME NOT NULL,
    CONSTRAINT identity_proof_challenges_owner_check CHECK (user_id IS NOT NULL OR purpose = 'passkey_login')
);
CREATE INDEX identity_proof_challenges_by_user ON identity_proof_challenges (user_id);
CREATE INDEX identity_proof_challenges_by_end ON identity_proof_challenges (expires_at);

-- When the session was last proved; NULL: when it was created.
ALTER TABLE identity_sessions ADD COLUMN proved_at DATETIME;
