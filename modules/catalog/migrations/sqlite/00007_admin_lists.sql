-- +goose Up
-- The orders of the list for admins, which has products of any status.
CREATE INDEX catalog_products_by_name ON catalog_products (name_key, id);
CREATE INDEX catalog_products_by_change ON catalog_products (updated_at, id);
CREATE INDEX catalog_products_by_price ON catalog_products (price_from, id);
