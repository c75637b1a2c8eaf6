-- +goose Up
-- A deleted endpoint stays until its deliveries are deleted, in batches.
ALTER TABLE webhooks_endpoints ADD COLUMN deleted_at DATETIME
    CONSTRAINT webhooks_endpoints_deleted_check CHECK (deleted_at IS NULL OR NOT enabled);
