-- +goose Up
-- The parts of the address; NULL where it is known as one line of text alone.
ALTER TABLE recipients_recipients ADD COLUMN line1 text;
ALTER TABLE recipients_recipients ADD COLUMN line2 text;
ALTER TABLE recipients_recipients ADD COLUMN postal_code text;
ALTER TABLE recipients_recipients ADD COLUMN city text;
ALTER TABLE recipients_recipients ADD COLUMN state text;
