-- +goose Up
-- The units on hand that were published last; NULL: none yet.
ALTER TABLE ordering_stock ADD COLUMN announced_on_hand INTEGER;
CREATE INDEX ordering_stock_unannounced_on_hand ON ordering_stock (variant_id) WHERE announced <> on_hand - reserved OR announced_on_hand <> on_hand;
