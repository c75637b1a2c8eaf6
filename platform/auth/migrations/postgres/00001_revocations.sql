-- +goose Up
CREATE TABLE auth_revocations (
    session_id uuid        NOT NULL CONSTRAINT auth_revocations_pkey PRIMARY KEY,
    not_before timestamptz NOT NULL,
    new_role   text        NOT NULL DEFAULT '',
    expires_at timestamptz NOT NULL
);
CREATE INDEX auth_revocations_not_before_idx ON auth_revocations (not_before);
