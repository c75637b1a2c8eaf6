-- +goose Up
-- The highest part of a compare-at price that a variant on sale saves, in billionths; 0: no variant is reduced.
ALTER TABLE catalog_products ADD COLUMN discount INTEGER NOT NULL DEFAULT 0 CONSTRAINT catalog_products_discount_check CHECK (discount BETWEEN 0 AND 1000000000);
UPDATE catalog_products SET discount = COALESCE((
    SELECT max((v.compare_at_price - v.price) * 1000000000 / v.compare_at_price) FROM catalog_variants v
    WHERE v.product_id = catalog_products.id AND v.sold AND v.compare_at_price > v.price), 0);
CREATE INDEX catalog_products_discount ON catalog_products (discount DESC, name_key, id) WHERE status = 'active';
