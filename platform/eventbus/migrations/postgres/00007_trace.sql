-- +goose Up
-- What a delivery of the event hangs below in a trace: a traceparent (W3C Trace Context), or NULL.
ALTER TABLE events ADD COLUMN trace text;
