-- +goose Up
CREATE TABLE http_answers (
    id         BLOB     PRIMARY KEY, -- digest of caller, method, path and key
    request    BLOB     NOT NULL,    -- digest of query and body
    caller     TEXT     NOT NULL,    -- user id, or '' for anybody else
    subject    TEXT     NOT NULL,    -- whose personal data the body holds, beside the caller's
    status     INTEGER  NOT NULL CONSTRAINT http_answers_status_check CHECK (status BETWEEN 200 AND 299),
    location   TEXT     NOT NULL,
    body       TEXT     NOT NULL,
    created_at DATETIME NOT NULL
);
CREATE INDEX http_answers_created_at_idx ON http_answers (created_at);

CREATE TABLE http_limits (
    id      TEXT    PRIMARY KEY,
    full_at INTEGER NOT NULL -- microseconds since 1970
);
