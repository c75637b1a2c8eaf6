-- +goose Up
ALTER TABLE reviews_products ADD COLUMN hidden_count bigint NOT NULL DEFAULT 0 CONSTRAINT reviews_products_hidden_check CHECK (hidden_count >= 0);
UPDATE reviews_products SET hidden_count = (SELECT count(*) FROM reviews_reviews r WHERE r.product_id = reviews_products.id AND r.status = 'hidden');
