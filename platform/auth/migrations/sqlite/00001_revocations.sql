-- +goose Up
CREATE TABLE auth_revocations (
    session_id TEXT     NOT NULL PRIMARY KEY,
    not_before DATETIME NOT NULL,
    new_role   TEXT     NOT NULL DEFAULT '',
    expires_at DATETIME NOT NULL
);
CREATE INDEX auth_revocations_not_before_idx ON auth_revocations (not_before);
