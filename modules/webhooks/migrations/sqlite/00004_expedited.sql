-- +goose Up
-- What waits for an endpoint since before this time is being made due, in batches.
ALTER TABLE webhooks_endpoints ADD COLUMN expedited_at DATETIME;
