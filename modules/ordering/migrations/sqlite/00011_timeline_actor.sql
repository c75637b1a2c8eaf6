-- +goose Up
-- Who did what an entry of a timeline says, as the event log names actors. NULL in entries from before.
ALTER TABLE ordering_timeline ADD COLUMN actor TEXT;
