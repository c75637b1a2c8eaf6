-- +goose Up
CREATE TABLE http_answers (
    id         bytea       CONSTRAINT http_answers_pkey PRIMARY KEY, -- digest of caller, method, path and key
    request    bytea       NOT NULL,                                 -- digest of query and body
    caller     text        NOT NULL,                                 -- user id, or '' for anybody else
    subject    text        NOT NULL,                                 -- whose personal data the body holds, beside the caller's
    status     integer     NOT NULL CONSTRAINT http_answers_status_check CHECK (status BETWEEN 200 AND 299),
    location   text        NOT NULL,
    body       text        NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX http_answers_created_at_idx ON http_answers (created_at);

CREATE TABLE http_limits (
    id      text   CONSTRAINT http_limits_pkey PRIMARY KEY,
    full_at bigint NOT NULL -- microseconds since 1970
);
