-- +goose Up
-- The version of an order rises with every change of its address: a change that is based on an older one is refused.
ALTER TABLE ordering_orders ADD COLUMN version bigint NOT NULL DEFAULT 1 CONSTRAINT ordering_orders_version_check CHECK (version > 0);
