-- +goose Up
-- What the sending of a letter hangs below in a trace: a traceparent (W3C Trace Context), or empty.
ALTER TABLE mailer_letters ADD COLUMN trace text NOT NULL DEFAULT '';
