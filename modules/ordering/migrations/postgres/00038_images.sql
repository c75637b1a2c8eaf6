-- +goose Up
-- The image of a variant with its sizes and smaller copies, and that of a line as it was ordered; NULL: image_url alone is known.
ALTER TABLE ordering_variants ADD COLUMN image text;
ALTER TABLE ordering_order_items ADD COLUMN image text;
