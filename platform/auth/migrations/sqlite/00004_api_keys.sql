-- +goose Up
-- What it takes to verify an API key, at every site. A revoked one stays. change is as in auth_revocations.
CREATE TABLE auth_api_keys (
    id           TEXT    NOT NULL CONSTRAINT auth_api_keys_pkey PRIMARY KEY,
    hash         TEXT    NOT NULL CONSTRAINT auth_api_keys_hash_key UNIQUE CONSTRAINT auth_api_keys_hash_check CHECK (length(hash) = 64),
    scopes       TEXT    NOT NULL,
    expires_at   DATETIME,
    revoked      BOOLEAN NOT NULL,
    version      INTEGER NOT NULL,
    last_used_at DATETIME,
    change       INTEGER NOT NULL
);
CREATE INDEX auth_api_keys_change_idx ON auth_api_keys (change);
