-- +goose Up
-- The sizes and the smaller copies of pictures, which the events of media say. Who shows a picture has them too: the images of products
-- in their texts, so that no list needs a query more.
ALTER TABLE catalog_media ADD COLUMN width integer;
ALTER TABLE catalog_media ADD COLUMN height integer;
ALTER TABLE catalog_media ADD COLUMN renditions text NOT NULL DEFAULT '[]';
ALTER TABLE catalog_brands ADD COLUMN logo text;
ALTER TABLE catalog_categories ADD COLUMN media_id uuid;
ALTER TABLE catalog_categories ADD COLUMN image text;
ALTER TABLE catalog_variants ADD COLUMN media_id uuid;
