-- +goose Up
CREATE TABLE identity_api_keys (
    id         TEXT        NOT NULL CONSTRAINT identity_api_keys_pkey PRIMARY KEY,
    name       TEXT        NOT NULL CONSTRAINT identity_api_keys_name_check CHECK (name <> ''),
    prefix     TEXT        NOT NULL,
    hash       TEXT        NOT NULL CONSTRAINT identity_api_keys_hash_key UNIQUE,
    scopes     TEXT        NOT NULL CONSTRAINT identity_api_keys_scopes_check CHECK (scopes <> ''),
    created_by TEXT        NOT NULL,
    expires_at DATETIME,
    revoked_at DATETIME,
    version    INTEGER     NOT NULL CONSTRAINT identity_api_keys_version_check CHECK (version > 0),
    created_at DATETIME    NOT NULL,
    updated_at DATETIME    NOT NULL
);
CREATE INDEX identity_api_keys_newest ON identity_api_keys (created_at DESC, id DESC);
