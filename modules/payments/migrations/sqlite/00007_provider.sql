-- +goose Up
-- The name of the provider that has the intent.
ALTER TABLE payments_intents ADD COLUMN provider text NOT NULL DEFAULT 'stripe';
ALTER TABLE payments_readings ADD COLUMN provider text NOT NULL DEFAULT 'stripe';
