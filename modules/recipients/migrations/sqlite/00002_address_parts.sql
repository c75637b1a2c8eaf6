-- +goose Up
-- The parts of the address; NULL where it is known as one line of text alone.
ALTER TABLE recipients_recipients ADD COLUMN line1 TEXT;
ALTER TABLE recipients_recipients ADD COLUMN line2 TEXT;
ALTER TABLE recipients_recipients ADD COLUMN postal_code TEXT;
ALTER TABLE recipients_recipients ADD COLUMN city TEXT;
ALTER TABLE recipients_recipients ADD COLUMN state TEXT;
