-- +goose Up
CREATE TABLE identity_api_keys (
    id         uuid        NOT NULL CONSTRAINT identity_api_keys_pkey PRIMARY KEY,
    name       text        NOT NULL CONSTRAINT identity_api_keys_name_check CHECK (name <> ''),
    prefix     text        NOT NULL,
    hash       text        NOT NULL CONSTRAINT identity_api_keys_hash_key UNIQUE,
    scopes     text        NOT NULL CONSTRAINT identity_api_keys_scopes_check CHECK (scopes <> ''),
    created_by text        NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    version    bigint      NOT NULL CONSTRAINT identity_api_keys_version_check CHECK (version > 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX identity_api_keys_newest ON identity_api_keys (created_at DESC, id DESC);
