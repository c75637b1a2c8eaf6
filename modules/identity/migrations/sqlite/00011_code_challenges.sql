-- +goose Up
-- Requests for codes, in place of identity_challenges: an account may have several that live side by
-- side, so that a request of a stranger ends no code of the owner. Attempts that name the challenge
-- and those that name none are counted apart. code_id is the id that the code is derived from: that
-- of the challenge whose mail carries it.
CREATE TABLE identity_code_challenges (
    id               TEXT     NOT NULL CONSTRAINT identity_code_challenges_pkey PRIMARY KEY,
    purpose          TEXT     NOT NULL,
    address_id       TEXT     NOT NULL,
    registration_id  TEXT     CONSTRAINT identity_code_challenges_registration_id_key UNIQUE
                              CONSTRAINT identity_code_challenges_registration_id_fkey REFERENCES identity_registrations (id) ON DELETE CASCADE,
    user_id          TEXT     CONSTRAINT identity_code_challenges_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    code_id          TEXT     NOT NULL,
    ttl_seconds      INTEGER  NOT NULL CONSTRAINT identity_code_challenges_ttl_check CHECK (ttl_seconds > 0),
    attempts         INTEGER  NOT NULL CONSTRAINT identity_code_challenges_attempts_check CHECK (attempts BETWEEN 0 AND 5),
    unnamed_attempts INTEGER  NOT NULL CONSTRAINT identity_code_challenges_unnamed_check CHECK (unnamed_attempts BETWEEN 0 AND 5),
    made_at          DATETIME NOT NULL,
    mailed_at        DATETIME,
    sent_at          DATETIME,
    expires_at       DATETIME NOT NULL,
    used_at          DATETIME,
    CONSTRAINT identity_code_challenges_purpose_check CHECK (
        (purpose = 'registration' AND registration_id IS NOT NULL AND user_id IS NULL) OR
        (purpose = 'password' AND user_id IS NOT NULL AND registration_id IS NULL))
);
CREATE INDEX identity_code_challenges_by_address ON identity_code_challenges (address_id, purpose, made_at DESC, id DESC);
CREATE INDEX identity_code_challenges_by_code ON identity_code_challenges (code_id);
CREATE INDEX identity_code_challenges_by_user ON identity_code_challenges (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX identity_code_challenges_by_end ON identity_code_challenges (expires_at);

INSERT INTO identity_code_challenges (id, purpose, address_id, registration_id, user_id, code_id, ttl_seconds, attempts, unnamed_attempts,
    made_at, mailed_at, sent_at, expires_at, used_at)
SELECT id, purpose, address_id, registration_id, user_id, id, ttl_seconds, attempts, attempts, made_at, made_at, sent_at, expires_at, used_at
FROM identity_challenges;

-- The attempts at codes of a purpose on a day (UTC), by address and client network; those of all
-- networks have the network ''. registered_at is the last registration from the network.
CREATE TABLE identity_code_attempts (
    address_id    TEXT     NOT NULL,
    network       TEXT     NOT NULL,
    purpose       TEXT     NOT NULL,
    day           TEXT     NOT NULL,
    attempts      INTEGER  NOT NULL,
    registered_at DATETIME,
    CONSTRAINT identity_code_attempts_pkey PRIMARY KEY (address_id, network, purpose),
    CONSTRAINT identity_code_attempts_attempts_check CHECK (attempts BETWEEN 0 AND CASE WHEN network = '' THEN 200 ELSE 20 END)
);
CREATE INDEX identity_code_attempts_by_day ON identity_code_attempts (day);

ALTER TABLE identity_invitations ADD COLUMN unnamed_attempts INTEGER NOT NULL DEFAULT 0
    CONSTRAINT identity_invitations_unnamed_check CHECK (unnamed_attempts BETWEEN 0 AND 5);
CREATE INDEX identity_invitations_by_maker ON identity_invitations (invited_by) WHERE status = 'pending';
