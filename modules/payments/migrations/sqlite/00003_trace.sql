-- +goose Up
-- What the doing of a task hangs below in a trace: a traceparent (W3C Trace Context), or empty.
ALTER TABLE payments_tasks ADD COLUMN trace text NOT NULL DEFAULT '';
