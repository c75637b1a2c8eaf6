-- +goose Up
-- Tickets that each open one stream, in place of an access token. hash is SHA-256, in hex.
CREATE TABLE notifications_stream_tickets (
    hash             TEXT     NOT NULL CONSTRAINT notifications_stream_tickets_pkey PRIMARY KEY,
    user_id          TEXT     NOT NULL,
    session_id       TEXT     NOT NULL,
    token_id         TEXT     NOT NULL,
    role             TEXT     NOT NULL,
    role_id          TEXT     NOT NULL,
    scopes           TEXT     NOT NULL,
    token_expires_at DATETIME NOT NULL,
    expires_at       DATETIME NOT NULL
);
CREATE INDEX notifications_stream_tickets_expires_at ON notifications_stream_tickets (expires_at);
