-- +goose Up
-- What the units of the product still lack of the sale: a job adds it up once a second, so that no order waits for the catalogue's lock.
ALTER TABLE catalog_sales ADD COLUMN due bigint NOT NULL DEFAULT 0;
CREATE INDEX catalog_sales_due ON catalog_sales (order_id) WHERE due <> 0;
