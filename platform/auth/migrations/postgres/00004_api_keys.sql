-- +goose Up
-- What it takes to verify an API key, at every site. A revoked one stays. change is as in auth_revocations.
CREATE TABLE auth_api_keys (
    id           uuid    NOT NULL CONSTRAINT auth_api_keys_pkey PRIMARY KEY,
    hash         text    NOT NULL CONSTRAINT auth_api_keys_hash_key UNIQUE CONSTRAINT auth_api_keys_hash_check CHECK (length(hash) = 64),
    scopes       text    NOT NULL,
    expires_at   timestamptz,
    revoked      boolean NOT NULL,
    version      bigint  NOT NULL,
    last_used_at timestamptz,
    change       bigint  NOT NULL
);
CREATE INDEX auth_api_keys_change_idx ON auth_api_keys (change);
