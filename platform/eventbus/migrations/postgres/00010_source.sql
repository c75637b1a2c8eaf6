-- +goose Up
-- The site that published the event (events.source of its database); empty for events of this database.
ALTER TABLE events ADD COLUMN source text NOT NULL DEFAULT '';
