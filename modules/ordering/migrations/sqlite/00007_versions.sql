-- +goose Up
-- The version of a row rises with every change that an admin makes: a change that is based on an older one is refused.
ALTER TABLE ordering_promotions ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CONSTRAINT ordering_promotions_version_check CHECK (version > 0);
ALTER TABLE ordering_shipping_methods ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CONSTRAINT ordering_shipping_methods_version_check CHECK (version > 0);
ALTER TABLE ordering_stock ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CONSTRAINT ordering_stock_version_check CHECK (version > 0);
