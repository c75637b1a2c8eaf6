-- +goose Up
-- The products that have a value of the attribute and come behind this one are to be indexed anew; NULL: none.
ALTER TABLE catalog_attributes ADD COLUMN reindex_from uuid;
