-- +goose Up
-- The products that an automatic promotion is for, as a JSON list of ids; none: all. By an older binary it counts for all.
ALTER TABLE ordering_automatic_promotions ADD COLUMN product_ids TEXT NOT NULL DEFAULT '[]';
