-- +goose Up
ALTER TABLE catalog_categories ADD COLUMN description TEXT;
-- The place of a category in lists, before its name.
ALTER TABLE catalog_categories ADD COLUMN position INTEGER NOT NULL DEFAULT 0 CONSTRAINT catalog_categories_position_check CHECK (position BETWEEN 0 AND 1000000);

-- The slugs that a product, a brand or a category had before, until something else of its kind takes them. owner_id may be of something that is deleted.
CREATE TABLE catalog_old_slugs (
    kind     TEXT NOT NULL CONSTRAINT catalog_old_slugs_kind_check CHECK (kind IN ('product', 'brand', 'category')),
    slug     TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    CONSTRAINT catalog_old_slugs_pkey PRIMARY KEY (kind, slug)
);
