-- +goose Up
-- The sizes and the smaller copies of pictures, which the events of media say. Who shows a picture has them too: the images of products
-- in their texts, so that no list needs a query more.
ALTER TABLE catalog_media ADD COLUMN width INTEGER;
ALTER TABLE catalog_media ADD COLUMN height INTEGER;
ALTER TABLE catalog_media ADD COLUMN renditions TEXT NOT NULL DEFAULT '[]';
ALTER TABLE catalog_brands ADD COLUMN logo TEXT;
ALTER TABLE catalog_categories ADD COLUMN media_id TEXT;
ALTER TABLE catalog_categories ADD COLUMN image TEXT;
ALTER TABLE catalog_variants ADD COLUMN media_id TEXT;
