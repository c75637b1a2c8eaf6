-- +goose Up
-- Tickets that each open one stream, in place of an access token. hash is SHA-256, in hex.
CREATE TABLE notifications_stream_tickets (
    hash             text        NOT NULL CONSTRAINT notifications_stream_tickets_pkey PRIMARY KEY,
    user_id          uuid        NOT NULL,
    session_id       uuid        NOT NULL,
    token_id         uuid        NOT NULL,
    role             text        NOT NULL,
    role_id          text        NOT NULL,
    scopes           text        NOT NULL,
    token_expires_at timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL
);
CREATE INDEX notifications_stream_tickets_expires_at ON notifications_stream_tickets (expires_at);
